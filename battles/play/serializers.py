"""Serializers of the battles API: input and output."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from battles.engine import events
from battles.engine.commands import CommandData
from battles.engine.view_data import ViewData
from battles.play.clocks.view import ClockJson
from battles.play.draw_offers.view import DrawJson
from mordheim_site.api import fields
from mordheim_site.api.times import UtcDateTimeField
from mordheim_site.api.typed_fields import TypedField

Values = dict[str, Any]
LETTER = "^[a-f]$"


EVENTS_TEXT: Final = "\n".join(
    [
        "Events in compact form: `[kind, field, ...]`, where fields at the end that have their defaults are left out.",
        "",
        *(
            f"* `{kind.__name__}`: {', '.join(kind._fields)}"
            for kind in (getattr(events, name) for name in events.__all__)
            if hasattr(kind, "_fields") and kind is not events.Modifier
        ),
    ]
)
"""Description of the kinds of events and their fields."""


class SideSerializer(serializers.Serializer[Values]):
    letter = serializers.CharField()
    name = serializers.CharField()
    player = serializers.CharField(allow_blank=True)


class CardSerializer(serializers.Serializer[Any]):
    """One battle in a list."""

    public_id = serializers.CharField()
    title = serializers.CharField()
    url = serializers.CharField(help_text="The board's page.")
    state = serializers.CharField(help_text="your_turn, live, open, played_here or played_tabletop.")
    detail = serializers.CharField(allow_blank=True)
    when = UtcDateTimeField(allow_null=True)
    sides = SideSerializer(many=True)
    waits_for_me = serializers.BooleanField()


class ListQuery(fields.QuerySerializer):
    """Filters of the list of battles: public, in progress, the user's own, or waiting for an opponent."""

    which = fields.ChoiceField(choices=["public", "live", "mine", "open"], default="public")


class EventsQuery(fields.QuerySerializer):
    """Events after this sequence number."""

    after = fields.QueryInteger(min_value=0, default=0, help_text="Only events after this sequence number.")


class TypedQuery(fields.QuerySerializer):
    """A partial command line, and the side that enters it."""

    text = fields.CharField(max_length=300, default="", allow_blank=True, help_text="What has been typed so far.")
    side = fields.RegexField(
        LETTER, default="", allow_blank=True, help_text="The letter of your side; empty for the side that may act."
    )


class CompletedSerializer(serializers.Serializer[Values]):
    """Completions of a typed line. `says` describes the command that it already forms and whether it can be undone, or
    why it forms none."""

    lines = serializers.ListField(child=serializers.CharField())
    says = serializers.CharField(allow_blank=True)
    final = serializers.BooleanField(help_text="Its dice make it final.")
    why = serializers.CharField(allow_blank=True)


class MarkShownSerializer(serializers.Serializer[Values]):
    """One annotation of this turn."""

    kind = serializers.CharField()
    side = serializers.CharField(allow_blank=True, help_text="Empty for spectators.")
    x0 = serializers.FloatField()
    y0 = serializers.FloatField()
    x1 = serializers.FloatField()
    y1 = serializers.FloatField()


class StageSerializer(serializers.Serializer[Values]):
    """State of the preparation of the dice. `send` is what the user's program should send now, if anything."""

    status = serializers.CharField()
    step = serializers.CharField(help_text="commit, reveal or done.")
    send = serializers.CharField(allow_blank=True)
    fingerprint = serializers.CharField()
    begins_in_s = serializers.IntegerField(allow_null=True)


class PlayedSerializer(serializers.Serializer[Values]):
    """Result of a command: events in the log's compact form; `first` is the sequence number of the first one."""

    seq = serializers.IntegerField()
    first = serializers.IntegerField()
    events = TypedField(list[list[Any]], help_text=EVENTS_TEXT)
    repeated = serializers.BooleanField()


class RunSerializer(serializers.Serializer[Values]):
    seq = serializers.IntegerField(help_text="The position of its first event in the log.")
    side = serializers.CharField(allow_blank=True)
    events = TypedField(list[list[Any]], help_text=EVENTS_TEXT)
    reason = serializers.CharField(
        allow_blank=True,
        help_text="Why a bot acted, as a code with parameters such as `@charges who=a1 whom=b2 chance=41`; a sentence "
        "for clocks, default decisions and older battles.",
    )


class BoardErrorOut(fields.ErrorOut):
    """An error of an operation that names the position it was decided at (`expected_seq`)."""

    seq = serializers.IntegerField(
        required=False, help_text="With `stale_order`: the current position in the log, for the next `expected_seq`."
    )
    missed = RunSerializer(
        many=True, required=False, help_text="With `stale_order`: what happened after `expected_seq`."
    )


class EventsSerializer(serializers.Serializer[Values]):
    seq = serializers.IntegerField()
    awaiting = serializers.CharField(allow_blank=True)
    runs = RunSerializer(many=True)


class BattleSerializer(serializers.Serializer[Values]):
    """One battle: the data of its card, and the table as the user may see it."""

    card = CardSerializer()
    seq = serializers.IntegerField()
    side = serializers.CharField(allow_blank=True, help_text="The side of yours that may act now, if any.")
    fingerprint = serializers.CharField()
    ruleset = serializers.CharField()
    house_rules = TypedField(
        dict[str, bool | int | str | list[int]], help_text="House rules that apply in this battle, by code."
    )
    clock = TypedField(
        ClockJson | None, help_text="Remaining time of each side in seconds, and whose time runs; null without a clock."
    )
    draw = TypedField(DrawJson, help_text="The open draw offer, and what you may do about it.")
    standing = serializers.DictField(
        child=serializers.CharField(), help_text="Your default decisions, by kind of prompt."
    )
    view = TypedField(
        ViewData,
        may_be_empty=True,
        help_text="The table as you see it, with lengths in hundredths of an inch; empty until all sides have joined.",
    )


class SuggestionSerializer(serializers.Serializer[Values]):
    """What the commander bot would do now. Nothing was carried out."""

    seq = serializers.IntegerField(help_text="The position that it applies to: `expected_seq` of the command.")
    side = serializers.CharField()
    command = TypedField(CommandData, help_text="The command, in the form that `commands/` accepts.")
    line = serializers.CharField(help_text="The command as a typed line.")
    reason = serializers.CharField(help_text="Code and parameters, such as `@charges who=a1 whom=b2 chance=41`.")
    sentence = serializers.CharField(help_text="The reason as a sentence.")
    who = serializers.CharField(allow_blank=True, help_text="The model that would act.")
    whom = serializers.CharField(allow_blank=True, help_text="The enemy that the command concerns.")
    points = TypedField(list[list[float]], help_text="The path of a move in inches, from where the model stands.")


class ChatShape(serializers.Serializer[Values]):
    """One chat message."""

    author = serializers.CharField()
    side = serializers.CharField(allow_blank=True, help_text="Empty for spectators.")
    text = serializers.CharField()
