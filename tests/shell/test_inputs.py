"""Inputs explain what they accept; no browser says "Please match the requested format"."""

import re
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
APPS = ("accounts", "battles", "campaigns", "catalogue", "jobs", "mordheim_site", "warbands")


def test_no_input_has_a_pattern_for_the_browser_to_complain_about() -> None:
    """The site checks what was typed and responds with a sentence that says what to enter."""
    templates = list((ROOT / "templates").rglob("*.html"))
    assert len(templates) > 100
    in_templates = [path.name for path in templates if re.search(r"<input[^>]*\spattern=", path.read_text())]
    widgets = re.compile(r"""attrs=\{[^}]*["']pattern["']""")
    sources = [path for app in APPS for path in (ROOT / app).rglob("*.py") if "tests" not in path.parts]
    in_code = [str(path) for path in sources if widgets.search(path.read_text())]
    assert in_templates + in_code == []
