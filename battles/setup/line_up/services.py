"""Choosing which warriors fight. Single warriors can stay at home, and henchman groups can take part with some of their
models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.models import LineUp
from catalogue.packs.book import Book
from catalogue.packs.installed import book
from mordheim_site.refusals import Refusal
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.rules.dependencies import stays_in_camp


class NotInTheWarband(Refusal):
    """The key is not that of a warrior of this warband, or the group does not have that many models."""

    code = "not_in_the_warband"
    about = ("at_home",)
    message = gettext_lazy(
        "The line-up was not saved: the roster has changed since you opened it. Reload the page and choose again."
    )


class NobodyFights(Refusal):
    code = "nobody_fights"
    about = ("at_home",)
    rule_id = "AF-MUSTER-01"
    message = gettext_lazy("At least one warrior has to fight. Let another one take part.")


@dataclass(frozen=True, slots=True)
class Line:
    """A warrior or henchman group in the line-up. `reason` is why none of them can fight; empty if they can."""

    key: str
    name: str
    models: int
    at_home: int
    reason: str

    @property
    def fights(self) -> int:
        """The number of models that take part."""
        return 0 if self.reason else self.models - self.at_home

    @property
    def choices(self) -> range:
        """The numbers of models that can be chosen."""
        return range(self.models + 1)


def at_home_of(warband: Warband, state: WarbandState) -> dict[str, int]:
    """How many models of each member stay at home, for the current roster: former members are left out."""
    row = LineUp.objects.filter(warband=warband).first()
    if row is None:
        return {}
    headcounts = {member.key: member.headcount for member in state.active()}
    return {key: min(int(count), headcounts[key]) for key, count in row.at_home.items() if key in headcounts}


def fielded(state: WarbandState, at_home: Mapping[str, int]) -> WarbandState:
    """The warband for a battle, without those who stay at home."""
    if not at_home:
        return state
    found = state.copy()
    for key, count in at_home.items():
        member = found.members[key]
        if count >= member.headcount:
            found.members[key] = replace(member, misses_battles=1)
        elif count:
            found.members[key] = replace(member, headcount=member.headcount - count)
    return found


def lines_of(warband: Warband) -> list[Line]:
    """The line-up of a warband for its owner. Two queries, in addition to those of the roster."""
    state, facts = load_state(warband), book()
    return _lines(state, facts, at_home_of(warband, state))


def _lines(state: WarbandState, facts: Book, at_home: Mapping[str, int]) -> list[Line]:
    return [
        Line(
            member.key,
            member.name,
            member.headcount,
            at_home.get(member.key, 0),
            _("Misses the next battle.")
            if member.misses_battles > 0
            else _("Cannot fight at the moment.")
            if stays_in_camp(state, member, facts)
            else "",
        )
        for member in state.active()
    ]


@transaction.atomic
def choose(*, warband_id: int, at_home: Mapping[str, int]) -> list[Line]:
    """Store who stays at home (number of models by member); those who are not named fight. It applies to every battle
    until it is changed. Raises NotInTheWarband and NobodyFights."""
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    state, facts = load_state(warband), book()
    headcounts = {member.key: member.headcount for member in state.active()}
    chosen = {key: count for key, count in at_home.items() if count}
    if any(count > headcounts.get(key, -1) for key, count in at_home.items()):
        raise NotInTheWarband
    lines = _lines(state, facts, chosen)
    if not any(line.fights for line in lines):
        raise NobodyFights
    LineUp.objects.update_or_create(warband=warband, defaults={"at_home": chosen})
    return lines
