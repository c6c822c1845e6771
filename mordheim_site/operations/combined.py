"""Several operations at one address: forms of a page and old API addresses select one of them with the field `act`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from mordheim_site.operations.base import Call, Operation


class CombinedOperation(Operation, is_combined=True):
    """Combines several operations. A subclass lists them by the value of `act`, and has the fields of all of them. A
    field is passed on only if it was sent, so that each operation uses its own defaults."""

    acts: ClassVar[Mapping[str, type[Operation]]]
    named_by: ClassVar[str] = "act"
    """The name of the field that selects the operation."""
    sent_as: ClassVar[Mapping[str, str]] = {}
    """Name of a field in an operation -> its name in this class, if they differ."""

    def resolved(self) -> Operation:
        """The selected operation. Raises pydantic's ValidationError if one of its fields is missing."""
        operation = self.acts[getattr(self, self.named_by)]
        fields = {name: self.sent_as.get(name, name) for name in operation.model_fields}
        return operation.model_validate(
            {name: getattr(self, sent) for name, sent in fields.items() if sent in self.model_fields_set}
        )

    @property
    def rate_limit(self) -> str:
        """The limit of the selected operation."""
        return self.resolved().rate_limit

    def carry_out(self, target: Any, call: Call) -> Any:
        """Perform the selected operation. Raises its `errors`."""
        return self.resolved().carry_out(target, call)
