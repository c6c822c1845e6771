"""A program with a typed client, generated from the schema of a running site: it plays a match of a league."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.api_journeys.programs import Program
from tests.api_journeys.test_programs import running_league
from tests_support.generated_client import generate_client, run
from tests_support.site import LiveSite

pytestmark = [pytest.mark.slow, pytest.mark.own_servers, pytest.mark.timeout(600)]
PROGRAM = """
import sys
from mordheim_api_client import AuthenticatedClient
from mordheim_api_client.api.campaigns import (
    campaigns_agree, campaigns_challenge, campaigns_list, campaigns_matches, campaigns_report, campaigns_standings,
)
from mordheim_api_client.api.me import me
from mordheim_api_client.models import CampaignsListMine, ChallengeRequest, ErrorOut, ReportRequest, ReportRequestLosses
from mordheim_api_client.types import UNSET

url, first_key, other_key, slug, ours, theirs = sys.argv[1:]
first, other = (AuthenticatedClient(base_url=url, token=key) for key in (first_key, other_key))

assert me.sync(client=first).name == "typed-one"
leagues = campaigns_list.sync(client=first, mine=CampaignsListMine("1"))
assert [league.slug for league in leagues.results] == [slug], leagues
match = campaigns_challenge.sync(slug, client=first, body=ChallengeRequest(entry=ours, others=[theirs]))
listed = campaigns_matches.sync(slug, client=first)
assert [row.id for row in listed.results] == [match.id], listed

losses = ReportRequestLosses()
losses["4kPq8ZxTn2Lw"] = 1
wrong = campaigns_report.sync(slug, match.id, client=first, body=ReportRequest(winner=ours, losses=losses))
assert isinstance(wrong, ErrorOut), wrong
assert "losses" in wrong.fields, wrong

losses = ReportRequestLosses()
losses[theirs] = 2
report = ReportRequest(winner=ours, losses=losses)
reported = campaigns_report.sync(slug, match.id, client=first, body=report, idempotency_key="report")
assert reported.status == "reported", reported
agreed = campaigns_agree.sync(slug, match.id, client=other)
assert (agreed.status, agreed.winner) == ("agreed", ours), agreed
standings = campaigns_standings.sync(slug, client=other)
assert [(row.entry, row.won) for row in standings] == [(ours, 1), (theirs, 0)], standings
print("played")
"""


def test_a_program_with_a_generated_client_plays_a_match_of_a_league(
    site: LiveSite, program_of: Callable[..., list[Program]], tmp_path: Path
) -> None:
    with urllib.request.urlopen(f"{site.url}/api/v1/schema/?format=json", timeout=120) as response:
        client = generate_client(response.read(), tmp_path)
    arbitrator, first, other = program_of("typed-arbitrator", "typed-one", "typed-two")
    league, entries = running_league(arbitrator, first, other)
    done = run("-c", PROGRAM, site.url, first.key, other.key, league, *entries, folder=client)
    assert done.stdout.strip() == "played", done.stderr
