"""The bots. Importing this package registers them all; `base.bot_called` finds one by name."""

from battles.engine.bots import random, soldier, tactician  # noqa: F401
