"""Checks the names that people choose for themselves and for everything else they name. The rule is `clean_name`.
Columns that hold names are NameFields, which apply it to pages, the API and imports alike. Names are one line of
visible text: no control characters, nothing that reorders or hides letters."""

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
"""Invisible joiners, which scripts and emoji need between letters. They are not allowed alone."""
BLANK_LETTERS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Invisible letters, marks and symbols, by category."""
SELECTORS: Final = "\ufe0e\ufe0f"
"""Variation selectors: invisible characters that choose the text or emoji form of a symbol. A keycap emoji has one."""
FORBIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that names may not contain: control and format characters (line breaks, bidi overrides, zero-width
spaces), private and unassigned characters, and line separators."""
VISIBLE: Final = frozenset("LNPS")
MOST_MARKS: Final = 2
"""Maximum number of combining marks on one letter after NFC. Vietnamese needs none, pointed Hebrew and Arabic two; more
marks cover the lines above and below."""
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
        "A letter in this name has more than two accents or other marks, which would cover other lines. "
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
    """A stored name that is older than this rule, as displayed: without what `clean_name` would refuse."""
    if text.isascii() and text.isprintable():
        return text
    text = _SPACES.sub(" ", unicodedata.normalize("NFC", text))
    text = "".join(
        character for character in text if character in JOINERS or unicodedata.category(character) not in FORBIDDEN
    )
    text = _unstacked(text)
    return text if is_visible(text) else "?"


def _unstacked(text: str) -> str:
    """The text with at most MOST_MARKS combining marks on each letter."""
    kept: list[str] = []
    run = 0
    for letter in text:
        run = run + 1 if is_mark(letter) else run if letter in JOINERS else 0
        if run <= MOST_MARKS or not is_mark(letter):
            kept.append(letter)
    return "".join(kept)


def validate_name(text: str) -> None:
    """Validator for forms. Raises ValidationError."""
    try:
        clean_name(text)
    except BadName as error:
        raise ValidationError(str(error), code=error.code) from error


class NameField(_TextColumn):
    """A column of names. Saving a name that `clean_name` refuses raises BadName."""

    default_validators = [validate_name]

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Makes migrations treat this as a plain text column."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = super().pre_save(model_instance, add)
        if isinstance(value, str):
            value = clean_name(value)
            setattr(model_instance, self.attname, value)
        return value

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """Checks the value here, so that `update()` is covered too, which does not use an instance."""
        return super().get_db_prep_save(clean_name(value) if isinstance(value, str) else value, connection)

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> str | None:
        return tidied(value) if value else value
