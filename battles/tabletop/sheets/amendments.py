"""Rewriting a sheet after its aftermath was reverted on every roster. Rule: AF-PAPER-03"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from battles.aftermath.decisions.permissions import may_rule
from battles.aftermath.decisions.undo import NotYoursToRevert, ReasonMissing
from battles.models import Aftermath, AftermathLine, AftermathStatus, Battle
from battles.tabletop.scenarios import must_be_open, scenario_for
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.facts import facts_from
from battles.tabletop.sheets.sheet import LETTERS, Sheet
from campaigns.matches import results
from campaigns.models import Match
from campaigns.standings.outcomes import WIN


def may_amend(battle: Battle, actor_id: int | None) -> bool:
    """Whether this user may rewrite the sheet now: its aftermath was reverted, and they may correct it."""
    rows = list(Aftermath.objects.filter(side__battle=battle).select_related("side__battle", "warband"))
    is_back = bool(rows) and all(row.status == AftermathStatus.BACK for row in rows)
    return battle.is_on_paper and is_back and may_rule(battle, rows, actor_id)


@transaction.atomic
def amend(*, battle_id: int, actor_id: int, sheet: Sheet, reason: str, now: datetime) -> Battle:
    """Replace the sheet after its aftermath was reverted; when restarted, the aftermath uses the new one.

    In a league an arbitrator also sets the result, with their reason. Sending the same sheet again changes nothing.
    Raises NotYoursToRevert, SheetClosed (the aftermath was not reverted), ReasonMissing, ScenarioNotHere,
    OtherScenario, and the errors of `results.rule`.

    Rule: AF-PAPER-03
    """
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    rows = list(Aftermath.objects.filter(side__battle=battle).select_related("side__battle", "warband"))
    if battle.opponent not in sheets.TABLETOP or not rows or any(row.status != AftermathStatus.BACK for row in rows):
        raise sheets.SheetClosed
    if not may_rule(battle, rows, actor_id):
        raise NotYoursToRevert
    if Sheet.from_data(battle.setup["sheet"]) == sheet:
        return battle
    if not reason.strip():
        raise ReasonMissing
    if sheet.scenario != battle.scenario_code:
        must_be_open(sheet.scenario, actor_id, battle.match.campaign.packs if battle.match is not None else None)
        scenario_for(battle.match, sheet.scenario)
    author = battle.created_by_id
    sheets.write_sheet(battle, sheet, author if author is not None else actor_id)
    battle.setup = {**battle.setup, "amended_by": actor_id}
    battle.save(update_fields=["setup"])
    if battle.match_id is not None:
        _rule_on(battle, sheet, actor_id, reason, now)
    sides = list(battle.sides.select_related("warband").order_by("letter"))
    results = sheets.results_of(battle, sides, sheet)
    battle.outcome = sheets.outcome_of(results)
    battle.save(update_fields=["outcome"])
    AftermathLine.objects.filter(aftermath__in=rows).delete()
    by_side = {row.side_id: row for row in rows}
    for side in sides:
        side.is_winner = results[side.letter] == WIN
        side.save(update_fields=["is_winner"])
        row = by_side[side.pk]
        row.facts = replace(facts_from(sheet, sides, side, results), packs=row.battle_facts.packs).stored()
        row.save(update_fields=["facts"])
        sheets.record_old_wounds(row, sheet.sides[side.letter])
    return battle


def _rule_on(battle: Battle, sheet: Sheet, actor_id: int, reason: str, now: datetime) -> None:
    """Set the result of the league match to that of the new sheet."""
    match = Match.objects.get(battles=battle)
    sides = list(match.sides.order_by("place"))
    entries = {letter: side.entry_id for letter, side in zip(LETTERS, sides, strict=False)}
    results.rule(match_id=match.pk, actor_id=actor_id, reason=reason, now=now, **sheets.result_of(sheet, entries))
