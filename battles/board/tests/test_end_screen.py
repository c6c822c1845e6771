"""Forms in fragments work, especially on the screen after a live battle."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from accounts.models import User
from battles.core.tests.factories import hot_seat

pytestmark = pytest.mark.django_db

FORM = re.compile(r"<form\b[^>]*method=.post.[^>]*>.*?</form>", re.S)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w{32,})"')


def strict(user: User) -> Client:
    """A client that enforces CSRF tokens, as for requests of a browser."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    return client


def test_every_form_of_a_live_answer_has_its_token(owner: User) -> None:
    battle = hot_seat(owner)
    client = strict(owner)
    page = client.get(f"/battles/{battle.public_id}/").content.decode()
    token = client.cookies["csrftoken"].value
    assert TOKEN.search(page)
    state = client.get(f"/battles/{battle.public_id}/state/").json()
    answers = [state]
    resign = {"command": {"kind": "resign"}, "expected_seq": battle.seq, "side": battle.awaiting[0]}
    answers.append(
        client.post(
            f"/battles/{battle.public_id}/commands/",
            json.dumps(resign),
            content_type="application/json",
            headers={"Accept": "application/json", "X-CSRFToken": token},
        ).json()
    )
    forms = [form for answer in answers for html in answer["regions"].values() for form in FORM.findall(html)]
    assert len(forms) >= 2
    assert [form for form in forms if not TOKEN.search(form)] == []
    ended = answers[1]["regions"]["outcome"]
    assert "Play another" in ended
    found = TOKEN.search(ended)
    assert found is not None
    again = client.post("/play/now/", {"csrfmiddlewaretoken": found[1]})
    assert again.status_code == 302
    assert again["Location"] != f"/battles/{battle.public_id}/"
