"""Who plays a warband of a league that nobody plays, when its match comes to the board."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Sentence

BOT_SWITCH: Final = "pl_bot"
"""The house rule by which a league names the strength."""
OPEN: Final = "open"
BOTS: Final[dict[str, Sentence]] = {
    "tactician": _("Tactician: weighs every blow, and the answer to it"),
    "soldier": _("Soldier: takes the best blow at hand"),
    "random": _("Recruit: does what comes to mind"),
}
"""Strengths of the bot, the strongest first."""


def bot_choices() -> list[tuple[str, Sentence]]:
    """(code, words) of every strength, after leaving it to whoever begins the match."""
    return [(OPEN, _("Whoever begins the match chooses")), *BOTS.items()]
