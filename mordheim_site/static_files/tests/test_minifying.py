"""What is removed from our scripts and style sheets for browsers, and what stays."""

from __future__ import annotations

import pytest

from mordheim_site.static_files.minifying import MinifyError, smaller_script, smaller_style


def test_a_style_sheet_loses_comments_and_spaces_that_separate_nothing() -> None:
    text = (
        '/* All. */\n.a > .b,\n.c :hover {\n  margin: 0 1px;\n  content: "/*  ; */";\n}\n\n'
        "/* Next: it's here. */\np { top: 0; }\n"
    )
    assert smaller_style(text) == '.a > .b,.c :hover{\nmargin: 0 1px;\ncontent: "/*  ; */";\n}\np{top: 0;}\n'


def test_a_module_loses_comments_and_indentation() -> None:
    text = "// What.\nif (one) {\n  // Why.\n  /* And\n     more. */\n  two(); // after\n\n}\n"
    assert smaller_script("a.js", text) == "if (one) {\ntwo(); // after\n}\n"


def test_a_template_string_keeps_its_lines() -> None:
    shader = "const shader = `#version 300 es\n  // In the shader.\n\n  void main() {}\n`;\n"
    assert smaller_script("a.js", f"  {shader}  // Outside, with a `.\n  `\\``;\n") == f"{shader}`\\``;\n"


@pytest.mark.parametrize("text", ["const a = `b;\n", "/* never\nends\n", "/* one */ two();\n", "/* one\n*/ two();\n"])
def test_scripts_that_cannot_be_parsed_are_refused(text: str) -> None:
    with pytest.raises(MinifyError, match=r"a\.js"):
        smaller_script("a.js", text)
