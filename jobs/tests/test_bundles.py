"""Everything of a user as one file: its content, its owner, and how long it is stored."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.api_keys import services as api_keys_services
from accounts.guests import services as guests_services
from accounts.models import User
from battles.core.tests.factories import two_people
from battles.tables import services as tables_services
from battles.tables.editor.actions import blank
from campaigns.core.tests.factories import NOON, entry_of, league, match_between
from campaigns.models import PushDevice
from campaigns.notices import mail
from campaigns.posts import services as posts_services
from catalogue.custom_packs.tests.factories import released
from catalogue.packs.installed import book
from jobs import export_files
from jobs.models import Job
from warbands.core.tests.factories import draft
from warbands.exchange.file_reader import read
from warbands.models import Warband
from warbands.templates import services as templates_services

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
RunJobs = Callable[[], list[Job]]
PAGE, FILE = "/accounts/export/", "/accounts/export/file/"
API = "/api/v1/account/export/"


def unpacked(body: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def fetched(client: Client, run_jobs: RunJobs) -> dict[str, bytes]:
    posted = client.post(PAGE)
    assert posted.status_code == 302
    assert [row.state for row in run_jobs()] == ["done"]
    assert "View result" in client.get(posted["Location"]).content.decode()
    assert FILE in client.get(PAGE).content.decode()
    answer = client.get(FILE)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert "no-store" in answer["Cache-Control"]
    return unpacked(answer.content)


def said(files: dict[str, bytes], name: str) -> Any:
    return json.loads(files[name])


def test_the_export_contains_only_data_of_the_user(
    owner: User, rival: User, client_of: ClientOf, run_jobs: RunJobs
) -> None:
    User.objects.filter(pk=owner.pk).update(email="owner@example.org")
    key = api_keys_services.create_key(user_id=owner.pk, name="My bot")
    run_by_him = league(owner, [owner, rival], audience="members", name="Closed circle")
    elsewhere = league(rival, [rival], audience="members", name="Not his")
    mine, theirs = entry_of(run_by_him, owner).warband, entry_of(run_by_him, rival).warband
    Warband.objects.filter(pk=mine.pk).update(notes_private="Sell the horse")
    Warband.objects.filter(pk=theirs.pk).update(notes_private="The rival's plan")
    match = match_between(run_by_him, owner, rival)
    for author, campaign, body in ((owner, run_by_him, "By the owner"), (rival, elsewhere, "A rival's own words")):
        posts_services.publish(campaign_id=campaign.pk, actor_id=author.pk, title="News", body=body, now=NOON)
    pack, hidden = released(owner).pack, released(rival).pack
    table = tables_services.save_table(owner_id=owner.pk, data=blank("Ground", 2400, 2400), at=NOON)
    theirs_drawn = tables_services.save_table(owner_id=rival.pk, data=blank("Secret ground", 2400, 2400), at=NOON)
    template = templates_services.save_template(warband_id=mine.pk, owner_id=owner.pk, at=NOON)
    begun = draft(owner, "skaven")
    battle = two_people(owner, rival)
    stop_key = mail.choose(user_id=owner.pk, muted=[], rhythm="daily").stop_key
    run_jobs()
    PushDevice.objects.create(user=owner, endpoint="https://push.example/1", point="B", auth="sealed-x", made_at=NOON)

    files = fetched(client_of(owner), run_jobs)

    account = said(files, "account.json")
    assert (account["name"], account["mail"]) == ("owner", "owner@example.org")
    assert account["signs_in_by"] == {"password": True, "keys_and_codes": []}
    assert [program["name"] for program in account["keys_for_programs"]] == ["My bot"]
    index = {row["public_id"]: row for row in said(files, "warbands/index.json")}
    assert set(index) == {mine.public_id, begun.public_id}
    assert index[mine.public_id]["notes_private"] == "Sell the horse"
    by_end = {name.rpartition("-")[2]: name for name in files}
    for ending in ("json", "txt"):
        assert read(files[by_end[f"{mine.public_id}.{ending}"]], book()).save.name == mine.name
    assert f"{template.public_id}.json" in by_end
    assert said(files, by_end[f"{table.public_id}.json"]) == table.data
    assert any(name.startswith("packs/") and pack.public_id in name and name.endswith("/1.yaml") for name in files)
    assert said(files, f"leagues/{run_by_him.slug}.league.json")["settings"]["name"] == "Closed circle"
    assert [row["id"] for row in said(files, "matches.json")] == [match.public_id]
    assert [row["id"] for row in said(files, "battles.json")] == [battle.public_id]
    assert [row["body"] for row in said(files, "posts.json")] == ["By the owner"]
    assert said(files, "notices.json")["choices"] == {"muted": [], "rhythm": "daily"}

    everything = b"\n".join([*files.values(), *(name.encode() for name in files)]).decode(errors="replace")
    foreign = ("The rival's plan", "A rival's own words", "Secret ground", theirs_drawn.public_id, hidden.public_id)
    secrets = (key, api_keys_services.digest_of(key), owner.password, stop_key, "sealed-x", "push.example", "Not his")
    assert [text for text in (*foreign, *secrets) if text in everything] == []


def test_a_stranger_finds_nothing_and_only_the_site_can_read_the_file(
    owner: User, stranger: User, client_of: ClientOf, run_jobs: RunJobs
) -> None:
    fetched(client_of(owner), run_jobs)
    row = Job.objects.get(kind=export_files.KIND)
    assert client_of(stranger).get(FILE).status_code == 404
    assert client_of(stranger).get(f"{API}file/").status_code == 404
    assert client_of(stranger).get(f"/jobs/{row.public_id}/").status_code == 404
    assert client_of(None).get(FILE).status_code == 302
    assert stat.S_IMODE(export_files.file_of(row).stat().st_mode) == 0o600
    assert stat.S_IMODE(export_files.folder().stat().st_mode) == 0o700


def test_a_guest_can_export_their_data(client_of: ClientOf, run_jobs: RunJobs) -> None:
    guest = guests_services.create_guest(now=timezone.now())
    warband = draft(guest)
    files = fetched(client_of(guest), run_jobs)
    assert said(files, "account.json")["is_guest"] is True
    assert [row["public_id"] for row in said(files, "warbands/index.json")] == [warband.public_id]


def test_one_is_made_at_a_time_and_a_fresh_one_is_given_again(owner: User, run_jobs: RunJobs) -> None:
    now = timezone.now()
    first = export_files.request_export(user_id=owner.pk, now=now)
    assert export_files.request_export(user_id=owner.pk, now=now) == first
    run_jobs()
    assert export_files.request_export(user_id=owner.pk, now=timezone.now()) == first
    second = export_files.request_export(user_id=owner.pk, now=timezone.now() + export_files.FRESH)
    assert second != first
    assert not export_files.file_of(first).exists()


def test_an_export_is_deleted_after_a_day(owner: User, client_of: ClientOf, run_jobs: RunJobs) -> None:
    fetched(client_of(owner), run_jobs)
    row = Job.objects.get(kind=export_files.KIND)
    late = timezone.now() + timedelta(days=1, minutes=1)
    with pytest.raises(export_files.NoExport):
        export_files.content_of(user_id=owner.pk, now=late)
    found = export_files.bundle_of(user_id=owner.pk, now=late)
    assert found is not None
    assert found.state == "gone"
    assert export_files.file_of(row).exists()
    assert (export_files.sweep(now=late) >= 1, export_files.sweep(now=late)) == (True, 0)
    assert not export_files.file_of(row).exists()
    assert "over" in client_of(owner).get(PAGE).content.decode()
    assert client_of(owner).get(FILE).status_code == 404


def test_the_export_is_requested_and_downloaded_by_the_api(owner: User, run_jobs: RunJobs) -> None:
    def client_with(scopes: list[str]) -> Client:
        return Client(
            headers={"Authorization": f"Token {api_keys_services.create_key(user_id=owner.pk, scopes=scopes)}"}
        )

    client = client_with(["account"])
    assert client.get(API).json()["state"] == "none"
    assert client_with(["warbands"]).post(API).status_code == 403
    posted = client.post(API)
    assert (posted.status_code, posted.json()["state"], posted.json()["file"]) == (202, "queued", "")
    assert client.get(f"{API}file/").json()["code"] == "no_bundle"
    run_jobs()
    ready = client.get(API).json()
    assert ready["state"] == "done"
    answer = client.get(ready["file"], headers={"Accept": "application/zip"})
    assert len(answer.content) == ready["size"]
    assert "account.json" in unpacked(answer.content)
    assert Client().post(API).status_code == 401
