"""All operations of the campaigns app."""

from __future__ import annotations

from typing import Final

from campaigns.administration import operations as administration_operations
from campaigns.city import operations as city_operations
from campaigns.deals import operations as deals_operations
from campaigns.exchange import operations as exchange_operations
from campaigns.house_rules import operations as house_rules_operations
from campaigns.match_pages import operations as matches_operations
from campaigns.members import operations as members_operations
from campaigns.notices import operations as notices_operations
from campaigns.packs import operations as packs_operations
from campaigns.posts import operations as posts_operations
from campaigns.rounds import operations as rounds_operations
from campaigns.webhooks import operations as webhooks_operations
from campaigns.website import operations as website_operations
from mordheim_site.operations.base import Operation

OPERATIONS: Final[tuple[type[Operation], ...]] = (
    *administration_operations.OPERATIONS,
    *city_operations.OPERATIONS,
    *deals_operations.OPERATIONS,
    *exchange_operations.OPERATIONS,
    *house_rules_operations.OPERATIONS,
    *matches_operations.OPERATIONS,
    *members_operations.OPERATIONS,
    *notices_operations.OPERATIONS,
    *packs_operations.OPERATIONS,
    *posts_operations.OPERATIONS,
    *rounds_operations.OPERATIONS,
    *webhooks_operations.OPERATIONS,
    *website_operations.OPERATIONS,
)
