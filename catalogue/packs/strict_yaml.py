"""A strict YAML reader for small, flat, simple files. It records the line of every value.

Built on libyaml's events, so that anchors, aliases, tags, merge keys, several documents, repeated keys, deep nesting
and huge files are refused before anything is built from them. Plain scalars follow YAML 1.2: everything except `true`,
`false`, `null` and numbers is text, including `no`, `on` and `12:30`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import yaml

MAX_BYTES: Final = 200_000
MAX_DEPTH: Final = 16
MAX_NODES: Final = 60_000
MAX_MISTAKES: Final = 200

Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]
Path = tuple[str | int, ...]

_INT: Final = re.compile(r"[-+]?[0-9]{1,15}\Z")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?\Z")
_WORDS: Final[dict[str, bool | None]] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake in a text: the line (from 1), the path of keys, a sentence."""

    line: int
    path: Path
    sentence: str


@dataclass(slots=True)
class Reading:
    """The result of reading a text: its value, the line of every path, and all mistakes."""

    value: Value
    lines: dict[Path, int]
    mistakes: list[Mistake]

    def line_of(self, path: Path) -> int:
        """The line of the value at `path`, or of its nearest parent."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been read yet."""

    value: list[Value] | dict[str, Value]
    path: Path
    key: str | None = None
    skips: bool = False


def scalar(text: str) -> Value:
    """The value of a plain scalar by the core schema of YAML 1.2."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text):
        return int(text)
    return float(text) if _FLOAT.match(text) else text


class _Builder:
    """Builds values from parser events, without recursion."""

    def __init__(self, max_nodes: int) -> None:
        self.max_nodes = max_nodes
        self.reading = Reading(value=None, lines={}, mistakes=[])
        self.open: list[_Open] = []
        self.nodes = 0
        self.documents = 0

    def say(self, line: int, path: Path, sentence: str) -> None:
        self.reading.mistakes.append(Mistake(line, path, sentence))

    def here(self) -> Path:
        if not self.open:
            return ()
        top = self.open[-1]
        return (*top.path, len(top.value)) if isinstance(top.value, list) else (*top.path, top.key or "")

    def wants_key(self) -> bool:
        return bool(self.open) and isinstance(self.open[-1].value, dict) and self.open[-1].key is None

    def place(self, value: Value, line: int) -> None:
        path = self.here()
        self.reading.lines.setdefault(path, line)
        if not self.open:
            self.reading.value = value
            return
        top = self.open[-1]
        if isinstance(top.value, list):
            top.value.append(value)
            return
        if not top.skips and top.key is not None:
            top.value[top.key] = value
        top.key, top.skips = None, False

    def take_key(self, text: str, line: int) -> None:
        top = self.open[-1]
        assert isinstance(top.value, dict)
        top.key = text
        if text in top.value:
            top.skips = True
            self.say(line, (*top.path, text), f"The key “{text}” is here twice.")
        elif text == "<<":
            self.say(line, (*top.path, text), "Merge keys (<<) are not allowed.")

    def feed(self, event: yaml.Event) -> bool:
        """Process one event; False if reading should stop."""
        line = event.start_mark.line + 1 if event.start_mark is not None else 1
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.say(line, (), "A file can contain only one document.")
                return False
        elif isinstance(event, yaml.AliasEvent):
            self.say(line, self.here(), "Aliases (*name) are not allowed; write the value out.")
            if self.wants_key():
                self.take_key(f"*{event.anchor}", line)
            else:
                self.place(None, line)
        elif isinstance(event, yaml.NodeEvent):
            return self.feed_node(event, line)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self.open.pop()
            if self.open and isinstance(self.open[-1].value, dict):
                self.open[-1].key, self.open[-1].skips = None, False
        return True

    def feed_node(self, event: yaml.NodeEvent, line: int) -> bool:
        self.nodes += 1
        if self.nodes > self.max_nodes:
            self.say(line, self.here(), f"The file contains more than {self.max_nodes} values.")
            return False
        if event.anchor is not None:
            self.say(line, self.here(), "Anchors (&name) are not allowed.")
        if isinstance(event, yaml.ScalarEvent):
            if event.tag is not None and event.tag != "!":
                self.say(line, self.here(), "Tags (!name) are not allowed.")
            if self.wants_key():
                self.take_key(event.value, line)
            else:
                self.place(event.value if event.style else scalar(event.value), line)
            return True
        assert isinstance(event, yaml.CollectionStartEvent)
        if event.tag is not None:
            self.say(line, self.here(), "Tags (!name) are not allowed.")
        if self.wants_key():
            self.say(line, self.here(), "A key must be plain text, not a list or mapping.")
            return False
        if len(self.open) >= MAX_DEPTH:
            self.say(line, self.here(), f"Nesting goes deeper than {MAX_DEPTH} levels.")
            return False
        path = self.here()
        value: list[Value] | dict[str, Value] = [] if isinstance(event, yaml.SequenceStartEvent) else {}
        kept = self.open[-1].key if self.open and isinstance(self.open[-1].value, dict) else None
        skips = bool(self.open) and self.open[-1].skips
        self.place(value, line)
        if kept is not None:
            self.open[-1].key, self.open[-1].skips = kept, skips
        self.open.append(_Open(value=value, path=path))
        return True


def read(raw: bytes, max_nodes: int = MAX_NODES) -> Reading:
    """Read one file. Never raises for an invalid text: `mistakes` lists everything that is wrong."""
    builder = _Builder(max_nodes)
    if len(raw) > MAX_BYTES:
        builder.say(1, (), f"The file has {len(raw)} bytes; at most {MAX_BYTES} are read.")
        return builder.reading
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        builder.say(raw[: error.start].count(b"\n") + 1, (), "The file is not UTF-8 text.")
        return builder.reading
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            if not builder.feed(event) or len(builder.reading.mistakes) >= MAX_MISTAKES:
                break
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        builder.say(mark.line + 1 if mark else 1, builder.here(), f"Not YAML: {error.problem or error.context}.")
    except yaml.YAMLError as error:
        builder.say(1, (), f"Not YAML: {str(error).splitlines()[0]}.")
    return builder.reading
