"""Deals, captives and pacts: both sides accept, and then either everything is traded or nothing."""

import pytest

from campaigns.administration import services as running_services
from campaigns.core.refusals import CampaignNotRunning, SameWarband
from campaigns.core.tests.factories import enter, entry_of, league, now
from campaigns.deals import alliances
from campaigns.deals import services as deals_services
from campaigns.deals.refusals import CannotPay, DealOver, EmptyDeal, NotInTheStash, NotYourCaptive, NotYourDeal
from campaigns.deals.rules import DealGoods, Thing
from campaigns.deals.selectors import captives_of, stash_of
from campaigns.models import Alliance, Deal
from tests_support.cast import make_user
from warbands.core.ledger import ActionContext
from warbands.core.reconcile import reconcile
from warbands.roster import casualties
from warbands.trading import stash, treasury

pytestmark = pytest.mark.django_db


def by() -> ActionContext:
    return ActionContext(actor_id=None, at=now())


@pytest.fixture
def ashes(arbitrator, owner, rival):
    campaign = league(arbitrator, [owner, rival])
    for person in (owner, rival):
        treasury.gain(warband_id=entry_of(campaign, person).warband_id, gold_gc=100, by=by())
    stash.add(warband_id=entry_of(campaign, owner).warband_id, item="sword", count=3, by=by())
    return campaign


def gold(campaign, person) -> int:
    return entry_of(campaign, person).warband.treasury_gc


def offer(campaign, one, other, gives=DealGoods(), takes=DealGoods(), **more) -> Deal:  # noqa: B008 - frozen
    return deals_services.offer(
        campaign_id=campaign.pk,
        actor_id=one.pk,
        one=entry_of(campaign, one).public_id,
        other=entry_of(campaign, other).public_id,
        gives=gives,
        takes=takes,
        now=now(),
        **more,
    )


def accept(deal, person) -> Deal:
    return deals_services.accept(deal_id=deal.pk, actor_id=person.pk, now=now())


def swords(campaign, person, count) -> DealGoods:
    line = next(kit_line for kit_line in stash_of(entry_of(campaign, person).warband_id) if kit_line.name == "Sword")
    return DealGoods(kit=(Thing(line.key, "", count),))


def reconciled(campaign) -> bool:
    return not [fault for entry in campaign.entries.all() for fault in reconcile(entry.warband)]


def test_a_deal_is_carried_out_once_when_both_agree(ashes, owner, rival) -> None:
    had = gold(ashes, owner), gold(ashes, rival)
    deal = offer(ashes, owner, rival, swords(ashes, owner, 2), DealGoods(gold_gc=25), source_key="form:a")
    assert offer(ashes, owner, rival, swords(ashes, owner, 2), DealGoods(gold_gc=25), source_key="form:a") == deal
    assert (gold(ashes, owner), gold(ashes, rival)) == had
    with pytest.raises(NotYourDeal):
        accept(deal, owner)
    for _press in range(2):
        accept(deal, rival)
    assert (gold(ashes, owner), gold(ashes, rival)) == (had[0] + 25, had[1] - 25)
    assert [line.count for line in stash_of(entry_of(ashes, rival).warband_id) if line.name == "Sword"] == [2]
    assert [line.count for line in stash_of(entry_of(ashes, owner).warband_id) if line.name == "Sword"] == [1]
    assert reconciled(ashes)
    assert ashes.events.filter(kind="deal_agreed").count() == 1


def test_a_deal_whose_goods_are_gone_changes_nothing(ashes, owner, rival) -> None:
    deal = offer(ashes, owner, rival, swords(ashes, owner, 2), DealGoods(gold_gc=25))
    line = next(kit_line for kit_line in stash_of(entry_of(ashes, owner).warband_id) if kit_line.name == "Sword")
    stash.lose(warband_id=entry_of(ashes, owner).warband_id, kit=line.key, count=2, by=by())
    had = gold(ashes, rival)
    with pytest.raises(NotInTheStash) as raised:
        accept(deal, rival)
    assert "Nothing was traded" in str(raised.value)
    poor = offer(ashes, owner, rival, DealGoods(gold_gc=1), DealGoods(gold_gc=4000))
    with pytest.raises(CannotPay):
        accept(poor, rival)
    assert gold(ashes, rival) == had
    assert reconciled(ashes)


def test_only_the_owners_of_both_warbands_offer_and_answer(ashes, owner, rival, stranger, arbitrator) -> None:
    entry, other = entry_of(ashes, owner), entry_of(ashes, rival)

    def offered(actor, one=entry.public_id, to=other.public_id, gives=DealGoods(gold_gc=1)):  # noqa: B008 - frozen
        return deals_services.offer(
            campaign_id=ashes.pk, actor_id=actor.pk, one=one, other=to, gives=gives, takes=DealGoods(), now=now()
        )

    for actor in (stranger, rival, arbitrator):
        with pytest.raises(NotYourDeal):
            offered(actor)
    with pytest.raises(SameWarband):
        offered(owner, to=entry.public_id)
    for bad in (DealGoods(), DealGoods(gold_gc=-5), DealGoods(gold_gc=999_999), DealGoods(shards=-1)):
        with pytest.raises(EmptyDeal):
            offered(owner, gives=bad)
    with pytest.raises(NotInTheStash):
        offered(owner, gives=DealGoods(kit=(Thing("x" * 12, "sword", 1),)))
    deal = offered(owner)
    deals_services.withdraw(deal_id=deal.pk, actor_id=owner.pk, now=now())
    with pytest.raises(DealOver) as raised:
        accept(deal, rival)
    assert "withdrawn" in str(raised.value)
    later = offered(owner)
    running_services.set_status(campaign_id=ashes.pk, actor_id=arbitrator.pk, status="paused", now=now(), reason="Snow")
    with pytest.raises(CampaignNotRunning):
        accept(later, rival)


def test_a_captive_is_ransomed_or_sold_on_and_then_ransomed(ashes, owner, rival) -> None:
    third = make_user("third")
    enter(ashes, third)
    band = entry_of(ashes, owner).warband
    hero = band.warriors.order_by("position")[1]
    casualties.capture(warband_id=band.pk, warrior=hero.public_id, captor=entry_of(ashes, rival).warband.name, by=by())
    (held,) = captives_of(ashes)
    assert held.holder == entry_of(ashes, rival)
    lot = DealGoods(captives=(Thing(hero.public_id, ""),))
    treasury.gain(warband_id=entry_of(ashes, third).warband_id, gold_gc=50, by=by())
    accept(offer(ashes, rival, third, lot, DealGoods(gold_gc=20)), third)
    assert captives_of(ashes)[0].holder == entry_of(ashes, third)
    with pytest.raises(NotYourCaptive):
        offer(ashes, rival, owner, lot, DealGoods(gold_gc=5))
    accept(offer(ashes, owner, third, DealGoods(gold_gc=40), lot), third)
    hero.refresh_from_db()
    assert hero.status == "active"
    assert captives_of(ashes) == []
    assert reconciled(ashes)


def test_a_pact_needs_both_and_either_ends_it(ashes, owner, rival) -> None:
    def propose(one, other):
        return alliances.propose(
            campaign_id=ashes.pk,
            actor_id=one.pk,
            one=entry_of(ashes, one).public_id,
            other=entry_of(ashes, other).public_id,
            now=now(),
        )

    pact = propose(owner, rival)
    assert propose(owner, rival) == pact
    assert propose(rival, owner).agreed_at is not None
    alliances.end(alliance_id=pact.pk, actor_id=owner.pk, now=now())
    assert Alliance.objects.get().ended_at is not None
    assert propose(owner, rival).pk != pact.pk


def test_a_player_offers_and_the_other_agrees_on_the_pages(ashes, owner, rival, stranger, client_of) -> None:
    url = f"/campaigns/{ashes.slug}/deals/"
    mine, other = entry_of(ashes, owner).public_id, entry_of(ashes, rival).public_id
    client = client_of(owner)
    assert b"Partner" in client.get(f"{url}new/").content
    page = client.get(f"{url}new/?other={other}").content.decode()
    key = next(line.key for line in stash_of(entry_of(ashes, owner).warband_id))
    assert f"give_{key}" in page
    sent = {"one": mine, "other": other, f"give_{key}": "1", "take_gold": "10", "note": "For the road"}
    assert client.post(f"{url}new/", {**sent, f"give_{key}": "77"}).status_code == 422
    assert client.post(f"{url}new/", {"one": mine, "other": other}).status_code == 422
    assert client.post(f"{url}new/", sent).status_code == 302
    deal = Deal.objects.get()
    assert b"For the road" not in client_of(stranger).get(url).content
    assert b"offers" in client_of(rival).get("/").content
    reader = client_of(rival)
    assert b"For the road" in reader.get(url).content
    assert client.post(f"{url}{deal.public_id}/", {"act": "accept"}).status_code == 403
    assert reader.post(f"{url}{deal.public_id}/", {"act": "accept"}).status_code == 302
    assert reader.post(f"{url}{deal.public_id}/", {"act": "decline"}).status_code == 409
    assert reader.post(f"{url}{deal.public_id}/", {"act": "burn"}).status_code == 404
    assert "gave Sword" in client_of(None).get(url).content.decode()
    assert client.post(f"/campaigns/{ashes.slug}/pacts/", {"one": mine, "other": other}).status_code == 302
    pact = Alliance.objects.get().public_id
    assert reader.post(f"/campaigns/{ashes.slug}/pacts/", {"pact": pact, "act": "agree"}).status_code == 302
    assert "allied" in client_of(None).get(url).content.decode()
    assert reader.post(f"/campaigns/{ashes.slug}/pacts/", {"pact": "nothing"}).status_code == 422
