"""Effects on exploration dice, from skills, equipment, spells and earlier finds. Rule: AF-EXPL-05"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from battles.aftermath.context import AftermathContext
from battles.aftermath.finds.searchers import passes_test
from battles.aftermath.stored.find_lines import KeptLine
from battles.engine.aftermath.exploration_dice import ExplorationDice
from battles.models import AftermathLine
from catalogue.packs.book import EffectData
from warbands.core.state import Member, WarbandState
from warbands.roster import casualties
from warbands.rules.member_facts import effects_of

STAGE = "exploration"
ONCE = "exploration_reroll"
FOR_GOOD = "permanent_exploration_reroll"
ONLY_ONE = "exploration_pick"
CASTING_DICE = "2D6"


def dice_effects(
    context: AftermathContext, state: WarbandState, searching: list[Member]
) -> Iterator[tuple[Member, EffectData]]:
    """Every effect on the dice, with the warrior who has it. Effects come from heroes who explore and from hired swords
    who fought and did not go out of action, and from their items; some items work even if their owner went out of
    action. If an effect needs a check, it is rolled here."""
    fallen = context.facts.out_of_action
    heroes = {member.key for member in searching}
    for member in state.active():
        stood = member.key in context.facts.fought and member.key not in fallen
        for effect in _brought(context, state, member):
            if effect.code not in ("exploration_shift", ONCE, ONLY_ONE, "exploration_extra_pick"):
                continue
            speaks = effect.get("even_when_out") and member.key in context.facts.fought
            if (member.key in heroes or (member.is_hireling and stood) or speaks) and _allowed(context, member, effect):
                yield member, effect


def _brought(context: AftermathContext, state: WarbandState, member: Member) -> Iterator[EffectData]:
    book = context.book
    yield from (effect for effect, _source in effects_of(member, book))
    for line in state.held_by(member.key):
        for effect in book.items[line.item_code].effects:
            yield from [effect] * line.count
    for code in member.spells:
        spell = book.spells.get(code)
        if spell is None or spell.when != "aftermath" or not _is_of_dice(spell.effects):
            continue
        if _cast(context, member, spell.difficulty):
            yield from spell.effects


def _is_of_dice(effects: tuple[EffectData, ...]) -> bool:
    return any(effect.code == "exploration_shift" for effect in effects)


def _cast(context: AftermathContext, member: Member, difficulty: int | None) -> bool:
    return difficulty is None or context.roller.roll(CASTING_DICE, "cast", member.name) >= difficulty


def _allowed(context: AftermathContext, member: Member, effect: EffectData) -> bool:
    """Whether the check of the effect succeeds. After a bad failure with the tarot cards, the reader misses the next
    battle."""
    name = effect.get("check")
    if not name:
        return True
    if passes_test(context, ("characteristic_check", {"characteristic": name}), member):
        return True
    doom = int(effect.get("doom", 0))
    over = context.roller.notes[-1].result - _value(context, member, str(name))
    if doom and over >= doom:
        by = context.by(f"doom:{member.key}")
        casualties.miss_next(warband_id=context.row.warband_id, warrior=member.key, by=by)
        context.line(STAGE, "doom", subject=member.key, name=member.name)
    return False


def _value(context: AftermathContext, member: Member, name: str) -> int:
    from warbands.rules.member_facts import characteristics_of

    return int(getattr(characteristics_of(member, context.book), name))


def add_to(hand: ExplorationDice, found: list[tuple[Member, EffectData]], extra_faces: tuple[int, ...]) -> None:
    """Add the effects to the dice in `hand`. `extra_faces` are first the second dice of warriors who roll two and
    choose one, then the dice for effects that roll an extra die and discard one."""
    seconds = iter(extra_faces)
    firsts = list(range(len(hand.faces)))
    for _member, effect in found:
        amount = int(effect.get("amount", 1))
        if effect.code == ONCE:
            hand.again += amount
        elif effect.code == "exploration_shift":
            if effect.get("or_again"):
                hand.either += 1
            else:
                hand.turns += 1
        elif effect.code == ONLY_ONE:
            for _die in range(int(effect.get("roll")) - int(effect.get("keep"))):
                face = next(seconds, None)
                if face is not None and firsts:
                    hand.faces.append(face)
                    hand.pairs.append([firsts.pop(), len(hand.faces) - 1])
        else:
            for _die in range(amount):
                face = next(seconds, None)
                if face is not None:
                    hand.faces.append(face)
                    hand.away += 1


def extra_dice(found: list[tuple[Member, EffectData]]) -> int:
    """Number of extra dice to roll for these effects."""
    count = 0
    for _member, effect in found:
        if effect.code == ONLY_ONE:
            count += int(effect.get("roll")) - int(effect.get("keep"))
        elif effect.code == "exploration_extra_pick":
            count += int(effect.get("amount", 1))
    return count


def kept_lines(context: AftermathContext, code: str) -> list[tuple[AftermathLine, KeptLine]]:
    """Unused results of earlier finds with this code: each line with its contents."""
    rows = AftermathLine.objects.filter(aftermath__warband_id=context.row.warband_id, kind="kept", answer="")
    found = [(line, KeptLine.read(line)) for line in rows.exclude(aftermath=context.row).order_by("pk")]
    return [(line, kept) for line, kept in found if kept.code == code]


def use_up(context: AftermathContext, code: str, name: str) -> int:
    """The sum of one parameter over the earlier finds with this code. This exploration uses them up."""
    found = 0
    for line, kept in kept_lines(context, code):
        context.answered(line, "used", replace(kept, used_by=context.row.public_id))
        found += kept.number(name)
    return found


def permanent_rerolls(context: AftermathContext) -> int:
    """Number of permanent re-rolls of exploration dice: one for each location or map that gives one."""
    return len({kept.location for _line, kept in kept_lines(context, FOR_GOOD)})
