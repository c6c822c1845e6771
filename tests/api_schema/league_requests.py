"""Requests to leagues and matches that are carried out; see `carried_out_requests.py`."""

from __future__ import annotations

import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from campaigns.city import factions
from campaigns.core.tests.factories import entry_of, match_between, now
from campaigns.deals import alliances
from campaigns.deals import services as deals_services
from campaigns.deals.rules import DealGoods
from campaigns.matches import results
from campaigns.members import awards
from campaigns.models import Match
from campaigns.posts import services as posts_services
from campaigns.rounds import scheduling
from campaigns.webhooks import services as webhooks_services
from tests.api_schema.creating_requests import API, Request, State
from tests.shell.world import Town

# --- matches: planned, or reported by one of the players


def reported(town: Town, reporter: User) -> Match:
    match = match_between(town.campaign, town.owner, town.rival)
    ours = entry_of(town.campaign, town.owner)
    return results.report(match_id=match.pk, actor_id=reporter.pk, winner_entry_id=ours.pk, losses={}, now=now())


def on_match(verb: str, by_whom: str = "", **body: Any) -> State:
    """An action on a match between owner and rival: planned, or reported by `by_whom`."""

    def make(town: Town) -> Request:
        match = (
            reported(town, getattr(town, by_whom)) if by_whom else match_between(town.campaign, town.owner, town.rival)
        )
        entry = entry_of(town.campaign, town.owner).public_id
        named = {name: entry if value == "entry" else value for name, value in body.items()}
        return Request(named, address=f"{API}campaigns/{town.campaign.slug}/matches/{match.public_id}/{verb}/")

    return make


# --- leagues


def of_league(place: str, **body: Any) -> State:
    """A request to a league; "ours", "theirs", "post" and "match" in the body are ids."""

    def make(town: Town) -> Request:
        ids = {
            "ours": entry_of(town.campaign, town.owner).public_id,
            "theirs": entry_of(town.campaign, town.rival).public_id,
            "post": town.post.public_id,
            "match": town.match.public_id,
            "rival": town.rival.public_id,
        }
        named = {name: ids.get(value, value) if isinstance(value, str) else value for name, value in body.items()}
        return Request(named, address=f"{API}campaigns/{town.campaign.slug}/{place}/")

    return make


def deal_of_rival(verb: str) -> State:
    def make(town: Town) -> Request:
        deal = deals_services.offer(
            campaign_id=town.campaign.pk,
            actor_id=town.rival.pk,
            one=entry_of(town.campaign, town.rival).public_id,
            other=entry_of(town.campaign, town.owner).public_id,
            gives=DealGoods(gold_gc=1),
            takes=DealGoods(),
            now=timezone.now(),
        )
        return of_league(f"deals/{deal.public_id}/{verb}")(town)

    return make


def pact(verb: str) -> State:
    def make(town: Town) -> Request:
        ours, theirs = (entry_of(town.campaign, user).public_id for user in (town.owner, town.rival))
        row = alliances.propose(
            campaign_id=town.campaign.pk, actor_id=town.rival.pk, one=theirs, other=ours, now=timezone.now()
        )
        return of_league(f"pacts/{verb}", pact=row.public_id)(town)

    return make


def with_webhook(verb: str = "", **body: Any) -> State:
    def make(town: Town) -> Request:
        row = webhooks_services.add(
            campaign_id=town.campaign.pk,
            actor_id=town.owner.pk,
            url="https://example.org/mordheim",
            form="generic",
            kinds=[],
            now=timezone.now(),
        )
        return of_league(f"webhooks/{row.public_id}{verb}", **body)(town)

    return make


def with_award(town: Town) -> Request:
    row = awards.give_award(
        campaign_id=town.campaign.pk,
        actor_id=town.owner.pk,
        entry=entry_of(town.campaign, town.owner).public_id,
        title="Best painted",
        reason="",
        now=timezone.now(),
    )
    return of_league(f"awards/{row.public_id}")(town)


def with_faction(place: str, **body: Any) -> State:
    def make(town: Town) -> Request:
        row = factions.add_faction(
            campaign_id=town.campaign.pk, actor_id=town.owner.pk, name="Friends", now=timezone.now()
        )
        ours = entry_of(town.campaign, town.owner).public_id
        named = dict.fromkeys(body, row.public_id)
        return of_league(place.format(faction=row.public_id, entry=ours), **named)(town)

    return make


def comment_of_rival(town: Town) -> Request:
    row = posts_services.comment(
        campaign_id=town.campaign.pk,
        actor_id=town.rival.pk,
        body="Well fought.",
        now=timezone.now(),
        match_id=town.match.pk,
    )
    return of_league("moderation/flag", what=row.public_id)(town)


def with_date(town: Town) -> Request:
    match = match_between(town.campaign, town.owner, town.rival)
    tomorrow = timezone.now() + datetime.timedelta(days=1)
    scheduling.set_date(match_id=match.pk, actor_id=town.rival.pk, planned_for=tomorrow, now=timezone.now())
    return of_league(f"matches/{match.public_id}/date/answer", rsvp="yes")(town)


def challenged(town: Town) -> Request:
    """A challenge of the rival that the owner can decline."""
    match = scheduling.challenge(
        campaign_id=town.campaign.pk,
        actor_id=town.rival.pk,
        entry_id=entry_of(town.campaign, town.rival).pk,
        other_entry_id=entry_of(town.campaign, town.owner).pk,
        now=now(),
    )
    return of_league(f"matches/{match.public_id}/decline", reason="No time this week.")(town)


LEAGUE_STATES: dict[str, State] = {
    "campaigns_agree": on_match("agree", "rival"),
    "campaigns_dispute": on_match("dispute", "rival"),
    "campaigns_withdraw_report": on_match("report/withdraw", "owner"),
    "campaigns_cancel_match": on_match("cancel"),
    "campaigns_decline_challenge": challenged,
    "campaigns_decide_match": on_match("decision", "rival", winner="entry", reason="They did not come."),
    "campaigns_set_date": on_match("date", planned_for="2031-05-01T19:30:00+02:00"),
    "campaigns_report": on_match("report", winner="entry"),
    "campaigns_choose_scenario": on_match("scenario", scenario="skirmish"),
    "campaigns_roll_scenario": on_match("scenario/roll"),
    "campaigns_match_act": on_match("actions", act="date", planned_for="2031-05-01T19:30:00+02:00"),
    "old_campaigns_matches_acts_post": on_match("acts", act="date", planned_for="2031-05-01T19:30:00+02:00"),
    "campaigns_answer_date": with_date,
    "campaigns_stand_in": on_match("stand-in", entry="entry", has_stand_in=True),
    "campaigns_accept_deal": deal_of_rival("accept"),
    "campaigns_decline_deal": deal_of_rival("decline"),
    "campaigns_agree_to_pact": pact("agree"),
    "campaigns_end_pact": pact("end"),
    "campaigns_propose_pact": of_league("pacts/propose", one="ours", other="theirs"),
    "campaigns_pact": of_league("pacts", act="propose", one="ours", other="theirs"),
    "campaigns_switch_webhook": with_webhook(is_on=False),
    "campaigns_remove_webhook": with_webhook(),
    "campaigns_test_webhook": with_webhook("/test"),
    "campaigns_withdraw_award": with_award,
    "campaigns_remove_faction": with_faction("factions/{faction}"),
    "campaigns_join_faction": with_faction("people/{entry}/faction", faction=""),
    "campaigns_flag_comment": comment_of_rival,
    "campaigns_give_role": of_league("roles", person="rival", role="co_arbitrator"),
    "campaigns_comments": lambda town: Request({}, query={"match": town.match.public_id}),
}
