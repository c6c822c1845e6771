"""Operations on a warband before its battles: choose which warriors fight, and save where they are set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import Field
from rest_framework import serializers

from accounts.models import User
from battles.core.operation import OptionalSide, PlayerOperation
from battles.core.refusals import NotPlaying
from battles.models import Battle, SavedDeployment
from battles.setup.line_up import deployments, services
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import whole
from warbands.core.permissions import ReadOnly, warband_to_act_on
from warbands.models import Warband

COUNT: Final = "fights-"
"""Prefix of the names of the number fields on the page; the key of the warrior or group follows."""


class LineUpRow(serializers.Serializer[services.Line]):
    """A warrior or henchman group, and how many of its models fight."""

    key = serializers.CharField(help_text="Public id of the warrior or henchman group.")
    name = serializers.CharField()
    models = serializers.IntegerField(help_text="How many models there are.")
    at_home = serializers.IntegerField(help_text="How many of them stay at home.")
    fights = serializers.IntegerField(help_text="How many take part in the next battle.")
    reason = serializers.CharField(allow_blank=True, help_text="Why none of them can fight; empty if they can.")


class LineUpOut(serializers.Serializer[Any]):
    """The line-up of a warband for its next battles."""

    warriors = LineUpRow(many=True)


class ChooseFighters(
    Operation,
    name="battles_line_up",
    component="LineUp",
    who="the owner of the warband",
    knows_keys=False,
    response=LineUpOut,
    example={"at_home": {"4kPq8ZxTn2Lw": 2}},
    errors=(ReadOnly, services.NotInTheWarband, services.NobodyFights),
):
    """Choose which warriors of a warband fight in every battle, until it is changed. Those who are not named fight."""

    at_home: Annotated[
        dict[str, Annotated[int, *whole(0, 60)]],
        Field(max_length=60, description="How many models stay at home, by public id of the warrior or group."),
    ]

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Warband:
        """The warband. Raises Http404, ReadOnly."""
        return warband_to_act_on(actor, address["pid"])

    @classmethod
    def values_of_form(cls, form: Mapping[str, str]) -> dict[str, object]:
        """For each member, the page sends the number of models and the number that fight."""
        sent = {name.removeprefix(COUNT): value for name, value in form.items() if name.startswith(COUNT)}
        fights = {key: int(value) if value.isdecimal() else 0 for key, value in sent.items()}
        return {"at_home": {key: int(form.get(f"of-{key}", "0") or 0) - count for key, count in fights.items()}}

    def carry_out(self, target: Warband, call: Call) -> list[services.Line]:
        return services.choose(warband_id=target.pk, at_home=self.at_home)

    @classmethod
    def response_of(cls, target: Warband, result: list[services.Line], call: Call) -> Any:
        return LineUpOut({"warriors": result}).data


class DeploymentOut(serializers.Serializer[SavedDeployment]):
    """A saved deployment."""

    width_in = serializers.FloatField(source="width_inches", help_text="Width of the tables that it is for, in inches.")
    length_in = serializers.FloatField(source="length_inches")
    models = serializers.IntegerField(source="count", help_text="How many models it places.")


class SaveDeployment(
    PlayerOperation,
    name="battles_save_deployment",
    component="SaveDeployment",
    limit="commands",
    knows_keys=False,
    response=DeploymentOut,
    example={"side": "a"},
    errors=(NotPlaying, deployments.CannotSaveDeployment),
):
    """Save the positions of all models of your own warband, to use them again on tables of this size."""

    side: OptionalSide = ""

    def carry_out(self, target: Battle, call: Call) -> SavedDeployment:
        return deployments.save(battle_id=target.pk, actor_id=call.actor.pk, side=self.side, now=call.at)

    @classmethod
    def response_of(cls, target: Battle, result: SavedDeployment, call: Call) -> Any:
        return DeploymentOut(result).data


OPERATIONS = (ChooseFighters, SaveDeployment)
