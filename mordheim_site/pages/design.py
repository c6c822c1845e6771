"""The component gallery at `/design/`: every component in every state, rendered from the templates of the pages."""

import re
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template, render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from mordheim_site.look.samples import COMPONENTS, Component
from mordheim_site.look.svg.crest import CHARGES, FIELDS, STRIPES
from mordheim_site.look.tokens import ROOT, load_tokens

SYMBOL = re.compile(r'<symbol id="([a-z0-9-]+)"')
COMMENT = re.compile(r"{% comment %}(.*?){% endcomment %}", re.DOTALL)
LAYOUTS = {
    **dict.fromkeys(("_button", "_provenance", "_state", "_stepper", "_statline", "_gold"), "gallery-compact"),
    **dict.fromkeys(
        ("_field", "_input", "_select", "_match", "_prompt", "_odds", "_dialog", "_picker"), "gallery-pairs"
    ),
}
ORNAMENTS = ("rubble", "arch", "seal", "knot", "feather", "candle", "key")


@cache
def icon_names() -> tuple[str, ...]:
    """The names of all icons in the sprite, in its order."""
    return tuple(SYMBOL.findall((ROOT / "static" / "img" / "icons.svg").read_text(encoding="utf-8")))


def parameters_of(component: Component) -> str:
    """The description of a partial's parameters in its opening comment."""
    source: str = get_template(component.template).template.source  # type: ignore[attr-defined]
    found = COMMENT.search(source)
    return " ".join(found[1].split()) if found else ""


def drawn(component: Component, request: HttpRequest) -> list[dict[str, str | SafeString]]:
    """The rendered states of a component as `{"title", "html"}`."""
    cases: list[dict[str, str | SafeString]] = []
    for case in component.cases:
        html = render_to_string(component.template, case.context, request)
        cases.append({"title": case.title, "html": mark_safe(html)})
    return cases


@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """All components; each can be addressed by `#` and the name of its partial."""
    sections = [
        {
            "name": component.name,
            "partial": component.partial,
            "slug": component.partial.strip("_").replace("_", "-"),
            "parameters": parameters_of(component),
            "wrap": component.wrap,
            "layout": LAYOUTS.get(component.partial, "gallery-rows"),
            "cases": drawn(component, request),
        }
        for component in COMPONENTS
    ]
    crests = [
        f"{field}/{stripe}/{charge}/{charge[0].upper()}"
        for field, stripe, charge in zip(_around(FIELDS), _around(STRIPES), CHARGES, strict=False)
    ]
    return render(
        request,
        "design/index.html",
        {
            "sections": sections,
            "icons": icon_names(),
            "ornaments": ORNAMENTS,
            "crests": crests[1:],
            "colours": sorted({name for theme in load_tokens().values() for name in theme}),
            "crumbs": [],
        },
    )


def _around(codes: dict[str, object]) -> list[str]:
    return list(codes) * 3
