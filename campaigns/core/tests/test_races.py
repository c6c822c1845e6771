"""Eight requests at the same moment, in threads with their own connections, on a real database file."""

from tests_support.site import LiveSite

CODE = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from django.db import connection
from django.utils import timezone
from accounts.models import User
from campaigns.models import Entry, Match
from campaigns.matches import results
from campaigns.members import services as joining
from campaigns.rounds import scheduling
from campaigns.administration import services as running
from mordheim_site.refusals import Refusal
from warbands.core.tests.factories import founded

names = ("race-arbitrator", "race-owner", "race-rival")
people = [User.objects.create_user(username=name, password="x") for name in names]
arbitrator, owner, rival = people
now = timezone.now()
bands = [founded(person, seed=person.username) for person in (owner, rival)]

def at_once(*acts):
    start = Barrier(len(acts))
    def run(act):
        start.wait()
        try:
            act()
            return "done"
        except Refusal as no:
            return no.code
        finally:
            connection.close()
    with ThreadPoolExecutor(len(acts)) as pool:
        return sorted(pool.map(run, acts))

made = at_once(*[lambda: running.create(
    actor_id=arbitrator.pk, name="Race", now=now, source_key="form:race")] * 8)
campaigns = list(arbitrator.memberships.all())
campaign = campaigns[0].campaign
joined = at_once(*[lambda: joining.join(
    join_code=campaign.join_code, actor_id=owner.pk, warband_id=bands[0].pk, now=now)] * 8)
joining.join(join_code=campaign.join_code, actor_id=rival.pk, warband_id=bands[1].pk, now=now)
planned = at_once(*[lambda: scheduling.plan_round_robin(
    campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now, source_key="form:plan")] * 8)
match = campaign.matches.get()
results.report(match_id=match.pk, actor_id=owner.pk, winner_entry_id=None, now=now)
agreed = at_once(*[lambda: results.agree(match_id=match.pk, actor_id=rival.pk, now=now)] * 8)
other = scheduling.challenge(campaign_id=campaign.pk, actor_id=owner.pk, now=now,
    entry_id=Entry.objects.get(warband=bands[0]).pk, other_entry_id=Entry.objects.get(warband=bands[1]).pk)
results.report(match_id=other.pk, actor_id=owner.pk, winner_entry_id=None, now=now)
mixed = at_once(
    *[lambda: results.agree(match_id=other.pk, actor_id=rival.pk, now=now)] * 4,
    *[lambda: results.dispute(match_id=other.pk, actor_id=rival.pk, now=now)] * 4,
)
kinds = list(campaign.events.values_list("kind", flat=True))
print(len(campaigns), set(made) | set(joined) | set(planned) | set(agreed))
print([kinds.count(kind) for kind in ("campaign_created", "warband_joined", "rounds_planned")])
print(kinds.count("match_played") + kinds.count("result_disputed"), mixed)
"""


def test_presses_at_the_same_moment_happen_once(live_site: LiveSite) -> None:
    lines = live_site.shell(CODE).strip().splitlines()
    assert lines[-3:-1] == ["1 {'done'}", "[1, 2, 1]"]
    assert lines[-1] == "2 ['done', 'done', 'done', 'done', 'match_not_open', 'match_not_open', 'match_not_open', " \
        "'match_not_open']"  # fmt: skip
