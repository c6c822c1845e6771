"""Writes of the accounts app, except for guests (`guests/`)."""

from typing import Any

from django.db import transaction

from accounts.models import Theme, User


@transaction.atomic
def change_settings(*, user_id: int, display_name: str, theme: str, timezone: str) -> User:
    """Save the choices of the settings page."""
    user = User.objects.select_for_update().get(pk=user_id)
    user.display_name, user.theme, user.timezone = display_name, Theme(theme), timezone
    user.save(update_fields=["display_name", "theme", "timezone"])
    return user


@transaction.atomic
def change_board_keys(*, user_id: int, kept: dict[str, Any]) -> None:
    """Save the board keys of a user, in the form of `board_keys.to_keep`."""
    User.objects.filter(pk=user_id).update(board_keys=kept)


@transaction.atomic
def change_theme(*, user_id: int, theme: str) -> None:
    """Set the theme only. Raises ValueError for an unknown theme."""
    User.objects.filter(pk=user_id).update(theme=Theme(theme))
