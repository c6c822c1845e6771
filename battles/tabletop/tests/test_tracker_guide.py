"""The guide of the phases of a tracked battle: rules by ruleset, the warriors concerned, the scenario."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.tests.test_views import league
from battles.core.phases import phase_name
from battles.models import Track
from battles.tabletop.tests.test_sheets import author_and_other
from battles.tabletop.tests.test_tracker import begun, press
from battles.tabletop.tracker import services as tracker_services
from battles.tabletop.tracker.guide import KEYWORDS_OF_PHASE, RULES_OF_PHASE, guide_of, phase_part, scenario_of
from campaigns.models import Match
from catalogue.packs.installed import book
from catalogue.rules.chapters import RULESETS, chapters
from warbands.models import Warrior

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


@pytest.fixture
def track(arbitrator: User, owner: User, rival: User) -> Track:
    match: Match = league(arbitrator, owner, rival)[1]
    return begun(match, author_and_other(match)[0])


def test_every_phase_of_every_ruleset_has_its_rules(track: Track) -> None:
    texts = {}
    for ruleset in RULESETS:
        Track.objects.filter(pk=track.pk).update(ruleset=ruleset)
        row = Track.objects.get(pk=track.pk)
        phases = guide_of(row)
        assert [phase.title for phase in phases[1:]] == [
            str(phase_name(title)) for title in tracker_services.tally(row).phases
        ]
        assert all(phase.reminders for phase in phases)
        texts[ruleset] = [reminder.difference for phase in phases for reminder in phase.reminders]
    assert phase_part("magic") in {phase.id for phase in guide_of(row)}
    assert len({tuple(text) for text in texts.values()}) == len(RULESETS)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_line_of_the_guide_is_complete_without_another_ruleset(ruleset: str) -> None:
    known = {rule.id: rule for rules in chapters().values() for rule in rules}
    named = {rule for rules in RULES_OF_PHASE.values() for rule in rules}
    named |= {rule for rules in KEYWORDS_OF_PHASE.values() for rule in rules.values()}
    for rule_id in named:
        text = known[rule_id].difference(ruleset)
        shown = f"{known[rule_id].text} {text}"
        assert not re.search(r"\b(?:core|mordheim|gazette|skirmish)\b", shown, re.IGNORECASE), (rule_id, shown)
        assert not re.match(r"as |same |and ", text), (rule_id, text)


def test_a_difference_that_names_another_ruleset_is_written_out() -> None:
    known = {rule.id: rule for rules in chapters().values() for rule in rules}
    assert known["MAG-WHO-01"].difference("gazette") == (
        known["MAG-WHO-01"].difference("mordheim") + "; a stunned model may only crawl"
    )
    assert known["PSY-FRENZY-01"].difference("gazette") == ""
    assert known["PSY-FEAR-01"].difference("skirmish") == known["PSY-FEAR-01"].difference("mordheim") != ""


def test_every_rule_of_the_guide_exists() -> None:
    known = {rule.id for rules in chapters().values() for rule in rules}
    named = {rule for rules in RULES_OF_PHASE.values() for rule in rules}
    named |= {rule for rules in KEYWORDS_OF_PHASE.values() for rule in rules.values()}
    assert named <= known


def test_the_recovery_phase_names_the_warriors_of_the_active_side(track: Track) -> None:
    author = User.objects.get(pk=track.created_by_id)
    for piece, posture in (("a1", "fleeing"), ("a2", "stunned"), ("a3", "knocked_down"), ("b1", "stunned")):
        press(track, author, "posture", piece=piece, posture=posture)
    names = [piece["name"] for piece in track.setup["sides"]["a"]["pieces"][:3]]
    now = next(phase.now for phase in guide_of(track) if phase.id == phase_part("recovery"))
    assert now == [
        f"{names[0]} flees: rally test.",
        f"{names[1]} is stunned: becomes knocked down.",
        f"{names[2]} is knocked down: may stand up.",
    ]


def test_stupid_and_frenzied_warriors_are_named_in_their_phases(track: Track) -> None:
    pieces = track.setup["sides"]["a"]["pieces"]
    author = User.objects.get(pk=track.created_by_id)
    for piece, effect in ((pieces[0], "stupidity"), (pieces[1], "frenzy")):
        injury = {"code": "madness", "detail": "", "effects": [{"code": effect, "params": {}}]}
        Warrior.objects.filter(public_id=piece["key"]).update(injuries=[injury])
    phases = {phase.id: phase for phase in guide_of(track)}
    assert pieces[0]["name"] in phases[phase_part("start")].reminders[0].names
    assert phases[phase_part("movement")].reminders[0].id == "PSY-FRENZY-01"
    assert pieces[1]["name"] in phases[phase_part("movement")].reminders[0].names
    press(track, author, "out", piece="a1")
    start = next(phase for phase in guide_of(track) if phase.id == phase_part("start"))
    assert all(pieces[0]["name"] not in reminder.names.split(", ") for reminder in start.reminders)


def test_the_scenario_is_described_as_in_the_catalogue(track: Track) -> None:
    record, text = book().scenarios["skirmish"], scenario_of(track)
    assert text is not None
    assert text.name == record.name
    assert {record.setup, record.terrain, record.first_turn, record.ends} <= {words for _heading, words in text.parts}


def test_the_page_has_the_same_number_of_queries_for_any_number_of_warriors(
    track: Track, client_of: ClientOf, django_assert_max_num_queries: Any
) -> None:
    client = client_of(User.objects.get(pk=track.created_by_id))
    address = reverse("battles:track_guide", args=[track.public_id])
    client.get(address)
    one = {letter: {**side, "pieces": side["pieces"][:1]} for letter, side in track.setup["sides"].items()}
    Track.objects.filter(pk=track.pk).update(setup={**track.setup, "sides": one})
    with django_assert_max_num_queries(40) as few:
        client.get(address)
    Track.objects.filter(pk=track.pk).update(setup=track.setup)
    with django_assert_max_num_queries(len(few)):
        client.get(address)
    page = client.get(reverse("battles:track", args=[track.public_id])).content.decode()
    assert "guide/#phase-recovery" in page
