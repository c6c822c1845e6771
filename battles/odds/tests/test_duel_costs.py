"""Issue 10, item 1.4: no question of the odds page may take a processor for long."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client, RequestFactory

from battles.engine.odds.duels import DuelOdds, duel
from battles.engine.profile import fighter_from_data
from battles.engine.rulesets.compile import rules_for
from battles.odds import fighters, matchups, views
from catalogue.packs.installed import book

GOLDEN = json.loads((Path(__file__).parent / "data" / "duels_of_the_catalogue.json").read_text())
"""Twenty duels as they were worked out before the merging of attacks."""
ADVERSARY = {"a": "carnival_of_chaos_nurgling", "b": "countess_marianna", "how": "fight", "rules": "core"}


def duel_of(a: str, b: str, how: str, rules: str, states: int = 0) -> DuelOdds:
    facts = book()
    one, two = (
        fighter_from_data({**fighters.sparrer(code, (), None).data(facts), "id": identity})
        for code, identity in ((a, "a1"), (b, "b1"))
    )
    return duel(rules_for(rules), one, two, charges=how == "charge", turns=matchups.TURNS, states=states)


@pytest.mark.parametrize("known", GOLDEN, ids=lambda row: f"{row['a']}-{row['b']}")
def test_duels_are_as_they_were_before_attacks_were_merged(known: dict[str, object]) -> None:
    found = duel_of(str(known["a"]), str(known["b"]), str(known["how"]), str(known["rules"]))
    assert len(found.by_turn) == known["turns"]
    assert found.first_wins == pytest.approx(known["first_wins"], abs=1e-9)
    assert found.second_wins == pytest.approx(known["second_wins"], abs=1e-9)
    assert found.undecided == pytest.approx(known["undecided"], abs=1e-9)


@pytest.mark.parametrize(
    ("a", "b", "how", "rules", "states"),
    [
        ("carnival_of_chaos_nurgling", "countess_marianna", "fight", "core", 10_000),
        ("marienburgers_champion", "countess_marianna", "charge", "core", 12_000),
        ("marauders_norse_spawn_of_chaos", "shadow_warrior_hired", "fight", "core", 13_000),
        ("battle_monks_raging_peasant", "beastmen_raiders_centigor", "charge", "mordheim", 40_000),
        ("countess_marianna", "dark_emissary", "charge", "mordheim", 17_000),
        ("chaos_centaur", "tileans_champion", "fight", "core", 13_000),
        ("cursed_cavalcade_twisted_scholar", "beastmen_raiders_centigor", "charge", "core", 31_000),
        ("lizardmen_kroxigor", "lustrian_reavers_saurus_slayer", "fight", "core", 23_000),
    ],
)
def test_the_most_expensive_duels_explore_a_bounded_number_of_states(
    a: str, b: str, how: str, rules: str, states: int
) -> None:
    found = duel_of(a, b, how, rules, matchups.DUEL_STATES)
    assert not found.cut_short
    assert found.states <= states
    assert found.first_wins + found.second_wins + found.undecided == pytest.approx(1, abs=1e-9)


@pytest.mark.django_db
def test_a_duel_over_the_limit_says_on_page_and_api_how_far_it_was_followed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    matchups._duel.cache_clear()
    monkeypatch.setattr(matchups, "DUEL_STATES", 3_000)
    page = client.get("/odds/duel/", ADVERSARY).content.decode()
    assert "Worked out for" in page
    assert "the duel takes longer" in page
    told = client.get("/api/v1/odds/", {**ADVERSARY, "duel": "1"}).json()["duel"]
    assert told["cut_short"] is True
    assert 0 < len(told["by_turn"]) < 21
    assert told["states"] <= 3_001
    matchups._duel.cache_clear()
    monkeypatch.setattr(matchups, "DUEL_STATES", 10)
    assert "too many possible outcomes" in client.get("/odds/duel/", ADVERSARY).content.decode()
    matchups._duel.cache_clear()


@pytest.mark.django_db
def test_attacks_over_the_limit_leave_the_page_standing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    matchups._strikes.cache_clear()
    monkeypatch.setattr(matchups, "STRIKE_STATES", 10)
    answer = client.get("/odds/", ADVERSARY)
    assert answer.status_code == 200
    assert "have too many possible outcomes to calculate" in answer.content.decode()
    told = client.get("/api/v1/odds/", ADVERSARY).json()
    assert told["back"] is None
    assert told["over_limit"] == ["strikes", "back"]
    matchups._strikes.cache_clear()


WORST_REQUESTS = (
    ("ippan_shu", "headless_horseman", "fight", "core"),
    ("luthor_wolfenbaum", "beastmen_raiders_minotaur", "charge", "core"),
    ("cursed_cavalcade_twisted_scholar", "beastmen_raiders_centigor", "charged", "core"),
    ("lizardmen_kroxigor", "lustrian_reavers_saurus_slayer", "fight", "core"),
    ("pit_fighters_pit_king", "lizardmen_kroxigor", "charge", "core"),
    ("william_schaekestange", "mootlanders_master_chef", "fight", "mordheim"),
    ("countess_marianna", "dark_emissary", "fight", "gazette"),
)


def request_for(a: str, b: str, how: str, rules: str) -> HttpRequest:
    request = RequestFactory().get("/odds/", {"a": a, "b": b, "how": how, "rules": rules, "end": "1"})
    request.user = AnonymousUser()
    return request


def states_of_page(a: str, b: str, how: str, rules: str) -> tuple[int, str]:
    matchups.forget()
    work = matchups.Work()
    page = views.page(request_for(a, b, how, rules), work).content.decode()
    return work.spent, page


@pytest.mark.django_db
@pytest.mark.parametrize(("a", "b", "how", "rules"), WORST_REQUESTS)
def test_the_whole_page_with_duel_and_other_kits_stays_within_its_states(a: str, b: str, how: str, rules: str) -> None:
    """Counted in states, not seconds: attacks, answer, duel and up to 14 kits share one limit."""
    spent, page = states_of_page(a, b, how, rules)
    assert 0 < spent <= matchups.REQUEST_STATES + 20
    assert "Result for" in page
    assert ("<b>best</b>" in page) or ("not shown" in page)


@pytest.mark.django_db
def test_kits_over_what_is_left_of_the_request_are_named_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the answer from the cache is the same: cached work counts like fresh work."""
    question = ("reiklanders_mercenary_captain", "skaven_assassin_adept", "charge", "core")
    whole, page = states_of_page(*question)
    assert "not shown" not in page
    monkeypatch.setattr(matchups, "REQUEST_STATES", whole - 200)
    spent, page = states_of_page(*question)
    assert spent <= whole - 180
    assert "not shown: " in page
    work = matchups.Work()
    answers = page.split("odds-answer")[1]
    assert views.page(request_for(*question), work).content.decode().split("odds-answer")[1] == answers
    assert work.spent == spent


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    ["/odds/", "/odds/duel/", "/api/v1/odds/", "/search/?q=sword", "/api/v1/catalogue/search/?q=sword"],
)
def test_calculations_for_one_address_are_limited(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("battles.odds.views.STATES_PER_UNIT", 10**9)
    settings.LIMITS = {**settings.LIMITS, "computations": (1, 60)}
    cache.clear()
    answers = [client.get(path).status_code for _ in range(9)]
    assert answers[:8] == [200] * 8
    assert answers[8] == 429


@pytest.mark.django_db
def test_an_expensive_duel_counts_as_many_requests(client: Client, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "computations": (1, 60)}
    cache.clear()
    answers = [client.get("/odds/duel/", ADVERSARY).status_code for _ in range(3)]
    assert answers == [200, 200, 429]
