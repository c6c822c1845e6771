"""Templates are formatted, their lines are short, and page templates are composed of partials."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template import Context, Engine
from hypothesis import given, settings
from hypothesis import strategies as st

from tests_support.processes import ROOT
from tools.compare_templates import canonical
from tools.template_format.__main__ import formatted, main
from tools.template_format.layout import WIDTH

TEMPLATES = Path(ROOT) / "templates"
PAGE_LINES = 150
VALUES = {"yes": True, "no": False, "many": ["a", "b"], "none": [], "x": "X", "empty": ""}


def shown(source: str) -> list[str]:
    """The parts of the rendered template that a browser shows."""
    return canonical(Engine(libraries={"i18n": "django.templatetags.i18n"}).from_string(source).render(Context(VALUES)))


def test_every_template_is_formatted_and_no_line_is_longer_than_120_columns(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["--check"])
    assert code == 0, f"python -m tools.template_format\n{capsys.readouterr().out}"
    longest = max(len(line) for path in TEMPLATES.rglob("*.html") for line in path.read_text().splitlines())
    assert longest <= WIDTH == 120


def test_no_tag_is_broken_over_two_lines() -> None:
    """Django would show such a tag as text."""
    broken = [
        f"{path}: {found[0]}"
        for path in TEMPLATES.rglob("*.html")
        for found in re.finditer(r"\{[%{#][^\n]*", re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", path.read_text()))
    ]
    assert broken == []


def test_pages_and_partials_stay_under_150_lines() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in TEMPLATES.rglob("*.html")}
    assert len(lengths) > 200
    assert {path: count for path, count in lengths.items() if count >= PAGE_LINES} == {}


def test_the_check_names_what_is_not_formatted_and_the_lines_that_are_too_long(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    page.write_text('<div><p>a</p><p>b</p></div>\n<a href="' + "x" * 130 + '">c</a>\n')
    assert main(["--check", str(page)]) == 1
    text = capsys.readouterr().out
    assert f"{page}: not formatted" in text
    assert f"{page}:6: longer than 120 columns" in text
    assert page.read_text().startswith("<div><p>a")
    main([str(page)])
    assert page.read_text().startswith("<div>\n  <p>a</p>\n  <p>b</p>\n</div>\n")


LONG = "word " * 40


@pytest.mark.parametrize(
    "source",
    [
        f"<p>{LONG}<b>bold</b>, not<i>joined</i>{{% if yes %}}, and more{{% endif %}}.</p>",
        f"<p>a{{% if no %}} b{{% else %}}c{{% endif %}}{LONG}</p>",
        f"<ul>{{% for one in many %}}<li>{{{{ one }}}} {LONG}</li>{{% endfor %}}</ul>",
        f"<pre>  {LONG}\n   kept </pre><textarea> {LONG}\n kept</textarea>",
        f'<div class="row"><b>a</b><i>{LONG}</i></div><span>b</span><span>{LONG}</span>',
        f'<a class="x" href="/x/"{{% if yes %}} hidden{{% endif %}}>{LONG}</a><a href="/y/">c</a>',
        f'{{% load i18n %}}<p>{{% trans "{LONG.strip()}" %}}{{% trans "{LONG.strip()}" %}}</p>',
        f"{{% load i18n %}}<p>({{% blocktrans with n=x %}}{{{{ n }}}} {LONG}end{{% endblocktrans %}})</p>",
        f"{{% load i18n %}}<p>{{% blocktrans %}} leading {LONG}{{% endblocktrans %}}</p>",
        f"<p>{{{{ empty }}}}<b>{LONG}</b>{{{{ x }}}}{LONG}<br>{LONG}</p>",
    ],
)
def test_formatting_changes_nothing_that_a_browser_shows(source: str) -> None:
    after = formatted(source, TEMPLATES)
    assert shown(after) == shown(source)
    assert formatted(after, TEMPLATES) == after


def test_text_between_inline_elements_stays_joined() -> None:
    """The comparison itself detects a space that formatting would add."""
    assert shown("<p><b>a</b><i>b</i></p>") != shown("<p><b>a</b>\n<i>b</i></p>")
    assert shown("<p>a{% if yes %}, b{% endif %}.</p>") != shown("<p>a{% if yes %}, b{% endif %} .</p>")
    assert shown("<div><p>a</p></div>") == shown("<div>\n  <p>\n a</p>\n</div>")


inline = st.sampled_from(["{{ x }}", "{{ empty }}", "<b>b</b>", "<i>i</i>", "t" * 60, "word", ",", " ", " ", "<br>"])


def inside(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(children, min_size=0, max_size=4).map("".join)
    return st.one_of(
        several.map("<div>{}</div>".format),
        several.map('<p class="row">{}</p>'.format),
        several.map('<a href="/a/" data-x="1">{}</a>'.format),
        several.map("{{% if yes %}}{}{{% endif %}}".format),
        st.tuples(several, several).map(lambda two: f"{{% if no %}}{two[0]}{{% else %}}{two[1]}{{% endif %}}"),
        several.map("{{% for one in many %}}{}{{% endfor %}}".format),
        several.map("{{% for one in none %}}{}{{% endfor %}}".format),
        several.map("<button>{}</button>".format),
    )


@settings(max_examples=300, deadline=None)
@given(st.lists(st.recursive(inline, inside, max_leaves=12), min_size=1, max_size=5).map("".join))
def test_any_template_shows_the_same_after_formatting(source: str) -> None:
    after = formatted(f"<div>{source}</div>", TEMPLATES)
    assert shown(after) == shown(f"<div>{source}</div>")
