"""What the player can choose for a wish: one class for each kind of option. To add one, list it in WISH_GAINS. Rule:
AF-DEED-01"""

from __future__ import annotations

from typing import ClassVar, Final

from battles.aftermath.activities.wish_rolls import WishRoll
from battles.aftermath.context import AftermathContext
from battles.aftermath.stored.options import LineOption
from battles.models import AftermathLine
from mordheim_site.registry import Registry
from warbands.builder import recruiting
from warbands.core.ledger import ActionContext
from warbands.core.state import STASH, Member, WarbandState
from warbands.roster import advances
from warbands.rules.development import skills_open
from warbands.rules.member_facts import entry_of
from warbands.trading import stash


class WishGain:
    """Base of all gains. `options` lists what can be chosen; `take` gives it to the warband and returns its name."""

    kind: ClassVar[str]

    def options(self, wish: WishRoll, state: WarbandState, member: Member, what: str) -> list[LineOption]:
        """The options for the wish `what` (its name in the catalogue). Their keys begin with the kind of option and a
        colon."""
        raise NotImplementedError

    def take(self, context: AftermathContext, line: AftermathLine, chosen: str, because: str, by: ActionContext) -> str:
        """Give the option `chosen` to the warband (the part of its key after the colon) and return its name. Raises the
        errors of the warband's services."""
        raise NotImplementedError


class SkillGain(WishGain):
    """A skill from the lists of the hero."""

    kind = "skill"

    def options(self, wish: WishRoll, state: WarbandState, member: Member, what: str) -> list[LineOption]:
        found = skills_open(state, member, wish.context.book)
        return [{"key": f"skill:{skill.code}", "label": skill.name} for skill in found]

    def take(self, context: AftermathContext, line: AftermathLine, chosen: str, because: str, by: ActionContext) -> str:
        advances.learn(warband_id=context.row.warband_id, warrior=line.subject, skill=chosen, by=by, because=because)
        return context.book.skills[chosen].name


class ItemGain(WishGain):
    """An item from the equipment list of the hero."""

    kind = "item"

    def options(self, wish: WishRoll, state: WarbandState, member: Member, what: str) -> list[LineOption]:
        book = wish.context.book
        listed = entry_of(member, book).equipment_list
        entries = book.equipment_lists[listed].entries if listed else ()
        return [{"key": f"item:{entry.item}", "label": book.items[entry.item].name} for entry in entries]

    def take(self, context: AftermathContext, line: AftermathLine, chosen: str, because: str, by: ActionContext) -> str:
        stash.add(warband_id=context.row.warband_id, item=chosen, by=by, warrior=STASH, because=because)
        return context.book.items[chosen].name


class RecruitGain(WishGain):
    """A warrior of the warband's list, of the kind that was wished for, except a leader."""

    kind = "recruit"

    def options(self, wish: WishRoll, state: WarbandState, member: Member, what: str) -> list[LineOption]:
        listed = wish.context.book.warrior_types.values()
        own = (warrior_type for warrior_type in listed if warrior_type.warband_type == state.warband_type_code)
        fit = (warrior_type for warrior_type in own if warrior_type.kind == what and not warrior_type.is_leader)
        return [{"key": f"recruit:{warrior_type.code}", "label": warrior_type.name} for warrior_type in fit]

    def take(self, context: AftermathContext, line: AftermathLine, chosen: str, because: str, by: ActionContext) -> str:
        recruiting.hire_free(
            warband_id=context.row.warband_id, warrior_type=chosen, by=by, because=because, past_maximum=True
        )
        return context.book.warrior_types[chosen].name


WISH_GAINS: Final[Registry[str, WishGain]] = Registry("gain of a wish")
RECRUITS: Final = RecruitGain()
"""The gain for all wishes that name a kind of warrior."""

for _gain in (SkillGain(), ItemGain(), RECRUITS):
    WISH_GAINS.add(_gain.kind, _gain)
