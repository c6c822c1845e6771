"""Verbs about rosters: questions about a warband's roster, and changes of it. Every change is checked against the
roster rules."""

from __future__ import annotations

from collections.abc import Callable

from battles.simulation.conformance.tabletop.case_state import SHORT, CaseState
from battles.simulation.conformance.tabletop.registry import MEMBER, tabletop_function
from battles.simulation.conformance.values import Step
from battles.simulation.conformance.verbs.registry import ANY, NUMBER, TEXT
from mordheim_site.refusals import Refusal
from warbands.core.state import STASH
from warbands.rules import roster_changes
from warbands.rules.check import check_roster, refuse_if_worse
from warbands.rules.counts import entry_max, size_max
from warbands.rules.development import skills_open
from warbands.rules.kit import why_not_carry
from warbands.rules.prices import price_for, sale_value_gc, veteran_price_gc
from warbands.rules.rating import rating_of, worth_gc


def _deed(case_state: CaseState, act: Callable[[], object]) -> None:
    """Make a change, and undo it if it breaks a rule that the roster obeyed before."""
    before, names = case_state.state.copy(), dict(case_state.names)
    try:
        act()
        refuse_if_worse(before, case_state.state, case_state.book)
    except Refusal as refusal:
        case_state.state, case_state.names = before, names
        case_state.found |= {"refused": refusal.rule_id, "error": refusal.code}


def _holder(case_state: CaseState, step: Step) -> str:
    return case_state.member(step.text("who")).key if "who" in step else STASH


@tabletop_function("RO", "check", gives="breaches codes lacks legal")
def check(case_state: CaseState, step: Step) -> None:
    """Check the whole roster: rule ids of all violations, their codes, and which of them only mean that something is
    missing."""
    found = check_roster(case_state.state, case_state.book)
    case_state.found |= {
        "breaches": [violation.rule_id for violation in found], "codes": [violation.code for violation in found],
        "lacks": [violation.rule_id for violation in found if violation.is_lack], "legal": not found,
    }  # fmt: skip


@tabletop_function("RO", "hire", needs={"entry": TEXT, "called": TEXT}, takes={"headcount": NUMBER, "kit": ANY})
def hire(case_state: CaseState, step: Step) -> None:
    """Hire a warrior and give them a name for the case, so that later steps can refer to them."""
    _deed(case_state, lambda: case_state.enter(step.text("called"), step))


@tabletop_function("RO", "reinforce", needs={"who": MEMBER}, takes={"count": NUMBER})
def reinforce(case_state: CaseState, step: Step) -> None:
    """Add models to a group, with the equipment of the others."""
    _deed(
        case_state,
        lambda: roster_changes.reinforce(
            case_state.state, case_state.book, case_state.member(step.text("who")), step.number("count", 1)
        ),
    )


@tabletop_function("RO", "reduce", needs={"who": MEMBER})
def reduce(case_state: CaseState, step: Step) -> None:
    """Remove one model from a group."""
    group = case_state.member(step.text("who"))
    _deed(
        case_state,
        lambda: roster_changes.reduce(
            case_state.state, group, refund=case_state.state.is_draft, new_key=case_state.new_key
        ),
    )


@tabletop_function("RO", "dismiss", needs={"who": MEMBER})
def dismiss(case_state: CaseState, step: Step) -> None:
    """Dismiss a member."""
    _deed(
        case_state,
        lambda: roster_changes.dismiss(
            case_state.state, case_state.member(step.text("who")), new_key=case_state.new_key
        ),
    )


@tabletop_function("RO", "buy", needs={"item": TEXT}, takes={"who": MEMBER, "count": NUMBER, "material": TEXT})
def buy(case_state: CaseState, step: Step) -> None:
    """Buy for a member, or for the stash if none is named."""
    _deed(
        case_state,
        lambda: case_state.hand(_holder(case_state, step), step),
    )


@tabletop_function("RO", "sell", needs={"item": TEXT}, takes={"who": MEMBER, "count": NUMBER, "material": TEXT})
def sell(case_state: CaseState, step: Step) -> None:
    """Sell an item of a member, or from the stash."""
    line = case_state.state.line(_holder(case_state, step), step.text("item"), step.text("material", ""))
    if line is None:
        raise ValueError(f"there is no {step.text('item')} to sell")
    _deed(case_state, lambda: roster_changes.sell(case_state.state, case_state.book, line.key, step.number("count", 1)))


@tabletop_function("RO", "mutate", needs={"who": MEMBER, "mutation": TEXT})
def mutate(case_state: CaseState, step: Step) -> None:
    """Buy a mutation."""
    _deed(
        case_state,
        lambda: roster_changes.mutate(
            case_state.state, case_state.book, case_state.member(step.text("who")), step.text("mutation")
        ),
    )


@tabletop_function("RO", "learn", needs={"who": MEMBER}, takes={"skill": TEXT, "spell": TEXT})
def learn(case_state: CaseState, step: Step) -> None:
    """Learn a skill or a spell, as if from an advance."""

    def act() -> None:
        member = case_state.member(step.text("who"))
        member.skills = [*member.skills, *([step.text("skill")] if "skill" in step else [])]
        member.spells = [*member.spells, *([step.text("spell")] if "spell" in step else [])]

    _deed(case_state, act)


@tabletop_function("RO", "raise", needs={"who": MEMBER, "characteristic": TEXT})
def increase(case_state: CaseState, step: Step) -> None:
    """Raise a characteristic (WS, S, Ld ...) by one, as if from an advance."""

    def act() -> None:
        member, name = case_state.member(step.text("who")), SHORT[step.text("characteristic")]
        member.increases = {**member.increases, name: member.increases.get(name, 0) + 1}

    _deed(case_state, act)


@tabletop_function(
    "RO", "may_carry", needs={"who": MEMBER, "item": TEXT}, takes={"count": NUMBER, "material": TEXT},
    gives="allowed why",
)  # fmt: skip
def may_carry(case_state: CaseState, step: Step) -> None:
    """Whether a member can carry more of an item. `why` is the rule that forbids it."""
    violation = why_not_carry(
        case_state.state, case_state.member(step.text("who")), step.text("item"), case_state.book,
        count=step.number("count", 1), material=step.text("material", ""),
    )  # fmt: skip
    case_state.found |= {"allowed": violation is None, "why": violation.rule_id if violation else False}


@tabletop_function(
    "RO", "price", needs={"item": TEXT}, takes={"who": MEMBER, "material": TEXT},
    gives="price price_dice rarity on_list for_sale",
)  # fmt: skip
def price(case_state: CaseState, step: Step) -> None:
    """The price of one item for a member or the stash: gold, additional dice, and the roll to find it."""
    member = case_state.member(step.text("who")) if "who" in step else None
    price = price_for(case_state.state, member, step.text("item"), case_state.book, step.text("material", ""))
    case_state.found["for_sale"] = price is not None
    if price is not None:
        case_state.found |= {
            "price": price.gc, "price_dice": price.dice, "rarity": price.rarity or False, "on_list": price.is_on_list,
        }  # fmt: skip


@tabletop_function("RO", "sale_value", needs={"item": TEXT}, takes={"who": MEMBER, "count": NUMBER}, gives="value")
def sale_value(case_state: CaseState, step: Step) -> None:
    """The gold for selling an item."""
    line = case_state.state.line(_holder(case_state, step), step.text("item"))
    if line is None:
        raise ValueError(f"there is no {step.text('item')} to sell")
    headcount = case_state.member(step.text("who")).headcount if "who" in step else 1
    case_state.found["value"] = sale_value_gc(
        case_state.state, line, step.number("count", 1), headcount, case_state.book
    )


@tabletop_function("RO", "recruit_price", needs={"who": MEMBER}, gives="recruit surcharge kit_price")
def recruit_price(case_state: CaseState, step: Step) -> None:
    """The price of one more member of a group: recruit, experience, equipment."""
    recruit, surcharge, kit = veteran_price_gc(case_state.state, case_state.member(step.text("who")), case_state.book)
    case_state.found |= {"recruit": recruit, "surcharge": surcharge, "kit_price": kit}


@tabletop_function("RO", "rating", gives="rating rating_base rating_experience worth")
def rating(case_state: CaseState, step: Step) -> None:
    """The warband's rating, its parts, and the gold paid for the members and their equipment."""
    found = rating_of(case_state.state, case_state.book)
    case_state.found |= {
        "rating": found.total, "rating_base": found.base, "rating_experience": found.experience,
        "worth": worth_gc(case_state.state),
    }  # fmt: skip


@tabletop_function("RO", "limits", takes={"entry": TEXT}, gives="size_most entry_most")
def limits(case_state: CaseState, step: Step) -> None:
    """The current maximum number of models of the warband, and of one warrior type (none if there is no limit)."""
    case_state.found["size_most"] = size_max(case_state.state, case_state.book)
    if "entry" in step:
        case_state.found["entry_most"] = (
            entry_max(case_state.state, case_state.book.warrior_types[step.text("entry")], case_state.book) or "none"
        )


@tabletop_function("RO", "skills_open", needs={"who": MEMBER}, takes={"skill": TEXT}, gives="skills_open open")
def open_skills(case_state: CaseState, step: Step) -> None:
    """The skills that a member can learn now. With `skill`, whether that skill is one of them (`open`)."""
    codes = [
        skill.code for skill in skills_open(case_state.state, case_state.member(step.text("who")), case_state.book)
    ]
    case_state.found |= {"skills_open": codes, "open": step.text("skill", "") in codes}
