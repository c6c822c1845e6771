"""Running a league by API: challenges to several warbands, matches, rounds, the arbitrator's dashboard."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from campaigns.administration import services as running_services
from campaigns.core.tests.factories import entry_of, league, match_between, now
from campaigns.models import Campaign, Match, MatchStatus, Role

pytestmark = pytest.mark.django_db

ROOT = "/api/v1/campaigns/ashes/"


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User, stranger: User) -> Campaign:
    return league(arbitrator, [owner, rival, stranger])


def post(client, address: str, body: dict | None = None, **headers: str):
    return client.post(f"{ROOT}{address}", body or {}, content_type="application/json", headers=headers)


def test_a_challenge_of_three_is_sent_reported_and_agreed(ashes, owner, rival, stranger, client_of) -> None:
    ours, theirs, third = (entry_of(ashes, player).public_id for player in (owner, rival, stranger))
    body = {"entry": ours, "others": [theirs, third], "scenario": "wyrdstone_hunt"}
    made = [post(client_of(owner), "matches/", body, **{"Idempotency-Key": "one"}) for _press in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert Match.objects.count() == 1
    match = made[0].json()["id"]
    assert [side["entry"] for side in made[0].json()["sides"]] == [ours, theirs, third]
    report = {"winner": None, "places": {ours: 2, theirs: 1, third: 3}, "kills": {theirs: 2}}
    assert post(client_of(owner), f"matches/{match}/report/", report).json()["status"] == "reported"
    assert post(client_of(rival), f"matches/{match}/agree/").json()["status"] == "reported"
    assert post(client_of(stranger), f"matches/{match}/agree/").json()["status"] == "agreed"
    table = client_of(None).get(f"{ROOT}standings/").json()
    assert (table[0]["entry"], table[0]["kills"]) == (theirs, 2)


@pytest.mark.parametrize(
    ("others", "more", "status", "code"),
    [
        (["b", "a"], {}, 422, "same_warband"),
        (["b", "c"], {"scenario": "breakthrough"}, 422, "scenario_not_for_so_many"),
        (["z" * 12], {}, 422, "no_such_warband"),
        ([], {}, 400, "invalid"),
        (["b", "c", "b", "c", "b", "c"], {}, 400, "invalid"),
        (["b"], {"best_of": 4}, 400, "invalid"),
    ],
)
def test_an_impossible_challenge_is_refused_with_the_field(
    ashes, owner, rival, stranger, client_of, others, more, status, code
) -> None:
    named = dict(zip("abc", (entry_of(ashes, player).public_id for player in (owner, rival, stranger)), strict=True))
    body = {"entry": named["a"], "others": [named.get(other, other) for other in others], **more}
    refused = post(client_of(owner), "matches/", body)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert not Match.objects.exists()


def test_everything_a_match_page_lets_one_press(ashes, owner, rival, stranger, arbitrator, client_of) -> None:
    match = match_between(ashes, owner, rival)
    address = f"matches/{match.public_id}/actions/"
    when = "2036-04-01T19:00:00Z"
    dated = post(client_of(owner), address, {"act": "date", "planned_for": when}).json()
    assert dated["planned_for"].startswith("2036-04-01T19:00")
    assert post(client_of(rival), address, {"act": "rsvp", "rsvp": "yes"}).status_code == 200
    assert match.sides.get(entry__player=rival).rsvp == "yes"
    assert post(client_of(owner), address, {"act": "draw"}).status_code == 200
    assert post(client_of(owner), address, {"act": "draw"}).json()["code"] == "scenario_drawn"
    assert post(client_of(stranger), address, {"act": "date", "planned_for": None}).json()["code"] == "not_your_match"
    assert post(client_of(owner), address, {"act": "dance"}).status_code == 400
    ours = entry_of(ashes, owner).public_id
    ruling = {"act": "rule", "winner": ours, "losses": {ours: 1}, "reason": ""}
    assert post(client_of(arbitrator), address, ruling).json()["code"] == "reason_needed"
    assert post(client_of(owner), address, {**ruling, "reason": "Mine"}).status_code == 403
    decided = post(client_of(arbitrator), address, {**ruling, "reason": "Seen"}).json()
    assert (decided["status"], decided["ruling"]) == ("agreed", "Seen")
    assert not any(side["has_agreed"] for side in decided["sides"])
    another = match_between(ashes, owner, rival)
    struck = post(client_of(arbitrator), f"matches/{another.public_id}/actions/", {"act": "cancel"})
    assert struck.json()["status"] == MatchStatus.VOID


def test_rounds_are_planned_and_listed(ashes, arbitrator, owner, client_of) -> None:
    data = {"kind": "lots", "sides": 3}
    for _press in range(2):
        made = post(client_of(arbitrator), "rounds/", data, **{"Idempotency-Key": "r"})
        planned = {"number": 1, "name": "", "kind": "lots", "open": 1}
        matches = [Match.objects.get().public_id]
        assert (made.status_code, made.json()) == (201, [{**planned, "matches": matches}])
    assert client_of(None).get(f"{ROOT}rounds/").json() == [planned]
    assert Match.objects.get().sides.count() == 3
    assert post(client_of(owner), "rounds/", data).status_code == 403
    assert post(client_of(arbitrator), "rounds/", {"kind": "knock_out", "sides": 3}).json()["code"] == "by_twos_only"
    assert post(client_of(arbitrator), "rounds/", {"sides": 7}).status_code == 400


def test_the_arbitrators_dashboard_pauses_and_plans(ashes, arbitrator, owner, client_of) -> None:
    client = client_of(arbitrator)
    assert post(client, "manage/", {"act": "status", "status": "paused"}).json()["code"] == "pause_needs_reason"
    paused = post(client, "manage/", {"act": "status", "status": "paused", "reason": "Snow"})
    assert paused.json()["status"] == "paused"
    assert post(client, "manage/", {"act": "status", "status": "running"}).json()["status"] == "running"
    change = {"points_win": 2, "notice": "Bring dice.", "formula": {"per_kill": 1, "tie_breaks": ["won", "rating"]}}
    assert post(client, "manage/", {"act": "change", "change": change}).json()["points"]["win"] == 2
    ashes.refresh_from_db()
    assert (ashes.notice, ashes.formula) == ("Bring dice.", {"per_kill": 1, "tie_breaks": ["won", "rating"]})
    assert post(client, "manage/", {"act": "change", "change": {"points_win": 99}}).status_code == 400
    code = ashes.join_code
    assert post(client, "manage/", {"act": "new_link", "old": code}).json()["join_code"] != code
    given = {"act": "role", "person": "owner", "role": "co_arbitrator"}
    assert post(client, "manage/", given).status_code == 200
    assert ashes.memberships.get(user=owner).role == Role.CO_ARBITRATOR
    assert post(client, "manage/", {**given, "person": "nobody"}).status_code == 404
    assert post(client_of(owner), "manage/", {"act": "still_here"}).status_code == 200


def test_a_closed_circle_lets_no_one_in(ashes, arbitrator, client_of, django_user_model) -> None:
    running_services.change(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), audience="members")
    outsider = django_user_model.objects.create_user(username="outsider", password="x")
    for address in ("rounds/", "manage/", "matches/"):
        assert post(client_of(outsider), address).status_code == 404
        assert post(client_of(None), address).status_code == 401


def test_a_challenge_to_an_unknown_scenario_or_a_date_in_the_past_is_refused(ashes, owner, rival, client_of) -> None:
    """Input that cannot be used is refused, never ignored."""
    ours, theirs = entry_of(ashes, owner).public_id, entry_of(ashes, rival).public_id
    refused = post(client_of(owner), "matches/", {"entry": ours, "others": [theirs], "scenario": "no_such_scenario"})
    assert (refused.status_code, refused.json()["code"]) == (422, "no_such_scenario")
    match = match_between(ashes, owner, rival)
    early = post(client_of(owner), f"matches/{match.public_id}/date/", {"planned_for": "2020-01-01T12:00:00Z"})
    assert early.json()["code"] == "date_in_the_past"


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("matches/<match>/date/", "planned_for"),
        ("matches/<match>/date/answer/", "rsvp"),
        ("matches/<match>/scenario/", "scenario"),
        ("matches/<match>/decision/", "winner"),
        ("link/", "old"),
        ("rounds/", "kind"),
        ("status/", "status"),
        ("roles/", "role"),
        ("invitations/", "person"),
    ],
)
def test_an_empty_body_changes_nothing(ashes, owner, rival, arbitrator, client_of, address, field) -> None:
    match = match_between(ashes, owner, rival)
    client = client_of(arbitrator)
    dated = {"planned_for": "2036-04-01T19:00:00Z"}
    assert post(client, f"matches/{match.public_id}/date/", dated).status_code == 200
    before = Campaign.objects.values().get(), Match.objects.values().get(), ashes.events.count()
    refused = post(client, address.replace("<match>", match.public_id))
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
    assert field in refused.json()["fields"]
    assert (Campaign.objects.values().get(), Match.objects.values().get(), ashes.events.count()) == before


def test_null_removes_a_date_and_replaces_the_link_in_any_case(ashes, owner, rival, arbitrator, client_of) -> None:
    match = match_between(ashes, owner, rival)
    address = f"matches/{match.public_id}/date/"
    post(client_of(owner), address, {"planned_for": "2036-04-01T19:00:00Z"})
    assert post(client_of(owner), address, {"planned_for": None}).json()["planned_for"] is None
    code = ashes.join_code
    newer = post(client_of(arbitrator), "link/", {"old": None}).json()["join_code"]
    assert newer != code
    assert post(client_of(arbitrator), "link/", {"old": code}).json()["join_code"] == newer


@pytest.mark.parametrize(
    ("days_ahead", "more", "code", "field"),
    [
        (-3, {}, "date_in_the_past", "first_day"),
        (800, {}, "date_too_far", "first_day"),
        (700, {"rounds": 40, "days": 60}, "date_too_far", "days"),
        (0, {}, "", ""),
        (700, {"rounds": 2, "days": 60}, "", ""),
    ],
)
def test_rounds_begin_between_today_and_two_years_ahead(
    ashes, arbitrator, client_of, days_ahead, more, code, field
) -> None:
    first_day = (timezone.now() + timedelta(days=days_ahead)).date().isoformat()
    sent = {"kind": "lots", "first_day": first_day, **more}
    made = post(client_of(arbitrator), "rounds/", sent)
    if not code:
        assert made.status_code == 201, made.content
        return
    assert (made.status_code, made.json()["code"], list(made.json()["fields"])) == (422, code, [field])
    assert not ashes.rounds.exists()
    form = {"kind": "lots", "first_day": first_day, **{name: str(value) for name, value in more.items()}}
    page = reverse("campaigns:dashboard_action", args=[ashes.slug, "plan"])
    assert client_of(arbitrator).post(page, form).status_code == 422
    assert not ashes.rounds.exists()


def test_old_addresses_say_which_field_an_action_lacks(ashes, owner, rival, arbitrator, client_of) -> None:
    match = match_between(ashes, owner, rival)
    for address, act, field in (
        (f"matches/{match.public_id}/acts/", "date", "planned_for"),
        ("desk/", "new_link", "old"),
    ):
        refused = post(client_of(arbitrator), address, {"act": act})
        assert (refused.status_code, list(refused.json()["fields"])) == (422, [field]), refused.content
