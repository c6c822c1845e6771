"""Pages that do not use data of any app: help, the explanation of the first battle, and the change log."""

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from mordheim_site.look.prose import prose
from mordheim_site.look.tokens import ROOT

CHANGELOG = ROOT / "CHANGELOG.md"


@cache
def _changes(modified_ns: int) -> SafeString:
    """The change log without its title; cached until the file changes."""
    lines = CHANGELOG.read_text(encoding="utf-8").splitlines()
    if lines and lines[0].startswith("# "):
        lines = lines[1:]
    return prose("\n".join(lines))


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    return render(request, "help/index.html")


@require_safe
def first_battle(request: HttpRequest) -> HttpResponse:
    return render(request, "help/first_battle.html", {"crumbs": [{"label": _("Help"), "url": "/help/"}]})


@require_safe
def changes(request: HttpRequest) -> HttpResponse:
    """The change log of the project, newest first."""
    text = _changes(CHANGELOG.stat().st_mtime_ns) if CHANGELOG.exists() else ""
    return render(request, "help/changes.html", {"text": text})
