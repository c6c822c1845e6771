"""The options of an open line: their label and effect, grouped under headings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.aftermath.labels import CHARACTERISTICS
from battles.aftermath.line_text import MORE_OPTIONS
from battles.aftermath.stored.find_lines import SearchDiceLine
from battles.aftermath.stored.options import LineOption
from battles.models import AftermathLine
from catalogue.packs.book import Book

SEARCH_DICE = "search_dice"
"""The kind of line for changing exploration dice."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: its value, its label, its effect."""

    key: str
    label: str
    note: str


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Options of one kind; the title is empty if there is only one kind."""

    title: str
    choices: list[Choice]


def grouped(line: AftermathLine, facts: Book) -> list[ChoiceGroup]:
    """The options of a line in their order, skills under their lists with their effects.

    All labels differ: equal ones get the number of their die, else a counter.
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
    """Labels of a line's options, equal ones with a distinction: the die as the page lists them, from 1."""
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


def option_words(line: AftermathLine, option: LineOption) -> tuple[str, str]:
    """(label, note) of an option's button, with before and after."""
    kind, _colon, what = str(option["key"]).partition(":")
    if kind == "up":
        most = _("the maximum is %(n)s") % {"n": option["most"]} if option.get("most") else ""
        return f"{CHARACTERISTICS.get(what, what)} {option['before']} → {option['after']}", most
    if kind == "promote":
        return _("Learns from: %(lists)s") % {"lists": ", ".join(option["lists"])}, ""
    if kind == "sell" and "shards" in option:
        n = option["shards"]
        return ngettext("Sell %(n)d shard", "Sell %(n)d shards", n) % {"n": n}, _("%(n)d gc") % {"n": option["gold"]}
    if kind == "steal_it":
        return _("Let %(name)s steal it") % option, _("if caught, may be hanged")
    if kind == "easier":
        return _("%(label)s, difficulty 1 lower") % option, ""
    if kind == "pay":
        return _("Pay for %(name)s") % {"name": line.subject_name}, _("%(n)d gc") % {"n": option["gold"]}
    if kind == "again" and line.kind == "injury_again":
        return _("Re-roll it"), _("the second result counts")
    if kind == "again":
        return _("Re-roll the %(face)s") % option, ""
    if kind in ("raise", "lower") and "face" in option:
        step = 1 if kind == "raise" else -1
        return _("Change the %(face)s to a %(now)s") % {"face": option["face"], "now": option["face"] + step}, ""
    if kind == "away":
        return _("Discard the %(face)s") % option, ""
    if kind == "pick":
        return _("A %(face)s") % option, ""
    if kind == "visit":
        return _("Go to: %(label)s") % option, ""
    if kind == "wares" and option.get("count", 1) > 1:
        return f"{option['label']} × {option['count']}", _note(option)
    if kind == "ransom":
        return _("Ask for a ransom of %(n)d gc") % {"n": option["gold"]}, ""
    if kind == "exchange":
        return _("Exchange for %(label)s") % option, ""
    if kind == "haggle":
        return _("Let %(name)s haggle first") % option, str(option["dice"])
    if kind == "leave" and line.stage == "market":
        return _("Decline"), ""
    if kind == "nobody":
        return (_("Send no warrior") if "hero:" in str(line.options[0]["key"]) else _("Nobody, nothing")), ""
    plain = {
        "spell": _("Learn a random spell"),
        "keep": _("Keep all shards"),
        "refuse": _("Refuse"),
        "agree": _("Agree"),
        "buy": _("Buy it for the stash"),
        "buy_brace": _("Buy a brace for the stash"),
        "hire": _("Hire"),
        "item": _("Use the preferred payment"),
        "haggle": _("Haggle first"),
        "stand": _("Accept the dice"),
        "ransom": _("Ask for a ransom"),
        "exchange": _("Exchange"),
        "leave": _("Dismiss %(name)s") % {"name": line.subject_name},
        "sell": _("Take the gold"),
        "slavers": _("Sell to slavers"),
        "pit": _("Fight for freedom in the pit"),
        "free": _("Release"),
        "zombie": _("Raise as a zombie"),
        "sacrifice": _("Sacrifice"),
    }
    if kind in MORE_OPTIONS and line.kind != "sale":
        plain[kind] = MORE_OPTIONS[kind]()
    label = str(option.get("label") or plain.get(kind, kind))
    return label, _note(option)
