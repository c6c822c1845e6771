"""The log of the board: one block for each step, with its token, dice and result, and a sentence for screen readers."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from battles.board.archetypes import archetype_of
from battles.board.svg.tokens import token_svg
from battles.engine.game import Game
from battles.log.reason_text import translate_reason
from battles.log.steps import Step, StepRoll


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block of the log. `sentence` contains everything that the block shows."""

    step: Step
    token: SafeString
    reason: str
    modifiers: str
    """The modifiers of the block's rolls, as text."""
    rules: tuple[str, ...]
    """Ids of the rules of its rolls, without repeats."""
    sentence: str


def blocks_of(game: Game, steps: list[Step]) -> list[Block]:
    """The blocks of these steps, in their order."""
    return [block_of(game, step) for step in steps]


def block_of(game: Game, step: Step) -> Block:
    """The block of one step."""
    fighter = game.fighters.get(step.who)
    reason = translate_reason(game, step.reason) if step.reason else ""
    return Block(
        step=step,
        token=token_svg(archetype_of(fighter), step.side) if fighter is not None else SafeString(),
        reason=capfirst(reason),
        modifiers="; ".join(dict.fromkeys(roll.modifiers for roll in step.rolls if roll.modifiers)),
        rules=tuple(dict.fromkeys(roll.rule for roll in step.rolls if roll.rule)),
        sentence=sentence_of(step, reason),
    )


def sentence_of(step: Step, reason: str = "") -> str:
    """A step as one text: what was done, every roll, the result, and the reason of a bot."""
    result = step.outcome or (f"{step.ribbon}." if step.ribbon and not step.results else "")
    why = _("Reason: %(why)s.") % {"why": reason} if reason else ""
    parts = [step.text, *map(roll_sentence, step.rolls), result, why]
    return " ".join(part for part in parts if part)


def roll_sentence(roll: StepRoll) -> str:
    """A roll as a sentence: "To hit: 5, needs 4+ (cover −1), passed." """
    parts = [", ".join(map(str, roll.faces))]
    if roll.total:
        parts.append(_("total %(n)s") % {"n": roll.total})
    if roll.need:
        parts.append(_("needs %(score)s") % {"score": roll.need})
    if roll.modifiers:
        parts[-1] += f" ({roll.modifiers})"
    if roll.outcome:
        parts.append(_("passed") if roll.outcome == "pass" else _("failed"))
    return f"{roll.name}: {', '.join(parts)}."
