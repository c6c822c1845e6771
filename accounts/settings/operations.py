"""Operations on a user's settings."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field
from rest_framework import serializers

from accounts import services
from accounts.models import Theme, User
from accounts.names import BadName
from accounts.settings.board_settings import Confirm, Speed, board_settings
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import Code, choice, text


class SettingsOut(serializers.Serializer[Any]):
    """The settings of a user."""

    display_name = serializers.CharField(allow_blank=True)
    theme = serializers.CharField(help_text=", ".join(Theme.values))
    timezone = serializers.CharField()


class ChangeSettings(
    Operation,
    name="account_change_settings",
    who="everyone who is signed in",
    knows_keys=False,
    response=SettingsOut,
    example={"display_name": "Otto", "theme": "device", "timezone": "Europe/Berlin"},
    errors=(BadName, services.NameOfAnotherUser, services.UnknownTimeZone),
):
    """Change the name that others see, the theme or the time zone; what is left out stays."""

    display_name: Annotated[str, *text(60)] | None = None
    theme: Annotated[str, *choice(Theme.values)] | None = None
    timezone: Annotated[str, *text(64)] | None = None

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> User:
        return actor

    def carry_out(self, target: User, call: Call) -> User:
        return services.change_settings(
            user_id=target.pk, display_name=self.display_name, theme=self.theme, timezone=self.timezone
        )

    @classmethod
    def response_of(cls, target: User, result: User, call: Call) -> Any:
        return SettingsOut(result).data


class BoardSettingsOut(serializers.Serializer[Any]):
    """How the board behaves for a user."""

    speed = serializers.ChoiceField(choices=Speed.choices)
    confirm = serializers.ChoiceField(choices=Confirm.choices)
    sound = serializers.BooleanField()
    notify = serializers.BooleanField(help_text="Browser notification when the user's turn begins.")
    ends_turns = serializers.BooleanField(help_text="The user's turns end by themselves when nothing more can be done.")
    hints = serializers.BooleanField()
    seen_hints = serializers.ListField(child=serializers.CharField(), help_text="Hints that are not shown again.")


class ChangeBoardSettings(
    Operation,
    name="account_change_board_settings",
    who="everyone who is signed in",
    knows_keys=False,
    response=BoardSettingsOut,
    example={"speed": "fast", "confirm": "always"},
):
    """Change how the board behaves; what is left out stays. Hints that are switched on again are shown once more."""

    speed: Annotated[str, *choice(Speed.values)] | None = None
    confirm: Annotated[str, *choice(Confirm.values)] | None = None
    sound: bool | None = None
    notify: bool | None = None
    ends_turns: bool | None = None
    hints: bool | None = None
    seen: Annotated[list[Code], Field(max_length=20, description="Hints that are not to be shown again.")] = []

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> User:
        return actor

    def carry_out(self, target: User, call: Call) -> User:
        return services.change_board_settings(user_id=target.pk, **self.model_dump())

    @classmethod
    def response_of(cls, target: User, result: User, call: Call) -> Any:
        return BoardSettingsOut(board_settings(result.board_settings)).data


OPERATIONS = (ChangeSettings, ChangeBoardSettings)
