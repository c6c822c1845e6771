"""Every fact as flat records: one record per statement in the books, with `kind` and plain field names.

The shape is documented in docs/reference/catalogue-json.md. Ranges are written as two numbers (`low`, `high`), dice as
text; `tier`, `pack`, `page`, `note` and `disputed` give the source of a record.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from catalogue.facts import Characteristics, EffectData, Fact, Item, Outcome, Who
from catalogue.packs.book import Book

Record = dict[str, Any]


def records(source: Book) -> Iterator[Record]:
    """All records, in a fixed order."""
    yield from _packs(source)
    yield from _warbands(source)
    yield from _warriors(source)
    yield from _equipment(source)
    yield from _items(source)
    yield from _skills(source)
    yield from _magic(source)
    yield from _profiles(source)
    yield from _injuries(source)
    yield from _exploration(source)
    yield from _advances(source)
    yield from _tables(source)
    yield from _scenarios(source)
    yield from _charts(source)


def _base(kind: str, fact: Fact) -> Record:
    source = fact.source
    record: Record = {"kind": kind, "code": fact.code, "name": fact.name, "tier": source.tier, "pack": source.pack}
    record["publication"] = source.publication
    if source.page is not None:
        record["page"] = source.page
    if source.note:
        record["note"] = source.note
    if source.disputed:
        record["disputed"] = source.disputed
    if fact.summary:
        record["summary"] = fact.summary
    return record


def _from(kind: str, fact: Fact, **values: Any) -> Record:
    source = fact.source
    return {"kind": kind, **values, "tier": source.tier, "pack": source.pack}


def _profile(characteristics: Characteristics) -> Record:
    profile: Record = {name: getattr(characteristics, name) for name in Characteristics.names()}
    if characteristics.movement_dice:
        profile["movement"] = characteristics.movement_dice
    if characteristics.rolled:
        profile["rolled"] = {name: str(dice) for name, dice in characteristics.rolled.items()}
    return profile


def _effects(effects: tuple[EffectData, ...]) -> list[Record]:
    return [{"code": effect.code, **effect.params} for effect in effects]


def _who_record(scope: Who) -> Record:
    return {"only": list(scope.only), "never": list(scope.never)}


def _outcomes(kind: str, fact: Fact, outcomes: tuple[Outcome, ...], roll: str = "") -> Iterator[Record]:
    for outcome in outcomes:
        record = _from(kind, fact, of=fact.code, name=fact.name, roll=roll, text=outcome.summary)
        record |= {"low": outcome.low, "high": outcome.high, "needs": outcome.needs, "after": outcome.after}
        yield record | _who_record(outcome.who) | {"effects": _effects(outcome.effects)}


def _packs(source: Book) -> Iterator[Record]:
    for pack in source.packs.values():
        yield {
            "kind": "pack",
            "code": pack.code,
            "name": pack.name,
            "tier": pack.tier,
            "publication": pack.publication,
            "edition": pack.edition,
        }


def _warbands(source: Book) -> Iterator[Record]:
    for warband in source.warband_types.values():
        yield _base("warband_type", warband) | {
            "starting_gold_gc": warband.starting_gold_gc,
            "size_min": warband.size_min,
            "size_max": warband.size_max,
            "heroes_max": warband.heroes_max,
            "groups": list(warband.groups),
            "alignment": list(warband.alignment),
            "variant_of": warband.variant_of,
            "special_skill_list": warband.special_skill_list,
            "hires_only": list(warband.hires.only),
            "hires_never": list(warband.hires.never),
            "rules": list(warband.rules),
            "entries": len(source.warrior_types_of(warband.code)),
        }
        for kind in ("hired_sword", "dramatis_persona"):
            for hireling in source.hirelings_for(warband.code, kind):
                yield _from("may_hire", warband, warband=warband.code, hireling=hireling.code, hireling_kind=kind)
    for rule in source.rules.values():
        yield _base("special_rule", rule) | {"when": rule.when, "effects": _effects(rule.effects)}


def _warriors(source: Book) -> Iterator[Record]:
    kinds = {"hero": "warrior_type", "henchman": "warrior_type"}
    for warrior in source.warrior_types.values():
        record = _base(kinds.get(warrior.kind, warrior.kind), warrior)
        record |= {"warband": warrior.warband_type, "entry_kind": warrior.kind}
        if warrior.hire is None:
            record |= {"price_gc": warrior.price_gc, "min": warrior.minimum, "max": warrior.maximum}
        else:
            hire = warrior.hire
            record |= {"hire_gc": hire.hire_gc, "upkeep_gc": hire.upkeep_gc, "rating": hire.rating}
            record |= {"hire_dice": hire.hire_dice, "seek_roll": hire.seek_roll}
            record |= {"may_hire_only": list(hire.may_hire.only), "may_hire_never": list(hire.may_hire.never)}
            record |= {"instead_of_gold": hire.instead_of_gold, "upkeep_doubled_with": list(hire.upkeep_doubled_with)}
        yield (
            record
            | _profile(warrior.characteristics)
            | {
                "starting_experience": warrior.starting_experience,
                "race": warrior.race,
                "leader": warrior.is_leader,
                "large": warrior.is_large,
                "gains_experience": warrior.gains_experience,
                "carries_equipment": warrior.carries_equipment,
                "equipment_list": warrior.equipment_list,
                "skill_lists": list(warrior.skill_lists),
                "skills": list(warrior.skills),
                "spell_list": warrior.spell_list,
                "starting_spells": warrior.starting_spells,
                "single_skills": list(warrior.single_skills),
                "talent_lists": list(warrior.talent_lists),
                "starting_spell_codes": list(warrior.starting_spell_codes),
                "mutations": warrior.mutations,
                "mutations_max": warrior.mutations_max,
                "gifts": list(warrior.gifts),
                "traits": list(warrior.traits),
                "kit": list(warrior.kit),
                "choices": [list(choice) for choice in warrior.choices],
                "kit_materials": {piece.item: piece.material for piece in warrior.kit_materials},
                "rules": list(warrior.rules),
            }
        )


def _brace(item: Item) -> Record:
    own = item.brace_price
    if own is not None:
        return {"brace_price_gc": own.price_gc, "brace_price_dice": own.price_dice, "brace_rarity": own.rarity}
    twice = item.price_gc * 2 if item.brace and item.price_gc is not None else None
    return {"brace_price_gc": twice, "brace_price_dice": "", "brace_rarity": item.rarity if item.brace else None}


def _equipment(source: Book) -> Iterator[Record]:
    for equipment in source.equipment_lists.values():
        users = [w.code for w in source.warrior_types.values() if w.equipment_list == equipment.code]
        yield _base("equipment_list", equipment) | {"warband": equipment.warband_type, "used_by": users}
        for line in equipment.entries:
            yield _from(
                "equipment_price",
                equipment,
                warband=equipment.warband_type,
                list=equipment.code,
                item=line.item,
                name=source.items[line.item].name,
                price_gc=line.price_gc,
                price_dice=line.price_dice,
                price_multiplier=line.price_multiplier,
                **_who_record(line.who),
            )


def _items(source: Book) -> Iterator[Record]:
    for item in source.items.values():
        record = _base("artefact" if item.item_class == "artefact" else "item", item)
        yield record | {
            "item_class": item.item_class,
            "slot": item.slot,
            "made_into": item.made_into,
            "made_from": list(item.made_from),
            "price_gc": item.price_gc,
            "price_dice": item.price_dice,
            "price_multiplier": item.price_multiplier,
            **_brace(item),
            "rarity": "common" if item.rarity is None and item.artefact_roll is None else item.rarity,
            "hands": item.hands,
            "range_in": item.range_in,
            "strength": item.strength,
            "strength_bonus": item.strength_bonus,
            "save": item.save,
            "save_bonus": item.save_bonus,
            "pair": item.pair,
            "uses": item.uses,
            "first_free": item.first_free,
            "artefact_roll": item.artefact_roll,
            "effects": _effects(item.effects),
            **_who_record(item.who),
        }
        for other in item.rarity_for:
            rarity = "common" if other.rarity is None else other.rarity
            yield _from("item_rarity", item, item=item.code, rarity=rarity, **_who_record(other.who))


def _skills(source: Book) -> Iterator[Record]:
    for skill_list in source.skill_lists.values():
        count = len(source.skills_of(skill_list.code))
        yield _base("skill_list", skill_list) | {"special": skill_list.special, "skills": count}
    for skill in source.skills.values():
        record = _base("skill", skill) | {"list": skill.skill_list, "when": skill.when}
        yield record | _who_record(skill.who) | {"effects": _effects(skill.effects)}
    for warrior in source.warrior_types.values():
        for code in warrior.skill_lists:
            yield _from("skill_access", warrior, warrior_type=warrior.code, warband=warrior.warband_type, list=code)


def _magic(source: Book) -> Iterator[Record]:
    for spell_list in source.spell_lists.values():
        users = [w.code for w in source.warrior_types.values() if w.spell_list == spell_list.code]
        yield _base("spell_list", spell_list) | {"prayers": spell_list.is_prayer, "used_by": users}
    for spell in source.spells.values():
        record = _base("spell", spell) | {"list": spell.spell_list, "roll": spell.roll}
        record["difficulty"] = "auto" if spell.difficulty is None else spell.difficulty
        yield record | {"range_in": spell.range_in, "when": spell.when, "effects": _effects(spell.effects)}
    for mutation in source.mutations.values():
        record = _base("mutation", mutation) | {"price_gc": mutation.price_gc}
        yield record | _who_record(mutation.who) | {"effects": _effects(mutation.effects)}


def _profiles(source: Book) -> Iterator[Record]:
    for race in source.races.values():
        yield _base("maximum", race) | {"race": race.code} | _profile(race.maxima)


def _injuries(source: Book) -> Iterator[Record]:
    for injury in source.injuries.values():
        record = _base("injury", injury) | {"low": injury.low, "high": injury.high, "roll": injury.roll}
        yield record | {"effects": _effects(injury.effects)}
        yield from _outcomes("injury_outcome", injury, injury.outcomes, injury.roll)


def _exploration(source: Book) -> Iterator[Record]:
    for result in source.exploration.values():
        record = _base("exploration", result) | {"dice": result.dice, "face": result.face, "roll": result.roll}
        yield record | {"effects": _effects(result.effects)}
        yield from _outcomes("exploration_outcome", result, result.outcomes, result.roll)


def _advances(source: Book) -> Iterator[Record]:
    for row in source.advances.values():
        record = _base("advance", row) | {"table": row.table, "low": row.low, "high": row.high, "roll": row.roll}
        yield record | {"effects": _effects(row.effects)}
        yield from _outcomes("advance_outcome", row, row.outcomes, row.roll)


def _tables(source: Book) -> Iterator[Record]:
    tables = source.tables
    for table, points in (("hero", tables.hero_advances_at), ("henchman", tables.henchman_advances_at)):
        for number, experience in enumerate(points, start=1):
            yield _from("advance_threshold", tables, table=table, advance=number, experience=experience)
    for award in tables.experience_awards:
        yield _from("experience_award", tables, reason=award.reason, amount=award.amount, heroes_only=award.heroes_only)
    for band in tables.underdog_bonus:
        yield _from("underdog_bonus", tables, low=band.low, high=band.high, bonus=band.value)
    for band in tables.shards_found:
        yield _from("shards_found", tables, low=band.low, high=band.high, shards=band.value)
    for row in tables.sale_prices:
        for size, price in zip(tables.sale_sizes, row.prices_gc, strict=True):
            last = row.shards == len(tables.sale_prices)
            values = {"shards": row.shards, "or_more": last, "warriors_low": size.low, "warriors_high": size.high}
            yield _from("sale_price", tables, **values, price_gc=price)
    yield from _outcomes("henchman_injury", tables, tables.henchman_injury, "D6")
    for number, stage in enumerate(tables.post_battle_sequence, start=1):
        yield _from("post_battle_stage", tables, number=number, name=stage)
    singles = (
        "warriors_min heroes_max starting_gold_gc group_size_min group_size_max close_combat_weapons_max "
        "missile_weapons_max rating_per_warrior rating_large henchman_increase_max exploration_dice_max rarity_dice "
        "veterans_dice veteran_surcharge_gc sell_fraction_percent second_mutation_multiplier leader_range_in "
        "rout_at_percent playable_skill_lists_for_talent"
    )
    for name in singles.split():
        yield _from("limit", tables, name=name, value=getattr(tables, name))


def _scenarios(source: Book) -> Iterator[Record]:
    for scenario in source.scenarios.values():
        yield _base("scenario", scenario) | {
            "number": scenario.number,
            "table_rolls": list(scenario.table_rolls),
            "has_attacker": scenario.has_attacker,
            "rout_checks": scenario.rout_checks,
            "turn_limit": scenario.turn_limit,
            "sides": scenario.sides,
            "terrain": scenario.terrain,
            "setup": scenario.setup,
            "first_turn": scenario.first_turn,
            "objective": scenario.objective,
            "special": scenario.special,
            "ends": scenario.ends,
            "effects": _effects(scenario.effects),
        }
        for award in scenario.experience:
            values = {"reason": award.reason, "amount": award.amount, "heroes_only": award.heroes_only}
            yield _from("scenario_experience", scenario, scenario=scenario.code, **values)
        yield from _outcomes("scenario_reward", scenario, scenario.rewards, "D6")


def _charts(source: Book) -> Iterator[Record]:
    for chart in source.charts.values():
        for row in chart.rows:
            yield _from("chart", chart, chart=chart.code, name=chart.name, key=row.key, value=row.value)
