"""Scripts that run in the site's shell before the load test. They create players with sessions, battles, rosters and
leagues.

Each script prints one line of JSON. The commands of a battle are found by playing it in memory with its own dice, so
that the same commands are legal when the clients send them.
"""

from __future__ import annotations

from typing import Final

SESSIONS: Final = """
import json
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone
from accounts.models import User

def session_of(user):
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY], store[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return store.session_key

def player(name):
    return User.objects.filter(username=name).first() or User.objects.create_user(username=name)
"""

BATTLES: Final = (
    SESSIONS
    + """
from battles.core import engine_cache
from battles.engine import commands
from battles.engine.bots.registry import bot_called
from battles.models import Opponent
from battles.setup import new_battle

found = []
for number in range({number}):
    user = player(f"load-{{number}}")
    battle = new_battle.create_battle(
        actor_id=user.pk, now=timezone.now(), opponent=Opponent.HOT_SEAT, seed=f"load {{number % 20}}"
    )
    engine, bot, lines = engine_cache.load(battle), bot_called("random"), []
    while engine.outcome is None and len(lines) < {commands}:
        side = engine.awaiting()[0]
        command = bot.choose(engine, side).command
        lines.append([side, commands.to_data(command)])
        engine.play(side, command)
    found.append({{
        "pid": battle.public_id, "session": session_of(user), "seq": battle.seq, "commands": lines,
    }})
print(json.dumps({{"cookie": settings.SESSION_COOKIE_NAME, "battles": found}}))
"""
)

PAGES: Final = (
    SESSIONS
    + """
from warbands.core.tests.factories import founded
from campaigns.core.tests.factories import league

players = [player(f"reader-{{number}}") for number in range(12)]
rosters = []
for number in range({number}):
    warband = founded(players[number % 12], "reiklanders")
    rosters.append(warband.public_id)
campaign = league(players[0], players[1:9])
print(json.dumps({{
    "cookie": settings.SESSION_COOKIE_NAME, "session": session_of(players[0]), "rosters": rosters[::12][:40],
    "league": campaign.slug,
}}))
"""
)

STORED: Final = """
import json
from battles.models import BattleEvent, Issuer

found = {}
runs = BattleEvent.objects.filter(issuer=Issuer.PLAYER, command_id__startswith="load-").order_by("pk")
for pid, command_id, seq in runs.values_list("battle__public_id", "command_id", "seq"):
    found.setdefault(pid, []).append([command_id, seq])
print(json.dumps({"cookie": "", "stored": found}))
"""

AFTERMATHS: Final = """
import json, random, time
from django.db import transaction
from accounts.models import User
from battles.aftermath.start import KIND
from battles.aftermath.tests.world import ended
from jobs.models import Job, JobState

with transaction.atomic():
    for number in range({number}):
        players = [User.objects.create(username=f"ended-{{number}}-{{letter}}") for letter in "ab"]
        ended(*players, seed=random.Random(number).randbytes(32))
began = time.time()
jobs = Job.objects.filter(kind=KIND)
while jobs.filter(state__in=[JobState.QUEUED, JobState.RUNNING]).exists() and time.time() - began < 600:
    time.sleep(0.5)
print(json.dumps({{
    "cookie": "", "states": [job.state for job in jobs],
    "seconds": [job.finished_at.timestamp() - began for job in jobs if job.finished_at],
}}))
"""
