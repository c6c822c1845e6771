"""The keys of the board: which acts have one, what they are unless somebody chose others, and whether a choice holds.

They act only while the board has the focus. Arrows, Enter, Escape, Page Up and Page Down and the digits 1 to 9 are the
same for everybody.
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
    "previous": (gettext_lazy("Warrior before"), "b"),
    "walk": (gettext_lazy("Walk"), "w"),
    "run": (gettext_lazy("Run"), "r"),
    "charge": (gettext_lazy("Charge"), "c"),
    "shoot": (gettext_lazy("Shoot"), "s"),
    "search": (gettext_lazy("Search for somebody hidden"), "d"),
    "fight": (gettext_lazy("Fight"), "f"),
    "hide": (gettext_lazy("Hide"), "h"),
    "first": (gettext_lazy("Take the first answer"), "u"),
    "skip": (gettext_lazy("Leave this warrior for now"), "x"),
    "end": (gettext_lazy("End the step"), "e"),
    "undo": (gettext_lazy("Undo"), "z"),
    "prompt": (gettext_lazy("To the question"), "."),
    "type": (gettext_lazy("Type an order"), "/"),
    "inspect": (gettext_lazy("Look at the warrior"), "i"),
    "sight": (gettext_lazy("Lines of sight"), "v"),
    "spot": (gettext_lazy("Sight from a spot"), "p"),
    "odds": (gettext_lazy("Exact odds"), "o"),
    "ruler": (gettext_lazy("Ruler"), "m"),
    "draw": (gettext_lazy("Draw for the others"), "k"),
    "list": (gettext_lazy("List of warriors"), "l"),
    "closer": (gettext_lazy("Closer"), "+"),
    "farther": (gettext_lazy("Farther"), "-"),
    "whole": (gettext_lazy("The whole table"), "0"),
    "help": (gettext_lazy("Show the keys"), "?"),
}
"""What each act is called and its usual key, by its code."""
TAKEN: Final = frozenset("123456789")
"""Answers to the question; nobody can choose these."""


@dataclass(frozen=True, slots=True)
class Bound:
    """One act with the key of somebody; "" for none."""

    code: str
    words: str
    key: str

    @property
    def shown(self) -> str:
        """The key as it is read: letters in capitals."""
        return self.key.upper()


def usual() -> dict[str, str]:
    """The key of every act for whoever chose nothing."""
    return {code: key for code, (_words, key) in ACTS.items()}


def chosen(kept: Mapping[str, Any]) -> dict[str, str]:
    """The key of every act by what somebody keeps (`User.board_keys`): {"off": true} for none at all."""
    if kept.get("off"):
        return dict.fromkeys(ACTS, "")
    own = kept.get("keys")
    known = own if isinstance(own, Mapping) else {}
    return {code: str(known.get(code, key)) for code, key in usual().items()}


def bound(kept: Mapping[str, Any]) -> list[Bound]:
    """Every act with its name and key, in the order in which they are shown."""
    return [Bound(code, str(ACTS[code][0]), key) for code, key in chosen(kept).items()]


def read(said: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """(key by act, fault by act) of what was typed; an empty field takes the key away."""
    keys: dict[str, str] = {}
    faults: dict[str, str] = {}
    owners: dict[str, str] = {}
    for code, (words, _key) in ACTS.items():
        key = said.get(code, "").strip().lower()
        keys[code] = key
        if not key:
            continue
        if len(key) != 1 or not key.isprintable():
            faults[code] = _("A key is one letter or sign; leave the field empty for none.")
        elif key in TAKEN:
            faults[code] = _("The digits 1 to 9 answer questions. Choose another key.")
        elif key in owners:
            names = {"key": key.upper(), "act": ACTS[owners[key]][0], "this": words}
            faults[code] = _("%(key)s is the key for “%(act)s” already. Choose another for “%(this)s”.") % names
        else:
            owners[key] = code
    return keys, faults


def to_keep(keys: Mapping[str, str], *, off: bool) -> dict[str, Any]:
    """What to store: only what differs from the usual."""
    own = {code: key for code, key in keys.items() if key != usual()[code]}
    return {**({"keys": own} if own else {}), **({"off": True} if off else {})}
