"""Re-rolls of injuries. Tough warriors re-roll their own, an elixir can be used for any warrior; each can be used once.
Rule: AF-INJ-06"""

from __future__ import annotations

from dataclasses import replace

from battles.aftermath.context import AftermathContext
from battles.aftermath.stored.injury_lines import InjuryAgainLine
from battles.aftermath.stored.line import update
from battles.aftermath.stored.options import LineOption
from battles.aftermath.stored.records import InjuryRoll
from battles.engine.aftermath.injuries import InjuryResult
from battles.models import Aftermath, AftermathLine
from warbands.core.state import Member
from warbands.rules.member_facts import effects_of

STAGE = "injuries"
KIND = InjuryAgainLine.kind


def _own(context: AftermathContext, member: Member) -> int:
    return sum(
        int(effect.get("times", 1))
        for effect, _source in effects_of(member, context.book)
        if effect.code == "injury_reroll" and not effect.get("anybody")
    )


def _shared(context: AftermathContext) -> int:
    return sum(
        int(effect.get("times", 1))
        for member in context.state().active()
        for effect, _source in effects_of(member, context.book)
        if effect.code == "injury_reroll" and effect.get("anybody")
    )


def _used(context: AftermathContext, kind: str, subject: str = "") -> int:
    lines = AftermathLine.objects.filter(aftermath=context.row, stage=STAGE, kind=kind, answer="again")
    return (lines.filter(subject=subject) if subject else lines).count()


def may(context: AftermathContext, member: Member) -> bool:
    """Whether an injury of this hero may be re-rolled now."""
    return bool(_left_of_own(context, member) or _left_for_anybody(context))


def _left_of_own(context: AftermathContext, member: Member) -> int:
    lines = AftermathLine.objects.filter(aftermath=context.row, kind=KIND, subject=member.key, data__paid_by="own")
    return _own(context, member) - lines.count()


def _left_for_anybody(context: AftermathContext) -> int:
    rerolled = AftermathLine.objects.filter(aftermath=context.row, kind=KIND, data__paid_by="anybody").count()
    return _shared(context) - rerolled - _used(context, "elixir")


def use_any_reroll(context: AftermathContext) -> bool:
    """Use up a re-roll that works for any warrior to repeat a henchman's casualty roll. Returns False if there is
    none."""
    if _left_for_anybody(context) < 1:
        return False
    context.answered(context.line(STAGE, "elixir"), "again")
    return True


def ask(context: AftermathContext, number: int, member: Member, results: tuple[InjuryResult, ...]) -> None:
    """Record the roll, and ask the player whether to accept it."""
    contents = InjuryAgainLine(
        number=number,
        names=[result.name for result in results],
        results=[_as_data(result) for result in results],
    )
    options: list[LineOption] = [{"key": "stand_injury"}, {"key": "again"}]
    context.line(STAGE, contents, subject=member.key, name=member.name, options=options)


def use(context: AftermathContext, line: AftermathLine) -> None:
    """Use up a re-roll; the hero's own comes first."""
    member = context.state().members[line.subject]
    paid_by = "own" if _left_of_own(context, member) > 0 else "anybody"
    update(line, replace(InjuryAgainLine.read(line), paid_by=paid_by))


def results_of(line: AftermathLine) -> tuple[InjuryResult, ...]:
    """The results of the first roll."""
    return tuple(
        InjuryResult(
            code=result["code"],
            name=result["name"],
            d66=result["d66"],
            sub_roll=result["sub_roll"],
            summary=result["summary"],
            effects=tuple((code, dict(parameters)) for code, parameters in result["effects"]),
        )
        for result in InjuryAgainLine.read(line).results
    )


def _as_data(result: InjuryResult) -> InjuryRoll:
    return {
        "code": result.code,
        "name": result.name,
        "d66": result.d66,
        "sub_roll": result.sub_roll,
        "summary": result.summary,
        "effects": [(code, dict(parameters)) for code, parameters in result.effects],
    }


def is_open(row: Aftermath) -> bool:
    """Whether an injury waits for an answer."""
    return AftermathLine.objects.filter(aftermath=row, kind=KIND, answer="").exists()
