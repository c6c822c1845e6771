"""The bench runs and reports every figure; its measurements are not checked here."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command

from battles.engine.dice import PlainDice
from battles.engine.table.table import Table
from battles.simulation.bench.corpus import WALLS, play, setup, walled_table
from battles.simulation.bench.figures import Figure, as_markdown
from battles.simulation.management.commands.bench import with_figures


def test_a_profile_names_the_parts_of_a_battle() -> None:
    out = StringIO()
    call_command("bench", "--quick", "--profile", stdout=out)
    assert out.getvalue().startswith("core, routes of failed charges ")
    assert "random walks" in out.getvalue()


def test_a_quick_bench_reports_every_figure() -> None:
    out = StringIO()
    call_command("bench", "--quick", stdout=out)
    printed = out.getvalue()
    for words in (
        "random bots", "tactician bots", "copy of a state", "legal commands of one model", "legal commands of a side",
        "validating a command", "sight", "exact odds of one attack", "committed die", "event log",
        "message per command", "loading a snapshot", "lines in steps/", "Machine:",
    ):  # fmt: skip
        assert words in printed


def test_the_bench_measures_on_a_table_with_160_walls() -> None:
    table = Table.from_data(walled_table(1))
    assert len(table.walls) == WALLS == 160
    assert (table.width, table.length) == (4800, 4800)


def test_after_clearing_caches_a_table_gives_the_same_results() -> None:
    played = play(setup("mordheim", 1, 48), PlainDice(1), keep=True)
    position = next(p for p in played.positions if p.battle.state.phase == "movement")
    listed = position.battle.legal(position.side)
    position.battle.game.table.forget()
    assert position.battle.legal(position.side) == listed


def test_bounds_are_compared_in_the_right_direction() -> None:
    slow = Figure("x", 4, "ms", 2, 1)
    fast = Figure("y", 40, "/s", 10, 30, more_is_better=True)
    assert (slow.bound_met(), slow.ratio()) == ("no", "0.50x")
    assert (fast.bound_met(), fast.ratio()) == ("target", "4.00x")
    assert "| x | 4 ms | 2 ms | 1 ms | no | 0.50x |" in as_markdown([slow], "m", "n")


def test_new_figures_keep_the_other_sections_of_the_page() -> None:
    page = "# Old\n\n| a |\n\n## Bots\n\nNine of ten.\n"
    assert with_figures(page, "# New\n\n| b |\n") == "# New\n\n| b |\n\n## Bots\n\nNine of ten.\n"
    assert with_figures("", "# New\n") == "# New\n"
