"""Creating, changing, joining, leaving, planning: each request is sent twice and by users who may not."""

import datetime

import pytest

from accounts.guests import services as guests_services
from accounts.models import User
from campaigns.administration import services as running_services
from campaigns.core.arbitrators import is_run_by
from campaigns.core.refusals import (
    ArbitratorStays,
    CampaignNotRunning,
    GuestsCannotRunLeagues,
    MatchNotOpen,
    NoSuchWarband,
    NotAMember,
    NotFounded,
    NotTheArbitrator,
    NotYourEntry,
    NotYourMatch,
    PersonIsNoMember,
    SameWarband,
    TooFewWarbands,
    TooManyMatches,
    TooManyWarbands,
    WarbandAlreadyEntered,
    WrongStartingGold,
)
from campaigns.core.tests.factories import NOON, enter, entry_of, league, match_between, now, won
from campaigns.house_rules.switches import BadHouseRules
from campaigns.matches import results
from campaigns.members import services as members_services
from campaigns.models import Campaign, Membership, Role
from campaigns.rounds import planning, scheduling
from tests_support.cast import make_user
from warbands.core.tests.factories import draft, founded

pytestmark = pytest.mark.django_db


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, [owner, rival])


def kinds(campaign: Campaign) -> list[str]:
    return list(campaign.events.order_by("at", "pk").values_list("kind", flat=True))


def test_the_creator_runs_it_and_a_second_press_makes_one(owner) -> None:
    made = [
        running_services.create(actor_id=owner.pk, name=" Ashes ", now=now(), source_key=key)
        for key in ("form:1", "form:1", "")
    ]
    assert made[0] == made[1] != made[2]
    assert made[0].name == "Ashes"
    assert is_run_by(made[0].pk, owner.pk)
    assert [campaign.slug == "ashes" for campaign in made] == [True, True, False]


def test_two_campaigns_of_one_name_begun_at_the_same_moment(owner, monkeypatch) -> None:
    monkeypatch.setattr(running_services, "_free_slug", lambda name: "ashes")
    slugs = [running_services.create(actor_id=owner.pk, name="Ashes", now=now()).slug for _press in range(2)]
    assert slugs[0] == "ashes"
    assert slugs[1].startswith("ashes-")


@pytest.mark.parametrize("name", ["New", "desk", "Кампания", "***"])
def test_every_name_gives_an_address_that_is_no_other_page(owner, name, client_of) -> None:
    campaign = running_services.create(actor_id=owner.pk, name=name, now=now())
    assert campaign.slug not in running_services.RESERVED_SLUGS
    assert client_of(None).get(f"/campaigns/{campaign.slug}/").context["campaign"] == campaign


def test_a_guest_does_not_run_a_campaign_and_unknown_switches_are_refused(owner, db) -> None:
    guest = guests_services.create_guest(now=NOON)
    with pytest.raises(GuestsCannotRunLeagues):
        running_services.create(actor_id=guest.pk, name="Ashes", now=now())
    with pytest.raises(BadHouseRules):
        running_services.create(actor_id=owner.pk, name="Ashes", now=now(), house_rules={"flying_rats": True})
    assert not Campaign.objects.exists()


def test_only_the_arbitrator_changes_a_league(ashes, owner, arbitrator) -> None:
    acts = (
        lambda actor: running_services.change(campaign_id=ashes.pk, actor_id=actor.pk, now=now(), name="Embers"),
        lambda actor: running_services.set_status(
            campaign_id=ashes.pk, actor_id=actor.pk, status="paused", now=now(), reason="Snow"
        ),
        lambda actor: running_services.renew_join_code(campaign_id=ashes.pk, actor_id=actor.pk),
        lambda actor: running_services.set_status(campaign_id=ashes.pk, actor_id=actor.pk, status="running", now=now()),
        lambda actor: scheduling.plan_round_robin(campaign_id=ashes.pk, actor_id=actor.pk, now=now()),
    )
    for act in acts:
        with pytest.raises(NotTheArbitrator):
            act(owner)
        act(arbitrator)


def test_a_status_is_recorded_once_and_the_end_names_the_winner(ashes, owner, rival, arbitrator) -> None:
    won(ashes, owner, rival)
    for status in ("paused", "paused", "running", "closed", "closed"):
        running_services.set_status(
            campaign_id=ashes.pk, actor_id=arbitrator.pk, status=status, now=now(), reason="Snow"
        )
    assert kinds(ashes)[-3:] == ["campaign_paused", "campaign_running", "campaign_closed"]
    last = ashes.events.get(kind="campaign_closed")
    assert [row["points"] for row in last.data["table"]] == [3, 0]
    ashes.refresh_from_db()
    assert ashes.closed_at is not None
    with pytest.raises(ValueError, match="nonsense"):
        running_services.set_status(campaign_id=ashes.pk, actor_id=arbitrator.pk, status="nonsense", now=now())


def test_a_new_link_closes_the_old_one_and_a_second_press_draws_no_third(ashes, arbitrator, stranger) -> None:
    old = ashes.join_code
    first = running_services.renew_join_code(campaign_id=ashes.pk, actor_id=arbitrator.pk, old_code=old).join_code
    second = running_services.renew_join_code(campaign_id=ashes.pk, actor_id=arbitrator.pk, old_code=old).join_code
    assert old != first == second
    band = founded(stranger)
    with pytest.raises(Campaign.DoesNotExist):
        members_services.join(join_code=old, actor_id=stranger.pk, warband_id=band.pk, now=now())


def test_joining_twice_is_joining_once(ashes, stranger) -> None:
    band = founded(stranger)
    entries = {
        members_services.join(join_code=ashes.join_code, actor_id=stranger.pk, warband_id=band.pk, now=now()).pk
        for _press in range(2)
    }
    assert len(entries) == 1
    assert kinds(ashes).count("warband_joined") == 3


def test_warbands_that_a_league_refuses(ashes, arbitrator, owner, stranger) -> None:
    def bring(campaign: Campaign, user: User, band) -> None:
        members_services.join(join_code=campaign.join_code, actor_id=user.pk, warband_id=band.pk, now=now())

    with pytest.raises(NotFounded):
        bring(ashes, stranger, draft(stranger))
    with pytest.raises(NoSuchWarband):
        bring(ashes, stranger, entry_of(ashes, owner).warband)
    with pytest.raises(TooManyWarbands):
        bring(ashes, owner, founded(owner, "skaven", seed="second"))
    other = running_services.create(actor_id=arbitrator.pk, name="Other", now=now())
    with pytest.raises(WarbandAlreadyEntered):
        bring(other, owner, entry_of(ashes, owner).warband)
    poor = running_services.create(actor_id=arbitrator.pk, name="Poor", now=now(), starting_gold_gc=300)
    with pytest.raises(WrongStartingGold, match="300"):
        bring(poor, stranger, founded(stranger))
    running_services.set_status(campaign_id=ashes.pk, actor_id=arbitrator.pk, status="closed", now=now())
    with pytest.raises(CampaignNotRunning):
        bring(ashes, stranger, founded(stranger, seed="late"))


def test_a_suggested_band_is_founded_with_the_campaigns_gold_and_joins_once(arbitrator, stranger) -> None:
    campaign = running_services.create(actor_id=arbitrator.pk, name="Rich", now=now(), starting_gold_gc=700)
    entries = [
        members_services.join_with_new(
            join_code=campaign.join_code, actor_id=stranger.pk, warband_type="skaven", now=now(), source_key="form:7"
        )
        for _press in range(2)
    ]
    assert entries[0] == entries[1]
    band = entries[0].warband
    assert (band.founding_gold_gc, band.status, stranger.warbands.count()) == (700, "founded", 1)


def test_a_withdrawn_warband_may_play_elsewhere_and_come_back(ashes, owner, rival, stranger, arbitrator) -> None:
    entry = entry_of(ashes, owner)
    for outsider, refusal in ((rival, NotYourEntry), (stranger, NotAMember)):
        with pytest.raises(refusal):
            members_services.withdraw(entry_id=entry.pk, actor_id=outsider.pk, now=now())
    members_services.withdraw(entry_id=entry.pk, actor_id=arbitrator.pk, now=now())
    members_services.withdraw(entry_id=entry.pk, actor_id=owner.pk, now=now())
    assert kinds(ashes).count("warband_withdrew") == 1
    other = running_services.create(actor_id=arbitrator.pk, name="Other", now=now())
    members_services.join(join_code=other.join_code, actor_id=owner.pk, warband_id=entry.warband_id, now=now())
    with pytest.raises(WarbandAlreadyEntered):
        members_services.join(join_code=ashes.join_code, actor_id=owner.pk, warband_id=entry.warband_id, now=now())
    members_services.withdraw(entry_id=entry_of(other, owner).pk, actor_id=owner.pk, now=now())
    back = members_services.join(join_code=ashes.join_code, actor_id=owner.pk, warband_id=entry.warband_id, now=now())
    assert back.pk == entry.pk
    assert back.withdrawn_at is None


def test_roles_are_given_by_those_who_run_it(ashes, owner, rival, stranger, arbitrator):
    def give(actor: User, person: User, role: str) -> Membership:
        return members_services.give_role(
            campaign_id=ashes.pk, actor_id=actor.pk, user_id=person.pk, role=role, now=now()
        )

    with pytest.raises(NotTheArbitrator):
        give(owner, rival, Role.CO_ARBITRATOR)
    with pytest.raises(PersonIsNoMember):
        give(arbitrator, stranger, Role.CO_ARBITRATOR)
    give(arbitrator, owner, Role.CO_ARBITRATOR)
    with pytest.raises(NotTheArbitrator):
        give(owner, owner, Role.ARBITRATOR)
    with pytest.raises(ArbitratorStays):
        give(owner, arbitrator, Role.PLAYER)
    assert Membership.objects.get(campaign=ashes, user=arbitrator).role == Role.ARBITRATOR
    with pytest.raises(ArbitratorStays):
        members_services.leave(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now())
    give(arbitrator, rival, Role.ARBITRATOR)
    assert Membership.objects.get(campaign=ashes, user=arbitrator).role == Role.CO_ARBITRATOR
    members_services.leave(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now())
    assert not is_run_by(ashes.pk, arbitrator.pk)


def test_leaving_withdraws_the_warband_of_the_player(ashes, owner) -> None:
    for _press in range(2):
        members_services.leave(campaign_id=ashes.pk, actor_id=owner.pk, now=now())
    assert entry_of(ashes, owner).withdrawn_at is not None
    assert kinds(ashes).count("warband_withdrew") == 1


def test_rounds_are_planned_once_with_dates_after_those_that_stand(ashes, arbitrator, stranger) -> None:
    enter(ashes, stranger)
    day = datetime.date(2026, 4, 6)
    for _press in range(2):
        rounds = scheduling.plan_round_robin(
            campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), first_day=day, days=7, source_key="form:1"
        )
    assert [(round.number, round.starts_on, round.ends_on) for round in rounds] == [
        (number + 1, day + datetime.timedelta(days=7 * number), day + datetime.timedelta(days=7 * number + 6))
        for number in range(3)
    ]
    assert ashes.matches.count() == 6
    assert ashes.matches.filter(is_bye=True, status="agreed").count() == 3
    more = scheduling.plan_round_robin(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), rounds=1)
    assert [round_.number for round_ in more] == [4]


def test_rounds_that_cannot_be_planned(ashes, arbitrator, owner, monkeypatch) -> None:
    monkeypatch.setattr(planning, "MOST_MATCHES", 0)
    with pytest.raises(TooManyMatches):
        scheduling.plan_round_robin(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now())
    members_services.leave(campaign_id=ashes.pk, actor_id=owner.pk, now=now())
    with pytest.raises(TooFewWarbands):
        scheduling.plan_round_robin(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now())
    running_services.set_status(campaign_id=ashes.pk, actor_id=arbitrator.pk, status="paused", now=now(), reason="Snow")
    with pytest.raises(CampaignNotRunning):
        scheduling.plan_round_robin(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now())


def test_a_challenge_is_for_ones_own_warband_and_for_another(ashes, owner, rival, stranger, arbitrator) -> None:
    def challenge(actor: User, first: int, other: int, key: str = ""):
        return scheduling.challenge(
            campaign_id=ashes.pk, actor_id=actor.pk, entry_id=first, other_entry_id=other, now=now(), source_key=key
        )

    ours, theirs = entry_of(ashes, owner).pk, entry_of(ashes, rival).pk
    assert challenge(owner, ours, theirs, "form:1") == challenge(owner, ours, theirs, "form:1")
    assert ashes.matches.count() == 1
    with pytest.raises(NotYourMatch):
        challenge(owner, theirs, ours)
    with pytest.raises(NotYourMatch):
        challenge(stranger, ours, theirs)
    with pytest.raises(SameWarband):
        challenge(owner, ours, ours)
    assert challenge(arbitrator, ours, theirs).pk


def test_dates_are_set_and_matches_struck_off(ashes, owner, rival, stranger, arbitrator) -> None:
    match = match_between(ashes, owner, rival)
    when = now() + datetime.timedelta(days=3)
    with pytest.raises(NotYourMatch):
        scheduling.set_date(match_id=match.pk, actor_id=stranger.pk, planned_for=when, now=now())
    for _press in range(2):
        assert (
            scheduling.set_date(match_id=match.pk, actor_id=rival.pk, planned_for=when, now=now()).planned_for == when
        )
    assert kinds(ashes).count("match_dated") == 1
    with pytest.raises(NotTheArbitrator):
        scheduling.cancel(match_id=match.pk, actor_id=owner.pk, now=now())
    for _press in range(2):
        scheduling.cancel(match_id=match.pk, actor_id=arbitrator.pk, now=now())
    assert kinds(ashes).count("match_voided") == 1
    with pytest.raises(MatchNotOpen):
        results.rule(match_id=match.pk, actor_id=arbitrator.pk, winner_entry_id=None, reason="No.", now=now())
    with pytest.raises(MatchNotOpen):
        scheduling.cancel(match_id=won(ashes, owner, rival).pk, actor_id=arbitrator.pk, now=now())


def test_the_league_membership_of_a_guest_moves_to_their_account(ashes, owner, db) -> None:
    guest = guests_services.create_guest(now=NOON)
    entry = enter(ashes, guest, seed="guest")
    match = match_between(ashes, guest, owner)
    results.report(match_id=match.pk, actor_id=guest.pk, winner_entry_id=None, now=now())
    account = make_user("account")
    assert "membership in 1 league" in [str(sentence) for sentence in guests_services.describe_data(guest.pk)]
    assert guests_services.hand_over(guest_id=guest.pk, user_id=account.pk)
    entry.refresh_from_db()
    match.refresh_from_db()
    assert entry.player_id == match.reported_by_id == account.pk
    assert Membership.objects.filter(campaign=ashes, user=account).exists()
    members_services.hand_over(guest.pk, account.pk)
    assert Membership.objects.filter(campaign=ashes).count() == 4


def test_an_account_is_invited_by_its_name(ashes, arbitrator, owner, stranger, client_of) -> None:
    client, address = client_of(arbitrator), f"/campaigns/{ashes.slug}/invite/"
    for _press in range(2):
        assert client.post(address, {"username": " Stranger "}).status_code == 302
    inbox = client_of(stranger).get("/inbox/").content.decode()
    # For screen readers, the text also names what the Decline button declines.
    assert inbox.count(">arbitrator invites you to Ashes") == 1
    assert f"/join/{ashes.join_code}/" in inbox
    for name, text in (("owner", "already a member"), ("nobody", "No account has that name"), ("", "required")):
        refused = client.post(address, {"username": name})
        assert refused.status_code == 422
        assert text in refused.content.decode()
    assert client_of(owner).post(address, {"username": "stranger"}).status_code == 403
    api = {"act": "invite", "person": "nobody"}
    answer = client.post(f"/api/v1/campaigns/{ashes.slug}/manage/", api, content_type="application/json")
    assert answer.json()["code"] == "nobody_of_that_name"
