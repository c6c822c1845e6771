"""News, reports with pictures, comments: who may write, what is stored of a picture, what the arbitrator can hide."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from campaigns.core.refusals import NotAMember, NothingWritten, NotTheArbitrator, NotYours, ReasonNeeded
from campaigns.core.tests.factories import league, match_between, now
from campaigns.models import Comment, Picture, Post
from campaigns.posts import services as posts_services
from mordheim_site.pictures import NotAPicture, PictureTooLarge, re_encode

pytestmark = pytest.mark.django_db


def drawn(kind: str = "JPEG", size=(900, 600), **more) -> bytes:
    kept = io.BytesIO()
    Image.new("RGB", size, "#804020").save(kept, kind, **more)
    return kept.getvalue()


@pytest.fixture
def ashes(arbitrator, owner, rival):
    return league(arbitrator, [owner, rival])


def test_a_picture_is_drawn_again_smaller_turned_and_without_where_it_was_taken() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "taken at home"
    kept = re_encode(drawn(exif=exif), longest=300)
    assert (kept.width, kept.height) == (200, 300)
    assert b"taken at home" not in kept.content
    assert Image.open(io.BytesIO(kept.content)).format == "WEBP"
    assert not Image.open(io.BytesIO(kept.content)).getexif()


@pytest.mark.parametrize(
    "upload",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"\x89PNG\r\n\x1a\n" + b"\x00" * 40,
        drawn()[:300],
        b"%PDF-1.4",
    ],
)
def test_an_invalid_picture_is_refused(upload) -> None:
    with pytest.raises(NotAPicture):
        re_encode(upload, longest=100)


def test_pictures_too_large_are_refused() -> None:
    with pytest.raises(PictureTooLarge):
        re_encode(b"x" * (6 * 1024 * 1024 + 1), longest=100)
    with pytest.raises((PictureTooLarge, NotAPicture)):
        re_encode(drawn("PNG", (7000, 6000)), longest=100)


def publish(campaign, who, match=None, **more) -> Post:
    data = {"title": "A long night", "body": "They came **late**.", **more}
    return posts_services.publish(
        campaign_id=campaign.pk, actor_id=who.pk, match_id=match.pk if match else None, now=now(), **data
    )


def test_permissions_for_news_reports_and_comments(ashes, arbitrator, owner, stranger) -> None:
    match = match_between(ashes, owner, ashes.entries.exclude(player=owner).get().player)
    assert publish(ashes, owner, match, source_key="form:x") == publish(ashes, owner, match, source_key="form:x")
    publish(ashes, arbitrator)
    with pytest.raises(NotTheArbitrator):
        publish(ashes, owner)
    with pytest.raises(NotAMember):
        publish(ashes, stranger, match)
    with pytest.raises(NothingWritten):
        publish(ashes, owner, match, body=" ")
    post = Post.objects.get(match=match)
    with pytest.raises(NotYours):
        posts_services.change(post_id=post.pk, actor_id=arbitrator.pk, title="x", body="x", now=now())


def test_the_arbitrator_hides_with_a_reason_and_shows_again(ashes, arbitrator, owner, rival) -> None:
    post = publish(ashes, arbitrator)
    data = {"campaign_id": ashes.pk, "now": now()}
    remark = posts_services.comment(actor_id=owner.pk, body="Rubbish", post_id=post.pk, **data)
    assert posts_services.flag(comment_id=remark.pk, actor_id=rival.pk, now=now()).reported_at is not None
    hide = {**data, "public_id": remark.public_id}
    with pytest.raises(NotYours):
        posts_services.hide(actor_id=rival.pk, reason="x", **hide)
    with pytest.raises(ReasonNeeded):
        posts_services.hide(actor_id=arbitrator.pk, reason=" ", **hide)
    assert posts_services.hide(actor_id=arbitrator.pk, reason="Rude", **hide).hidden_because == "Rude"
    assert posts_services.hide(actor_id=arbitrator.pk, reason="", **hide).hidden_at is None
    assert posts_services.hide(actor_id=owner.pk, reason="", **hide).hidden_at is not None


def test_a_report_with_a_picture_and_a_comment_on_the_pages(ashes, owner, rival, stranger, client_of) -> None:
    match = match_between(ashes, owner, rival)
    base, client = f"/campaigns/{ashes.slug}/posts/", client_of(owner)
    sent = {
        "title": "Into the mill",
        "body": "**Blood**<script>alert(1)</script> [x](javascript:alert(1)) ![p](https://elsewhere.example/p.png)",
        "match": match.public_id,
        "photo_1": SimpleUploadedFile("a.jpg", drawn()),
        "words_1": "The mill at dusk",
        "idempotency_key": "one",
    }
    assert client.get(f"{base}new/?match={match.public_id}").status_code == 200
    assert client.post(f"{base}new/", {**sent, "title": ""}).status_code == 422
    bad = {**sent, "photo_1": SimpleUploadedFile("a.jpg", b"not a picture"), "idempotency_key": "two"}
    assert client.post(f"{base}new/", bad).status_code == 422
    sent["photo_1"] = SimpleUploadedFile("a.jpg", drawn())
    assert client.post(f"{base}new/", sent).status_code == 302
    post, picture = Post.objects.get(), Picture.objects.get()
    page = client_of(None).get(f"{base}{post.public_id}/").content.decode()
    assert "<strong>Blood</strong>" in page
    assert "alert(1)" not in page.replace("&", "")
    assert "elsewhere.example" not in page
    assert 'alt="The mill at dusk"' in page
    answer = client_of(None).get(f"/campaigns/{ashes.slug}/pictures/{picture.public_id}.webp")
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/webp", "nosniff")
    assert "immutable" in answer["Cache-Control"]
    assert "Into the mill" in client_of(None).get(f"/campaigns/{ashes.slug}/chronicle/").content.decode()
    remark = {"post": post.public_id, "body": "I was there, _truly_."}
    assert client_of(rival).post(f"{base}comment/", remark).status_code == 302
    assert client_of(stranger).post(f"{base}comment/", remark).status_code == 403
    assert client_of(rival).post(f"{base}comment/", {**remark, "body": ""}).status_code == 422
    assert client_of(rival).post(f"{base}comment/", {"match": match.public_id, "body": "Soon"}).status_code == 302
    acting = f"/campaigns/{ashes.slug}/matches/{match.public_id}/"
    assert "Soon" in client_of(None).get(acting).content.decode()
    first = Comment.objects.get(post=post)
    assert client.post(f"{base}moderate/", {"what": first.public_id, "act": "flag"}).status_code == 302
    desk = client_of(ashes.created_by)
    assert "I was there" in desk.get(f"/campaigns/{ashes.slug}/manage/").content.decode()
    assert desk.post(f"{base}moderate/", {"what": post.public_id, "reason": "Not ours"}).status_code == 302
    assert client_of(None).get(f"{base}{post.public_id}/").status_code == 404
    assert client_of(None).get(f"/campaigns/{ashes.slug}/pictures/{picture.public_id}.webp").status_code == 404
    assert "Not ours" in client.get(f"{base}{post.public_id}/").content.decode()
    edited = {"title": "Out of the mill", "body": "Calmer words."}
    assert client.post(f"{base}{post.public_id}/edit/", edited).status_code == 302
