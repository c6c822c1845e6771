"""Removes what users made public, notifies the owner with the reason, and restores it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.audit import services as audit
from accounts.dashboard.lines import DashboardLine, clear_count
from accounts.data_export.registry import File, as_json
from accounts.mail import verified_address_of
from accounts.models import AuditEvent, Removal, User
from accounts.moderation import user_names
from accounts.moderation.kinds import KINDS, Contents, Item
from mordheim_site.refusals import Refusal

PERMISSION: Final = "accounts.add_removal"


class NothingToRemove(Refusal):
    """There is nothing with this kind and key, or it was removed already."""

    code = "nothing_to_remove"
    message = gettext_lazy("This no longer exists, so nothing was removed. Reload the page.")
    status = 409


class CannotRestore(Refusal):
    """The item was already restored, or its place no longer exists."""

    code = "cannot_restore"
    message = gettext_lazy("This cannot be restored: its owner has deleted or replaced it, or it was restored already.")
    status = 409


class RemovedByStaff(Refusal):
    """Refuses to publish something that the staff of the site removed."""

    code = "removed_by_staff"
    status = 403

    def __init__(self, removal: Removal) -> None:
        text = _("The staff of this site removed this. Their reason: %(reason)s")
        super().__init__(message=text % {"reason": removal.reason})


def may_moderate(user: User) -> bool:
    """Whether a user may remove content of other users."""
    return user.is_staff and user.has_perm(PERMISSION)


def items_at(path: str) -> list[tuple[str, Item]]:
    """Everything on a page of the site that staff can remove, each with its kind; the names of the owners come last."""
    found = [(name, item) for name, kind in KINDS.items() for item in kind.items_at(path)]
    shown = {item.owner_id for name, item in found if item.owner_id is not None and name == user_names.KIND}
    of_others = {item.owner_id for _name, item in found if item.owner_id is not None} - shown
    owners = User.objects.filter(pk__in=of_others, left_at=None)
    return [*found, *((user_names.KIND, user_names.item_of(owner)) for owner in owners if user_names.is_chosen(owner))]


@transaction.atomic
def remove(*, kind: str, key: str, reason: str, page: str, by: User, at: datetime) -> Removal:
    """Remove an item. The owner sees the reason on their dashboard, and gets a mail if they have confirmed an address.
    Raises NothingToRemove."""
    item = KINDS[kind].find(key) if kind in KINDS else None
    if item is None:
        raise NothingToRemove
    was = KINDS[kind].remove(key)
    removal = Removal.objects.create(
        kind=kind, key=key, item=str(item.title)[:200], page=page, owner_id=item.owner_id, by=by, reason=reason, at=at,
        stored=was.values, content=was.content,
    )  # fmt: skip
    audit.record(AuditEvent.REMOVED, user=removal.owner, actor=by, item=removal.item, reason=reason)
    clear_count(item.owner_id)
    if item.owner_id is not None:
        _write_to_owner(removal)
    return removal


@transaction.atomic
def restore(*, removal_id: int, by: User, at: datetime) -> Removal:
    """Restore an item as it was. Raises CannotRestore."""
    removal = Removal.objects.select_for_update().get(pk=removal_id)
    contents = Contents(removal.stored, None if removal.content is None else bytes(removal.content))
    kind = KINDS.get(removal.kind)
    if removal.restored_at is not None or kind is None or not kind.restore(removal.key, contents):
        raise CannotRestore
    removal.restored_at = at
    removal.save(update_fields=["restored_at"])
    audit.record(AuditEvent.RESTORED, user=removal.owner, actor=by, item=removal.item)
    clear_count(removal.owner_id)
    return removal


def mark_read(*, removal_id: int, at: datetime) -> None:
    """Record that the owner has read the notice. A second call changes nothing."""
    removal = Removal.objects.get(pk=removal_id)
    Removal.objects.filter(pk=removal_id, seen_at=None).update(seen_at=at)
    clear_count(removal.owner_id)


def active_removal(kind: str, key: str) -> Removal | None:
    """The current removal of an item, or None if it was not removed or was restored."""
    return Removal.objects.filter(kind=kind, key=key, restored_at=None).first()


def _write_to_owner(removal: Removal) -> None:
    assert removal.owner_id is not None
    address = verified_address_of(removal.owner_id)
    if not address:
        return
    text = _(
        "The staff of %(site)s removed your content: %(title)s.\n\nTheir reason: %(reason)s\n\n"
        "Sign in to see it: %(url)s\n"
    ) % {
        "site": settings.SITE_NAME,
        "title": removal.item,
        "reason": removal.reason,
        "url": settings.SITE_URL + reverse("accounts:removals"),
    }
    subject = _("%(site)s: the staff removed your content") % {"site": settings.SITE_NAME}
    send_mail(subject, text, settings.DEFAULT_FROM_EMAIL, [address])


def removals_to_read(user: User) -> Iterator[DashboardLine]:
    """Dashboard lines about the removals that a user has not read yet."""
    for removal in Removal.objects.filter(owner=user, seen_at=None, restored_at=None).order_by("at")[:5]:
        sentence = _("The staff removed: %(title)s. Reason: %(reason)s")
        words = {"title": removal.item, "reason": removal.reason}
        yield DashboardLine(removal.at, sentence % words, _("Show"), reverse("accounts:removals"))


def move(guest_id: int, user_id: int) -> None:
    """Move a guest's removals to an account. A second run finds none."""
    Removal.objects.filter(owner_id=guest_id).update(owner_id=user_id)


def delete_user_data(user: User, now: datetime) -> None:
    """Delete the stored data of what was removed from a user whose account is deleted. It cannot be restored
    afterwards."""
    Removal.objects.filter(owner=user).update(item="", stored={}, content=None, page="")


def removals_of(user: User) -> Iterator[File]:
    """What was removed from a user, for the data export."""
    rows = list(Removal.objects.filter(owner=user).order_by("pk").values("at", "item", "reason", "restored_at"))
    if rows:
        yield as_json("removals.json", rows)
