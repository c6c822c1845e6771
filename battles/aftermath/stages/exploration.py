"""Exploration: the number of dice, how they can be changed, and what is found. Rules: AF-EXPL-01 to AF-EXPL-05

If the player can change dice, they decide before anything is found, and the aftermath waits for the answer.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from battles.aftermath.context import AftermathContext
from battles.aftermath.finds import treasure_maps
from battles.aftermath.finds.locations import STAGE, visit
from battles.aftermath.finds.search_dice import ONCE, add_to, dice_effects, extra_dice, permanent_rerolls, use_up
from battles.aftermath.finds.searchers import added_to_search, searchers
from battles.aftermath.stages import division
from battles.aftermath.stored.find_lines import SearchDiceLine, SearchLine
from battles.aftermath.stored.options import LineOption
from battles.aftermath.stored.records import SearchFacts
from battles.engine.aftermath.exploration import dice_allowed, location_at, read
from battles.engine.aftermath.exploration_dice import ExplorationDice
from battles.engine.steps.turn.alliances import SHARED_DICE
from battles.models import Aftermath, AftermathLine
from mordheim_site.refusals import Refusal
from warbands.core.state import WarbandState
from warbands.rules.member_facts import effects_of
from warbands.trading import treasury

AGAIN = SearchDiceLine.kind
"""Kind of line for changing the exploration dice."""
ASKS = (AGAIN, treasure_maps.INSTEAD_OF_EXPLORING)
"""Kinds of lines that must be answered before the exploration ends."""


class DiceChanged(Refusal):
    """The page still shows an option that the current dice do not allow."""

    code = "dice_changed"
    message = _("These dice cannot be changed like that any more. Reload the page and choose another option.")
    rule_id = "AF-EXPL-05"
    status = 409


def explore(context: AftermathContext) -> None:
    """Explore the ruins. If a map may be followed instead, ask about this first. Rule: AF-MAP-04"""
    if not treasure_maps.offer(context):
        _search(context)


def _search(context: AftermathContext) -> None:
    """Roll the exploration dice. If they cannot be changed, apply their result at once."""
    maps = treasure_maps.consult(context)
    searching = searchers(context)
    state = context.state()
    lent = use_up(context, "next_exploration", "extra_dice")
    extra = lent + maps.dice + sum(_from_gear(context, state, member.key, "exploration_dice") for member in searching)
    most = context.house.exploration_dice_max or context.book.tables.exploration_dice_max
    won = context.facts.won and context.house.winner_die
    # Allies who won together share what they find. Rule: ALLY-FORMAL-04
    cap = SHARED_DICE if context.facts.won and context.facts.shared else None
    allowed = dice_allowed(heroes_standing=len(searching), won=won, extra=extra, most=most, cap=cap)
    if not allowed and not maps.chosen:
        context.line(STAGE, "no_search")
        return
    brought = list(dice_effects(context, state, searching))
    faces = context.roller.faces(allowed, "exploration")
    if lent:
        faces = _without_worst(faces, min(lent, allowed - 1))
    hand = ExplorationDice(list(faces), picks=maps.chosen)
    more = extra_dice(brought)
    add_to(hand, brought, context.roller.faces(more, "exploration") if more else ())
    hand.again = min(len(hand.faces), hand.again + use_up(context, ONCE, "amount") + permanent_rerolls(context))
    about: SearchFacts = {"heroes": len(searching), "won": won}
    if hand.is_settled:
        _lead(context, hand.kept, about)
    else:
        _ask(context, hand, about)


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Carry out an answer: re-roll, change or discard a die, or use the dice as they are; follow a map or not. Rules:
    AF-EXPL-05, AF-MAP-04"""
    if line.kind == treasure_maps.INSTEAD_OF_EXPLORING:
        if key == treasure_maps.FOLLOW:
            treasure_maps.follow(context, line)
        else:
            context.answered(line, key)
            _search(context)
        return
    stored = SearchDiceLine.read(line)
    hand = deepcopy(stored.hand)
    if key not in hand.options():
        raise DiceChanged
    goes_on = hand.take(key, context.roller)
    context.answered(line, key, replace(stored, now=hand.kept))
    if goes_on:
        _ask(context, hand, stored.about)
    else:
        _lead(context, hand.kept, stored.about)


def is_open(row: Aftermath) -> bool:
    """Whether the exploration of this aftermath waits for an answer."""
    return AftermathLine.objects.filter(aftermath=row, kind__in=ASKS, answer="").exists()


def _ask(context: AftermathContext, hand: ExplorationDice, about: SearchFacts) -> None:
    options: list[LineOption] = []
    for key in hand.options():
        kind, _colon, place = key.partition(":")
        face = int(place) if kind == "pick" else hand.faces[int(place)] if place else 0
        options.append({"key": key, "face": face} if place else {"key": key})
    context.line(STAGE, SearchDiceLine(about=about, left=hand.again + hand.either, hand=hand), options=options)


def _lead(context: AftermathContext, faces: tuple[int, ...], about: SearchFacts) -> None:
    """Add the shards found, and visit the location that the dice lead to."""
    state = context.state()
    standing = set(context.facts.fought) - context.facts.out_of_action
    more = added_to_search(state, standing, context.book, "exploration_total_bonus")
    found = read(faces, context.tables.shards_found, more)
    shards = found.shards + added_to_search(state, standing, context.book, "shards_found_bonus")
    shards += _taken_along(context, state, standing)
    if shards:
        treasury.gain_shards(
            warband_id=context.row.warband_id, shards=shards, by=context.by("search"), because="exploration"
        )
    context.line(STAGE, SearchLine(kept=faces, shards=shards, heroes=about["heroes"], won=about["won"]))
    division.share_shards(context, shards)
    row = location_at(context.tables.locations, found.found)
    if row is not None:
        visit(context, row)


def _taken_along(context: AftermathContext, state: WarbandState, standing: set[str]) -> int:
    """Shards that looters took from warriors whom they took out of action, if the looters themselves did not go out of
    action."""
    return sum(
        int(effect.get("amount", 0))
        for member in state.active()
        if member.key in standing and context.facts.kills.get(member.key)
        for effect, _source in effects_of(member, context.book)
        if effect.code == "gain_shards_if_took_out"
    )


def _from_gear(context: AftermathContext, state: WarbandState, holder: str, code: str) -> int:
    """What the items of an exploring hero add."""
    return sum(
        int(effect.get("amount", 0)) * line.count
        for line in state.held_by(holder)
        for effect in context.book.items[line.item_code].effects
        if effect.code == code
    )


def _without_worst(faces: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Discard dice so that the largest set stays, and among equal sets the highest sum."""
    left = list(faces)
    for _number in range(count):
        left.remove(min(left, key=lambda face: (left.count(face), face)))
    return tuple(left)
