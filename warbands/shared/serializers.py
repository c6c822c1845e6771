"""Serializers of the warbands API: queries and output."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, NotRequired, TypedDict

from rest_framework import serializers

from mordheim_site.api import fields
from mordheim_site.api.times import UtcDateTimeField
from mordheim_site.api.typed_fields import TypedField
from warbands.shared.selectors import HistoryLine, WarbandCard
from warbands.shared.sheet import Roster, RosterWarrior

CODE = r"^[a-z][a-z0-9_]{0,63}$"


class ListQuery(fields.QuerySerializer):
    """Filter of the list of warbands."""

    public = fields.QueryFlag(help_text="Public warbands instead of your own.")


class ShareQuery(fields.QuerySerializer):
    """The key that opens a warband shared by link."""

    key = fields.CharField(max_length=64, default="", allow_blank=True, help_text="Key of a share link.")


class CardOut(serializers.Serializer[Any]):
    public_id = serializers.CharField()
    name = serializers.CharField()
    warband_type = serializers.CharField(source="type_code", help_text="The code of its warband list.")
    warband_type_name = serializers.CharField(source="type_name", help_text="The name of its warband list.")
    owner = serializers.CharField(source="owner_name")
    status = serializers.CharField()
    treasury_gc = serializers.IntegerField()
    shards = serializers.IntegerField()
    models = serializers.IntegerField()
    rating = serializers.IntegerField()
    changed_at = UtcDateTimeField()


class NamedOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()


class KitOut(serializers.Serializer[Any]):
    key = serializers.CharField()
    item_code = serializers.CharField()
    name = serializers.CharField()
    count = serializers.IntegerField()
    material_code = serializers.CharField()
    paid_gc = serializers.IntegerField()
    is_free = serializers.BooleanField()


class WarriorOut(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    entry_code = serializers.CharField()
    entry_name = serializers.CharField()
    headcount = serializers.IntegerField()
    is_leader = serializers.BooleanField()
    status = serializers.CharField()
    misses_battles = serializers.IntegerField()
    experience = serializers.IntegerField()
    advances_due = serializers.IntegerField()
    characteristics = serializers.DictField(child=serializers.CharField())
    save = serializers.CharField()  # type: ignore[assignment]
    kit = KitOut(many=True)
    skills = NamedOut(many=True)
    spells = NamedOut(many=True)
    mutations = NamedOut(many=True)
    injuries = NamedOut(many=True)
    rating = serializers.IntegerField()
    kills = serializers.IntegerField()
    battles_fought = serializers.IntegerField()


class ViolationOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    sentence = serializers.CharField()
    rule = serializers.CharField()
    warrior = serializers.CharField()
    is_lack = serializers.BooleanField()


class HouseRuleNote(TypedDict):
    """A house rule of a roster: its code with a number or a list of numbers."""

    code: str
    amount: NotRequired[int]
    values: NotRequired[list[int]]


class RosterOut(serializers.Serializer[Any]):
    public_id = serializers.CharField()
    name = serializers.CharField()
    warband_type = serializers.CharField(help_text="The code of its warband list.")
    warband_type_name = serializers.CharField(help_text="The name of its warband list.")
    alignment = serializers.CharField()
    owner = serializers.CharField()
    status = serializers.CharField()
    version = serializers.IntegerField()
    treasury_gc = serializers.IntegerField()
    shards = serializers.IntegerField()
    models = serializers.IntegerField()
    models_max = serializers.IntegerField()
    heroes = serializers.IntegerField()
    heroes_max = serializers.IntegerField()
    rating = serializers.IntegerField()
    worth_gc = serializers.IntegerField()
    is_legal = serializers.BooleanField()
    breaches = ViolationOut(many=True)
    warriors = WarriorOut(many=True)
    gone = WarriorOut(many=True)
    stash = KitOut(many=True)
    house_rules = TypedField(list[HouseRuleNote], help_text="How the rules of its list were changed.")
    notes_public = serializers.CharField()


class ActionOut(serializers.Serializer[Any]):
    entry = serializers.CharField()
    sentence = serializers.CharField()
    subject = serializers.CharField()
    gold_delta_gc = serializers.IntegerField()
    was_there = serializers.BooleanField()
    roster = RosterOut()


class DetailsOut(serializers.Serializer[Any]):
    """Details of a warband that only its owner sees and sets."""

    notes_public = serializers.CharField()
    notes_private = serializers.CharField()
    visibility = serializers.CharField()
    share_key = serializers.CharField(
        help_text="With `?key=` it opens a warband shared by link; empty for a key that may not change warbands."
    )


class HistoryOut(serializers.Serializer[Any]):
    entry = serializers.CharField()
    number = serializers.IntegerField()
    at = UtcDateTimeField()
    who = serializers.CharField()
    sentence = serializers.CharField()
    gold_delta_gc = serializers.IntegerField()
    shards_delta = serializers.IntegerField()
    balance_gc = serializers.IntegerField()
    reason = serializers.CharField()
    is_taken_back = serializers.BooleanField()


def card_json(card: WarbandCard) -> dict[str, Any]:
    """A warband in a list, as JSON."""
    return dict(CardOut(card).data)


def history_json(line: HistoryLine) -> dict[str, Any]:
    """One ledger entry as JSON."""
    return dict(HistoryOut(line).data)


def warrior_json(warrior: RosterWarrior) -> dict[str, Any]:
    """One line of the roster as JSON."""
    plain = {
        name: getattr(warrior, name) for name in WarriorOut().get_fields() if name not in ("characteristics", "kit")
    }
    for name in ("skills", "spells", "mutations", "injuries"):
        plain[name] = [{"code": fact.code, "name": fact.name} for fact in plain[name]]
    plain["characteristics"] = {cell.name: cell.value for cell in warrior.stats}
    plain["kit"] = [_kit_json(asdict(line)) for line in warrior.kit]
    return plain


def _kit_json(line: dict[str, Any]) -> dict[str, Any]:
    return {name: line[name] for name in KitOut().get_fields()}


def roster_json(roster: Roster) -> dict[str, Any]:
    """The whole roster as JSON."""
    return {
        "public_id": roster.public_id,
        "name": roster.name,
        "warband_type": roster.type_code,
        "warband_type_name": roster.type_name,
        "alignment": roster.alignment,
        "owner": roster.owner_name,
        "status": roster.status,
        "version": roster.version,
        "treasury_gc": roster.treasury_gc,
        "shards": roster.shards,
        "models": roster.models,
        "models_max": roster.models_max,
        "heroes": roster.heroes,
        "heroes_max": roster.heroes_max,
        "rating": roster.rating.total,
        "worth_gc": roster.worth_gc,
        "is_legal": roster.is_legal,
        "breaches": [
            {
                "code": violation.code,
                "sentence": str(violation.sentence),
                "rule": violation.rule_id,
                "warrior": violation.warrior,
                "is_lack": violation.is_lack,
            }
            for violation in roster.breaches
        ],
        "warriors": [warrior_json(warrior) for warrior in roster.warriors],
        "gone": [warrior_json(warrior) for warrior in roster.gone],
        "stash": [_kit_json(asdict(line)) for line in roster.stash],
        "house_rules": list(roster.house_rules),
        "notes_public": roster.notes_public,
    }
