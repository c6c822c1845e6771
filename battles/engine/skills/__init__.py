"""What skills do in a battle, on hooks; importing this package registers them."""

from battles.engine.skills import bearing, declared, fighting, hardiness, moving, nerve, presence, tempers  # noqa: F401
