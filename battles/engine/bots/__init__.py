"""The bots; `registry.bot_called` finds one by name."""
