"""Operations of players and arbitrators on an aftermath: answers, dice, the market, confirmation, corrections."""

from __future__ import annotations

from battles.aftermath.operations.answers import AnswerChoice, UndoAnswer
from battles.aftermath.operations.base import AftermathOperation
from battles.aftermath.operations.rulings import RULINGS, RuleOnAftermath
from battles.aftermath.operations.sides import SIDE_ACTS, ActOnAftermath
from mordheim_site.operations.base import Operation

OPERATIONS: tuple[type[Operation], ...] = (
    AnswerChoice,
    UndoAnswer,
    *SIDE_ACTS.values(),
    *RULINGS.values(),
    ActOnAftermath,
    RuleOnAftermath,
)
__all__ = (
    "OPERATIONS",
    "RULINGS",
    "SIDE_ACTS",
    "ActOnAftermath",
    "AftermathOperation",
    "AnswerChoice",
    "RuleOnAftermath",
    "UndoAnswer",
)
