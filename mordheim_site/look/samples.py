"""Fixed sample data for the gallery: each component with every state it can be in. Nothing here is read by other pages."""

from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Mend, Refusal


@dataclass(frozen=True, slots=True)
class Case:
    """One state: its title and what the partial is given."""

    title: str
    context: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Component:
    """One partial of `templates/partials/` with its states. `wrap` is the list element its lines belong into."""

    name: str
    partial: str
    cases: tuple[Case, ...]
    wrap: str = ""
    slug: str = field(default="")

    @property
    def template(self) -> str:
        return f"partials/{self.partial}.html"


class SampleForm(forms.Form):
    """One field of each kind that pages use."""

    name = forms.CharField(label=_("Name of the warband"), max_length=40, help_text=_("As the league will read it."))
    warband_type = forms.ChoiceField(
        label=_("Warband type"), choices=[("reiklanders", "Reiklanders"), ("skaven", "Skaven")], widget=forms.RadioSelect
    )
    table = forms.ChoiceField(label=_("Table"), choices=[("small", "24 by 24 inches"), ("large", "48 by 48 inches")])
    notes = forms.CharField(label=_("Notes"), widget=forms.Textarea(attrs={"rows": 3}), required=False)
    is_public = forms.BooleanField(label=_("Everybody may read the roster"), required=False)


def _fields(form: forms.Form) -> dict[str, Any]:
    return {name: {"field": form[name]} for name in form.fields}


_FRESH = _fields(SampleForm(auto_id="fresh_%s"))
_REFUSED = _fields(SampleForm({"warband_type": "orcs", "table": "small"}, auto_id="refused_%s"))
_PLAIN = [
    {"value": 4}, {"value": 3}, {"value": 3}, {"value": 3}, {"value": 3}, {"value": 1}, {"value": 3}, {"value": 1}, {"value": 7},
]
_CHANGED = [
    {"value": 4},
    {"value": 5, "was": 4, "why": "advance after the third battle"},
    {"value": 4}, {"value": 3}, {"value": 3}, {"value": 1},
    {"value": 3, "was": 4, "why": "old battle wound"},
    {"value": 1}, {"value": 8},
]
_CAPTAIN = {
    "name": "Otto Brandt",
    "kind_line": "Captain, hero",
    "url": "#otto",
    "crest": "oxblood/bend/lantern/O",
    "kit": [{"label": "Sword", "icon": "sword"}, {"label": "Dagger", "icon": "sword"}, {"label": "Light armour", "icon": "shield"}],
    "stats": [{"values": _CHANGED}],
    "experience": {"points": 22, "lines": [2, 4, 6, 8, 11, 14, 17, 20, 24, 28]},
}


def _warrior(title: str, *states: tuple[str, str], **changes: Any) -> Case:
    marks = [{"code": code, "detail": detail} for code, detail in states]
    return Case(title, {**_CAPTAIN, "states": marks, "actions": _actions(), **changes})


def _actions() -> list[dict[str, str]]:
    return [
        {"label": "Kit", "url": "#kit", "icon": "chest"},
        {"label": "Record", "url": "#record", "icon": "scroll"},
        {"label": "Odds", "url": "#odds", "icon": "dice"},
    ]


def _buttons() -> tuple[Case, ...]:
    cases = [
        Case(kind, {"label": label, "kind": kind, "type": "button", "icon": glyph})
        for kind, label, glyph in (
            ("main", "Found the Broken Lanterns", "banner"),
            ("plain", "Suggested band", "people"),
            ("quiet", "Leave it", ""),
            ("danger", "Delete the warband", "bin"),
        )
    ]
    for look in ("is-hover", "is-focus", "is-pressed"):
        for kind in ("main", "plain"):
            cases.append(Case(f"{kind}, {look[3:]}", {"label": "Charge Skrit", "kind": kind, "type": "button", "shown_as": look}))
    cases.append(Case("busy", {"label": "Seal the aftermath", "kind": "main", "type": "button", "busy": True}))
    cases.append(
        Case("not now", {"label": "Charge Skrit", "id": "b-charge", "why": "Otto cannot charge: he stood up this turn. [MV-CHG-02]"})
    )
    cases.append(Case("link", {"label": "Open the league", "url": "#league", "icon": "map"}))
    cases.append(Case("big", {"label": "Play a battle now", "kind": "main", "type": "button", "big": True, "icon": "sword"}))
    return tuple(cases)


_STEPS = [{"label": "hit", "chance": "50 %"}, {"label": "wound", "chance": "33 %"}]
_DICE_URL = "#die-31"
_OPTIONS = [
    {"label": "Intercept with Anna", "odds": "41 % to put him out", "name": "option", "value": "1", "kind": "main"},
    {"label": "Intercept with Wilhelm", "id": "p-wilhelm", "why": "Wilhelm is knocked down."},
    {"label": "Let it pass", "odds": "", "name": "option", "value": "0"},
]
_SIDES = [
    {"name": "The Broken Lanterns", "url": "#lanterns", "crest": "oxblood/bend/lantern/B"},
    {"name": "The Rat Tithe", "url": "#tithe", "crest": "moss/chevron/tooth/R"},
]

COMPONENTS: tuple[Component, ...] = (
    Component("Button", "_button", _buttons()),
    Component(
        "Field of a form",
        "_field",
        tuple(Case(f"{name}, fresh", context) for name, context in _FRESH.items())
        + tuple(Case(f"{name}, refused", context) for name, context in _REFUSED.items()),
    ),
    Component(
        "Field of plain values",
        "_input",
        (
            Case("fresh", {"id": "i-name", "label": "Name", "value": "", "hint": "As the league will read it."}),
            Case("filled", {"id": "i-name2", "label": "Name", "value": "The Broken Lanterns", "optional": True}),
            Case("refused", {"id": "i-name3", "label": "Name", "value": "x" * 45, "errors": ["The name has 45 letters; 40 fit on the sheet."]}),
            Case("read only", {"id": "i-name4", "label": "Seed", "value": "20261121", "readonly": True}),
        ),
    ),
    Component(
        "Select",
        "_select",
        (
            Case("fresh", {"id": "s-table", "label": "Table", "options": [{"value": "a", "label": "Market square"}, {"value": "b", "label": "Harbour", "chosen": True}]}),
            Case("refused", {"id": "s-table2", "label": "Table", "options": [{"value": "", "label": "Choose a table"}], "errors": ["Choose a table first."]}),
        ),
    ),
    Component(
        "Stepper",
        "_stepper",
        (
            Case("fresh", {"id": "st-a", "label": "Henchmen in the group", "value": 3, "min": 1, "max": 5, "unit": "of 5"}),
            Case("refused", {"id": "st-b", "label": "Henchmen in the group", "value": 6, "min": 1, "max": 5, "errors": ["A group has at most five; this asks for six. Start a second group."]}),
        ),
    ),
    Component(
        "Chips",
        "_chips",
        (
            Case("links", {"label": "Show", "chips": [{"label": "All", "url": "#all", "chosen": True}, {"label": "Heroes", "url": "#heroes"}, {"label": "Henchmen", "url": "#henchmen"}]}),
            Case("one of", {"label": "Result", "name": "result", "chips": [{"label": "The Broken Lanterns won", "value": "b", "chosen": True}, {"label": "The Rat Tithe won", "value": "r"}, {"label": "Draw", "value": "d"}]}),
            Case("many of, one not allowed", {"label": "The usual kit", "name": "kit", "many": True, "chips": [{"label": "Sword", "note": "10 gc", "value": "sword"}, {"label": "Shield", "note": "5 gc", "value": "shield", "chosen": True}, {"label": "Crossbow", "why": "25 gc, 18 are left"}]}),
        ),
    ),
    Component(
        "Search picker",
        "_picker",
        (
            Case("with answers", {"id": "pk-a", "label": "Find a warband type", "url": "#pk", "query": "", "groups": [{"label": "Rulebook", "options": [{"label": "Reiklanders", "note": "3 to 15 models, 500 gc", "url": "#r", "icon": "banner"}, {"label": "Skaven", "note": "3 to 20 models, 500 gc", "url": "#s", "icon": "banner"}]}], "count": "2 of 8 shown"}),
            Case("buttons, one not allowed", {"id": "pk-b", "label": "Find kit", "url": "#pk", "query": "bow", "groups": [{"label": "Missile weapons", "options": [{"label": "Bow", "end": "10 gc", "name": "item", "value": "bow"}, {"label": "Longbow", "end": "15 gc", "why": "Not on the list of this warrior."}]}], "count": "2 found"}),
            Case("no answer", {"id": "pk-c", "label": "Find kit", "url": "#pk", "query": "zweihander", "groups": [], "count": "Nothing has this name. Try a shorter word."}),
        ),
    ),
    Component("Undo bar", "_undo", (Case("after a purchase", {"sentence": "Bought a sword for Otto, 10 gc.", "url": "#undo", "what": "sword for Otto", "key": "sample"}),)),
    Component(
        "Dialog",
        "_dialog",
        (
            Case("deletion", {"id": "d-delete", "shown": True, "title": "Delete the Broken Lanterns?", "text": "The roster goes; the 6 battles stay in the league with its name.", "url": "#delete", "confirm": "Delete the warband", "keep": "Keep it", "keep_url": "#keep", "key": "sample"}),
            Case("sealing", {"id": "d-seal", "shown": True, "title": "Seal the aftermath?", "text": "Rolls become part of the ledger. You can unseal until the next battle.", "url": "#seal", "confirm": "Seal it", "keep": "Look again", "keep_url": "#look", "kind": "main", "icon": "seal", "key": "sample"}),
        ),
    ),
    Component("Term", "_term", (Case("in a sentence", {"id": "t-down", "word": "knocked down", "meaning": "On the ground: crawls 2 inches and is hit without a roll.", "differences": [{"ruleset": "gazette", "text": "may not crawl."}], "rule_id": "IN-KD-01", "page": "Rulebook, page 34", "url": "#rule", "report_url": "#report"}),)),
    Component(
        "Provenance badge",
        "_provenance",
        tuple(
            Case(kind, {"kind": kind, "detail": detail})
            for kind, detail in (
                ("printed", "rulebook, page 71"), ("1a", ""), ("1b", ""), ("1c", ""), ("2a", ""), ("house", "start gold 600"),
                ("arbitrator", "3 March, +1 experience, missed in round 2"), ("typed", ""), ("rolled", ""), ("own", "Harbour tales"),
            )
        ),
    ),
    Component(
        "State",
        "_state",
        tuple(Case(code, {"code": code}) for code in (
            "ok", "warn", "bad", "info", "healthy", "advance", "misses", "captured", "dead", "over", "draft", "archived", "open", "running",
            "paused", "closed", "scheduled", "live", "your_turn", "their_turn", "played_here", "reported", "agreed", "disputed", "bye",
            "queued", "failed", "standing", "knocked_down", "stunned", "out", "fleeing", "hidden",
        )),
    ),
    Component(
        "Statline",
        "_statline",
        (
            Case("one warrior", {"rows": [{"values": _PLAIN}]}),
            Case("changed values", {"rows": [{"values": _CHANGED}]}),
            Case("several", {"caption": "Heroes", "rows": [{"name": "Otto Brandt", "values": _CHANGED}, {"name": "Anna Voss", "values": _PLAIN}]}),
        ),
    ),
    Component(
        "Warrior row",
        "_warrior_row",
        (
            _warrior("healthy", ("healthy", "")),
            _warrior("advance due", ("advance", "1")),
            _warrior("misses the next battle", ("misses", "")),
            _warrior("captured", ("captured", "by the Rat Tithe")),
            _warrior("dead", ("dead", "battle of the chapel")),
            _warrior("over a limit", ("over", "two heavy armours"), note="Give one of them back to the stash."),
            _warrior("draft", ("draft", "")),
            _warrior("henchman group", ("healthy", ""), name="The Wharf Rats", kind_line="Warriors, henchman group", headcount=4, crest="", stats=[{"values": _PLAIN}], experience={"points": 3, "lines": [2, 5, 9, 14]}),
        ),
    ),
    Component(
        "Legality strip",
        "_legality",
        (
            Case("legal", {"id": "l-a", "state": "legal", "summary": "10 of 15 models, 5 of 6 heroes, 37 gc left."}),
            Case("not yet", {"id": "l-b", "state": "not_yet", "summary": "2 things are missing.", "breaches": [{"sentence": "A leader is needed.", "rule_id": "RO-LEAD-01", "label": "Add a captain", "url": "#add"}, {"sentence": "Anna holds three weapons; two fit.", "rule_id": "RO-SLOT-02", "label": "Take the axe away", "url": "#axe"}]}),
            Case("breaks a house rule", {"id": "l-c", "state": "house", "summary": "Legal by the book; the league allows no hired swords before round 3.", "breaches": [{"sentence": "Rolf the ogre bodyguard.", "label": "Dismiss Rolf", "url": "#rolf"}]}),
        ),
    ),
    Component(
        "Gold tally",
        "_gold",
        (
            Case("with gold left", {"parts": [{"label": "Treasury", "amount": 37}, {"label": "Spent", "amount": 463}, {"label": "Wyrdstone", "amount": 2, "unit": "shards"}]}),
            Case("too much spent", {"parts": [{"label": "Treasury", "amount": -12}, {"label": "Spent", "amount": 512}], "overspent": "12 gc are missing"}),
        ),
    ),
    Component(
        "Rating breakdown",
        "_rating",
        (Case("closed", {"total": 87, "parts": []}), Case("open", {"total": 87, "open": True, "parts": [{"label": "Warriors", "count": 10, "each": 5, "sum": 50}, {"label": "Experience", "count": 37, "each": 1, "sum": 37}]})),
    ),
    Component(
        "Dice row",
        "_dice_row",
        (
            Case("not rolled", {"purpose": "Otto, serious injury", "dice": [{"face": None}, {"face": None}], "roll_label": "Roll D66", "name": "roll", "value": "injury"}),
            Case("rolled, passed", {"purpose": "Anna shoots Skrit", "dice": [{"face": 5}], "needed": "4+", "outcome": "pass", "result": "hit", "source": "rolled", "url": _DICE_URL, "place": "die 31"}),
            Case("rolled, failed", {"purpose": "Skrit's Initiative check", "dice": [{"face": 6}], "needed": "4 or less", "outcome": "fail", "source": "rolled", "url": _DICE_URL}),
            Case("re-rolled", {"purpose": "Otto parries", "dice": [{"face": 2, "struck": True}, {"face": 6}], "needed": "more than 4", "outcome": "pass", "result": "parried", "url": _DICE_URL}),
            Case("typed", {"purpose": "Exploration", "dice": [{"face": 3}, {"face": 3}, {"face": 1}], "result": "double 3", "source": "typed"}),
            Case("D66 and other dice", {"purpose": "Scatter", "dice": [{"face": 8, "sides": 10}], "result": "8"}),
        ),
    ),
    Component(
        "Odds chain",
        "_odds",
        (
            Case("percent", {"steps": _STEPS, "product": {"label": "wounded", "chance": "17 %"}}),
            Case("fractions, with modifiers", {"steps": [{"label": "hit", "chance": "1/2"}, {"label": "wound", "chance": "1/3"}], "product": {"label": "wounded", "chance": "1/6"}, "base": {"label": "Ballistic Skill 3", "value": "4+"}, "modifiers": [{"label": "Cover", "value": "−1", "rule_id": "SH-COV-01"}], "result": {"label": "Needs", "value": "5+"}}),
        ),
    ),
    Component("Modifier list", "_modifiers", (Case("to hit", {"base": {"label": "Ballistic Skill 3", "value": "4+"}, "modifiers": [{"label": "Cover", "value": "−1", "rule_id": "SH-COV-01"}, {"label": "Long range", "value": "−1", "rule_id": "SH-LONG-01"}], "result": {"label": "Needs", "value": "6+"}}),)),
    Component(
        "Prompt card",
        "_prompt",
        (
            Case("mine", {"state": "mine", "happened": "Skrit charges Otto from the chapel door.", "question": "Who steps in?", "options": _OPTIONS, "silence": "Without an answer in 40 s it passes.", "rule_id": "MV-INT-01", "rule_url": "#rule", "remember": "remember"}),
            Case("theirs", {"state": "theirs", "who": "The Rat Tithe", "question": "Intercept? 14 s"}),
            Case("waiting", {"state": "waiting", "question": "The bot is thinking, 2 of 9 warriors."}),
            Case("by standing order", {"state": "standing", "question": "Otto parried the 4."}),
            Case("timed out", {"state": "timed_out", "question": "The charge passed without an answer."}),
            Case("replay", {"state": "replay", "question": "The Rat Tithe let it pass."}),
            Case("spectator", {"state": "spectator", "question": "The Broken Lanterns decide: intercept?"}),
        ),
    ),
    Component(
        "Phase bar",
        "_phase_bar",
        (
            Case("with clocks", {"turn": "Turn 3", "whose": "The Broken Lanterns", "side": "a", "phases": [{"label": "Recovery", "state": "done"}, {"label": "Movement", "state": "now"}, {"label": "Shooting", "state": "later"}, {"label": "Combat", "state": "later"}], "clocks": [{"label": "Yours", "text": "12:40"}, {"label": "Theirs", "text": "9:05"}]}),
            Case("no clock", {"turn": "Turn 1", "whose": "The Rat Tithe", "side": "b", "phases": [{"label": "Recovery", "state": "now"}, {"label": "Movement", "state": "later"}]}),
        ),
    ),
    Component(
        "Log line",
        "_log_line",
        (
            Case("order", {"when": "3.2", "side": "a", "text": "Otto walks to the chapel door.", "url": "#e140"}),
            Case("with dice", {"when": "3.3", "side": "a", "text": "Anna shoots Skrit.", "url": "#e142", "rolls": [{"purpose": "To hit", "dice": [{"face": 5}], "needed": "4+", "outcome": "pass", "result": "hit"}]}),
            Case("casualty", {"when": "3.4", "side": "b", "text": "Skrit is out of action.", "url": "#e145", "kind": "casualty"}),
            Case("the moment shown, by standing order", {"when": "3.5", "side": "c", "text": "The Rat Tithe lets it pass.", "kind": "now", "note": "by standing order"}),
        ),
        wrap="log",
    ),
    Component(
        "Standings",
        "_standings",
        (Case("sorted by points", {"caption": "Standings after round 2", "columns": [{"label": "Points", "url": "#points", "sorted": "descending"}, {"label": "Won", "url": "#won"}, {"label": "Drawn", "url": "#drawn"}, {"label": "Lost", "url": "#lost"}, {"label": "Rating", "url": "#rating"}], "rows": [{"place": 1, **_SIDES[1], "cells": [6, 2, 0, 0, 112]}, {"place": 2, **_SIDES[0], "cells": [3, 1, 0, 1, 98], "is_mine": True}, {"place": 3, "name": "Sisters of the Drowned Bell", "crest": "slate/pale/bell/S", "cells": [0, 0, 0, 2, 71], "note": "archived"}]}),),
    ),
    Component(
        "Match card",
        "_match",
        tuple(
            Case(state, {"state": state, "title": "Round 2", "sides": _SIDES, "when": when, "scenario": "Skirmish", "actions": actions})
            for state, when, actions in (
                ("scheduled", "Thu 5 March, 20:00 your time", [{"label": "Play it here", "url": "#play", "kind": "main", "icon": "sword"}, {"label": "Report", "url": "#report", "icon": "quill"}]),
                ("played_here", "Thu 5 March", [{"label": "Replay", "url": "#replay", "icon": "play"}]),
                ("reported", "Thu 5 March", [{"label": "Agree", "name": "agree", "value": "1", "kind": "main", "icon": "tick"}, {"label": "Not so", "name": "agree", "value": "0"}]),
                ("agreed", "Thu 5 March", [{"label": "Aftermath", "url": "#aftermath"}]),
                ("disputed", "Thu 5 March", [{"label": "Agree", "id": "m-agree", "why": "The arbitrator decides."}]),
            )
        )
        + (Case("bye", {"state": "bye", "title": "Round 3", "sides": _SIDES[:1]}),),
    ),
    Component(
        "Chronicle entry",
        "_chronicle_entry",
        (
            Case("plain", {"title": "The Rat Tithe won at the chapel", "text": "They drove off the Broken Lanterns in turn 6; Skrit put two men out of action.", "when": "Thu 5 March, 20:00", "when_iso": "2026-03-05T20:00", "url": "#chapel", "provenance": {"kind": "rolled", "detail": ""}}),
            Case("turning point, in character", {"title": "Otto fell", "text": "He went back for the lantern. Nobody had told him it was empty.", "when": "Thu 5 March, 21:10", "in_character": True, "pivotal": True}),
        ),
        wrap="chronicle",
    ),
    Component("Notice", "_notice", tuple(Case(kind, {"kind": kind, "text": text}) for kind, text in (("ok", "The Broken Lanterns are founded."), ("info", "Kept 30 days for this browser. Sign up to keep it for good."), ("warn", "The league closes on Sunday."), ("bad", "The file holds no roster.")))),
    Component("Empty state", "_empty", (Case("no battles", {"text": "No battles yet. Play one against the bot now; it takes about 15 minutes.", "label": "Play a battle now", "url": "#play", "icon": "sword"}), Case("stash", {"text": "The stash is empty. Kit of the fallen and finds come here.", "ornament": "key"}))),
    Component("Progress", "_progress", (Case("counting", {"id": "pr-a", "text": "Checking dice, 140 of 312.", "done": 140, "total": 312}), Case("waiting its turn", {"id": "pr-b", "text": "Waiting for 2 other jobs."}))),
    Component(
        "Refusal",
        "_refusal",
        (
            Case("plain", {"refusal": Refusal("no_gold", "Anna cannot buy the crossbow: the price is 25 gc and 18 are left. Sell a shard, or leave it.")}),
            Case("with rule and ways out", {"refusal": Refusal("stood_up", "Otto cannot charge: he stood up this turn.", rule_id="MV-CHG-02", mending=[Mend("Walk to the door instead", "/play/"), Mend("Shoot Skrit", "shoot")]), "rule_url": "#rule"}),
            Case("with fields", {"refusal": Refusal("wrong_form", "The warband was not founded.", fields={"name": ["The name has 45 letters; 40 fit on the sheet."]})}),
        ),
    ),
)
