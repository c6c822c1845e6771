"""Sentences for what an aftermath does to belongings, hirelings and those who study: more of `aftermath_words`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _

from battles.models import AftermathLine
from battles.services.aftermath.things import words_of
from catalogue.book import book


def _words(line: AftermathLine) -> dict[str, str]:
    thing = book().items.get(str(line.data.get("item", "")))
    return {"name": line.subject_name, "item": thing.name if thing is not None else ""}


def _used_up(line: AftermathLine) -> str:
    said = _("%(name)s: %(item)s is used up.") % _words(line)
    if "left" not in line.data:
        return said
    return f"{said} " + (_("It leaves nothing behind.") if not line.data["left"] else f"{words_of(line.data['left'])}.")


def _was_it_used(line: AftermathLine) -> str:
    if line.answer == "used":
        return _("%(name)s: %(item)s is used up.") % _words(line)
    if line.answer:
        return _("%(name)s: %(item)s was not needed.") % _words(line)
    return _("%(name)s carried %(item)s. Was it used in the battle?") % _words(line)


def _strained(line: AftermathLine) -> str:
    if line.data["broke"]:
        return _("%(name)s went down, and %(item)s is ruined.") % _words(line)
    return _("%(name)s went down, and %(item)s came through.") % _words(line)


def _beast(line: AftermathLine) -> str:
    if line.data["dies"]:
        return _("%(item)s of %(name)s is dead.") % _words(line)
    return _("%(item)s of %(name)s is up again.") % _words(line)


def _beast_asked(line: AftermathLine) -> str:
    if not line.answer:
        return _("Did the %(item)s of %(name)s go down in the battle?") % _words(line)
    if line.answer == "stood":
        return _("%(item)s of %(name)s never went down.") % _words(line)
    return _beast(line)


MORE_TELLERS: Final[dict[str, Callable[[AftermathLine], str]]] = {
    "used_up": _used_up,
    "was_it_used": _was_it_used,
    "strained": _strained,
    "beast": _beast,
    "beast_asked": _beast_asked,
    "craving": lambda line: _("%(name)s found no %(item)s and left the warband.") % _words(line),
}
MORE_OPTIONS: Final[dict[str, Callable[[], str]]] = {
    "used": lambda: _("It was used up"),
    "kept": lambda: _("It was not needed"),
    "stood": lambda: _("It never went down"),
    "fell": lambda: _("It went down"),
}
"""Labels of the options of these lines."""
