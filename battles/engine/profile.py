"""What never changes about a fighter during a battle: profile, gear, traits. Built from plain data as immutable
records.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from battles.engine.errors import IllegalAction
from battles.engine.hooks import HookTable, Trait, compile_hooks
from battles.engine.sentences import say

SIZES = ("small", "medium", "large", "huge", "gigantic", "titanic")
"""Sizes from the smallest to the largest. Rule: CHAR-SIZE-01"""
BODY_BY_SIZE = {
    "small": (50, 120), "medium": (75, 200), "large": (75, 200),
    "huge": (100, 280), "gigantic": (100, 320), "titanic": (150, 400),
}  # fmt: skip
"""Base radius and height of each size, in hundredths of an inch. Rule: GM-MODEL-01"""
BODY_BY_KIND = {"war_beast": (50, 80), "swarm": (75, 50), "chariot": (150, 200)}
CHARACTERISTICS = (
    "movement", "weapon_skill", "ballistic_skill", "strength", "toughness", "wounds", "initiative", "attacks",
    "leadership",
)  # fmt: skip
Role = Literal["hero", "henchman", "hired_sword", "dramatis_persona", "animal"]
"""Roles in a warband."""
CHARTS = ("bladed", "bludgeoning", "thrusting", "unarmed", "missile")


class Profile(NamedTuple):
    """The nine characteristics; movement in inches. Rule: CHAR-PROFILE-01"""

    movement: int = 4
    weapon_skill: int = 3
    ballistic_skill: int = 3
    strength: int = 3
    toughness: int = 3
    wounds: int = 1
    initiative: int = 3
    attacks: int = 1
    leadership: int = 7


HUMAN = Profile()
"""The sample human profile of CHAR-PROFILE-01."""


NO_HOOKS = compile_hooks(())


class Weapon(NamedTuple):
    """The facts about a weapon that a battle needs."""

    code: str
    name: str
    kind: str = "melee"
    """"melee" or "missile"; "thrown" and "pistol" weapons work as both."""
    hands: int = 1
    chart: str = "bladed"
    """The critical hit chart that the weapon uses. Rule: CRIT-CLASS-01"""
    strength: int = 0
    """Fixed Strength; 0 means the wielder's own."""
    strength_bonus: int = 0
    reach: int = 0
    """Maximum range in hundredths of an inch; 0 for close combat."""
    save_modifier: int = 0
    """Added to the save modifier of the Strength; -1 makes the save one worse."""
    traits: tuple[Trait, ...] = ()
    hooks: HookTable = NO_HOOKS
    """The hooks compiled from its traits."""

    @property
    def is_melee(self) -> bool:
        return self.kind in ("melee", "pistol")

    @property
    def is_missile(self) -> bool:
        return self.kind in ("missile", "pistol", "thrown")


FIST = Weapon("fist", "fists", chart="unarmed", traits=(("fist", {}),))
"""The weapon of a fighter without weapons. Beasts have their own natural weapons instead."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A ridden animal: equipment with its own profile. Rules: SPEC-MOUNT-01, SPEC-MOUNT-02"""

    name: str
    profile: Profile
    armour_bonus: int = 1
    traits: tuple[Trait, ...] = ()


@dataclass(frozen=True, slots=True)
class Fighter:
    """One model as it was mustered."""

    id: str
    """Letter of the side and number of the model: "a1"."""
    name: str
    kind: str = "infantry"
    """Kind of model: infantry, war_beast, swarm, cavalry, monstrous_infantry, monstrous_cavalry, monster,
    ridden_monster, chariot.
    """
    role: Role = "henchman"
    """Role in the warband."""
    profile: Profile = HUMAN
    weapons: tuple[Weapon, ...] = ()
    armour: int = 7
    """Save of the worn armour alone; 7 means no save. Rule: ARM-TYPES-01"""
    shield: bool = False
    buckler: bool = False
    helmet: bool = False
    size: str = "small"
    radius: int = 50
    height: int = 120
    is_leader: bool = False
    mount: Mount | None = None
    keywords: frozenset[str] = frozenset()
    """Keywords such as fear, terror, frenzy, stupidity, immune_to_psychology, stubborn, unbreakable, ethereal,
    flammable, animal or large_target.
    """
    hates: frozenset[str] = frozenset()
    """Races, warband types or model ids it hates; "*" hates all enemies."""
    tags: frozenset[str] = frozenset()
    """Properties that other rules refer to, such as race, warband type or wizard."""
    skills: tuple[Trait, ...] = ()
    spells: tuple[str, ...] = ()
    roster_id: str = ""
    """Id of the warrior in the roster. All henchmen of a group share one."""
    hooks: HookTable = field(default_factory=lambda: compile_hooks(()), compare=False)

    @property
    def side(self) -> str:
        return self.id[0]

    @property
    def size_rank(self) -> int:
        return SIZES.index(self.size)


IN_THE_SADDLE = "in_the_saddle"
"""Trait that the engine gives to every mounted fighter."""


def on_foot(fighter: Fighter) -> Fighter:
    """The same warrior without the mount: smaller, and with the warrior's own Movement. Rule: SPEC-MOUNT-01"""
    radius, height = BODY_BY_SIZE["small"]
    traits = (*fighter.skills, *_carried(fighter.weapons))
    return replace(fighter, mount=None, size="small", radius=radius, height=height, hooks=compile_hooks(traits))


def _carried(weapons: tuple[Weapon, ...]) -> list[Trait]:
    return [trait for weapon in weapons for trait in weapon.traits if trait[1].get("carried")]


def _traits(raw: Any) -> tuple[Trait, ...]:
    rows: list[Trait] = []
    for entry in raw or ():
        if isinstance(entry, str):
            rows.append((entry, {}))
        else:
            code, *rest = entry
            rows.append((str(code), dict(rest[0]) if rest else {}))
    return tuple(rows)


def weapon_from_data(raw: Mapping[str, Any]) -> Weapon:
    """A weapon from plain data with the field names of `Weapon`. Raises IllegalAction("bad_weapon") on unknown fields
    or charts."""
    unknown = (set(raw) - set(Weapon._fields)) | ({"hooks"} & set(raw))
    if unknown or raw.get("chart", "bladed") not in CHARTS:
        raise IllegalAction(
            "bad_weapon",
            say(
                "The weapon {raw} has unknown fields: {unknown}.",
                raw=raw.get("name", "?"),
                unknown=sorted(unknown),
            ),
        )
    traits = _traits(raw.get("traits"))
    return Weapon(**{**raw, "traits": traits, "hooks": compile_hooks(traits)})


def fighter_from_data(raw: Mapping[str, Any]) -> Fighter:
    """A fighter from plain data with the field names of `Fighter`. The defaults of body and size depend on kind and
    size.

    Raises IllegalAction("bad_fighter") with the name of the field that is unknown or out of range.
    """
    known = {name for name in Fighter.__dataclass_fields__ if name != "hooks"}
    unknown = set(raw) - known
    if unknown:
        raise IllegalAction(
            "bad_fighter",
            say(
                "{raw} has unknown fields: {unknown}.",
                raw=raw.get("name", "A fighter"),
                unknown=sorted(unknown),
            ),
        )
    profile = Profile(**raw.get("profile", {}))
    if any(not 0 <= value <= 100 for value in profile):
        raise IllegalAction(
            "bad_fighter", say("{raw} has a characteristic outside 0 to 100.", raw=raw.get("name", "A fighter"))
        )
    kind = raw.get("kind", "infantry")
    mount_raw = raw.get("mount")
    mount = None
    if mount_raw:
        mount = Mount(
            name=mount_raw.get("name", "mount"),
            profile=Profile(**mount_raw.get("profile", {})),
            armour_bonus=mount_raw.get("armour_bonus", 1),
            traits=_traits(mount_raw.get("traits")),
        )
    size = raw.get("size") or SIZE_BY_KIND.get(kind, "small")
    if mount and size == "small":
        size = "medium"
    radius, height = BODY_BY_KIND.get(kind, BODY_BY_SIZE[size])
    weapons = tuple(weapon_from_data(weapon) for weapon in raw.get("weapons", ()))
    skills = _traits(raw.get("skills"))
    traits = (
        *skills,
        *_carried(weapons),
        *(mount.traits if mount else ()),
        *(((IN_THE_SADDLE, {}),) if mount else ()),
    )
    return Fighter(
        id=raw["id"],
        name=raw["name"],
        kind=kind,
        role=raw.get("role", "henchman"),
        profile=profile,
        weapons=weapons,
        armour=raw.get("armour", 7),
        shield=bool(raw.get("shield", False)),
        buckler=bool(raw.get("buckler", False)),
        helmet=bool(raw.get("helmet", False)),
        size=size,
        radius=raw.get("radius", radius),
        height=raw.get("height", height),
        is_leader=bool(raw.get("is_leader", False)),
        mount=mount,
        keywords=frozenset(raw.get("keywords", ())),
        hates=frozenset(raw.get("hates", ())),
        tags=frozenset(raw.get("tags", ())),
        skills=skills,
        spells=tuple(raw.get("spells", ())),
        roster_id=raw.get("roster_id", ""),
        hooks=compile_hooks(traits),
    )


SIZE_BY_KIND = {
    "infantry": "small", "war_beast": "small", "swarm": "small", "cavalry": "medium", "monstrous_infantry": "large",
    "monstrous_cavalry": "huge", "monster": "gigantic", "ridden_monster": "titanic", "chariot": "large",
}  # fmt: skip
"""Default size of each kind of fighter. Rule: CHAR-SIZE-01"""
