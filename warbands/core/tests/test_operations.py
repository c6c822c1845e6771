"""Everything that the pages of a warband can do is possible in the API."""

from collections.abc import Callable

from django.test import Client

from accounts.models import User
from warbands.core.tests.factories import draft, founded
from warbands.models import Visibility, Warband

ClientOf = Callable[[User | None], Client]
JSON = "application/json"


def test_a_program_changes_who_may_view_a_warband(owner: User, rival: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    url, old_key = f"/api/v1/warbands/{warband.public_id}/", warband.share_key
    answer = client_of(owner).patch(url, {"visibility": "private", "notes_private": "Ours."}, content_type=JSON)
    assert answer.json() == {
        "notes_public": "", "notes_private": "Ours.", "visibility": "private", "share_key": old_key,
    }  # fmt: skip
    assert client_of(rival).patch(url, {"visibility": "public"}, content_type=JSON).status_code == 404
    answer = client_of(owner).patch(url, {"visibility": "all"}, content_type=JSON)
    assert answer.status_code == 400
    assert answer.json()["fields"] == {"visibility": ["Choose one of these: 'private', 'link' or 'public'."]}
    renewed = client_of(owner).patch(url, {"renew_share_key": True, "visibility": "link"}, content_type=JSON).json()
    assert renewed["share_key"] != old_key
    assert renewed["notes_private"] == "Ours."
    assert client_of(rival).get(f"{url}?key={renewed['share_key']}").status_code == 200


def test_a_program_copies_a_shared_warband_and_deletes_the_draft(owner: User, rival: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    Warband.objects.update(visibility=Visibility.LINK)
    url = f"/api/v1/warbands/{warband.public_id}/copy/"
    assert client_of(rival).post(url, {}, content_type=JSON).status_code == 404
    keyed = {"key": warband.share_key}
    first = client_of(rival).post(url, keyed, content_type=JSON, headers={"Idempotency-Key": "one"})
    again = client_of(rival).post(url, keyed, content_type=JSON, headers={"Idempotency-Key": "one"})
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["public_id"] == again.json()["public_id"]
    copied = f"/api/v1/warbands/{first.json()['public_id']}/"
    assert client_of(owner).delete(copied).status_code == 404
    assert client_of(rival).delete(copied).status_code == 204
    answer = client_of(owner).delete(f"/api/v1/warbands/{warband.public_id}/")
    assert (answer.status_code, answer.json()["code"]) == (409, "already_founded")


def test_a_program_enters_the_history_of_a_warband(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    url = f"/api/v1/warbands/{warband.public_id}/actions/"
    client = client_of(owner)
    purse = client.post(f"{url}enter_treasury/", {"treasury_gc": 85, "shards": 2}, content_type=JSON).json()["roster"]
    assert (purse["treasury_gc"], purse["shards"]) == (85, 2)
    leader = purse["warriors"][0]["key"]
    values = {"warrior": leader, "experience": 25, "increases": {"weapon_skill": 1}, "kills": 3}
    roster = client.post(f"{url}enter_history/", values, content_type=JSON).json()["roster"]
    assert (roster["warriors"][0]["experience"], roster["warriors"][0]["kills"]) == (25, 3)
    answer = client.post(f"{url}enter_history/", {**values, "increases": {"weapon_skill": 7}}, content_type=JSON)
    assert answer.json()["fields"] == {"increases.weapon_skill": ["Use 6 or less."]}
    assert client.post(f"{url}enter_items/", {"item": "sword"}, content_type=JSON).status_code == 200


def test_an_earlier_history_is_closed_for_a_draft(owner: User, client_of: ClientOf) -> None:
    url = f"/api/v1/warbands/{draft(owner).public_id}/actions/enter_treasury/"
    answer = client_of(owner).post(url, {"treasury_gc": 85, "shards": 2}, content_type=JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "past_is_closed")
