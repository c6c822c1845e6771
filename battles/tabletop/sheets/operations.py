"""Operations on battle sheets: send one, report a league match with it, confirm it, replace it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from django.http import Http404
from pydantic import BaseModel, ConfigDict, Field

from accounts.models import User
from battles.aftermath.decisions.undo import NotYoursToRevert, ReasonMissing
from battles.core.defaults import PLAIN_SCENARIO
from battles.core.league_rosters import PlaysInLeague
from battles.core.operation import BattleOperation
from battles.engine.rulesets.keys import CODES
from battles.models import Battle, Track
from battles.setup import match_battles
from battles.tabletop.api_shapes import sheet_shape
from battles.tabletop.permissions import warband_address
from battles.tabletop.scenarios import OtherScenario, ScenarioNotHere, scenario_of
from battles.tabletop.selectors import open_tracks_of
from battles.tabletop.serializers import SheetShape
from battles.tabletop.sheets import amendments
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.form import MOST_SHARDS
from battles.tabletop.sheets.occasions import MOST_COUNTED
from battles.tabletop.sheets.reader import refuse_bad
from battles.tabletop.sheets.refusals import IN_REQUESTS
from battles.tabletop.sheets.sheet import LETTERS, Sheet
from battles.tabletop.sheets.warbands import NoSuchWarband, readable_warbands, sides_of_warbands
from battles.tabletop.tracker.services import warbands_of
from campaigns.core.permissions import match_to_read
from campaigns.core.refusals import (
    BadPlaces,
    CampaignNotRunning,
    MatchNotOpen,
    NotYourMatch,
    OwnReport,
)
from campaigns.matches.refusals import (
    EarlierDiceAwaited,
    ForSeveralSides,
    NothingReported,
    WarbandArchived,
    WinnerNotFirst,
)
from campaigns.models import Match
from catalogue.packs.installed import book
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import Key, SharedKey, choice, text, whole
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state

Place = Annotated[int, *whole(1, 6)]
Face = Annotated[int, *whole(1, 6)]
Team = Annotated[str, Field(pattern="^[a-z]?$")]
Scenario = Annotated[
    Annotated[str, Field(min_length=1, max_length=60)] | None,
    Field(
        description="The code of the scenario. If missing or null: that of the match or of the previous sheet, "
        "otherwise `skirmish`. A match that has a scenario accepts no other."
    ),
]
Marks = Annotated[
    dict[str, Key], Field(description="The target of a bounty hunter, an enemy hero, by the hunter's roster key.")
]


EXAMPLE: Final = {
    "sides": {
        "a": {"fought": ["4kPq8ZxTn2Lw", "7hGf5DsAq1Wx"], "routed": False},
        "b": {"fought": ["9sLm2CvBq7Rt"], "falls": [{"who": "9sLm2CvBq7Rt", "by": "4kPq8ZxTn2Lw"}], "routed": True},
    },
    "winner": "a",
}


class Part(BaseModel):
    """Base of the parts of a sheet."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class FallRequest(Part):
    """One model that went out of action: its roster line, and the enemy line that did it (empty if unknown)."""

    who: Key
    by: Annotated[str, Field(max_length=12)] = ""
    killing_blow: bool = False


class SideSheetRequest(Part):
    """The part of a sheet about one warband. By roster key, `deeds` are the scenario's reasons for experience with
    their counts, and `old_wounds` the dice rolled for old wounds."""

    fought: Annotated[list[Key], Field(max_length=60)]
    falls: list[FallRequest] = []
    deeds: dict[str, dict[str, Annotated[int, *whole(0, 9999)]]] = {}
    old_wounds: dict[str, Face] = {}
    used: Annotated[
        dict[str, dict[str, Annotated[int, *whole(0, 20)]]] | None,
        Field(
            description="How often each warrior used items that are used up (`not_used_up` for others), by "
            "roster key and item; if missing or null, the aftermath asks."
        ),
    ] = None
    marks: Marks = {}
    shards: Annotated[int, *whole(0, MOST_SHARDS)] = 0
    has_prize: bool = False
    occasions: Annotated[
        dict[str, Annotated[int, *whole(0, MOST_COUNTED)]],
        Field(
            description="How often each occasion happened for which the scenario gives rewards, such as `thing_kept`; "
            "those that follow from the winner and the casualties are left out."
        ),
    ] = {}
    routed: bool = False


class SheetOperation(
    Operation,
    response=SheetShape,
    example=EXAMPLE,
    errors=(*IN_REQUESTS, BadPlaces, WinnerNotFirst, ForSeveralSides, ScenarioNotHere),
):
    """A sheet of a tabletop battle: every side by letter (a is the match's first side), and the winner (empty for a
    tie). Only with three or more sides, `places` may give the ranking. Sides with the same word in `teams` were
    allies."""

    sides: dict[str, SideSheetRequest]
    winner: Annotated[str, Field(pattern="^[a-f]?$")]
    attacker: Annotated[
        str,
        Field(pattern="^[a-f]?$", description="The side that attacked, if rewards of the scenario depend on it."),
    ] = ""
    places: dict[str, Place] = {}
    teams: dict[str, Team] = {}
    scenario: Scenario = None
    hand_dice: bool = False
    is_tracked: bool = False
    note: Annotated[str, *text(2000)] = ""
    reason: Annotated[str, Field(max_length=200)] = ""

    def sheet_for(self, companies: Mapping[str, WarbandState], scenario: str = "") -> Sheet:
        """The sheet, checked against the rosters; `scenario` is its default. Raises the errors of `refuse_bad`."""
        values = self.model_dump(include=set(Sheet.__dataclass_fields__))
        sheet = Sheet.from_data({**values, "scenario": self.scenario or scenario or PLAIN_SCENARIO})
        refuse_bad(sheet, companies, book())
        return sheet

    @classmethod
    def response_of(cls, target: Any, result: Battle, call: Call) -> Any:
        return sheet_shape(result, call.actor.pk, call.scopes)


def _ids_of(track: Track) -> list[str]:
    return [row.public_id for row in warbands_of(track).values()]


class SendSheet(
    SheetOperation,
    name="sheets_send",
    who="players with a founded warband",
    component="NewSheetRequest",
    example={"mine": "Ab12Cd34Ef56", "theirs": "Gh78Ij90Kl12", **EXAMPLE},
    knows_keys=False,
    status=201,
    errors=(NoSuchWarband, PlaysInLeague),
):
    """Send the sheet of a battle outside of leagues.

    The warbands are one of yours, another, and up to four `more`, by id; a warband that its owner shares by link as
    `ID?key=SHARE_KEY`. The sheet counts once the players of all other
    warbands agree.
    """

    mine: Key
    theirs: SharedKey
    more: Annotated[list[SharedKey], Field(max_length=4)] = []
    ruleset: Annotated[
        str,
        *choice(("", *CODES)),
        Field(description="If empty, that of the tracked battle of these warbands, or `core` if there is none."),
    ] = ""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the battle does not exist yet."""

    def carry_out(self, target: None, call: Call) -> Battle:
        sides = [warband_address(text).public_id for text in (self.mine, self.theirs, *self.more)]
        tracked = next((track for track in open_tracks_of(call.actor.pk) if _ids_of(track) == sides), None)
        if tracked is None:
            # The roster of a tracked battle may have become private since it began.
            readable_warbands(call.actor, self.mine, self.theirs, self.more)
        mine, theirs, *more = sides
        found = sides_of_warbands(mine, [theirs, *more], call.actor.pk)
        sheet = self.sheet_for({letter: load_state(row) for letter, row in zip(LETTERS, found, strict=False)})
        ruleset = self.ruleset or (tracked.ruleset if tracked is not None else DEFAULT_RULESET)
        return sheets.send(
            mine=mine, theirs=theirs, more=more, actor_id=call.actor.pk, sheet=sheet, now=call.at, ruleset=ruleset
        )


class ReportMatch(
    SheetOperation,
    name="sheets_report",
    who="the players of the match and the arbitrators of its campaign",
    component="SheetRequest",
    knows_keys=False,
    errors=(
        sheets.NotYourSheet,
        sheets.SheetClosed,
        NotYourMatch,
        MatchNotOpen,
        CampaignNotRunning,
        OtherScenario,
        WarbandArchived,
        EarlierDiceAwaited,
    ),
):
    """Report a league match with its sheet, or replace the sheet that waits for confirmation.

    When the sheet counts, open choices of earlier aftermaths of the warbands are made by default, and these aftermaths
    are confirmed. While one of them waits for dice that its player rolls at the table, no sheet can be sent before its
    deadline.
    """

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Match:
        """The match. Raises Http404, NotYourSheet."""
        match, _seat = match_to_read(actor, address["pid"])
        sides = list(match.sides.select_related("entry__warband").order_by("place"))
        if not 2 <= len(sides) <= len(LETTERS) or not match_battles.may_begin(match, sides, actor.pk):
            raise sheets.NotYourSheet
        return match

    def carry_out(self, target: Match, call: Call) -> Battle:
        sides = target.sides.select_related("entry__warband").order_by("place")
        companies = {letter: load_state(side.entry.warband) for letter, side in zip(LETTERS, sides, strict=False)}
        sheet = self.sheet_for(companies, scenario_of(target))
        return sheets.send_for_match(match_id=target.pk, actor_id=call.actor.pk, sheet=sheet, now=call.at)


def tabletop_battle(actor: User, pid: str) -> Battle:
    """A battle with a sheet. Raises Http404."""
    battle: Battle = BattleOperation.target_for(actor, pid=pid)
    if not battle.has_sheet:
        raise Http404
    return battle


class AnswerSheet(
    Operation,
    name="sheets_answer",
    who="the players of the battle",
    component="SheetAnswer",
    knows_keys=False,
    response=SheetShape,
    example={"act": "agree"},
    errors=(
        sheets.NotYourSheet,
        sheets.SheetClosed,
        sheets.OwnSheet,
        OwnReport,
        NothingReported,
        PlaysInLeague,
        NotYourMatch,
        MatchNotOpen,
        CampaignNotRunning,
        EarlierDiceAwaited,
    ),
):
    """Agree to a sheet, or refuse it. If its author refuses it, it is withdrawn."""

    act: Annotated[str, *choice(["agree", "refuse"])]

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Battle:
        """The battle. Raises Http404."""
        return tabletop_battle(actor, address["pid"])

    def carry_out(self, target: Battle, call: Call) -> Battle:
        act = sheets.agree if self.act == "agree" else sheets.refuse
        return act(battle_id=target.pk, actor_id=call.actor.pk, now=call.at)

    @classmethod
    def response_of(cls, target: Battle, result: Battle, call: Call) -> Any:
        return sheet_shape(result, call.actor.pk, call.scopes)


class AmendSheet(
    SheetOperation,
    name="sheets_amend",
    who="the arbitrator in a league, otherwise the players",
    knows_keys=False,
    errors=(sheets.SheetClosed, NotYoursToRevert, ReasonMissing, OtherScenario),
):
    """Replace a sheet after its aftermath was reverted, with a `reason`. The aftermath then uses the new sheet."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Battle:
        """The battle. Raises Http404."""
        return tabletop_battle(actor, address["pid"])

    def carry_out(self, target: Battle, call: Call) -> Battle:
        sides = target.sides.select_related("warband")
        companies = {side.letter: load_state(side.warband) for side in sides if side.warband is not None}
        return amendments.amend(
            battle_id=target.pk,
            actor_id=call.actor.pk,
            sheet=self.sheet_for(companies, target.scenario_code),
            reason=self.reason,
            now=call.at,
        )


OPERATIONS = (SendSheet, ReportMatch, AnswerSheet, AmendSheet)
