"""The chronicle's sentences: every kind has one, unknown input causes no error, neighbouring events have different
wordings."""

import datetime
import itertools
import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from campaigns.chronicle import QUIET, EventFacts, Name, event_text, event_texts
from campaigns.chronicle.phrases import PHRASES
from campaigns.chronicle.sentences import kinds_with_words
from campaigns.core.event_data import EventData

NOON = datetime.datetime(2026, 3, 5, 12, 0, tzinfo=datetime.UTC)
LANTERNS = {"entry": "a" * 12, "warband": "The Broken Lanterns"}
TITHE = {"entry": "b" * 12, "warband": "The Rat Tithe"}


def happening(kind: str, key: str = "k", **data) -> EventFacts:
    return EventFacts(kind, NOON, key, EventData.read(data), "Anna")


def played(key: str = "k", won: dict | None = None, lost: dict | None = None, kind: str = "match_played", **more):
    sides = [{**LANTERNS, "result": "win", **(won or {})}, {**TITHE, "result": "loss", **(lost or {})}]
    return happening(kind, key, sides=sides, match="m" * 12, **more)


EXAMPLES = {
    "campaign_created": {"name": "Ashes"},
    "campaign_changed": {"fields": ["points_win", "name"]},
    "house_rules_changed": {"switches": {"af_underdog": False, "panic_triggers": [1, 6], "ro_extra_models": 2}},
    "packs_changed": {"own": [{"name": "Sewer Watch", "number": 2}], "left_out": ["Town Cryer"]},
    "campaign_paused": {"reason": "Half of us are on the road"},
    "arbitrator_replaced": {"person": "Otto", "has_left": True},
    "clock_ruled": {"sides": [LANTERNS, TITHE], "match": "m" * 12, "given": "The Rat Tithe", "reason": "No power"},
    "aftermath_reverted": {"sides": [LANTERNS, TITHE], "match": "m" * 12, "reason": "Wrong scenario."},
    "aftermath_corrected": {"sides": [LANTERNS, TITHE], "match": "m" * 12, "reason": "A shard was forgotten."},
    "campaign_running": {},
    "campaign_closed": {"table": [{**LANTERNS, "points": 9, "played": 3}, {**TITHE, "points": 6, "played": 3}]},
    "warband_joined": LANTERNS,
    "warband_withdrew": LANTERNS,
    "role_given": {"person": "Otto", "role": "co_arbitrator"},
    "rounds_planned": {"first": 1, "count": 3},
    "match_arranged": {"sides": [LANTERNS, TITHE], "match": "m" * 12},
    "result_disputed": {"warbands": ["The Broken Lanterns", "The Rat Tithe"]},
    "match_voided": {"warbands": ["The Broken Lanterns", "The Rat Tithe"]},
    "match_declined": {"warbands": ["The Broken Lanterns", "The Rat Tithe"], "reason": "Too many wounded."},
    "match_played": {"sides": [{**LANTERNS, "result": "win", "losses": 1}, {**TITHE, "result": "loss", "losses": 3}]},
    "result_ruled": {
        "sides": [{**LANTERNS, "result": "draw"}, {**TITHE, "result": "draw"}], "reason": "Dusk had fallen.",
    },
    "battle_played": {"sides": [LANTERNS, TITHE]},
    "aftermath_done": {**LANTERNS, "shards": 2, "gold_gc": 35},
    "warrior_died": {**LANTERNS, "warrior": "Otto", "by": "Skrit"},
    "advance_taken": {**LANTERNS, "warrior": "Otto", "gained": "WS 4"},
    "award_given": {**LANTERNS, "title_given": "Best painted", "reason": "The banner"},
    "painted_confirmed": LANTERNS,
    "deal_agreed": {"sides": [LANTERNS, TITHE], "is_ransom": True},
    "alliance_made": {"sides": [LANTERNS, TITHE]},
    "alliance_ended": {"sides": [LANTERNS, TITHE]},
    "district_taken": {**LANTERNS, "district": "The Mill", "from": "The Rat Tithe"},
    "income_paid": {"gold_gc": 60, "districts": 4},
    "faction_joined": {**LANTERNS, "faction": "The Crown"},
    "post_published": {"title": "A long night", "post": "p" * 12, "is_report": True},
}  # fmt: skip


def test_there_is_an_example_of_every_kind() -> None:
    assert set(EXAMPLES) == kinds_with_words()


@pytest.mark.parametrize("kind", sorted(EXAMPLES))
@pytest.mark.parametrize("key", [str(number) for number in range(12)])
def test_every_kind_is_told_in_whole_sentences(kind: str, key: str) -> None:
    event = event_text(happening(kind, key, **EXAMPLES[kind]))
    assert event is not None
    text = event.plain()
    assert event.title
    assert text[0] == text[0].upper()
    assert text[-1] in ".!?"
    assert "{" not in text
    assert "  " not in text
    assert "None" not in text


@pytest.mark.parametrize("kind", sorted(EXAMPLES))
def test_an_event_that_says_nothing_breaks_nothing(kind: str) -> None:
    text = event_text(EventFacts(kind, NOON, "k"))
    assert text is None or "{" not in text.plain()


@example("campaign_changed", {"fields": [{}]})
@example("campaign_closed", {"table": 7})
@given(
    st.sampled_from([*sorted(kinds_with_words()), "sang_a_song"]),
    st.dictionaries(
        st.sampled_from(["sides", "warbands", "warband", "entry", "match", "table", "fields", "count", "warrior", "by",
                         "shards", "sentence", "reason", "new_leader"]),
        st.recursive(st.none() | st.booleans() | st.integers() | st.text("{}%<& a"), st.lists, max_leaves=4)
        | st.lists(st.dictionaries(st.sampled_from(["warband", "result", "losses"]), st.text("{}%a") | st.integers())),
    ),
)  # fmt: skip
def test_the_chronicle_renders_every_event_whatever_its_data(kind: str, data: dict) -> None:
    text = event_text(EventFacts(kind, NOON, "k", EventData.read(data), "A{n}na"))
    if text is not None:
        text.plain()
        text.html(lambda name: "/x/" if name.room else "")


def test_an_unknown_kind_says_what_it_brings_or_nothing() -> None:
    text = event_text(happening("sang_a_song", sentence="They sang {loudly}.", **LANTERNS))
    assert text is not None
    assert text.plain() == "They sang {loudly}."
    assert text.title == "The Broken Lanterns"
    assert event_text(happening("sang_a_song")) is None


@pytest.mark.parametrize("kind", sorted(QUIET))
def test_some_kinds_of_event_have_no_chronicle_entry(kind: str) -> None:
    assert event_text(happening(kind)) is None


def test_names_are_escaped_and_linked() -> None:
    text = event_text(played(won={"warband": "<b>Lanterns & Co</b>"}))
    assert text is not None
    html = text.html(lambda name: f"/{name.room}/{name.public_id}/" if name.room == "entry" else "")
    assert '<a href="/entry/aaaaaaaaaaaa/">&lt;b&gt;Lanterns &amp; Co&lt;/b&gt;</a>' in html
    assert "<b>" not in html


def _shape(event: EventFacts) -> str:
    """The list of phrases that the first sentence is from."""
    text = event_text(event)
    assert text is not None
    return next(shape for shape, phrases in PHRASES.items() if text.sentences[0] in map(str, phrases))


def test_the_wording_of_a_win_depends_on_the_losses() -> None:
    assert _shape(played(lost={"losses": 1})) == "win"
    assert _shape(played(won={"losses": 1}, lost={"losses": 6})) == "win_by_far"
    assert _shape(played(won={"losses": 4}, lost={"losses": 2})) == "win_dearly"
    assert _shape(played(won={"rating": 60}, lost={"rating": 100})) == "win_upset"
    counted = {"is_counted": True}
    assert _shape(played(won=counted, lost=counted)) == "win_unbloodied"
    assert _shape(played(won={"result": "draw"}, lost={"result": "draw"})) == "draw"
    assert _shape(played()) == "win"


def test_an_upset_and_a_new_leader_are_turning_points() -> None:
    upset, lead, plain = played(won={"rating": 60}, lost={"rating": 100}), played(new_leader="The Rat Tithe"), played()
    assert [text is not None and text.is_pivotal for text in map(event_text, (upset, lead, plain))] == [
        True,
        True,
        False,
    ]


def test_an_event_keeps_its_words_and_neighbours_never_share_them() -> None:
    events = [played(str(number)) for number in range(200)]
    first, second = event_texts(events), event_texts(events)
    assert [text.plain() for _event, text in first] == [text.plain() for _event, text in second]
    sentences = [text.sentences[0] for _event, text in first]
    assert all(sentence != other for sentence, other in itertools.pairwise(sentences))
    assert len(set(sentences)) == len(PHRASES["win"])


def test_every_phrase_has_only_places_that_are_filled() -> None:
    for shape, phrases in PHRASES.items():
        places = [
            {name for _text, name, _spec, _conv in string.Formatter().parse(str(phrase)) if name} for phrase in phrases
        ]
        assert len(set(map(str, phrases))) == len(phrases), shape
        assert all(str(phrase)[-1] in ".!?}" for phrase in phrases), shape
        assert all(name.isidentifier() for found in places for name in found), shape


def test_a_name_without_an_address_is_plain() -> None:
    text = event_text(happening("warband_joined", **LANTERNS))
    assert text is not None
    assert "<a" not in text.html(lambda name: "")
    assert isinstance(text.leads_to, Name)
