"""Life cycle of a warband: draft, suggested warband, founding, copies, archive."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import idempotency
from catalogue.custom_packs.codes import is_custom_code
from catalogue.custom_packs.library import book_with, pins_of
from catalogue.custom_packs.permissions import may_found
from catalogue.packs.alignments import alignment_words, offered_alignment
from catalogue.packs.book import Book
from catalogue.packs.installed import book
from mordheim_site.public_ids import new_public_id
from mordheim_site.refusals import Refusal
from warbands.core.drafts import Started, TooManyForGuest
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, record, write
from warbands.core.state import WarbandState
from warbands.core.state_storage import empty_state, load_state
from warbands.models import EntryKind, LedgerEntry, Visibility, Warband, WarbandStatus
from warbands.rules.check import check_roster, refuse_if_worse
from warbands.rules.copies import fresh_copy
from warbands.rules.names import random_warband_name
from warbands.rules.random_band import random_warband
from warbands.rules.roster_changes import hire
from warbands.rules.suggestions import arm_everybody, suggest_band

GUEST_WARBANDS = 3


class NotLegalYet(Refusal):
    """The draft still breaks rules; the message and `fields` contain a sentence for each."""

    code = "not_legal_yet"
    rule_id = "RO-FOUND-GOLD-01"


class AlignmentNotOffered(Refusal):
    """The list does not allow this alignment."""

    code = "alignment_not_offered"
    about = ("alignment",)
    rule_id = "ALLY-ALIGN-01"


class NoSuchType(Refusal):
    """No pack has a list with that code."""

    code = "no_such_type"
    about = ("warband_type",)
    message = _("This warband list does not exist.")
    status = 404


class AlreadyFounded(Refusal):
    """Only drafts can be founded."""

    code = "already_founded"
    message = _("This warband is already founded.")
    status = 409


@transaction.atomic
def start_draft(
    *,
    owner_id: int,
    warband_type: str,
    at: datetime.datetime,
    name: str = "",
    founding_gold_gc: int | None = None,
    source_key: str = "",
    seed: str = "",
    is_guest: bool = False,
    house_rules: Sequence[Mapping[str, Any]] = (),
    with_leader: bool = True,
    packs: Mapping[str, Any] | None = None,
    league_ruleset: str = "",
    alignment: str = "",
) -> Started:
    """Start a draft of a list with its gold in the treasury and the leader hired.

    `founding_gold_gc` replaces the amount of the list (a campaign's setting). `house_rules` are stored with the
    warband, in the form of `warbands.core.house_rules.as_stored`. `league_ruleset` is the ruleset of the league for
    which the draft is made. `alignment` is one that the list allows; "" takes the first. `packs` are those of a
    campaign (catalogue.custom_packs.library.Pins); a list of a custom pack adds the version of its pack, which the
    owner must be able to read unless a campaign adds it. A second call with the same `source_key` and owner returns the
    first draft. Raises NoSuchType, AlignmentNotOffered, TooManyForGuest. Rules: RO-FOUND-GOLD-01, ALLY-ALIGN-01
    """
    pins = {**pins_of(warband_type), **(packs or {})}
    if not pins_of(warband_type).keys() <= (packs or {}).keys() and not may_found(owner_id, warband_type):
        raise NoSuchType
    try:
        facts = book_with(pins)
    except KeyError as gone:
        raise NoSuchType from gone
    if warband_type not in facts.warband_types or not facts.deals_in(facts.warband_types[warband_type]):
        raise NoSuchType
    listed = facts.warband_types[warband_type]
    if alignment and alignment not in listed.alignment:
        raise AlignmentNotOffered(
            message=_("%(name)s cannot have this alignment. Choose one that the list allows: %(offered)s.")
            % {"name": listed.name, "offered": alignment_words(listed)}
        )
    idempotency.claim(user_id=owner_id, key=source_key)
    if source_key:
        earlier = LedgerEntry.objects.filter(warband__owner_id=owner_id, source_key=source_key, number=1).first()
        if earlier is not None:
            row = earlier.warband
            return Started(row.pk, row.public_id, was_there=True)
    if (
        is_guest
        and Warband.objects.filter(owner_id=owner_id).exclude(status=WarbandStatus.ARCHIVED).count() >= GUEST_WARBANDS
    ):
        raise TooManyForGuest
    seed = seed or secrets.token_hex(16)
    printed = facts.warband_types[warband_type].starting_gold_gc
    gold = printed if founding_gold_gc is None else founding_gold_gc
    warband = Warband.objects.create(
        owner_id=owner_id,
        name=name.strip() or random_warband_name(warband_type, seed),
        warband_type_code=warband_type,
        pack_pins={**dict.fromkeys(book().packs, book().version), **pins},
        house_rules=[] if gold == printed else [{"code": "founding_gold", "amount": gold}],
        alignment=offered_alignment(listed, alignment),
        league_ruleset=league_ruleset,
        founding_gold_gc=gold,
        seed=seed[:32],
        created_at=at,
        changed_at=at,
    )
    if house_rules:
        warband.house_rules = [*warband.house_rules, *map(dict, house_rules)]
        warband.save(update_fields=["house_rules"])
    before = empty_state(warband)
    after = before.copy()
    after.treasury_gc = gold
    if with_leader:
        hire(after, facts, facts.leader_of(warband_type).code)
    note = EntryDetails(
        EntryKind.STARTED, "", {"name": warband.name, "type": warband_type, "gold": gold}, is_reversible=False
    )
    record(
        warband=warband,
        before=before,
        after=after,
        note=note,
        by=ActionContext(actor_id=owner_id, at=at, source_key=source_key),
    )
    return Started(warband.pk, warband.public_id)


def suggest(*, warband_id: int, by: ActionContext, names: Sequence[str] = ()) -> LedgerResult:
    """Complete the draft to an equipped and legal warband, as one ledger entry that can be undone as a whole. `names`
    are those of its warriors in the order of the roster; an empty one changes nothing. Raises AlreadyFounded."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        _must_be_draft(state)
        before = state.copy()
        suggest_band(state, facts)
        for member, name in zip(state.active(), names, strict=False):
            member.name = name or member.name
        refuse_if_worse(before, state, facts)
        return EntryDetails(EntryKind.SUGGESTED, "", {"models": state.models_count()})

    return write(warband_id=warband_id, by=by, change=change)


def fill_at_random(*, warband_id: int, seed: str, by: ActionContext) -> LedgerResult:
    """Replace the draft by a random legal warband; the same seed gives the same one. Raises AlreadyFounded."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        _must_be_draft(state)
        random_warband(state, facts, seed)
        return EntryDetails(EntryKind.SUGGESTED, "", {"models": state.models_count(), "seed": seed})

    return write(warband_id=warband_id, by=by, change=change)


def arm_all(*, warband_id: int, by: ActionContext) -> LedgerResult:
    """Give standard weapons to all unarmed warriors, as far as the gold allows."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        before = state.copy()
        bought = arm_everybody(state, facts)
        if not bought:
            raise NothingToArm
        refuse_if_worse(before, state, facts)
        return EntryDetails(EntryKind.ARMED, "", {"count": len(bought)})

    return write(warband_id=warband_id, by=by, change=change)


class NothingToArm(Refusal):
    """All warriors already have a weapon, or no weapon is affordable."""

    code = "nothing_to_arm"
    message = _("No weapon was bought: all warriors who use weapons have one, or there is not enough gold.")
    status = 409


def found(*, warband_id: int, by: ActionContext, name: str = "") -> LedgerResult:
    """Found the warband: from now on it sells equipment at half price, and dead members stay on record. Raises
    NotLegalYet, AlreadyFounded. The rest of the founding gold stays in the treasury. Rule: RO-FOUND-GOLD-01"""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        _must_be_draft(state)
        breaches = check_roster(state, facts)
        if breaches:
            sentences = [str(violation.sentence) for violation in breaches]
            raise NotLegalYet(
                message=_("The warband cannot be founded yet. %(sentences)s") % {"sentences": " ".join(sentences[:6])},
                fields={"roster": sentences},
                rule_id=breaches[0].rule_id,
            )
        state.status = "founded"
        if name.strip():
            state.name = name.strip()[:80]
        models = state.models_count()
        return EntryDetails(EntryKind.FOUNDED, "", {"name": state.name, "models": models}, is_reversible=True)

    return write(warband_id=warband_id, by=by, change=change)


def _must_be_draft(state: WarbandState) -> None:
    if not state.is_draft:
        raise AlreadyFounded


def archive(*, warband_id: int, by: ActionContext) -> LedgerResult:
    """Archive the warband: it stays visible and can be restored."""

    def change(state: WarbandState, _facts: Book) -> EntryDetails:
        was = state.status
        state.status = "archived"
        return EntryDetails(EntryKind.ARCHIVED, "", {"was": was}, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change)


def restore(*, warband_id: int, by: ActionContext) -> LedgerResult:
    """Restore an archived warband."""

    def change(state: WarbandState, _facts: Book) -> EntryDetails:
        if state.status != "archived":
            raise NotArchived
        last = LedgerEntry.objects.filter(warband_id=warband_id, kind=EntryKind.ARCHIVED).order_by("-number").first()
        state.status = str(last.arguments.get("was", "draft")) if last is not None else "draft"
        return EntryDetails(EntryKind.RESTORED, "", {}, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change, is_allowed_archived=True)


class NotArchived(Refusal):
    """Only an archived warband can be restored."""

    code = "not_archived"
    message = _("This warband is not archived.")
    status = 409


@transaction.atomic
def copy_warband(
    *, warband_id: int, owner_id: int, at: datetime.datetime, is_guest: bool = False, source_key: str = ""
) -> Started:
    """Start a draft with the same warriors and equipment, for the same owner or another. Experience and injuries are
    not copied."""
    original = Warband.objects.get(pk=warband_id)
    started = start_draft(
        owner_id=owner_id,
        warband_type=original.warband_type_code,
        at=at,
        name=original.name,
        founding_gold_gc=None,
        is_guest=is_guest,
        source_key=source_key,
        with_leader=False,
        alignment=original.alignment,
        packs={code: number for code, number in original.pack_pins.items() if is_custom_code(code)},
    )
    if started.was_there:
        return started
    source = load_state(original)

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        fresh_copy(source, state, facts, new_public_id)
        return EntryDetails(EntryKind.COPIED, "", {"name": original.name})

    write(warband_id=started.warband_id, by=ActionContext(actor_id=owner_id, at=at), change=change)
    return started


@transaction.atomic
def change_details(
    *,
    warband_id: int,
    notes_public: str | None = None,
    notes_private: str | None = None,
    visibility: str | None = None,
    crest: str | None = None,
    renew_share_key: bool = False,
) -> Warband:
    """Set details that do not affect the game: notes, visibility, crest. None leaves a value unchanged."""
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    names = []
    for name, value in (("notes_public", notes_public), ("notes_private", notes_private), ("crest", crest)):
        if value is not None:
            setattr(warband, name, value)
            names.append(name)
    if visibility is not None:
        warband.visibility = Visibility(visibility)
        names.append("visibility")
    if renew_share_key:
        warband.share_key = new_public_id()
        names.append("share_key")
    warband.save(update_fields=names)
    return warband


@transaction.atomic
def delete_draft(*, warband_id: int) -> None:
    """Delete a draft permanently. Raises AlreadyFounded for a founded warband."""
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    if warband.status != WarbandStatus.DRAFT:
        raise AlreadyFounded
    warband.delete()
