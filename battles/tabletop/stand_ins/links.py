"""Confirmation of a waiting sheet by link, without signing in.

Outside of leagues the author shows the links to opponents without an account; opponents with an account confirm on the
sheet, so that nobody changes their roster for them. In a league only the arbitrators can show the links. Rule:
AF-PAPER-02
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.models import Battle, BattleSide, BattleStatus, ConfirmLink, LinkAnswer, StandIn
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.confirmations import refuse_if_bound, unconfirmed_sides
from battles.tabletop.sheets.occasions import occasion_lines
from battles.tabletop.sheets.sheet import Sheet
from campaigns.core.arbitrators import is_run_by
from mordheim_site.refusals import Refusal

LONGEST_MESSAGE: Final = 500


class AlreadyAnswered(Refusal):
    """The link was already used to give the other answer."""

    code = "already_answered"
    message = _("This result was already answered. Ask the player who entered it to send the sheet again.")
    status = 409


class AccountMustConfirm(Refusal):
    """A player with an account still has to confirm."""

    code = "others_confirm"
    message = _("Other players with an account have to confirm this sheet first. It is on their dashboards.")
    rule_id = "AF-PAPER-02"
    status = 409


class OwnerConfirms(Refusal):
    """The side of this link belongs to a player with an account; only they can answer."""

    code = "owner_confirms"
    message = _("This warband belongs to a player with an account. Its owner has to sign in to confirm or reject it.")
    rule_id = "AF-PAPER-02"
    status = 403


@dataclass(frozen=True, slots=True)
class SideNumbers:
    """The main numbers of one side of a sheet: the result, models out of action, shards of wyrdstone found."""

    letter: str
    name: str
    result: str
    out_of_action: int
    shards: int
    has_prize: bool
    routed: bool
    occasions: list[str]
    """The occasions for rewards that the sheet counts, as lines of text."""


def numbers_of(battle: Battle) -> list[SideNumbers]:
    """The main numbers of every side, in the order of the letters."""
    sheet = Sheet.from_data(battle.setup["sheet"])
    results = sheet.results()
    return [
        SideNumbers(
            letter=side.letter,
            name=side.name,
            result=results[side.letter],
            out_of_action=part.losses,
            shards=part.shards,
            has_prize=part.has_prize,
            routed=part.routed,
            occasions=occasion_lines(sheet, side.letter),
        )
        for side in battle.sides.order_by("letter")
        if (part := sheet.sides.get(side.letter)) is not None
    ]


def may_show_links(battle: Battle, user_id: int | None) -> bool:
    """Whether this user may show the links of a waiting sheet to the other sides."""
    if user_id is None or battle.status != BattleStatus.MUSTERING:
        return False
    if battle.match is not None:
        return is_run_by(battle.match.campaign_id, user_id)
    return battle.created_by_id == user_id


def open_links(battle: Battle) -> list[ConfirmLink]:
    """The links of sides that still have to confirm, in the order of the letters; outside of leagues only of those
    without an account."""
    if battle.match is not None:
        waiting = battle.match.sides.filter(agreed_at__isnull=True, entry__player__isnull=False)
        warbands = set(waiting.values_list("entry__warband_id", flat=True))
        pks = [side.pk for side in battle.sides.all() if side.warband_id in warbands]
    else:
        pks = [side.pk for side in unconfirmed_sides(battle) if side.player_id is None]
    rows = ConfirmLink.objects.filter(side_id__in=pks).select_related("side", "side__warband__stand_in")
    return list(rows.order_by("side__letter"))


def may_answer(link: ConfirmLink, user_id: int | None) -> bool:
    """Whether this user may answer for the side of a link: in a league and for opponents without an account everyone
    who has the link, otherwise only the owner of the warband."""
    return link.side.battle.match_id is not None or link.side.player_id in (None, user_id)


@transaction.atomic
def answer_by_link(*, key: str, is_right: bool, message: str, actor_id: int, now: datetime) -> Battle:
    """Confirm or reject a waiting sheet for the side of a link. Giving the same answer again changes nothing. When the
    last side confirms, the aftermath begins. After a rejection outside of leagues, the author sees the `message` and
    can change the sheet; in a league an arbitrator decides.

    Raises ConfirmLink.DoesNotExist, OwnerConfirms, SheetClosed, AlreadyAnswered, PlaysInLeague, and the errors of
    `campaigns.matches.results`."""
    link = ConfirmLink.objects.select_related("side__battle").get(key=key)
    battle = Battle.objects.select_for_update().get(pk=link.side.battle_id)
    link = ConfirmLink.objects.select_for_update(of=("self",)).select_related("side__battle").get(pk=link.pk)
    if not may_answer(link, actor_id):
        raise OwnerConfirms
    answer = LinkAnswer.CONFIRMED if is_right else LinkAnswer.REJECTED
    if link.answer:
        if link.answer != answer:
            raise AlreadyAnswered
        return battle
    if battle.status != BattleStatus.MUSTERING:
        raise sheets.SheetClosed
    if is_right:
        refuse_if_bound(battle)
    link.answer, link.message = answer, "" if is_right else message.strip()[:LONGEST_MESSAGE]
    link.answered_by_id, link.answered_at = actor_id, now
    link.save(update_fields=["answer", "message", "answered_by", "answered_at"])
    if battle.match_id is not None:
        player_id = link.side.player_id
        if player_id is None:
            raise sheets.NotYourSheet
        act = sheets.agree if is_right else sheets.refuse
        return act(battle_id=battle.pk, actor_id=player_id, now=now)
    if is_right and not unconfirmed_sides(battle):
        sheets.begin(battle, now)
    return battle


@transaction.atomic
def count_unconfirmed(*, battle_id: int, actor_id: int, now: datetime) -> Battle:
    """Let a sheet count, as its author, if it only waits for opponents without an account. Their warbands belong to the
    author until they are claimed. A repeated request changes nothing. Raises NotYourSheet, SheetClosed,
    AccountMustConfirm, PlaysInLeague."""
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    if battle.created_by_id != actor_id or battle.match_id is not None:
        raise sheets.NotYourSheet
    if battle.status == BattleStatus.FINISHED:
        return battle
    if battle.status != BattleStatus.MUSTERING or battle.opponent not in sheets.TABLETOP:
        raise sheets.SheetClosed
    if any(side.player_id is not None for side in unconfirmed_sides(battle)):
        raise AccountMustConfirm
    refuse_if_bound(battle)
    sheets.begin(battle, now)
    return battle


def stand_in_of(side: BattleSide) -> StandIn | None:
    """The unclaimed stand-in that plays this side; None if there is none."""
    if side.warband_id is None:
        return None
    return StandIn.objects.filter(warband_id=side.warband_id, claimed_at__isnull=True).first()


def player_name(link: ConfirmLink) -> str:
    """Whom a link is for: the name of the opponent without an account, or else the warband."""
    stand_in = stand_in_of(link.side)
    return stand_in.player_name if stand_in is not None else link.side.name
