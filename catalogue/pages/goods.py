"""Pages of items, skills, spells and mutations."""

from __future__ import annotations

from django.utils.translation import gettext as _

from catalogue.packs.book import Book, Item, Mutation, Skill, SkillList, Spell, SpellList
from catalogue.packs.cells import link, links, words
from catalogue.pages.builder import Builder
from catalogue.pages.gear_rules import gear_sentences
from catalogue.pages.people import named_with_homes
from catalogue.pages.sheets import Grid, Line, Sheet, effect_words, price, sheet_of, who_words
from catalogue.pages.terms import plain_text
from catalogue.rules.rulesets import RULESETS


def class_words(item_class: str) -> str:
    """The heading for a class of items."""
    return {
        "close_combat": _("Close combat weapons"),
        "missile": _("Missile weapons"),
        "black_powder": _("Black powder weapons"),
        "armour": _("Armour"),
        "misc": _("Miscellaneous"),
        "animal": _("Animals"),
        "artefact": _("Magical artefacts"),
    }[item_class]


def when_words(when: str) -> str:
    """Display text for the part of the game that a fact applies to."""
    return {"battle": _("in battle"), "roster": _("on the roster"), "aftermath": _("after the battle")}[when]


def item_price(item: Item) -> str:
    """The price on the price chart."""
    if item.price_multiplier is not None:
        return _("%(times)s times the weapon") % {"times": item.price_multiplier}
    return price(item.price_gc, item.price_dice)


def rarity_words(item: Item) -> str:
    """How an item is found, as text: "common", "rare 8" or the rule for an artefact."""
    if item.artefact_roll is not None:
        return _("found on %(roll)s") % {"roll": item.artefact_roll}
    return _("common") if item.rarity is None else _("rare %(rarity)s") % {"rarity": item.rarity}


def strength_words(item: Item) -> str:
    """Strength as printed: "4", "user", "user +1"."""
    if item.strength is not None:
        return str(item.strength)
    return _("user") + (f" {item.strength_bonus:+d}" if item.strength_bonus else "")


def item_sheet(source: Book, item: Item) -> Sheet:
    """Page of an item: price on the price chart, rarity, characteristics, and the lists that sell it."""
    lines = [
        Line(_("Class"), words(class_words(item.item_class))),
        Line(_("Price"), words(item_price(item))),
        Line(_("Rarity"), words(rarity_words(item))),
    ]
    for other in item.rarity_for:
        rarity = _("common") if other.rarity is None else _("rare %(rarity)s") % {"rarity": other.rarity}
        lines.append(Line(_("Rarity for %(who)s") % {"who": who_words(source, other.who)}, words(rarity)))
    if item.brace_price is not None:
        brace = item.brace_price
        lines.append(Line(_("A brace"), words(price(brace.price_gc, brace.price_dice))))
        if brace.rarity is not None:
            lines.append(Line(_("Rarity of a brace"), words(_("rare %(rarity)s") % {"rarity": brace.rarity})))
    elif item.brace and item.price_gc is not None:
        lines.append(Line(_("A brace"), words(price(item.price_gc * 2))))
    if item.who.only or item.who.never:
        lines.append(Line(_("For"), words(who_words(source, item.who))))
    if item.slot in ("close_combat", "missile"):
        reach = _('%(inches)s"') % {"inches": item.range_in} if item.range_in else _("close combat")
        lines += [Line(_("Range"), words(reach)), Line(_("Strength"), words(strength_words(item)))]
        lines.append(Line(_("Hands"), words(item.hands)))
    if item.save is not None:
        lines.append(Line(_("Armour save"), words(f"{item.save}+")))
    if item.save_bonus:
        lines.append(Line(_("Added to the save"), words(f"+{item.save_bonus}")))
    if item.warrior_type is not None:
        lines.append(Line(_("Profile"), links(source, "warrior_types", [item.warrior_type])))
    rows = []
    for equipment in source.equipment_lists.values():
        for entry in equipment.entries:
            if entry.item == item.code:
                home = source.warband_types[equipment.warband_type]
                amount = price(entry.price_gc, entry.price_dice)
                rows.append(((link("warband_types", home),), (link("equipment_lists", equipment),), words(amount)))
    grids = (Grid(_("On these lists"), (_("Warband"), _("List"), _("Price")), tuple(rows)),) if rows else ()
    return sheet_of(
        "items", item, lines=tuple(lines), grids=(*_ruleset_grid(item), *grids), effects=effect_words(item.effects)
    )


def _ruleset_grid(item: Item) -> tuple[Grid, ...]:
    """A table of what the item does under each ruleset; empty if it does the same in all."""
    cells = [words(" ".join(gear_sentences(item, code)) or "-") for code in RULESETS]
    if len(set(cells)) == 1 and cells[0] == words("-"):
        return ()
    return (
        Grid(
            _("In each ruleset"),
            tuple(ruleset.name for ruleset in RULESETS.values()),
            (tuple(cells),),
            anchor="rulesets",
        ),
    )


def item_lists(source: Book) -> tuple[Grid, ...]:
    """The price chart, by class of items."""
    grids = []
    for item_class in ("close_combat", "missile", "black_powder", "armour", "misc", "animal", "artefact"):
        rows = [
            ((link("items", item),), words(item_price(item)), words(rarity_words(item)), plain_text(item.summary))
            for item in source.items_of_class(item_class)
        ]
        heads = (_("Item"), _("Price"), _("Rarity"), _("Effect"))
        grids.append(Grid(class_words(item_class), heads, tuple(rows), anchor=item_class))
    return tuple(grids)


def skill_sheet(source: Book, skill: Skill) -> Sheet:
    """Page of a skill: its list, when it acts, and who may learn it."""
    users = [
        warrior_type.code
        for warrior_type in source.warrior_types.values()
        if skill in source.skills_open_to(warrior_type.code)
    ]
    lines = (
        Line(_("List"), links(source, "skill_lists", [skill.skill_list])),
        Line(_("Used"), words(when_words(skill.when))),
        Line(_("For"), words(who_words(source, skill.who))),
        Line(_("Open to"), named_with_homes(source, users)),
    )
    return sheet_of("skills", skill, lines=lines, effects=effect_words(skill.effects))


def skill_lists(source: Book) -> tuple[Grid, ...]:
    """All skills, by list."""
    return tuple(_skills_of(source, skill_list) for skill_list in source.skill_lists.values())


def _skills_of(source: Book, skill_list: SkillList) -> Grid:
    rows = [
        ((link("skills", skill),), plain_text(skill.summary), words(when_words(skill.when)))
        for skill in source.skills_of(skill_list.code)
    ]
    return Grid(skill_list.name, (_("Skill"), _("Effect"), _("Used")), tuple(rows), anchor=skill_list.code)


def skill_list_sheet(source: Book, skill_list: SkillList) -> Sheet:
    """Page of a skill list with its skills and the warriors who use it."""
    users = [
        warrior_type.code
        for warrior_type in source.warrior_types.values()
        if skill_list.code in warrior_type.skill_lists
    ]
    lines = (Line(_("Open to"), named_with_homes(source, users)),)
    return sheet_of("skill_lists", skill_list, lines=lines, grids=(_skills_of(source, skill_list),))


def skill_list_lists(source: Book) -> tuple[Grid, ...]:
    """All skill lists."""
    rows = [
        (
            (link("skill_lists", skill_list),),
            words(len(source.skills_of(skill_list.code))),
            plain_text(skill_list.summary),
        )
        for skill_list in source.skill_lists.values()
    ]
    return (Grid(_("Skill lists"), (_("List"), _("Skills"), _("About")), tuple(rows)),)


def spell_sheet(source: Book, spell: Spell) -> Sheet:
    """Page of a spell: list, roll, difficulty, range."""
    difficulty = _("none, it is cast automatically") if spell.difficulty is None else f"{spell.difficulty}+"
    lines = [
        Line(_("List"), links(source, "spell_lists", [spell.spell_list])),
        Line(_("Rolled on"), words(spell.roll)),
        Line(_("Difficulty"), words(difficulty)),
        Line(_("Used"), words(when_words(spell.when))),
    ]
    if spell.range_in is not None:
        lines.append(Line(_("Range"), words(f'{spell.range_in}"')))
    return sheet_of("spells", spell, lines=tuple(lines), effects=effect_words(spell.effects))


def spell_lists(source: Book) -> tuple[Grid, ...]:
    """All spells, by list."""
    return tuple(_spells_of(source, spell_list) for spell_list in source.spell_lists.values())


def _spells_of(source: Book, spell_list: SpellList) -> Grid:
    rows = [
        (
            words(spell.roll),
            (link("spells", spell),),
            words(_("auto") if spell.difficulty is None else spell.difficulty),
            plain_text(spell.summary),
        )
        for spell in source.spells_of(spell_list.code)
    ]
    heads = (_("D6"), _("Spell"), _("Difficulty"), _("Effect"))
    return Grid(spell_list.name, heads, tuple(rows), anchor=spell_list.code)


def spell_list_sheet(source: Book, spell_list: SpellList) -> Sheet:
    """Page of a spell list with its spells and casters."""
    users = [
        warrior_type.code
        for warrior_type in source.warrior_types.values()
        if warrior_type.spell_list == spell_list.code
    ]
    lines = (Line(_("Cast by"), named_with_homes(source, users)),)
    return sheet_of("spell_lists", spell_list, lines=lines, grids=(_spells_of(source, spell_list),))


def spell_list_lists(source: Book) -> tuple[Grid, ...]:
    """All spell lists."""
    rows = [
        (
            (link("spell_lists", spell_list),),
            words(len(source.spells_of(spell_list.code))),
            plain_text(spell_list.summary),
        )
        for spell_list in source.spell_lists.values()
    ]
    return (Grid(_("Spell lists"), (_("List"), _("Spells"), _("About")), tuple(rows)),)


def mutation_sheet(source: Book, mutation: Mutation) -> Sheet:
    """Page of a mutation with its price."""
    lines = (
        Line(_("Price as the first mutation"), words(price(mutation.price_gc))),
        Line(
            _("Price as an additional mutation"),
            words(price(mutation.price_gc * source.tables.second_mutation_multiplier)),
        ),
    )
    return sheet_of("mutations", mutation, lines=lines, effects=effect_words(mutation.effects))


def mutation_lists(source: Book) -> tuple[Grid, ...]:
    """All mutations."""
    rows = [
        ((link("mutations", mutation),), words(price(mutation.price_gc)), plain_text(mutation.summary))
        for mutation in source.mutations.values()
    ]
    return (Grid(_("Mutations"), (_("Mutation"), _("Price"), _("Effect")), tuple(rows)),)


BUILDERS = {
    "items": Builder(item_sheet, item_lists),
    "skills": Builder(skill_sheet, skill_lists),
    "skill_lists": Builder(skill_list_sheet, skill_list_lists),
    "spells": Builder(spell_sheet, spell_lists),
    "spell_lists": Builder(spell_list_sheet, spell_list_lists),
    "mutations": Builder(mutation_sheet, mutation_lists),
}
