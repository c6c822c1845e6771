"""Base class of every error that players can read.

A service raises it next to the rule it checks; raising it inside `transaction.atomic` rolls everything back. Pages
render it with `partials/_refusal.html`, the API as {"code", "message", "fields", "rule"}.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Sentence = str | Promise
SEND_JSON: Sentence = _("Send the body as JSON, with the header `Content-Type: application/json`.")


class Fix(NamedTuple):
    """One way to resolve a refusal: the label of a button and its target (an address, or the name of an action)."""

    label: Sentence
    target: str

    @property
    def is_link(self) -> bool:
        """Whether the target is an address and not the name of an action."""
        return self.target.startswith(("/", "?", "#", "http"))


class Refusal(Exception):
    """A valid request that is refused. `code` is for programs (snake_case, stable), `message` is a complete sentence
    for the player, `rule_id` the id of the rule that forbids it, `status` the HTTP status, `fields` are messages by
    form field, `remedies` possible actions. `about` are the input fields that may be the cause: the API names the first
    of them that the request has. `retry_after` is the number of seconds after which the same request may succeed (sent
    as `Retry-After`); 0 if unknown. Subclasses may set `code`, `message`, `rule_id` and `status` as class attributes
    and be raised without arguments."""

    code: str = "refused"
    message: Sentence = ""
    rule_id: str | None = None
    status: int = 422
    about: tuple[str, ...] = ()
    retry_after: int = 0

    def __init__(
        self,
        code: str | None = None,
        message: Sentence | None = None,
        rule_id: str | None = None,
        status: int | None = None,
        fields: Mapping[str, Sequence[Sentence]] | None = None,
        remedies: Sequence[Fix | tuple[Sentence, str]] = (),
    ) -> None:
        self.code = code if code is not None else self.code
        self.message = message if message is not None else self.message
        self.rule_id = rule_id if rule_id is not None else self.rule_id
        self.status = status if status is not None else self.status
        self.fields: dict[str, list[Sentence]] = {name: list(sentences) for name, sentences in (fields or {}).items()}
        self.remedies: list[Fix] = [Fix(*way) for way in remedies]
        super().__init__(self.code, self.message)

    def __str__(self) -> str:
        return str(self.message) or self.code

    def name_field(self, names: Collection[str]) -> None:
        """Attach the message to the input field that it is about, if it has no field yet."""
        field = next((name for name in self.about if name in names), "")
        if field and not self.fields:
            self.fields = {field: [self.message]}

    @classmethod
    def meanings(cls) -> dict[str, str]:
        """Every code that a refusal of this class can have, with its meaning, for the documentation of the API: the
        first line of the docstring, else the message, else the code as words."""
        text = (cls.__doc__ or str(cls.message)).strip() or cls.code.replace("_", " ").capitalize() + "."
        return {cls.code: text.splitlines()[0]}

    def as_json(self) -> dict[str, object]:
        """The JSON of an API error; `rule` is included only if a rule forbids the request."""
        shape: dict[str, object] = {
            "code": self.code,
            "message": str(self.message),
            "fields": {name: [str(sentence) for sentence in sentences] for name, sentences in self.fields.items()},
        }
        if self.rule_id:
            shape["rule"] = self.rule_id
        return shape


class NotFoundByField(Http404):
    """An input field of a request names something that does not exist, or that the caller may not see."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


@contextmanager
def concerning(field: str) -> Iterator[None]:
    """Name this input field in refusals and in Http404 that are raised in the `with` block."""
    try:
        yield
    except Refusal as refusal:
        refusal.fields = refusal.fields or {field: [refusal.message]}
        raise
    except Http404 as missing:
        raise NotFoundByField(field) from missing


class UnusableCharacter(Refusal):
    """A text contains U+0000, which our databases cannot store."""

    code = "unusable_character"
    message = _(
        "The request contains the character NUL (U+0000), which cannot be stored. Remove it and send the request again."
    )
