"""The actions on a warband, by name: one service call each. Pages and the API share this table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from warbands.builder import founding, recruiting, renaming
from warbands.core import undo
from warbands.core.ledger import ActionContext, LedgerResult
from warbands.roster import order
from warbands.trading import services as trading_services

Said = Mapping[str, Any]
Call = Callable[[int, Said, ActionContext], LedgerResult]


def _hire(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return recruiting.hire(warband_id=pk, warrior_type=said["warrior_type"], count=said["count"], by=by)


def _reinforce(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return recruiting.reinforce(warband_id=pk, warrior=said["warrior"], count=said["count"], by=by)


def _less(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return recruiting.dismiss(warband_id=pk, warrior=said["warrior"], whole_group=False, by=by)


def _dismiss(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return recruiting.dismiss(warband_id=pk, warrior=said["warrior"], by=by)


def _rename(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return renaming.rename(warband_id=pk, warrior=said["warrior"], name=said["name"], by=by)


def _rename_all(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return renaming.rename_all(warband_id=pk, names=said["names"], by=by)


def _arrange(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return order.arrange(warband_id=pk, warrior=said["warrior"], before=said["before"], by=by)


def _lead(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return recruiting.make_leader(warband_id=pk, warrior=said["warrior"], by=by)


def _mutate(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return recruiting.mutate(warband_id=pk, warrior=said["warrior"], mutation=said["mutation"], by=by)


def _unmutate(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return recruiting.unmutate(warband_id=pk, warrior=said["warrior"], mutation=said["mutation"], by=by)


def _buy(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return trading_services.buy(
        warband_id=pk,
        item=said["item"],
        warrior=said["warrior"],
        count=said["count"],
        material=said.get("material", ""),
        by=by,
    )


def _sell(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return trading_services.sell(warband_id=pk, kit=said["held"], count=said["count"], by=by)


def _give(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return trading_services.hand_over(warband_id=pk, kit=said["held"], to=said["to"], count=said["count"], by=by)


def _same(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return trading_services.copy_kit(warband_id=pk, warrior=said["warrior"], source=said["source"], by=by)


def _arms(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return recruiting.choose_arms(warband_id=pk, warrior=said["warrior"], choice=said["choice"], by=by)


def _suggest(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return founding.suggest(warband_id=pk, by=by)


def _random(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return founding.fill_at_random(warband_id=pk, seed=by.source_key or by.at.isoformat(), by=by)


def _arm(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return founding.arm_all(warband_id=pk, by=by)


def _found(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return founding.found(warband_id=pk, name=said["name"], by=by)


def _undo(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return undo.undo(warband_id=pk, entry=said["entry"] or None, by=by)


def _archive(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return founding.archive(warband_id=pk, by=by)


def _restore(pk: int, said: Said, by: ActionContext) -> LedgerResult:
    return founding.restore(warband_id=pk, by=by)


CALLS: Final[dict[str, Call]] = {
    "hire": _hire,
    "reinforce": _reinforce,
    "less": _less,
    "dismiss": _dismiss,
    "rename": _rename,
    "rename_all": _rename_all,
    "arrange": _arrange,
    "lead": _lead,
    "mutate": _mutate,
    "unmutate": _unmutate,
    "buy": _buy,
    "sell": _sell,
    "give": _give,
    "same": _same,
    "arms": _arms,
    "suggest": _suggest,
    "random": _random,
    "arm": _arm,
    "found": _found,
    "undo": _undo,
    "archive": _archive,
    "restore": _restore,
}
