"""Packs of a campaign: what is excluded is not available, custom packs have a version, and the version does not change
until an arbitrator chooses a newer one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from campaigns.core.refusals import (
    LeagueDecides,
    MatchOnTheBoard,
    NoSuchPack,
    NotTheArbitrator,
    PackNotPlayed,
    PackStillPlayed,
)
from campaigns.core.tests.factories import enter, league, match_between, now
from campaigns.members import services as members_services
from campaigns.models import Campaign, CampaignEvent
from campaigns.packs import services as packs_services
from campaigns.packs.selectors import roster_changes
from catalogue.custom_packs.selectors import sample
from catalogue.custom_packs.tests.factories import next_version, released, swapped
from catalogue.models import PackRelease
from catalogue.packs.installed import book
from mordheim_site.refusals import Refusal
from warbands.builder import founding, recruiting
from warbands.builder.founding import NoSuchType
from warbands.core.books import book_of
from warbands.core.tests.factories import assert_reconciled, by, founded, look
from warbands.models import Warband
from warbands.rules.check import check_roster
from warbands.trading import services as trading_services
from warbands.trading import treasury
from warbands.trading.services import NotForSale

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User | None], Client]

NEWER = (
    ("price_gc: 25\n", "price_gc: 40\n"),
    ("weapon_skill: 4, ballistic_skill: 4", "weapon_skill: 5, ballistic_skill: 4"),
)


def playing(arbitrator: User, owner: User, release: PackRelease) -> tuple[Campaign, Warband]:
    """A league that uses this version, and the owner's warband of its list in it."""
    campaign = league(arbitrator)
    packs_services.choose(
        campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), left_out=[], own={release.pack.code: release.number}
    )
    campaign.refresh_from_db()
    warband = founded(owner, f"{release.code}_sewer_watch")
    members_services.join(join_code=campaign.join_code, actor_id=owner.pk, warband_id=warband.pk, now=now())
    warband.refresh_from_db()
    return campaign, warband


def test_a_league_takes_bands_of_the_custom_packs_it_plays_with(arbitrator: User, owner: User, rival: User) -> None:
    release = released(arbitrator, visibility="link")
    campaign, warband = playing(arbitrator, owner, release)
    assert warband.pack_pins[release.pack.code] == 1
    plain = league(arbitrator, name="Plain")
    other = founded(rival, f"{release.code}_sewer_watch")
    with pytest.raises(PackNotPlayed, match="Sewer Watch"):
        members_services.join(join_code=plain.join_code, actor_id=rival.pk, warband_id=other.pk, now=now())
    entry = members_services.join_with_new(
        join_code=campaign.join_code, actor_id=rival.pk, warband_type=f"{release.code}_sewer_watch", now=now()
    )
    assert_reconciled(entry.warband)


def test_a_warband_of_another_pack_version_cannot_join(arbitrator: User, owner: User, rival: User) -> None:
    first = released(arbitrator, visibility="link")
    campaign, _warband = playing(arbitrator, owner, first)
    second = next_version(first, swapped(*NEWER))
    newer = founded(rival, f"{second.code}_sewer_watch")
    with pytest.raises(PackNotPlayed, match="version 2"):
        members_services.join(join_code=campaign.join_code, actor_id=rival.pk, warband_id=newer.pk, now=now())


def test_a_publication_left_out_founds_sells_and_joins_nothing(arbitrator: User, owner: User, rival: User) -> None:
    campaign = league(arbitrator)
    packs_services.choose(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), left_out=["sylvaneth"], own={})
    campaign.refresh_from_db()
    assert campaign.packs == {"sylvaneth": None}
    gone = next(
        warband_type.code for warband_type in book().warband_types.values() if warband_type.source.pack == "sylvaneth"
    )
    with pytest.raises(NoSuchType):
        members_services.join_with_new(join_code=campaign.join_code, actor_id=owner.pk, warband_type=gone, now=now())
    band = founded(rival, gone)
    with pytest.raises(PackNotPlayed):
        members_services.join(join_code=campaign.join_code, actor_id=rival.pk, warband_id=band.pk, now=now())
    entry = enter(campaign, owner)
    assert entry.warband.pack_pins["sylvaneth"] is None
    members_services.withdraw(entry_id=entry.pk, actor_id=owner.pk, now=now())
    entry.warband.refresh_from_db()
    assert entry.warband.pack_pins.get("sylvaneth") is None
    assert book_of(entry.warband) is not None


def test_a_pack_in_play_is_not_taken_away(arbitrator: User, owner: User) -> None:
    release = released(arbitrator, visibility="link")
    campaign, warband = playing(arbitrator, owner, release)
    with pytest.raises(PackStillPlayed, match=warband.name):
        packs_services.choose(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), left_out=[], own={})
    campaign.refresh_from_db()
    assert campaign.packs == {release.pack.code: 1}
    members_services.withdraw(entry_id=campaign.entries.get().pk, actor_id=owner.pk, now=now())
    packs_services.choose(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), left_out=[], own={})
    campaign.refresh_from_db()
    assert campaign.packs == {}


def test_only_arbitrators_who_can_read_a_pack_choose_it(arbitrator: User, owner: User) -> None:
    private = released(owner)
    campaign = league(arbitrator)
    wanted: dict[str, Any] = {"now": now(), "left_out": [], "own": {private.pack.code: 1}}
    with pytest.raises(NotTheArbitrator):
        packs_services.choose(campaign_id=campaign.pk, actor_id=owner.pk, **wanted)
    with pytest.raises(NoSuchPack):
        packs_services.choose(campaign_id=campaign.pk, actor_id=arbitrator.pk, **wanted)
    with pytest.raises(NoSuchPack):
        packs_services.choose(
            campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), left_out=[], own={"own_aaaaaaaa": 1}
        )


def test_goods_of_an_own_pack_are_sold_in_a_league_that_plays_with_it(arbitrator: User, owner: User) -> None:
    goods = released(
        arbitrator,
        "pack: {code: g, name: Goods, tier: 3, publication: Own pack, edition: First}\n"
        "items: [{code: horn, name: Tin Horn, item_class: misc, slot: misc, price_gc: 3}]\n",
        visibility="public",
    )
    campaign = league(arbitrator)
    entry = enter(campaign, owner)
    with pytest.raises(NotForSale):
        trading_services.buy(warband_id=entry.warband_id, item=f"{goods.code}_horn", by=by(owner))
    packs_services.choose(
        campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), left_out=[], own={goods.pack.code: 1}
    )
    trading_services.buy(warband_id=entry.warband_id, item=f"{goods.code}_horn", by=by(owner))
    assert_reconciled(Warband.objects.get(pk=entry.warband_id))


def test_an_own_pack_adds_entries_hirelings_and_skills_to_lists_of_the_site(arbitrator: User, owner: User) -> None:
    profile = (
        "{movement: 4, weapon_skill: 3, ballistic_skill: 3, strength: 3, toughness: 3, wounds: 1, initiative: 3, "
        "attacks: 1, leadership: 7}"
    )
    more = released(
        arbitrator,
        "pack: {code: m, name: More, tier: 3, publication: Own pack, edition: First}\n"
        "warrior_types:\n"
        "  - {code: drummer, name: Drummer, plural: Drummers, kind: henchman, warband_type: reiklanders, race: human,\n"
        f"     price_gc: 0, carries_equipment: false, characteristics: {profile}}}\n"
        "  - {code: lantern_man, name: Lantern Man, plural: Lantern Men, kind: hired_sword, race: human,\n"
        f"     hire: {{hire_gc: 0, upkeep_gc: 5, rating: 5}}, characteristics: {profile}}}\n"
        "skills: [{code: drill, name: Drill, skill_list: combat, when: battle,\n"
        "          effects: [{code: to_hit_bonus, amount: 1, phase: combat}]}]\n",
        visibility="public",
    )
    campaign = league(arbitrator)
    entry = enter(campaign, owner)
    with pytest.raises(Refusal):
        recruiting.hire(warband_id=entry.warband_id, warrior_type=f"{more.code}_lantern_man", by=by(owner))
    packs_services.choose(
        campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), left_out=[], own={more.pack.code: 1}
    )
    entry.warband.refresh_from_db()
    facts = book_of(entry.warband)
    assert f"{more.code}_drummer" in [entry.code for entry in facts.warrior_types_of("reiklanders")]
    assert f"{more.code}_drill" in [skill.code for skill in facts.skills_of("combat")]
    assert f"{more.code}_lantern_man" in [hireling.code for hireling in facts.hirelings_for("reiklanders")]
    for code in ("drummer", "lantern_man"):
        recruiting.hire(warband_id=entry.warband_id, warrior_type=f"{more.code}_{code}", by=by(owner))
    warband = Warband.objects.get(pk=entry.warband_id)
    assert not [one for one in check_roster(look(warband), facts) if not one.is_lack]
    assert_reconciled(warband)
    with pytest.raises(PackStillPlayed, match=r"Drummer.*Lantern Man|Lantern Man.*Drummer"):
        packs_services.choose(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), left_out=[], own={})


def test_a_newer_version_changes_nothing_until_it_is_taken(arbitrator: User, owner: User) -> None:
    first = released(arbitrator, visibility="link")
    campaign, warband = playing(arbitrator, owner, first)
    before = look(warband)
    second = next_version(first, swapped(*NEWER), note="Dearer")
    assert look(warband) == before
    assert book_of(warband).leader_of(warband.warband_type_code).characteristics.weapon_skill == 4

    touched = roster_changes(campaign, first.pack, 1, 2)
    assert [one.name for one in touched] == [warband.name]
    assert [(move.short, move.was, move.now) for move in touched[0].difference.moved] == [("WS", 4, 5)]
    assert look(warband) == before

    packs_services.update_campaign(
        campaign_id=campaign.pk, actor_id=arbitrator.pk, pack_code=first.pack.code, number=2, left=1, now=now()
    )
    after = look(warband)
    assert warband.warband_type_code == f"{second.code}_sewer_watch"
    assert {member.warrior_type_code.rpartition("_1_")[0] for member in after.members.values()} == {""}
    assert after.treasury_gc == before.treasury_gc
    assert [member.name for member in after.members.values()] == [member.name for member in before.members.values()]
    assert book_of(warband).leader_of(warband.warband_type_code).characteristics.weapon_skill == 5
    assert_reconciled(warband)
    event = CampaignEvent.objects.filter(campaign=campaign, kind="packs_changed").order_by("pk").last()
    assert event is not None
    assert event.data["own"] == [{"name": "Sewer Watch", "number": 2}]


def test_a_second_press_and_a_stale_page_take_nothing(arbitrator: User, owner: User) -> None:
    first = released(arbitrator, visibility="link")
    campaign, warband = playing(arbitrator, owner, first)
    for number in (2, 3):
        next_version(first, sample() + f"# {number}\n")
    asked: dict[str, Any] = {"campaign_id": campaign.pk, "actor_id": arbitrator.pk, "pack_code": first.pack.code}
    packs_services.update_campaign(**asked, number=2, left=1, now=now())
    packs_services.update_campaign(**asked, number=2, left=1, now=now())
    assert warband.ledger.filter(kind="repacked").count() == 1
    with pytest.raises(Refusal, match="in the meantime"):
        packs_services.update_campaign(**asked, number=3, left=1, now=now())
    with pytest.raises(NotTheArbitrator):
        packs_services.update_campaign(**{**asked, "actor_id": owner.pk}, number=3, left=2, now=now())


def test_nothing_is_taken_while_a_match_is_played(arbitrator: User, owner: User, rival: User) -> None:
    first = released(arbitrator, visibility="link")
    campaign, _warband = playing(arbitrator, owner, first)
    enter(campaign, rival)
    match = match_between(campaign, owner, rival)
    match.status = "playing"
    match.save(update_fields=["status"])
    next_version(first, sample() + "# 2\n")
    with pytest.raises(MatchOnTheBoard):
        packs_services.update_campaign(
            campaign_id=campaign.pk, actor_id=arbitrator.pk, pack_code=first.pack.code, number=2, left=1, now=now()
        )


def test_what_a_newer_version_dropped_stays_on_the_roster(arbitrator: User, owner: User) -> None:
    first = released(arbitrator, visibility="link")
    campaign, warband = playing(arbitrator, owner, first)
    leader = look(warband).leader()
    assert leader is not None
    hook = f"{first.code}_drain_hook"
    treasury.gain(warband_id=warband.pk, gold_gc=12, by=by(owner))
    trading_services.buy(warband_id=warband.pk, item=hook, warrior=leader.key, by=by(owner))
    text = sample()
    start, end = text.index("items:\n"), text.index("skill_lists:\n")
    next_version(first, (text[:start] + text[end:]).replace("      - {item: drain_hook, price_gc: 12}\n", ""))
    kept = roster_changes(campaign, first.pack, 1, 2)[0].difference.kept
    assert kept == ("Drain Hook",)
    packs_services.update_campaign(
        campaign_id=campaign.pk, actor_id=arbitrator.pk, pack_code=first.pack.code, number=2, left=1, now=now()
    )
    assert hook in [line.item_code for line in look(warband).kit.values()]
    assert_reconciled(warband)


def test_members_read_a_private_pack_that_their_league_plays_with(
    arbitrator: User, owner: User, stranger: User, client_of: ClientOf
) -> None:
    private = released(arbitrator)
    campaign = league(arbitrator)
    packs_services.choose(
        campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), left_out=[], own={private.pack.code: 1}
    )
    listed = f"{private.code}_sewer_watch"
    with pytest.raises(NoSuchType):
        founded(owner, listed)
    members_services.join_with_new(join_code=campaign.join_code, actor_id=owner.pk, warband_type=listed, now=now())
    address = f"/packs/own/{private.pack.public_id}/"
    assert client_of(owner).get(address).status_code == 200
    assert client_of(stranger).get(address).status_code == 404


def test_the_pages_choose_preview_and_take(arbitrator: User, owner: User, client_of: ClientOf) -> None:
    first = released(arbitrator, visibility="link")
    campaign = league(arbitrator)
    page, client = f"/campaigns/{campaign.slug}/manage/packs/", client_of(arbitrator)
    assert "Sewer Watch, version 1" in client.get(page).content.decode()
    assert client.post(page, {"left_out": ["sylvaneth"], "custom_packs": [first.pack.code]}).status_code == 302
    campaign.refresh_from_db()
    assert campaign.packs == {"sylvaneth": None, first.pack.code: 1}
    joined = client_of(owner).get(f"/join/{campaign.join_code}/").content.decode()
    assert f"{first.code}_sewer_watch" in joined
    assert "Without " in joined
    warband = founded(owner, f"{first.code}_sewer_watch")
    members_services.join(join_code=campaign.join_code, actor_id=owner.pk, warband_id=warband.pk, now=now())
    next_version(first, swapped(*NEWER))
    look_at = f"{page}{first.pack.public_id}/"
    assert look_at in client.get(page).content.decode()
    body = client.get(look_at).content.decode()
    assert warband.name in body
    assert "WS 4 → 5" in body
    assert "Watchman" in body
    assert client_of(owner).get(look_at).status_code == 403
    assert client.post(look_at, {"to": "2", "left": "1"}).status_code == 302
    assert look(warband).warband_type_code.startswith(f"own_{first.pack.key}_2_")
    rules_page = client.get(f"/campaigns/{campaign.slug}/rules/").content.decode()
    assert "version 2" in rules_page
    history = client_of(owner).get(f"/warbands/{warband.public_id}/history/").content.decode()
    assert "version 2 of Sewer Watch" in history


def test_outside_leagues_the_owner_installs_a_newer_version(
    arbitrator: User, owner: User, stranger: User, client_of: ClientOf
) -> None:
    first = released(arbitrator, visibility="link")
    warband = founded(owner, f"{first.code}_sewer_watch")
    page = f"/campaigns/warbands/{warband.public_id}/version/"
    assert client_of(owner).get(page).status_code == 302
    next_version(first, swapped(*NEWER))
    assert page in client_of(owner).get(f"/campaigns/warbands/{warband.public_id}/").content.decode()
    assert "WS 4 → 5" in client_of(owner).get(page).content.decode()
    assert client_of(stranger).get(page).status_code == 404
    assert client_of(owner).post(page, {"to": "9"}).status_code == 422
    assert client_of(owner).post(page, {"to": "2"}).status_code == 302
    assert look(warband).warband_type_code == f"own_{first.pack.key}_2_sewer_watch"
    assert warband.pack_pins[first.pack.code] == 2
    assert_reconciled(warband)


def test_a_league_decides_for_the_warbands_in_it(arbitrator: User, owner: User) -> None:
    first = released(arbitrator, visibility="link")
    _campaign, warband = playing(arbitrator, owner, first)
    next_version(first, swapped(*NEWER))
    with pytest.raises(LeagueDecides):
        packs_services.update_warband(warband_id=warband.pk, actor_id=owner.pk, number=2, now=now())


def test_the_page_of_a_newer_version_asks_twice_a_warband(
    arbitrator: User, owner: User, rival: User, client_of: ClientOf
) -> None:
    first = released(arbitrator, visibility="link")
    campaign, _warband = playing(arbitrator, owner, first)
    next_version(first, swapped(*NEWER))
    client, counts = client_of(arbitrator), []
    page = f"/campaigns/{campaign.slug}/manage/packs/{first.pack.public_id}/"
    for player in (rival, arbitrator):
        client.get(page)
        with CaptureQueriesContext(connection) as queries:
            client.get(page)
        counts.append(len(queries))
        band = founded(player, f"{first.code}_sewer_watch")
        members_services.join(join_code=campaign.join_code, actor_id=player.pk, warband_id=band.pk, now=now())
    assert counts[1] - counts[0] == 2


def test_a_shared_pack_is_chosen_by_its_address(arbitrator: User, owner: User, client_of: ClientOf) -> None:
    shared = released(owner, visibility="link")
    campaign = league(arbitrator)
    page = f"/campaigns/{campaign.slug}/manage/packs/"
    address = f"http://testserver/packs/own/{shared.pack.public_id}/"
    assert client_of(arbitrator).post(page, {"own_address": address}).status_code == 302
    campaign.refresh_from_db()
    assert campaign.packs == {shared.pack.code: 1}
    for wrong in ("elsewhere", "/packs/own/aaaaaaaaaaaa/"):
        assert client_of(arbitrator).post(page, {"own_address": wrong}).status_code == 422


def test_a_league_begins_with_its_choice_of_packs(arbitrator: User, client_of: ClientOf) -> None:
    first = released(arbitrator)
    answer = client_of(arbitrator).post(
        "/campaigns/new/", {"name": "Chosen", "left_out": ["town_cryer"], "custom_packs": [first.pack.code]}
    )
    assert answer.status_code == 302
    assert Campaign.objects.get(name="Chosen").packs == {"town_cryer": None, first.pack.code: 1}


def test_a_draft_for_a_league_knows_its_packs(arbitrator: User, owner: User, client_of: ClientOf) -> None:
    release = released(arbitrator, visibility="link")
    campaign = league(arbitrator)
    packs_services.choose(
        campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), left_out=["sylvania"], own={release.pack.code: 1}
    )
    client_of(owner).post(
        f"/join/{campaign.join_code}/new/", {"warband_type": f"{release.code}_sewer_watch", "how": "by_hand"}
    )
    draft = Warband.objects.get(owner=owner)
    assert draft.pack_pins["sylvania"] is None
    assert draft.pack_pins[release.pack.code] == 1
    founding.delete_draft(warband_id=draft.pk)
