"""Which names people may choose, for themselves and for everything else they name.

`clean_name` is the one rule. Columns that hold names are a NameField, so that it holds for pages, the API and imports
alike. Names are one line of visible text: no control characters, nothing that reorders or hides letters.
"""

import re
import unicodedata
from typing import TYPE_CHECKING, Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Refusal

if TYPE_CHECKING:
    _TextColumn = models.CharField[str, str]
else:
    _TextColumn = models.CharField

GUEST_PREFIX = "guest-"
LEFT_PREFIX = "left-"

username_validators = [
    RegexValidator(
        r"^[\w][\w .@+-]*\Z",
        _("Use letters, digits, spaces and . @ + - _ and begin with a letter or a digit."),
    )
]

JOINERS: Final = "\u200c\u200d"
"""Scripts and emoji need them between letters; alone they are invisible."""
BLANK_LETTERS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Invisible letters, marks and symbols, by category."""
SELECTORS: Final = "\ufe0e\ufe0f"
"""They choose the text or emoji form of a symbol and are invisible; a keycap has one."""
FORBIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of control and format characters (line breaks, bidi overrides, zero-width spaces), of private and
unassigned ones, and of line separators."""
VISIBLE: Final = frozenset("LNPS")
MOST_MARKS: Final = 2
"""Combining marks on one letter after NFC. Vietnamese needs none, pointed Hebrew and Arabic two; more are drawn over
the lines above and below."""
_SPACES: Final = re.compile(r"\s+")


class BadName(Refusal):
    """The name is not a visible line of text."""

    code = "bad_name"
    message = _(
        "A name is one line of visible text: no line breaks, no control characters, and nothing that hides or reorders "
        "letters. Type the name again; nothing was saved."
    )


class TooManyAccents(BadName):
    """A letter of the name has more combining marks than MOST_MARKS."""

    message = _(
        "A letter in this name carries more than two accents or other marks, so they would cover other lines. "
        "Use fewer; nothing was saved."
    )


def clean_name(text: str) -> str:
    """The name as stored: Unicode NFC, without spaces at its ends. "" stays "". Raises BadName, TooManyAccents."""
    if text.isascii() and text.isprintable():
        return text.strip()
    text = unicodedata.normalize("NFC", text)
    if any(unicodedata.category(letter) in FORBIDDEN and letter not in JOINERS for letter in text):
        raise BadName
    if text and not is_visible(text):
        raise BadName
    if most_marks(text) > MOST_MARKS:
        raise TooManyAccents
    return text.strip()


def most_marks(text: str) -> int:
    """The largest number of combining marks on one letter. An invisible joiner does not start a new letter."""
    most = run = 0
    for letter in text:
        if is_mark(letter):
            run += 1
            most = max(most, run)
        elif letter not in JOINERS:
            run = 0
    return most


def is_mark(letter: str) -> bool:
    """Whether a character is rendered over, under or around the previous one."""
    return unicodedata.category(letter) in ("Mn", "Me") and letter not in SELECTORS


def is_visible(text: str) -> bool:
    """Whether a text contains a visible character."""
    return any(unicodedata.category(letter)[0] in VISIBLE and letter not in BLANK_LETTERS for letter in text)


def tidied(text: str) -> str:
    """A stored name from before this rule, as displayed: what `clean_name` would refuse is left out."""
    if text.isascii() and text.isprintable():
        return text
    text = _SPACES.sub(" ", unicodedata.normalize("NFC", text))
    text = "".join(
        character for character in text if character in JOINERS or unicodedata.category(character) not in FORBIDDEN
    )
    text = _unstacked(text)
    return text if is_visible(text) else "?"


def _unstacked(text: str) -> str:
    """The text without the marks beyond MOST_MARKS on a letter."""
    kept: list[str] = []
    run = 0
    for letter in text:
        run = run + 1 if is_mark(letter) else run if letter in JOINERS else 0
        if run <= MOST_MARKS or not is_mark(letter):
            kept.append(letter)
    return "".join(kept)


def validate_name(text: str) -> None:
    """For forms. Raises ValidationError."""
    try:
        clean_name(text)
    except BadName as error:
        raise ValidationError(str(error), code=error.code) from error


class NameField(_TextColumn):
    """A column of names: saving one that `clean_name` refuses raises BadName."""

    default_validators = [validate_name]

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """In migrations it is a plain text column."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = super().pre_save(model_instance, add)
        if isinstance(value, str):
            value = clean_name(value)
            setattr(model_instance, self.attname, value)
        return value

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """Also checks `update()`, which does not use an instance."""
        return super().get_db_prep_save(clean_name(value) if isinstance(value, str) else value, connection)

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> str | None:
        return tidied(value) if value else value
