"""No request of the odds page may occupy a processor for long."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client, RequestFactory

from accounts.limits import RateLimitExceeded
from battles.engine.odds.duels import DuelOdds, duel
from battles.engine.profile import fighter_from_data
from battles.engine.rulesets.compile import rules_for
from battles.odds import fighters, matchups, views, work
from catalogue.packs.installed import book

GOLDEN = json.loads((Path(__file__).parent / "data" / "duels_of_the_catalogue.json").read_text())
"""Twenty duels as computed before attacks were merged."""
SLOWEST_STATE_SECONDS = 47e-6
"""The slowest state measured on a busy machine (docs/figures.md)."""
ADVERSARY = {"a": "carnival_of_chaos_nurgling", "b": "countess_marianna", "how": "fight", "rules": "core"}


def duel_of(a: str, b: str, how: str, rules: str, states: int = 0) -> DuelOdds:
    facts = book()
    fighter, two = (
        fighter_from_data({**fighters.odds_fighter(code, (), None).data(facts), "id": identity})
        for code, identity in ((a, "a1"), (b, "b1"))
    )
    return duel(rules_for(rules), fighter, two, charges=how == "charge", turns=matchups.TURNS, states=states)


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
        ("carnival_of_chaos_nurgling", "countess_marianna", "fight", "core", 12_000),
        ("marienburgers_champion", "countess_marianna", "charge", "core", 15_000),
        ("marauders_norse_spawn_of_chaos", "shadow_warrior_hired", "fight", "core", 20_000),
        ("battle_monks_raging_peasant", "beastmen_raiders_centigor", "charge", "mordheim", 31_000),
        ("countess_marianna", "dark_emissary", "charge", "mordheim", 17_000),
        ("chaos_centaur", "tileans_champion", "fight", "core", 37_000),
        ("cursed_cavalcade_twisted_scholar", "beastmen_raiders_centigor", "charge", "core", 62_000),
        ("lizardmen_kroxigor", "lustrian_reavers_saurus_slayer", "fight", "core", 38_000),
    ],
)
def test_the_most_expensive_duels_explore_a_bounded_number_of_states(
    a: str, b: str, how: str, rules: str, states: int
) -> None:
    """A state costs what is defined in `engine/odds/budget.py`; most of these duels are computed completely on the
    page."""
    found = duel_of(a, b, how, rules, 70_000)
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
    assert "Calculated for" in page
    assert "the duel takes longer" in page
    data = client.get("/api/v1/odds/", {**ADVERSARY, "duel": "1"}).json()["duel"]
    assert data["cut_short"] is True
    assert 0 < len(data["by_turn"]) < 21
    assert data["states"] <= 3_001
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
    data = client.get("/api/v1/odds/", ADVERSARY).json()
    assert data["back"] is None
    assert data["over_limit"] == ["strikes", "back"]
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
    spent = work.RequestBudget()
    page = views.page(request_for(a, b, how, rules), spent).content.decode()
    return spent.spent, page


@pytest.mark.django_db
@pytest.mark.parametrize(("a", "b", "how", "rules"), WORST_REQUESTS)
def test_the_whole_page_with_duel_and_other_kits_stays_within_its_states(a: str, b: str, how: str, rules: str) -> None:
    """Counted in states, not seconds: attacks, the attacks in return, the duel and up to 14 sets of equipment share one
    limit."""
    spent, page = states_of_page(a, b, how, rules)
    assert 0 < spent <= work.REQUEST_STATES + 50
    assert "Result for" in page
    assert ("<b>best</b>" in page) or ("not shown" in page)


@pytest.mark.django_db
def test_kits_over_what_is_left_of_the_request_are_named_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cached work counts like new work, so that the response from the cache is the same."""
    question = ("reiklanders_mercenary_captain", "skaven_assassin_adept", "charge", "core")
    whole, page = states_of_page(*question)
    assert "not shown" not in page
    monkeypatch.setattr(work, "REQUEST_STATES", whole - 200)
    spent, page = states_of_page(*question)
    assert spent <= whole - 180
    assert "not shown: " in page
    again = work.RequestBudget()
    answers = page.split("odds-answer")[1]
    assert views.page(request_for(*question), again).content.decode().split("odds-answer")[1] == answers
    assert again.spent == spent
    assert again.fresh == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    ["/odds/", "/odds/duel/", "/api/v1/odds/", "/search/?q=sword", "/api/v1/catalogue/search/?q=sword"],
)
def test_calculations_for_one_address_are_limited(client: Client, settings: Any, path: str) -> None:
    settings.LIMITS = {**settings.LIMITS, "computations": (1, 60)}
    cache.clear()
    answers = [client.get(path).status_code for _ in range(9)]
    assert answers[:8] == [200] * 8
    assert answers[8] == 429


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "more"), [("/odds/", {"end": "1"}), ("/odds/duel/", {}), ("/api/v1/odds/", {"duel": "1"})]
)
def test_the_work_of_one_address_in_a_minute_is_limited(
    client: Client, settings: Any, path: str, more: dict[str, str]
) -> None:
    """Counted in explored states before the work begins; what was not needed is returned."""
    one = work.FIXED_STATES + work.REQUEST_STATES
    settings.ADDRESS_LIMITS = {"odds": (one + 2_500, 60)}
    cache.clear()
    matchups.forget()
    first = client.get(path, {**ADVERSARY, **more})
    again = client.get(path, {**ADVERSARY, **more, "how": "charge"})
    assert (first.status_code, again.status_code) == (200, 429)
    assert again.headers["Retry-After"] == "60"
    assert "took too much work" in again.content.decode()
    assert "Try again in 60 seconds." in again.content.decode()


@pytest.mark.django_db
def test_answers_from_the_cache_cost_an_address_little(client: Client, settings: Any) -> None:
    settings.ADDRESS_LIMITS = {"odds": (3 * work.FIXED_STATES + work.REQUEST_STATES, 60)}
    client.get("/odds/duel/", ADVERSARY)
    cache.clear()
    answers = [client.get("/odds/duel/", ADVERSARY).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]


@pytest.mark.django_db
def test_requests_side_by_side_share_the_limit_of_their_address(settings: Any) -> None:
    settings.ADDRESS_LIMITS = {"odds": (2 * (work.FIXED_STATES + work.REQUEST_STATES), 60)}
    cache.clear()
    request = request_for("undead_zombie", "undead_zombie", "charge", "core")
    with work.limited_budget(request), work.limited_budget(request) as second:
        second.fresh = 7
        with pytest.raises(RateLimitExceeded), work.limited_budget(request):
            pass
    with work.limited_budget(request):
        pass


@pytest.mark.django_db
def test_the_work_that_an_address_may_ask_for_takes_ten_seconds_at_most(settings: Any) -> None:
    """Computed from the measured time of a state in docs/figures.md and the most expensive request measured."""
    allowed, seconds = settings.ADDRESS_LIMITS["odds"]
    assert seconds == 60
    assert allowed * SLOWEST_STATE_SECONDS <= 10
    assert (work.REQUEST_STATES + work.FIXED_STATES) * SLOWEST_STATE_SECONDS < 2


WHIPS = ("steel_whip-2", "steel_whip", "duelling_pistol", "light_armour")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("a", "ak", "how", "most"),
    [
        ("abdul_alhazred", (), "charged", 31_000),
        ("orc_mob_goblin_warrior", ("sword", "squig_prodder", "shield", "helmet"), "charged", 31_000),
        ("orc_mob_goblin_warrior", ("sword", "squig_prodder", "shield", "helmet"), "charge", 31_000),
        ("clan_skryre_rat_ogre", (), "charged", 31_000),
    ],
)
def test_the_steel_whips_of_heinrich_schmidt_stay_within_the_limit(
    a: str, ak: tuple[str, ...], how: str, most: int
) -> None:
    """These are the most expensive pairs found with a limit of 32,000 states: five attacks of a lucky fighter."""
    matchups.forget()
    spent = work.RequestBudget()
    data = {"a": a, "ak": ",".join(ak), "b": "heinrich_schmidt", "bk": ",".join(WHIPS), "how": how, "end": "1"}
    request = RequestFactory().get("/odds/", {**data, "rules": "core"})
    request.user = AnonymousUser()
    page = views.page(request, spent).content.decode()
    assert 0 < spent.spent <= most
    assert "have too many possible outcomes to calculate here" not in page
    assert spent.fresh > 0
