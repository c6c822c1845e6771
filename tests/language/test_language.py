"""Pages, messages, docstrings and documents are in plain English: no phrase of phrases.txt, nobody is "he"."""

from collections import Counter

import pytest

from tests.language import scan


def budget() -> dict[str, int]:
    """How many findings each part of the project may still have. Numbers in this file only go down."""
    lines = (scan.FOLDER / "budget.txt").read_text(encoding="utf-8").splitlines()
    return {group: int(count) for group, count in (line.split() for line in lines if line and line[0] != "#")}


def found_in(path: str, source: str) -> list[tuple[int, str]]:
    return [(finding.line, finding.found) for finding in scan.findings(scan.texts(path, source))]


def test_there_are_phrases_and_each_has_advice() -> None:
    assert len(scan.phrases()) >= 150
    assert all(phrase.advice for phrase in scan.phrases())


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("a/b.py", '"""Names.\n\nMade\nanew."""\n', (4, "anew")),
        ("a/b.py", 'raise Refusal("code", _("He has no axe."))\n', (1, "He")),
        ("a/b.py", 'name = CharField(help_text="Whoever it is")\n', (1, "Whoever")),
        ("templates/a.html", '<p>\n{% trans "Put it\n away" %}</p>', (2, "Put it\n away")),
        ("templates/a.html", '{% button _("Put it away") kind="main" %}', (1, "Put it away")),
        ("templates/a.html", "{% blocktrans %}his {{ axe }}{% endblocktrans %}", (1, "his")),
        ("docs/a.md", "# A\n\nin vain\n", (3, "in vain")),
        ("static/js/a.js", 'say("Nobody waits here");', (1, "Nobody waits")),
        ("a/b.yaml", "a:\n  - summary: His blow\n", (2, "His")),
    ],
)
def test_a_phrase_is_found_with_its_line(path: str, source: str, expected: tuple[int, str]) -> None:
    assert expected in found_in(path, source)


def test_plain_text_code_and_keys_are_not_reported() -> None:
    assert not found_in("a/b.py", 'his = {"whoever": 1}\n\n\ndef anew() -> None:\n    """Create a new list."""\n')


def test_the_project_is_written_in_plain_english() -> None:
    """`python -m tests.language.scan PATH` lists the findings of a file or folder with advice."""
    found = scan.project_findings()
    counts = Counter(scan.group_of(finding.path) for finding in found)
    allowed = budget()
    over = {group: f"{count}, not more than {allowed.get(group, 0)}" for group, count in counts.items()}
    over = {group: text for group, text in over.items() if counts[group] > allowed.get(group, 0)}
    listed = "\n".join(str(finding) for finding in found if scan.group_of(finding.path) in over)
    assert not over, f"{over}\n{listed}"
