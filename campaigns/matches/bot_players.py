"""The bot that plays non-player warbands of a league on the board."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Sentence

BOT_SWITCH: Final = "pl_bot"
"""Code of the house rule that sets the strength of the bot."""
OPEN: Final = "open"
BOTS: Final[dict[str, Sentence]] = {
    "commander": _("Commander: plays out several plans and the reply to each, and takes longer"),
    "tactician": _("Tactician: weighs every attack and the reply to it"),
    "soldier": _("Soldier: takes the best attack available"),
    "random": _("Recruit: acts without much thought"),
}
"""Strengths of the bot, the strongest first."""
USUAL_BOT: Final = "tactician"
"""The default bot: strong, and fast enough to play whole seasons."""


def bot_choices() -> list[tuple[str, Sentence]]:
    """(code, name) of every strength, preceded by the choice to decide for each match."""
    return [(OPEN, _("Chosen at the start of each match")), *BOTS.items()]
