"""Operations on the members of a warband: hire, dismiss, rename, mutate, choose a leader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import Field

from mordheim_site.operations.types import Code, Count, Key, Name, OptionalKey, whole
from warbands.builder import recruiting, renaming
from warbands.core.ledger import ActionContext, LedgerResult, NotEnoughGold
from warbands.rules.violations import AgainstRules
from warbands.shared.operation import WarbandOperation

NAME_PREFIX: Final = "name-"
MOST_NAMES: Final = 500


class Hire(
    WarbandOperation,
    name="warband_hire",
    example={"warrior_type": "reiklanders_warrior", "count": 2},
    errors=(recruiting.NoSuchEntry, recruiting.NoNewLeader, recruiting.OneAtATime, NotEnoughGold, AgainstRules),
):
    """Hire a hero, a hired sword, or henchmen for a group of their kind.

    Henchmen join a group without experience that has room, otherwise they start a new one.
    """

    warrior_type: Annotated[Code, Field(description="The code of an entry of the warband's list.")]
    count: Annotated[Count, Field(description="How many henchmen; 1 for all others.")] = 1

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return recruiting.hire(warband_id=warband_id, warrior_type=self.warrior_type, count=self.count, by=context)


class Reinforce(
    WarbandOperation,
    name="warband_reinforce",
    example={"warrior": "4kPq8ZxTn2Lw", "count": 1},
    errors=(recruiting.NotAGroup, recruiting.NoSuchWarrior, NotEnoughGold, AgainstRules),
):
    """Add recruits to a henchman group. They cost the group's equipment and a surcharge for its experience."""

    warrior: Key
    count: Count = 1

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return recruiting.reinforce(warband_id=warband_id, warrior=self.warrior, count=self.count, by=context)


class DismissOne(
    WarbandOperation,
    name="warband_less",
    example={"warrior": "4kPq8ZxTn2Lw"},
    errors=(recruiting.NoSuchWarrior,),
):
    """Dismiss one warrior of a group; anyone else leaves the warband. A draft gets the gold back."""

    warrior: Key

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return recruiting.dismiss(warband_id=warband_id, warrior=self.warrior, whole_group=False, by=context)


class Dismiss(
    WarbandOperation,
    name="warband_dismiss",
    example={"warrior": "4kPq8ZxTn2Lw"},
    errors=(recruiting.NoSuchWarrior,),
):
    """Dismiss a warrior or a whole group. A draft gets the gold back; later the equipment goes to the stash."""

    warrior: Key

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return recruiting.dismiss(warband_id=warband_id, warrior=self.warrior, by=context)


class Rename(
    WarbandOperation,
    name="warband_rename",
    example={"warrior": "4kPq8ZxTn2Lw", "name": "Otto Stahl"},
    errors=(recruiting.NoSuchWarrior, renaming.NoName),
):
    """Rename a warrior or the warband."""

    warrior: Annotated[OptionalKey, Field(description="Whose name; empty for the warband's own.")] = ""
    name: Name

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return renaming.rename(warband_id=warband_id, warrior=self.warrior, name=self.name, by=context)


class RenameAll(
    WarbandOperation,
    name="warband_rename_all",
    example={"names": {"4kPq8ZxTn2Lw": "Otto Stahl", "7hGf3DsAk9Xc": "Karl"}},
    errors=(recruiting.NoSuchWarrior, renaming.NoName, renaming.NothingRenamed),
):
    """Rename several warriors at once, as one entry of the ledger."""

    names: Annotated[
        dict[str, Name], Field(max_length=MOST_NAMES, description="New names, by the key of each warrior.")
    ]

    @classmethod
    def values_of_form(cls, form: Mapping[str, str]) -> dict[str, Any]:
        """The submitted form has one field `name-<key>` for each warrior."""
        names = {field.removeprefix(NAME_PREFIX): name for field, name in form.items() if field.startswith(NAME_PREFIX)}
        return {**super().values_of_form(form), "names": names}

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return renaming.rename_all(warband_id=warband_id, names=self.names, by=context)


class MakeLeader(
    WarbandOperation,
    name="warband_lead",
    example={"warrior": "4kPq8ZxTn2Lw"},
    errors=(recruiting.NoSuchWarrior, recruiting.CannotLead),
):
    """Make a hero the leader; the previous leader becomes an ordinary hero."""

    warrior: Key

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return recruiting.make_leader(warband_id=warband_id, warrior=self.warrior, by=context)


class Mutate(
    WarbandOperation,
    name="warband_mutate",
    example={"warrior": "4kPq8ZxTn2Lw", "mutation": "great_claw"},
    errors=(recruiting.NoSuchWarrior, recruiting.OnlyAtRecruitment, NotEnoughGold, AgainstRules),
):
    """Buy a mutation for a warrior who has not fought yet."""

    warrior: Key
    mutation: Code

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return recruiting.mutate(warband_id=warband_id, warrior=self.warrior, mutation=self.mutation, by=context)


class RemoveMutation(
    WarbandOperation,
    name="warband_unmutate",
    example={"warrior": "4kPq8ZxTn2Lw", "mutation": "great_claw"},
    errors=(recruiting.NoSuchWarrior, recruiting.OnlyAtRecruitment),
):
    """Remove a mutation in a draft and get its price back."""

    warrior: Key
    mutation: Code

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return recruiting.unmutate(warband_id=warband_id, warrior=self.warrior, mutation=self.mutation, by=context)


class ChooseArms(
    WarbandOperation,
    name="warband_arms",
    example={"warrior": "4kPq8ZxTn2Lw", "choice": 1},
    errors=(recruiting.NoSuchWarrior, recruiting.NoSuchChoice),
):
    """Choose the equipment set that a hired sword brings, before their first battle."""

    warrior: Key
    choice: Annotated[int, *whole(0, 50), Field(description="The index of the set in the entry's `choices`, from 0.")]

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        return recruiting.choose_arms(warband_id=warband_id, warrior=self.warrior, choice=self.choice, by=context)


ACTIONS = (
    Hire, Reinforce, DismissOne, Dismiss, Rename, RenameAll, MakeLeader, Mutate, RemoveMutation, ChooseArms,
)  # fmt: skip
