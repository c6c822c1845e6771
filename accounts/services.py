"""Functions of the accounts app that write to the database, except for guests (`guests/`)."""

import zoneinfo
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Theme, User
from accounts.names import clean_name
from accounts.settings.board_settings import board_settings
from mordheim_site.refusals import Refusal

MOST_FAVOURITES: Final = 40


class UnknownTimeZone(Refusal):
    """The time zone is not in the IANA database."""

    code = "no_such_time_zone"
    about = ("timezone",)
    message = _("There is no time zone with this name. Choose one such as Europe/Berlin.")


class NameOfAnotherUser(Refusal):
    """The display name is the user name of another account, or sounds official."""

    code = "name_of_another_user"
    about = ("display_name",)
    message = _("Another account has this name. Choose a different display name; nothing was saved.")


def _check_display_name(user_id: int, name: str) -> None:
    """Refuse a name that belongs to another user or sounds official. Raises NameOfAnotherUser."""
    if not name:
        return
    is_reserved = name.casefold() in settings.ACCOUNT_USERNAME_BLACKLIST
    if is_reserved or User.objects.filter(username__iexact=name).exclude(pk=user_id).exists():
        raise NameOfAnotherUser


@transaction.atomic
def change_settings(
    *, user_id: int, display_name: str | None = None, theme: str | None = None, timezone: str | None = None
) -> User:
    """Save settings; None leaves a setting unchanged. Raises BadName, NameOfAnotherUser,
    UnknownTimeZone."""
    if timezone is not None and timezone not in zoneinfo.available_timezones():
        raise UnknownTimeZone(fields={"timezone": [UnknownTimeZone.message]})
    user = User.objects.select_for_update().get(pk=user_id)
    if display_name is not None:
        name = " ".join(clean_name(display_name).split())
        if name != user.display_name:
            _check_display_name(user_id, name)
        user.display_name = name
    user.theme = user.theme if theme is None else Theme(theme)
    user.timezone = user.timezone if timezone is None else timezone
    user.save(update_fields=["display_name", "theme", "timezone"])
    return user


@transaction.atomic
def change_board_keys(*, user_id: int, kept: dict[str, Any]) -> None:
    """Save the board keys of a user, in the form of `board_keys.changed_keys`."""
    User.objects.filter(pk=user_id).update(board_keys=kept)


@transaction.atomic
def change_board_settings(*, user_id: int, **values: Any) -> User:
    """Change the board settings of a user, as `BoardSettings.changed` reads them."""
    user = User.objects.select_for_update().get(pk=user_id)
    kept = user.board_settings
    changed = board_settings(kept).changed(**values)
    named = {*kept, *changed.differences, *(name for name, value in values.items() if value is not None)}
    user.board_settings = {name: value for name, value in changed.as_json().items() if name in named}
    user.save(update_fields=["board_settings"])
    return user


@transaction.atomic
def mark_favourite_list(*, user_id: int, code: str, is_favourite: bool) -> list[str]:
    """Mark a warband list as a favourite of a user, or remove the mark. Returns all favourites; the oldest are dropped
    beyond `MOST_FAVOURITES`."""
    user = User.objects.select_for_update().get(pk=user_id)
    others = [other for other in user.favourite_lists if other != code]
    user.favourite_lists = [*others, code][-MOST_FAVOURITES:] if is_favourite else others
    user.save(update_fields=["favourite_lists"])
    return user.favourite_lists


@transaction.atomic
def change_theme(*, user_id: int, theme: str) -> None:
    """Set the theme only. Raises ValueError for an unknown theme."""
    User.objects.filter(pk=user_id).update(theme=Theme(theme))
