"""What skills do in a battle, on hooks; importing this package registers them."""

from battles.engine.skills import (  # noqa: F401
    bearing,
    brutes,
    declared,
    fighting,
    gifts,
    hardiness,
    keywords,
    moving,
    mules,
    nerve,
    onrush,
    presence,
    quarrels,
    quarries,
    shapes,
    survival,
    tempers,
    tricks,
    vehicles,
    visions,
)
