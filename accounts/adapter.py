"""How allauth behaves here: names of guests are reserved, and a guest who signs up keeps the row."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import GUEST_PREFIX


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        if username.lower().startswith(GUEST_PREFIX):
            raise ValidationError(_("Names that begin with “guest-” are kept for guest seats. Choose another."))
        cleaned: str = super().clean_username(username, shallow=shallow)
        return cleaned

    def new_user(self, request: HttpRequest) -> User:
        """The guest who signs up, or a fresh row."""
        seat = request.user
        if isinstance(seat, User) and seat.is_guest:
            return seat
        return User()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.is_guest = False
        user.guest_expires_at = None
        saved: User = super().save_user(request, user, form, commit=commit)
        return saved
