"""A dead hero is raised to serve the enemy's sorcerer, with the same profile and weapons. Rule: AF-RAISE-01"""

from __future__ import annotations

from battles.aftermath.captives.ransom import reopen
from battles.aftermath.context import AftermathContext, write_line
from battles.aftermath.stored.captive_lines import RisenLine
from battles.aftermath.stored.options import LineOption
from battles.models import Aftermath, AftermathLine
from catalogue.packs.book import Book, Spell
from warbands.core.state import HERO, KitLine, Member, WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.roster import raised_heroes

STAGE = "captives"
KIND = RisenLine.kind


def offer(context: AftermathContext, dead: Member, kit: list[KitLine]) -> None:
    """Ask each enemy whose sorcerer fought and did not go out of action whether to raise the dead hero. `kit` is the
    hero's equipment, which is lost with them."""
    rows = Aftermath.objects.select_related("warband", "side").filter(side__battle_id=context.row.side.battle_id)
    for row in rows.exclude(pk=context.row.pk).order_by("pk"):
        spell = _awakener(row, load_state(row.warband), context.book)
        if spell is None:
            continue
        contents = RisenLine(
            warband_id=context.row.warband_id,
            of=context.row.side.name,
            spell=spell.code,
            kit=[(line.item_code, line.material_code, line.count) for line in kit],
        )
        options: list[LineOption] = [{"key": "raise"}, {"key": "rest"}]
        write_line(row, STAGE, contents, subject=dead.key, name=dead.name, options=options)
        if row.stage in ("rating", "over"):
            reopen(row, context.now)


def _awakener(row: Aftermath, state: WarbandState, book: Book) -> Spell | None:
    for member in state.active(HERO):
        for code in member.spells if member.key in row.battle_facts.fought else ():
            spell = book.spells.get(code)
            if spell is not None and any(effect.code == "raise_dead_hero" for effect in spell.effects):
                return spell
    return None


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Raise the hero or not. Raises AgainstRules if the warband has no free place."""
    risen = RisenLine.read(line)
    theirs = load_state(Warband.objects.get(pk=risen.warband_id))
    dead = theirs.members.get(line.subject)
    if key == "raise" and dead is not None:
        spell = context.book.spells[risen.spell]
        wanted = next(str(effect.get("warrior_type")) for effect in spell.effects if effect.code == "raise_dead_hero")
        raised_heroes.raise_hero(
            warband_id=context.row.warband_id,
            dead=dead,
            kit=[(str(item), str(material), int(count)) for item, material, count in risen.kit],
            warrior_type=wanted,
            source=spell.code,
            because=spell.name,
            by=context.by(f"risen:{line.number}"),
        )
    context.answered(line, key)
