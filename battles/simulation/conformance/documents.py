"""Generates rules.md and the lists of conformance.md in docs/reference/ from the cases. A test checks that both are up
to date. Write them with `python manage.py conformance battles/engine/conformance --docs docs/reference`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from battles.engine.rulesets.options import OPTIONS
from battles.engine.state import FLAG_NAMES
from battles.simulation.conformance import verbs as _verbs  # noqa: F401 - registers all verbs
from battles.simulation.conformance.arena import RULESETS
from battles.simulation.conformance.case_reader import Value
from battles.simulation.conformance.coverage import HOUSE, NEVER, cited, lacking, listed_gaps, shrink
from battles.simulation.conformance.fields import FIELDS, MODEL_FIELDS
from battles.simulation.conformance.gear import ARMOUR, MOUNTS, WEAPONS
from battles.simulation.conformance.runner import Result
from battles.simulation.conformance.tabletop.case_state import BAND_FIELDS, MEMBER_FIELDS
from battles.simulation.conformance.tabletop.index import tabletop_rules
from battles.simulation.conformance.tabletop.registry import TABLETOP_FUNCTIONS
from battles.simulation.conformance.tabletop.schema import chapter_of
from battles.simulation.conformance.terrain import SHAPES
from battles.simulation.conformance.verbs.registry import VERBS, Verb

IDS = HOUSE / "docs" / "reference" / "rule-ids.txt"
BEGIN, END = "<!-- lists: written by manage.py conformance --docs -->", "<!-- end of lists -->"


class Rule(NamedTuple):
    """A rule with its worked cases: id of the case -> rulesets."""

    id: str
    cases: dict[str, tuple[str, ...]]

    @property
    def chapter(self) -> str:
        return self.id.split("-")[0]


def written_rules() -> list[Rule]:
    """All rules and cases of docs/reference/rule-ids.txt, in order."""
    rules: list[Rule] = []
    for line in IDS.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            case, *rulesets = line.split()
            rules[-1].cases[case] = tuple(rulesets)
        elif line and not line.startswith("#"):
            rules.append(Rule(line, {}))
    return rules


class Count(NamedTuple):
    """Number of cases of a chapter: those listed with the rules, those of them that exist as files, and further
    files."""

    written: int
    kept: int
    more: int


def counts(results: Iterable[Result]) -> dict[str, Count]:
    """Number of worked cases by chapter, and how many of them exist as files."""
    kept = {result.case.id for result in results if not chapter_of(result.case.id)}
    found: dict[str, Count] = {}
    written: set[str] = set()
    for rule in written_rules():
        written |= rule.cases.keys()
        old = found.get(rule.chapter, Count(0, 0, 0))
        found[rule.chapter] = Count(old.written + len(rule.cases), old.kept + len(rule.cases.keys() & kept), 0)
    for case in kept - written:
        chapter = case.split("-")[0]
        old = found.get(chapter, Count(0, 0, 0))
        found[chapter] = old._replace(more=old.more + 1)
    return found


def rules_page(results: list[Result]) -> str:
    """docs/reference/rules.md: all rules, with the number of cases passed in each ruleset."""
    by_rule: dict[str, dict[str, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        by_rule[result.case.rule][result.ruleset].append(result)
    lines = [
        "# Rules and worked cases by ruleset",
        "",
        "Written by `python manage.py conformance battles/engine/conformance --docs docs/reference`; do not edit. A "
        "cell shows how many cases of the rule pass and how many are played in that ruleset; empty without cases. "
        "[conformance.md](conformance.md) describes the format of a case.",
        "",
        "| chapter | written cases | of these in files | additional cases in files |",
        "|---|---|---|---|",
    ]
    chapters = counts(results)
    for chapter, count in chapters.items():
        lines.append(f"| {chapter} | {count.written} | {count.kept} | {count.more} |")
    sums = [sum(count[place] for count in chapters.values()) for place in range(3)]
    lines.append(f"| all | {sums[0]} | {sums[1]} | {sums[2]} |")
    chapter = ""
    for rule in written_rules():
        if rule.chapter != chapter:
            chapter = rule.chapter
            lines += ["", f"## {chapter}", "", f"| rule | {' | '.join(RULESETS)} | implemented in |"]
            lines.append("|---|---|---|---|---|---|")
        cells = []
        for ruleset in RULESETS:
            played = by_rule[rule.id][ruleset]
            cells.append(f"{sum(result.passed for result in played)}/{len(played)}" if played else "")
        lines.append(f"| {rule.id} | {' | '.join(cells)} | {_homes(rule.id)} |")
    lines += _on_paper(by_rule)
    lines += _gaps_told()
    lines += ["", "## Worked cases without a file", ""]
    kept = {result.case.id for result in results}
    for name in chapters:
        missing = [case for rule in written_rules() if rule.chapter == name for case in rule.cases if case not in kept]
        if missing:
            lines += [f"{name} ({len(missing)}): {', '.join(missing)}", ""]
    return "\n".join(lines).rstrip() + "\n"


def _homes(rule: str) -> str:
    """The files of the engine that implement a rule: the first three that cite it, those in steps/ first."""
    files = sorted(cited().get(rule, ()), key=lambda name: (not name.startswith("steps/"), name))
    return ", ".join(files[:3]) + (" ..." if len(files) > 3 else "")


def _gaps_told() -> Iterator[str]:
    """Lines about rules that software cannot carry out, with the reason, and about rules that have no code or no case
    yet."""
    gaps = listed_gaps()
    for title, is_never in (("Rules without a software implementation", True), ("Rules without code or case", False)):
        lines = [f"- {rule}: {reason}" for rule, (lacks, reason) in gaps.items() if (lacks == NEVER) == is_never]
        yield from ("", f"## {title}", "", *(lines or ["None."]))


def _on_paper(by_rule: dict[str, dict[str, list[Result]]]) -> Iterator[str]:
    """Lines about rules of the roster and the aftermath, which have their own cases and are the same in every
    ruleset."""
    for chapter, rules in tabletop_rules().items():
        yield from ("", f"## {chapter}", "", "| rule | cases |", "|---|---|")
        for rule in rules:
            played = by_rule[rule]["any"]
            yield f"| {rule} | {f'{sum(result.passed for result in played)}/{len(played)}' if played else ''} |"


def manual(page: str) -> str:
    """docs/reference/conformance.md with its generated lists renewed."""
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{chr(10).join(_lists())}\n{END}{after}"


def _lists() -> Iterator[str]:
    yield "### Verbs"
    yield ""
    yield "Arguments in brackets are optional. The fields after *Gives* are results that `expect` can check."
    yield ""
    yield from _verbs_told(VERBS)
    yield ""
    yield "### Expected fields of a case"
    yield ""
    for name, about in FIELDS.items():
        yield f"- `{name}`: {about}"
    yield ""
    yield "### Expected fields of a model"
    yield ""
    for name, about in MODEL_FIELDS.items():
        yield f"- `{name}`: {about}"
    yield ""
    yield "### Gear by name"
    yield ""
    for name, weapon in WEAPONS.items():
        special = {key: value for key, value in weapon.items() if key not in ("code", "name")}
        yield f"- `{name}`: {_plain_text(special) or 'an ordinary one-handed blade'}"
    yield ""
    yield f"Armour: {', '.join(f'{name} {save}+' for name, save in ARMOUR.items() if save < 7)}; a number is the save."
    yield f"Mounts: {', '.join(MOUNTS)}."
    yield ""
    yield "### Terrain shapes"
    yield ""
    for name, shape in SHAPES.items():
        code = shape.__code__
        arguments = code.co_varnames[: code.co_argcount]
        yield f"- `{name}` ({', '.join(arguments) or 'any field'}): {(shape.__doc__ or '').splitlines()[0]}"
    yield ""
    yield f"### Flags\n\n{', '.join(FLAG_NAMES)}."
    yield ""
    yield f"### Options\n\n{', '.join(OPTIONS)}."
    for chapter, name in (("RO", "rosters"), ("AF", "the aftermath")):
        yield ""
        yield f"### Verbs of {name}"
        yield ""
        yield from _verbs_told(TABLETOP_FUNCTIONS[chapter])
    yield ""
    yield "### Expected fields of rosters"
    yield ""
    for name, about in BAND_FIELDS.items():
        yield f"- `{name}`: {about}"
    for name, about in MEMBER_FIELDS.items():
        yield f"- `NAME.{name}`: {about}"
    yield "- `NAME.M`, `NAME.WS` ...: current characteristics"


def _verbs_told(verbs: dict[str, Verb]) -> Iterator[str]:
    for verb in sorted(verbs.values(), key=lambda entry: entry.name):
        needed = [f"{name}: {kind}" for name, kind in verb.needs.items()]
        taken = [f"[{name}: {kind}]" for name, kind in verb.takes.items()]
        gives = f" Gives {', '.join(verb.gives)}." if verb.gives else ""
        yield f"- `{verb.name}` ({', '.join(needed + taken) or 'no arguments'}): {verb.about}{gives}"


def _plain_text(about: dict[str, Value]) -> str:
    return re.sub(r"[{}'\"]", "", str(about))


def write(folder: Path, results: list[Result]) -> None:
    """Write both pages into a folder of documents, after removing closed gaps from docs/reference/rule-gaps.txt."""
    shrink(lacking([rule.id for rule in written_rules()], {result.case.rule for result in results}))
    (folder / "rules.md").write_text(rules_page(results), encoding="utf-8")
    page = folder / "conformance.md"
    page.write_text(manual(page.read_text(encoding="utf-8")), encoding="utf-8")
