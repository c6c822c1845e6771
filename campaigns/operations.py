"""All operations of the campaigns app."""

from __future__ import annotations

from typing import Final

from campaigns.members import operations as members_operations
from campaigns.webhooks import operations as webhooks_operations
from mordheim_site.operations.base import Operation

OPERATIONS: Final[tuple[type[Operation], ...]] = (*members_operations.OPERATIONS, *webhooks_operations.OPERATIONS)
