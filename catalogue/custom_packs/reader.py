"""Reads and checks a custom pack: all mistakes are reported together, each with its line, its path and a message. The
YAML rules, schema and references are the same as for the packs of the site. In addition, a custom pack may replace
single tables of the campaign, and may contain only plain text and playable lists."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from pydantic import ValidationError

from accounts.names import tidied
from catalogue.custom_packs.checks.bounds import out_of_bounds
from catalogue.custom_packs.checks.playability import effect_problems
from catalogue.custom_packs.checks.text_rules import unfit_words
from catalogue.custom_packs.codes import LOCAL_LENGTH
from catalogue.custom_packs.scenarios.rules import Remark, remarks_on
from catalogue.packs import references, schema, strict_yaml
from catalogue.packs.installed import site_parts
from catalogue.packs.loader import PackProblem, dotted, schema_problems
from catalogue.packs.schema import KINDS, PackPart
from catalogue.packs.strict_yaml import Reading, Value

FILE: Final = "pack.yaml"
MOST_TOLD: Final = 100
MAX_NODES: Final = 20_000
KINDS_ALLOWED: Final = (
    "races", "rules", "warband_types", "warrior_types", "equipment_lists", "items", "skill_lists", "skills",
    "spell_lists", "spells", "mutations", "scenarios", "injuries", "exploration", "advances", "replaced_tables",
    "charts",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CustomPackReading:
    """The result of reading a pack text: its facts if there are no mistakes, the plain values behind them, and all
    mistakes."""

    part: PackPart | None
    values: dict[str, object]
    problems: tuple[PackProblem, ...]
    name: str = ""
    """The name from the header; "" if the header cannot be read."""
    remarks: tuple[Remark, ...] = ()
    """Advice about a valid pack. The pack can be released without following it."""

    @property
    def is_sound(self) -> bool:
        """Whether the pack may be released."""
        return self.part is not None and not self.problems


def read_custom_pack(text: str, file: str = FILE) -> CustomPackReading:
    """Read and check one text; `problems` lists the mistakes, at most MOST_TOLD, in the order of lines. Never raises
    for any text.
    """
    reading = strict_yaml.read(text.encode("utf-8", "replace"), max_nodes=MAX_NODES)
    if reading.mistakes:
        return _wrong(
            PackProblem(file, mistake.line, dotted(mistake.path), mistake.sentence) for mistake in reading.mistakes
        )
    value = reading.value
    if value is None:
        return _wrong([PackProblem(file, 1, "", _("The pack is empty. Start with one of the samples."))])
    if not isinstance(value, dict):
        return _wrong([PackProblem(file, 1, "", _("A pack file is a mapping of kinds, such as “items:”."))])
    problems = [_at(file, reading, path, sentence) for path, sentence in unfit_words(value)]
    problems += [
        _at(
            file,
            reading,
            (kind,),
            _("Custom packs cannot contain “%(kind)s”: list the tables you replace under “replaced_tables”.")
            % {"kind": kind},
        )
        for kind in value
        if kind in schema.PackPart.model_fields and kind not in (*KINDS_ALLOWED, "pack")
    ]
    if problems:
        return _wrong(problems)
    name = _name_in(value)
    try:
        part = schema.read_part(json.dumps(value, ensure_ascii=False).encode())
    except ValidationError as error:
        return _wrong(schema_problems(file, reading, error, most=MOST_TOLD), name)
    found = references.check({file: part}, site_parts()[0], most=MOST_TOLD)
    problems = [_at(file, reading, problem.path, problem.sentence) for problem in found]
    problems += [_at(file, reading, path, sentence) for path, sentence in _of_the_house(part)]
    if not problems:
        found_problems = itertools.chain(out_of_bounds(part), effect_problems(part))
        problems = [
            _at(file, reading, path, sentence) for path, sentence in itertools.islice(found_problems, MOST_TOLD)
        ]
    if problems:
        return _wrong(problems, name)
    return CustomPackReading(part=part, values=dict(value), problems=(), name=name, remarks=tuple(remarks_on(part)))


def _name_in(value: dict[str, Value]) -> str:
    header = value.get("pack")
    name = header.get("name") if isinstance(header, dict) else None
    return tidied(name).strip()[:80] if isinstance(name, str) and name else ""


def _wrong(problems: Iterable[PackProblem], name: str = "") -> CustomPackReading:
    found = sorted(problems, key=lambda problem: (problem.line, problem.path))
    return CustomPackReading(part=None, values={}, problems=tuple(found[:MOST_TOLD]), name=name)


def _at(file: str, reading: Reading, path: strict_yaml.Path, sentence: str) -> PackProblem:
    return PackProblem(file, reading.line_of(path), dotted(path), sentence)


def _of_the_house(part: PackPart) -> list[tuple[strict_yaml.Path, str]]:
    """Mistakes in the tier and in the length and prefix of codes."""
    found: list[tuple[strict_yaml.Path, str]] = []
    if part.pack is not None and part.pack.tier != 3:
        found.append((("pack", "tier"), _("Custom packs have tier 3.")))
    for kind in KINDS:
        for index, fact in enumerate(getattr(part, kind)):
            if len(fact.code) > LOCAL_LENGTH:
                text = _("The code has %(n)d letters; the limit is %(most)d.")
                found.append(((kind, index, "code"), text % {"n": len(fact.code), "most": LOCAL_LENGTH}))
            elif fact.code.startswith("own_"):
                found.append(((kind, index, "code"), _("Codes that begin with “own_” are reserved for the site.")))
    return found
