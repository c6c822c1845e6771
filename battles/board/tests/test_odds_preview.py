"""Results that are computed only on request: destinations, exact odds, lines of sight."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from accounts.models import User
from battles.board.options import model_options
from battles.board.previews import attack_odds
from battles.board.previews import odds as previews_odds
from battles.board.sight import lines as sight_lines
from battles.board.tests.test_measuring import INCHES, played_to
from battles.core.tests.factories import engine_of, hot_seat, on_to_moves
from battles.engine.battle import Battle as EngineBattle
from battles.engine.odds.attack_odds import shot_odds
from battles.engine.odds.budget import Budget
from battles.engine.steps.shooting.cover import view
from battles.engine.steps.shooting.firing import allowed_shots
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.models import Battle

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


def asked_in(battle: Battle, what: str) -> tuple[EngineBattle, previews_odds.Question]:
    """The first preview of this kind that the active side may request."""
    engine = engine_of(battle)
    return engine, next(questions(engine, what))


def questions(engine: EngineBattle, what: str) -> Iterator[previews_odds.Question]:
    """All previews of this kind that the active side may request."""
    side = engine.awaiting()[0]
    for model_id in (model_id for model_id in engine.state.models if model_id[0] == side):
        for question in previews_odds.questions(
            engine, model_id, model_options.for_model(engine, side, model_id, opened="")
        ):
            if question.what == what:
                yield question


def at(battle: Battle, part: str) -> str:
    return f"/battles/{battle.public_id}/{part}"


def test_destinations_are_listed_when_opened(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    client = client_of(owner)
    model_id = f"{battle.awaiting[0]}1"
    closed = client.get(at(battle, f"?who={model_id}")).content.decode()
    assert f'href="?who={model_id}&amp;verb=walk"' in closed
    assert "data-x=" not in closed
    opened = client.get(at(battle, f"?who={model_id}&verb=walk")).content.decode()
    assert "data-x=" in opened
    assert 'class="spot"' in opened
    choices = client.get(at(battle, f"choices/{model_id}/")).json()
    walk = next(verb for verb in choices["verbs"] if verb["code"] == "walk")
    assert walk["options"] == []
    assert walk["listed"] is False
    assert set(choices["reach"]) >= {"walk", "run"}
    found = client.get(at(battle, f"moves/{model_id}/walk/")).json()
    assert found["verb"]["listed"] is True
    assert found["html"].count("data-x=") == len(found["verb"]["options"]) == found["spots"].count('class="spot"') > 0


def test_only_the_commanding_player_gets_destinations(owner: User, stranger: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    model_id = f"{battle.awaiting[0]}1"
    assert client_of(stranger).get(at(battle, f"moves/{model_id}/walk/")).status_code == 404
    assert client_of(owner).get(at(battle, f"moves/{model_id}/fly/")).status_code == 404
    assert client_of(owner).get(at(battle, "moves/z9/walk/")).status_code == 403


def test_the_odds_of_a_shot_are_exact(owner: User, client_of: ClientOf) -> None:
    battle = played_to(owner, "core", ("shooting", "act"))
    assert battle is not None
    engine, question = asked_in(battle, "shoot")
    game, state = engine.game, engine.state
    plan = plan_of(game, state, question.who, question.weapon)
    count = allowed_shots(game, state, question.who, question.target, plan)
    odds = shot_odds(game, state, question.who, question.target, plan, count)
    (way,) = previews_odds.answer(engine, question)["ways"]
    assert way["is_exact"]
    assert way["steps"][0]["chance"] == f"{round(100 * odds.hit)} %"
    assert engine.state.digest() == engine_of(battle).state.digest()
    client = client_of(owner)
    data = client.get(at(battle, f"odds/{question.who}/{question.target}/?weapon={question.weapon}")).json()
    assert "out of action" in data["html"]
    assert data["short"] == way["out"] == way["product"]["chance"]
    assert [step["label"] for step in way["steps"]] == ["hit", "loses a Wound"]
    assert "instead" in way["aside"]
    page = client.get(at(battle, f"?{question.query}")).content.decode()
    assert 'class="odds-preview"' in page
    assert 'class="odds-product"' in page


def test_the_odds_of_a_charge_assume_that_it_reaches_its_target(owner: User, client_of: ClientOf) -> None:
    battle = played_to(owner, "core", ("movement", "charges"), lambda engine: any(questions(engine, "charge")))
    assert battle is not None
    engine, question = asked_in(battle, "charge")
    before = engine.state.digest()
    (way,) = previews_odds.answer(engine, question)["ways"]
    assert way["needs"]
    assert way["product"]["chance"].endswith("%")
    assert engine.state.digest() == before
    html = client_of(owner).get(at(battle, f"?{question.query}")).content.decode()
    assert f'data-odds="{question.target}"' in html


def test_a_preview_with_too_many_outcomes_shows_the_chances_of_a_single_die(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Previews and divided attacks count states, too."""
    battle = played_to(owner, "core", ("movement", "charges"), lambda engine: any(questions(engine, "charge")))
    assert battle is not None
    engine, question = asked_in(battle, "charge")
    monkeypatch.setattr(previews_odds, "PREVIEW_STATES", 3)
    (way,) = previews_odds._answer(engine, question)["ways"]
    assert not way["is_exact"]
    assert way["product"]
    fighting = previews_odds.charged(engine.state, question.who, question.target)
    budget = Budget(3)
    assert attack_odds.of_split(engine.game, fighting, question.who, [question.target], budget) == ""
    enough = attack_odds.of_split(engine.game, fighting, question.who, [question.target], Budget(15_000))
    assert re.fullmatch(r"out \d+ %", enough), "short: the label names the enemy"
    assert budget.spent < 30, "a group of attacks counts as 20 states when it begins"


@pytest.mark.parametrize("ruleset", ["mordheim", "skirmish"])
def test_without_measuring_odds_are_shown_for_near_and_far_range(
    owner: User, client_of: ClientOf, ruleset: str
) -> None:
    battle = played_to(owner, ruleset, ("shooting", "act"))
    assert battle is not None
    engine, question = asked_in(battle, "shoot")
    near, far = previews_odds.answer(engine, question)["ways"]
    assert (near["title"], far["title"]) == ("Near", "Far")
    assert not any("ong range" in modifier["label"] for modifier in near["modifiers"])
    answer = client_of(owner).get(at(battle, f"odds/{question.who}/{question.target}/?weapon={question.weapon}"))
    assert not INCHES.search(answer.content.decode())


def test_odds_are_only_given_for_legal_actions_of_the_own_side(
    owner: User, stranger: User, client_of: ClientOf
) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    for person in (owner, stranger, None):
        assert client_of(person).get(at(battle, "odds/a1/b1/?weapon=x")).status_code == 404
    assert client_of(owner).get(at(battle, "odds/zz/b1/")).status_code == 403


def test_sight_lines_say_what_the_rules_see(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    engine = engine_of(battle)
    kinds = set()
    for model_id in engine.state.models:
        for line in sight_lines.lines_of(engine, model_id):
            seen = view(engine.game, engine.state, model_id, line.who)
            assert (line.kind != "unseen") == seen.seen
            assert (line.kind == "cover") == bool(seen.cover)
            counted = [int(text) for text in re.findall(r"(\d+) of 25", line.label)]
            assert all(0 < count <= 25 for count in counted)
            kinds.add(line.kind)
    assert kinds >= {"clear", "unseen"} or kinds >= {"cover", "unseen"}


@pytest.mark.parametrize("ruleset", ["core", "mordheim", "gazette", "skirmish"])
def test_sight_is_drawn_and_listed_alike_for_everyone(owner: User, client_of: ClientOf, ruleset: str) -> None:
    battle = hot_seat(owner, ruleset=ruleset)
    for person in (owner, None):
        client = client_of(person)
        data = client.get(at(battle, "sight/a1/")).json()
        drawn = re.findall(r'class="sight (\w+)" data-sight="(\w+)"', data["lines"])
        listed = re.findall(r'class="sight-(\w+)" data-sight="(\w+)"', data["html"])
        assert drawn == listed
        assert drawn
        assert not INCHES.search(data["html"])
        page = client.get(at(battle, "?who=a1&sight=1")).content.decode()
        assert re.findall(r'class="sight (\w+)" data-sight="(\w+)"', page) == drawn
    assert json.dumps(data)
    assert client_of(owner).get(at(battle, "sight/q1/")).status_code == 403


def test_sight_from_a_spot_is_drawn_and_listed_for_everyone(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    piece = engine_of(battle).game.table.pieces[0].id
    for person in (owner, None):
        client = client_of(person)
        data = client.get(at(battle, "sight/a1/?x=12&y=12")).json()
        assert "What is seen from here: centre, middle" in data["html"]
        drawn = re.findall(r'class="sight (\w+)" data-sight="(\w+)"', data["lines"])
        assert drawn == re.findall(r'class="sight-(\w+)" data-sight="(\w+)"', data["html"])
        assert {who[0] for _kind, who in drawn} == {"a", "b"}
        page = client.get(at(battle, f"?sight=spot&piece={piece}")).content.decode()
        assert "What is seen from here" in page
        assert f'<option value="{piece}">' in page
    for query in ("x=99&y=2", "x=nan&y=1", "x=1", "piece=gone"):
        refused = client_of(owner).get(at(battle, f"sight/a1/?{query}"), headers={"Accept": "application/json"})
        assert refused.status_code == 400
        assert "Choose a position on the table" in refused.json()["message"]
    assert client_of(owner).get(at(battle, "?sight=spot&x=99&y=2")).status_code == 400


def test_how_far_a_warrior_gets_is_told_without_script_too(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    side = engine_of(battle).awaiting()[0]
    html = client_of(owner).get(at(battle, f"?who={side}1&reach=1")).content.decode()
    data = client_of(owner).get(at(battle, f"choices/{side}1/")).json()
    assert html.count("<li data-part>") == data["places"].count("<li data-part>") > 0
    assert data["reach"]["walk"]["area"].startswith("M")
    assert "Open ground" in data["places"]
