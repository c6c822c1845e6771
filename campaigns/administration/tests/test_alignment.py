"""The alignment is chosen with the draft, shown on the roster, respected by pacts and passed to the engine (item
2.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from battles.engine.rulesets.compile import rules_for
from battles.engine.steps.turn.alliances import Partner, partner_fault
from battles.setup import match_battles
from campaigns.core.alliance_partners import partner_of
from campaigns.core.tests.factories import league, now
from campaigns.deals import alliances
from campaigns.deals.refusals import PactBarred
from campaigns.members import services as members_services
from campaigns.models import Alliance, Campaign, Entry
from campaigns.rounds import scheduling
from catalogue.packs.alignments import ALIGNMENT_WORDS, offered_alignment
from catalogue.packs.installed import book
from warbands.builder import founding
from warbands.builder.founding import AlignmentNotOffered
from warbands.core.tests.factories import NOON
from warbands.models import Warband

pytestmark = pytest.mark.django_db


def entry(campaign: Campaign, player: User, warband_type: str) -> Entry:
    return members_services.join_with_new(
        join_code=campaign.join_code, actor_id=player.pk, warband_type=warband_type, now=now()
    )


def propose(campaign: Campaign, one: Entry, other: Entry, actor: User) -> Alliance:
    return alliances.propose(
        campaign_id=campaign.pk, actor_id=actor.pk, one=one.public_id, other=other.public_id, now=now()
    )


def test_a_draft_takes_what_its_list_offers_and_nothing_else(owner: User) -> None:
    started = founding.start_draft(owner_id=owner.pk, warband_type="witch_hunters", at=NOON)
    assert Warband.objects.get(pk=started.warband_id).alignment == "lawful"
    with pytest.raises(AlignmentNotOffered) as refused:
        founding.start_draft(owner_id=owner.pk, warband_type="witch_hunters", at=NOON, alignment="neutral")
    assert refused.value.rule_id == "ALLY-ALIGN-01"


def test_form_page_and_api_take_and_tell_the_alignment(owner: User, client_of: Any) -> None:
    client = client_of(owner)
    address = reverse("warbands:start", args=["skaven"])
    answer = client.post(address, {"name": "Rats", "alignment": "lawful"})
    assert answer.status_code == 422
    assert "cannot have this alignment" in answer.content.decode()
    answer = client.post(address, {"name": "Rats", "alignment": "chaotic"}, follow=True)
    assert "chaotic" in answer.content.decode().split('class="lede"')[1].split("</p>")[0]
    data = {"warband_type": "skaven", "alignment": "neutral"}
    refused = client.post("/api/v1/warbands/", data, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "alignment_not_offered")
    made = client.post("/api/v1/warbands/", {"warband_type": "skaven"}, content_type="application/json")
    assert made.json()["alignment"] == "chaotic"


def test_a_copy_keeps_the_alignment(owner: User) -> None:
    started = founding.start_draft(owner_id=owner.pk, warband_type="skaven", at=NOON)
    copied = founding.copy_warband(warband_id=started.warband_id, owner_id=owner.pk, at=NOON)
    assert Warband.objects.get(pk=copied.warband_id).alignment == "chaotic"


def test_pacts_obey_alignment_distrust_and_ruleset(arbitrator: User, owner: User, rival: User) -> None:
    campaign = league(arbitrator, ruleset="core")
    lawful, chaotic = entry(campaign, owner, "reiklanders"), entry(campaign, rival, "skaven")
    with pytest.raises(PactBarred, match="more than one step apart"):
        propose(campaign, lawful, chaotic, owner)
    assert not Alliance.objects.exists()
    older = league(arbitrator, ruleset="mordheim")
    first, other = entry(older, owner, "reiklanders"), entry(older, rival, "marienburgers")
    with pytest.raises(PactBarred, match="has no alliances"):
        propose(older, first, other, owner)


def test_a_pact_that_may_not_be_made_any_more_is_not_agreed(arbitrator: User, owner: User, rival: User) -> None:
    campaign = league(arbitrator, ruleset="core")
    first, other = entry(campaign, owner, "reiklanders"), entry(campaign, rival, "marienburgers")
    pact = propose(campaign, first, other, owner)
    Warband.objects.filter(pk=other.warband_id).update(warband_type_code="skaven", alignment="chaotic")
    with pytest.raises(PactBarred):
        alliances.agree(alliance_id=pact.pk, actor_id=rival.pk, now=now())


@pytest.mark.parametrize("dwarfs", ["dwarf_treasure_hunters", "dwarf_rangers"])
def test_dwarfs_distrust_elves(dwarfs: str, owner: User) -> None:
    rows = []
    for code in (dwarfs, "shadow_warriors"):
        started = founding.start_draft(owner_id=owner.pk, warband_type=code, at=NOON)
        rows.append(partner_of(Warband.objects.get(pk=started.warband_id)))
    level = [Partner(row.name, "neutral", row.tags) for row in rows]
    for pair in (level, level[::-1]):
        fault = partner_fault(rules_for("core"), *pair)
        assert fault is not None
        assert fault.code == "distrust"


def test_the_hatred_of_a_leader_bars_an_alliance(owner: User) -> None:
    rows = []
    for code in ("dwarf_treasure_hunters", "orc_mob"):
        started = founding.start_draft(owner_id=owner.pk, warband_type=code, at=NOON)
        rows.append(replace(partner_of(Warband.objects.get(pk=started.warband_id)), alignment="neutral"))
    for pair in (rows, rows[::-1]):
        fault = partner_fault(rules_for("core"), *pair)
        assert fault is not None
        assert fault.code == "leaders_hate"


def test_the_seats_of_a_match_carry_alignment_and_kind(arbitrator: User, owner: User, rival: User) -> None:
    campaign = league(arbitrator, ruleset="core")
    entries = [entry(campaign, owner, "undead"), entry(campaign, rival, "skaven")]
    match = scheduling.challenge(
        campaign_id=campaign.pk, actor_id=owner.pk, entry_id=entries[0].pk, other_entry_id=entries[1].pk, now=now()
    )
    side = match.sides.select_related("entry__warband").order_by("place")[0]
    access = match_battles.seat_of(side, "a", bytes(32))
    assert access.alignment == "chaotic"
    assert "undead_warband" in access.tags


def test_every_list_offers_known_alignments() -> None:
    for listed in book().warband_types.values():
        assert set(listed.alignment) <= set(ALIGNMENT_WORDS)
        assert offered_alignment(listed, "") == listed.alignment[0]
