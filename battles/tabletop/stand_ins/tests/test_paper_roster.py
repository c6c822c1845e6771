"""The photo of the paper roster of a warband that was entered for an opponent without an account."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.data_export.registry import EXPORTERS
from accounts.models import User
from accounts.moderation.kinds import KINDS
from battles.models import PaperRoster
from battles.tabletop.stand_ins import paper_rosters
from battles.tabletop.stand_ins.tests.test_opponents_without_account import entered
from warbands.core.tests.factories import NOON, founded
from warbands.portraits.tests.test_portraits import photo

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


def file() -> SimpleUploadedFile:
    return SimpleUploadedFile("roster.jpg", photo((2400, 3200)))


def test_the_opponent_claims_the_warband_with_the_link_and_adds_a_photo(
    owner: User, stranger: User, client_of: ClientOf
) -> None:
    row = entered(owner)
    pid = row.warband.public_id
    roster, change = reverse("warbands:roster", args=[pid]), reverse("battles:change_paper_roster", args=[pid])
    opponent = client_of(stranger)
    assert opponent.post(change, {"photo": file()}).status_code == 404, "not claimed yet, and private"
    claimed = opponent.post(reverse("battles:claim_stand_in", args=[row.claim_key]), follow=True)
    assert "add a photo of your paper roster" in claimed.content.decode()
    assert f'action="{change}"' in claimed.content.decode()
    seen = []
    for _time in range(2):
        assert opponent.post(change, {"photo": file()}).status_code == 302
        seen.append(PaperRoster.objects.get().public_id)
    assert seen[0] != seen[1]
    picture = reverse("battles:paper_roster", args=[seen[1]])
    assert f'src="{picture}"' in opponent.get(roster).content.decode()
    answer = client_of(None).get(picture)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
    assert Image.open(io.BytesIO(answer.content)).size == (1600, 1200)
    assert b"where I live" not in answer.content
    assert client_of(owner).post(change, {"remove": "1"}).status_code in (403, 404), "it is no longer theirs"
    assert opponent.post(change, {"remove": "1"}).status_code == 302
    assert not PaperRoster.objects.exists()


def test_the_player_who_entered_the_warband_can_photograph_the_roster_at_the_table(
    owner: User, client_of: ClientOf
) -> None:
    row = entered(owner)
    change = reverse("battles:change_paper_roster", args=[row.warband.public_id])
    assert client_of(owner).post(change, {"photo": file()}).status_code == 302
    assert PaperRoster.objects.get().stand_in == row


@pytest.mark.parametrize("fields", [{}, {"photo": b"no"}])
def test_a_bad_file_is_reported_on_the_roster(owner: User, client_of: ClientOf, fields: dict[str, bytes]) -> None:
    row = entered(owner)
    sent = {name: SimpleUploadedFile("x.png", content) for name, content in fields.items()}
    change = reverse("battles:change_paper_roster", args=[row.warband.public_id])
    page = client_of(owner).post(change, sent, follow=True).content.decode()
    assert ("not a picture" if fields else "Choose a photo first") in page
    assert not PaperRoster.objects.exists()


def test_other_warbands_have_no_such_photo(owner: User, client_of: ClientOf) -> None:
    pid = founded(owner).public_id
    change = reverse("battles:change_paper_roster", args=[pid])
    client = client_of(owner)
    assert client.post(change, {"photo": file()}).status_code == 404
    assert "paper-roster" not in client.get(reverse("warbands:roster", args=[pid])).content.decode()


def test_a_program_adds_and_removes_the_photo(owner: User, stranger: User, client_of: ClientOf) -> None:
    row = entered(owner)
    address = f"/api/v1/battles/stand-ins/{row.warband.public_id}/photo/"
    body = {"content": base64.b64encode(photo()).decode()}
    assert client_of(stranger).put(address, body, content_type="application/json").status_code == 404
    client = client_of(owner)
    made = client.put(address, body, content_type="application/json").json()
    assert client.get(made["paper_roster"])["Content-Type"] == "image/webp"
    wrong = client.put(address, {"content": "AAAA"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "not_a_picture")
    assert client.delete(address).json()["paper_roster"] == ""
    assert not PaperRoster.objects.exists()


def test_the_photo_is_exported_deleted_and_can_be_moderated(owner: User, stranger: User) -> None:
    row = entered(owner)
    stored = paper_rosters.set_photo(stand_in_id=row.pk, upload=photo(), at=NOON)
    assert [found.content for found in EXPORTERS["paper rosters"](owner)] == [bytes(stored.content)]
    assert not list(EXPORTERS["paper rosters"](stranger))
    kind = KINDS["paper_roster"]
    (item,) = kind.items_at(reverse("warbands:roster", args=[row.warband.public_id]))
    was = kind.remove(item.key)
    assert kind.find(item.key) is None
    assert kind.restore(item.key, was)
    assert not kind.restore(item.key, was), "it is there already"
    paper_rosters.delete_photos(owner, NOON)
    assert not PaperRoster.objects.exists()
