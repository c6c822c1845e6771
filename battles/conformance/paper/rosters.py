"""Verbs of rosters: queries and operations on a warband's roster. Every operation is checked against the roster's
rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battles.conformance.paper.desk import SHORT, Desk
from battles.conformance.paper.registry import MEMBER, paper_verb
from battles.conformance.verbs.registry import ANY, NUMBER, TEXT
from mordheim_site.refusals import Refusal
from warbands.core.state import STASH
from warbands.rules import roster_changes
from warbands.rules.check import check_roster, refuse_if_worse
from warbands.rules.counts import entry_max, size_max
from warbands.rules.development import skills_open
from warbands.rules.kit import why_not_carry
from warbands.rules.prices import price_for, sale_value_gc, veteran_price_gc
from warbands.rules.rating import rating_of, worth_gc


def _deed(desk: Desk, act: Callable[[], object]) -> None:
    """Do something and keep it, unless it breaks a rule that was kept before."""
    before, names = desk.state.copy(), dict(desk.names)
    try:
        act()
        refuse_if_worse(before, desk.state, desk.book)
    except Refusal as refusal:
        desk.state, desk.names = before, names
        desk.found |= {"refused": refusal.rule_id, "error": refusal.code}


def _holder(desk: Desk, given: dict[str, Any]) -> str:
    return desk.member(given["who"]).key if given.get("who") else STASH


@paper_verb("RO", "check", gives="breaches codes lacks legal")
def check(desk: Desk, given: dict[str, Any]) -> None:
    """The whole check of the roster: rule ids of all breaches, their codes, those that are mere lacks."""
    found = check_roster(desk.state, desk.book)
    desk.found |= {
        "breaches": [breach.rule_id for breach in found], "codes": [breach.code for breach in found],
        "lacks": [breach.rule_id for breach in found if breach.is_lack], "legal": not found,
    }  # fmt: skip


@paper_verb("RO", "hire", needs={"entry": TEXT, "called": TEXT}, takes={"headcount": NUMBER, "kit": ANY})
def hire(desk: Desk, given: dict[str, Any]) -> None:
    """Hire a warrior under a name of the case, who is then a member like the others."""
    _deed(desk, lambda: desk.enter(given["called"], given))


@paper_verb("RO", "reinforce", needs={"who": MEMBER}, takes={"count": NUMBER})
def reinforce(desk: Desk, given: dict[str, Any]) -> None:
    """More men for a group, with the kit of the others."""
    _deed(
        desk, lambda: roster_changes.reinforce(desk.state, desk.book, desk.member(given["who"]), given.get("count", 1))
    )


@paper_verb("RO", "reduce", needs={"who": MEMBER})
def reduce(desk: Desk, given: dict[str, Any]) -> None:
    """One man less in a group."""
    group = desk.member(given["who"])
    _deed(desk, lambda: roster_changes.reduce(desk.state, group, refund=desk.state.is_draft, new_key=desk.new_key))


@paper_verb("RO", "dismiss", needs={"who": MEMBER})
def dismiss(desk: Desk, given: dict[str, Any]) -> None:
    """Let a member go."""
    _deed(desk, lambda: roster_changes.dismiss(desk.state, desk.member(given["who"]), new_key=desk.new_key))


@paper_verb("RO", "buy", needs={"item": TEXT}, takes={"who": MEMBER, "count": NUMBER, "material": TEXT})
def buy(desk: Desk, given: dict[str, Any]) -> None:
    """Buy for a member, or for the stash when none is named."""
    _deed(desk, lambda: desk.hand(_holder(desk, given), {name: given[name] for name in given if name != "who"}))


@paper_verb("RO", "sell", needs={"item": TEXT}, takes={"who": MEMBER, "count": NUMBER, "material": TEXT})
def sell(desk: Desk, given: dict[str, Any]) -> None:
    """Sell what a member carries, or what lies in the stash."""
    line = desk.state.line(_holder(desk, given), given["item"], given.get("material", ""))
    if line is None:
        raise ValueError(f"there is no {given['item']} to sell")
    _deed(desk, lambda: roster_changes.sell(desk.state, desk.book, line.key, given.get("count", 1)))


@paper_verb("RO", "mutate", needs={"who": MEMBER, "mutation": TEXT})
def mutate(desk: Desk, given: dict[str, Any]) -> None:
    """Buy a mutation."""
    _deed(desk, lambda: roster_changes.mutate(desk.state, desk.book, desk.member(given["who"]), given["mutation"]))


@paper_verb("RO", "learn", needs={"who": MEMBER}, takes={"skill": TEXT, "spell": TEXT})
def learn(desk: Desk, given: dict[str, Any]) -> None:
    """Learn a skill or a spell, as an advance would."""

    def act() -> None:
        member = desk.member(given["who"])
        member.skills = [*member.skills, *([given["skill"]] if "skill" in given else [])]
        member.spells = [*member.spells, *([given["spell"]] if "spell" in given else [])]

    _deed(desk, act)


@paper_verb("RO", "raise", needs={"who": MEMBER, "characteristic": TEXT})
def increase(desk: Desk, given: dict[str, Any]) -> None:
    """Raise a characteristic (WS, S, Ld ...) by one, as an advance would."""

    def act() -> None:
        member, name = desk.member(given["who"]), SHORT[given["characteristic"]]
        member.increases = {**member.increases, name: member.increases.get(name, 0) + 1}

    _deed(desk, act)


@paper_verb(
    "RO", "may_carry", needs={"who": MEMBER, "item": TEXT}, takes={"count": NUMBER, "material": TEXT},
    gives="allowed why",
)  # fmt: skip
def may_carry(desk: Desk, given: dict[str, Any]) -> None:
    """May a member carry more of a thing? `why` is the rule against it."""
    breach = why_not_carry(
        desk.state, desk.member(given["who"]), given["item"], desk.book,
        count=given.get("count", 1), material=given.get("material", ""),
    )  # fmt: skip
    desk.found |= {"allowed": breach is None, "why": breach.rule_id if breach else False}


@paper_verb(
    "RO", "price", needs={"item": TEXT}, takes={"who": MEMBER, "material": TEXT},
    gives="price price_dice rarity on_list for_sale",
)  # fmt: skip
def price(desk: Desk, given: dict[str, Any]) -> None:
    """What one piece costs a member, or the stash: gold, dice on top, the roll to find it."""
    member = desk.member(given["who"]) if "who" in given else None
    asked = price_for(desk.state, member, given["item"], desk.book, given.get("material", ""))
    desk.found["for_sale"] = asked is not None
    if asked is not None:
        desk.found |= {
            "price": asked.gc, "price_dice": asked.dice, "rarity": asked.rarity or False, "on_list": asked.is_on_list,
        }  # fmt: skip


@paper_verb("RO", "sale_value", needs={"item": TEXT}, takes={"who": MEMBER, "count": NUMBER}, gives="value")
def sale_value(desk: Desk, given: dict[str, Any]) -> None:
    """What selling something would bring."""
    line = desk.state.line(_holder(desk, given), given["item"])
    if line is None:
        raise ValueError(f"there is no {given['item']} to sell")
    headcount = desk.member(given["who"]).headcount if "who" in given else 1
    desk.found["value"] = sale_value_gc(desk.state, line, given.get("count", 1), headcount, desk.book)


@paper_verb("RO", "recruit_price", needs={"who": MEMBER}, gives="recruit surcharge kit_price")
def recruit_price(desk: Desk, given: dict[str, Any]) -> None:
    """The price of one more in a group: recruit, experience, equipment."""
    recruit, surcharge, kit = veteran_price_gc(desk.state, desk.member(given["who"]), desk.book)
    desk.found |= {"recruit": recruit, "surcharge": surcharge, "kit_price": kit}


@paper_verb("RO", "rating", gives="rating rating_base rating_experience worth")
def rating(desk: Desk, given: dict[str, Any]) -> None:
    """The warband's rating, its parts, and what was paid for those on the roster and their kit."""
    found = rating_of(desk.state, desk.book)
    desk.found |= {
        "rating": found.total, "rating_base": found.base, "rating_experience": found.experience,
        "worth": worth_gc(desk.state),
    }  # fmt: skip


@paper_verb("RO", "limits", takes={"entry": TEXT}, gives="size_most entry_most")
def limits(desk: Desk, given: dict[str, Any]) -> None:
    """The most models of the warband now, and of one entry (none where no rule says)."""
    desk.found["size_most"] = size_max(desk.state, desk.book)
    if "entry" in given:
        desk.found["entry_most"] = entry_max(desk.state, desk.book.warrior_types[given["entry"]], desk.book) or "none"


@paper_verb("RO", "skills_open", needs={"who": MEMBER}, takes={"skill": TEXT}, gives="skills_open open")
def open_skills(desk: Desk, given: dict[str, Any]) -> None:
    """The skills that a member may learn now; with `skill`, whether this is one of them (`open`)."""
    codes = [skill.code for skill in skills_open(desk.state, desk.member(given["who"]), desk.book)]
    desk.found |= {"skills_open": codes, "open": given.get("skill", "") in codes}
