"""A form whose multipart boundary is broken is answered in the site's words, without a traceback in the log."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.api_keys import services as api_keys_services
from accounts.models import User

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
BROKEN = ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=é"]


def tracebacks(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("content_type", BROKEN)
@pytest.mark.parametrize("has_csrf_check", [True, False])
@pytest.mark.parametrize("address", ["/play/", "/warbands/new/reiklanders/", "/accounts/login/"])
def test_a_page_says_that_the_form_cannot_be_read(
    content_type: str, has_csrf_check: bool, address: str, owner: User, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(enforce_csrf_checks=has_csrf_check)
    client.force_login(owner)
    refused = client.generic("POST", address, b"abc", content_type)
    assert refused.status_code == 400
    assert "The browser sent something this page cannot read." in refused.content.decode()
    assert tracebacks(caplog) == []


@pytest.mark.parametrize("content_type", BROKEN)
def test_the_api_asks_for_json(
    content_type: str, owner: User, client_of: ClientOf, caplog: pytest.LogCaptureFixture
) -> None:
    key = api_keys_services.create_key(user_id=owner.pk)
    with_session, with_key = client_of(owner), Client(headers={"Authorization": f"Bearer {key}"})
    for client in (with_session, with_key):
        refused = client.generic("POST", "/api/v1/battles/", b"abc", content_type)
        assert (refused.status_code, refused.json()["code"]) == (415, "unsupported_media_type")
        assert "application/json" in refused.json()["message"]
    assert tracebacks(caplog) == []


def test_the_api_ignores_no_form(owner: User, client_of: ClientOf) -> None:
    refused = client_of(owner).post("/api/v1/tables/", {"name": "Harbour"})
    assert (refused.status_code, refused.json()["code"]) == (415, "unsupported_media_type")
    assert client_of(owner).post("/api/v1/tables/").status_code == 201, "an empty form is an empty body"
