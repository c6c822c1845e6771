"""Default choices: for bots, for the season, and for players who choose "decide the rest for me".

The rule uses only the roster and the line, and breaks ties with the warband's seed, so it always makes the same choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from battles.aftermath.context import AftermathContext
from battles.aftermath.stored.captive_lines import ExchangeLine, RansomLine, RisenLine
from battles.aftermath.stored.find_lines import LocationLine, SearchDiceLine
from battles.aftermath.stored.injury_lines import InjuryAgainLine
from battles.aftermath.stored.roster_lines import HungryLine, UpkeepLine
from battles.models import AftermathLine
from warbands.rules.member_facts import characteristics_of
from warbands.rules.seeds import seeded_number

LIKED = (
    "attacks",
    "strength",
    "toughness",
    "wounds",
    "weapon_skill",
    "ballistic_skill",
    "initiative",
    "leadership",
    "movement",
)
"""Characteristics in order of preference, best first."""
CAPTIVES = ("zombie", "sacrifice", "slavers", "free")


def choose(context: AftermathContext, line: AftermathLine) -> str:
    """The key of the option that the default rule chooses. The line must have at least one option."""
    keys = [str(option["key"]) for option in line.options]
    rule = BY_KIND.get(line.kind) or BY_STAGE.get(line.stage, _find)
    return rule(context, line, keys)


def _ransom(context: AftermathContext, line: AftermathLine, _keys: Sequence[str]) -> str:
    return "pay" if context.state().treasury_gc >= RansomLine.read(line).gold else "refuse"


def _injury_again(_context: AftermathContext, line: AftermathLine, _keys: Sequence[str]) -> str:
    harm = {code for result in InjuryAgainLine.read(line).results for code, _parameters in result["effects"]}
    return "again" if harm & {"dies", "captured", "pit_duel", "characteristic_change"} else "stand_injury"


def _hungry(context: AftermathContext, line: AftermathLine, _keys: Sequence[str]) -> str:
    return "feed_gold" if context.state().treasury_gc >= HungryLine.read(line).price else "unfed"


def _upkeep(context: AftermathContext, line: AftermathLine, _keys: Sequence[str]) -> str:
    return "pay" if context.state().treasury_gc >= UpkeepLine.read(line).price else "leave"


def _advance(context: AftermathContext, line: AftermathLine, keys: Sequence[str]) -> str:
    raises = [name for name in LIKED if f"up:{name}" in keys]
    if raises:
        return f"up:{raises[0]}"
    return keys[_number(context, line, len(keys))]


def _search_dice(_context: AftermathContext, line: AftermathLine, keys: Sequence[str]) -> str:
    """Discard the least useful die if one must be discarded. Without a pair, re-roll the lowest die or turn one into a
    pair. Never break up a pair."""
    hand = SearchDiceLine.read(line).hand
    if hand.picks:
        return f"pick:{hand.best_face()}"
    if hand.must_choose:
        return f"away:{hand.worst()}"
    faces = hand.faces
    places = [int(key.partition(":")[2]) for key in keys if key.startswith("again:")]
    if len(set(hand.kept)) < len(hand.kept):
        return "stand"
    for key in keys:
        kind, _colon, what = key.partition(":")
        if kind in ("raise", "lower") and faces[int(what)] + (1 if kind == "raise" else -1) in hand.kept:
            return key
    return f"again:{min(places, key=lambda place: (faces[place], place))}" if places else "stand"


def _find(context: AftermathContext, line: AftermathLine, keys: Sequence[str]) -> str:
    """Send the toughest hero to a location that requires a test. Do not enter the Pit. Take gold if it is offered."""
    if "sell" in keys:
        return "sell"
    if LocationLine.read(line).location == "the_pit":
        return "nobody"
    members = context.state().members
    heroes = [key for key in keys if key.startswith("hero:") and key[5:] in members]

    def worth(key: str) -> tuple[Any, ...]:
        member = members[key[5:]]
        return characteristics_of(member, context.book).toughness, member.experience, -member.position

    return max(heroes, key=worth) if heroes else keys[0]


def _number(context: AftermathContext, line: AftermathLine, count: int) -> int:
    state = context.state()
    spent = sum(member.advances_taken for member in state.members.values())
    return seeded_number(f"{state.seed}:{line.number}:{spent}", count)


Rule = Callable[[AftermathContext, AftermathLine, Sequence[str]], str]
"""Function that chooses one of the option keys of a line."""
BY_KIND: Final[Mapping[str, Rule]] = {
    RansomLine.kind: _ransom,
    ExchangeLine.kind: lambda _context, _line, _keys: "agree",
    RisenLine.kind: lambda _context, _line, _keys: "raise",
    InjuryAgainLine.kind: _injury_again,
    SearchDiceLine.kind: _search_dice,
    HungryLine.kind: _hungry,
}
"""Rules for lines of one kind. They take precedence over the rule of the stage."""
BY_STAGE: Final[Mapping[str, Rule]] = {
    "captives": lambda _context, _line, keys: next(key for key in CAPTIVES if key in keys),
    "market": lambda _context, _line, keys: keys[-1],
    "things": lambda _context, _line, keys: "kept" if "kept" in keys else "stood",
    "sale": lambda _context, _line, keys: keys[0],
    "upkeep": _upkeep,
    "advances": _advance,
}
"""Rules for the other lines of a stage. A line without any rule is about a find."""
