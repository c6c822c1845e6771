"""The bot that plays non-player warbands of a league on the board."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Sentence

BOT_SWITCH: Final = "pl_bot"
"""The house rule by which a league names the strength."""
OPEN: Final = "open"
BOTS: Final[dict[str, Sentence]] = {
    "tactician": _("Tactician: weighs every attack and the reply to it"),
    "soldier": _("Soldier: takes the best attack available"),
    "random": _("Recruit: acts without much thought"),
}
"""Strengths of the bot, the strongest first."""


def bot_choices() -> list[tuple[str, Sentence]]:
    """(code, name) of every strength, after the choice to decide per match."""
    return [(OPEN, _("Chosen at the start of each match")), *BOTS.items()]
