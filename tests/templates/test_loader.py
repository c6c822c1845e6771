"""Pages are sent without the indentation of their templates."""

from django.template.loader import get_template

from mordheim_site.look.loader import without_indentation


def test_only_the_start_of_lines_is_left_out_and_line_numbers_stay() -> None:
    source = "<div>\n    <p>a\n      b  c</p>\n\n    </div>\n<pre>\n  kept\n</pre>\n  <textarea>\n  kept\n</textarea>\n"
    short = without_indentation(source)
    assert short == "<div>\n<p>a\nb  c</p>\n\n</div>\n<pre>\n  kept\n</pre>\n<textarea>\n  kept\n</textarea>\n"
    assert short.count("\n") == source.count("\n")


def test_the_site_loads_its_templates_without_indentation() -> None:
    assert "\n  " not in get_template("errors/frame.html").template.source
