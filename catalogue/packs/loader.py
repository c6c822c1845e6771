"""Loads facts from pack files.

`read_pack_files` checks texts (strict YAML, schema, references) and reports all mistakes together. `installed_parts`
does this for the packs in the repository and caches the result as JSON under VAR_DIR, in a file named after the SHA-256
of files and code, so that later processes start without parsing YAML.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from pydantic import TypeAdapter, ValidationError

from catalogue.facts import Fact, Pack
from catalogue.packs import references, schema, strict_yaml
from catalogue.packs.schema import KINDS, PackPart

KEPT_VERSIONS: Final = 4
PACKS_DIR: Final = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class PackProblem:
    """One mistake in a pack: file name, line (from 1), dotted path, and a complete sentence."""

    file: str
    line: int
    path: str
    sentence: str

    def __str__(self) -> str:
        where = f" at {self.path}" if self.path else ""
        return f"{self.file}, line {self.line}{where}: {self.sentence}"


class PackErrors(Exception):
    """Some packs are invalid; `problems` lists every mistake, ordered by file and line."""

    def __init__(self, problems: tuple[PackProblem, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))


@dataclass(frozen=True, slots=True)
class ReadFile:
    """One valid file: its name ("rulebook/items.yaml"), its facts, and the plain values they were read from."""

    name: str
    part: PackPart
    raw_json: bytes


def read_pack_files(texts: Mapping[str, bytes], base: tuple[PackPart, ...] = ()) -> tuple[ReadFile, ...]:
    """Check files together and return their facts, ordered by file name. `base` are packs that they may refer to.
    Raises PackErrors with every mistake of every file."""
    problems: list[PackProblem] = []
    readings: dict[str, strict_yaml.Reading] = {}
    found: dict[str, ReadFile] = {}
    for name in sorted(texts):
        reading = readings[name] = strict_yaml.read(texts[name])
        problems += [
            PackProblem(name, mistake.line, dotted(mistake.path), mistake.sentence) for mistake in reading.mistakes
        ]
        if reading.mistakes:
            continue
        if not isinstance(reading.value, dict):
            problems.append(PackProblem(name, 1, "", "A pack file is a mapping of kinds, such as “items:”."))
            continue
        raw = json.dumps(reading.value, ensure_ascii=False).encode()
        try:
            found[name] = ReadFile(name, schema.read_part(raw), raw)
        except ValidationError as error:
            problems += schema_problems(name, reading, error)
    parts = {name: file.part for name, file in found.items()}
    for wrong in references.check(parts, base, complete=not problems):
        line = readings[wrong.file].line_of(wrong.path)
        problems.append(PackProblem(wrong.file, line, dotted(wrong.path), wrong.sentence))
    if problems:
        raise PackErrors(tuple(sorted(problems, key=lambda problem: (problem.file, problem.line, problem.path))))
    return tuple(found[name] for name in sorted(found))


def with_sources(parts: Mapping[str, PackPart]) -> tuple[PackPart, ...]:
    """The parts with pack, tier and publication filled in as the source of every fact; tier 1 (the rulebook) comes
    first."""
    headers = {name.split("/")[0]: part.pack for name, part in parts.items() if part.pack is not None}
    placed = sorted((headers[name.split("/")[0]].tier, name) for name in parts)
    return tuple(_sourced(parts[name], headers[name.split("/")[0]]) for _tier, name in placed)


def pack_texts(root: Path = PACKS_DIR) -> dict[str, bytes]:
    """Every YAML file below `root` (or just `root` if it is a file), by its name relative to the folder of packs."""
    if root.is_file():
        return {root.name: root.read_bytes()}
    single = (root / "pack.yaml").exists()
    base = root.parent if single else root
    return {str(path.relative_to(base)): path.read_bytes() for path in sorted(root.rglob("*.yaml"))}


def texts_version(texts: Mapping[str, bytes]) -> str:
    """SHA-256 of the texts and of the code that reads them."""
    digest = hashlib.sha256()
    app = Path(__file__).resolve().parents[1]
    for code in sorted(path for folder in ("packs", "facts", "effects") for path in (app / folder).glob("*.py")):
        digest.update(code.read_bytes())
    for name, text in sorted(texts.items()):
        digest.update(f"{name}\0{len(text)}\0".encode())
        digest.update(text)
    return digest.hexdigest()


def installed_parts() -> tuple[tuple[PackPart, ...], str]:
    """The packs of the repository, checked and with sources, and their version. Raises PackErrors."""
    texts = pack_texts()
    version = texts_version(texts)
    cache = Path(settings.VAR_DIR) / "catalogue" / f"{version}.json"
    parts = _from_cache(cache)
    if parts is None:
        files = read_pack_files(texts)
        parts = {file.name: file.part for file in files}
        _to_cache(cache, {file.name: json.loads(file.raw_json) for file in files})
    return with_sources(parts), version


def _sourced(part: PackPart, header: Pack) -> PackPart:
    def stamp(fact: Fact) -> Fact:
        printed = fact.source.publication or header.publication
        source = replace(fact.source, pack=header.code, tier=header.tier, publication=printed)
        return replace(fact, source=source)

    changes: dict[str, Any] = {kind: tuple(stamp(fact) for fact in getattr(part, kind)) for kind in KINDS}
    if part.tables is not None:
        changes["tables"] = stamp(part.tables)
    return part.model_copy(update=changes)


def _from_cache(cache: Path) -> dict[str, PackPart] | None:
    try:
        raw = cache.read_bytes()
    except OSError:
        return None
    try:
        return TypeAdapter(dict[str, PackPart]).validate_json(raw, strict=True)
    except ValidationError:
        return None


def _to_cache(cache: Path, values: dict[str, Any]) -> None:
    cache.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=cache.parent, prefix="packs-")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(values, file, ensure_ascii=False)
    os.replace(temporary, cache)
    old = sorted(cache.parent.glob("*.json"), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for stale in old[KEPT_VERSIONS:]:
        stale.unlink(missing_ok=True)


def dotted(path: strict_yaml.Path) -> str:
    """A path of keys as text: "items.3.code"."""
    return ".".join(str(step) for step in path)


def schema_problems(
    name: str, reading: strict_yaml.Reading, error: ValidationError, most: int | None = None
) -> list[PackProblem]:
    """Schema errors of one file as messages; at most `most` if given."""
    problems = []
    for fault in error.errors(include_url=False)[:most]:
        path = tuple(step for step in fault["loc"] if step != "params")
        problems.append(PackProblem(name, reading.line_of(path), dotted(path), _sentence(fault, path)))
    return problems


def _sentence(fault: Any, path: tuple[str | int, ...]) -> str:
    kind, last = fault["type"], path[-1] if path else ""
    if kind in {"missing", "missing_argument", "missing_keyword_only_argument"}:
        return f"The key “{last}” is missing."
    if kind in {"extra_forbidden", "unexpected_keyword_argument"}:
        close = difflib.get_close_matches(str(last), _known_keys(), n=1)
        return f"The key “{last}” is unknown." + (f" Did you mean “{close[0]}”?" if close else "")
    if kind == "string_pattern_mismatch":
        return f"{str(fault['input'])[:40]!r} is not written as it must be (pattern {fault['ctx']['pattern']})."
    return f"{str(fault['msg']).rstrip('.')} (found {str(fault['input'])[:40]!r})."


def _known_keys() -> list[str]:
    keys = {item.name for shape in KINDS.values() for item in fields(shape)}
    return sorted(keys | set(PackPart.model_fields))
