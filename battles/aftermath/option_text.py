"""The options of an open line: each with what it does, under the heading it belongs to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.aftermath.labels import CHARACTERISTICS
from battles.aftermath.line_text import MORE_OPTIONS
from battles.engine.aftermath.hand import Hand
from battles.models import AftermathLine
from catalogue.packs.book import Book

SEARCH_DICE = "search_dice"
"""The kind of line that asks what is done with the dice of a search."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: what is sent, what it is called, what it does."""

    key: str
    label: str
    note: str


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Options of one kind; the title is empty where there is only one kind."""

    title: str
    choices: list[Choice]


def grouped(line: AftermathLine, facts: Book) -> list[ChoiceGroup]:
    """The options of a line in the order they are offered, skills under their lists with what each does.

    No two have the same label: those that would are told apart by the die they mean, else by a number.
    """
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
    """Labels of a line's options with what tells equal ones apart: the die as the page lists them, from 1."""
    shared = {label for label, count in Counter(labels).items() if count > 1}
    if not shared:
        return labels
    gone = set(Hand.from_data(line.data).gone) if line.kind == SEARCH_DICE else set()
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


def _note(option: dict[str, Any]) -> str:
    if option.get("of"):
        return str(option["of"])
    return _("%(n)d gc") % {"n": option["gold"]} if "gold" in option else ""


def option_words(line: AftermathLine, option: dict[str, Any]) -> tuple[str, str]:
    """(label, note) of an option's button, with before and after."""
    kind, _colon, what = str(option["key"]).partition(":")
    if kind == "up":
        most = _("his most is %(n)s") % {"n": option["most"]} if option.get("most") else ""
        return f"{CHARACTERISTICS.get(what, what)} {option['before']} → {option['after']}", most
    if kind == "promote":
        return _("He learns from: %(lists)s") % {"lists": ", ".join(option["lists"])}, ""
    if kind == "sell" and "shards" in option:
        n = option["shards"]
        return ngettext("Sell %(n)d shard", "Sell %(n)d shards", n) % {"n": n}, _("%(n)d gc") % {"n": option["gold"]}
    if kind == "steal_it":
        return _("Let %(name)s steal it") % option, _("caught, he may hang")
    if kind == "easier":
        return _("%(label)s, easier by 1") % option, ""
    if kind == "pay":
        return _("Pay for %(name)s") % {"name": line.subject_name}, _("%(n)d gc") % {"n": option["gold"]}
    if kind == "again" and line.kind == "injury_again":
        return _("Roll it again"), _("the second result stands")
    if kind == "again":
        return _("Roll the %(face)s again") % option, ""
    if kind in ("raise", "lower") and "face" in option:
        step = 1 if kind == "raise" else -1
        return _("Turn the %(face)s to a %(now)s") % {"face": option["face"], "now": option["face"] + step}, ""
    if kind == "away":
        return _("Put the %(face)s away") % option, ""
    if kind == "pick":
        return _("A %(face)s") % option, ""
    if kind == "visit":
        return _("Go to: %(label)s") % option, ""
    if kind == "wares" and option.get("count", 1) > 1:
        return f"{option['label']} × {option['count']}", _note(option)
    if kind == "ransom":
        return _("Ask %(n)d gc for him") % {"n": option["gold"]}, ""
    if kind == "exchange":
        return _("Offer him for %(label)s") % option, ""
    if kind == "haggle":
        return _("Let %(name)s haggle first") % option, str(option["dice"])
    if kind == "leave" and line.stage == "market":
        return _("Leave it"), ""
    if kind == "nobody":
        return (_("Nobody goes") if "hero:" in str(line.options[0]["key"]) else _("Nobody, nothing")), ""
    plain = {
        "spell": _("Learn a spell by the die"),
        "keep": _("Keep all of it"),
        "refuse": _("Refuse"),
        "agree": _("Agree"),
        "buy": _("Buy it for the stash"),
        "buy_brace": _("Buy a brace for the stash"),
        "hire": _("Take him on"),
        "item": _("Pay with what he likes better"),
        "haggle": _("Let somebody haggle first"),
        "stand": _("Let the dice stand"),
        "ransom": _("Ask a ransom"),
        "exchange": _("Exchange him"),
        "leave": _("Let %(name)s go") % {"name": line.subject_name},
        "sell": _("Take the gold"),
        "slavers": _("Sell him to slavers"),
        "pit": _("Let him fight for his freedom in the pit"),
        "free": _("Let him go"),
        "zombie": _("Raise him as a zombie"),
        "sacrifice": _("Sacrifice him"),
    }
    if kind in MORE_OPTIONS and line.kind != "sale":
        plain[kind] = MORE_OPTIONS[kind]()
    label = str(option.get("label") or plain.get(kind, kind))
    return label, _note(option)
