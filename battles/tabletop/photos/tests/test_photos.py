"""Photos of tracked battles: who may add, see and remove them, and what becomes of them."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.data_export.registry import EXPORTERS
from accounts.deletion import services as deletion
from accounts.models import User
from accounts.moderation.kinds import KINDS
from battles.aftermath.tests.test_views import league
from battles.models import Track, TrackPhoto
from battles.tabletop.photos import services
from battles.tabletop.sheets.services import NotYourSheet
from battles.tabletop.tests.test_sheets import author_and_other
from battles.tabletop.tests.test_tracker import begun
from campaigns.models import Audience, Campaign, Match, Picture
from mordheim_site.pictures import NotAPicture, PictureTooLarge
from warbands.core.tests.factories import NOON
from warbands.portraits.tests.test_portraits import photo as camera_photo

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def added(track: Track, actor: User, command_id: str = "", words: str = "", upload: bytes = b"") -> TrackPhoto:
    return services.add_photo(
        track_id=track.public_id,
        actor_id=actor.pk,
        upload=upload or camera_photo((2400, 1600)),
        description=words,
        command_id=command_id,
        now=NOON + timedelta(hours=1),
    )


def test_a_photo_is_scaled_down_and_keeps_no_metadata(match: Match) -> None:
    author, _other = author_and_other(match)
    track = begun(match, author)
    before = track.version
    photo = added(track, author, words="  The last stand ")
    picture = Image.open(io.BytesIO(bytes(photo.content)))
    assert (picture.format, picture.size) == ("WEBP", (853, 1280))
    assert (photo.width, photo.height, photo.description) == (853, 1280, "The last stand")
    assert b"where I live" not in bytes(photo.content)
    track.refresh_from_db()
    assert track.version != before, "open pages hear of it"


def test_a_photo_that_arrives_twice_is_added_once(match: Match) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    assert added(track, author, "form:1:0") == added(track, author, "form:1:0")
    added(track, author, "form:1:1")
    added(track, other, "form:1:0")
    assert track.photos.count() == 3


@pytest.mark.parametrize(
    ("upload", "refusal"),
    [
        (b"no picture", NotAPicture),
        (b"<svg onload='x'/>", NotAPicture),
        (b"\xff\xd8" + b"0" * 7_000_000, PictureTooLarge),
    ],
)
def test_an_unusable_file_is_refused(match: Match, upload: bytes, refusal: type[Exception]) -> None:
    author, _other = author_and_other(match)
    track = begun(match, author)
    with pytest.raises(refusal):
        added(track, author, upload=upload)
    assert not track.photos.exists()


def test_only_players_add_photos_and_only_so_many(
    match: Match, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_PHOTOS", 2)
    author, other = author_and_other(match)
    track = begun(match, author)
    with pytest.raises(NotYourSheet):
        added(track, stranger)
    for number in range(2):
        added(track, author, f"form:{number}")
    with pytest.raises(services.TooManyPhotos):
        added(track, author, "form:2")
    assert added(track, author, "form:1").command_id == "form:1", "an earlier one is not refused when sent again"
    added(track, other)


def test_a_photo_can_be_added_after_the_battle(match: Match) -> None:
    author, _other = author_and_other(match)
    track = begun(match, author)
    Track.objects.filter(pk=track.pk).update(ended_at=NOON)
    assert added(track, author).track == track


def test_only_who_added_a_photo_removes_it(match: Match) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    key = added(track, author).public_id
    with pytest.raises(services.NotYourPhoto):
        services.remove_photo(track_id=track.public_id, actor_id=other.pk, public_id=key, now=NOON)
    for _time in range(2):
        services.remove_photo(track_id=track.public_id, actor_id=author.pk, public_id=key, now=NOON)
    assert not track.photos.exists()


def test_a_photo_is_seen_by_those_who_may_see_the_battle(
    match: Match, stranger: User, rival: User, client_of: ClientOf
) -> None:
    author, _other = author_and_other(match)
    track = begun(match, author)
    address = reverse("battles:track_photo", args=[track.public_id, added(track, author).public_id])
    answer = client_of(stranger).get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
    assert "private" in answer["Cache-Control"]
    Campaign.objects.filter(pk=match.campaign_id).update(audience=Audience.MEMBERS)
    assert client_of(stranger).get(address).status_code == 404
    assert client_of(None).get(address).status_code == 404
    assert client_of(rival).get(address).status_code == 200
    elsewhere = reverse("battles:track_photo", args=["0" * 12, track.photos.get().public_id])
    assert client_of(rival).get(elsewhere).status_code == 404


def test_a_form_adds_several_photos_and_shows_them_with_a_button_to_remove_own_ones(
    match: Match, client_of: ClientOf
) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    page = reverse("battles:track", args=[track.public_id])
    files = [SimpleUploadedFile(f"{number}.jpg", camera_photo((60 + number, 40))) for number in range(2)]
    fields = {"photo": files, "description": "The bridge", "idempotency_key": "abc"}
    answer = client_of(author).post(reverse("battles:track_photos", args=[track.public_id]), fields)
    assert (answer.status_code, answer["Location"]) == (302, f"{page}#photos")
    assert track.photos.count() == 2
    own, theirs = (client_of(user).get(page).content.decode() for user in (author, other))
    for photo in track.photos.all():
        address = reverse("battles:track_photo", args=[track.public_id, photo.public_id])
        assert f'<img src="{address}"' in own
        assert f'<img src="{address}"' in theirs
        assert f'action="{address}remove/"' in own
        assert f'action="{address}remove/"' not in theirs
    key = track.photos.all()[0].public_id
    remove = reverse("battles:track_photo_remove", args=[track.public_id, key])
    assert client_of(other).post(remove).status_code == 403
    assert client_of(author).post(remove).status_code == 302
    assert track.photos.count() == 1


@pytest.mark.parametrize("fields", [{}, {"photo": b"no"}])
def test_the_page_says_why_a_file_is_refused(match: Match, client_of: ClientOf, fields: dict[str, bytes]) -> None:
    author, _other = author_and_other(match)
    track = begun(match, author)
    sent = {name: SimpleUploadedFile("x.png", content) for name, content in fields.items()}
    answer = client_of(author).post(reverse("battles:track_photos", args=[track.public_id]), sent)
    assert answer.status_code == 422
    assert "Not possible" in answer.content.decode()


def test_the_queue_of_a_phone_is_answered_by_the_id_of_its_entry(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    address = reverse("battles:track_photos", args=[track.public_id])

    def send(client: Client, content: bytes, key: str = "tap-1") -> tuple[int, dict[str, str]]:
        fields = {"photo": SimpleUploadedFile("photo.jpg", content), "idempotency_key": key}
        answer = client.post(address, {**fields, "tapped_by": author.public_id}, headers={"Accept": "application/json"})
        return answer.status_code, answer.json()

    for _time in range(2):
        status, data = send(client_of(author), camera_photo((60, 40)))
        assert (status, data["accepted"]) == (200, "tap-1")
        assert 'id="track-photos"' in data["html"]
    key = track.photos.get().public_id
    status, data = send(client_of(author), b"no", "tap-2")
    assert (status, data["refused"], data["code"]) == (422, "tap-2", "not_a_picture")
    assert send(client_of(other), camera_photo((60, 40)))[1]["code"] == "other_player"
    assert send(client_of(None), camera_photo((60, 40)))[1]["code"] == "signed_out"
    answer = client_of(author).post(
        reverse("battles:track_photo_remove", args=[track.public_id, key]),
        {"idempotency_key": "tap-3", "tapped_by": author.public_id},
        headers={"Accept": "application/json"},
    )
    assert answer.json()["accepted"] == "tap-3"
    assert not track.photos.exists()


def test_a_program_adds_reads_and_removes_a_photo(match: Match, stranger: User, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    battle = f"/api/v1/battles/track/{track.public_id}/"
    body = {"content": base64.b64encode(camera_photo((60, 40))).decode(), "description": "The bridge"}
    client = client_of(author)

    def post(sender: Client) -> tuple[int, dict[str, str]]:
        answer = sender.post(
            f"{battle}photos/", body, content_type="application/json", headers={"Idempotency-Key": "one"}
        )
        return answer.status_code, answer.json()

    status, made = post(client)
    assert (status, made["description"], made["is_own"]) == (201, "The bridge", True)
    assert post(client)[1]["id"] == made["id"]
    assert track.photos.count() == 1
    assert post(client_of(stranger))[1]["code"] == "not_your_sheet"
    listed = client_of(other).get(battle).json()["photos"]
    assert listed == [{**made, "is_own": False}]
    assert client.get(made["address"])["Content-Type"] == "image/webp"
    address = f"{battle}photos/{made['id']}/"
    refused = client_of(other).delete(address)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_your_photo")
    assert client.delete(address).status_code == 204
    assert client.get(battle).json()["photos"] == []


def test_own_photos_are_offered_for_the_report_of_the_match_and_copied(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    own, theirs = added(track, author, words="The bridge"), added(track, other)
    new = reverse("campaigns:post_new", args=[match.campaign.slug])
    client = client_of(author)
    page = client.get(f"{new}?match={match.public_id}").content.decode()
    assert f'name="match_photo" value="{own.public_id}"' in page
    assert theirs.public_id not in page
    fields = {"title": "Won", "body": "At the bridge.", "match": match.public_id}
    refused = client.post(new, {**fields, "match_photo": theirs.public_id})
    assert refused.status_code == 422
    assert "You have no such photo" in refused.content.decode()
    assert client.post(new, {**fields, "match_photo": own.public_id}).status_code == 302
    own.delete()
    copy = Picture.objects.get(post__isnull=False)
    assert (copy.description, copy.uploader) == ("The bridge", author)
    assert Image.open(io.BytesIO(bytes(copy.content))).size == (853, 1280)


def test_photos_leave_with_the_battle_and_the_account(match: Match) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    added(track, author)
    added(track, other)
    deletion.close(user_id=author.pk, now=NOON)
    assert deletion.finish(user_id=author.pk, now=NOON + timedelta(days=15))
    assert [photo.uploader for photo in track.photos.all()] == [other]
    track.delete()
    assert not TrackPhoto.objects.exists()


def test_the_data_export_contains_own_photos(match: Match) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    own = added(track, author, words="The bridge")
    added(track, other)
    files = list(EXPORTERS["battle photos"](author))
    assert [file.path for file in files] == [f"battle-photos/the-bridge-{own.public_id}.webp"]
    assert files[0].content == bytes(own.content)


def test_staff_remove_a_photo_and_restore_it(match: Match) -> None:
    author, _other = author_and_other(match)
    track = begun(match, author)
    photo = added(track, author, words="The bridge")
    kind = KINDS["battle_photo"]
    (item,) = kind.items_at(reverse("battles:track", args=[track.public_id]))
    assert (item.key, item.owner_id) == (photo.public_id, author.pk)
    was = kind.remove(item.key)
    assert kind.find(item.key) is None
    assert kind.restore(item.key, was)
    assert not kind.restore(item.key, was), "it is there already"
    again = TrackPhoto.objects.get()
    assert (again.public_id, bytes(again.content), again.at) == (photo.public_id, bytes(photo.content), photo.at)
