"""An arbitrator's corrections of a roster. Each is a ledger entry with its reason. Rule: RO-CORRECT-01"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from catalogue.packs.book import Book
from mordheim_site.refusals import Refusal
from warbands.builder.recruiting import NoSuchWarrior
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, write
from warbands.core.state import ACTIVE, DEAD, WarbandState
from warbands.models import EntryKind
from warbands.roster.casualties import succeed
from warbands.rules import roster_changes

FATES = ("", "alive", "dead", "fit", "healed")
"""Codes for what a correction does to a warrior: nothing, return to the roster, die, fight in the next battle, lose the
last injury."""
MOST = 1000
"""Largest change of one number."""


class NothingCorrected(Refusal):
    """The correction changes nothing, or a number by more than 1,000."""

    code = "nothing_corrected"
    message = _("Nothing was corrected: enter what changes, and by how much (at most 1,000).")
    rule_id = "RO-CORRECT-01"


class WarriorMissing(Refusal):
    """Experience or a fate is corrected without a warrior."""

    code = "warrior_missing"
    about = ("warrior",)
    message = _("Nothing was corrected: choose the warrior whose experience or status changes.")
    rule_id = "RO-CORRECT-01"


class FateNotPossible(Refusal):
    """The change of status does not fit the warrior, who may be alive already or have no injury."""

    code = "fate_not_possible"
    about = ("fate",)
    message = _("Nothing was corrected: this change of status does not fit the warrior as they are now.")
    rule_id = "RO-CORRECT-01"


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """Changes by an arbitrator. `warrior` (a key) is needed for `experience` and `fate`."""

    gold_gc: int = 0
    shards: int = 0
    warrior: str = ""
    experience: int = 0
    fate: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether the correction changes anything, within reasonable bounds."""
        numbers = (self.gold_gc, self.shards, self.experience)
        is_known = self.fate in FATES and all(abs(number) <= MOST for number in numbers)
        return is_known and (any(numbers) or bool(self.fate))


def correct(*, warband_id: int, correction: Correction, by: ActionContext) -> LedgerResult:
    """Apply a correction. Raises NothingCorrected, WarriorMissing, FateNotPossible, NoSuchWarrior, NotEnoughGold,
    NotEnoughShards."""

    def change(state: WarbandState, facts: Book) -> EntryDetails:
        if not correction.is_sound:
            raise NothingCorrected
        if (correction.experience or correction.fate) and not correction.warrior:
            raise WarriorMissing
        state.treasury_gc += correction.gold_gc
        state.shards += correction.shards
        name = _warrior(state, facts, correction) if correction.warrior else ""
        words = {
            "gold": correction.gold_gc,
            "shards": correction.shards,
            "experience": correction.experience,
            "fate": correction.fate,
            "name": name,
        }
        return EntryDetails(EntryKind.CORRECTED, correction.warrior, words, is_reversible=False)

    return write(warband_id=warband_id, by=by, change=change)


def _warrior(state: WarbandState, facts: Book, correction: Correction) -> str:
    member = state.members.get(correction.warrior)
    if member is None:
        raise NoSuchWarrior
    member.experience = max(0, member.experience + correction.experience)
    if correction.fate == "alive" and not member.is_active:
        member.status = ACTIVE
    elif correction.fate == "dead" and member.is_active:
        roster_changes.strip(state, member, keep=True)
        member.status, was_leader, member.is_leader = DEAD, member.is_leader, False
        if was_leader:
            succeed(state, facts, member)
    elif correction.fate == "fit" and member.misses_battles:
        member.misses_battles = 0
    elif correction.fate == "healed" and member.injuries:
        member.injuries = member.injuries[:-1]
    elif correction.fate:
        raise FateNotPossible
    return member.name
