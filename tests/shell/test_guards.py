"""Guards for the whole project: the engine imports nothing else, apps import only in one direction, reading never
writes."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests_support.collecting import needed_markers
from tests_support.processes import ROOT

ROOMS = ["accounts", "jobs", "catalogue", "warbands", "campaigns", "battles"]
ALLOWED_OF_SHELL = {
    "mordheim_site.isolation", "mordheim_site.operations", "mordheim_site.refusals", "mordheim_site.registry",
    "mordheim_site.public_ids", "mordheim_site.pictures", "mordheim_site.monitoring", "mordheim_site.version",
    "mordheim_site.redis_state", "mordheim_site.reuse",
    "mordheim_site.api.fields", "mordheim_site.api.paging", "mordheim_site.api.pydantic_schema",
    "mordheim_site.api.read_refusals",    "mordheim_site.api.times", "mordheim_site.api.typed_fields",
}  # fmt: skip
WITHOUT_FORMS = {"battles/_figure_row.html", "battles/_log_blocks.html", "warbands/roster/_roster_body.html"}
INSERTS_TOKENS = "battles/play/page/regions.py"
"""Renders without the request and inserts the CSRF token afterwards."""
WRITES = {"save", "create", "bulk_create", "update", "delete", "bulk_update", "get_or_create", "update_or_create"}


def test_the_engine_never_loads_django() -> None:
    code = (
        "import sys, pkgutil, importlib, battles.engine as engine\n"
        "for module in pkgutil.walk_packages(engine.__path__, 'battles.engine.'):\n"
        "    if '.tests' in module.name:\n        continue\n"
        "    importlib.import_module(module.name)\n"
        "foreign = {'django', 'celery', 'rest_framework', 'channels', 'mordheim_site'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {foreign}' if foreign else 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=200, check=False
    )
    assert done.returncode == 0, done.stderr


def modules_of(room: str) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(Path(ROOT, room).rglob("*.py")):
        inner = path.relative_to(ROOT).parts
        if "tests" not in inner and "migrations" not in inner:
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def imports_in(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def breaches_of(room: str, imported: list[str]) -> list[str]:
    """Imports that an app may not make: of a later app, or of project modules other than the few open ones."""
    right = set(ROOMS[ROOMS.index(room) + 1 :])
    found = []
    for name in imported:
        top = name.split(".")[0]
        if top in right and not name.startswith("battles.engine") and name != "battles":
            found.append(name)
        if name in ("mordheim_site", "mordheim_site.api"):
            continue  # Packages, whose modules follow.
        if top == "mordheim_site" and not any(name.startswith(open_) for open_ in ALLOWED_OF_SHELL):
            found.append(name)
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_an_app_imports_only_from_apps_before_it(room: str) -> None:
    faults = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, tree in modules_of(room)
        if not {"management", "checks.py", "look.py"} & set(path.parts)
        for name in breaches_of(room, list(imports_in(tree)))
        if not name.startswith(("mordheim_site.look", "mordheim_site.checks", "mordheim_site.middleware.refusals"))
    ]
    assert not faults


def test_the_guard_of_imports_finds_a_breach() -> None:
    tree = ast.parse(
        "from warbands.models import Warband\nimport mordheim_site.backups\nfrom battles.engine import dice"
    )
    assert breaches_of("catalogue", list(imports_in(tree))) == [
        "warbands.models", "warbands.models.Warband", "mordheim_site.backups",
    ]  # fmt: skip


def writes_in(tree: ast.AST) -> list[str]:
    """ORM writes by name: `x.objects...create(...)`, `thing.save()`."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES:
            source = ast.unparse(node.func)
            if ".objects" in source or node.func.attr in {"save", "bulk_create", "bulk_update"}:
                found.append(source)
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_views_write_nothing_themselves(room: str) -> None:
    faults = [
        f"{path.relative_to(ROOT)}: {source}"
        for path, tree in modules_of(room)
        if {"views", "api"} & set(path.relative_to(ROOT).parts) or path.name in ("views.py", "api.py")
        for source in writes_in(tree)
    ]
    assert not faults


def test_writes_are_detected() -> None:
    assert writes_in(ast.parse("Warband.objects.all().update(name='x')\nform.save()\nkit.update(a=1)")) == [
        "Warband.objects.all().update", "form.save",
    ]  # fmt: skip


def our_views(patterns: list[URLPattern | URLResolver]) -> Iterator[tuple[str, object]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from our_views(pattern.url_patterns)
        elif pattern.callback.__module__.split(".")[0] in ROOMS:
            yield str(pattern.pattern), pattern.callback


def test_every_view_says_which_methods_it_answers() -> None:
    """A view without a method decorator would also act on GET."""
    silent = [
        f"{address} ({view.__module__})"  # type: ignore[attr-defined]
        for address, view in our_views(get_resolver().url_patterns)
        if not hasattr(view, "view_class") and not hasattr(view, "cls") and not _names_methods(view)
    ]
    assert not silent


def _names_methods(view: object) -> bool:
    """Whether `require_http_methods` (or a decorator made of it) is somewhere in the chain of decorators."""
    while view is not None:
        code = getattr(view, "__code__", None)
        if code is not None and "request_method_list" in code.co_freevars:
            return True
        view = getattr(view, "__wrapped__", None)
    return False


def test_every_fragment_is_rendered_with_the_request() -> None:
    """Without the request, a form in the fragment has no CSRF token, and its button returns 403."""
    found = []
    for room in (*ROOMS, "mordheim_site"):
        for path, tree in modules_of(room):
            for node in ast.walk(tree):
                if not isinstance(node, ast.Call) or path.name == "errors.py":
                    continue
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                given = len(node.args) + sum(1 for keyword in node.keywords if keyword.arg == "request")
                if name != "render_to_string" or given > 2:
                    continue
                template = getattr(node.args[0], "value", "")
                if template not in WITHOUT_FORMS and str(path.relative_to(ROOT)) != INSERTS_TOKENS:
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert found == []
    for template in WITHOUT_FORMS:
        assert "<form" not in Path(ROOT, "templates", template).read_text(encoding="utf-8")


def test_only_files_that_name_a_marker_are_read_for_it() -> None:
    assert needed_markers("browser and not long") == {"browser"}
    assert needed_markers("(postgres or redis) and not own_servers") == {"postgres", "redis"}
    assert needed_markers("not browser and not long") is None
    assert needed_markers("browser or not long") is None
    assert needed_markers("") is None
    names = {"browser", "postgres", "redis"}
    for path in sorted(Path(ROOT).glob("[a-z]*/**/*.py")):
        if "node_modules" not in path.parts and path != Path(__file__):
            text = path.read_text(encoding="utf-8")
            assert path.name.startswith("test_") or not any(f"pytest.mark.{name}" in text for name in names), path
            assert "add_marker(" not in text or path.name == "servers.py", f"{path}: write the marker in the file"


HTTP_MODULES = ("views", "api", "page", "pages", "view_data", "front_page")
HTTP_ENDINGS = ("_views", "_api")


def queries_in(tree: ast.Module) -> list[int]:
    """Lines that use a model manager."""
    return sorted(node.lineno for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "objects")


def test_queries_are_detected() -> None:
    assert queries_in(ast.parse("rows = Match.objects.filter(pk=1)\nobjects = 2\n")) == [1]


def test_views_and_apis_leave_queries_to_selectors() -> None:
    """A query in `selectors.py` can be counted, reused and tested without a request."""
    found = []
    for room in [*ROOMS, "mordheim_site"]:
        for path, tree in modules_of(room):
            is_http = path.stem in HTTP_MODULES or path.stem.endswith(HTTP_ENDINGS) or path.parent.name == "pages"
            if is_http:
                found += [f"{path}:{line}" for line in queries_in(tree)]
    assert found == []
