"""All operations of the campaigns app."""

from __future__ import annotations

from typing import Final

from campaigns.city import operations as city_operations
from campaigns.deals import operations as deals_operations
from campaigns.house_rules import operations as house_rules_operations
from campaigns.members import operations as members_operations
from campaigns.webhooks import operations as webhooks_operations
from mordheim_site.operations.base import Operation

OPERATIONS: Final[tuple[type[Operation], ...]] = (
    *city_operations.OPERATIONS,
    *deals_operations.OPERATIONS,
    *house_rules_operations.OPERATIONS,
    *members_operations.OPERATIONS,
    *webhooks_operations.OPERATIONS,
)
