"""Pages for owner, rival, stranger and visitor; wrong methods; refusals."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from warbands.builder import founding
from warbands.core.tests.factories import assert_reconciled, by, draft, founded, look
from warbands.models import Warband

ClientOf = Callable[[User | None], Client]
OWN_PAGES = ("roster", "trade", "history", "print", "settings")
HTMX = {"HX-Request": "true"}


def act(client: Client, warband: Warband, verb: str, press: str = "", **more: str) -> object:
    url = reverse("warbands:act", args=[warband.public_id, verb])
    return client.post(url, {"press": press, "page": "draft", "version": str(warband.version), **more}, headers=HTMX)


@pytest.mark.parametrize("page", OWN_PAGES)
def test_the_owner_reads_every_page(owner: User, client_of: ClientOf, page: str) -> None:
    warband = founded(owner)
    answer = client_of(owner).get(reverse(f"warbands:{page}", args=[warband.public_id]))
    assert answer.status_code == 200


@pytest.mark.parametrize("page", OWN_PAGES)
def test_a_stranger_and_a_visitor_find_nothing(owner: User, stranger: User, client_of: ClientOf, page: str) -> None:
    warband = founded(owner)
    for user in (stranger, None):
        answer = client_of(user).get(reverse(f"warbands:{page}", args=[warband.public_id]))
        assert answer.status_code == 404


def test_readers_with_the_link_cannot_act(owner: User, rival: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    url = reverse("warbands:roster", args=[warband.public_id]) + f"?key={warband.share_key}"
    for user in (rival, None):
        answer = client_of(user).get(url)
        assert answer.status_code == 200
        assert b'form="actions"' not in answer.content
    founding.change_details(warband_id=warband.pk, visibility="public")
    assert client_of(None).get(reverse("warbands:roster", args=[warband.public_id])).status_code == 200
    url = reverse("warbands:act", args=[warband.public_id, "rename"])
    assert client_of(rival).post(url, {"name": "Mine now"}).status_code == 403
    assert client_of(rival).get(reverse("warbands:trade", args=[warband.public_id])).status_code == 403


def test_a_get_never_acts(owner: User, client_of: ClientOf) -> None:
    warband = draft(owner)
    client = client_of(owner)
    assert client.get(reverse("warbands:act", args=[warband.public_id, "suggest"])).status_code == 405
    assert client.post(reverse("warbands:roster", args=[warband.public_id])).status_code == 405
    assert client.post(reverse("warbands:act", args=[warband.public_id, "explode"])).status_code == 404


def test_a_visitor_founds_a_warband_in_three_presses_and_keeps_it(db: None, client_of: ClientOf) -> None:
    client = client_of(None)
    assert client.get(reverse("warbands:new")).status_code == 200
    answer = client.post(reverse("warbands:start", args=["reiklanders"]), {"idempotency_key": "one"})
    assert answer.status_code == 302
    warband = Warband.objects.get()
    assert warband.owner.is_guest
    act(client, warband, "suggest")
    answer = act(client, warband, "found")
    assert answer["HX-Redirect"] == reverse("warbands:roster", args=[warband.public_id])
    warband.refresh_from_db()
    assert warband.status == "founded"
    assert client.get(reverse("warbands:list")).content.count(warband.name.encode()) == 1
    assert_reconciled(warband)


def test_a_press_redraws_the_builder_and_offers_undo(owner: User, client_of: ClientOf) -> None:
    warband = draft(owner)
    answer = act(client_of(owner), warband, "hire", "warrior_type=reiklanders_warrior&count=5")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "<html" not in page
    assert "6 of 15 models" in page
    assert "Undo" in page


def test_without_script_a_press_leads_back_to_the_page(owner: User, client_of: ClientOf) -> None:
    warband = draft(owner)
    leader = look(warband).leader()
    assert leader is not None
    url = reverse("warbands:act", args=[warband.public_id, "buy"])
    answer = client_of(owner).post(
        url, {"press": f"warrior={leader.key}&item=sword", "page": "draft", "kit": leader.key}
    )
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"/draft/?kit={leader.key}")
    assert look(warband).line(leader.key, "sword") is not None


def test_a_second_click_buys_once(owner: User, client_of: ClientOf) -> None:
    warband = draft(owner)
    leader = look(warband).leader()
    assert leader is not None
    client = client_of(owner)
    for _turn in range(2):
        act(client, warband, "buy", f"warrior={leader.key}&item=sword", idempotency_key="press-9")
    line = look(warband).line(leader.key, "sword")
    assert line is not None
    assert line.count == 1
    assert_reconciled(warband)


def test_a_refusal_is_a_sentence_with_its_rule_and_changes_nothing(owner: User, client_of: ClientOf) -> None:
    warband = draft(owner)
    answer = act(client_of(owner), warband, "hire", "warrior_type=reiklanders_mercenary_captain")
    assert answer.status_code == 422
    assert "RO-ENTRY-MAX-01" in answer.content.decode()
    assert len(look(warband).members) == 1


def test_a_stale_page_is_told_so(owner: User, arbitrator: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    old = warband.version
    from warbands.trading import treasury

    treasury.gain(warband_id=warband.pk, gold_gc=5, by=by(arbitrator))
    url = reverse("warbands:act", args=[warband.public_id, "rename"])
    answer = client_of(owner).post(url, {"name": "Late", "version": str(old), "page": "roster"}, headers=HTMX)
    assert answer.status_code == 409
    assert "This roster was changed elsewhere" in answer.content.decode()


def test_nonsense_is_refused_politely(owner: User, client_of: ClientOf) -> None:
    warband = draft(owner)
    for press in ("warrior_type=<script>", "warrior_type=" + "a" * 300, "%00%ff", "count=999&warrior_type=skaven"):
        answer = act(client_of(owner), warband, "hire", press)
        assert answer.status_code == 422


def test_the_button_that_fixes_a_violation_works(owner: User, client_of: ClientOf) -> None:
    warband = draft(owner)
    answer = act(client_of(owner), warband, "mend", mend="hire:reiklanders_warrior")
    assert answer.status_code == 200
    assert look(warband).models_count() == 2


def test_the_search_finds_a_list_by_one_of_its_warriors(client_of: ClientOf, db: None) -> None:
    answer = client_of(None).get(reverse("warbands:new") + "?q=vampire", headers=HTMX)
    page = answer.content.decode()
    assert "Undead" in page
    assert "Skaven" not in page


def test_one_warrior_has_a_page_with_their_record(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    leader = look(warband).leader()
    assert leader is not None
    url = reverse("warbands:warrior", args=[warband.public_id, leader.key])
    page = client_of(owner).get(url).content.decode()
    assert leader.name in page
    assert "The draft was started" in page
    assert client_of(owner).get(url.replace(leader.key, "0" * 12)).status_code == 404


def test_the_roster_of_an_earlier_entry_is_shown(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    page = client_of(owner).get(reverse("warbands:history", args=[warband.public_id]) + "?day=1").content.decode()
    assert "The roster after entry 1" in page
    assert "1 models" in page or "1 model" in page


def test_a_draft_is_deleted_after_asking(owner: User, stranger: User, client_of: ClientOf) -> None:
    warband = draft(owner)
    url = reverse("warbands:delete", args=[warband.public_id])
    assert client_of(stranger).post(url).status_code == 404
    assert client_of(owner).get(url).status_code == 200
    assert client_of(owner).post(url).status_code == 302
    assert not Warband.objects.exists()


def queries_of(client: Client, url: str, *, is_cold: bool = True) -> int:
    """Number of queries of a page. If cold, caches such as the reader's dashboard counts are empty."""
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    if is_cold:
        cache.clear()
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(url).status_code == 200
    return len(found)


@pytest.mark.parametrize("page", ["roster", "trade", "print", "history"])
def test_queries_do_not_grow_with_the_roster(owner: User, client_of: ClientOf, page: str) -> None:
    from warbands.builder import recruiting

    small = draft(owner, "skaven", seed="small")
    for _turn in range(2):
        recruiting.hire(warband_id=small.pk, warrior_type="skaven_verminkin", by=by(owner))
    founding.found(warband_id=small.pk, by=by(owner))
    large = draft(owner, "skaven", seed="large")
    founding.suggest(warband_id=large.pk, by=by(owner))
    for _turn in range(10):
        from warbands.trading import treasury

        treasury.gain(warband_id=large.pk, gold_gc=20, by=by(owner))
        recruiting.hire(warband_id=large.pk, warrior_type="skaven_giant_rat", by=by(owner))
    founding.found(warband_id=large.pk, by=by(owner))
    assert look(large).models_count() == 20
    client = client_of(owner)
    pages = [reverse(f"warbands:{page}", args=[warband.public_id]) for warband in (small, large)]
    few, many = (queries_of(client, url) for url in pages)
    assert few == many
    alone = [queries_of(client, url, is_cold=False) for url in pages]
    assert max(alone) <= 9, "the page itself, and the league on the roster"
    assert many - max(alone) <= 14, (
        "one for each kind of thing that may wait on the reader anywhere (the bell in the frame)"
    )


def test_the_lists_stand_on_a_shelf_for_each_tier_and_one_shelf_can_be_asked_for(client_of: ClientOf, db: None) -> None:
    client = client_of(None)
    whole = client.get(reverse("warbands:new")).content.decode()
    assert [title in whole for title in ("The rulebook", "Official supplements", "Community")] == [True] * 3
    assert len(whole) < 260_000, "52 lists on one page, and no more than a picture weighs"
    second = client.get(reverse("warbands:new") + "?tier=2", headers=HTMX).content.decode()
    assert "Official supplements" in second
    assert "The rulebook" not in second


def test_a_variant_of_a_list_is_on_the_card_of_that_list(client_of: ClientOf, db: None) -> None:
    page = client_of(None).get(reverse("warbands:new") + "?q=kurgan", headers=HTMX).content.decode()
    assert page.count("type-card") == 1
    assert reverse("warbands:start", args=["marauders_kurgan"]) in page
