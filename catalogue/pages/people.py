"""Pages of warband types, warriors, races and special rules."""

from __future__ import annotations

from django.utils.translation import gettext as _

from catalogue.packs.alignments import alignment_words
from catalogue.packs.book import Book, EquipmentList, Fact, Race, SpecialRule, WarbandType, WarriorType
from catalogue.packs.cells import Piece, link, links, words
from catalogue.pages.builder import Builder
from catalogue.pages.sheets import Grid, Line, Sheet, effect_words, price, profile, sheet_of, who_words
from catalogue.pages.terms import plain_text

STATS = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")


def limit_words(warrior: WarriorType) -> str:
    """The number limit of a warrior type as printed in a list: "1", "0-2" or "any number"."""
    if warrior.maximum is None:
        return _("any number") if not warrior.minimum else _("%(least)s or more") % {"least": warrior.minimum}
    if warrior.minimum == warrior.maximum:
        return str(warrior.maximum)
    return f"{warrior.minimum}-{warrior.maximum}"


def warband_sheet(source: Book, warband: WarbandType) -> Sheet:
    """Page of a warband list: limits, warriors with profiles, equipment, skills, hired swords."""
    entries = source.warrior_types_of(warband.code)
    size = f"{warband.size_min}-{warband.size_max}"
    lines = [
        Line(_("Starting gold"), words(price(warband.starting_gold_gc))),
        Line(_("Warriors"), words(size)),
        Line(_("Maximum heroes"), words(warband.heroes_max)),
    ]
    if warband.alignment:
        lines.append(Line(_("Alignment"), words(alignment_words(warband))))
    if warband.variant_of is not None:
        lines.append(Line(_("Variant of"), links(source, "warband_types", [warband.variant_of])))
    kinds = [variant.code for variant in source.variants_of(warband.code)]
    if kinds:
        lines.append(Line(_("Variants"), links(source, "warband_types", kinds)))
    if warband.rules:
        lines.append(Line(_("Special rules"), links(source, "rules", warband.rules)))
    if warband.special_skill_list:
        lines.append(Line(_("Special skills"), links(source, "skill_lists", [warband.special_skill_list])))
    lines += [
        Line(
            label,
            links(source, "warrior_types", [hireling.code for hireling in source.hirelings_for(warband.code, kind)]),
        )
        for kind, label in (("hired_sword", _("Hired swords")), ("dramatis_persona", _("Dramatis personae")))
    ]
    grids = [_entries_grid(source, _("Entries"), entries)]
    grids += [
        _equipment_grid(source, equipment_list)
        for equipment_list in source.equipment_lists.values()
        if equipment_list.warband_type == warband.code
    ]
    grids.append(_skills_grid(source, entries))
    grids.append(_comparison_grid(source, warband))
    return sheet_of("warband_types", warband, lines=tuple(lines), grids=tuple(grids))


def _comparison_grid(source: Book, warband: WarbandType) -> Grid:
    """This list compared with others of its tier and its groups: gold, numbers, prices and profiles by rank."""
    beside = [
        warband_type
        for warband_type in source.warband_types.values()
        if warband_type.code == warband.code
        or (
            warband_type.variant_of is None
            and warband.variant_of != warband_type.code
            and (
                warband_type.source.tier == warband.source.tier
                or set(warband_type.groups) & set(warband.groups) - {"human"}
            )
        )
    ]
    rows = []
    for warband_type in beside:
        leader, ranks = source.leader_of(warband_type.code), source.henchmen_of(warband_type.code)
        priced = [entry.price_gc for entry in ranks if entry.price_gc]
        cells = [
            (link("warband_types", warband_type),),
            words(warband_type.starting_gold_gc),
            words(f"{warband_type.size_min}-{warband_type.size_max}"),
            words(warband_type.heroes_max),
            (link("warrior_types", leader),),
            words(price(leader.price_gc)),
            words(leader.characteristics.leadership),
            words(price(min(priced)) if priced else "–"),
            words(price(max(priced)) if priced else "–"),
            words(sum(1 for entry in ranks if entry.is_large) or "–"),
            words(alignment_words(warband_type)),
        ]
        rows.append(tuple(cells))
    heads = (
        _("Warband"),
        _("Gold"),
        _("Size"),
        _("Heroes"),
        _("Leader"),
        _("Leader's price"),
        _("Ld"),
        _("Cheapest Henchman"),
        _("Most expensive"),
        _("Large"),
        _("Alignment"),
    )
    return Grid(_("Compared with other lists"), heads, tuple(rows), anchor="comparison")


def warband_lists(source: Book) -> tuple[Grid, ...]:
    """All lists with starting gold, size and number of warrior types."""
    rows = []
    for warband in source.warband_types.values():
        heroes, henchmen = source.heroes_of(warband.code), source.henchmen_of(warband.code)
        rows.append(
            (
                (link("warband_types", warband),),
                words(warband.starting_gold_gc),
                words(f"{warband.size_min}-{warband.size_max}"),
                links(source, "warrior_types", [warrior_type.code for warrior_type in heroes]),
                links(source, "warrior_types", [warrior_type.code for warrior_type in henchmen]),
            )
        )
    heads = (_("Warband"), _("Gold"), _("Size"), _("Heroes"), _("Henchmen"))
    return (Grid(_("Warbands"), heads, tuple(rows)),)


def warrior_sheet(source: Book, warrior: WarriorType) -> Sheet:
    """Page of a warrior type or hired sword: profile, price, rules, equipment and skills."""
    lines = []
    if warrior.warband_type is not None:
        home = source.warband_types[warrior.warband_type]
        lines.append(Line(_("Warband"), (link("warband_types", home),)))
        lines.append(Line(_("Price"), words(price(warrior.price_gc))))
        lines.append(Line(_("In a warband"), words(limit_words(warrior))))
    if warrior.hire is not None:
        lines += _hire_lines(source, warrior)
    lines.append(Line(_("Kind"), words(kind_words(warrior))))
    lines.append(Line(_("Starting experience"), words(warrior.starting_experience)))
    if warrior.race is not None:
        lines.append(Line(_("Race"), links(source, "races", [warrior.race])))
    if warrior.rules:
        lines.append(Line(_("Special rules"), links(source, "rules", warrior.rules)))
    if warrior.skill_lists:
        lines.append(Line(_("Skill lists"), links(source, "skill_lists", warrior.skill_lists)))
    if warrior.skills:
        lines.append(Line(_("Skills"), links(source, "skills", warrior.skills)))
    if warrior.single_skills:
        lines.append(Line(_("Can also learn"), links(source, "skills", warrior.single_skills)))
    if warrior.talent_lists:
        lines.append(Line(_("Skill lists on becoming a Hero"), links(source, "skill_lists", warrior.talent_lists)))
    if warrior.spell_list is not None:
        lines.append(Line(_("Magic"), links(source, "spell_lists", [warrior.spell_list])))
    if warrior.kit:
        lines.append(Line(_("Brings"), links(source, "items", warrior.kit)))
    for choice in warrior.choices:
        lines.append(Line(_("or"), links(source, "items", choice) if choice else words(_("nothing more"))))
    for piece in warrior.kit_materials:
        made_of = _("%(item)s made of") % {"item": source.items[piece.item].name}
        lines.append(Line(made_of, links(source, "items", [piece.material])))
    if warrior.mutations != "none":
        needs = _("at least one") if warrior.mutations == "must" else _("optional")
        lines.append(Line(_("Mutations"), words(needs)))
    if warrior.gifts:
        lines.append(Line(_("Of these"), links(source, "mutations", warrior.gifts)))
    if warrior.mutations_max is not None:
        lines.append(Line(_("Maximum mutations"), words(warrior.mutations_max)))
    grids = []
    if warrior.equipment_list is not None:
        grids.append(_equipment_grid(source, source.equipment_lists[warrior.equipment_list], warrior.code))
    profiles = [profile(warrior.name, warrior.characteristics)]
    if warrior.race is not None:
        profiles.append(profile(_("Maximum"), source.races[warrior.race].maxima))
    parts = {"lines": tuple(lines), "grids": tuple(grids), "profiles": tuple(profiles)}
    return sheet_of("warrior_types", warrior, **parts)


def warrior_lists(source: Book) -> tuple[Grid, ...]:
    """All profiles: by list, then hired swords and animals."""
    grids = [
        _entries_grid(source, warband.name, source.warrior_types_of(warband.code))
        for warband in source.warband_types.values()
    ]
    others = (
        ("hired_sword", _("Hired swords")),
        ("dramatis_persona", _("Dramatis personae")),
        ("animal", _("Animals")),
    )
    for kind, caption in others:
        found = tuple(warrior_type for warrior_type in source.warrior_types.values() if warrior_type.kind == kind)
        grids.append(_entries_grid(source, caption, found))
    return tuple(grids)


def kind_words(warrior: WarriorType) -> str:
    """The kind of a warrior, as text."""
    return {
        "hero": _("Hero"),
        "henchman": _("Henchman"),
        "hired_sword": _("Hired sword"),
        "dramatis_persona": _("Dramatis persona"),
        "animal": _("Animal"),
    }[warrior.kind]


def _hire_lines(source: Book, warrior: WarriorType) -> list[Line]:
    hire = warrior.hire
    assert hire is not None
    lines = [
        Line(_("Hire"), words(price(hire.hire_gc, hire.hire_dice))),
        Line(_("Upkeep"), words(_("for one battle") if hire.upkeep_gc is None else price(hire.upkeep_gc))),
        Line(_("Rating"), words(hire.rating)),
        Line(_("May be hired by"), words(who_words(source, hire.may_hire))),
    ]
    if hire.instead_of_gold is not None:
        lines.append(Line(_("Instead of gold"), links(source, "items", [hire.instead_of_gold])))
    if hire.upkeep_doubled_with:
        lines.append(Line(_("Upkeep doubles together with"), links(source, "races", hire.upkeep_doubled_with)))
    return lines


def _entries_grid(source: Book, caption: str, entries: tuple[WarriorType, ...]) -> Grid:
    rows = []
    for entry in entries:
        cost = entry.hire.hire_gc if entry.hire is not None else entry.price_gc
        cells = [
            (link("warrior_types", entry),),
            words(kind_words(entry)),
            words(price(cost)),
            words(limit_words(entry)),
        ]
        cells += [words(value) for _short, value in entry.characteristics.row()]
        cells.append(words(entry.starting_experience))
        rows.append(tuple(cells))
    heads = (_("Entry"), _("Kind"), _("Price"), _("Number"), *STATS, _("Exp"))
    return Grid(caption, heads, tuple(rows))


def _equipment_grid(source: Book, equipment: EquipmentList, warrior: str = "") -> Grid:
    users = [
        warrior_type.plural
        for warrior_type in source.warrior_types.values()
        if warrior_type.equipment_list == equipment.code
    ]
    if warrior:
        lines = (*source.entries_for(warrior).values(), *source.materials_for(warrior).values())
    else:
        lines = equipment.entries
    rows = []
    for line in lines:
        item = source.items[line.item]
        note = who_words(source, line.who) if line.who.only or line.who.never else item.summary
        amount = price(line.price_gc, line.price_dice)
        rows.append(((link("items", item),), words(amount), words(note)))
    caption = f"{equipment.name} ({', '.join(users)})" if users and not warrior else equipment.name
    return Grid(caption, (_("Item"), _("Price"), _("Note")), tuple(rows), anchor=equipment.code)


def _skills_grid(source: Book, entries: tuple[WarriorType, ...]) -> Grid:
    rows = [
        ((link("warrior_types", warrior_type),), links(source, "skill_lists", warrior_type.skill_lists))
        for warrior_type in entries
        if warrior_type.skill_lists
    ]
    return Grid(_("Skills open to Heroes"), (_("Hero"), _("Skill lists")), tuple(rows))


def equipment_sheet(source: Book, equipment: EquipmentList) -> Sheet:
    """Page of an equipment list with the warriors who use it."""
    users = [
        warrior_type.code
        for warrior_type in source.warrior_types.values()
        if warrior_type.equipment_list == equipment.code
    ]
    home = source.warband_types[equipment.warband_type]
    lines = (
        Line(_("Warband"), (link("warband_types", home),)),
        Line(_("Used by"), links(source, "warrior_types", users)),
    )
    return sheet_of("equipment_lists", equipment, lines=lines, grids=(_equipment_grid(source, equipment),))


def equipment_lists(source: Book) -> tuple[Grid, ...]:
    """All equipment lists."""
    rows = [
        (
            (link("equipment_lists", equipment_list),),
            (link("warband_types", source.warband_types[equipment_list.warband_type]),),
            words(len(equipment_list.entries)),
        )
        for equipment_list in source.equipment_lists.values()
    ]
    return (Grid(_("Equipment lists"), (_("List"), _("Warband"), _("Items")), tuple(rows)),)


def race_sheet(source: Book, race: Race) -> Sheet:
    """Page of a race: its maximum characteristics and its warriors."""
    members = [warrior_type.code for warrior_type in source.warrior_types.values() if warrior_type.race == race.code]
    lines = (Line(_("Of this race"), links(source, "warrior_types", members)),)
    return sheet_of("races", race, lines=lines, profiles=(profile(_("Maximum"), race.maxima),))


def race_lists(source: Book) -> tuple[Grid, ...]:
    """The table of maximum characteristics."""
    rows = [
        ((link("races", race),), *(words(value) for _short, value in race.maxima.row()))
        for race in source.races.values()
    ]
    return (Grid(_("Maximum characteristics"), (_("Race"), *STATS), tuple(rows)),)


def rule_sheet(source: Book, rule: SpecialRule) -> Sheet:
    """Page of a special rule with the warriors and items that have it."""
    warriors = [entry.code for entry in source.warrior_types.values() if rule.code in entry.rules]
    warbands = [warband_type.code for warband_type in source.warband_types.values() if rule.code in warband_type.rules]
    lines = []
    if warbands:
        lines.append(Line(_("Warbands"), links(source, "warband_types", warbands)))
    if warriors:
        lines.append(Line(_("Warriors"), named_with_homes(source, warriors)))
    return sheet_of("rules", rule, lines=tuple(lines), effects=effect_words(rule.effects))


def named_with_homes(source: Book, warriors: list[str]) -> tuple[Piece, ...]:
    """Links to warriors, each with the list it belongs to."""
    pieces: list[Piece] = []
    for code in warriors:
        entry = source.warrior_types[code]
        if pieces:
            pieces.append(Piece(", "))
        pieces.append(link("warrior_types", entry))
        if entry.warband_type is not None:
            pieces.append(Piece(f" ({source.warband_types[entry.warband_type].name})"))
    return tuple(pieces)


def rule_lists(source: Book) -> tuple[Grid, ...]:
    """All special rules."""
    rows = [((_link_rule(rule),), plain_text(rule.summary)) for rule in source.rules.values()]
    return (Grid(_("Special rules"), (_("Rule"), _("Effect")), tuple(rows)),)


def _link_rule(rule: Fact) -> Piece:
    return link("rules", rule)


BUILDERS = {
    "warband_types": Builder(warband_sheet, warband_lists),
    "warrior_types": Builder(warrior_sheet, warrior_lists),
    "equipment_lists": Builder(equipment_sheet, equipment_lists),
    "races": Builder(race_sheet, race_lists),
    "rules": Builder(rule_sheet, rule_lists),
}
