"""Sheets of battles fought with miniatures. A sheet records casualties, attackers and loot. Once it is confirmed, the
same aftermath follows as after a battle on the board. The sheet of a league match is also its report; it counts when
every other side agrees, an arbitrator decides, or no other player is involved. Outside of leagues the owners of the
other warbands agree to the sheet itself; an opponent without an account confirms it with a link (`stand_ins/links.py`).

Rules: AF-PAPER-01, AF-PAPER-02, AF-PAPER-04
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.aftermath.campaign_tables import charts_in_use
from battles.aftermath.context import write_line
from battles.aftermath.start import ask_for_aftermath, due_at
from battles.aftermath.stored.injury_lines import OldWoundLine
from battles.engine.aftermath.rolls import TYPED
from battles.engine.commitment import fingerprint
from battles.models import (
    Aftermath,
    AftermathStatus,
    Battle,
    BattleSide,
    BattleStatus,
    ConfirmLink,
    Opponent,
    Visibility,
)
from battles.tabletop.scenarios import must_be_open, scenario_for
from battles.tabletop.sheets.confirmations import AGREED, ask_again, refuse_if_bound, unconfirmed_sides
from battles.tabletop.sheets.earlier_battles import finish_earlier, must_be_ready
from battles.tabletop.sheets.facts import facts_from
from battles.tabletop.sheets.sheet import LETTERS, Sheet, SideSheet
from battles.tabletop.sheets.warbands import sides_of_warbands
from battles.tabletop.stand_ins.services import open_stand_ins
from campaigns.matches import results
from campaigns.matches.tallies import MultiSideDetails, Tally, tallies_for
from campaigns.models import Match, MatchStatus
from campaigns.standings.outcomes import WIN
from catalogue.packs.installed import book
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from mordheim_site.refusals import Refusal
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.rules.rating import rating_of

TABLETOP = (Opponent.REPORTED, Opponent.TRACKED)


class NotYourSheet(Refusal):
    """The battle was played by other players."""

    code = "not_your_sheet"
    message = _("Only the players of the battle and the arbitrator of their league can use this sheet.")
    rule_id = "AF-PAPER-01"
    status = 403


class SheetClosed(Refusal):
    """The sheet is already confirmed, or the match is being played on the board."""

    code = "sheet_closed"
    message = _("This sheet cannot be changed any more: it was confirmed, or the battle is played on the board.")
    rule_id = "AF-PAPER-01"
    status = 409


class OwnSheet(Refusal):
    """The sheet is the user's own, so the other side has to confirm it."""

    code = "own_sheet"
    message = _("You wrote this sheet, so the other players have to confirm it.")
    rule_id = "AF-PAPER-02"


def sheet_of_match(match: Match) -> Battle | None:
    """The tabletop battle of a match, waiting or confirmed; None if there is none."""
    found = Battle.objects.filter(match=match, opponent__in=TABLETOP).exclude(status=BattleStatus.ABANDONED)
    return found.order_by("-pk").first()


@transaction.atomic
def send_for_match(*, match_id: int, actor_id: int, sheet: Sheet, now: datetime) -> Battle:
    """Report a league match with its sheet, or replace the waiting one. Sending the same sheet again changes nothing.

    Raises NotYourMatch, MatchNotOpen, CampaignNotRunning, WarbandArchived, EarlierDiceAwaited (campaigns), SheetClosed,
    ScenarioNotHere and OtherScenario."""
    match = Match.objects.select_for_update().select_related("campaign").get(pk=match_id)
    on_board = Battle.objects.filter(match=match).exclude(opponent__in=TABLETOP).exclude(status=BattleStatus.ABANDONED)
    battle = sheet_of_match(match)
    if on_board.exists() or (battle is not None and battle.status != BattleStatus.MUSTERING):
        raise SheetClosed
    must_be_open(sheet.scenario, actor_id, match.campaign.packs)
    scenario_for(match, sheet.scenario)
    sides = list(match.sides.select_related("entry__warband").order_by("place"))
    pairs = [(side.entry.warband, side.entry.player_id) for side in sides]
    must_be_ready([warband for warband, _player in pairs], now)
    if battle is None:
        options = dict(match.campaign.house_rules)
        battle = _create(pairs, sheet, actor_id, now, match=match, ruleset=match.campaign.ruleset, options=options)
    else:
        write_sheet(battle, sheet, actor_id)
    results.report(
        match_id=match.pk,
        actor_id=actor_id,
        now=now,
        note=sheet.note,
        how="tracked" if sheet.is_tracked else "reported",
        **result_of(sheet, {letter: side.entry_id for letter, side in zip(LETTERS, sides, strict=False)}),
    )
    battle.refresh_from_db()
    return battle


def result_of(sheet: Sheet, entries: Mapping[str, int]) -> dict[str, Any]:
    """The result of a sheet for the league: the arguments of `campaigns.matches.results.report`. `entries` maps letters
    to entries."""
    took_out = {
        entries[letter]: sum(count for warrior, count in sheet.kills(letter).items() if warrior in side.fought)
        for letter, side in sheet.sides.items()
    }
    return {
        "winner_entry_id": entries.get(sheet.winner),
        "losses": {entries[letter]: side.losses for letter, side in sheet.sides.items()},
        "many": MultiSideDetails(
            places={entries[letter]: place for letter, place in sheet.places.items()},
            teams={entries[letter]: team for letter, team in sheet.teams.items()},
            kills=took_out,
        ),
    }


@transaction.atomic
def send(
    *,
    mine: str,
    theirs: str,
    actor_id: int,
    sheet: Sheet,
    now: datetime,
    more: Sequence[str] = (),
    ruleset: str = DEFAULT_RULESET,
) -> Battle:
    """Send a sheet outside of leagues: `mine` belongs to the user; `theirs` and `more` to any players. A battle between
    warbands of the same user needs no confirmation. For a stand-in, a link is created with which its player confirms.
    All are public ids. Raises NoSuchWarband, ScenarioNotHere.

    Rule: AF-PAPER-02
    """
    found = sides_of_warbands(mine, [theirs, *more], actor_id)
    must_be_open(sheet.scenario, actor_id, None)
    absent = open_stand_ins([row.pk for row in found])
    pairs = [(row, None if row.pk in absent else row.owner_id) for row in found]
    battle = _create(pairs, sheet, actor_id, now, match=None, ruleset=ruleset, options={})
    if not unconfirmed_sides(battle):
        begin(battle, now)
    return battle


@transaction.atomic
def agree(*, battle_id: int, actor_id: int, now: datetime) -> Battle:
    """Confirm a sheet for another side. Once all sides have confirmed it, the result counts and the aftermath begins. A
    repeated request changes nothing. Raises NotYourSheet, OwnSheet, PlaysInLeague, and in a league the errors of
    `campaigns.matches.results.agree`."""
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    if battle.status == BattleStatus.FINISHED:
        return battle
    if battle.status != BattleStatus.MUSTERING or battle.opponent not in TABLETOP:
        raise SheetClosed
    if battle.match_id is not None:
        results.agree(match_id=battle.match_id, actor_id=actor_id, now=now)
        battle.refresh_from_db()
        return battle
    players = {side.player_id for side in battle.sides.all()}
    if actor_id not in players:
        raise NotYourSheet
    if battle.created_by_id == actor_id:
        raise OwnSheet
    refuse_if_bound(battle)
    agreed = {*battle.setup.get(AGREED, []), actor_id}
    battle.setup = {**battle.setup, AGREED: sorted(agreed)}
    battle.save(update_fields=["setup"])
    if not unconfirmed_sides(battle):
        begin(battle, now)
    return battle


@transaction.atomic
def refuse(*, battle_id: int, actor_id: int, now: datetime) -> Battle:
    """Refuse a sheet for another side. In a league an arbitrator then decides, otherwise the sheet is deleted. Its
    author may also delete it. Raises NotYourSheet, SheetClosed."""
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    if battle.status != BattleStatus.MUSTERING or battle.opponent not in TABLETOP:
        raise SheetClosed
    if battle.match_id is not None:
        match = Match.objects.get(pk=battle.match_id)
        act = results.take_back if match.reported_by_id == actor_id else results.dispute
        act(match_id=match.pk, actor_id=actor_id, now=now)
        return battle
    if actor_id not in {side.player_id for side in battle.sides.all()}:
        raise NotYourSheet
    battle.status, battle.finished_at = BattleStatus.ABANDONED, now
    battle.save(update_fields=["status", "finished_at"])
    return battle


def result_stated(match: Match, stated: Mapping[int, Tally], is_decision: bool, now: datetime) -> None:
    """Drop the waiting sheet of a match if a new report or decision contradicts it. Called by campaigns. A decision on
    a reported sheet may change only the winner; if it has other casualties or allies, the sheet is dropped."""
    battle = Battle.objects.filter(match=match, opponent__in=TABLETOP, status=BattleStatus.MUSTERING).first()
    if battle is None:
        return
    sides = list(match.sides.order_by("place"))
    entries = {letter: side.entry_id for letter, side in zip(LETTERS, sides, strict=False)}
    written = tallies_for(sides, **result_of(Sheet.from_data(battle.setup["sheet"]), entries))
    if is_decision and match.status != MatchStatus.PLANNED:
        is_same = all(_is_same_battle(written[entry], tally) for entry, tally in stated.items())
    else:
        is_same = written == stated
    if not is_same:
        battle.status, battle.finished_at = BattleStatus.ABANDONED, now
        battle.save(update_fields=["status", "finished_at"])


def _is_same_battle(written: Tally, stated: Tally) -> bool:
    """Whether a side has the same casualties and allies in a decision as on the sheet."""
    same_team = not stated.team or stated.team == written.team
    return same_team and (stated.kills, stated.losses) == (written.kills, written.losses)


def match_counted(match: Match, now: datetime) -> None:
    """Begin the aftermath of the waiting sheet of a match, because its result counts from now on, after finishing the
    earlier ones of its warbands. Called by campaigns. Raises EarlierDiceAwaited. Rule: AF-CONFIRM-02"""
    battle = Battle.objects.filter(match=match, opponent__in=TABLETOP, status=BattleStatus.MUSTERING).first()
    if battle is not None:
        finish_earlier(battle, now)
        begin(battle, now)


@transaction.atomic
def begin(battle: Battle, now: datetime) -> list[Aftermath]:
    """Store the winner of a confirmed sheet and start the aftermath. Can safely run twice. Rule: AF-PAPER-01"""
    sides = list(battle.sides.select_related("warband").order_by("letter"))
    sheet = Sheet.from_data(battle.setup["sheet"])
    results = results_of(battle, sides, sheet)
    battle.status = BattleStatus.FINISHED
    battle.finished_at = battle.finished_at or now
    battle.outcome = outcome_of(results)
    battle.moved_at = now
    battle.save(update_fields=["status", "finished_at", "outcome", "moved_at"])
    rows = []
    for side in sides:
        side.is_winner = results[side.letter] == WIN
        side.save(update_fields=["is_winner"])
        assert side.warband is not None
        row, is_new = Aftermath.objects.get_or_create(
            side=side,
            defaults={
                "warband": side.warband,
                "facts": replace(facts_from(sheet, sides, side, results), packs=charts_in_use(side.warband)).stored(),
                "rating_before": rating_of(load_state(side.warband), book()).total,
                "hand_dice": sheet.hand_dice and not side.bot and side.player_id is not None,
                "started_at": now,
                "due_at": due_at(battle, now),
            },
        )
        if not is_new and row.status == AftermathStatus.BACK:
            row.facts = replace(facts_from(sheet, sides, side, results), packs=row.battle_facts.packs).stored()
            row.save(update_fields=["facts"])
        elif is_new:
            record_old_wounds(row, sheet.sides[side.letter])
        rows.append(row)
    ask_for_aftermath(battle)
    return rows


def record_old_wounds(row: Aftermath, sheet: SideSheet) -> None:
    """Write lines about the rolls for old wounds that were made at the table. They come first in the aftermath. Rule:
    AF-MUSTER-02"""
    state = load_state(row.warband)
    for number, (key, face) in enumerate(sheet.old_wounds.items()):
        write_line(
            row,
            "injuries",
            OldWoundLine(stayed=key not in sheet.fought),
            subject=key,
            name=state.members[key].name if key in state.members else key,
            rolls=[["old_wound", [face], face, TYPED, number, f"muster:{row.side.letter}"]],
        )


def results_of(battle: Battle, sides: Sequence[BattleSide], sheet: Sheet) -> dict[str, str]:
    """Win, tie or loss by letter. In a league it is the counted result, which an arbitrator may have changed."""
    if battle.match_id is None:
        return sheet.results()
    results = Match.objects.get(pk=battle.match_id).sides.values_list("entry__warband_id", "result")
    counted: dict[int | None, str] = dict(results)
    return {side.letter: counted.get(side.warband_id, "") for side in sides}


def outcome_of(results: Mapping[str, str]) -> dict[str, Any]:
    """The outcome in the form that is stored with the battle."""
    return {"winners": [letter for letter, result in results.items() if result == WIN], "why": "reported"}


def _create(
    pairs: Sequence[tuple[Warband, int | None]],
    sheet: Sheet,
    actor_id: int,
    now: datetime,
    *,
    match: Match | None,
    ruleset: str,
    options: dict[str, Any],
) -> Battle:
    secret = secrets.token_bytes(32)
    battle = Battle.objects.create(
        match=match,
        opponent=Opponent.TRACKED if sheet.is_tracked else Opponent.REPORTED,
        visibility=Visibility.LINK,
        ruleset=ruleset,
        options=options,
        scenario_code=sheet.scenario,
        setup={"sheet": sheet.as_data()},
        created_by_id=actor_id,
        dice_seed=secret,
        fingerprint=fingerprint(secret),
        moved_at=now,
    )
    absent = open_stand_ins([warband.pk for warband, _player in pairs])
    for letter, (warband, player) in zip(LETTERS, pairs, strict=False):
        stand_in = absent.get(warband.pk)
        named = stand_in.rating if stand_in is not None else None
        side = BattleSide.objects.create(
            battle=battle,
            letter=letter,
            name=warband.name,
            warband=warband,
            player_id=player,
            rating=rating_of(load_state(warband), book()).total if named is None else named,
        )
        if player != actor_id:
            ConfirmLink.objects.create(side=side)
    return battle


def write_sheet(battle: Battle, sheet: Sheet, actor_id: int) -> None:
    """Replace the sheet of a battle."""
    battle.setup = {"sheet": sheet.as_data()}
    battle.scenario_code, battle.created_by_id = sheet.scenario, actor_id
    battle.opponent = Opponent.TRACKED if sheet.is_tracked else Opponent.REPORTED
    battle.save(update_fields=["setup", "scenario_code", "created_by", "opponent"])
    ask_again(battle)
