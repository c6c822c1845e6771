"""Serious injuries on the roster. The caller rolls the dice; this module applies the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from catalogue.packs.book import Book, EffectData
from mordheim_site.refusals import Refusal
from warbands.builder.recruiting import member_of
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, write
from warbands.core.state import RETIRED, WarbandState
from warbands.models import EntryKind
from warbands.roster.casualties import succeed, successor_record
from warbands.rules import roster_changes


class NoSuchInjury(Refusal):
    """The table has no such injury."""

    code = "no_such_injury"
    message = _("This injury does not exist.")


def apply(
    *,
    warband_id: int,
    warrior: str,
    injury: str,
    by: ActionContext,
    effects: Sequence[EffectData] | None = None,
    misses_battles: int = 0,
    detail: str = "",
    is_reversible: bool = False,
) -> LedgerResult:
    """Apply one injury to a warrior: store lasting effects and add missed battles. `effects` are those of the result of
    the sub-table; None uses the injury's own. Effects that change more than the warrior's state (`miss_games` by dice,
    `dies`, `captured`, `lose_equipment`) are left to casualties.*; a `miss_games` with a fixed number is applied here.
    A second lost eye retires the warrior. Raises NoSuchInjury, NoSuchWarrior."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        if injury not in facts.injuries:
            raise NoSuchInjury
        member = member_of(state, warrior)
        taken = facts.injuries[injury].effects if effects is None else tuple(effects)
        missed = misses_battles + sum(int(effect.get("amount", 0)) for effect in taken if effect.code == "miss_games")
        lasting = [effect for effect in taken if effect.code not in PASSING]
        if lasting:
            member.injuries = [
                *member.injuries,
                {"code": injury, "detail": detail, "effects": [_as_json(effect) for effect in lasting]},
            ]
        member.misses_battles += missed
        heir = None
        if _is_blind(member.injuries):
            roster_changes.strip(state, member, keep=True)
            member.status, was_leader, member.is_leader = RETIRED, member.is_leader, False
            heir = succeed(state, facts, member) if was_leader else None
        words = {
            "name": member.name,
            "injury": facts.injuries[injury].name,
            "detail": detail,
            "misses": missed,
            **successor_record(state, facts, member, heir),
        }
        return EntryDetails(EntryKind.INJURED, warrior, words, is_reversible)

    return write(warband_id=warband_id, by=by, change=change)


PASSING = frozenset(
    (
        "dies",
        "captured",
        "lose_equipment",
        "lose_weapons_and_armour",
        "captor_takes_equipment",
        "miss_games",
        "more_injuries",
        "injury_between",
        "gain_experience",
        "gain_gold",
        "pit_duel",
        "ransom",
    )
)
"""Effects that act once and leave nothing on the warrior."""


def _as_json(effect: EffectData) -> dict[str, Any]:
    return {"code": effect.code, "params": dict(effect.params)}


def _is_blind(injuries: Sequence[dict[str, Any]]) -> bool:
    eyes = [effect for injury in injuries for effect in injury.get("effects", ()) if effect["code"] == "loses_eye"]
    return bool(eyes) and len(eyes) >= int(eyes[0].get("params", {}).get("retires_at", 2))
