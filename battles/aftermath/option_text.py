"""The options of an open line with their labels and effects, grouped under headings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.aftermath.labels import CHARACTERISTICS
from battles.aftermath.line_text import MORE_OPTIONS
from battles.aftermath.stored.find_lines import SearchDiceLine
from battles.aftermath.stored.injury_lines import InjuryAgainLine
from battles.aftermath.stored.options import LineOption
from battles.models import AftermathLine
from catalogue.packs.book import Book

SEARCH_DICE = "search_dice"
"""Kind of line for changing exploration dice."""
Words = tuple[str, str]
"""Type: the label and the note of an option."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: its value, its label, and its effect."""

    key: str
    label: str
    note: str


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Options of one kind. The title is empty if there is only one kind."""

    title: str
    choices: list[Choice]


def grouped(line: AftermathLine, facts: Book) -> list[ChoiceGroup]:
    """The options of a line in their order; skills are grouped by list and have their effects. All labels are
    different: equal ones get the number of their die, or else a counter."""
    found: dict[str, list[Choice]] = {}
    words = [option_words(line, option) for option in line.options]
    labels = _distinct(line, [label for label, _note in words])
    for option, label, (_label, note) in zip(line.options, labels, words, strict=True):
        key = str(option["key"])
        kind, _colon, code = key.partition(":")
        if kind == "skill" and code in facts.skills:
            note = facts.skills[code].summary
        found.setdefault(str(option.get("group", "")), []).append(Choice(key, label, note))
    return [ChoiceGroup(title, choices) for title, choices in found.items()]


def _distinct(line: AftermathLine, labels: list[str]) -> list[str]:
    """Labels of a line's options. Equal labels get the number of the die, as the page counts dice from 1, or a
    counter."""
    shared = {label for label, count in Counter(labels).items() if count > 1}
    if not shared:
        return labels
    gone = set(SearchDiceLine.read(line).hand.gone) if line.kind == SEARCH_DICE else set()
    seen: Counter[str] = Counter()
    found = []
    for option, label in zip(line.options, labels, strict=True):
        if label in shared:
            seen[label] += 1
            place = str(option["key"]).partition(":")[2]
            if line.kind == SEARCH_DICE and place.isdigit():
                number = 1 + sum(1 for other in range(int(place)) if other not in gone)
                label = _("%(label)s (die %(n)d)") % {"label": label, "n": number}
            else:
                label = _("%(label)s (%(n)d)") % {"label": label, "n": seen[label]}
        found.append(label)
    return found


def _note(option: LineOption) -> str:
    if option.get("of"):
        return str(option["of"])
    return _("%(n)d gc") % {"n": option["gold"]} if "gold" in option else ""


def option_words(line: AftermathLine, option: LineOption) -> Words:
    """(label, note) for the button of an option, with the values before and after."""
    kind, _colon, what = str(option["key"]).partition(":")
    words = SPECIAL[kind](line, option, what) if kind in SPECIAL else None
    if words is not None:
        return words
    if kind in MORE_OPTIONS and line.kind != "sale":
        label = MORE_OPTIONS[kind]()
    elif kind == "leave":
        label = _("Dismiss %(name)s") % {"name": line.subject_name}
    else:
        label = str(PLAIN.get(kind, kind))
    return str(option.get("label") or label), _note(option)


def _up(_line: AftermathLine, option: LineOption, what: str) -> Words:
    most = _("the maximum is %(n)s") % {"n": option["most"]} if option.get("most") else ""
    return f"{CHARACTERISTICS.get(what, what)} {option['before']} → {option['after']}", most


def _sell(_line: AftermathLine, option: LineOption, _what: str) -> Words | None:
    if "shards" not in option:
        return None
    n = option["shards"]
    return ngettext("Sell %(n)d shard", "Sell %(n)d shards", n) % {"n": n}, _("%(n)d gc") % {"n": option["gold"]}


def _again(line: AftermathLine, option: LineOption, _what: str) -> Words:
    if line.kind == InjuryAgainLine.kind:
        return _("Re-roll it"), _("the second result counts")
    return _("Re-roll the %(face)s") % option, ""


def _raise(_line: AftermathLine, option: LineOption, _what: str) -> Words | None:
    return _turned(option, 1) if "face" in option else None


def _lower(_line: AftermathLine, option: LineOption, _what: str) -> Words | None:
    return _turned(option, -1) if "face" in option else None


def _turned(option: LineOption, step: int) -> Words:
    return _("Change the %(face)s to a %(now)s") % {"face": option["face"], "now": option["face"] + step}, ""


def _wares(_line: AftermathLine, option: LineOption, _what: str) -> Words | None:
    count = option.get("count", 1)
    return (f"{option['label']} × {count}", _note(option)) if count > 1 else None


def _haggle(_line: AftermathLine, option: LineOption, _what: str) -> Words:
    return _("Let %(name)s haggle first") % option, str(option["dice"])


def _leave(line: AftermathLine, _option: LineOption, _what: str) -> Words | None:
    return (_("Decline"), "") if line.stage == "market" else None


def _nobody(line: AftermathLine, _option: LineOption, _what: str) -> Words:
    return (_("Send no warrior") if "hero:" in str(line.options[0]["key"]) else _("None of these")), ""


SPECIAL: Final[Mapping[str, Callable[[AftermathLine, LineOption, str], Words | None]]] = {
    "up": _up,
    "promote": lambda _line, option, _what: (_("Learns from: %(lists)s") % {"lists": ", ".join(option["lists"])}, ""),
    "sell": _sell,
    "steal_it": lambda _line, option, _what: (_("Let %(name)s steal it") % option, _("if caught, may be hanged")),
    "easier": lambda _line, option, _what: (_("%(label)s, difficulty 1 lower") % option, ""),
    "pay": lambda line, option, _what: (
        _("Pay for %(name)s") % {"name": line.subject_name},
        _("%(n)d gc") % {"n": option["gold"]},
    ),
    "again": _again,
    "raise": _raise,
    "lower": _lower,
    "away": lambda _line, option, _what: (_("Discard the %(face)s") % option, ""),
    "pick": lambda _line, option, _what: (_("A %(face)s") % option, ""),
    "visit": lambda _line, option, _what: (_("Go to: %(label)s") % option, ""),
    "wares": _wares,
    "ransom": lambda _line, option, _what: (_("Ask for a ransom of %(n)d gc") % {"n": option["gold"]}, ""),
    "exchange": lambda _line, option, _what: (_("Exchange for %(label)s") % option, ""),
    "haggle": _haggle,
    "leave": _leave,
    "nobody": _nobody,
}
"""Functions for the label and note of an option, by the kind in its key; None if the plain label fits. Add new kinds
here."""
PLAIN: Final[Mapping[str, str | Promise]] = {
    "spell": gettext_lazy("Learn a random spell"),
    "keep": gettext_lazy("Keep all shards"),
    "refuse": gettext_lazy("Refuse"),
    "agree": gettext_lazy("Agree"),
    "buy": gettext_lazy("Buy it for the stash"),
    "buy_brace": gettext_lazy("Buy a brace for the stash"),
    "hire": gettext_lazy("Hire"),
    "item": gettext_lazy("Use the preferred payment"),
    "stand": gettext_lazy("Accept the dice"),
    "sell": gettext_lazy("Take the gold"),
    "slavers": gettext_lazy("Sell to slavers"),
    "pit": gettext_lazy("Fight for freedom in the pit"),
    "free": gettext_lazy("Release"),
    "zombie": gettext_lazy("Raise as a zombie"),
    "sacrifice": gettext_lazy("Sacrifice"),
}
"""Labels of options that are the same for every line. An option's own label takes precedence."""
