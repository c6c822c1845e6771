"""What the accounts room writes, guest seats apart (`guests.py`)."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from rest_framework.authtoken.models import Token

from accounts.models import Theme, User
from mordheim_site.refusals import Refusal


class GuestsHaveNoKey(Refusal):
    """A key for programs outlives a browser, a guest seat does not."""

    code = "guests_have_no_key"
    message = _("A key for programs belongs to an account. Sign up first; everything you made stays yours.")
    status = 403


@transaction.atomic
def change_settings(*, user_id: int, display_name: str, theme: str, timezone: str) -> User:
    """Set what a person chose on the settings page."""
    user = User.objects.select_for_update().get(pk=user_id)
    user.display_name, user.theme, user.timezone = display_name, Theme(theme), timezone
    user.save(update_fields=["display_name", "theme", "timezone"])
    return user


@transaction.atomic
def change_theme(*, user_id: int, theme: str) -> None:
    """Set the theme alone. Raises ValueError for a word that is no theme."""
    User.objects.filter(pk=user_id).update(theme=Theme(theme))


@transaction.atomic
def make_api_key(*, user_id: int) -> str:
    """A new key for programs; the one before stops working at once. Raises GuestsHaveNoKey."""
    user = User.objects.select_for_update().get(pk=user_id)
    if user.is_guest:
        raise GuestsHaveNoKey
    Token.objects.filter(user=user).delete()
    return str(Token.objects.create(user=user).key)


@transaction.atomic
def drop_api_key(*, user_id: int) -> None:
    """Take the key away; without one nothing happens."""
    Token.objects.filter(user_id=user_id).delete()
