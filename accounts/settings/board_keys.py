"""The keys of the board: which actions have a key, the default keys, and whether a choice is valid.

They work only while the board has the focus. Arrows, Enter, Escape, Page Up, Page Down and the digits 1 to 9 are fixed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mordheim_site.refusals import Sentence

ACTS: Final[dict[str, tuple[Sentence, str]]] = {
    "next": (gettext_lazy("Next warrior"), "n"),
    "previous": (gettext_lazy("Previous warrior"), "b"),
    "walk": (gettext_lazy("Walk"), "w"),
    "run": (gettext_lazy("Run"), "r"),
    "charge": (gettext_lazy("Charge"), "c"),
    "shoot": (gettext_lazy("Shoot"), "s"),
    "search": (gettext_lazy("Search for a hidden enemy"), "d"),
    "fight": (gettext_lazy("Fight"), "f"),
    "hide": (gettext_lazy("Hide"), "h"),
    "first": (gettext_lazy("Choose the first option"), "u"),
    "skip": (gettext_lazy("Skip this warrior for now"), "x"),
    "end": (gettext_lazy("End step"), "e"),
    "undo": (gettext_lazy("Undo"), "z"),
    "prompt": (gettext_lazy("Go to the prompt"), "."),
    "type": (gettext_lazy("Type a command"), "/"),
    "inspect": (gettext_lazy("Inspect warrior"), "i"),
    "sight": (gettext_lazy("Lines of sight"), "v"),
    "spot": (gettext_lazy("Line of sight from a spot"), "p"),
    "odds": (gettext_lazy("Exact odds"), "o"),
    "ruler": (gettext_lazy("Ruler"), "m"),
    "draw": (gettext_lazy("Draw annotations"), "k"),
    "list": (gettext_lazy("List of warriors"), "l"),
    "closer": (gettext_lazy("Zoom in"), "+"),
    "farther": (gettext_lazy("Zoom out"), "-"),
    "whole": (gettext_lazy("Whole table"), "0"),
    "help": (gettext_lazy("Show keys"), "?"),
}
"""Name and default key of each action, by its code."""
TAKEN: Final = frozenset("123456789")
"""Fixed keys that answer prompts; users cannot assign these."""


@dataclass(frozen=True, slots=True)
class KeyBinding:
    """An action with its assigned key; "" for none."""

    code: str
    words: str
    key: str

    @property
    def shown(self) -> str:
        """The key as displayed: letters in capitals."""
        return self.key.upper()


def default_keys() -> dict[str, str]:
    """The default key of every action."""
    return {code: key for code, (_words, key) in ACTS.items()}


def chosen(kept: Mapping[str, Any]) -> dict[str, str]:
    """The key of every action for stored settings (`User.board_keys`). {"off": true} means that no action has a key."""
    if kept.get("off"):
        return dict.fromkeys(ACTS, "")
    own = kept.get("keys")
    known = own if isinstance(own, Mapping) else {}
    return {code: str(known.get(code, key)) for code, key in default_keys().items()}


def bound(kept: Mapping[str, Any]) -> list[KeyBinding]:
    """Every action with its name and key, in display order."""
    return [KeyBinding(code, str(ACTS[code][0]), key) for code, key in chosen(kept).items()]


def read(data: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Read the submitted form: (key by action, error by action). An empty field removes the key."""
    keys: dict[str, str] = {}
    faults: dict[str, str] = {}
    owners: dict[str, str] = {}
    for code, (words, _key) in ACTS.items():
        key = data.get(code, "").strip().lower()
        keys[code] = key
        if not key:
            continue
        if len(key) != 1 or not key.isprintable():
            faults[code] = _("A key is one letter or symbol. Leave the field empty for no key.")
        elif key in TAKEN:
            faults[code] = _("The digits 1 to 9 answer questions. Choose another key.")
        elif key in owners:
            names = {"key": key.upper(), "act": ACTS[owners[key]][0], "this": words}
            faults[code] = _("%(key)s is already the key for “%(act)s”. Choose another for “%(this)s”.") % names
        else:
            owners[key] = code
    return keys, faults


def changed_keys(keys: Mapping[str, str], *, off: bool) -> dict[str, Any]:
    """What to store: only the differences from the defaults."""
    own = {code: key for code, key in keys.items() if key != default_keys()[code]}
    return {**({"keys": own} if own else {}), **({"off": True} if off else {})}
