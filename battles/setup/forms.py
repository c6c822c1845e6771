"""Forms to start battles. They check shape and range; the services decide what may be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from battles.core.custom_scenarios import can_play, labelled, scenario_known
from battles.core.defaults import PLAIN_SCENARIO
from battles.engine.rulesets.compile import rules_for
from battles.models import Opponent, Visibility
from battles.setup.new_battle import NO_PACK, Army
from battles.setup.table_choice import has_wonders, tables_open_to
from battles.tables import library
from campaigns.house_rules.forms import BattleHouseForm
from campaigns.matches import bot_players
from campaigns.matches.turn_clocks import NONE, clock_choices
from catalogue.custom_packs.codes import is_custom_code
from catalogue.custom_packs.library import Pins, book_with
from catalogue.custom_packs.permissions import may_found
from catalogue.custom_packs.selectors import latest_releases, scenarios_of_release
from catalogue.packs.book import Scenario
from catalogue.packs.installed import book
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from catalogue.rules.rulesets import ruleset_choices
from warbands.models import WarbandStatus
from warbands.shared.selectors import warbands_of

RULESETS = tuple((choice.code, choice.name) for choice in ruleset_choices())
PACK = {
    "off": _("Not used: special pieces are scenery"),
    "on": _("Used: special pieces of the chosen table follow their own rules"),
    "few": _("A few special pieces among the ruins"),
    "many": _("Many special pieces among the ruins"),
}
DENSITIES = {"low": _("Open: a few houses"), "club": _("Medium: like a club table"), "dense": _("Dense: narrow lanes")}


Choices = list[tuple[str, list[tuple[str, str]]]]


class ScenarioSelect(forms.Select):
    """A select list of scenarios; the page shows a line about the chosen one. `notes` maps codes to lines."""

    notes: Mapping[str, str] = {}

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if note := self.notes.get(str(value)):
            option["attrs"]["data-note"] = note
        return option


def playable_scenarios(pins: Pins | None = None) -> list[Scenario]:
    """Every scenario that can be played on the board, the plain fight first, then by name. With `pins`, those of a
    campaign."""
    facts = book_with(pins or {}).scenarios
    return sorted(
        (scenario for scenario in facts.values() if can_play(scenario) and scenario.same_as not in facts),
        key=lambda scenario: (scenario.code != PLAIN_SCENARIO, scenario.name),
    )


def scenario_choices(pins: Pins | None = None) -> Choices:
    """The playable scenarios in groups: the rulebook's first, then those of each supplement by its name."""
    packs = book_with(pins or {}).packs
    groups: dict[tuple[bool, str], list[tuple[str, str]]] = {}
    for scenario in playable_scenarios(pins):
        pack = packs[scenario.source.pack]
        groups.setdefault((scenario.source.tier > 1, pack.name), []).append((scenario.code, scenario.name))
    return [(str(_("Rulebook")) if not later else name, rows) for (later, name), rows in sorted(groups.items())]


def scenario_notes(pins: Pins | None = None) -> dict[str, str]:
    """A line about each playable scenario that has one, by code."""
    return {scenario.code: scenario.summary for scenario in playable_scenarios(pins) if scenario.summary}


def own_scenario_choices(user: User | None, wanted: str) -> list[tuple[str, str]]:
    """Custom scenarios: those in the latest versions of the user's packs, and the one in the address. Two queries, and
    one more for the one in the address."""
    found: dict[str, Scenario] = {}
    if user is not None:
        for release in latest_releases(user.pk):
            for scenario in scenarios_of_release(release):
                found[scenario.code] = scenario
    if is_custom_code(wanted) and wanted not in found and user is not None and may_found(user.pk, wanted):
        record = scenario_known(wanted)
        if record is not None:
            found[record.code] = record
    return labelled({code: scenario for code, scenario in found.items() if can_play(scenario)})


def army_choices(user: User | None) -> list[tuple[str, Any]]:
    """The user's warbands first, then a suggested one of every list."""
    own = []
    if user is not None:
        founded = warbands_of(user.pk).filter(status=WarbandStatus.FOUNDED)[:30]
        own = [(f"own:{band.public_id}", band.name) for band in founded]
    lists = [
        (f"list:{code}", kind.name) for code, kind in sorted(book().warband_types.items(), key=lambda row: row[1].name)
    ]
    groups: list[tuple[str, Any]] = [("", _("A suggested warband, any list"))]
    if own:
        groups.append((str(_("Your warbands")), own))
    groups.append((str(_("Suggested")), lists))
    return groups


def own_among(choices: list[tuple[str, Any]]) -> list[tuple[str, str]]:
    """(public id, name) of the user's own warbands among the choices of an army."""
    rows = [row for _name, group in choices if isinstance(group, list) for row in group]
    return [(code.removeprefix("own:"), str(name)) for code, name in rows if code.startswith("own:")]


def army_of(value: str) -> Army:
    """The army for a form value."""
    kind, _colon, code = value.partition(":")
    return Army(warband=code) if kind == "own" else Army(warband_type=code)


class NewBattle(TypedDict):
    """Values for the fields of `operations.StartBattle`."""

    opponent: str
    bot: str
    ruleset: str
    scenario: str
    table: str
    density: str
    size_in: int
    pack: str
    house_rules: dict[str, object]
    warband: str
    warband_type: str
    their_warband: str
    their_warband_type: str
    set_up: bool
    counts: bool | None
    clock: str
    visibility: str
    hints: bool


class PlayForm(BattleHouseForm):
    """A new battle: opponent, warbands, table, rules, house rules."""

    opponent = forms.ChoiceField(
        label=_("Opponent"),
        choices=[
            (Opponent.BOT, _("Bot")),
            (Opponent.HOT_SEAT, _("Another player at this screen")),
            (Opponent.INVITED, _("A player I send a link to")),
            (Opponent.OPEN, _("Any player: an open challenge")),
        ],
        widget=forms.RadioSelect,
        initial=Opponent.BOT,
    )
    bot = forms.ChoiceField(
        label=_("Strength of the bot"),
        choices=list(bot_players.BOTS.items()),
        initial=bot_players.USUAL_BOT,
        required=False,
    )
    army = forms.ChoiceField(label=_("Your warband"), required=False)
    their_army = forms.ChoiceField(
        label=_("The other warband"),
        required=False,
        help_text=_(
            "For the bot or the second player at this screen, who can also use one of your warbands, with the warriors "
            "that you chose for it."
        ),
    )
    ruleset = forms.ChoiceField(label=_("Ruleset"), choices=RULESETS, initial=DEFAULT_RULESET)
    scenario = forms.ChoiceField(
        label=_("Scenario"), choices=scenario_choices, initial=PLAIN_SCENARIO, widget=ScenarioSelect
    )
    size_in = forms.TypedChoiceField(
        label=_("Size of the table"),
        coerce=int,
        choices=[(size, _("%(n)d by %(n)d inches") % {"n": size}) for size in library.SIZES_IN],
        initial=library.SIZE_IN,
    )
    density = forms.ChoiceField(
        label=_("Ruins"),
        choices=[(code, DENSITIES.get(code, code)) for code in library.DENSITIES],
        initial=library.DENSITY,
    )
    pack = forms.ChoiceField(
        label=_("Terrain pack"),
        choices=tuple(PACK.items()),
        initial=NO_PACK,
        required=False,
        help_text=_("Woods, rivers, monuments and buildings to hold, each with its own rules."),
    )
    table = forms.ChoiceField(label=_("Table"), required=False, widget=forms.RadioSelect)
    counts = forms.ChoiceField(
        label=_("Does the battle count for your warband?"),
        required=False,
        choices=[
            ("", _("Default: battles against the bot are practice, battles between players count")),
            ("yes", _("Counts: injuries, experience and finds change the rosters")),
            ("no", _("Practice: no roster changes")),
        ],
        help_text=_("For a warband of a league it is practice, unless the league allows battles outside of it."),
    )
    clock = forms.ChoiceField(
        label=_("Turn clock"),
        choices=clock_choices,
        initial=NONE,
        required=False,
        help_text=_(
            "For two players on separate devices. After one timeout the default decision is made; after two, your "
            "opponent may claim the battle."
        ),
    )
    set_up = forms.BooleanField(
        label=_("Place my warriors for me"),
        required=False,
        initial=True,
        help_text=_("You start with your first move."),
    )
    hints = forms.BooleanField(
        label=_("Both players may ask for hints"),
        required=False,
        help_text=_("For battles between two players with suggested warbands. Your opponent sees this before joining."),
    )
    is_private = forms.BooleanField(label=_("Do not show in public lists"), required=False)

    @property
    def scenario_note(self) -> str:
        """The line about the scenario that is currently chosen."""
        return scenario_notes().get(str(self["scenario"].value()), "")

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = army_choices(user)
        self.own_warbands = own_among(choices)
        self.fields["scenario"].widget.notes = scenario_notes()  # type: ignore[attr-defined]
        wanted = str(self.data.get("scenario") or self.initial.get("scenario") or "")
        own = own_scenario_choices(user, wanted)
        if own:
            groups = [*scenario_choices(), (str(_("Custom packs")), own)]
            self.fields["scenario"].choices = groups  # type: ignore[attr-defined]
        self.fields["army"].choices = choices  # type: ignore[attr-defined]
        theirs = [choices[0], choices[-1], *choices[1:-1]]
        self.fields["their_army"].choices = theirs  # type: ignore[attr-defined]
        chosen = str(self.data.get("table") or self.initial.get("table") or "")
        self.tables = tables_open_to(user.pk if user is not None else None, asked=chosen)
        ready = [(table.code, table.name) for table in self.tables]
        self.fields["table"].choices = [("", _("Ruins generated for this battle")), *ready]  # type: ignore[attr-defined]
        if any(table.code == chosen and has_wonders(table.data) for table in self.tables):
            self.fields["pack"].initial = "on"

    def clean_ruleset(self) -> str:
        """The code of the ruleset in the engine."""
        code = str(self.cleaned_data["ruleset"])
        rules_for(code, None)
        return code

    def terms(self) -> NewBattle:
        """The values of the battle that the form describes."""
        data = self.cleaned_data
        mine, theirs = army_of(data["army"]), army_of(data["their_army"])
        return {
            "opponent": data["opponent"],
            "bot": data["bot"] or bot_players.USUAL_BOT,
            "ruleset": data["ruleset"],
            "scenario": data["scenario"],
            "table": data["table"],
            "density": data["density"],
            "size_in": data["size_in"],
            "pack": data["pack"] or NO_PACK,
            "house_rules": self.house_rules,
            "warband": mine.warband,
            "warband_type": mine.warband_type,
            "their_warband": theirs.warband,
            "their_warband_type": theirs.warband_type,
            "set_up": data["set_up"],
            "counts": {"yes": True, "no": False}.get(data["counts"]),
            "clock": data["clock"] or NONE,
            "hints": data["hints"],
            "visibility": Visibility.LINK if data["is_private"] else Visibility.PUBLIC,
        }


class JoinForm(forms.Form):
    """The warband with which a user joins."""

    army = forms.ChoiceField(label=_("Your warband"), required=False)

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = army_choices(user)
        self.fields["army"].choices = choices  # type: ignore[attr-defined]
        self.own_warbands = own_among(choices)
