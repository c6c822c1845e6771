"""Several operations at one address: forms of a page, and old API addresses, say in `act` which one they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from mordheim_site.operations.base import Call, Operation


class CombinedOperation(Operation, is_combined=True):
    """Combines several operations: a subclass lists them by `act`, and has the fields of all of them.

    A field is passed on only when it was sent, so that each operation keeps its own defaults.
    """

    acts: ClassVar[Mapping[str, type[Operation]]]
    named_by: ClassVar[str] = "act"
    """The field that says which operation is meant."""
    sent_as: ClassVar[Mapping[str, str]] = {}
    """The field of this class for a field of an operation that has another name."""

    def resolved(self) -> Operation:
        """The operation that is meant. Raises pydantic's ValidationError when one of its fields is missing."""
        operation = self.acts[getattr(self, self.named_by)]
        fields = {name: self.sent_as.get(name, name) for name in operation.model_fields}
        return operation.model_validate(
            {name: getattr(self, sent) for name, sent in fields.items() if sent in self.model_fields_set}
        )

    @property
    def rate_limit(self) -> str:
        """That of the operation that is meant."""
        return self.resolved().rate_limit

    def carry_out(self, target: Any, call: Call) -> Any:
        """Perform the operation that is meant. Raises its `errors`."""
        return self.resolved().carry_out(target, call)
