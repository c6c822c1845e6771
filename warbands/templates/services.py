"""Services of templates: save a warband as a template, and start drafts from it."""

from __future__ import annotations

import datetime
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from accounts import idempotency
from catalogue.custom_packs.codes import is_custom_code
from catalogue.packs.book import Book
from mordheim_site.public_ids import new_public_id
from mordheim_site.refusals import Fix, Refusal
from warbands.builder.founding import NoSuchType, start_draft
from warbands.core.drafts import Started
from warbands.core.ledger import ActionContext, EntryDetails, write
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.exchange.save import Save, save_of, state_from_save
from warbands.models import Audience, EntryKind, Template, Warband
from warbands.rules.copies import fresh_copy

MOST: Final = 60
MOST_OF_GUEST: Final = 3


class TooManyTemplates(Refusal):
    """The maximum number of templates is reached."""

    code = "too_many_templates"
    message = _("The template was not saved: you have the maximum number of templates. Delete one first.")


class GuestTemplates(Refusal):
    """A guest can have three templates, all of them private."""

    code = "guest_templates"
    message = _("Guests can have three templates, only in this browser. Sign up to save more and to share them.")

    def __init__(self) -> None:
        super().__init__(remedies=[Fix(_("Sign up"), "/accounts/signup/")])


class EmptyTemplate(Refusal):
    """An empty roster cannot become a template."""

    code = "nobody_to_keep"
    message = _("The template was not saved: this roster has no warriors.")


class ListNotAvailable(Refusal):
    """No pack has the list of the template any more."""

    code = "pattern_gone"
    message = _("The warband was not started: the list of this template is not in any pack any more.")


@transaction.atomic
def save_template(
    *,
    warband_id: int,
    owner_id: int,
    at: datetime.datetime,
    name: str = "",
    is_guest: bool = False,
    source_key: str = "",
) -> Template:
    """Save warriors and equipment of a warband as a private template; experience and injuries are not saved.

    A second call with the same `source_key` returns the first template. Raises EmptyTemplate, TooManyTemplates,
    GuestTemplates.
    """
    idempotency.claim(user_id=owner_id, key=f"template:{source_key}" if source_key else "")
    if source_key:
        earlier = Template.objects.filter(owner_id=owner_id, source_key=source_key).first()
        if earlier is not None:
            return earlier
    held = Template.objects.filter(owner_id=owner_id).count()
    if is_guest and held >= MOST_OF_GUEST:
        raise GuestTemplates
    if held >= MOST:
        raise TooManyTemplates
    warband = Warband.objects.get(pk=warband_id)
    state = load_state(warband)
    standing = state.active()
    if not standing:
        raise EmptyTemplate
    for gone in [member for member in state.members.values() if not member.is_active]:
        del state.members[gone.key]
    keys = set(state.members)
    state.kit = {key: line for key, line in state.kit.items() if line.holder in keys}
    return Template.objects.create(
        owner_id=owner_id,
        name=name.strip()[:80] or warband.name,
        warband_type_code=warband.warband_type_code,
        packs={code: number for code, number in warband.pack_pins.items() if is_custom_code(code)},
        document=save_of(state).model_dump(mode="json"),
        models_count=state.models_count(),
        cost_gc=sum(member.paid_gc for member in standing) + sum(line.paid_gc for line in state.kit.values()),
        source_key=source_key or None,
        created_at=at,
    )


@transaction.atomic
def change(*, template_id: int, name: str, about: str, audience: str, is_guest: bool = False) -> Template:
    """Set name, description and audience. Raises GuestTemplates if a guest makes one public."""
    row = Template.objects.select_for_update().get(pk=template_id)
    if is_guest and audience == Audience.PUBLIC:
        raise GuestTemplates
    row.name, row.about, row.audience = name.strip()[:80] or row.name, about[:1000], Audience(audience)
    row.save(update_fields=["name", "about", "audience"])
    return row


def remove(*, template_id: int) -> None:
    """Delete a template. Warbands started from it stay."""
    Template.objects.filter(pk=template_id).delete()


@transaction.atomic
def start_from_template(
    *, template_id: int, owner_id: int, at: datetime.datetime, is_guest: bool = False, source_key: str = ""
) -> Started:
    """Start a draft with the warriors and equipment of a template, as far as its list and the gold allow. A second call
    with the same `source_key` returns the first draft. Raises ListNotAvailable, TooManyForGuest."""
    row = Template.objects.get(pk=template_id)
    try:
        started = start_draft(
            owner_id=owner_id,
            warband_type=row.warband_type_code,
            at=at,
            is_guest=is_guest,
            source_key=source_key,
            with_leader=False,
            packs=row.packs,
        )
    except NoSuchType as gone:
        raise ListNotAvailable from gone
    if started.was_there:
        return started
    source = state_from_save(Save.model_validate(row.document), new_public_id)

    def fill(state: WarbandState, facts: Book) -> EntryDetails:
        fresh_copy(source, state, facts, new_public_id)
        return EntryDetails(EntryKind.COPIED, "", {"name": row.name})

    write(warband_id=started.warband_id, by=ActionContext(actor_id=owner_id, at=at), change=fill)
    Template.objects.filter(pk=row.pk).update(uses=F("uses") + 1)
    return started
