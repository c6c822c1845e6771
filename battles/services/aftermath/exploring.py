"""The search of the ruins: how many dice, which may be rolled again, where they lead. Rules: AF-EXPL-01 to AF-EXPL-05

Who may roll dice again is asked before anything is found; the walk waits for his answer.
"""

from __future__ import annotations

from typing import Any

from battles.engine.aftermath.exploration import dice_allowed, location_at, read
from battles.models import Aftermath, AftermathLine
from battles.services.aftermath.account import Account
from battles.services.aftermath.finds import STAGE, visit
from battles.services.aftermath.searching import added_to_search, searchers
from warbands.company import Company
from warbands.rules.reading import effects_of
from warbands.services import treasury

AGAIN = "search_dice"
"""The line that asks which die is rolled again."""


def explore(account: Account) -> None:
    """Roll the dice of the search; with nothing to roll again, see at once where they lead."""
    searching = searchers(account)
    company = account.company()
    lent = _lent_dice(account)
    extra = lent + sum(_from_gear(account, company, one.key, "exploration_dice") for one in searching)
    most = account.house.exploration_dice_max or account.book.tables.exploration_dice_max
    won = bool(account.facts["won"]) and account.house.winner_die
    allowed = dice_allowed(heroes_standing=len(searching), won=won, extra=extra, most=most)
    if not allowed:
        account.line(STAGE, "no_search")
        return
    faces = account.roller.faces(allowed, "exploration")
    if lent:
        faces = _without_worst(faces, min(lent, allowed - 1))
    about = {"heroes": len(searching), "won": won}
    left = min(len(faces), _again(account, [one.key for one in searching]))
    if left:
        _ask(account, list(faces), left, [], about)
    else:
        _lead(account, faces, about)


def settle(account: Account, line: AftermathLine, key: str) -> None:
    """Roll a die again, or let them stand. Rule: AF-EXPL-05"""
    kind, _colon, what = key.partition(":")
    faces, done = [int(face) for face in line.data["faces"]], [int(one) for one in line.data["done"]]
    about = dict(line.data["about"])
    if kind == "again":
        place = int(what)
        faces[place] = account.roller.d6("exploration_again")
        done.append(place)
    left = int(line.data["left"]) - 1 if kind == "again" else 0
    account.answered(line, key, now=faces)
    if left and len(done) < len(faces):
        _ask(account, faces, left, done, about)
    else:
        _lead(account, tuple(faces), about)


def is_open(row: Aftermath) -> bool:
    """Does the search of this aftermath wait for an answer?"""
    return AftermathLine.objects.filter(aftermath=row, kind=AGAIN, answer="").exists()


def _ask(account: Account, faces: list[int], left: int, done: list[int], about: dict[str, Any]) -> None:
    options: list[dict[str, Any]] = [{"key": "stand"}]
    options += [{"key": f"again:{place}", "face": face} for place, face in enumerate(faces) if place not in done]
    account.line(STAGE, AGAIN, options=options, faces=faces, left=left, done=done, about=about)


def _lead(account: Account, faces: tuple[int, ...], about: dict[str, Any]) -> None:
    """Bring the shards in and go where the dice lead."""
    company = account.company()
    standing = set(account.facts["fought"]) - {one["roster_id"] for one in account.facts["fallen"]}
    more = added_to_search(company, standing, account.book, "exploration_total_bonus")
    found = read(faces, account.tables.shards_found, more)
    shards = found.shards + added_to_search(company, standing, account.book, "shards_found_bonus")
    if shards:
        treasury.gain_shards(
            warband_id=account.row.warband_id, shards=shards, by=account.by("search"), because="exploration"
        )
    account.line(STAGE, "search", kept=list(faces), shards=shards, **about)
    row = location_at(account.tables.locations, found.found)
    if row is not None:
        visit(account, row)


def kept_lines(account: Account, code: str) -> list[AftermathLine]:
    """What earlier finds left for later under this code, and nobody has used."""
    rows = AftermathLine.objects.filter(aftermath__warband_id=account.row.warband_id, kind="kept", answer="")
    return [line for line in rows.exclude(aftermath=account.row).order_by("pk") if line.data["code"] == code]


def _lent_dice(account: Account) -> int:
    """Dice that an earlier find lends to this search; used up by it. Rule: AF-EXPL-05"""
    lent = 0
    for line in kept_lines(account, "next_exploration"):
        account.answered(line, "used", used_by=account.row.public_id)
        lent += int(line.data["parameters"].get("extra_dice", 0))
    return lent


def _again(account: Account, heroes: list[str]) -> int:
    """How many dice may be rolled again: by skills of those who search, and for good by one find. Rule: AF-EXPL-05"""
    members = account.company().members
    skills = sum(
        int(effect.get("amount", 0))
        for key in heroes
        for effect, _source in effects_of(members[key], account.book)
        if effect.code == "exploration_reroll"
    )
    company = account.company()
    gear = sum(_from_gear(account, company, key, "exploration_reroll") for key in heroes)
    return skills + gear + min(1, len(kept_lines(account, "permanent_exploration_reroll")))


def _from_gear(account: Account, company: Company, holder: str, code: str) -> int:
    """What things carried by a searching hero add."""
    return sum(
        int(effect.get("amount", 0)) * line.count
        for line in company.held_by(holder)
        for effect in account.book.items[line.item_code].effects
        if effect.code == code
    )


def _without_worst(faces: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Put dice away so that the largest set stands, then the highest sum."""
    left = list(faces)
    for _ in range(count):
        left.remove(min(left, key=lambda face: (left.count(face), face)))
    return tuple(left)
