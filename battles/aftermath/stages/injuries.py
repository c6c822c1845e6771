"""First stage: injuries of all warriors who went out of action. Rules: AF-INJ-01 to AF-INJ-04"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.base import Amount
from battles.aftermath.finds.effects import as_data
from battles.aftermath.stages import rerolls
from battles.aftermath.stages.injury_effects import Injured, carry_out
from battles.aftermath.stored.facts import Casualty
from battles.aftermath.stored.injury_lines import CasualtyLine, InjuryAgainLine, InjuryLine
from battles.aftermath.warriors import bounty, looting
from battles.engine.aftermath.injuries import InjuryResult, casualty_roll, serious_injuries
from battles.models import AftermathLine
from catalogue.packs.book import EffectData
from warbands.core.state import HERO, Member
from warbands.roster import casualties
from warbands.roster import injuries as roster_injuries
from warbands.rules.member_facts import effects_of, has_effect

STAGE = "injuries"
ROLL_AS_HEROES = (HERO,)
"""Kinds of members that roll on the serious injury table; all others make a casualty roll. Rule: AF-INJ-03"""


def one_casualty(context: AftermathContext, number: int) -> None:
    """Roll for casualty `number` in the list of the battle, and apply the result."""
    fallen = context.facts.fallen[number]
    member = context.state().members.get(fallen.roster_id)
    if member is None or not member.is_active:
        return
    if member.kind in ROLL_AS_HEROES:
        _hero(context, number, member, fallen)
    else:
        _henchman(context, number, member, fallen)


def _henchman(context: AftermathContext, number: int, member: Member, fallen: Casualty) -> None:
    if has_effect(member, context.book, "no_casualty_roll"):
        context.line(STAGE, CasualtyLine(by=fallen.by_name), subject=member.key, name=member.name)
        return
    carried = context.state().held_by(member.key)
    if "killing_blow" in fallen.facts:
        dies, face = True, 0
    else:
        dies, face = _casualty(context, member)
        if dies and rerolls.use_any_reroll(context):
            dies, face = _casualty(context, member)
    if dies:
        casualties.kill(
            warband_id=context.row.warband_id, warrior=member.key, by=context.by(f"casualty:{number}"), because="battle"
        )
    casualty = CasualtyLine(face=face, dies=dies, by=fallen.by_name)
    context.line(STAGE, casualty, subject=member.key, name=member.name)
    if dies:
        looting.loot_fallen(context, str(number), member.name, carried)


def _casualty(context: AftermathContext, member: Member) -> tuple[bool, int]:
    """(dead, face) of a casualty roll. Some warriors die more easily than others. Rules: AF-INJ-03, AF-INJ-06"""
    for effect, _source in effects_of(member, context.book):
        if effect.code == "casualty_up_to":
            face = context.roller.d6("casualty", member.name)
            return face <= int(effect.get("fails_up_to")), face
    result = casualty_roll(context.roller, context.tables.casualties, member.name)
    return result.dies, result.face


def _hero(context: AftermathContext, number: int, member: Member, fallen: Casualty) -> None:
    """Roll for a hero. If a re-roll is possible, ask the player first. Rules: AF-INJ-01, AF-INJ-06"""
    if has_effect(member, context.book, "no_casualty_roll"):
        context.line(STAGE, CasualtyLine(by=fallen.by_name), subject=member.key, name=member.name)
        return
    if bounty.is_mark(context, fallen):
        _settle_all(context, number, member, fallen, (bounty.taken_alive(context),))
        return
    results = _rolled(context, member, fallen)
    if rerolls.may(context, member):
        rerolls.ask(context, number, member, results)
        return
    _settle_all(context, number, member, fallen, results)


def _rolled(context: AftermathContext, member: Member, fallen: Casualty) -> tuple[InjuryResult, ...]:
    """The serious injuries of a hero: two rolls if the mount fell on its rider. Rules: AF-INJ-01, SPEC-MOUNT-01"""
    first_half = "killing_blow" in fallen.facts
    times = 2 if "crushed" in fallen.facts else 1
    rolled = (_serious(context, member, first_half=first_half) for _time in range(times))
    return tuple(result for results in rolled for result in results)


def _serious(context: AftermathContext, member: Member, *, first_half: bool) -> tuple[InjuryResult, ...]:
    return serious_injuries(context.roller, context.tables.injuries, member.name, first_half=first_half)


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Accept an injury, or re-roll it; the second result counts. Rule: AF-INJ-06"""
    number = InjuryAgainLine.read(line).number
    fallen = context.facts.fallen[number]
    member = context.state().members[line.subject]
    results = rerolls.results_of(line)
    if key == "again":
        rerolls.use(context, line)
        results = _rolled(context, member, fallen)
    context.answered(line, key)
    _settle_all(context, number, member, fallen, results)


def _settle_all(
    context: AftermathContext, number: int, member: Member, fallen: Casualty, results: Sequence[InjuryResult]
) -> None:
    for place, result in enumerate(results):
        if member.key in context.state().members and context.state().members[member.key].is_active:
            _settle(context, f"{number}.{place}", member, fallen, _spared(context, member, result))


def apply_injuries(context: AftermathContext, key: str, member: Member, results: Sequence[InjuryResult]) -> None:
    """Apply injuries that no other warband caused. Rule: AF-DEED-01"""
    by_nobody = Casualty(roster_id=member.key)
    for place, result in enumerate(results):
        now = context.state().members.get(member.key)
        if now is not None and now.is_active:
            _settle(context, f"{key}.{place}", member, by_nobody, _spared(context, member, result))


def _spared(context: AftermathContext, member: Member, result: InjuryResult) -> InjuryResult:
    """The injury after the warrior's immunities: some warriors ignore some injuries, in some cases only if their mount
    was not taken out. Rule: AF-INJ-06"""
    for effect, _source in effects_of(member, context.book):
        if effect.code != "ignores_injuries" or result.code not in effect.get("injuries"):
            continue
        state, guard = context.state(), str(effect.get("unless_out", ""))
        out = context.facts.out_of_action
        guards = [member for member in state.of_type(guard) if member.key in context.facts.fought] if guard else []
        if not guard or any(guard.key not in out for guard in guards):
            return replace(result, effects=(), summary="")
    return result


def _settle(context: AftermathContext, key: str, member: Member, fallen: Casualty, result: InjuryResult) -> None:
    """Apply one serious injury and write its line."""
    misses = sum(
        Amount.read(parameters).roll(context, result.code, member.name)
        for code, parameters in result.effects
        if _is_rolled_absence(code, parameters)
    )
    line = InjuryLine(
        injury=result.code,
        injury_name=result.name,
        d66=result.d66,
        outcome=result.summary,
        by=fallen.by_name,
        misses=misses,
    )
    if any(code != "more_injuries" for code, _parameters in result.effects):
        lasting = tuple(effect for effect in result.effects if not _is_rolled_absence(*effect))
        written = roster_injuries.apply(
            warband_id=context.row.warband_id,
            warrior=member.key,
            injury=result.code,
            effects=_aimed(context, as_data(lasting), fallen),
            misses_battles=misses,
            detail=result.summary,
            by=context.by(f"injury:{key}"),
        )
        line = replace(line, heir=written.arguments.get("heir", ""))
    carried = context.state().held_by(member.key)
    injured = Injured(context, key, member, fallen, result, carried, apply_injuries)
    context.line(STAGE, carry_out(injured, line), subject=member.key, name=member.name)


def _is_rolled_absence(code: str, parameters: Mapping[str, object]) -> bool:
    """Whether an effect is a number of missed battles that is rolled with dice."""
    return code == "miss_games" and bool(parameters.get("dice"))


def _aimed(context: AftermathContext, effects: tuple[EffectData, ...], fallen: Casualty) -> tuple[EffectData, ...]:
    """The effects with the target of a hatred filled in, as tags for battles: the enemy warrior, their leader, their
    warband or its type. If the enemy was a henchman, their leader is hated instead. Rule: AF-INJ-05"""
    aimed = []
    for effect in effects:
        if effect.code == "hatred_of":
            kind = str(effect.get("whom"))
            if kind == "warrior" and fallen.by_role not in ("hero", "hired_sword", "dramatis_persona"):
                kind = "leader"
            enemies = {
                "warrior": [f"warrior:{fallen.by_roster}"],
                "leader": [f"leader_of:{fallen.by_warband_id}"],
                "warband": [f"warband:{fallen.by_warband_id}"],
                "warband_type": [fallen.by_type],
            }[kind]
            effect = EffectData(
                code=effect.code,
                params={**effect.params, "enemies": [enemy for enemy in enemies if not enemy.endswith(":") and enemy]},
            )
        aimed.append(effect)
    return tuple(aimed)
