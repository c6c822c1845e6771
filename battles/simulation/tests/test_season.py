"""A season of bots: the same seed gives the same output, and an interrupted season continues where it stopped."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import transaction

from battles.models import Aftermath, Battle, BattleStatus
from battles.setup.new_battle import BOTS
from battles.simulation import bot_battle, season
from campaigns.models import Campaign, MatchStatus
from warbands.core.reconcile import reconcile
from warbands.models import Warband

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(600)]
SMALL = {"warbands": 4, "rounds": 2, "seed": "9", "turns": 2}
DIGEST = "df96f073883a5e008df7a6111b7a093d4c96c795a7bd1eb9b8f7286a6b2c5635"
"""Digest of the season of two warbands with seed 10. Change it only after an intended change of rules, rosters or
prices."""


class Undone(Exception):
    """Rolls back a season."""


def printed(**options: object) -> str:
    """The output of the command in a database without a season."""
    out = io.StringIO()
    try:
        with transaction.atomic():
            call_command("season", stdout=out, **{**SMALL, **options})
            raise Undone
    except Undone:
        return out.getvalue()


@pytest.mark.postgres
def test_the_same_seed_prints_the_same_bytes() -> None:
    first = printed(json=True)
    assert first == printed(json=True)
    data = json.loads(first)
    assert [match["round"] for match in data["matches"]] == [1, 1, 2, 2]
    assert sum(row["played"] for row in data["standings"]) == 8
    assert data["differences"] == []


def test_the_table_is_printed_with_every_warband() -> None:
    lines = printed(warbands=2, rounds=1, turns=1, seed="10").splitlines()
    head, first, second, folded, digest = lines[-5:]
    assert head.split()[:2] == ["#", "Warband"]
    assert [first.split()[0], second.split()[0]] == ["1", "2"]
    assert folded == "2 ledgers folded: 0 differences from the rosters."
    assert digest == f"sha256 of results and standings: {DIGEST}"


def test_a_season_of_weaker_bots_is_another_season() -> None:
    plans = [season.Plan(warbands=4, rounds=2, seed="9", bot=bot) for bot in BOTS]
    assert len({plan.key for plan in plans}) == len(BOTS) == 4
    assert "0 differences" in printed(warbands=2, rounds=1, turns=1, seed="11", bot="soldier")


def test_every_battle_is_stored_with_its_aftermath_and_every_ledger_folds() -> None:
    plan = season.Plan(warbands=3, rounds=1, seed="3", max_turns=2)
    season.play(plan)
    battle = Battle.objects.get()
    assert battle.status == BattleStatus.FINISHED
    assert battle.aftermath_done_at is not None
    assert set(Aftermath.objects.values_list("status", flat=True)) == {"done"}
    assert [reconcile(warband) for warband in Warband.objects.all()] == [[], [], []]


def test_an_interrupted_season_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = season.Plan(warbands=2, rounds=2, seed="5", max_turns=1)
    whole = undisturbed(plan)
    fight = bot_battle.fight
    count = 0

    def tired(*arguments: object, **options: object) -> bot_battle.Run:
        nonlocal count
        count += 1
        if count == 2:
            raise KeyboardInterrupt
        return fight(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(bot_battle, "fight", tired)
    with pytest.raises(KeyboardInterrupt), transaction.atomic():
        season.play(plan)
    monkeypatch.setattr(bot_battle, "fight", fight)
    assert season.play(plan) == whole
    campaign = Campaign.objects.get()
    assert set(campaign.matches.values_list("status", flat=True)) == {MatchStatus.AGREED}
    assert season.play(plan) == whole
    assert Battle.objects.count() == 2


def undisturbed(plan: season.Plan) -> season.Report:
    try:
        with transaction.atomic():
            report = season.play(plan)
            raise Undone
    except Undone:
        return report


def test_another_seed_plays_another_season() -> None:
    plan = season.Plan(warbands=2, rounds=1, seed="5", max_turns=1)
    assert undisturbed(plan).standings != undisturbed(replace(plan, seed="6")).standings


def test_a_season_of_one_is_refused() -> None:
    with pytest.raises(CommandError):
        call_command("season", warbands=1)


def test_a_database_without_tables_gets_a_sentence(tmp_path: Path) -> None:
    """Runs in another process, because the database of this one has its tables."""
    environment = {**os.environ, "VAR_DIR": str(tmp_path), "DATABASE_URL": ""}
    done = subprocess.run(
        [sys.executable, "manage.py", "season"], env=environment, cwd=settings.BASE_DIR, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr.strip().endswith("Run `manage.py migrate` first.")
    assert "Traceback" not in done.stderr
