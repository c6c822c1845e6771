"""Items after a battle: used-up items, side effects of drugs, broken items, hounds that recover.

A warrior who carries a drug or another single-battle item into a battle uses it; to save it, leave it in the stash.
Items that are thrown or eaten are used up only if the battle recorded it. A tabletop sheet does not record it, so the
player is asked. Rules: AF-USED-01, AF-DRUG-01, AF-DRUG-02, AF-BREAK-01, AF-BEAST-01
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from battles.aftermath.context import AftermathContext, ledger_prefix, write_line
from battles.aftermath.stored.item_lines import (
    BeastAskedLine,
    BeastLine,
    CravingLine,
    ItemDamageLine,
    ItemLine,
    ItemUseLine,
    UsedUpLine,
)
from battles.aftermath.stored.options import LineOption
from battles.core.bridge.effects import effects_of_item
from battles.engine.aftermath.belongings import ADDICTED, QUICKER, STUPID, is_lost, side_effect
from battles.engine.aftermath.injuries import casualty_roll
from battles.models import Aftermath, AftermathLine
from catalogue.packs.book import EffectData, Item
from warbands.core.ledger import ActionContext
from warbands.core.state import STASH, KitLine, Member, WarbandState
from warbands.core.undo import unwind
from warbands.roster import casualties, lasting_effects
from warbands.rules.member_facts import effects_of, tags_of
from warbands.trading import services as trading_services
from warbands.trading import stash

STAGE = "things"
ONLY_WHEN_USED = frozenset(("thrown_vial", "throw_net", "heal_all_wounds"))
"""Effects of items that are used up only if they were used in the battle."""
CRAVING = CravingLine.kind


def is_gone_once_used(item: Item) -> bool:
    """Whether the item lasts for one battle and is used up only if it was used there. After a tabletop battle the
    player answers this, unless the tracker recorded it. Rule: AF-USED-01"""
    ways = {effect.code for effect in item.effects} & ONLY_WHEN_USED
    return item.uses is not None and item.when == "battle" and (not item.effects or bool(ways))


def apply_battle_effects(context: AftermathContext) -> None:
    """Apply the battle's effects on all items, in roster order. Writes no line if there are none."""
    state = context.state()
    fallen = [casualty.roster_id for casualty in context.facts.fallen]
    for member in state.active():
        if member.key not in context.facts.fought:
            continue
        for line, item in list(_carried(context, state, member)):
            if item.uses is not None and item.when == "battle":
                _use_up(context, member, line, item)
            if item.uses is None and member.key in fallen:
                _roll_damage(context, member, line, item, fallen)
        _beasts(context, member)


def _carried(context: AftermathContext, state: WarbandState, member: Member) -> Iterator[tuple[KitLine, Item]]:
    tags = tags_of(state, member, context.book)
    for line in state.held_by(member.key):
        item = context.book.items[line.item_code]
        if not item.effects or effects_of_item(item, tags):
            yield line, item


def _use_up(context: AftermathContext, member: Member, line: KitLine, item: Item) -> None:
    """Remove an item that lasts for one battle, and roll for the side effects of a drug. Rules: AF-USED-01,
    AF-DRUG-01"""
    ways = {effect.code for effect in item.effects} & ONLY_WHEN_USED
    noted, used_on_board = context.facts.things, context.facts.used
    if noted is not None and is_gone_once_used(item):
        count = min(line.count, noted.get(member.key, {}).get(item.code, 0))
    elif not item.effects or (ways and used_on_board is None):
        options: list[LineOption] = [{"key": "used"}, {"key": "kept"}]
        contents = ItemUseLine(item=item.code)
        context.line(STAGE, contents, subject=member.key, name=member.name, options=options)
        return
    elif ways and used_on_board is not None:
        used = used_on_board.get(member.key, {})
        count = min(line.count, max(int(used.get(code, 0)) for code in ways))
    else:
        count = 1
    if not count:
        return
    lose(context, line, count, "used_up")
    used_up = _side_effect(context, member, item, UsedUpLine(item=item.code, count=count))
    context.line(STAGE, used_up, subject=member.key, name=member.name)


def lose(context: AftermathContext, line: KitLine, count: int, because: str) -> None:
    """Remove `count` items of a line with a ledger entry. Running it again changes nothing."""
    by = context.by(f"{because}:{line.key}")
    stash.lose(warband_id=context.row.warband_id, kit=line.key, count=count, by=by, because=because)


def _side_effect(context: AftermathContext, member: Member, item: Item, used: UsedUpLine) -> UsedUpLine:
    """Roll for the side effect of a drug, once per line of the roster. Rule: AF-DRUG-01"""
    drug = next((effect for effect in item.effects if effect.code == "side_effect"), None)
    if drug is None:
        return used
    total, left = side_effect(context.roller, dict(drug.params), member.name)
    if left:
        lasting_effects.add_effects(
            warband_id=context.row.warband_id,
            warrior=member.key,
            source=item.code,
            effects=[_lasting(left, item)],
            detail=words_of(left),
            by=context.by(f"side-effect:{member.key}:{item.code}"),
        )
    return replace(used, total=total, left=left)


def _lasting(left: str, item: Item) -> EffectData:
    if left == ADDICTED:
        return EffectData(code="craves", params={"item": item.code})
    if left == STUPID:
        return EffectData(code="stupidity", params={})
    name, amount = ("initiative", 1) if left == QUICKER else ("toughness", -1)
    return EffectData(code="characteristic_change", params={"characteristic": name, "amount": amount})


def words_of(left: str) -> str:
    """The side effect of a drug as text."""
    return {
        ADDICTED: _("addicted: must take it before every battle or leave"),
        STUPID: _("permanently stupid"),
        QUICKER: _("permanently +1 Initiative"),
    }.get(left, _("permanently -1 Toughness"))


def _roll_damage(context: AftermathContext, member: Member, line: KitLine, item: Item, fallen: list[str]) -> None:
    """Roll for items that may be ruined because their owner was taken out of action: one roll each time. Rule:
    AF-BREAK-01"""
    for effect in item.effects:
        if effect.code != "breaks_when_out":
            continue
        times, worst = fallen.count(member.key), int(effect.get("fails_up_to"))
        broke = any(is_lost(context.roller, worst, "breaks", member.name) for _time in range(times))
        if broke:
            lose(context, line, 1, "broke")
        context.line(STAGE, ItemDamageLine(item=item.code, broke=broke), subject=member.key, name=member.name)


def _beasts(context: AftermathContext, member: Member) -> None:
    """Roll for hounds and similar animals that went out of action, as for henchmen. A tabletop sheet does not record
    them, so the player is asked. Rule: AF-BEAST-01"""
    state = context.state()
    for line in state.held_by(member.key):
        if not any(effect.code == "fights_as" for effect in context.book.items[line.item_code].effects):
            continue
        lost = context.facts.beasts
        if lost is None:
            options: list[LineOption] = [{"key": "stood"}, {"key": "fell"}]
            contents = BeastAskedLine(item=line.item_code)
            context.line(STAGE, contents, subject=member.key, name=member.name, options=options)
            continue
        for _beast in range(lost.get(member.key, {}).get(line.item_code, 0)):
            _beasts_fate(context, member, line.item_code)


def _beasts_fate(context: AftermathContext, member: Member, item: str) -> bool:
    name = context.book.items[item].name
    dies = casualty_roll(context.roller, context.tables.casualties, name).dies
    line = context.state().line(member.key, item)
    if dies and line is not None:
        number = AftermathLine.objects.filter(aftermath=context.row, stage=STAGE).count()
        by = context.by(f"beast:{member.key}:{item}:{number}")
        stash.lose(warband_id=context.row.warband_id, kit=line.key, by=by, because="battle")
    context.line(STAGE, BeastLine(item=item, dies=dies), subject=member.key, name=member.name)
    return dies


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Carry out the player's answer about something that a tabletop sheet does not record."""
    state = context.state()
    member = state.members.get(line.subject)
    item = context.book.items[ItemLine.read(line).item]
    held = state.line(line.subject, item.code)
    if key == "used" and held is not None:
        lose(context, held, 1, "used_up")
    answer: BeastAskedLine | None = None
    if key == "fell" and member is not None and held is not None:
        dies = casualty_roll(context.roller, context.tables.casualties, item.name).dies
        answer = BeastAskedLine(item=item.code, dies=dies)
        if dies:
            by = context.by(f"beast:{line.number}")
            stash.lose(warband_id=context.row.warband_id, kit=held.key, by=by, because="battle")
    context.answered(line, key, answer)


# -- craving ----------------------------------------------------------------------------------------------------------


def settle_cravings(row: Aftermath, actor_id: int | None, now: datetime) -> None:
    """When an aftermath is confirmed, give each addict a dose, from the stash if necessary; addicts without a dose
    leave. Rule: AF-DRUG-02"""
    context = AftermathContext(row, now, actor_id=actor_id)
    state = context.state()
    for member in state.active():
        for wanted in cravings(member, context):
            held = state.line(member.key, wanted)
            spare = state.line(STASH, wanted)
            by = context.by(f"{CRAVING}:{member.key}")
            if held is None and spare is not None:
                trading_services.hand_over(warband_id=row.warband_id, kit=spare.key, to=member.key, by=by)
                state = context.state()
            elif held is None:
                casualties.leave(warband_id=row.warband_id, warrior=member.key, by=by)
                write_line(row, STAGE, CravingLine(item=wanted), subject=member.key, name=member.name)
                break


def cravings(member: Member, context: AftermathContext) -> list[str]:
    """Codes of the drugs to which this warrior is addicted."""
    return [str(effect.get("item")) for effect, _source in effects_of(member, context.book) if effect.code == "craves"]


def return_departed(row: Aftermath, actor_id: int | None, now: datetime) -> None:
    """Undo the departures of addicts, because a confirmed aftermath is reopened. Rule: AF-CONFIRM-01"""
    by = ActionContext(actor_id=actor_id, at=now)
    if unwind(warband_id=row.warband_id, prefixes=[f"{ledger_prefix(row)}{CRAVING}:"], by=by):
        AftermathLine.objects.filter(aftermath=row, kind=CRAVING).delete()
        row.attempt += 1
        row.save(update_fields=["attempt"])
