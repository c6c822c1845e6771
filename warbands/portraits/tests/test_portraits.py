"""Portraits: re-encoded, visible to everyone who has the address, changed only by the owner."""

import base64
import io
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from accounts.models import User
from mordheim_site.pictures import NotAPicture, PictureTooLarge, re_encode
from warbands.core.tests.factories import founded
from warbands.models import Portrait, Visibility, Warband

ClientOf = Callable[[User | None], Client]


def photo(size: tuple[int, int] = (900, 600), form: str = "JPEG") -> bytes:
    """A picture with camera metadata."""
    paper = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "where I live"
    Image.new("RGB", size, (90, 20, 30)).save(paper, form, exif=exif)
    return paper.getvalue()


def test_a_picture_is_turned_made_small_and_keeps_no_notes() -> None:
    kept = re_encode(photo(), longest=480)
    again = Image.open(io.BytesIO(kept.content))
    assert (again.format, again.size) == ("WEBP", (320, 480))
    assert not again.getexif()
    assert b"where I live" not in kept.content


@pytest.mark.parametrize(
    "upload", [b"", b"<svg onload='x'/>", b"GIF89a", photo()[:200], b"\x89PNG\r\n\x1a\n" + b"0" * 80]
)
def test_an_invalid_picture_is_refused(upload: bytes) -> None:
    with pytest.raises(NotAPicture):
        re_encode(upload, longest=480)


def test_a_picture_of_too_many_points_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises((PictureTooLarge, NotAPicture)):
        re_encode(photo((30_000, 2_000), "PNG"), longest=480)
    with pytest.raises(PictureTooLarge):
        re_encode(b"\xff\xd8" + b"0" * (7 * 1024 * 1024), longest=480)


@pytest.mark.django_db
def test_the_owner_adds_replaces_and_removes_a_portrait(owner: User, stranger: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    Warband.objects.filter(pk=warband.pk).update(visibility=Visibility.PUBLIC)
    warrior = warband.warriors.order_by("pk")[0].public_id
    page, address = (
        f"/warbands/{warband.public_id}/warriors/{warrior}/",
        f"/warbands/{warband.public_id}/warriors/{warrior}/portrait/",
    )
    client = client_of(owner)
    seen = []
    for _time in range(2):
        answer = client.post(address, {"picture": SimpleUploadedFile("me.jpg", photo())})
        assert answer.status_code == 302
        seen.append(Portrait.objects.get(warband=warband).public_id)
    assert seen[0] != seen[1]
    assert f"/warbands/portraits/{seen[1]}/" in client_of(stranger).get(page).content.decode()
    picture = client_of(None).get(f"/warbands/portraits/{seen[1]}/")
    assert (picture["Content-Type"], picture.content[8:12]) == ("image/webp", b"WEBP")
    assert client.get(f"/warbands/portraits/{seen[0]}/").status_code == 404
    assert client_of(stranger).post(address, {"remove": "1"}).status_code == 403
    assert client.post(address, {"remove": "1"}).status_code == 302
    assert not Portrait.objects.exists()


@pytest.mark.django_db
def test_a_bad_picture_is_reported_and_changes_nothing(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    warrior = warband.warriors.order_by("pk")[0].public_id
    address = f"/warbands/{warband.public_id}/warriors/{warrior}/portrait/"
    for fields in ({}, {"picture": SimpleUploadedFile("x.png", b"no")}):
        answer = client_of(owner).post(address, fields)
        assert answer.status_code == 422
        assert "Not possible" in answer.content.decode()
    assert not Portrait.objects.exists()


@pytest.mark.django_db
def test_a_program_uploads_and_deletes_a_portrait(owner: User, stranger: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    Warband.objects.filter(pk=warband.pk).update(visibility=Visibility.PUBLIC)
    warrior = warband.warriors.order_by("pk")[0].public_id
    address = f"/api/v1/warbands/{warband.public_id}/warriors/{warrior}/portrait/"
    body = {"content": base64.b64encode(photo()).decode()}
    assert client_of(stranger).put(address, body, content_type="application/json").status_code == 403
    client = client_of(owner)
    made = client.put(address, body, content_type="application/json")
    assert made.status_code == 200
    assert client.get(made.json()["address"])["Content-Type"] == "image/webp"
    wrong = client.put(address, {"content": "AAAA"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "not_a_picture")
    nobody = client.put(address.replace(warrior, "x" * 12), body, content_type="application/json")
    assert (nobody.status_code, nobody.json()["code"]) == (409, "no_such_warrior")
    assert client.delete(address).status_code == 204
    assert not Portrait.objects.exists()
