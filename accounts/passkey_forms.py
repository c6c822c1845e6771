"""allauth's passkey forms, with one error for every browser response that cannot be read or verified. allauth parses
the response with fido2, which raises KeyError and other exceptions for malformed data; without these forms the response
would be a 500."""

import struct
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms
from cryptography.exceptions import InvalidSignature

UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, InvalidSignature, struct.error)


class _Answer:
    """Mixin for the forms that verify a passkey."""

    def clean_credential(self) -> Authenticator:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except UNREADABLE as error:
            raise get_adapter().validation_error("incorrect_code") from error


class LoginForm(_Answer, forms.LoginWebAuthnForm):  # type: ignore[misc]
    """Sign in with a passkey alone."""


class AuthenticateForm(_Answer, forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """Use the passkey as second factor."""


class ReauthenticateForm(_Answer, forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """Use the passkey before a sensitive action."""


class AddForm(forms.AddWebAuthnForm):  # type: ignore[misc]
    """Add a new passkey."""

    def clean(self) -> dict[str, Any]:
        try:
            cleaned: dict[str, Any] = super().clean()
        except UNREADABLE as error:
            raise get_adapter().validation_error("incorrect_code") from error
        return cleaned
