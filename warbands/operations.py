"""All operations of the warbands app."""

from __future__ import annotations

from typing import Final

from mordheim_site.operations.base import Operation
from warbands.builder import draft_operations
from warbands.builder import favourites as builder_favourites
from warbands.builder import operations as builder_operations
from warbands.exchange import operations as exchange_operations
from warbands.portraits import operations as portraits_operations
from warbands.roster import earlier_history_operations
from warbands.roster import operations as roster_operations
from warbands.shared.operation import WarbandOperation
from warbands.templates import operations as templates_operations
from warbands.trading import operations as trading_operations

ACTIONS: Final[dict[str, type[WarbandOperation]]] = {
    operation.declaration.name.removeprefix("warband_"): operation
    for operation in (
        *builder_operations.ACTIONS,
        *draft_operations.ACTIONS,
        *roster_operations.ACTIONS,
        *earlier_history_operations.ACTIONS,
        *trading_operations.ACTIONS,
    )
}
"""Operations on one warband, by the last part of their address."""
OPERATIONS: Final[tuple[type[Operation], ...]] = (
    *ACTIONS.values(),
    builder_favourites.MarkFavourite,
    *draft_operations.OPERATIONS,
    *exchange_operations.OPERATIONS,
    *portraits_operations.OPERATIONS,
    *roster_operations.OPERATIONS,
    *templates_operations.OPERATIONS,
)
