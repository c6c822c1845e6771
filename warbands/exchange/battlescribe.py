"""Rosters of BattleScribe and New Recruit: .ros is XML, .rosz is zipped XML.

Document types and entities are refused before parsing, and a zip is unpacked only up to a limit.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from xml.etree import ElementTree

from django.utils.translation import gettext as _

from catalogue.packs.book import Book
from warbands.exchange.names import Report
from warbands.exchange.refusals import UnreadableFile
from warbands.exchange.save import Save
from warbands.exchange.save_builder import Builder, clean, whole

MOST_XML = 4_000_000
"""Maximum bytes of XML to read."""
DEEPEST = 30
EXPERIENCE = ("experience", "exp", "xp")
GOLD = ("gold", "gold crowns", "gc", "treasury")
SHARDS = ("wyrdstone", "shards", "wyrdstone shards")
METALS = {"ithilmar weapon": "Ithilmar", "gromril weapon": "Gromril"}
STASH = ("stash", "treasury", "warband stash")


def save_in(data: bytes, book: Book, report: Report) -> Save:
    """The warband in the first force of the file. Raises UnreadableFile."""
    root = _parse(_unpacked(data) if data[:2] == b"PK" else data)
    if _tag(root) != "roster":
        raise UnreadableFile(_("The XML is not a roster: its root element must be “roster”."))
    force = next((node for node in root.iter() if _tag(node) == "force"), None)
    if force is None:
        raise UnreadableFile(_("The roster contains no force."))
    builder = Builder(book, report, force.get("catalogueName") or "", root.get("customName") or root.get("name") or "")
    purse = {"gold": 0, "shards": 0}
    for selection in _children(force, "selections"):
        _selection(builder, selection, purse, 0)
    return builder.save(treasury_gc=purse["gold"], shards=purse["shards"])


def _unpacked(data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [info for info in archive.infolist() if info.filename.lower().endswith(".ros")]
            if not names:
                raise UnreadableFile(_("The zip contains no .ros file."))
            with archive.open(names[0]) as packed:
                found = packed.read(MOST_XML + 1)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError) as error:
        raise UnreadableFile(_("The zip is damaged or encrypted.")) from error
    return found


def _parse(data: bytes) -> ElementTree.Element:
    if len(data) > MOST_XML:
        raise UnreadableFile(_("The roster is too large for a warband."))
    try:
        words = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableFile(_("The XML is not UTF-8.")) from error
    if "<!DOCTYPE" in words.upper() or "<!ENTITY" in words.upper():
        raise UnreadableFile(_("The XML declares a document type or entities, which are not allowed."))
    builder = _Shallow()
    try:
        parser = ElementTree.XMLParser(target=builder)
        parser.feed(words)
        return parser.close()
    except ElementTree.ParseError as error:
        raise UnreadableFile(_("The XML is invalid: %(why)s.") % {"why": error}) from error


class _Shallow(ElementTree.TreeBuilder):
    """Builds an XML tree, but refuses one that is nested too deeply."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> ElementTree.Element:  # type: ignore[override]
        self.depth += 1
        if self.depth > DEEPEST:
            raise UnreadableFile(_("The XML is nested too deeply for a roster."))
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> ElementTree.Element:
        self.depth -= 1
        return super().end(tag)


def _tag(node: ElementTree.Element) -> str:
    return node.tag.rpartition("}")[2]


def _children(node: ElementTree.Element, name: str) -> Iterator[ElementTree.Element]:
    for group in node:
        if _tag(group) == name:
            yield from group


def _selection(builder: Builder, node: ElementTree.Element, purse: dict[str, int], depth: int) -> None:
    """Add a selection to the builder: a model or unit that the list contains becomes a line of the roster; other
    selections are searched for such units."""
    name, count = node.get("name", ""), whole(node.get("number"), 1, 60, 1)
    plain = clean(name).lower()
    if plain in GOLD:
        purse["gold"] += whole(node.get("number"), 0, 1_000_000)
        return
    if plain in SHARDS:
        purse["shards"] += whole(node.get("number"), 0, 9999)
        return
    if node.get("type") in ("model", "unit"):
        inner = list(_children(node, "selections"))
        entry = builder.entry(name)
        if entry is not None:
            _line(builder, node, entry, count)
        elif any(child.get("type") == "model" for child in inner):
            for child in inner:
                _selection(builder, child, purse, depth + 1)
        else:
            builder.report.left_out.append((builder.name, clean(name)))
        return
    for child in _children(node, "selections"):
        if (
            plain in STASH
            and child.get("type") == "upgrade"
            and clean(child.get("name", "")).lower() not in (*GOLD, *SHARDS)
        ):
            builder.keep(child.get("name", ""), whole(child.get("number"), 1, 99, 1))
        else:
            _selection(builder, child, purse, depth + 1)


def _line(builder: Builder, node: ElementTree.Element, entry: str, count: int) -> None:
    belongings: list[tuple[str, int]] = []
    experience = None
    heads = count
    for element in _below(node):
        text, number = element.get("name", ""), whole(element.get("number"), 1, 99, 1)
        if clean(text).lower() in EXPERIENCE:
            experience = whole(element.get("number"), 0, 10_000)
        elif element.get("type") == "model":
            heads = max(heads, number)
        else:
            belongings.append((text, max(1, number // max(1, heads))))
    for cost in node.iter():
        if _tag(cost) == "cost" and clean(cost.get("name", "")).lower() in EXPERIENCE and experience is None:
            experience = whole(cost.get("value"), 0, 10_000)
    builder.warrior(
        entry,
        node.get("customName") or node.get("name") or "",
        headcount=heads,
        experience=experience or None,
        belongings=belongings,
    )


def _below(node: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Items and models below a line; a group of upgrades only counts as a heading.

    A weapon with the upgrade "Ithilmar weapon" or "Gromril weapon" is one item: the weapon made of that material.
    """
    for child in _children(node, "selections"):
        inner = list(_children(child, "selections"))
        metal = next((METALS[text] for part in inner if (text := clean(part.get("name", "")).lower()) in METALS), "")
        if metal and len(inner) == 1:
            yield ElementTree.Element(child.tag, {**child.attrib, "name": f"{metal} {child.get('name', '')}"})
            continue
        if not inner or child.get("type") == "model":
            yield child
        if inner:
            yield from _below(child)
