"""Battles fought with miniatures: a sheet says who fell, by whom, and what was carried home; agreed, it has the same
aftermath as a battle on the board.

The sheet of a league match is its report as well, and counts when the other side agrees, an arbitrator rules, or
nobody else has a say. Outside of leagues the owner of the other warband agrees here. Rules: AF-PAPER-01, AF-PAPER-02
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.engine.aftermath.rolls import TYPED
from battles.engine.commitment import fingerprint
from battles.models import (
    Aftermath,
    AftermathStatus,
    Battle,
    BattleSide,
    BattleStatus,
    Opponent,
    Visibility,
)
from battles.paper_sheet import Sheet, SideSheet, facts_from
from battles.services.aftermath.account import write_line
from battles.services.finish import ask_for_aftermath, due_at
from campaigns.models import Match, SideResult
from campaigns.services import results
from catalogue.book import book
from mordheim_site.refusals import Refusal
from warbands.models import Warband, WarbandStatus
from warbands.rules.rating import rating_of
from warbands.services.loading import company_of

LETTERS = "ab"
PAPER = (Opponent.REPORTED, Opponent.TRACKED)


class NotYourSheet(Refusal):
    """Somebody else's battle."""

    code = "not_your_sheet"
    message = _("This sheet is for the two players of the battle, and for who runs their league.")
    rule_id = "AF-PAPER-01"
    status = 403


class SheetClosed(Refusal):
    """Agreed upon already, or the match is being played on the board."""

    code = "sheet_closed"
    message = _("This sheet cannot be changed any more: the battle was agreed upon, or it is played on the board.")
    rule_id = "AF-PAPER-01"
    status = 409


class OwnSheet(Refusal):
    """The other side has to agree."""

    code = "own_sheet"
    message = _("You wrote this sheet; the other side has to agree to it.")
    rule_id = "AF-PAPER-02"


class NoSuchWarband(Refusal):
    """Not a founded warband, or twice the same."""

    code = "no_such_warband"
    message = _("Choose a founded warband of yours and another that is open to be read.")
    rule_id = "AF-PAPER-01"


def sheet_of_match(match: Match) -> Battle | None:
    """The battle on paper of a match, waiting or agreed."""
    found = Battle.objects.filter(match=match, opponent__in=PAPER).exclude(status=BattleStatus.ABANDONED)
    return found.order_by("-pk").first()


@transaction.atomic
def send_for_match(*, match_id: int, actor_id: int, sheet: Sheet, now: datetime) -> Battle:
    """Report a league match with its sheet, or replace the one that waits. Sent twice it changes nothing.

    Raises NotYourMatch, MatchNotOpen, CampaignNotRunning (campaigns) and SheetClosed.
    """
    match = Match.objects.select_for_update().select_related("campaign").get(pk=match_id)
    on_board = Battle.objects.filter(match=match).exclude(opponent__in=PAPER).exclude(status=BattleStatus.ABANDONED)
    battle = sheet_of_match(match)
    if on_board.exists() or (battle is not None and battle.status != BattleStatus.MUSTERING):
        raise SheetClosed
    sides = list(match.sides.select_related("entry__warband").order_by("place"))
    pairs = [(side.entry.warband, side.entry.player_id) for side in sides]
    if battle is None:
        options = dict(match.campaign.house_rules)
        battle = _create(pairs, sheet, actor_id, now, match=match, ruleset=match.campaign.ruleset, options=options)
    else:
        write_sheet(battle, sheet, actor_id)
    entries = {letter: side.entry_id for letter, side in zip(LETTERS, sides, strict=False)}
    results.report(
        match_id=match.pk,
        actor_id=actor_id,
        winner_entry_id=entries.get(sheet.winner),
        losses={entries[letter]: one.losses for letter, one in sheet.sides.items()},
        now=now,
        note=sheet.note,
    )
    battle.refresh_from_db()
    return battle


@transaction.atomic
def send(*, mine: str, theirs: str, actor_id: int, sheet: Sheet, now: datetime) -> Battle:
    """A sheet outside of leagues: `mine` belongs to the actor; `theirs` to another, or to him too, which then needs
    nobody's consent. Both are public ids. Raises NoSuchWarband. Rule: AF-PAPER-02
    """
    rows = {row.public_id: row for row in Warband.objects.filter(public_id__in=(mine, theirs))}
    own, other = rows.get(mine), rows.get(theirs)
    if own is None or other is None or own == other or own.owner_id != actor_id:
        raise NoSuchWarband
    if any(row.status != WarbandStatus.FOUNDED for row in (own, other)):
        raise NoSuchWarband
    pairs = [(own, own.owner_id), (other, other.owner_id)]
    battle = _create(pairs, sheet, actor_id, now, match=None, ruleset="core", options={})
    if other.owner_id == actor_id:
        begin(battle, now)
    return battle


@transaction.atomic
def agree(*, battle_id: int, actor_id: int, now: datetime) -> Battle:
    """The other side agrees: the result counts and the aftermath begins. A second press changes nothing.

    Raises NotYourSheet, OwnSheet, and in a league what `campaigns.services.results.agree` raises.
    """
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    if battle.status == BattleStatus.FINISHED:
        return battle
    if battle.status != BattleStatus.MUSTERING or battle.opponent not in PAPER:
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
    begin(battle, now)
    return battle


@transaction.atomic
def refuse(*, battle_id: int, actor_id: int, now: datetime) -> Battle:
    """The other side does not agree: in a league an arbitrator decides, elsewhere the sheet is put away.

    Who wrote it may put it away himself. Raises NotYourSheet, SheetClosed.
    """
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    if battle.status != BattleStatus.MUSTERING or battle.opponent not in PAPER:
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


def match_counted(match: Match, now: datetime) -> None:
    """A result of a match counts since now: begin the aftermath of its sheet, if it waits. Campaigns call this."""
    battle = Battle.objects.filter(match=match, opponent__in=PAPER, status=BattleStatus.MUSTERING).first()
    if battle is not None:
        begin(battle, now)


@transaction.atomic
def begin(battle: Battle, now: datetime) -> list[Aftermath]:
    """The sheet stands: write down who won and ask for the aftermath. Safe to repeat. Rule: AF-PAPER-01"""
    sides = list(battle.sides.select_related("warband").order_by("letter"))
    sheet = Sheet.from_data(battle.setup["sheet"])
    winner = winner_of(battle, sides, sheet)
    battle.status = BattleStatus.FINISHED
    battle.finished_at = battle.finished_at or now
    battle.outcome = {"winners": [winner] if winner else [], "why": "reported"}
    battle.moved_at = now
    battle.save(update_fields=["status", "finished_at", "outcome", "moved_at"])
    rows = []
    for side in sides:
        side.is_winner = side.letter == winner
        side.save(update_fields=["is_winner"])
        assert side.warband is not None
        row, is_new = Aftermath.objects.get_or_create(
            side=side,
            defaults={
                "warband": side.warband,
                "facts": facts_from(sheet, sides, side, winner),
                "rating_before": rating_of(company_of(side.warband), book()).total,
                "hand_dice": sheet.hand_dice and not side.bot and side.player_id is not None,
                "started_at": now,
                "due_at": due_at(battle, now),
            },
        )
        if not is_new and row.status == AftermathStatus.BACK:
            row.facts = facts_from(sheet, sides, side, winner)
            row.save(update_fields=["facts"])
        elif is_new:
            tell_old_wounds(row, sheet.sides[side.letter])
        rows.append(row)
    ask_for_aftermath(battle)
    return rows


def tell_old_wounds(row: Aftermath, sheet: SideSheet) -> None:
    """The rolls made on the table before the battle stand first in the account. Rule: AF-MUSTER-02"""
    company = company_of(row.warband)
    for number, (key, face) in enumerate(sheet.old_wounds.items()):
        write_line(
            row,
            "injuries",
            "old_wound",
            subject=key,
            name=company.members[key].name if key in company.members else key,
            rolls=[["old_wound", [face], face, TYPED, number, f"muster:{row.side.letter}"]],
            data={"stayed": key not in sheet.fought},
        )


def winner_of(battle: Battle, sides: Sequence[BattleSide], sheet: Sheet) -> str:
    """The letter of the winner: in a league what counts there, which an arbitrator may have changed."""
    if battle.match_id is None:
        return sheet.winner
    won = Match.objects.get(pk=battle.match_id).sides.filter(result=SideResult.WIN)
    warbands = set(won.values_list("entry__warband_id", flat=True))
    return next((side.letter for side in sides if side.warband_id in warbands), "")


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
    for letter, (warband, player) in zip(LETTERS, pairs, strict=False):
        BattleSide.objects.create(
            battle=battle,
            letter=letter,
            name=warband.name,
            warband=warband,
            player_id=player,
            rating=rating_of(company_of(warband), book()).total,
        )
    return battle


def write_sheet(battle: Battle, sheet: Sheet, actor_id: int) -> None:
    """Put this sheet in place of the one a battle has."""
    battle.setup = {"sheet": sheet.as_data()}
    battle.scenario_code, battle.created_by_id = sheet.scenario, actor_id
    battle.opponent = Opponent.TRACKED if sheet.is_tracked else Opponent.REPORTED
    battle.save(update_fields=["setup", "scenario_code", "created_by", "opponent"])
