"""Reads the JSON that the Mordheim Roster Builder exports, alone or at the end of its text export."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from catalogue.packs.book import Book
from warbands.exchange.names import Report
from warbands.exchange.refusals import UnreadableFile
from warbands.exchange.save import Save
from warbands.exchange.save_builder import Builder, clean, whole

FOOT = "MORDHEIM-DATA:"
CAMPAIGN = "mordheim-campaign-file"
MOST_MODELS, MOST_HIRELINGS, MOST_WARBANDS = 60, 10, 40
DATA = Path(__file__).parent / "data" / "roster_builder.json"


@functools.cache
def _names() -> dict[str, dict[str, str]]:
    """English names for the keys of that program: lists, units, items, hired swords, mutations."""
    data: dict[str, dict[str, str]] = json.loads(DATA.read_text(encoding="utf-8"))
    return data


def is_one(words: str) -> bool:
    """Whether this text looks like an export of that program."""
    if FOOT in words:
        return True
    head = words.lstrip()[:1] == "{" and '"models"' in words and '"wb"' in words
    return head and '"format"' not in words


def save_in(words: str, book: Book, report: Report) -> Save:
    """The warband of such an export. Raises UnreadableFile."""
    try:
        data = json.loads(words.split(FOOT, 1)[1] if FOOT in words else words)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(_("The file is not valid JSON: it is cut off or contains a wrong character.")) from error
    if not isinstance(data, dict) or not isinstance(data.get("models"), list):
        raise UnreadableFile(_("The export contains no warriors."))
    names = _names()
    kind, variant = str(data.get("wb", "")), str(data.get("subtype") or "")
    listed = names["lists"].get(f"{kind}/{variant}") or names["lists"].get(kind) or kind
    builder = Builder(book, report, listed, str(data.get("name") or ""))
    leader = data.get("leaderUid")
    for model in data["models"][:MOST_MODELS]:
        if isinstance(model, dict):
            _model(builder, names, kind, model, is_leader=leader is not None and model.get("uid") == leader)
    for group in ("hired", "dp"):
        for hireling in _list(data.get(group))[:MOST_HIRELINGS]:
            if isinstance(hireling, dict):
                title = names["hirelings"].get(str(hireling.get("key")), str(hireling.get("key")))
                _line(builder, hireling, title, str(hireling.get("name") or title))
    stash = data.get("stash") if isinstance(data.get("stash"), dict) else {}
    assert isinstance(stash, dict)
    for entry in _list(stash.get("items"))[:200]:
        if isinstance(entry, dict):
            builder.keep(_item(names, str(entry.get("name", ""))), whole(entry.get("qty"), 1, 99, 1))
    for group, most in (("models", MOST_MODELS), ("hired", MOST_HIRELINGS), ("dp", MOST_HIRELINGS)):
        for line in _list(data.get(group))[most:]:
            report.left_out.append((builder.name, clean(_dict(line).get("name") or _dict(line).get("key") or group)))
    return builder.save(
        treasury_gc=_gold(builder, data, _dict(stash)),
        shards=whole(stash.get("wyrd"), 0, 9999),
        founding_gold_gc=whole(data.get("budget"), 0, 100_000) or None,
    )


def _gold(builder: Builder, data: dict[str, Any], stash: dict[Any, Any]) -> int:
    """The gold at the time of the export; for files that do not contain it, the rest of the budget."""
    if data.get("goldNow") is not None:
        return whole(data["goldNow"], 0, 1_000_000)
    budget = stash.get("gold") if stash.get("gold") is not None else data.get("budget")
    if budget is None:
        builder.report.notes.append(_("The file does not contain the remaining gold: the treasury starts at 0 gc."))
        return 0
    left = max(0, whole(budget, 0, 1_000_000) - builder.spent_gc())
    builder.report.notes.append(
        _("The file does not contain the remaining gold. %(left)d gc were calculated from the cost of the warband.")
        % {"left": left}
    )
    return left


def rosters_in(words: str) -> list[tuple[str, str]] | None:
    """Every warband of a campaign file as (name, export), or None when the text is not a campaign file."""
    try:
        data = json.loads(words)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("type") != CAMPAIGN or not isinstance(data.get("warbands"), list):
        return None
    return [
        (clean(warband.get("name") or warband.get("player") or ""), json.dumps(warband.get("roster")))
        for warband in data["warbands"][:MOST_WARBANDS]
        if isinstance(warband, dict)
    ]


def _model(
    builder: Builder, names: dict[str, dict[str, str]], kind: str, model: dict[str, Any], *, is_leader: bool
) -> None:
    unit = str(model.get("uid_def", ""))
    title = names["units"].get(f"{kind}/{unit}", unit)
    _line(builder, model, title, str(model.get("name") or title), is_leader=is_leader)


def _line(builder: Builder, model: dict[str, Any], title: str, name: str, *, is_leader: bool = False) -> None:
    entry = builder.entry(title)
    if entry is None:
        builder.report.left_out.append((clean(name), clean(title)))
        return
    names = _names()
    count = whole(model.get("qty"), 1, 60, 1)
    belongings = [
        (_item(names, str(name)), whole(number, 1, 99, 1))
        for group in ("eq", "rare")
        for name, number in _dict(model.get(group)).items()
        if whole(number, 0, 99) > 0
    ]
    belongings += [(names["mutations"].get(str(code), str(code)), 1) for code in _list(model.get("mut"))]
    belongings += [(_label(entry), 1) for group in ("skills", "spells", "inj") for entry in _list(model.get(group))]
    builder.warrior(
        entry,
        name,
        headcount=count,
        experience=whole(model.get("exp"), 0, 10_000),
        belongings=belongings,
        raised={str(key): whole(by, -10, 10) for key, by in _dict(model.get("adv")).items()},
        is_leader=is_leader,
        misses=whole(model.get("miss"), 0, 99),
    )


def _item(names: dict[str, dict[str, str]], text: str) -> str:
    plain = text.split("(")[0].strip()
    return names["items"].get(text) or names["items"].get(plain) or plain


def _label(entry: Any) -> str:
    return str(entry.get("name") or entry.get("code") or "") if isinstance(entry, dict) else str(entry)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: Any) -> dict[Any, Any]:
    return value if isinstance(value, dict) else {}
