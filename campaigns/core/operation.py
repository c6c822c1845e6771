"""Base classes of operations in one campaign: for users who may read it, and for its arbitrators."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from campaigns.core.permissions import access_to_read, access_to_run
from campaigns.core.refusals import NotTheArbitrator
from mordheim_site.operations.base import Operation


class CampaignOperation(Operation, who="everyone who may view the campaign"):
    """An operation in a campaign for users who may read it. The service decides which of them may do it."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Any:
        """The caller's membership. Raises Http404 for a private campaign that the caller is not a member of."""
        return access_to_read(actor, address["slug"])


class ArbitratorOperation(Operation, who="arbitrators and co-arbitrators of the campaign", errors=(NotTheArbitrator,)):
    """An operation for the arbitrators of a campaign."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Any:
        """The caller's membership. Raises Http404, NotTheArbitrator."""
        return access_to_run(actor, address["slug"])
