"""Battles that need no preparation: two suggested warbands, a table of ruins, the bot or a friend at the same screen."""

from __future__ import annotations

import secrets
from datetime import datetime
from hashlib import sha256

from battles import table_library
from battles.bridge import fighters_of
from battles.models import Battle, Opponent
from battles.services import muster
from catalogue.book import Book, book
from warbands.company import Company
from warbands.names import company_name
from warbands.rules.rating import rating_of
from warbands.rules.suggesting import suggest_band

TURNS = 12
"""A dealt battle ends after this many turns a side, so that it fits an evening's pause."""


def dealt_company(warband_type: str, seed: str, facts: Book) -> Company:
    """A suggested, legal warband of a list; the same seed gives the same names."""
    gold = facts.warband_types[warband_type].starting_gold_gc
    company = Company(
        key=f"dealt-{warband_type}",
        name=company_name(warband_type, seed),
        warband_type_code=warband_type,
        founding_gold_gc=gold,
        treasury_gc=gold,
        seed=sha256(seed.encode()).hexdigest()[:32],
    )
    suggest_band(company, facts)
    return company


def dealt_types(seed: str, facts: Book) -> tuple[str, str]:
    """Two different lists for a seed."""
    codes = sorted(facts.warband_types)
    number = int(sha256(seed.encode()).hexdigest(), 16)
    first = codes[number % len(codes)]
    others = [code for code in codes if code != first]
    return first, others[(number // len(codes)) % len(others)]


def deal(
    *,
    actor_id: int,
    now: datetime,
    opponent: str = Opponent.BOT,
    bot: str = "tactician",
    ruleset: str = "core",
    table: str = "",
    density: str = "club",
    size_in: int = 24,
    seed: str = "",
    warband_types: tuple[str, str] | None = None,
) -> Battle:
    """Create and begin a battle of two suggested warbands; `actor_id` commands side a, and side b too at the same screen.

    `table` is the code of a ready-made table, or empty for generated ruins of `size_in` inches a side. Raises muster.CannotBegin.
    """
    seed = seed or secrets.token_hex(8)
    facts = book()
    types = warband_types or dealt_types(seed, facts)
    companies = [dealt_company(code, f"{seed}-{place}", facts) for place, code in enumerate(types)]
    is_bot = opponent == Opponent.BOT
    seats = [
        muster.Seat(
            name=company.name,
            fighters=fighters_of(company, facts),
            player_id=None if is_bot and place else actor_id,
            bot=bot if is_bot and place else "",
            rating=rating_of(company, facts).total,
        )
        for place, company in enumerate(companies)
    ]
    chosen = table_library.table_for(code=table, seed=seed, density=density, size_in=size_in)
    terms = muster.Terms(
        ruleset=ruleset,
        options={},
        scenario={"max_turns": TURNS},
        table_name=chosen.name,
        table=chosen.data,
        opponent=opponent,
    )
    return muster.create(terms=terms, seats=seats, created_by_id=actor_id, now=now)
