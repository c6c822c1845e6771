"""Base classes of the operations on tables."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from accounts.models import User
from battles.tables.models import DrawnTable
from battles.tables.permissions import NotYourTable, table_to_change
from battles.tables.serializers import TableOut, table_shape
from mordheim_site.api.fields import LARGEST
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import whole

Step = Annotated[int, *whole(0, LARGEST), Field(description="`step` of the table that the caller saw.")]


class ResponseIsTable(Operation, response=TableOut):
    """Base of the operations that return the table."""

    @classmethod
    def response_of(cls, target: Any, result: Any, call: Call) -> Any:
        return table_shape(result, call.actor)


class TableOperation(ResponseIsTable, who="the owner of the table", knows_keys=False, errors=(NotYourTable,)):
    """Base of the operations on one of the caller's tables."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> DrawnTable:
        """The table. Raises Http404, NotYourTable."""
        return table_to_change(actor, address["pid"])
