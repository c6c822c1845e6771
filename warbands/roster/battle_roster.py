"""All members who can fight in a battle, one record per model."""

from __future__ import annotations

import math
from dataclasses import dataclass

from catalogue.packs.book import Book, Characteristics, EffectData
from catalogue.packs.installed import book
from warbands.core.state import Member, WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.rules.dependencies import missing_companions
from warbands.rules.member_facts import characteristics_of, entry_of, has_effect, injury_effects, tags_of
from warbands.rules.rating import rating_line, rating_of


@dataclass(frozen=True, slots=True)
class BattleItem:
    """One item of a model in battle."""

    item_code: str
    count: int
    material_code: str = ""


@dataclass(frozen=True, slots=True)
class BattleModel:
    """One model for a battle. `number` counts from 1 within a henchman group."""

    warrior: str
    number: int
    name: str
    kind: str
    warrior_type_code: str
    characteristics: Characteristics
    items: tuple[BattleItem, ...]
    rules: tuple[str, ...]
    skills: tuple[str, ...]
    spells: tuple[str, ...]
    mutations: tuple[str, ...]
    injuries: tuple[str, ...]
    injury_effects: tuple[EffectData, ...]
    keywords: frozenset[str]
    is_leader: bool
    is_large: bool
    is_hireling: bool
    experience: int
    rating: int


@dataclass(frozen=True, slots=True)
class BattleRoster:
    """All models that can fight, with the totals that are used to compare warbands."""

    warband: str
    name: str
    type_code: str
    owner_id: int
    version: int
    rating: int
    rules: tuple[str, ...]
    models: tuple[BattleModel, ...]


def roster_for_battle(warband_id: int) -> BattleRoster:
    """Every model that can fight now (not captives or members who miss the battle). Three queries."""
    warband = Warband.objects.get(pk=warband_id)
    state, facts = load_state(warband), book()
    models = [
        model
        for member in state.active()
        if not member.misses_battles and not stays_in_camp(state, member, facts)
        for model in _models(state, member, facts)
    ]
    return BattleRoster(
        warband=warband.public_id,
        name=state.name,
        type_code=state.warband_type_code,
        owner_id=warband.owner_id,
        version=warband.version,
        rating=rating_of(state, facts).total,
        rules=facts.warband_types[state.warband_type_code].rules,
        models=tuple(models),
    )


def stays_in_camp(state: WarbandState, member: Member, facts: Book) -> bool:
    """Whether a member cannot fight, either never or not now: wagons, animals without their master. Rule:
    RO-FIELD-01"""
    return has_effect(member, facts, "not_fielded") or bool(missing_companions(state, member, facts))


def _models(state: WarbandState, member: Member, facts: Book) -> list[BattleModel]:
    entry = entry_of(member, facts)
    items = tuple(BattleItem(line.item_code, line.count, line.material_code) for line in state.held_by(member.key))
    return [
        BattleModel(
            warrior=member.key,
            number=number,
            name=f"{member.name} {number}" if member.headcount > 1 else member.name,
            kind=member.kind,
            warrior_type_code=entry.code,
            characteristics=characteristics_of(member, facts),
            items=items,
            rules=entry.rules,
            skills=tuple(dict.fromkeys((*entry.skills, *member.skills))),
            spells=tuple(member.spells),
            mutations=tuple(member.mutations),
            injuries=tuple(injury["code"] for injury in member.injuries),
            injury_effects=tuple(effect for injury in member.injuries for effect in injury_effects(injury)),
            keywords=tags_of(state, member, facts),
            is_leader=member.is_leader,
            is_large=entry.is_large,
            is_hireling=member.is_hireling,
            experience=member.experience,
            rating=math.ceil(rating_line(state, member, facts).total / member.headcount),
        )
        for number in range(1, member.headcount + 1)
    ]
