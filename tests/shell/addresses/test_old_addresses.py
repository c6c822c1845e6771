"""Earlier addresses still work: pages redirect permanently, API paths respond and are deprecated."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from mordheim_site.api.old_paths import OLD_PATHS
from mordheim_site.old_addresses import OLD_PAGES

VALUES = {
    "slug": "ashes",
    "verb": "notice",
    "who": "a1",
    "pid": "abcdefghijkl",
    "wid": "mnopqrstuvwx",
    "tid": "ABCDEFGHIJKL",
}


def filled(pattern: str) -> str:
    """An address with a value for each part."""
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: VALUES[found[1]], pattern)


@pytest.mark.parametrize("old", OLD_PAGES)
def test_an_earlier_page_redirects_to_its_current_address(old: str, client: Client) -> None:
    current = filled(OLD_PAGES[old])
    for answer, status in ((client.get(f"{filled(old)}?page=2"), 301), (client.post(f"{filled(old)}?page=2"), 308)):
        assert (answer.status_code, answer["Location"]) == (status, f"{current}?page=2")
    assert client.get(filled(old))["Location"] == current
    assert resolve(current).url_name, "the current address is a page with a name"


@pytest.mark.parametrize("old", OLD_PATHS)
def test_an_earlier_api_path_has_the_view_of_its_current_one(old: str) -> None:
    earlier, current = (resolve(f"/api/v1{filled(address)}").func for address in (old, OLD_PATHS[old]))
    assert issubclass(earlier.cls, current.cls)  # type: ignore[attr-defined]


@pytest.mark.django_db
def test_earlier_api_paths_are_deprecated_in_the_schema(client: Client) -> None:
    document: dict[str, Any] = client.get(
        "/api/v1/schema/", headers={"Accept": "application/vnd.oai.openapi+json"}
    ).json()
    ids = [operation["operationId"] for methods in document["paths"].values() for operation in methods.values()]
    assert len(ids) == len(set(ids))
    for old, current in OLD_PATHS.items():
        earlier, now = (
            document["paths"]["/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", address)] for address in (old, current)
        )
        assert earlier.keys() == now.keys()
        assert all(operation["deprecated"] for operation in earlier.values()), old
        assert not any(operation.get("deprecated") for operation in now.values()) or passes_on(current), current


@pytest.mark.django_db
def test_the_list_of_operations_says_which_are_deprecated(client: Client) -> None:
    page = client.get("/api/v1/").content.decode()
    for old in OLD_PATHS:
        path = "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", old)
        lines = re.findall(rf"{re.escape(path)}</code></a>(.*?)</li>", page, re.DOTALL)
        assert lines, old
        assert all("(deprecated)" in line for line in lines), old
    assert "(deprecated)" not in re.findall(r"/api/v1/me/</code></a>(.*?)</li>", page, re.DOTALL)[0]
    operations = page[page.index("</h1>") : page.index('class="prose"')]
    assert "`" not in operations
    assert "Deprecated." in client.get("/api/v1/", {"group": "battles"}).content.decode()


def passes_on(address: str) -> bool:
    """Whether a POST there is passed on to one of several operations, each with an address of its own."""
    view = resolve(f"/api/v1{filled(address)}").func.cls  # type: ignore[attr-defined]
    operation = getattr(getattr(view, "post", None), "operation", None)
    return operation is not None and operation.declaration.is_combined
