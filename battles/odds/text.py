"""Odds as text, bars and rows, for the odds page."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

if TYPE_CHECKING:
    from battles.odds.answer_data import (
        AttackAnswer,
        BarSegment,
        DuelAnswer,
        DuelRow,
        DuelText,
        DuelTurn,
        KitRow,
        OutcomeRow,
    )
    from battles.odds.views import Question

WIDTH = 1000
"""Width of a bar's drawing in units."""
OUTCOMES = (
    ("standing", gettext_lazy("Unhurt")),
    ("wounded_standing", gettext_lazy("Hurt, still standing")),
    ("knocked_down", gettext_lazy("Knocked down")),
    ("stunned", gettext_lazy("Stunned")),
    ("out_of_action", gettext_lazy("Out of action")),
)
SHOWN_TURNS = 8


def percent_of(chance: float) -> str:
    """A probability with one decimal: "25.9 %". "Never" and "always" are used for what is certain, "under 0.1 %" for
    what is nearly impossible. Contains a non-breaking space."""
    if chance <= 1e-12:
        return _("never")
    if chance >= 1 - 1e-12:
        return _("always")
    if chance < 0.001:
        return _("under 0.1\u00a0%")
    return f"{min(99.9, round(100 * chance, 1)):.1f}\u00a0%"


def often(chance: float) -> str:
    """A probability as a frequency: "1 in 3.9", "1 in 45", "1 in 21,000". "" if it is one half or more, or extremely
    small."""
    if not 1e-6 < chance < 0.5:
        return ""
    times = 1 / chance
    if times >= 1_000:
        times = round(times, 1 - int(log10(times)))
    return _("1 in %(n)s") % {"n": f"{times:.1f}" if times < 20 else f"{times:,.0f}"}


def parts_of(odds: AttackAnswer) -> dict[str, float]:
    """The probabilities of the five outcomes of attacks, which sum to 1. "Standing" is divided by whether Wounds were
    lost."""
    postures = odds["postures"]
    unhurt = min(odds["wounds"].get("0", 0.0), postures["standing"])
    hurt = max(0.0, postures["standing"] - unhurt)
    return {**postures, "standing": unhurt, "wounded_standing": hurt if hurt > 1e-12 else 0.0}


def outcome_rows(odds: AttackAnswer) -> list[OutcomeRow]:
    """A row for each possible outcome."""
    parts = parts_of(odds)
    return [
        {"code": code, "label": str(label), "chance": percent_of(parts[code]), "often": often(parts[code])}
        for code, label in OUTCOMES
        if parts[code] > 1e-12
    ]


def bar_of(odds: AttackAnswer) -> list[BarSegment]:
    """Segments of a bar: code, position and width in `WIDTH` units, and a text for wide ones."""
    parts = parts_of(odds)
    return _segments([(code, parts[code]) for code, _label in OUTCOMES])


def _segments(parts: list[tuple[str, float]]) -> list[BarSegment]:
    found: list[BarSegment] = []
    at = 0.0
    for code, chance in parts:
        wide = chance * WIDTH
        if wide > 0.5:
            found.append(
                {
                    "code": code, "x": round(at, 1), "width": round(wide, 1), "middle": round(at + wide / 2, 1),
                    "words": f"{round(100 * chance)}" if wide >= 70 else "",
                }
            )  # fmt: skip
        at += wide
    return found


def best_of(rows: list[KitRow]) -> list[KitRow]:
    """Odds as text, with the best of each column marked. The current equipment comes first, then the others by how
    often they take the enemy out of action."""
    columns = [[(row["hit"], row["wounded"], row["out"])[number] for row in rows] for number in range(3)]
    highest = [max(column, default=0.0) for column in columns]
    for row in rows:
        row["cells"] = [
            {"chance": percent_of(chance), "is_best": most > 1e-9 and chance > most - 1e-9}
            for chance, most in zip((row["hit"], row["wounded"], row["out"]), highest, strict=True)
        ]
    return [row for row in rows if row["is_now"]] + sorted(
        (row for row in rows if not row["is_now"]), key=lambda row: (-row["out"], -row["wounded"], row["arms"])
    )


def how_they_meet(question: Question) -> str:
    """The situation as a sentence."""
    names = {"a": question.first.name, "b": question.second.name}
    terms = question.terms
    if terms.situation == "charge":
        return _("%(a)s has charged %(b)s; this is the first round.") % names
    if terms.situation == "charged":
        return _("%(b)s has charged %(a)s; this is the first round.") % names
    if terms.situation == "fight":
        return _("%(a)s and %(b)s are in combat, after the first round.") % names
    text = (
        _("%(a)s shoots at %(b)s over three quarters of the range")
        if terms.far
        else _("%(a)s shoots at %(b)s over a quarter of the range")
    )
    covers = {"soft": _(", who is in soft cover"), "hard": _(", who is in hard cover")}
    walked = _(", after moving") if terms.moved else ""
    return text % names + walked + covers.get(terms.cover, "") + "."


def duel_rows(question: Question, odds: DuelAnswer) -> DuelText:
    """A duel as rows, a bar, and the probabilities of being out after each player turn."""
    ends = [
        ("first", _("%(name)s wins") % {"name": question.first.name}, odds["first_wins"]),
        ("second", _("%(name)s wins") % {"name": question.second.name}, odds["second_wins"]),
        ("neither", _("Neither: separated, or still fighting"), odds["undecided"]),
    ]
    rows: list[DuelRow] = [
        {"code": code, "label": label, "share": share, "chance": percent_of(share), "often": often(share)}
        for code, label, share in ends
        if share > 1e-6
    ]
    turns: list[DuelTurn] = [
        {"turn": number, "first": percent_of(second_out), "second": percent_of(first_out)}
        for number, (first_out, second_out) in enumerate(odds["by_turn"][:SHOWN_TURNS], 1)
    ]
    return {
        "rows": rows,
        "bar": _segments([(row["code"], row["share"]) for row in rows]),
        "turns": turns,
        "cut_short": _cut_short(odds),
    }


def _cut_short(odds: DuelAnswer) -> str:
    """What is known about a duel with too many possible outcomes to compute; "" for all others."""
    if not odds.get("cut_short"):
        return ""
    followed = len(odds["by_turn"])
    if not followed:
        return _(
            "This duel has too many possible outcomes to calculate even its first player turn. The odds of the "
            "first attacks are above."
        )
    return ngettext(
        "Calculated for the first player turn, because there are too many possible outcomes: "
        "the chance that the duel takes longer is %(left)s.",
        "Calculated for the first %(n)d player turns, because there are too many possible outcomes: "
        "the chance that the duel takes longer is %(left)s.",
        followed,
    ) % {"n": followed, "left": percent_of(odds["undecided"])}
