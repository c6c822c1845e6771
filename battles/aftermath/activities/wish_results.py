"""Results on a wish table: one class for each code. To add one, list it in WISH_RESULTS.

Other codes are effects of finds (`battles/aftermath/effects/`). Rule: AF-DEED-01
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Self

from pydantic import BaseModel, ConfigDict

from battles.aftermath.activities.searches import STAGE
from battles.aftermath.activities.wish_costs import WISH_COSTS
from battles.aftermath.activities.wish_gains import RECRUITS, WISH_GAINS
from battles.aftermath.activities.wish_rolls import WishRoll
from battles.aftermath.stored.activity_lines import WishLine
from mordheim_site.registry import Registry


class WishResult(BaseModel):
    """Base of all results. Fields are the parameters; `carry_out` returns the number of further wishes."""

    model_config = ConfigDict(frozen=True, extra="allow")

    code: ClassVar[str]

    @classmethod
    def of(cls, parameters: Mapping[str, object]) -> Self:
        """The result with parameters from the catalogue. Raises ValidationError."""
        return cls.model_validate(dict(parameters))

    def carry_out(self, wish: WishRoll) -> int:
        raise NotImplementedError


class WishAgain(WishResult):
    """One or more further wishes."""

    code = "wish_again"

    amount: int

    def carry_out(self, wish: WishRoll) -> int:
        return self.amount


class WishFor(WishResult):
    """The player chooses a skill, an item or a warrior. For a random item, the die picks one of the same items."""

    code = "wish_for"

    what: str
    random: bool = False

    def carry_out(self, wish: WishRoll) -> int:
        state = wish.context.state()
        member = wish.wisher(state)
        if member is None:
            return 0
        gain = WISH_GAINS.get(self.what, RECRUITS)
        options = gain.options(wish, state, member, self.what)
        if self.random and options:
            options = [wish.pick(options, member.name)]
        options.append({"key": "nobody"})
        contents = WishLine(item=wish.item, what=self.what)
        wish.context.line(STAGE, contents, subject=member.key, name=member.name, options=options)
        return 0


class WishCosts(WishResult):
    """A cost for the hero or the warband. The other parameters belong to the cost."""

    code = "wish_costs"

    what: str

    def carry_out(self, wish: WishRoll) -> int:
        state = wish.context.state()
        member = wish.wisher(state)
        cost = WISH_COSTS.get(self.what)
        if member is not None and cost is not None:
            cost.of(self.model_extra or {}).take(wish, state, member)
        return 0


WISH_RESULTS: Final[Registry[str, type[WishResult]]] = Registry("result of a wish")

for _result in (WishAgain, WishFor, WishCosts):
    WISH_RESULTS.add(_result.code, _result)
