"""What skills do in a battle, on hooks; importing this package registers them."""

from battles.engine.skills import (  # noqa: F401
    bearing,
    declared,
    fighting,
    hardiness,
    keywords,
    moving,
    nerve,
    presence,
    quarries,
    tempers,
)
