"""README.md and docs/ are correct: links work, commands and settings exist, the API's examples work."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.test import Client
from django.urls import Resolver404, resolve

from accounts.api_keys import services as api_keys_services
from accounts.models import User
from tests_support.processes import ROOT

HOUSE = Path(ROOT)
PAGES = [HOUSE / "README.md", HOUSE / "CHANGELOG.md", *sorted((HOUSE / "docs").rglob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
COMMAND = re.compile(r"manage\.py ([a-z_]+)")
PATH = re.compile(r"`((?:\./)?(?:[\w.-]+/)*[\w-]+(?:/|\.(?:py|md|yml|yaml|sh|toml|conf|html|txt|json)))`")
PICTURE_BYTES = 150_000


def named(pages: list[Path]) -> list[str]:
    return [str(page.relative_to(HOUSE)) for page in pages]


@pytest.mark.parametrize("page", PAGES, ids=named(PAGES))
def test_every_link_leads_to_a_file(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    gone = [
        link
        for link in LINK.findall(text)
        if not link.startswith(("http://", "https://", "#"))
        and not (page.parent / link.split("#")[0]).resolve().exists()
    ]
    assert not gone


@pytest.mark.parametrize("page", PAGES, ids=named(PAGES))
def test_every_command_named_exists(page: Path) -> None:
    known = set(get_commands()) | {"serve"}
    unknown = [name for name in COMMAND.findall(page.read_text(encoding="utf-8")) if name not in known]
    assert not unknown


MODULE = re.compile(r"(?<![\w/.*])((?:[a-z_]+/)*[a-z_0-9]+\.py)\b")
MODULE_TABLE = re.compile(r"^\| module in `([\w/]+/)`")
ENGINE_PAGES = [HOUSE / "docs" / "developers" / name for name in ("engine-movement.md", "engine-table.md")]


def ends_of_modules() -> set[str]:
    """All ways to name a Python file of the project: its path, or the last parts of it."""
    found: set[str] = set()
    for top in sorted(HOUSE.iterdir()):
        if top.name.startswith(".") or top.name == "var":
            continue
        for path in [top] if top.is_file() else top.rglob("*.py"):
            parts = path.relative_to(HOUSE).parts
            found.update("/".join(parts[place:]) for place in range(len(parts)))
    return found


def test_every_module_named_in_the_docs_exists() -> None:
    """Pages named modules that had been renamed or moved."""
    known = ends_of_modules()
    gone = {
        str(page.relative_to(HOUSE)): missing
        for page in PAGES
        if page.name != "CHANGELOG.md" and (missing := sorted(set(MODULE.findall(page.read_text())) - known))
    }
    assert not gone


@pytest.mark.parametrize("page", ENGINE_PAGES, ids=named(ENGINE_PAGES))
def test_tables_of_modules_name_files_of_their_folder(page: Path) -> None:
    folder, checked, gone = "", 0, []
    for line in page.read_text(encoding="utf-8").splitlines():
        heading = MODULE_TABLE.match(line)
        if heading or not line.startswith("|"):
            folder = heading[1] if heading else ""
        elif folder and not line.startswith("|--"):
            cells = re.findall(r"`([^`]+)`", line.split("|")[1])
            checked += len(cells)
            gone += [cell for cell in cells if not (HOUSE / folder / cell).is_file()]
    assert not gone
    assert checked > 15


@pytest.mark.parametrize("page", ENGINE_PAGES, ids=named(ENGINE_PAGES))
def test_names_of_the_engine_pages_are_in_its_code(page: Path) -> None:
    """Functions and values that these pages name, such as `check_charge`."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in (HOUSE / "battles" / "engine").rglob("*.py"))
    words = set(re.findall(r"\w+", code))
    text = page.read_text(encoding="utf-8")
    names = set(re.findall(r"`(?:[a-z_]+\.)?([a-z_]{4,})\(", text)) | set(re.findall(r"`([a-z]+_[a-z_]+)`", text))
    assert len(names) > 20
    assert not names - words


@pytest.mark.parametrize(
    "name",
    [
        "README.md",
        "docs/developers/contributing.md",
        "docs/developers/architecture.md",
        "docs/developers/extending.md",
        "docs/operators/deploy.md",
        "docs/operators/hosts.md",
        "docs/operators/upgrade.md",
    ],
)
def test_every_path_named_exists(name: str) -> None:
    """Folders, files, and addresses of the site."""
    missing = [path for path in PATH.findall((HOUSE / name).read_text(encoding="utf-8")) if not is_known(path, name)]
    assert not missing


def is_known(path: str, page: str) -> bool:
    made_at_start = ("var/", ".venv/", "VAR_DIR/")
    if path.startswith(made_at_start) or (HOUSE / path).exists() or (HOUSE / page).parent.joinpath(path).exists():
        return True
    return any(HOUSE.glob(f"*/{path}")) or any(HOUSE.glob(f"battles/engine/{path}"))


def test_pictures_are_shown_and_small() -> None:
    """Every picture in docs/pictures is used by a page, and none is too large."""
    shown = {link for page in PAGES for link in re.findall(r"([\w-]+\.(?:png|webp))", page.read_text(encoding="utf-8"))}
    pictures = sorted((HOUSE / "docs" / "pictures").iterdir())
    assert pictures
    assert {path.name for path in pictures} == shown
    assert not [path.name for path in pictures if path.stat().st_size > PICTURE_BYTES]


def test_settings_of_the_table_are_read() -> None:
    """Every variable that docs/operators/deploy.md explains is read somewhere."""
    text = (HOUSE / "docs" / "operators" / "deploy.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    read = "".join(
        path.read_text(encoding="utf-8")
        for path in [*sorted((HOUSE / "mordheim_site").rglob("*.py")), *sorted((HOUSE / "mordheim_site").glob("*.py"))]
    )
    unread = [name for row in rows for name in re.findall(r"`([A-Z_]+)`", row) if f'"{name}"' not in read]
    assert not unread


def test_help_links_lead_to_pages(client: Client) -> None:
    """Every address that the help pages link to is one of the site's."""
    for page in ("/help/", "/help/first-battle/", "/changes/"):
        for link in re.findall(r'href="(/[^"#?]*)', client.get(page).content.decode()):
            if link.startswith("/static/"):
                continue
            try:
                resolve(link)
            except Resolver404 as gone:
                raise AssertionError(f"{page} links to {link}") from gone


def requests_of(text: str) -> Iterator[tuple[str, str, str, int, dict[str, str]]]:
    """Method, address, body, expected status, and what to store from the response by name."""
    for block in re.findall(r"```http\n(.*?)```", text, re.DOTALL):
        first, *rest = block.strip().splitlines()
        method, address = first.split(" ", 1)
        status, _space, keep = rest[-1].partition(" ")
        pairs = [tuple(pair.split(" = ", 1)) for pair in keep.split(", ") if pair]
        yield method, address, "\n".join(rest[:-1]), int(status), dict(pairs)


@pytest.mark.django_db
def test_the_examples_of_the_api_work(owner: User) -> None:
    client, kept = Client(), {}
    headers = {"Authorization": f"Token {api_keys_services.create_key(user_id=owner.pk)}"}

    def filled(text: str) -> str:
        for name, value in kept.items():
            quoted = f'"<{name}>"'
            text = text.replace(quoted, json.dumps(value)).replace(f"<{name}>", str(value))
        return text

    played = list(requests_of((HOUSE / "docs" / "reference" / "api.md").read_text(encoding="utf-8")))
    assert len(played) > 9
    for method, address, body, status, keep in played:
        sent = filled(body) if body else ""
        answer = client.generic(method, filled(address), sent, content_type="application/json", headers=headers)
        assert answer.status_code == status, (method, address, answer.content)
        if status >= 400:
            assert {"code", "message", "fields"} <= answer.json().keys()
        kept.update({name: answer.json()[field] for name, field in keep.items()})
