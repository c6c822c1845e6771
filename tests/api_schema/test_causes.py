"""A refusal states the real cause and its subject, and responses contain what the next request needs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.api_keys import services as api_keys_services
from accounts.models import User
from campaigns.core.tests.factories import entry_of
from campaigns.models import Deal, Match, Notice
from tests.shell.world import Town

pytestmark = pytest.mark.django_db
JSON = "application/json"


def program_of(user: User) -> Client:
    """A program with an API key."""
    key = api_keys_services.create_key(user_id=user.pk, name="causes")
    return Client(headers={"Authorization": f"Bearer {key}"})


def league(town: Town) -> str:
    return f"/api/v1/campaigns/{town.campaign.slug}/"


def refusal(answer: Any) -> tuple[int, str, list[str]]:
    """Status, code and names of the fields of a refusal."""
    found = answer.json()
    return answer.status_code, found["code"], sorted(found["fields"])


def test_a_comment_names_what_it_is_about(town: Town) -> None:
    program, address = program_of(town.owner), f"{league(town)}comments/"
    needed = (422, "one_subject_needed", ["match", "post"])
    assert refusal(program.post(address, {"body": "Well fought."}, JSON)) == needed
    both = {"body": "Well fought.", "match": town.match.public_id, "post": town.post.public_id}
    assert refusal(program.post(address, both, JSON)) == needed
    assert refusal(program.get(address)) == needed


def test_a_role_is_for_members(town: Town) -> None:
    body = {"person": town.stranger.username, "role": "co_arbitrator"}
    town.campaign.memberships.filter(user=town.stranger).delete()
    answer = program_of(town.arbitrator).post(f"{league(town)}roles/", body, JSON)
    assert refusal(answer) == (422, "person_is_no_member", ["person"])
    assert "not a member" in answer.json()["message"]


def test_an_award_is_for_a_warband_of_the_league(town: Town) -> None:
    answer = program_of(town.arbitrator).post(f"{league(town)}awards/", {"entry": "4kPq8ZxTn2Lw", "title": "x"}, JSON)
    assert refusal(answer) == (422, "no_such_member", ["entry"])


def test_the_pieces_of_the_table_editor_are_listed(town: Town) -> None:
    program = program_of(town.owner)
    pieces = Client().get("/api/v1/tables/pieces/").json()["results"]
    assert {"code", "name", "group"} == set(pieces[0])
    address = f"/api/v1/tables/{town.table.public_id}/changes/add-piece/"
    body = {"step": town.table.step, "thing": "castle", "x": 1200, "y": 1200}
    assert refusal(program.post(address, body, JSON)) == (422, "no_such_piece", ["thing"])
    assert program.post(address, {**body, "thing": pieces[0]["code"]}, JSON).status_code == 200


def test_an_unreadable_document_is_named_like_the_input(town: Town) -> None:
    body = {"document": {"format": "mordheim-warband", "version": 1, "name": 3}}
    answer = program_of(town.owner).post("/api/v1/warbands/import/", body, JSON)
    assert answer.status_code == 422, answer.content
    assert {name.partition(".")[0] for name in answer.json()["fields"]} == {"document"}


def test_an_event_of_a_tracked_battle_names_the_part_that_is_wrong(town: Town) -> None:
    body = {"kind": "out", "data": {"piece": "z9", "by": ""}, "command_id": "one"}
    answer = program_of(town.owner).post(f"/api/v1/battles/track/{town.track.public_id}/", body, JSON)
    assert refusal(answer) == (409, "not_so", ["data.piece"])


def test_a_filter_without_any_facts_is_refused() -> None:
    address = "/api/v1/catalogue/skills/"
    assert Client().get(address, {"skill_list": "speed"}).json()["count"] > 0
    assert refusal(Client().get(address, {"skill_list": "zzz"})) == (422, "no_such_facts", ["skill_list"])


def test_records_have_the_addresses_of_other_pages() -> None:
    first = Client().get("/api/v1/catalogue/records/", {"page": 2})
    assert 'page=3>; rel="next"' in first.headers["Link"]
    assert 'rel="prev"' in first.headers["Link"]


def test_an_offer_returns_its_id_and_rounds_their_matches(town: Town) -> None:
    ours, theirs = (entry_of(town.campaign, user).public_id for user in (town.owner, town.rival))
    body = {"one": ours, "other": theirs, "gives": {"gold_gc": 1}, "takes": {}}
    offered = program_of(town.owner).post(f"{league(town)}deals/", body, JSON)
    assert offered.status_code == 201, offered.content
    deal = Deal.objects.get(public_id=offered.json()["deal"])
    assert deal.public_id in {row["id"] for row in offered.json()["open"]}
    plan = {"kind": "lots", "rounds": 1}
    planned = program_of(town.arbitrator).post(f"{league(town)}rounds/", plan, JSON)
    assert planned.status_code == 201, planned.content
    for row in planned.json():
        assert len(row["matches"]) == row["open"] > 0
        assert Match.objects.filter(public_id__in=row["matches"]).count() == row["open"]


def test_the_inbox_ends_with_null(town: Town) -> None:
    program = program_of(town.owner)
    assert program.get("/api/v1/notices/").json()["older"] is None
    answer = program.get("/api/v1/notices/", {"before": 0})
    assert refusal(answer) == (400, "invalid", ["before"])


def test_times_are_in_utc_with_z_whatever_the_reader_chose(town: Town) -> None:
    User.objects.filter(pk=town.owner.pk).update(timezone="Europe/Berlin")
    Notice.objects.create(user=town.owner, sentence="A notice", at=timezone.now(), source_key="times")
    town.match.planned_for = timezone.now()
    town.match.save(update_fields=["planned_for"])
    program, found = program_of(town.owner), []

    def collect(part: Any, name: str = "") -> None:
        if isinstance(part, dict):
            for key, inner in part.items():
                collect(inner, key)
        elif isinstance(part, list):
            for inner in part:
                collect(inner, name)
        elif isinstance(part, str) and part[:2] == "20" and "T" in part[:11]:
            found.append((name, part))

    for address in ("notices/", "battles/", "account/keys/", f"campaigns/{town.campaign.slug}/",
                    f"campaigns/{town.campaign.slug}/matches/", f"campaigns/{town.campaign.slug}/deals/",
                    f"campaigns/{town.campaign.slug}/posts/", f"campaigns/{town.campaign.slug}/chronicle/",
                    f"battles/{town.battle.public_id}/", f"warbands/{town.warband.public_id}/history/"):  # fmt: skip
        answer = program.get(f"/api/v1/{address}")
        assert answer.status_code == 200, (address, answer.content[:200])
        collect(answer.json())
    assert {"planned_for", "created_at", "at"} <= {name for name, _text in found}
    assert [pair for pair in found if not pair[1].endswith("Z")] == []


def test_no_scope_of_a_new_key_is_preselected(town: Town, client: Client) -> None:
    client.force_login(town.owner)
    page = client.get("/accounts/settings/").content.decode()
    boxes = [part.partition(">")[0] for part in page.split("<input")[1:] if 'name="scopes"' in part.partition(">")[0]]
    assert len(boxes) == 5
    assert not any("checked" in box for box in boxes)
