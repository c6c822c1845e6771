"""Strengths of bots are measured over matches that depend only on their number."""

from __future__ import annotations

from collections import Counter
from io import StringIO

from django.core.management import call_command

from battles.engine.commands import Answer, EndStep, Shoot
from battles.engine.events import Flagged, Moved, Noted, Rolled
from battles.engine.state import FAILED_CHARGE
from battles.simulation.bench.matches import count
from battles.simulation.management.commands.bots import deeds


def test_the_same_number_is_the_same_match_in_one_process_or_two() -> None:
    printed = []
    for processes in ("1", "2"):
        out = StringIO()
        call_command(
            "bots", "--pairings", "soldier:random", "--rulesets", "skirmish", "--battles", "2",
            "--processes", processes, stdout=out,
        )  # fmt: skip
        printed.append([line.split(" draws")[0] for line in out.getvalue().splitlines()])
    assert printed[0] == printed[1]
    assert printed[0][0].startswith("skirmish, 24 inches, soldier against random: won ")


def test_failed_charges_are_counted_with_their_reason() -> None:
    tally: dict[str, Counter[str]] = {"a": Counter(), "b": Counter()}
    events = [
        Noted("charge_declared", "a1", "b1"),
        Noted("charge_declared", "a1", "b2"),
        Noted("charge_declared", "a2", "b1"),
        Noted("charge_too_far", "a1", "b1", "0.4"),
    ]
    reasons: dict[str, str] = {}
    count(tally, reasons, "a", EndStep(), events)
    count(tally, reasons, "a", Answer("0"), [Flagged("a1", on=FAILED_CHARGE, why="failed_charge")])
    assert tally == {"a": Counter({"charges": 2, "failed": 1, "failed: too far": 1}), "b": Counter()}
    assert deeds(tally["a"]).startswith("2 charges, 50.0 % failed (too far 1)")


def test_a_charge_fails_because_of_its_target_only_in_the_turn_in_which_it_flees() -> None:
    tally: dict[str, Counter[str]] = {"a": Counter(), "b": Counter()}
    reasons: dict[str, str] = {}
    declares, fails = Noted("charge_declared", "a1", "b1"), Flagged("a1", on=FAILED_CHARGE, why="failed_charge")
    flees = Noted("flees_from_charge", "b1", "a1")
    for note in ("charge_too_far", "target_is_gone"):
        count(tally, reasons, "a", EndStep(), [declares])
        count(tally, reasons, "b", Answer("flee"), [flees, Noted(note, "a1", "b1"), fails])
    count(tally, reasons, "a", EndStep(), [declares, Noted("charge_too_far", "a1", "b1", "2"), fails])
    assert tally["a"] == Counter({"charges": 3, "failed": 3, "failed: target fled": 2, "failed: too far": 1})


def test_falls_climbs_and_shots_out_of_range_are_counted_for_who_made_them() -> None:
    tally: dict[str, Counter[str]] = {"a": Counter(), "b": Counter()}
    climb = Rolled("char", "b1", (6,), 3, False, about="initiative:climb")
    fall = Moved("b1", "fall", (("fall", 0, 0, 0),), 0)
    count(tally, {}, "a", Shoot("a1", "b1"), [Noted("out_of_range", "a1", "b1", "Bow"), climb, fall])
    assert tally == {"a": Counter({"shots": 1, "out of range": 1}), "b": Counter({"climbs": 1, "falls": 1})}
