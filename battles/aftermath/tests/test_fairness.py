"""No path through an aftermath lets a player predict, choose or repeat a roll.

The paths: reopening a confirmed aftermath, a captor's offer that reopens it, a correction with experience, a revert and
its consequences, undoing an answer, switching typed dice on and off, restoring the roster, data exports.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath import reverts
from battles.aftermath.captives import ransom
from battles.aftermath.decisions import choices, confirmation, market, rulings, undo
from battles.aftermath.dice.proof import proof_of
from battles.aftermath.models.seeds import AftermathRevert, AftermathSeed, RevertState
from battles.aftermath.selectors import is_revealed
from battles.aftermath.stages import runner
from battles.aftermath.tests.test_views import league
from battles.aftermath.tests.world import SEED, at_rest, ended, print_of
from battles.engine.commitment import fingerprint
from battles.models import Aftermath, AftermathLine, AftermathStatus, Battle, BattleSide
from campaigns.models import CampaignEvent, Membership, Notice, Role
from campaigns.notices import delivery
from warbands.core.state import HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.models import Warband
from warbands.roster.corrections import Correction

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


@pytest.fixture
def battle(owner: User, rival: User) -> Battle:
    return at_rest(owner, rival, gold=500)


def side(battle: Battle, letter: str = "a") -> Aftermath:
    return Aftermath.objects.select_related("warband", "side__battle__match").get(
        side__battle=battle, side__letter=letter
    )


def confirm(battle: Battle) -> None:
    for letter in "ab":
        row = side(battle, letter)
        confirmation.confirm(aftermath_id=row.public_id, actor_id=row.warband.owner_id, now=NOON)


def reopen(battle: Battle, letter: str = "a") -> Aftermath:
    row = side(battle, letter)
    confirmation.reopen(aftermath_id=row.public_id, actor_id=row.warband.owner_id, now=LATER)
    return side(battle, letter)


def seek(battle: Battle, number: int = 0) -> AftermathLine:
    row = side(battle)
    hero = load_state(row.warband).active(HERO)[number].key
    request = market.MarketRequest(row.public_id, row.warband.owner_id, LATER)
    market.search_item(request, hero=hero, item="lucky_charm")
    return AftermathLine.objects.filter(aftermath=row).latest("number")


def streams_of(battle: Battle) -> set[str]:
    return {roll[5] for line in AftermathLine.objects.filter(aftermath__side__battle=battle) for roll in line.rolls}


# -- opening again ---------------------------------------------------------------------------------------------------


def test_a_search_after_opening_again_is_rolled_from_a_seed_that_is_still_secret(battle: Battle) -> None:
    confirm(battle)
    assert is_revealed(battle)
    committed = AftermathSeed.objects.get(aftermath=side(battle))
    assert committed.committed_at == NOON
    row = reopen(battle)
    line = seek(battle)
    assert line.rolls[0][5] == f"aftermath:a~1:{line.number}"
    proof = proof_of(battle)
    assert proof.is_sound
    assert proof.rolled == 2
    drawn = next(seed for seed in proof.seeds if (seed.side, seed.number) == ("a", 1))
    assert (drawn.seed, drawn.fingerprint) == ("", fingerprint(bytes(committed.seed)))
    assert bytes(committed.seed) != SEED
    assert is_revealed(battle), "the battle's seed stays public: nothing is rolled from it any more"
    choices.decide_rest(aftermath_id=row.public_id, actor_id=row.warband.owner_id, now=LATER)
    confirmation.confirm(aftermath_id=row.public_id, actor_id=row.warband.owner_id, now=LATER)
    opened = next(seed for seed in proof_of(battle).seeds if (seed.side, seed.number) == ("a", 1))
    assert opened.seed == bytes(committed.seed).hex()


def test_each_time_it_is_opened_again_there_is_another_seed(battle: Battle) -> None:
    for number in (1, 2, 3):
        confirm(battle)
        assert reopen(battle).seed_number == number
        assert seek(battle, number - 1).rolls[0][5].startswith(f"aftermath:a~{number}:")
        choices.decide_rest(aftermath_id=side(battle).public_id, actor_id=side(battle).warband.owner_id, now=LATER)
    assert len({bytes(seed.seed) for seed in AftermathSeed.objects.filter(aftermath=side(battle))}) == 3
    assert proof_of(battle).is_sound


def test_while_one_side_may_still_roll_from_the_battles_seed_it_stays_secret(battle: Battle) -> None:
    row = side(battle)
    confirmation.confirm(aftermath_id=row.public_id, actor_id=row.warband.owner_id, now=NOON)
    reopen(battle)
    assert not is_revealed(battle)


def test_an_offer_for_a_captive_that_opens_a_confirmed_aftermath_brings_a_new_seed(battle: Battle) -> None:
    confirm(battle)
    ransom.reopen(side(battle, "b"), LATER)
    row = side(battle, "b")
    assert (row.confirmed_at, row.seed_number) == (None, 1)


def test_the_fingerprint_is_on_the_page_before_the_first_die(
    battle: Battle, owner: User, client_of: Callable[[User | None], Client]
) -> None:
    confirm(battle)
    committed = AftermathSeed.objects.get(aftermath=side(battle))
    page = reverse("battles:aftermath", args=[battle.public_id])
    assert committed.fingerprint in client_of(owner).get(page).content.decode()


# -- corrections -----------------------------------------------------------------------------------------------------


def correct(row: Aftermath, actor: User, **change: Any) -> AftermathLine:
    return rulings.rule(
        aftermath_id=row.public_id,
        actor_id=actor.pk,
        correction=Correction(**change),
        reason="Forgotten.",
        key="",
        now=LATER,
    )


def test_advances_of_a_correction_after_the_seed_is_public_come_from_a_new_one(battle: Battle, owner: User) -> None:
    confirm(battle)
    hero = load_state(side(battle).warband).active(HERO)[0]
    correct(side(battle), owner, warrior=hero.key, experience=20)
    rolled = [stream for stream in streams_of(battle) if stream.startswith("aftermath:a")]
    assert rolled
    assert all(stream.startswith("aftermath:a~1") for stream in rolled)
    assert AftermathSeed.objects.filter(aftermath=side(battle)).count() == 2, "the next one is committed"
    assert proof_of(battle).is_sound


def test_outside_of_leagues_no_one_corrects_the_warband_of_another(battle: Battle, owner: User) -> None:
    gold = side(battle, "b").warband.treasury_gc
    with pytest.raises(undo.NotYoursToRevert):
        correct(side(battle, "b"), owner, gold_gc=-100)
    assert side(battle, "b").warband.treasury_gc == gold
    correct(side(battle), owner, gold_gc=1)


# -- reverting -------------------------------------------------------------------------------------------------------


def ask(battle: Battle, actor: User, reason: str = "Wrong table.") -> AftermathRevert | None:
    return reverts.request_revert(battle_id=battle.pk, actor_id=actor.pk, reason=reason, now=NOON)


def reply(battle: Battle, actor: User, what: str) -> AftermathRevert:
    return reverts.answer(battle_id=battle.pk, actor_id=actor.pk, what=what, now=LATER)


def is_back(battle: Battle) -> bool:
    return {row.status for row in Aftermath.objects.filter(side__battle=battle)} == {AftermathStatus.BACK}


def test_outside_of_leagues_the_loser_alone_reverts_nothing(
    battle: Battle, owner: User, rival: User, stranger: User
) -> None:
    before = [print_of(side(battle, letter).warband) for letter in "ab"]
    assert ask(battle, rival) == ask(battle, rival), "a second press finds the same request"
    assert not is_back(battle)
    assert [print_of(side(battle, letter).warband) for letter in "ab"] == before
    notice = Notice.objects.get(user=owner, source_key__startswith="revert:")
    assert "rival asks to revert" in notice.sentence
    assert "Wrong table." in notice.sentence
    for person, what in ((rival, "accept"), (stranger, "accept"), (stranger, "decline"), (owner, "withdraw")):
        with pytest.raises(reverts.ConsentNotNeeded):
            reply(battle, person, what)
    request = reply(battle, owner, "decline")
    assert (request.state, is_back(battle)) == (RevertState.DECLINED, False)
    assert Notice.objects.filter(user=rival, sentence__contains="owner declined").exists()
    with pytest.raises(reverts.NoOpenRequest):
        reply(battle, owner, "accept")


def test_a_request_can_be_withdrawn_and_expires(battle: Battle, owner: User, rival: User) -> None:
    ask(battle, rival)
    assert reply(battle, rival, "withdraw").state == RevertState.WITHDRAWN
    request = ask(battle, rival)
    assert request is not None
    assert reverts.expire_due(now=request.expires_at - timedelta(seconds=1)) == 0
    with pytest.raises(reverts.NoOpenRequest):
        reverts.answer(battle_id=battle.pk, actor_id=owner.pk, what="accept", now=request.expires_at)
    ask(battle, rival)
    assert reverts.expire_due(now=request.expires_at) == 1
    assert not is_back(battle)


def test_an_aftermath_is_reverted_with_consent_and_rolled_again_with_new_seeds(owner: User, rival: User) -> None:
    battle = ended(owner, rival)
    before = [print_of(side(battle, letter).warband) for letter in "ab"]
    runner.run(battle_id=battle.pk, now=NOON)
    thrown = [roll for line in AftermathLine.objects.filter(aftermath__side__battle=battle) for roll in line.rolls]
    assert thrown
    ask(battle, owner)
    request = reply(battle, rival, "accept")
    assert request.state == RevertState.DONE
    assert len(request.rolls) == len(thrown)
    assert is_back(battle)
    assert [print_of(side(battle, letter).warband) for letter in "ab"] == before
    assert ask(battle, owner) is None, "a second press changes nothing"
    drawn = AftermathSeed.objects.filter(aftermath__side__battle=battle)
    assert len({bytes(seed.seed) for seed in drawn}) == 2
    assert is_revealed(battle), "what the first rolls came from is public"
    undo.roll_again(battle_id=battle.pk, actor_id=owner.pk, now=LATER)
    runner.run(battle_id=battle.pk, now=LATER)
    streams = streams_of(battle)
    assert streams
    assert all("~1" in stream for stream in streams)
    proof = proof_of(battle)
    assert proof.is_sound
    assert proof.rolled > sum(len(roll[1]) for roll in thrown), "the discarded rolls are checked too"
    assert [seed.seed for seed in proof.seeds if seed.number == 1] == ["", ""]
    for letter in "ab":
        assert_reconciled(side(battle, letter).warband)


def test_one_player_cannot_revert_and_roll_again_repeatedly(battle: Battle, owner: User) -> None:
    Warband.objects.filter(pk=side(battle, "b").warband_id).update(owner=owner)
    BattleSide.objects.filter(battle=battle).update(player=owner)
    request = ask(battle, owner)
    assert request is not None
    assert request.state == RevertState.DONE
    with pytest.raises(undo.SecondPlayerNeeded):
        undo.roll_again(battle_id=battle.pk, actor_id=owner.pk, now=LATER)
    assert is_back(battle)


def in_league(owner: User, rival: User, arbitrator: User) -> Battle:
    match = league(arbitrator, owner, rival)[1]
    battle = at_rest(owner, rival)
    Battle.objects.filter(pk=battle.pk).update(match=match)
    battle.refresh_from_db()
    return battle


def test_the_arbitrators_revert_is_told_to_every_member_with_its_reason(
    owner: User, rival: User, arbitrator: User
) -> None:
    battle = in_league(owner, rival, arbitrator)
    with pytest.raises(undo.NotYoursToRevert):
        ask(battle, owner)
    with pytest.raises(undo.ReasonMissing):
        ask(battle, arbitrator, " ")
    ask(battle, arbitrator)
    assert is_back(battle)
    event = CampaignEvent.objects.get(kind="aftermath_reverted")
    assert (event.actor, event.data["reason"]) == (arbitrator, "Wrong table.")
    delivery.deliver(event_id=event.pk, now=LATER)
    notices = Notice.objects.filter(source_key=f"event:{event.pk}")
    assert set(notices.values_list("user_id", flat=True)) == {owner.pk, rival.pk}
    assert "arbitrator reverted the aftermath. The reason: Wrong table." in notices[0].sentence


def test_an_arbitrator_who_played_needs_the_consent_of_the_others(owner: User, rival: User, arbitrator: User) -> None:
    battle = in_league(owner, rival, arbitrator)
    campaign = battle.match.campaign  # type: ignore[union-attr]
    Membership.objects.filter(campaign=campaign, user=owner).update(role=Role.CO_ARBITRATOR)
    request = ask(battle, owner)
    assert request is not None
    assert request.needed == [rival.pk]
    assert not is_back(battle)
    reply(battle, rival, "accept")
    assert is_back(battle)
    assert CampaignEvent.objects.filter(kind="aftermath_reverted", actor=owner).exists()


def test_every_member_is_notified_of_a_correction_in_a_league(owner: User, rival: User, arbitrator: User) -> None:
    battle = in_league(owner, rival, arbitrator)
    correct(side(battle), arbitrator, gold_gc=5)
    event = CampaignEvent.objects.get(kind="aftermath_corrected")
    assert (event.actor, event.data["reason"]) == (arbitrator, "Forgotten.")


def test_the_page_and_the_api_carry_the_request(
    battle: Battle, owner: User, rival: User, client_of: Callable[[User | None], Client]
) -> None:
    page, act = (reverse(f"battles:{name}", args=[battle.public_id]) for name in ("aftermath", "aftermath_rule"))
    api = f"/api/v1/battles/{battle.public_id}/aftermath/"
    assert "This needs the consent of: owner" in client_of(rival).get(page).content.decode()
    client_of(rival).post(act, {"act": "back", "reason": "Wrong table."})
    text = client_of(owner).get(page).content.decode()
    for words in ("rival asks to revert this aftermath", "Reason: Wrong table.", "Agree and revert", "Decline"):
        assert words in text
    assert "Withdraw request" in client_of(rival).get(page).content.decode()
    shown = client_of(owner).get(api).json()["revert"]
    assert (shown["asked_by"], shown["waits_for"], shown["is_asked_of_you"]) == ("rival", ["owner"], True)
    answer = client_of(owner).post(f"{api}rulings/", {"act": "accept"}, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert {side["status"] for side in answer.json()["sides"]} == {"back"}
    assert "Reverted on" in client_of(owner).get(page).content.decode()
