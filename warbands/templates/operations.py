"""Operations on templates: save, change, delete, start a draft from one."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from accounts.models import User
from catalogue.custom_packs.codes import is_custom_code
from catalogue.custom_packs.permissions import pack_of_code
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import Key, Name, OptionalName, ShareKey
from mordheim_site.refusals import concerning
from warbands.core.drafts import Started
from warbands.core.permissions import NotYourTemplate, template_to_act_on, template_to_read, warband_to_read
from warbands.models import Template
from warbands.shared.operation import StartOperation
from warbands.templates import services
from warbands.templates.serializers import WholeTemplateOut, template_json


class SaveTemplate(
    Operation,
    name="templates_keep",
    who="everyone who may view the warband",
    limit="warbands",
    status=201,
    response=WholeTemplateOut,
    example={"warband": "4kPq8ZxTn2Lw", "name": "Tournament list"},
    errors=(services.EmptyTemplate, services.TooManyTemplates, services.GuestTemplates),
):
    """Save the warriors and the equipment of a warband as a private template."""

    warband: Key
    key: ShareKey = ""
    name: Annotated[OptionalName, Field(description="Empty for the name of the warband.")] = ""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: it is checked later, because `key` can decide whether the warband may be viewed."""

    def carry_out(self, target: None, call: Call) -> Template:
        """Save the template. Raises Http404 if the warband may not be viewed."""
        with concerning("warband"):
            warband = warband_to_read(call.actor, self.warband, share_key=self.key)
        return services.save_template(
            warband_id=warband.pk,
            owner_id=call.actor.pk,
            at=call.at,
            name=self.name,
            is_guest=call.actor.is_guest,
            source_key=call.source_key,
        )

    @classmethod
    def response_of(cls, target: None, result: Template, call: Call) -> dict[str, Any]:
        return template_json(result, call.actor.pk)


class TemplateOperation(Operation, who="the owner of the template", knows_keys=False, errors=(NotYourTemplate,)):
    """An action on one template."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Template:
        return template_to_act_on(actor, address["tid"])


class ChangeTemplate(
    TemplateOperation,
    name="template_change",
    response=WholeTemplateOut,
    example={"name": "Tournament list", "about": "Shooters and dogs.", "audience": "public"},
    errors=(services.GuestTemplates,),
):
    """Change the name and the description of a template, and who can use it."""

    name: Name
    about: Annotated[str, Field(max_length=1000), AfterValidator(str.strip)] = ""
    audience: Annotated[Literal["private", "public"], Field(description="`private`: only you; `public`: everyone.")]

    def carry_out(self, target: Template, call: Call) -> Template:
        return services.change(
            template_id=target.pk,
            name=self.name,
            about=self.about,
            audience=self.audience,
            is_guest=call.actor.is_guest,
        )

    @classmethod
    def response_of(cls, target: Template, result: Template, call: Call) -> dict[str, Any]:
        return template_json(result, call.actor.pk)


class DeleteTemplate(TemplateOperation, name="template_delete", status=204):
    """Delete a template. Warbands started from it stay."""

    def carry_out(self, target: Template, call: Call) -> None:
        services.remove(template_id=target.pk)


class StartFromTemplate(StartOperation, name="template_begin", errors=(services.ListNotAvailable,)):
    """Start a draft from a template, as far as its list and the gold allow."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Template:
        """The template. Raises Http404, also if its list belongs to a custom pack that the player may not use."""
        row = template_to_read(actor, address["tid"])
        if is_custom_code(row.warband_type_code) and actor.pk != row.owner_id:
            pack_of_code(actor, row.warband_type_code)
        return row

    def carry_out(self, target: Template, call: Call) -> Started:
        return services.start_from_template(
            template_id=target.pk,
            owner_id=call.actor.pk,
            at=call.at,
            is_guest=call.actor.is_guest,
            source_key=call.source_key,
        )


OPERATIONS = (SaveTemplate, ChangeTemplate, DeleteTemplate, StartFromTemplate)
