"""Pages of custom packs: visibility, the effect of each button, and hostile files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from catalogue.custom_packs import services as custom_packs_services
from catalogue.custom_packs.selectors import sample
from catalogue.custom_packs.tests.factories import draft, next_version, released
from catalogue.models import CustomPack, PackRelease

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User | None], Client]


def at(pack: CustomPack, rest: str = "") -> str:
    return f"/packs/own/{pack.public_id}/{rest}"


def test_a_pack_is_begun_edited_released_and_shared_by_its_author(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    assert client.get("/packs/own/new/").status_code == 200
    edit = client.post("/packs/own/new/", {"how": "sample"})["Location"]
    page = client.get(edit).content.decode()
    assert "No mistakes" in page
    assert "Watch Sergeant" in page
    broken = client.post(edit, {"text": sample().replace("item: sword", "item: swrd"), "edition": "1"}, follow=True)
    assert "There is no “swrd” among the items. Did you mean “sword”?" in broken.content.decode()
    pack = CustomPack.objects.get()
    assert client.post(at(pack, "release/"), {"edition": "2"}).status_code == 422
    client.post(edit, {"text": sample(), "edition": "2"})
    assert client.post(at(pack, "release/"), {"edition": "3", "note": "The first"}).status_code == 302
    assert client.post(at(pack, "share/"), {"visibility": "link"}).status_code == 302
    shown = client_of(None).get(at(pack)).content.decode()
    assert "The first" in shown
    assert f"/warbands/new/{PackRelease.objects.get().code}_sewer_watch/" in shown


def test_a_text_is_checked_without_being_saved(owner: User, client_of: ClientOf) -> None:
    pack = draft(owner)
    answer = client_of(owner).post(at(pack, "check/"), {"text": "items: [{code: X}]\nspels: 3\n"})
    text = answer.content.decode()
    assert "pack.yaml, line 2" in text
    assert "Did you mean “spells”?" in text
    assert "items.0.code" in text
    assert CustomPack.objects.get().text == sample()


def test_a_stale_window_overwrites_nothing_and_keeps_its_text(owner: User, client_of: ClientOf) -> None:
    pack = draft(owner)
    custom_packs_services.save_draft(pack_id=pack.pk, text="# theirs\n", edition=1, at=pack.created_at)
    answer = client_of(owner).post(at(pack, "edit/"), {"text": "# mine\n", "edition": "1"})
    assert answer.status_code == 409
    assert "# mine" in answer.content.decode()
    assert CustomPack.objects.get().text == "# theirs\n"


@pytest.mark.parametrize(
    "raw",
    [b"\xff\xfe", b"a" * 200_001, b"a: &x [*x]\n", b"a: !!python/object:os.system x\n", b"[" * 5000, b"a\x00b"],
    ids=["bytes", "huge", "cycle", "tag", "deep", "nul"],
)
def test_a_hostile_file_is_answered_with_sentences(owner: User, client_of: ClientOf, raw: bytes) -> None:
    client = client_of(owner)
    answer = client.post("/packs/own/new/", {"how": "file", "file": SimpleUploadedFile("p.yaml", raw)}, follow=True)
    assert answer.status_code in (200, 422)
    text = answer.content.decode()
    assert "Not possible." in text or "mistake" in text
    assert not PackRelease.objects.exists()


def test_only_its_author_changes_a_shared_pack(owner: User, stranger: User, client_of: ClientOf) -> None:
    pack = released(owner, visibility="public").pack
    client = client_of(stranger)
    assert client.get(at(pack)).status_code == 200
    for rest in ("edit/", "check/", "release/", "share/"):
        assert client.post(at(pack, rest), {"text": "x"}).status_code == 403, rest
    assert client.get(at(pack, "0.yaml")).status_code == 403
    assert client.get(at(pack, "1.yaml")).content.decode() == sample()
    assert client.get(at(pack, "7.yaml")).status_code == 404
    assert client.post(at(pack, "fork/"), {"number": "1"}).status_code == 302
    assert client.post(at(pack, "fork/"), {"number": "9"}).status_code == 422
    assert CustomPack.objects.filter(owner=stranger).count() == 1


def test_guests_are_asked_for_an_account(client_of: ClientOf) -> None:
    guest = client_of(None)
    assert guest.post("/warbands/new/reiklanders/", {"name": ""}).status_code == 302
    answer = guest.post("/packs/own/new/", {"how": "sample"})
    assert answer.status_code == 403
    assert "needs an account" in answer.content.decode()


def test_facts_of_a_private_pack_are_its_authors(owner: User, stranger: User, client_of: ClientOf) -> None:
    release = released(owner)
    pages = [
        f"/catalogue/warbands/{release.code}_sewer_watch/",
        f"/api/v1/catalogue/items/{release.code}_drain_hook/",
        f"/catalogue/items/own_{release.pack.key}_0_drain_hook/",
    ]
    for url in pages:
        assert client_of(owner).get(url).status_code == 200, url
        assert client_of(stranger).get(url).status_code == 404, url
        assert client_of(None).get(url).status_code == 404, url
    assert client_of(owner).get(f"/catalogue/items/{release.code}_none/").status_code == 404
    assert client_of(owner).get("/catalogue/items/own_aaaaaaaa_1_x/").status_code == 404
    for code in (release.code, f"{release.code}_drain_hook"):
        assert client_of(owner).get(f"/packs/{code}/")["Location"] == at(release.pack) + "?v=1"
    for code in ("own_", "own_x", "own_aaaaaaaa_1", f"own_{release.pack.key}_01"):
        assert client_of(owner).get(f"/packs/{code}/").status_code == 404
        assert client_of(owner).get(f"/catalogue/items/{code}/").status_code == 404
        assert client_of(owner).get(f"/warbands/new/{code}/").status_code == 404


def test_every_fact_of_the_sample_has_a_page_like_the_sites_own(owner: User, client_of: ClientOf) -> None:
    import re

    pack, client = released(owner).pack, client_of(owner)
    body = client.get(at(pack)).content.decode()
    urls = set(re.findall(r'href="(/catalogue/[^"#]+)"', body))
    assert len(urls) == 9
    for url in urls:
        answer = client.get(url)
        assert answer.status_code == 200, url
        assert "Custom pack" in answer.content.decode()


def test_words_of_a_pack_are_never_markup(owner: User, client_of: ClientOf) -> None:
    text = sample().replace("Watch Sergeant", "<b onclick=alert(1)>Sergeant</b>")
    pack = draft(owner, text)
    body = client_of(owner).get(at(pack, "edit/")).content.decode()
    assert "looks like markup or a script" in body
    assert "<b onclick" not in body


def test_lists_of_packs_ask_the_same_whatever_their_number(owner: User, client_of: ClientOf) -> None:
    client, counts = client_of(owner), []
    for _pack in range(2):
        released(owner, visibility="public")
        client.get("/packs/own/")
        with CaptureQueriesContext(connection) as queries:
            body = client.get("/packs/own/").content.decode()
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert body.count("Sewer Watch</a>") == 4


def test_the_page_of_a_pack_asks_the_same_whatever_its_versions(
    owner: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    release = released(owner)
    client, counts = client_of(owner), []
    for number in range(2):
        client.get(at(release.pack))
        with CaptureQueriesContext(connection) as queries:
            client.get(at(release.pack))
        counts.append(len(queries))
        next_version(release, sample() + f"# {number}\n")
    assert counts[0] == counts[1]


def test_a_search_finds_shared_packs_by_name_and_author(owner: User, client_of: ClientOf) -> None:
    released(owner, visibility="public")
    released(owner, sample().replace("name: Sewer Watch, tier", "name: Hidden, tier"))
    body = client_of(None).get("/packs/own/?q=sewer").content.decode()
    assert "Sewer Watch" in body
    assert "Hidden" not in body
    assert "No public pack contains these words" in client_of(None).get("/packs/own/?q=zzz").content.decode()


def test_the_search_finds_shared_packs_mistakes_forgiven(owner: User, client_of: ClientOf) -> None:
    pack = released(owner, visibility="public").pack
    released(owner, sample().replace("name: Sewer Watch, tier", "name: Sewer Hidden, tier"))
    body = client_of(None).get("/search/?q=sewr+watch").content.decode()
    assert at(pack) in body
    assert "Sewer Hidden" not in body
    assert "Sewer Hidden" in client_of(owner).get("/search/?q=sewer+hidden").content.decode()
