"""Long lists of the API: nothing is cut, pages are linked, and pages beyond the end are empty."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from accounts.models import User
from battles.core.tests.factories import hot_seat
from campaigns.core.tests.factories import league
from mordheim_site.api.paging import ArrayPagination, NumberedPagination
from warbands.core.tests.factories import draft, founded

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
JSON = "application/json"
NUMBER = 3
PER_PAGE = 2


def warbands(user: User, _client: Client) -> str:
    for _number in range(NUMBER):
        draft(user)
    return "warbands/"


def battles(user: User, _client: Client) -> str:
    for _number in range(NUMBER):
        hot_seat(user)
    return "battles/?which=mine"


def created(address: str, body: dict[str, Any]) -> Callable[[User, Client], str]:
    """A function that creates a row of a list by posting to its address."""

    def make(_user: User, client: Client) -> str:
        for number in range(NUMBER):
            answer = client.post(f"/api/v1/{address}", {**body, "name": f"Number {number}"}, JSON)
            assert answer.status_code == 201, answer.content[:300]
        return address

    return make


def packs(_user: User, client: Client) -> str:
    for number in range(NUMBER):
        answer = client.post("/api/v1/packs/", {"text": f"pack: {{code: pack_{number}, name: Pack}}"}, JSON)
        assert answer.status_code == 201, answer.content[:300]
    return "packs/"


def posts(user: User, client: Client) -> str:
    address = f"campaigns/{league(user).slug}/posts/"
    for number in range(NUMBER):
        answer = client.post(f"/api/v1/{address}", {"title": f"News {number}", "body": "Read this."}, JSON)
        assert answer.status_code == 201, answer.content[:300]
    return address


def comments(user: User, client: Client) -> str:
    root = posts(user, client).removesuffix("posts/")
    post = client.get(f"/api/v1/{root}posts/").json()[0]["id"]
    for number in range(NUMBER):
        body = {"post": post, "body": f"Comment {number}"}
        answer = client.post(f"/api/v1/{root}comments/", body, JSON)
        assert answer.status_code == 201, answer.content[:300]
    return f"{root}comments/?post={post}"


def templates(user: User, client: Client) -> str:
    for number in range(NUMBER):
        body = {"warband": founded(user).public_id, "name": f"Template {number}"}
        answer = client.post("/api/v1/warbands/templates/", body, JSON)
        assert answer.status_code == 201, answer.content[:300]
    return "warbands/templates/"


LISTS = {
    "warbands": warbands,
    "battles": battles,
    "tables": created("tables/", {}),
    "packs": packs,
    "posts": posts,
    "comments": comments,
    "templates": templates,
    "campaigns": lambda user, client: created("campaigns/", {})(user, client) + "?mine",
}


def pages_from(client: Client, address: str) -> Iterator[Any]:
    """The responses of all pages; each is found by the link in the previous page."""
    following: str | None = f"/api/v1/{address}"
    while following is not None:
        answer = client.get(following)
        assert answer.status_code == 200, answer.content[:300]
        yield answer
        found = re.search(r'<([^>]+)>; rel="next"', answer.headers.get("Link", ""))
        following = found[1] if found else None


@pytest.mark.parametrize("name", list(LISTS))
def test_every_row_of_a_long_list_is_on_one_of_its_pages(
    name: str, owner: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(owner)
    address = LISTS[name](owner, client)
    view: Any = resolve(f"/api/v1/{address.partition('?')[0]}").func
    pagination: type[NumberedPagination] = view.cls.pagination_class
    whole = rows_of(client.get(f"/api/v1/{address}"))
    assert len(whole) == NUMBER
    monkeypatch.setattr(pagination, "page_size", PER_PAGE)
    pages = list(pages_from(client, address))
    assert [len(rows_of(page)) for page in pages] == [2, 1]
    assert [row for page in pages for row in rows_of(page)] == whole
    assert 'rel="prev"' in pages[1].headers["Link"]
    for page in pages:
        is_array = issubclass(pagination, ArrayPagination)
        assert int(page.headers["X-Total-Count"] if is_array else page.json()["count"]) == NUMBER
    joined = "&" if "?" in address else "?"
    beyond = client.get(f"/api/v1/{address}{joined}page=9")
    assert rows_of(beyond) == []
    assert re.fullmatch(r'<[^>]+page=2[^>]*>; rel="prev"', beyond.headers["Link"])


def rows_of(answer: Any) -> list[Any]:
    body = answer.json()
    return list(body if isinstance(body, list) else body["results"])
