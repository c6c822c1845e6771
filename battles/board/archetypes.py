"""Chooses the silhouette of a model: the one that its pack names, else one that fits its name, race, kind and weapons.

A pack names it with a trait of the warrior type: `traits: [figure_ogre]`. Custom packs can do the same.
"""

from __future__ import annotations

import functools
import re
from typing import Final, NamedTuple

from battles.board.svg.figures import ARCHETYPES
from battles.engine.profile import Fighter

PREFIX: Final = "figure_"
"""Prefix of the trait that names a silhouette."""

CREATURES: Final = (
    ("rat_ogre", "rat ogre"), ("dwarf_slayer", "slayer"), ("rat", "giant rat|rats?$"), ("bear", "bear$"),
    ("wolf", "wol(f|ves)$"), ("hound", "hounds?( of chaos)?$|war ?hounds?$|dogs?$"),
    ("horse", "(horse|mule|pony)$"),
    ("bird", "(hawk|eagle|raven|falcon)$"), ("spider", "(spider|scorpion)s?$"), ("swarm", "swarm$|bats?$"),
    ("chariot", "(chariot|wagon|cart|coach)$"), ("squig", "squigs?$"), ("troll", "troll$"), ("giant", "giant$"),
    ("treeman", "treeman"), ("dryad", "dryad"), ("minotaur", "minotaur"), ("centaur", "centigor|centaur"),
    ("spawn", "spawn"), ("daemon", "daemon|imp$"), ("beastman_shaman", "beastm.n.*shaman|bray"),
    ("mummy", "mummy|tomb lord"), ("ghost", "ghost|wraith|banshee"), ("zombie", "zombies?$"), ("ghoul", "ghouls?$"),
    ("vampire", "vampire$|thrall$"), ("skeleton_lord", "grave guard|wight"), ("skeleton", "skeletons?$"),
    ("necromancer", "necromancer$|liche?|dreg$"), ("ratman_sorcerer", "eshin sorcerer|plague priest"),
    ("ratman_leader", "assassin adept"), ("possessed", "possessed possessed|werecreature"), ("mutant", "mutants?$"),
    ("chaos_warrior", "chaos warrior|warrior of chaos$"), ("night_goblin", "night goblin|fanatic$"),
    ("ogre", "ogres?$|ogre bodyguard|maneater"),
)  # fmt: skip
"""Words at the end of a tag or name that identify a creature. They are checked before the race; the first match
applies."""
PEOPLE: Final = (
    ("witch_hunter", "witch hunter( captain)?$|inquisitor|judge$"), ("flagellant", "flagellant|penitent"),
    ("zealot", "zealot|darksoul"), ("matriarch", "matriarch|abbess|queen"), ("sister", "sister|sisters|augur"),
    ("monk", "monk|friar|pilgrim"), ("priest", "priest|chaplain"), ("cultist", "cultist|acolyte|magister|brethren"),
    ("assassin", "assassin|executioner"), ("thief", "thief|burglar|smuggler|rogue"),
    ("pirate", "pirates?|sailor|corsair|buccaneer|swashbuckler"), ("pit_fighter", "pit fighters?|gladiator"),
    ("beast_master", "beast ?(master|hunter)|handler|trainer"), ("nomad", "nomads?|arabian|arabyan|dervish|janissary"),
    ("amazon", "amazons?"), ("barbarian", "barbarian|marauder|norse|berserk(er)?|bondsman"),
    ("knight", "knight|templar|freelancer"), ("noble", "noble|merchant|prince|duke|baron|count"),
    ("peasant", "peasants?|villager|slave|prisoner|beggar"), ("wizard", "wizard|warlock|mage|sorcerer|shaman|witch"),
    ("captain", "captain|leader|chief|boss"), ("squire", "youngblood|novice|squire|apprentice|initiate"),
    ("crossbow", "crossbowm.n"), ("gunner", "handgunner|gunner"), ("spearman", "spearm.n"),
    ("halberdier", "halberdier"),
    ("standard_bearer", "(standard|banner) bearer"), ("swordsman", "swordsm.n|duellist|champion"),
    ("marksman", "marksm.n|archers?|rangers?|scouts?|huntsm.n|bowm.n|hunters?"),
)  # fmt: skip
"""Words in names and tags that identify people."""
BY_RACE: Final[dict[str, tuple[str, str, str, str]]] = {
    "skaven": ("ratman", "ratman_leader", "slinger", "ratman_sorcerer"),
    "skaven_pestilens": ("ratman", "ratman_leader", "slinger", "ratman_sorcerer"),
    "dwarf": ("dwarf", "dwarf", "dwarf_gunner", "dwarf"),
    "chaos_dwarf": ("chaos_dwarf", "chaos_dwarf", "dwarf_gunner", "chaos_dwarf"),
    "elf": ("elf", "elf", "elf_archer", "elf_mage"),
    "dark_elf": ("elf", "elf", "elf_archer", "elf_mage"),
    "high_elf": ("elf", "elf", "elf_archer", "elf_mage"),
    "halfling": ("halfling", "halfling", "halfling_archer", "halfling"),
    "orc": ("orc", "orc", "orc_archer", "orc_shaman"),
    "black_orc": ("orc", "orc", "orc_archer", "orc_shaman"),
    "goblin": ("goblin", "goblin", "goblin_archer", "night_goblin"),
    "forest_goblin": ("goblin", "goblin", "goblin_archer", "night_goblin"),
    "hobgoblin": ("goblin", "goblin", "goblin_archer", "night_goblin"),
    "beastman": ("beastman", "beastman", "beastman", "beastman_shaman"),
    "ungor": ("beastman", "beastman", "beastman", "beastman_shaman"),
    "saurus": ("saurus", "saurus", "skink", "skink"),
    "skink": ("skink", "skink", "skink", "skink"),
    "marauder": ("barbarian", "chaos_warrior", "marksman", "wizard"),
    "ogre": ("ogre", "ogre", "ogre", "ogre"),
    "undead_creature": ("skeleton", "skeleton_lord", "skeleton", "necromancer"),
    "daemon": ("daemon", "daemon", "daemon", "daemon"),
}
"""Silhouettes by race: fighting in close combat, leading, shooting, casting spells."""
BY_KIND: Final = {
    "war_beast": "hound", "swarm": "swarm", "cavalry": "rider", "monstrous_infantry": "ogre", "chariot": "chariot",
    "monstrous_cavalry": "rider", "monster": "troll", "ridden_monster": "rider",
}  # fmt: skip
BY_WEAPON: Final = (
    ("crossbow", "crossbow"), ("pistol", "pistoleer"), ("handgun|rifle|arquebus|blunderbuss|musket", "gunner"),
    ("bow|sling|javelin|throwing", "marksman"), ("halberd", "halberdier"), ("spear|pike|lance", "spearman"),
    ("flail|morning", "flagellant"), ("sword", "swordsman"),
)  # fmt: skip


@functools.lru_cache(maxsize=512)
def _first(words: tuple[tuple[str, str], ...], text: str) -> str:
    return next((code for code, pattern in words if re.search(rf"\b(?:{pattern})\b", text, re.MULTILINE)), "")


def archetype_of(fighter: Fighter) -> str:
    """The code of the model's silhouette; always one of `ARCHETYPES`."""
    return _archetype(
        _Looks(
            name=fighter.name,
            kind=fighter.kind,
            tags=frozenset(fighter.tags),
            is_animal="animal" in fighter.keywords,
            is_mounted=fighter.mount is not None,
            is_leader=fighter.is_leader,
            casts=bool(fighter.spells),
            shoots=any(weapon.reach > 0 for weapon in fighter.weapons),
            weapons=" ".join(weapon.code for weapon in fighter.weapons),
        )
    )


class _Looks(NamedTuple):
    """What decides the silhouette."""

    name: str
    kind: str
    tags: frozenset[str]
    is_animal: bool
    is_mounted: bool
    is_leader: bool
    casts: bool
    shoots: bool
    weapons: str


@functools.lru_cache(maxsize=4096)
def _archetype(looks: _Looks) -> str:
    named = sorted(tag.removeprefix(PREFIX) for tag in looks.tags if tag.startswith(PREFIX))
    if named and named[0] in ARCHETYPES:
        return named[0]
    if looks.is_mounted:
        is_orc = looks.tags & {"orc", "black_orc"}
        return "boar_rider" if is_orc else "wolf_rider" if "goblin" in looks.tags else "rider"
    name = re.sub(r"\s*\d+$", "", looks.name).lower()
    text = "\n".join((name, *(tag.replace("_", " ") for tag in sorted(looks.tags) if ":" not in tag)))
    if found := _first(CREATURES, text):
        return found
    race = next((BY_RACE[tag] for tag in sorted(looks.tags) if tag in BY_RACE), None)
    if race is not None:
        return race[3] if looks.casts else race[1] if looks.is_leader else race[2] if looks.shoots else race[0]
    if looks.is_animal:
        return "hound"
    if looks.kind in BY_KIND:
        return BY_KIND[looks.kind]
    if found := _first(PEOPLE, text):
        return found
    if looks.casts:
        return "wizard"
    return next((code for pattern, code in BY_WEAPON if re.search(pattern, looks.weapons)), "warrior")
