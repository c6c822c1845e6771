"""Exploration: how many dice, how they may be changed, where they lead. Rules: AF-EXPL-01 to AF-EXPL-05

A player who may change dice decides before anything is found; the aftermath waits for the answer.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from battles.aftermath.account import Account
from battles.aftermath.finds import treasure_maps
from battles.aftermath.finds.locations import STAGE, visit
from battles.aftermath.finds.search_dice import ONCE, add_to, extra_dice, for_good, gifts, use_up
from battles.aftermath.finds.searchers import added_to_search, searchers
from battles.aftermath.stages import division
from battles.engine.aftermath.exploration import dice_allowed, location_at, read
from battles.engine.aftermath.hand import Hand
from battles.engine.steps.turn.alliances import SHARED_DICE
from battles.models import Aftermath, AftermathLine
from mordheim_site.refusals import Refusal
from warbands.core.state import WarbandState
from warbands.rules.member_facts import effects_of
from warbands.trading import treasury

AGAIN = "search_dice"
"""Kind of line for changing the dice."""
ASKS = (AGAIN, treasure_maps.INSTEAD)
"""Lines that must be answered before the exploration ends."""


class DiceChanged(Refusal):
    """The stored dice no longer allow an option that the page still shows."""

    code = "dice_changed"
    message = _("These dice cannot be changed like that any more. Reload the page and choose another option.")
    rule_id = "AF-EXPL-05"
    status = 409


def explore(account: Account) -> None:
    """Explore the ruins, unless a map may be followed instead: then ask first. Rule: AF-MAP-04"""
    if not treasure_maps.offer(account):
        _search(account)


def _search(account: Account) -> None:
    """Roll the exploration dice; if they cannot be changed, visit their location at once."""
    maps = treasure_maps.consult(account)
    searching = searchers(account)
    state = account.state()
    lent = use_up(account, "next_exploration", "extra_dice")
    extra = lent + maps.dice + sum(_from_gear(account, state, one.key, "exploration_dice") for one in searching)
    most = account.house.exploration_dice_max or account.book.tables.exploration_dice_max
    won = bool(account.facts["won"]) and account.house.winner_die
    # Who won together with allies shares what there is to find. Rule: ALLY-FORMAL-04
    cap = SHARED_DICE if account.facts["won"] and account.facts.get("shared") else None
    allowed = dice_allowed(heroes_standing=len(searching), won=won, extra=extra, most=most, cap=cap)
    if not allowed and not maps.chosen:
        account.line(STAGE, "no_search")
        return
    brought = list(gifts(account, state, searching))
    faces = account.roller.faces(allowed, "exploration")
    if lent:
        faces = _without_worst(faces, min(lent, allowed - 1))
    hand = Hand(list(faces), picks=maps.chosen)
    more = extra_dice(brought)
    add_to(hand, brought, account.roller.faces(more, "exploration") if more else ())
    hand.again = min(len(hand.faces), hand.again + use_up(account, ONCE, "amount") + for_good(account))
    about = {"heroes": len(searching), "won": won}
    if hand.is_settled:
        _lead(account, hand.kept, about)
    else:
        _ask(account, hand, about)


def settle(account: Account, line: AftermathLine, key: str) -> None:
    """Re-roll, change or discard a die, or keep them all; follow a map or not.

    Rules: AF-EXPL-05, AF-MAP-04
    """
    if line.kind == treasure_maps.INSTEAD:
        if key == treasure_maps.FOLLOW:
            treasure_maps.follow(account, line)
        else:
            account.answered(line, key)
            _search(account)
        return
    hand = Hand.from_data(line.data)
    if key not in hand.options():
        raise DiceChanged
    goes_on = hand.take(key, account.roller)
    about = dict(line.data["about"])
    account.answered(line, key, now=list(hand.kept))
    if goes_on:
        _ask(account, hand, about)
    else:
        _lead(account, hand.kept, about)


def is_open(row: Aftermath) -> bool:
    """Whether the exploration of this aftermath waits for an answer."""
    return AftermathLine.objects.filter(aftermath=row, kind__in=ASKS, answer="").exists()


def _ask(account: Account, hand: Hand, about: dict[str, Any]) -> None:
    options: list[dict[str, Any]] = []
    for key in hand.options():
        kind, _colon, place = key.partition(":")
        face = int(place) if kind == "pick" else hand.faces[int(place)] if place else 0
        options.append({"key": key, "face": face} if place else {"key": key})
    account.line(STAGE, AGAIN, options=options, about=about, left=hand.again + hand.either, **hand.as_data())


def _lead(account: Account, faces: tuple[int, ...], about: dict[str, Any]) -> None:
    """Add the shards and visit the location of the dice."""
    state = account.state()
    standing = set(account.facts["fought"]) - {one["roster_id"] for one in account.facts["fallen"]}
    more = added_to_search(state, standing, account.book, "exploration_total_bonus")
    found = read(faces, account.tables.shards_found, more)
    shards = found.shards + added_to_search(state, standing, account.book, "shards_found_bonus")
    shards += _taken_along(account, state, standing)
    if shards:
        treasury.gain_shards(
            warband_id=account.row.warband_id, shards=shards, by=account.by("search"), because="exploration"
        )
    account.line(STAGE, "search", kept=list(faces), shards=shards, **about)
    division.share_shards(account, shards)
    row = location_at(account.tables.locations, found.found)
    if row is not None:
        visit(account, row)


def _taken_along(account: Account, state: WarbandState, standing: set[str]) -> int:
    """Shards that looters took from warriors they took out of action, if they were still standing."""
    return sum(
        int(effect.get("amount", 0))
        for member in state.active()
        if member.key in standing and account.facts["kills"].get(member.key)
        for effect, _source in effects_of(member, account.book)
        if effect.code == "gain_shards_if_took_out"
    )


def _from_gear(account: Account, state: WarbandState, holder: str, code: str) -> int:
    """What items of an exploring hero add."""
    return sum(
        int(effect.get("amount", 0)) * line.count
        for line in state.held_by(holder)
        for effect in account.book.items[line.item_code].effects
        if effect.code == code
    )


def _without_worst(faces: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Discard dice so that the largest set stays, then the highest sum."""
    left = list(faces)
    for _number in range(count):
        left.remove(min(left, key=lambda face: (left.count(face), face)))
    return tuple(left)
