"""Applies effects of injuries and finds to the roster, one ledger entry each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from battles.aftermath.context import AftermathContext
from battles.aftermath.finds import maps, player_choices
from battles.engine.aftermath.tables import Effect
from catalogue.packs.book import EffectData
from mordheim_site.refusals import Refusal
from warbands.builder import recruiting
from warbands.core.ledger import ActionContext
from warbands.core.state import HERO
from warbands.models import Kit
from warbands.roster import advances, casualties
from warbands.rules.member_facts import characteristics_of, gains_experience
from warbands.trading import stash, treasury


def amount_of(context: AftermathContext, parameters: dict[str, Any], purpose: str, who: str = "") -> int:
    """The amount of an effect: fixed or rolled, plus a bonus."""
    if "dice" in parameters:
        return context.roller.roll(str(parameters["dice"]), purpose, who) + int(parameters.get("plus", 0))
    return int(parameters.get("amount", 1)) + int(parameters.get("plus", 0))


def as_data(effects: Sequence[Effect]) -> tuple[EffectData, ...]:
    """Engine effects as the catalogue's."""
    return tuple(EffectData(code=code, params=dict(parameters)) for code, parameters in effects)


def carry_out(
    context: AftermathContext, stage: str, effects: Sequence[Effect], *, because: str, key: str, chosen: str = ""
) -> list[dict[str, Any]]:
    """Carry out what needs no further choice; return a plain record of each effect, and of those left for later.

    `chosen` is the warrior whom a find affects. `key` makes the ledger entries unique.
    """
    done: list[dict[str, Any]] = []
    for number, (code, parameters) in enumerate(effects):
        by = context.by(f"{key}:{number}")
        record = _one(context, code, parameters, because=because, by=by, chosen=chosen)
        done.append({"code": code, **record})
    return done


def _one(
    context: AftermathContext, code: str, parameters: dict[str, Any], *, because: str, by: ActionContext, chosen: str
) -> dict[str, Any]:
    warband_id = context.row.warband_id
    if code == "gain_gold":
        gold = amount_of(context, parameters, because)
        if gold > 0:
            treasury.gain(warband_id=warband_id, gold_gc=gold, by=by, because=because)
        return {"gold": gold}
    if code == "gain_shards":
        shards = amount_of(context, parameters, because)
        if shards > 0:
            treasury.gain_shards(warband_id=warband_id, shards=shards, by=by, because=because)
        return {"shards": shards}
    if code == "gain_item":
        item, count = str(parameters["item"]), amount_of(context, parameters, because)
        made_of = str(parameters.get("made_of", ""))
        stash.add(warband_id=warband_id, item=item, count=count, material=made_of, by=by, because=because)
        if maps.is_map(context, item):
            for number in range(count):
                maps.read(context, item, f"{by.source_key[-40:]}:{number}", stage="exploration")
        return {"item": context.book.items[item].name, "count": count}
    if code == "gain_artefact":
        return _artefact(context, because, by)
    if code == "gain_experience":
        return _experience(context, parameters, because, by, chosen)
    if code == "gain_warriors":
        return _recruits(context, parameters, because, by)
    if code == "miss_games" and chosen:
        battles = amount_of(context, parameters, because, chosen)
        casualties.miss_next(warband_id=warband_id, warrior=chosen, battles=battles, by=by)
        return {"misses": battles}
    if code == "dies" and chosen:
        casualties.kill(warband_id=warband_id, warrior=chosen, by=by, because=because)
        return {"died": True}
    if code == "gain_skill" and chosen:
        skill = str(parameters["skill"])
        try:
            advances.learn(warband_id=warband_id, warrior=chosen, skill=skill, by=by, because=because)
        except Refusal as no:
            return {"refused": str(no.message)}
        return {"skill": context.book.skills[skill].name}
    if code == "opens_skill_list" and chosen:
        opened = str(parameters["skill_list"])
        advances.learn(warband_id=warband_id, warrior=chosen, skill_list=opened, by=by, because=because)
        return {"skill_list": context.book.skill_lists[opened].name}
    if code in player_choices.MARKS and chosen:
        return player_choices.give_permanent_effect(context, (code, parameters), chosen, because=because, by=by)
    return {"kept": True}


def _artefact(context: AftermathContext, because: str, by: ActionContext) -> dict[str, Any]:
    """An artefact by a D6, rolled again while a warband owns its only piece. Rule: AF-EXPL-10

    In a league each artefact exists once; outside of one each warband can find each once.
    """
    artefacts = {item.artefact_roll: item for item in context.book.items.values() if item.artefact_roll}
    match = context.row.side.battle.match
    holders = Kit.objects.filter(item_code__in=[item.code for item in artefacts.values()])
    if match is not None:
        holders = holders.filter(warband__entries__campaign_id=match.campaign_id)
    else:
        holders = holders.filter(warband_id=context.row.warband_id)
    taken = set(holders.values_list("item_code", flat=True))
    if all(item.code in taken for item in artefacts.values()):
        return {"refused": _("Every artefact already has an owner.")}
    found = artefacts[context.roller.d6("artefact")]
    while found.code in taken:
        found = artefacts[context.roller.d6("artefact")]
    stash.add(warband_id=context.row.warband_id, item=found.code, by=by, because=because)
    return {"item": found.name, "count": 1}


def _experience(
    context: AftermathContext, parameters: dict[str, Any], because: str, by: ActionContext, chosen: str
) -> dict[str, Any]:
    """Experience for one warrior, for the leader, or shared among heroes, least experienced first."""
    points = amount_of(context, parameters, because)
    state = context.state()
    heroes = [one for one in state.active(HERO) if gains_experience(one, context.book)]
    to = parameters.get("to", "self")
    leader = state.leader()
    shares: dict[str, int] = {}
    if to == "leader" and leader is not None:
        shares[leader.key] = points
    elif to == "heroes_shared" and heroes:
        ranked = sorted(heroes, key=lambda one: (one.experience, one.position))
        for number in range(points):
            key = ranked[number % len(ranked)].key
            shares[key] = shares.get(key, 0) + 1
    elif chosen:
        shares[chosen] = points
    names = []
    for key, share in shares.items():
        one = ActionContext(actor_id=context.actor_id, at=context.now, source_key=f"{by.source_key}:{key}")
        advances.grant_experience(warband_id=context.row.warband_id, warrior=key, points=share, by=one, because=because)
        names.append(state.members[key].name)
    return {"experience": points, "names": names}


def _recruits(context: AftermathContext, parameters: dict[str, Any], because: str, by: ActionContext) -> dict[str, Any]:
    """Free warriors of an entry join, as far as the list allows."""
    entry = context.book.warrior_types[str(parameters["warrior_type"])]
    count = amount_of(context, parameters, because)
    joined = 0
    for number in range(count):
        one = ActionContext(actor_id=context.actor_id, at=context.now, source_key=f"{by.source_key}:{number}")
        try:
            recruiting.hire_free(warband_id=context.row.warband_id, warrior_type=entry.code, by=one, because=because)
        except Refusal as no:
            return {"warriors": joined, "entry": entry.name, "refused": str(no.message)}
        joined += 1
    return {"warriors": joined, "entry": entry.name}


def leadership_of(context: AftermathContext) -> int:
    """The leader's Leadership, 0 without a leader."""
    leader = context.state().leader()
    return characteristics_of(leader, context.book).leadership if leader is not None else 0
