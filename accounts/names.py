"""Which names a person may choose."""

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

GUEST_PREFIX = "guest-"
LEFT_PREFIX = "left-"

username_validators = [
    RegexValidator(
        r"^[\w][\w .@+-]*$",
        _("Use letters, digits, spaces and . @ + - _ and begin with a letter or a digit."),
    )
]
