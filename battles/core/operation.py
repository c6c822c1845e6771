"""Base of the operations on one battle."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from battles.core.permissions import battle_to_read
from mordheim_site.operations.base import Operation


class BattleOperation(Operation, who="everyone who may view the battle"):
    """The service decides who of them may do it."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Any:
        """The battle. Raises Http404 for a private one of others."""
        return battle_to_read(actor, address["pid"])
