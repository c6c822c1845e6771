"""What weapons, armour and other belongings do in a battle, as traits on hooks that importing this registers."""

from battles.engine.gear import belongings, blows, fire, harm, hides, madness, missiles, odd_arms, passive  # noqa: F401
