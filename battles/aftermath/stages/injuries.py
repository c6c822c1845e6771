"""First stage: the fate of all warriors out of action. Rules: AF-INJ-01 to AF-INJ-04"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from battles.aftermath.account import Account
from battles.aftermath.captives import fighting_pits, holding
from battles.aftermath.finds.effects import amount_of, as_data
from battles.aftermath.stages import rerolls
from battles.aftermath.warriors import bounty, looting, raised_heroes
from battles.engine.aftermath.injuries import InjuryResult, casualty_roll, serious_injuries
from battles.models import AftermathLine
from warbands.core.state import HERO, Member
from warbands.roster import advances, casualties
from warbands.roster import injuries as roster_injuries
from warbands.rules.member_facts import effects_of, has_effect

STAGE = "injuries"
ROLL_AS_HEROES = (HERO,)
"""Kinds that roll on the serious injury table; all others make a casualty roll. Rule: AF-INJ-03"""


def one_casualty(account: Account, number: int) -> None:
    """Roll for the casualty `number` of the battle's list and carry it out."""
    fallen = account.facts["fallen"][number]
    member = account.state().members.get(fallen["roster_id"])
    if member is None or not member.is_active:
        return
    if member.kind in ROLL_AS_HEROES:
        _hero(account, number, member, fallen)
    else:
        _henchman(account, number, member, fallen)


def _henchman(account: Account, number: int, member: Member, fallen: dict[str, Any]) -> None:
    if has_effect(member, account.book, "no_casualty_roll"):
        account.line(STAGE, "casualty", subject=member.key, name=member.name, face=0, dies=False, by=fallen["by_name"])
        return
    carried = account.state().held_by(member.key)
    if "killing_blow" in fallen["facts"]:
        dies, face = True, 0
    else:
        dies, face = _casualty(account, member)
        if dies and rerolls.use_anybodys(account):
            dies, face = _casualty(account, member)
    if dies:
        casualties.kill(
            warband_id=account.row.warband_id, warrior=member.key, by=account.by(f"casualty:{number}"), because="battle"
        )
    account.line(STAGE, "casualty", subject=member.key, name=member.name, face=face, dies=dies, by=fallen["by_name"])
    if dies:
        looting.go_through(account, str(number), member.name, carried)


def _casualty(account: Account, member: Member) -> tuple[bool, int]:
    """(dead, face) of a casualty roll; some warriors die more easily than others. Rules: AF-INJ-03, AF-INJ-06"""
    for effect, _source in effects_of(member, account.book):
        if effect.code == "casualty_up_to":
            face = account.roller.d6("casualty", member.name)
            return face <= int(effect.get("fails_up_to")), face
    result = casualty_roll(account.roller, account.tables.casualties, member.name)
    return result.dies, result.face


def _hero(account: Account, number: int, member: Member, fallen: dict[str, Any]) -> None:
    """Roll; if a re-roll is possible, the player is asked first. Rules: AF-INJ-01, AF-INJ-06"""
    if has_effect(member, account.book, "no_casualty_roll"):
        account.line(STAGE, "casualty", subject=member.key, name=member.name, face=0, dies=False, by=fallen["by_name"])
        return
    if bounty.is_mark(account, fallen):
        _settle_all(account, number, member, fallen, (bounty.taken_alive(account),))
        return
    results = _rolled(account, member, fallen)
    if rerolls.may(account, member):
        rerolls.ask(account, number, member, results)
        return
    _settle_all(account, number, member, fallen, results)


def _rolled(account: Account, member: Member, fallen: dict[str, Any]) -> tuple[InjuryResult, ...]:
    """The serious injuries of a hero: two rolls when the mount fell on its rider. Rules: AF-INJ-01, SPEC-MOUNT-01"""
    first_half = "killing_blow" in fallen["facts"]
    times = 2 if "crushed" in fallen["facts"] else 1
    rolled = (_serious(account, member, first_half=first_half) for _time in range(times))
    return tuple(result for results in rolled for result in results)


def _serious(account: Account, member: Member, *, first_half: bool) -> tuple[InjuryResult, ...]:
    return serious_injuries(account.roller, account.tables.injuries, member.name, first_half=first_half)


def settle(account: Account, line: AftermathLine, key: str) -> None:
    """Keep an injury, or re-roll it; the second result counts. Rule: AF-INJ-06"""
    number = int(line.data["number"])
    fallen = account.facts["fallen"][number]
    member = account.state().members[line.subject]
    results = rerolls.results_of(line)
    if key == "again":
        rerolls.use(account, line)
        results = _rolled(account, member, fallen)
    account.answered(line, key)
    _settle_all(account, number, member, fallen, results)


def _settle_all(
    account: Account, number: int, member: Member, fallen: dict[str, Any], results: Sequence[InjuryResult]
) -> None:
    for place, result in enumerate(results):
        if member.key in account.state().members and account.state().members[member.key].is_active:
            _settle(account, f"{number}.{place}", member, fallen, _spared(account, member, result))


def suffer(account: Account, key: str, member: Member, results: Sequence[InjuryResult]) -> None:
    """Carry out injuries that no other warband caused. Rule: AF-DEED-01"""
    nobody: dict[str, Any] = {
        "roster_id": member.key,
        "facts": [],
        "by_name": "",
        "by_roster": "",
        "by_role": "",
        "by_type": "",
    }
    nobody["by_warband_id"] = ""
    for place, result in enumerate(results):
        now = account.state().members.get(member.key)
        if now is not None and now.is_active:
            _settle(
                account, f"{key}.{place}", member, {**nobody, "by_warband_id": ""}, _spared(account, member, result)
            )


def _spared(account: Account, member: Member, result: InjuryResult) -> InjuryResult:
    """Some injuries do not affect some warriors, perhaps only while their mount was not taken out. Rule: AF-INJ-06"""
    for effect, _source in effects_of(member, account.book):
        if effect.code != "ignores_injuries" or result.code not in effect.get("injuries"):
            continue
        state, guard = account.state(), str(effect.get("unless_out", ""))
        out = {str(one["roster_id"]) for one in account.facts["fallen"]}
        guards = [one for one in state.of_type(guard) if one.key in account.facts["fought"]] if guard else []
        if not guard or any(one.key not in out for one in guards):
            return replace(result, effects=(), summary="")
    return result


def _settle(account: Account, key: str, member: Member, fallen: dict[str, Any], result: InjuryResult) -> None:
    """Carry one serious injury out and write its line."""
    warband_id = account.row.warband_id
    codes = {code for code, _ in result.effects}
    said: dict[str, Any] = {
        "injury": result.code,
        "injury_name": result.name,
        "d66": result.d66,
        "outcome": result.summary,
        "by": fallen["by_name"],
    }
    misses = 0
    for code, parameters in result.effects:
        if code == "miss_games" and "dice" in parameters:
            misses += amount_of(account, parameters, result.code, member.name)
    if codes - {"more_injuries"}:
        lasting = tuple(
            effect for effect in as_data(result.effects) if not (effect.code == "miss_games" and effect.get("dice"))
        )
        written = roster_injuries.apply(
            warband_id=warband_id,
            warrior=member.key,
            injury=result.code,
            effects=_aimed(account, lasting, fallen),
            misses_battles=misses,
            detail=result.summary,
            by=account.by(f"injury:{key}"),
        )
        said["heir"] = written.arguments.get("heir", "")
    carried = account.state().held_by(member.key)
    if "dies" in codes:
        written = casualties.kill(
            warband_id=warband_id, warrior=member.key, by=account.by(f"dies:{key}"), because=result.code
        )
        said["died"], said["heir"] = True, written.arguments.get("heir", "")
        raised_heroes.offer(account, member, carried)
        looting.go_through(account, key, member.name, carried)
    elif "lose_equipment" in codes:
        casualties.lose_kit(
            warband_id=warband_id, warrior=member.key, by=account.by(f"robbed:{key}"), because=result.code
        )
    if "captured" in codes:
        said["captor"] = holding.hold(account, key, member, fallen)
    for place, (code, parameters) in enumerate(result.effects):
        if code == "gain_experience":
            points = amount_of(account, parameters, result.code, member.name)
            advances.grant_experience(
                warband_id=warband_id,
                warrior=member.key,
                points=points,
                by=account.by(f"odds:{key}:{place}"),
                because=result.code,
            )
    if "pit_duel" in codes:
        said["pits"] = fighting_pits.sold(account, key, member, result, suffer)
        said["died"] = bool(said["pits"].get("died"))
    account.line(STAGE, "serious_injury", subject=member.key, name=member.name, misses=misses, **said)


def _aimed(account: Account, effects: tuple[Any, ...], fallen: dict[str, Any]) -> tuple[Any, ...]:
    """Targets of a hatred from an injury, as tags for battles: the enemy warrior, their leader, warband or its type.

    For a henchman the leader is hated instead. Rule: AF-INJ-05
    """
    aimed = []
    for effect in effects:
        if effect.code == "hatred_of":
            whom = str(effect.get("whom"))
            if whom == "warrior" and fallen["by_role"] not in ("hero", "hired_sword", "dramatis_persona"):
                whom = "leader"
            enemies = {
                "warrior": [f"warrior:{fallen['by_roster']}"],
                "leader": [f"leader_of:{fallen['by_warband_id']}"],
                "warband": [f"warband:{fallen['by_warband_id']}"],
                "warband_type": [fallen["by_type"]],
            }[whom]
            effect = type(effect)(
                code=effect.code,
                params={**effect.params, "enemies": [one for one in enemies if not one.endswith(":") and one]},
            )
        aimed.append(effect)
    return tuple(aimed)
