"""Earlier API paths: they keep working like the current ones and are marked as deprecated in the schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from django.urls import URLPattern, URLResolver, path
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.views import APIView

OLD_PATHS: Final[dict[str, str]] = {
    "campaigns/<slug:slug>/desk/": "campaigns/<slug:slug>/manage/",
    "campaigns/<slug:slug>/matches/<pid:pid>/acts/": "campaigns/<slug:slug>/matches/<pid:pid>/actions/",
    "battles/paper/": "battles/tabletop/",
    "battles/<pid:pid>/aftermath/acts/": "battles/<pid:pid>/aftermath/actions/",
    "battles/<pid:pid>/marks/": "battles/<pid:pid>/annotations/",
    "battles/<pid:pid>/orders/": "battles/<pid:pid>/commands/",
    "battles/<pid:pid>/standing/": "battles/<pid:pid>/default-decisions/",
    "warbands/templates/<pid:tid>/begin/": "warbands/templates/<pid:tid>/start/",
}
"""URL patterns below /api/v1/: each earlier path with the current one. CHANGELOG.md lists every change."""


def aliases(patterns: Iterable[URLPattern | URLResolver]) -> list[URLPattern]:
    """URL patterns that map the earlier paths to the views of the current ones. Raises KeyError for an unknown current
    path."""
    views = {str(pattern.pattern): pattern.callback for pattern in _flat(patterns)}
    return [path(old, _deprecated(views[current].cls, old).as_view()) for old, current in OLD_PATHS.items()]


def _deprecated(view: type[APIView], old: str) -> type[APIView]:
    """A subclass of the view that is marked as deprecated in the schema, with its own operation ids."""
    name = "old_" + re.sub(r"\W+", "_", re.sub(r"<\w+:\w+>", "", old)).strip("_")
    methods = [method for method in view.http_method_names if hasattr(view, method) and method != "options"]
    marks = {method: extend_schema(operation_id=f"{name}_{method}", deprecated=True) for method in methods}
    return extend_schema_view(**marks)(type(f"Old{view.__name__}", (view,), {}))


def _flat(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _flat(pattern.url_patterns)
        else:
            yield pattern
