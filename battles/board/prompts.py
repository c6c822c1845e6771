"""The prompt card: the pending decision, or what the side may do in this step."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.board.options.model_options import CHARGES, actors, chargers, stage_of
from battles.board.previews import attack_odds
from battles.board.previews.rout_odds import risk_of_fighting_on
from battles.board.text.names import listed_names
from battles.board.text.prompts import choice_label, question_of
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Answer, EndStep, Fight, GiveUp, Ready
from battles.engine.odds.budget import Budget
from battles.engine.state import Frame
from battles.engine.steps.charge import declarations
from battles.engine.steps.turn import redeployment, rout

MOST_WEIGHED = 12
"""If there are more ways to divide attacks than this, they are shown without odds."""
SPLIT_STATES = 15_000
"""Maximum number of states for the odds of all ways to divide attacks together. Once it is reached, the remaining ways
are shown without odds."""
CHARGERS_NAMED = 4
"""Maximum number of warriors that the question about charges names; the list below it has them all."""


class Button(TypedDict):
    """An option on the card, as `_prompt.html` shows it; `value` is the command as JSON text."""

    label: str
    name: str
    value: str
    kind: str
    odds: str
    asks: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """Parameters of `_prompt.html`, and further data for the page around it."""

    state: str
    question: str
    who: str = ""
    happened: str = ""
    options: list[Button] = field(default_factory=list)
    default_text: str = ""
    rule_id: str = ""
    marked: tuple[str, ...] = ()
    """Models that the prompt is about, which are marked on the board."""
    can_place_all: bool = False
    stage: str = ""
    """The kind of decision, if one is pending."""
    left: tuple[tuple[str, str], ...] = ()
    """(id, name) of the models that have not acted yet, for the button that ends the step."""
    targets: tuple[tuple[str, str, str], ...] = ()
    """(id, name, names of the enemies) for each model that may declare a charge."""


def _button(label: str, command: commands.Command, kind: str = "plain", odds: str = "", asks: str = "") -> Button:
    """An option on the card. With a question `asks`, the button only shows that question, and an End button below it
    sends `command`."""
    value = json.dumps(commands.to_data(command), separators=(",", ":"))
    return {"label": label, "name": "command", "value": value, "kind": kind, "odds": odds, "asks": asks}


def prompt_for(engine: EngineBattle, mine: tuple[str, ...], *, bots: frozenset[str], selected: str = "") -> Prompt:
    """The card for a player of the sides `mine` (empty for a spectator). `selected` is the id of the model that is
    shown; a prompt to a single warrior names it."""
    awaited = engine.awaiting()
    if not awaited:
        return Prompt("replay", _("The battle is over."))
    side = next((letter for letter in awaited if letter in mine), "")
    if not side:
        name = engine.game.name(awaited[0])
        if awaited[0] in bots:
            return Prompt("waiting", _("The bot is thinking for %(side)s.") % {"side": name})
        return Prompt("theirs" if mine else "spectator", _("Waiting for %(side)s to act.") % {"side": name}, who=name)
    frame = engine.state.flow[-1]
    if frame.kind == "decision":
        return _decision(engine, frame)
    return _step(engine, side, selected)


def _decision(engine: EngineBattle, frame: Frame) -> Prompt:
    game, state = engine.game, engine.state
    question = question_of(game, frame)
    options: list[Button] = []
    labels = {row[0]: choice_label(game, frame, row) for row in frame.data["choices"]}
    budget = Budget(SPLIT_STATES)
    for key, label in labels.items():
        odds = ""
        if frame.stage == "intercept" and key in state.models:
            chain = attack_odds.of_blows(game, state, key, str(frame.data["charger"]))
            odds = chain["says"] if chain else ""
        if (
            frame.stage == "allocate"
            and frame.data.get("part") == "self"
            and len(frame.data["choices"]) <= MOST_WEIGHED
        ):
            odds = attack_odds.of_split(game, state, str(frame.data["who"]), key.split(","), budget)
        options.append(_button(label, Answer(key), "main" if len(options) == 0 else "plain", odds))
    default = labels.get(frame.data["silence"], "")
    marked = tuple(str(frame.data[key]) for key in ("who", "charger") if frame.data.get(key) in state.models)
    return Prompt(
        "mine",
        question,
        options=options,
        default_text=_("Default decision: %(what)s.") % {"what": default} if default else "",
        rule_id=str(frame.data.get("rule", "")),
        marked=marked,
        stage=frame.stage,
    )


def _step(engine: EngineBattle, side: str, selected: str) -> Prompt:
    game = engine.game
    stage = stage_of(engine)
    able = sorted(actors(engine, side), key=lambda model_id: int(model_id[1:]))
    left = tuple((model_id, game.name(model_id)) for model_id in able)
    first = left[0][1] if left else ""
    is_other = bool(selected) and selected not in able
    if selected in able:
        first = game.name(selected)
    if stage == ("deployment", "placing"):
        if left:
            words = ngettext("%(n)d warrior left to set up.", "%(n)d warriors left to set up.", len(left))
            return Prompt("mine", words % {"n": len(left)}, can_place_all=True, left=left, rule_id="SCN-DEPLOY-01")
        return Prompt(
            "mine",
            _("Both sides are set up. Your leader may now move your warriors inside the wider zone.")
            if redeployment.is_under_way(engine.state)
            else _("All warriors are set up. You may still move them inside your zone."),
            options=[_button(_("Ready: start the battle"), Ready(), "main")],
            rule_id="SCN-DEPLOY-01",
        )
    if stage == CHARGES:
        return _charges(engine, side, left, selected)
    if stage == ("movement", "remaining"):
        text = _("%(who)s can move. Select a position, or choose below.")
        if is_other:
            text = _("Choose a warrior who can move: %(who)s is next.")
        question = text % {"who": first} if first else _("No other warrior can move.")
        return Prompt(
            "mine", question, options=[_end(_("End movement"), left, stage)], left=left, rule_id="MV-ORDER-01"
        )
    if stage[0] == "movement":
        return Prompt("mine", _("Choose the order of the compulsory moves."), left=left)
    if stage[0] == "shooting":
        text = _("%(who)s can shoot. Select a target.")
        if is_other:
            text = _("Choose a warrior who can shoot: %(who)s is next.")
        question = text % {"who": first} if first else _("No other warrior can shoot.")
        return Prompt(
            "mine", question, options=[_end(_("End shooting"), left, stage)], left=left, rule_id="SHOOT-ONE-01"
        )
    if stage[0] == "combat":
        return Prompt(
            "mine",
            _("Fights are resolved in order of Initiative."),
            options=[_button(_("Fight: roll attacks"), Fight(), "main")],
            rule_id="CC-WHO-01",
        )
    if stage == ("turn_start", "give_up"):
        lost, started = rout.losses(game, engine.state, side)
        return Prompt(
            "mine",
            _("%(lost)d of your %(started)d warriors are out of action. Fight on?")
            % {"lost": lost, "started": started},
            happened=risk_of_fighting_on(game, engine.state, side),
            options=[_button(_("Fight on"), EndStep(), "main"), _button(_("Rout voluntarily"), GiveUp(), "danger")],
            rule_id="PSY-VROUT-01",
        )
    if stage[0] == "lured":
        return Prompt(
            "mine",
            _("%(who)s obeys you: move it anywhere, even against its own side, or leave it where it is.")
            % {"who": engine.game.name(engine.state.flow[-1].data["who"])},
            options=[_button(_("Leave it"), EndStep(), "plain")],
            rule_id="MAG-WHO-01",
        )
    legal = engine.legal(side)
    options = [_end(_("Continue"), left, stage)] if EndStep() in legal else []
    return Prompt("mine", _("What next?"), options=options, left=left)


def _charges(engine: EngineBattle, side: str, left: tuple[tuple[str, str], ...], selected: str) -> Prompt:
    game = engine.game
    declared = engine.state.flow[-1].data["declared"]
    forced = declarations.must_still_charge(game, engine.state, declared)
    happened = ""
    if declared:
        words = ngettext("%(n)d charge is declared.", "%(n)d charges are declared.", len(declared))
        happened = words % {"n": len(declared)}
    targets = tuple(
        (model_id, game.name(model_id), ", ".join(game.name(enemy) for enemy in enemies))
        for model_id, enemies in chargers(engine, side).items()
    )
    if forced:
        question = _("%(who)s is frenzied and must charge.") % {"who": game.name(forced)}
        return Prompt("mine", question, happened=happened, left=left, targets=targets, rule_id="MV-CHG-18")
    label = _("Move the chargers") if declared else _("No charges: continue to movement")
    return Prompt(
        "mine",
        _who_can_charge(targets, selected),
        happened=happened,
        options=[_button(label, EndStep(), "main" if declared else "plain")],
        left=() if not declared else left,
        targets=targets,
        rule_id="MV-ORDER-01",
    )


def _who_can_charge(targets: tuple[tuple[str, str, str], ...], selected: str) -> str:
    """The question of the charge step. It names the warriors who can charge, the selected one first."""
    if not targets:
        return _("Charges are declared.")
    is_able = selected in {model_id for model_id, _name, _enemies in targets}
    names = [name for _id, name, _enemies in sorted(targets, key=lambda row: row[0] != selected)]
    if not selected or is_able:
        text = _("%(who)s can charge. Select an enemy, or continue.")
    else:
        text = _("%(who)s can charge. Select one of them, or continue.")
        if len(names) == 1:
            text = _("%(who)s can charge. Select this warrior, or continue.")
    return text % {"who": listed_names(names, CHARGERS_NAMED)}


def _end(label: str, left: tuple[tuple[str, str], ...], stage: tuple[str, str]) -> Button:
    """The option that ends a step. If warriors can still act, it asks for confirmation first."""
    if not left:
        return _button(label, EndStep(), "main")
    count = len(left)
    if stage == ("movement", "remaining"):
        words = ngettext("%(n)d warrior can still move.", "%(n)d warriors can still move.", count)
    elif stage[0] == "shooting":
        words = ngettext("%(n)d warrior can still shoot.", "%(n)d warriors can still shoot.", count)
    else:
        words = ngettext("%(n)d warrior can still act.", "%(n)d warriors can still act.", count)
    asks = _("%(left)s End anyway?") % {"left": words % {"n": count}}
    note = ngettext("%(n)d has not acted", "%(n)d have not acted", count) % {"n": count}
    return _button(label, EndStep(), odds=note, asks=asks)
