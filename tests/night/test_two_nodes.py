"""A league evening on the production setup: two web nodes, two workers, one Redis, one PostgreSQL. A command sent to
one node reaches the other, and an aftermath for which both workers get a message is done once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.servers.test_production import started
from tests_support.prepared import copy_packs, static_root
from tests_support.processes import ROOT, free_port, listens, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.redis, pytest.mark.timeout(600)]

PREPARE = """
import json
from django.utils import timezone
from accounts.models import User
from accounts.api_keys import services as api_keys
from battles.setup import deployment, match_battles
from battles.tables.library import table_for
from campaigns.models import Match
from campaigns.members import services as joining
from campaigns.rounds import scheduling
from campaigns.administration import services as running
from warbands.builder import founding
from warbands.core.ledger import ActionContext
now = timezone.now()
people = [User.objects.create_user(username=name, password="a-long-password") for name in ("anna", "ben")]
league = running.create(actor_id=people[0].pk, name="Two Nodes", now=now)
for person, kind in zip(people, ("reiklanders", "skaven")):
    draft = founding.start_draft(owner_id=person.pk, warband_type=kind, at=now)
    by = ActionContext(actor_id=person.pk, at=now)
    founding.suggest(warband_id=draft.warband_id, by=by)
    founding.found(warband_id=draft.warband_id, by=by)
    joining.join(join_code=league.join_code, actor_id=person.pk, warband_id=draft.warband_id, now=now)
scheduling.plan_round_robin(campaign_id=league.pk, actor_id=people[0].pk, now=now)
match = Match.objects.get(campaign=league)
table = table_for(seed="nodes", density="low", size_in=24)
battle = match_battles.begin(match_id=match.pk, actor_id=people[0].pk, table=table, now=now)
deployment.deploy_all_sides(battle_id=battle.pk, now=now)
battle.refresh_from_db()
keys = [api_keys.create_key(user_id=one.pk) for one in people]
print(json.dumps({"battle": battle.public_id, "seq": battle.seq, "keys": keys}))
"""
TELL_BOTH = """
from jobs.models import Job
from jobs.tasks import run_job
job = Job.objects.get(kind="battles.aftermath")
for _time in range(6):
    run_job.apply_async(kwargs={"job_id": job.pk})
"""
COUNT = """
import json
from battles.models import Aftermath
from jobs.models import Job
from warbands.models import LedgerEntry, Warband
from warbands.core.reconcile import reconcile
jobs = list(Job.objects.filter(kind="battles.aftermath").values_list("state", "attempts"))
entries = LedgerEntry.objects.filter(source_key__startswith="aftermath:").count()
print(json.dumps({
    "jobs": jobs, "aftermaths": Aftermath.objects.count(), "entries": entries,
    "gaps": [gap for warband in Warband.objects.all() for gap in reconcile(warband)],
}))
"""


def ask(url: str, key: str, body: dict[str, Any] | None = None) -> Any:
    """One API request with a key; its JSON."""
    request = urllib.request.Request(
        url,
        json.dumps(body).encode() if body is not None else None,
        {"Content-Type": "application/json", "Authorization": f"Token {key}"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def test_an_order_crosses_nodes_and_an_aftermath_happens_once(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    env = {
        **os.environ, "DJANGO_SETTINGS_MODULE": "mordheim_site.settings", "DATABASE_URL": postgres_url,
        "REDIS_URL": redis_url, "VAR_DIR": str(tmp_path), "STATIC_ROOT": static_root(), "LOG_LEVEL": "ERROR",
        "SECRET_KEY": "x" * 50, "DEMO": "0",
    }  # fmt: skip

    def manage(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            env=env, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def shell(code: str) -> Any:
        return json.loads(manage("shell", "--no-imports", "-c", code) or "null")

    copy_packs(str(tmp_path))
    manage("migrate", "-v0")
    manage("load_packs")
    ports = [free_port(), free_port()]
    celery = [sys.executable, "-m", "celery", "-A", "mordheim_site.celery"]
    web = [sys.executable, "-m", "mordheim_site.serve.web", "--port"]
    worker = [*celery, "worker", "--pool", "prefork", "--concurrency", "1", "-n"]
    prepared = shell(PREPARE)
    battle, seq, keys = prepared["battle"], prepared["seq"], prepared["keys"]
    with started(*([*web, str(port)] for port in ports), [*worker, "one@here"], [*worker, "two@here"], env=env):
        wait_until(lambda: all(map(listens, ports)), seconds=180, what="both nodes answer")
        first, two = (f"http://127.0.0.1:{port}" for port in ports)
        with connect(f"ws://127.0.0.1:{ports[1]}/ws/battles/{battle}/", origin=two) as socket:
            hello = json.loads(socket.recv(timeout=60))
            assert hello["seq"] == seq
            order = {"command": {"kind": "resign"}, "expected_seq": seq, "command_id": "from-node-one"}
            answer = ask(f"{first}/api/v1/battles/{battle}/commands/", keys[1], order)
            message = json.loads(socket.recv(timeout=60))
            assert (message["first"], message["seq"]) == (seq + 1, answer["seq"])
        manage("shell", "--no-imports", "-c", TELL_BOTH)
        wait_until(
            lambda: shell(COUNT)["jobs"][0][0] == "done",
            seconds=180,
            what="one of the workers does the aftermath",
        )
        again = ask(f"{two}/api/v1/battles/{battle}/commands/", keys[1], order)
        assert again["repeated"]
        assert again["seq"] == answer["seq"]
        counted = shell(COUNT)
        manage("shell", "--no-imports", "-c", TELL_BOTH)
        assert shell(COUNT) == counted
        table = ask(f"{two}/api/v1/campaigns/two-nodes/standings/", keys[0])
    assert counted.pop("entries") > 2
    assert counted == {"jobs": [["done", 1]], "aftermaths": 2, "gaps": []}
    rows = table["results"] if isinstance(table, dict) else table
    assert [(row["player"], row["points"]) for row in rows] == [("anna", 3), ("ben", 0)]
