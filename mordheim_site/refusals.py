"""Refusal: base of every "no" a player may read.

A service raises it beside the rule it guards; raising it inside `transaction.atomic` undoes everything.
Pages render it with `partials/_refusal.html`, the API as {"code", "message", "fields", "rule"}.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Sentence = str | Promise


class Mend(NamedTuple):
    """One way out of a refusal: what the button says and where it leads (an address, or the name of an action)."""

    label: Sentence
    target: str


class Refusal(Exception):
    """A request that makes sense and is refused.

    `code` is for machines (snake_case, stable), `message` a whole sentence for the player, `rule_id` the rule of the
    index that says so, `status` the HTTP status, `fields` sentences by form field, `mending` ways out.
    Subclasses may set `code`, `message`, `rule_id` and `status` as class attributes and be raised bare.
    """

    code: str = "refused"
    message: Sentence = ""
    rule_id: str | None = None
    status: int = 422

    def __init__(
        self,
        code: str | None = None,
        message: Sentence | None = None,
        rule_id: str | None = None,
        status: int | None = None,
        fields: Mapping[str, Sequence[Sentence]] | None = None,
        mending: Sequence[Mend | tuple[Sentence, str]] = (),
    ) -> None:
        self.code = code if code is not None else self.code
        self.message = message if message is not None else self.message
        self.rule_id = rule_id if rule_id is not None else self.rule_id
        self.status = status if status is not None else self.status
        self.fields: dict[str, list[Sentence]] = {name: list(said) for name, said in (fields or {}).items()}
        self.mending: list[Mend] = [Mend(*way) for way in mending]
        super().__init__(self.code, self.message)

    def __str__(self) -> str:
        return str(self.message) or self.code

    def as_json(self) -> dict[str, object]:
        """The API's one error shape; `rule` only when a rule is behind it."""
        shape: dict[str, object] = {
            "code": self.code,
            "message": str(self.message),
            "fields": {name: [str(sentence) for sentence in said] for name, said in self.fields.items()},
        }
        if self.rule_id:
            shape["rule"] = self.rule_id
        return shape


class UnusableCharacter(Refusal):
    """A text with U+0000 in it, which no database of ours can hold."""

    code = "unusable_character"
    message = _("The request holds the character NUL (U+0000), which cannot be stored. Remove it and send it again.")
