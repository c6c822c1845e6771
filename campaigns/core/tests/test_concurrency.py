"""Two tabs, two players and one arbitrator act at the same moment on the same warband, deal and match, on PostgreSQL:
nothing is lost or spent twice, and the later request gets a message."""

import os
import subprocess
import sys

import pytest

from tests_support.prepared import copy_packs
from tests_support.processes import ROOT

CODE = """
import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from django.db import connection
from django.utils import timezone
from accounts.models import User
from campaigns.models import Deal, Match
from campaigns.deals.rules import DealGoods, Thing
from campaigns.city import services as city
from campaigns.deals import services as dealing
from campaigns.matches import results
from campaigns.members import services as joining
from campaigns.rounds import planning, scheduling
from campaigns.administration import services as running
from campaigns.rounds.planning import Plan
from campaigns.deals.selectors import stash_of
from campaigns.standings.selectors import formula_of, results_from_events, results_of
from campaigns.standings.rules import standings
from mordheim_site.refusals import Refusal
from warbands.models import LedgerEntry, Warband
from warbands.core.reconcile import reconcile
from warbands.trading import stash, services as trading, treasury
from warbands.core.ledger import ActionContext
from warbands.core.tests.factories import founded

assert connection.vendor == "postgresql", connection.vendor
people = [User.objects.create_user(username=f"once-{n}", password="x") for n in ("arb", "one", "two")]
arb, one, two = people
now = timezone.now()
campaign = running.create(actor_id=arb.pk, name="At once", now=now, map_code="hamlet")
entries = []
for person in (one, two):
    band = founded(person, seed=person.username)
    entries.append(joining.join(join_code=campaign.join_code, actor_id=person.pk, warband_id=band.pk, now=now))
ours, theirs = entries

def by(who, key=""):
    return ActionContext(actor_id=who.pk if who else None, at=timezone.now(), source_key=key)

def at_once(*acts):
    start = Barrier(len(acts))
    def run(act):
        start.wait()
        try:
            act()
            return "done"
        except Refusal as no:
            assert str(no).strip(), no.code
            return no.code
        finally:
            connection.close()
    with ThreadPoolExecutor(len(acts)) as pool:
        return sorted(pool.map(run, acts))

def gold(entry):
    return Warband.objects.get(pk=entry.warband_id).treasury_gc

ROUNDS = 6
said = {}
for turn in range(ROUNDS):
    # The treasury holds 60: two tabs and a trade each need 50 of it.
    treasury.gain(warband_id=ours.warband_id, gold_gc=1000, by=by(None))
    treasury.spend(warband_id=ours.warband_id, gold_gc=gold(ours) - 60, by=by(None))
    before = gold(theirs)
    deal = dealing.offer(campaign_id=campaign.pk, actor_id=one.pk, one=ours.public_id, other=theirs.public_id,
        gives=DealGoods(gold_gc=50), takes=DealGoods(), now=now)
    got = at_once(
        lambda: treasury.spend(warband_id=ours.warband_id, gold_gc=50, by=by(one), because="tab one"),
        lambda: treasury.spend(warband_id=ours.warband_id, gold_gc=50, by=by(one), because="tab two"),
        lambda: dealing.accept(deal_id=deal.pk, actor_id=two.pk, now=timezone.now()),
    )
    assert got.count("done") == 1, got
    assert set(got) <= {"done", "not_enough_gold", "cannot_pay"}, got
    assert gold(ours) == 10, gold(ours)
    deal.refresh_from_db()
    assert gold(theirs) - before == (50 if deal.status == "accepted" else 0)
    if deal.status == "offered":
        dealing.withdraw(deal_id=deal.pk, actor_id=one.pk, now=now)
    for code in got:
        said[code] = said.get(code, 0) + 1

    # One sword: sold in one tab, given away in a trade, removed by the arbitrator.
    stash.add(warband_id=ours.warband_id, item="sword", by=by(None))
    line = next(x for x in stash_of(ours.warband_id) if x.name == "Sword")
    swords = sum(x.count for x in stash_of(theirs.warband_id) if x.name == "Sword")
    deal = dealing.offer(campaign_id=campaign.pk, actor_id=one.pk, one=ours.public_id, other=theirs.public_id,
        gives=DealGoods(kit=(Thing(line.key, "", line.count),)), takes=DealGoods(), now=now)
    got = at_once(
        lambda: trading.sell(warband_id=ours.warband_id, kit=line.key, count=line.count, by=by(one)),
        lambda: stash.lose(warband_id=ours.warband_id, kit=line.key, count=line.count, by=by(arb)),
        lambda: dealing.accept(deal_id=deal.pk, actor_id=two.pk, now=timezone.now()),
    )
    assert got.count("done") == 1, got
    assert not [x for x in stash_of(ours.warband_id) if x.name == "Sword"]
    deal.refresh_from_db()
    after = sum(x.count for x in stash_of(theirs.warband_id) if x.name == "Sword")
    assert after - swords == (line.count if deal.status == "accepted" else 0)
    for code in got:
        said[code] = said.get(code, 0) + 1

    # An offer that is accepted twice, declined and withdrawn.
    deal = dealing.offer(campaign_id=campaign.pk, actor_id=one.pk, one=ours.public_id, other=theirs.public_id,
        gives=DealGoods(gold_gc=1), takes=DealGoods(), now=now)
    before = gold(ours) + gold(theirs)
    got = at_once(
        lambda: dealing.accept(deal_id=deal.pk, actor_id=two.pk, now=timezone.now()),
        lambda: dealing.accept(deal_id=deal.pk, actor_id=two.pk, now=timezone.now()),
        lambda: dealing.decline(deal_id=deal.pk, actor_id=two.pk, now=timezone.now()),
        lambda: dealing.withdraw(deal_id=deal.pk, actor_id=one.pk, now=timezone.now()),
    )
    assert set(got) == {"done", "deal_over"}, got
    assert got.count("done") in (1, 2)
    assert gold(ours) + gold(theirs) == before
    paid = LedgerEntry.objects.filter(warband_id=theirs.warband_id, source_key__startswith=f"deal:{deal.public_id}")
    deal.refresh_from_db()
    assert paid.count() == (1 if deal.status == "accepted" else 0)
    for code in got:
        said[code] = said.get(code, 0) + 1

    # Two trades in opposite directions, accepted at the same moment: no deadlock, both happen.
    treasury.gain(warband_id=theirs.warband_id, gold_gc=5, by=by(None))
    cross = [
        dealing.offer(campaign_id=campaign.pk, actor_id=a.pk, one=x.public_id, other=y.public_id,
            gives=DealGoods(gold_gc=2), takes=DealGoods(), now=now)
        for a, x, y in ((one, ours, theirs), (two, theirs, ours))
    ]
    got = at_once(
        lambda: dealing.accept(deal_id=cross[0].pk, actor_id=two.pk, now=timezone.now()),
        lambda: dealing.accept(deal_id=cross[1].pk, actor_id=one.pk, now=timezone.now()),
    )
    assert got == ["done", "done"], got

    # A match: both report, the other side agrees and disputes, the arbitrator decides and cancels it.
    match = scheduling.challenge(campaign_id=campaign.pk, actor_id=one.pk, entry_id=ours.pk, other_entry_id=theirs.pk,
        now=now)
    got = at_once(
        lambda: results.report(match_id=match.pk, actor_id=one.pk, winner_entry_id=ours.pk, now=timezone.now()),
        lambda: results.report(match_id=match.pk, actor_id=two.pk, winner_entry_id=theirs.pk, now=timezone.now()),
        lambda: results.agree(match_id=match.pk, actor_id=two.pk, now=timezone.now()),
        lambda: results.rule(match_id=match.pk, actor_id=arb.pk, winner_entry_id=ours.pk, reason="Seen",
            now=timezone.now()),
        lambda: scheduling.cancel(match_id=match.pk, actor_id=arb.pk, now=timezone.now()),
    )
    match.refresh_from_db()
    assert match.status in ("agreed", "void"), match.status
    told = campaign.events.filter(kind__in=("match_played", "result_ruled"), is_revoked=False,
        data__match=match.public_id)
    assert told.count() == (1 if match.status == "agreed" else 0)
    for code in got:
        said[code] = said.get(code, 0) + 1

# The income of the districts, paid out five times at once.
city.assign_district(campaign_id=campaign.pk, actor_id=arb.pk, district="green", entry=ours.public_id, now=now)
before = gold(ours)
got = at_once(*[lambda: city.pay_district_income(campaign_id=campaign.pk, actor_id=arb.pk, now=timezone.now())] * 5)
assert got == ["done"] + ["dues_paid"] * 4 or sorted(got).count("done") == 1, got
assert gold(ours) == before + 30

for entry in entries:
    assert reconcile(Warband.objects.get(pk=entry.warband_id)) == []
ids = [entry.pk for entry in entries]
assert standings(ids, results_of(campaign.pk), {}, formula_of(campaign)) == \\
    standings(ids, results_from_events(campaign), {}, formula_of(campaign))
print("LOSERS", {code: count for code, count in sorted(said.items()) if code != "done"})
print("HELD", ROUNDS)
"""


def manage(postgres_url: str, folder: str, *arguments: str) -> str:
    """Run a command of the site on that database, without starting the site. Returns its output."""
    environment = {**os.environ, "DATABASE_URL": postgres_url, "VAR_DIR": folder, "LOG_LEVEL": "ERROR"}
    environment |= {"DJANGO_SETTINGS_MODULE": "mordheim_site.settings", "DEMO": "0"}
    environment.pop("REDIS_URL", None)
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_simultaneous_actions_never_spend_anything_twice(postgres_url: str, tmp_path) -> None:
    copy_packs(str(tmp_path))
    manage(postgres_url, str(tmp_path), "migrate", "--verbosity", "0")
    lines = manage(postgres_url, str(tmp_path), "shell", "--no-imports", "-c", CODE).strip().splitlines()
    assert lines[-1] == "HELD 6"
    assert "not_enough_gold" in lines[-2] or "cannot_pay" in lines[-2]
    assert "deal_over" in lines[-2]
