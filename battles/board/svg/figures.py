"""The silhouettes on tokens: archetypes made of parts, as SVG symbols. A page only contains the symbols of the models
it shows. The symbol of an archetype has the id `fig-<code>`."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Final

from django.utils.safestring import SafeString, mark_safe

from battles.board.svg.figure_parts import PARTS

ARCHETYPES: Final[dict[str, str]] = {
    # people
    "captain": "coat h-hat sword",
    "swordsman": "legs h-helmet sword shield",
    "warrior": "legs h-bare axe tower-shield",
    "squire": "stride h-hair sword",
    "knight": "armour h-great-helm great-sword",
    "spearman": "legs h-helmet spear tower-shield",
    "halberdier": "stride h-helmet halberd",
    "marksman": "stride h-cap bow",
    "crossbow": "legs h-helmet crossbow",
    "gunner": "stride h-cap gun",
    "pistoleer": "coat h-hat pistol",
    "wizard": "robe h-wizard staff orb",
    "priest": "robe h-bare hammer book",
    "monk": "robe h-hood mace book",
    "witch_hunter": "coat h-tall-hat sword pistol",
    "flagellant": "rags h-bare flail",
    "zealot": "stride h-hair torch",
    "peasant": "rags h-cap fork",
    "sister": "gown h-veil hammer",
    "matriarch": "gown h-crown hammer book",
    "noble": "coat h-crown sword",
    "assassin": "stride h-hood sword blade-left",
    "thief": "coat h-hood blade-left",
    "pirate": "stride h-turban sword pistol",
    "nomad": "robe h-turban spear",
    "barbarian": "brute h-hair great-sword",
    "pit_fighter": "armour h-mask flail",
    "amazon": "gown h-hair spear",
    "standard_bearer": "legs h-helmet banner",
    "cultist": "robe h-mask sword",
    "beast_master": "coat h-cap whip",
    # other peoples
    "halfling": "small h-small-hair ladle",
    "halfling_archer": "small h-small-hair low-bow",
    "ogre": "brute h-ape club",
    "dwarf": "stout h-horned-beard low-axe",
    "dwarf_slayer": "stout h-crest-beard two-axes",
    "dwarf_gunner": "stout h-beard low-gun",
    "chaos_dwarf": "stout h-tall-beard low-axe",
    "elf": "stride h-elf sword",
    "elf_archer": "stride h-elf-hair bow",
    "elf_mage": "robe h-elf staff",
    "dryad": "trunk h-mask",
    "treeman": "trunk h-antlers",
    # ratmen
    "ratman": "ratman blade-left",
    "ratman_leader": "ratrobe skull-staff",
    "ratman_sorcerer": "ratrobe orb staff",
    "slinger": "ratman sling",
    "rat": "rat",
    "rat_ogre": "ratbeast",
    # the dead
    "vampire": "coat h-vampire sword",
    "necromancer": "robe h-hood skull-staff",
    "zombie": "rags h-rotten reach-out",
    "ghoul": "hunched h-ghoul claws",
    "skeleton": "bones h-skull sword shield",
    "skeleton_lord": "bones h-crown halberd",
    "mummy": "legs h-bandages reach-out",
    "ghost": "mist h-hood claws",
    # beasts of chaos
    "beastman": "hooves h-horns axe",
    "beastman_shaman": "hooves h-antlers skull-staff",
    "minotaur": "brute h-bull two-axes",
    "centaur": "centaur h-hair axe",
    "chaos_warrior": "armour h-bull axe",
    "mutant": "hunched h-flame tentacles",
    "possessed": "brute h-horns claws",
    "spawn": "blob tentacles",
    "daemon": "hooves h-flame wings",
    # greenskins and lizardmen
    "orc": "brute h-orc axe",
    "orc_archer": "hunched h-orc bow",
    "orc_shaman": "robe h-orc skull-staff",
    "goblin": "small h-goblin low-spear",
    "goblin_archer": "small h-goblin low-bow",
    "night_goblin": "small h-goblin-hood low-sword",
    "squig": "ball",
    "troll": "hunched h-troll club",
    "giant": "brute h-hair hammer",
    "saurus": "lizard h-lizard axe",
    "skink": "lizard h-lizard sling",
    # animals and riders
    "hound": "hound",
    "wolf": "wolf",
    "bear": "bear",
    "horse": "horse",
    "bird": "bird",
    "spider": "spider",
    "swarm": "swarm",
    "rider": "rider h-helmet lance",
    "boar_rider": "rider h-orc plume-spear",
    "wolf_rider": "rider h-goblin-hood plume-spear",
    "chariot": "cart",
}
"""The parts of every archetype, from bottom to top."""
LARGE: Final = frozenset({"ogre", "rat_ogre", "minotaur", "troll", "giant", "treeman", "barbarian", "possessed"})


def _path(data: str) -> str:
    if data.startswith("~"):
        return f'<path class="fig-cut" d="{data[1:]}"/>'
    if data.startswith("|"):
        _, width, line = data.split("|")
        return f'<path class="fig-line" stroke-width="{width}" d="{line}"/>'
    return f'<path d="{data}"/>'


@functools.cache
def drawing_of(archetype: str) -> SafeString:
    """The content of an archetype's symbol."""
    parts = ARCHETYPES[archetype].split()
    return mark_safe("".join(_path(data) for part in parts for data in PARTS[part]))


def symbols_svg(archetypes: Iterable[str], more: str = "") -> SafeString:
    """The `<defs>` with the symbols of these archetypes, each once, and with further symbols."""
    drawn = "".join(f'<g id="fig-{code}">{drawing_of(code)}</g>' for code in sorted(set(archetypes)))
    return mark_safe(f"<defs>{drawn}{more}</defs>" if drawn else "")


def figure_svg(archetype: str) -> SafeString:
    """The silhouette drawn twice: a halo below, and the figure with its cut lines above."""
    use = f'<use href="#fig-{archetype}" class='
    return mark_safe(f'<g class="fig">{use}"fig-halo"/>{use}"fig-fill"/></g>')
