"""Serializers of the battles API: input and output."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from battles.models import Opponent
from battles.setup.forms import RULESETS
from battles.setup.new_battle import BOTS
from battles.tables import library
from campaigns.matches.turn_clocks import NONE, clock_choices
from mordheim_site.api import fields

LETTER = "^[a-f]$"


class SideSerializer(serializers.Serializer[dict[str, Any]]):
    letter = serializers.CharField()
    name = serializers.CharField()
    player = serializers.CharField(allow_blank=True)


class CardSerializer(serializers.Serializer[Any]):
    """One battle of a list."""

    public_id = serializers.CharField()
    title = serializers.CharField()
    url = serializers.CharField(help_text="The board's page.")
    state = serializers.CharField(help_text="your_turn, live, open, played_here or played_tabletop.")
    detail = serializers.CharField(allow_blank=True)
    when = serializers.DateTimeField(allow_null=True)
    sides = SideSerializer(many=True)
    waits_for_me = serializers.BooleanField()


class CallSerializer(fields.RequestSerializer):
    """Input to start a battle; every field has a sensible default."""

    opponent = fields.ChoiceField(
        choices=[Opponent.BOT, Opponent.HOT_SEAT, Opponent.INVITED, Opponent.OPEN], default=Opponent.BOT
    )
    bot = fields.ChoiceField(choices=BOTS, default=BOTS[0])
    ruleset = fields.ChoiceField(choices=[code for code, _words in RULESETS], default="core")
    scenario = fields.CharField(max_length=60, default="skirmish")
    warband = fields.CharField(
        max_length=12, default="", allow_blank=True, help_text="Public id of one of your warbands."
    )
    warband_type = fields.CharField(max_length=64, default="", allow_blank=True)
    their_warband_type = fields.CharField(max_length=64, default="", allow_blank=True)
    table = fields.CharField(max_length=60, default="", allow_blank=True, help_text="Code of a standard table.")
    density = fields.ChoiceField(choices=library.DENSITIES, default="club")
    size_in = fields.IntegerField(min_value=24, max_value=48, default=24)
    house_rules = fields.DictField(
        default=dict,
        help_text="House rules that act in battle, by code, such as {hr_swarms: true}; those left out are as printed.",
    )
    clock = fields.ChoiceField(
        choices=clock_choices(), default=NONE, help_text="Turn clock, for battles between two people."
    )
    set_up = fields.BooleanField(default=True, help_text="Set up all models as the engine suggests.")
    prepares = fields.BooleanField(
        default=False,
        help_text="Wait up to a minute for what the players add to the dice (`nonce/`); otherwise begin at once.",
    )


class ListQuery(fields.QuerySerializer):
    """Which battles: public, in progress, the user's own, or waiting for an opponent."""

    which = fields.ChoiceField(choices=["public", "live", "mine", "open"], default="public")


class EventsQuery(fields.QuerySerializer):
    """Events after this sequence number."""

    after = fields.QueryInteger(min_value=0, default=0)


class TypedQuery(fields.QuerySerializer):
    """Half a command line, and the side that gives it."""

    text = fields.CharField(max_length=300, default="", allow_blank=True)
    side = fields.RegexField(LETTER, default="", allow_blank=True)


class ClockSerializer(fields.RequestSerializer):
    """A change of the clock of a battle between people."""

    act = fields.ChoiceField(choices=["give", "pause", "resume", "claim"])
    side = fields.RegexField(LETTER, default="", allow_blank=True, help_text="The side that gets more time.")
    reason = fields.CharField(
        max_length=300, default="", allow_blank=True, help_text="Reason, required from an arbitrator without a side."
    )


class DrawSerializer(fields.RequestSerializer):
    """An operation on draw offers."""

    act = fields.ChoiceField(choices=["offer", "withdraw", "accept", "refuse"])


class TypedSerializer(fields.RequestSerializer):
    """A command as one typed line, such as "walk otto chapel"."""

    text = fields.CharField(max_length=300)
    expected_seq = fields.IntegerField(min_value=0)
    command_id = fields.CharField(max_length=64)
    side = fields.RegexField(LETTER, default="", allow_blank=True)


class CompletedSerializer(serializers.Serializer[dict[str, Any]]):
    """Completions of a typed line; `says` describes the command it already forms and whether dice make it final, or why
    it forms none."""

    lines = serializers.ListField(child=serializers.CharField())
    says = serializers.CharField(allow_blank=True)
    final = serializers.BooleanField(help_text="Its dice make it final.")
    why = serializers.CharField(allow_blank=True)


LONGEST_IN = 96
"""Maximum length of a table in inches."""


class MarkSerializer(fields.RequestSerializer):
    """An arrow or a ring that others see until the turn ends; inches from the south-west corner."""

    kind = fields.ChoiceField(choices=["arrow", "ring", "wipe"], help_text="`wipe` clears your annotations.")
    x0 = fields.FloatField(min_value=0, max_value=LONGEST_IN, default=0)
    y0 = fields.FloatField(min_value=0, max_value=LONGEST_IN, default=0)
    x1 = fields.FloatField(
        min_value=0, max_value=LONGEST_IN, default=0, help_text="A ring's second point lies on its rim."
    )
    y1 = fields.FloatField(min_value=0, max_value=LONGEST_IN, default=0)


class MarkShownSerializer(serializers.Serializer[dict[str, Any]]):
    """One annotation of this turn."""

    kind = serializers.CharField()
    side = serializers.CharField(allow_blank=True, help_text="Empty for spectators.")
    x0 = serializers.FloatField()
    y0 = serializers.FloatField()
    x1 = serializers.FloatField()
    y1 = serializers.FloatField()


class StandingSerializer(fields.RequestSerializer):
    """Default decisions of a side: a policy by kind of prompt, empty to clear one."""

    side = fields.RegexField(LETTER)
    orders = fields.DictField(child=fields.CharField(max_length=20, allow_blank=True))


class JoinSerializer(fields.RequestSerializer):
    """The warband with which a user joins."""

    warband = fields.CharField(max_length=12, default="", allow_blank=True)
    warband_type = fields.CharField(max_length=64, default="", allow_blank=True)
    prepares = fields.BooleanField(
        default=False, help_text="Wait up to a minute for what the players add to the dice; otherwise begin at once."
    )


class NonceSerializer(fields.RequestSerializer):
    """What a player adds to the dice: the SHA-256 of a nonce, the nonce itself, or nothing more (`begin`)."""

    act = fields.ChoiceField(choices=["commit", "reveal", "begin"])
    value = fields.CharField(max_length=64, default="", allow_blank=True)


class StageSerializer(serializers.Serializer[dict[str, Any]]):
    """State of the preparation of the dice. `send` is what the user should send now, if anything."""

    status = serializers.CharField()
    step = serializers.CharField(help_text="commit, reveal or done.")
    send = serializers.CharField(allow_blank=True)
    fingerprint = serializers.CharField()
    begins_in_s = serializers.IntegerField(allow_null=True)


class OrderSerializer(fields.RequestSerializer):
    """One command. The same `command_id` again gets the first result again."""

    command = fields.DictField(help_text="A command of the engine, such as {kind: end_step}.")
    expected_seq = fields.IntegerField(min_value=0)
    command_id = fields.CharField(max_length=64)
    side = fields.RegexField(LETTER, default="", allow_blank=True)


class UndoSerializer(fields.RequestSerializer):
    expected_seq = fields.IntegerField(min_value=0)


class PlayedSerializer(serializers.Serializer[dict[str, Any]]):
    """Result of a command: events in the log's compact form, `first` is the sequence number of the first one."""

    seq = serializers.IntegerField()
    first = serializers.IntegerField()
    events = serializers.ListField(child=serializers.ListField())
    repeated = serializers.BooleanField()


class RunSerializer(serializers.Serializer[dict[str, Any]]):
    seq = serializers.IntegerField()
    side = serializers.CharField(allow_blank=True)
    events = serializers.ListField(child=serializers.ListField())
    reason = serializers.CharField(allow_blank=True)


class EventsSerializer(serializers.Serializer[dict[str, Any]]):
    seq = serializers.IntegerField()
    awaiting = serializers.CharField(allow_blank=True)
    runs = RunSerializer(many=True)


class BattleSerializer(serializers.Serializer[dict[str, Any]]):
    """One battle: the card, and the table as the user may see it."""

    card = CardSerializer()
    seq = serializers.IntegerField()
    side = serializers.CharField(allow_blank=True, help_text="Your side that may act now, if any.")
    fingerprint = serializers.CharField()
    ruleset = serializers.CharField()
    house_rules = serializers.DictField(help_text="House rules that act in this battle, by code.")
    clock = serializers.DictField(
        allow_null=True, help_text="Remaining time of each side in seconds, and whose time runs; null without a clock."
    )
    draw = serializers.DictField(help_text="The open draw offer, and what you may do about it.")
    standing = serializers.DictField(help_text="Your default decisions, by kind of prompt.")
    view = serializers.DictField(help_text="The engine's view for you; empty until all sides have joined.")
