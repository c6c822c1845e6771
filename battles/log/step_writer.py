"""Converts the events of a battle into steps. `StepWriter` reads the events and the state before them and stores
nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from battles.core.dice_text import INJURIES, ROLL_UNDER, modifiers_of, purpose_of, purpose_word, score_of
from battles.engine import events as log
from battles.engine.game import Game
from battles.engine.state import FLEEING, KNOCKED_DOWN, STANDING, STUNNED, BattleState
from battles.log.lines import sentence_of, side_of
from battles.log.steps import Result, Spot, Step, StepRoll

WEAPON_ROLLS: Final = frozenset({"hit", "hit2", "wound", "wound2", "crit"})
"""Purposes whose full name would repeat the weapon."""
HEADINGS: Final = frozenset({"turn", "phase"})
"""Kinds of steps that are headings of the steps after them."""
REMARKS: Final = frozenset({"nobody_can_move", "nobody_shoots", "nobody_fights", "nobody_casts"})
"""Notes about a phase in which nobody can do anything."""


def winner_of(scores: Sequence[tuple[str, int]]) -> str:
    """Who wins a roll-off with these rolls, in their order; "" while the highest score is shared.

    A contestant who rolls again begins a new round: of those who are tied, or of all if a side may repeat the roll-off.
    """
    winner, of_round = "", dict[str, int]()
    for contestant, score in scores:
        if contestant in of_round:
            of_round = {}
        of_round[contestant] = score
        best = [name for name, other in of_round.items() if other == max(of_round.values())]
        if not winner or winner in of_round:
            winner = best[0] if len(best) == 1 else ""
    return winner


def roll_of(event: log.Rolled, *, is_attack: bool) -> StepRoll:
    """The roll of an event for a step. In an attack the weapon is left out, because the headline names it."""
    total = sum(event.faces) + (sum(mod.by for mod in event.mods) if event.purpose in INJURIES else 0)
    counts = event.purpose not in ROLL_UNDER and (len(event.faces) > 1 or total != sum(event.faces))
    return StepRoll(
        name=purpose_word(event.purpose) if is_attack and event.purpose in WEAPON_ROLLS else purpose_of(event),
        faces=event.faces,
        need=score_of(event),
        outcome="" if event.passed is None else "pass" if event.passed else "fail",
        rule=event.rule,
        side=event.who[:1],
        purpose=event.purpose,
        modifiers=modifiers_of(event),
        total=str(total) if counts else "",
    )


class StepWriter:
    """Collects steps. It applies each event to the state, so that every step has its positions; the state that it is
    given is changed."""

    def __init__(self, game: Game, state: BattleState) -> None:
        self.game, self.state = game, state
        self.steps: list[Step] = []
        self._open: Step | None = None
        self._scores: list[tuple[str, int]] = []
        """Contestants and scores of the roll-off that is the open step."""

    def run(self, first_seq: int, events: Iterable[log.Event], reason: str = "") -> None:
        """Add the events of one command. `reason` says why a bot, the clock or a default decision gave it."""
        self._open = None
        known = len(self.steps)
        for offset, event in enumerate(events):
            self._take(first_seq + offset, event)
            log.apply(self.state, event)
        acts = (step for step in self.steps[known:] if step.kind not in HEADINGS)
        first = next(acts, None) if reason else None
        if first is not None:
            first.reason = reason

    def undone(self, seq: int, side: str) -> None:
        """Add a step saying that a player has undone the last command."""
        self.steps.append(Step(seq=seq, kind="note", text=_("The last command was undone."), side=side))

    def _take(self, seq: int, event: log.Event) -> None:
        match event:
            case log.Rolled():
                self._rolled(seq, event)
            case log.Moved():
                self._moved(seq, event)
            case log.Attacked():
                self._attacked(seq, event)
            case log.PostureChanged() | log.Removed() | log.WoundsLost() | log.Flagged():
                self._changed(seq, event)
            case log.Noted():
                self._noted(seq, event)
            case log.TurnBegan():
                self._begin(Step(seq=seq, kind="turn", text=sentence_of(self.game, event), side=event.side))
                self._open = None
            case log.PhaseBegan():
                if self.steps and self.steps[-1].kind == "phase":
                    self.steps.pop()
                self._begin(Step(seq=seq, kind="phase", text=sentence_of(self.game, event)))
                self._open = None
            case log.SideRouted():
                self._begin(Step(seq=seq, kind="rout", text=sentence_of(self.game, event), side=event.side))
            case log.BattleEnded():
                self._begin(Step(seq=seq, kind="end", text=sentence_of(self.game, event)))
            case log.Placed():
                self._placed(seq, event)

    def _begin(self, step: Step) -> Step:
        self.steps.append(step)
        self._open = step
        return step

    def _spot(self, model_id: str) -> Spot | None:
        model = self.state.models.get(model_id)
        return (model.x, model.y) if model is not None and not model.gone else None

    def _placed(self, seq: int, event: log.Placed) -> None:
        if self._open is None or self._open.kind != "setup":
            name = {"side": self.game.name(event.who[0])}
            self._begin(Step(seq=seq, kind="setup", text=_("%(side)s sets up.") % name, side=event.who[0]))

    def _rolled(self, seq: int, event: log.Rolled) -> None:
        step = self._open
        if (
            event.purpose == "rolloff"
            and event.about
            and (step is None or step.kind in ("setup", "change", "test", "note"))
        ):
            self._rolled_off(seq, event)
            return
        if step is None or step.kind in ("setup", "change"):
            model_id = event.who if event.who in self.game.fighters else ""
            text = self._roll_sentence(event)
            step = self._begin(
                Step(
                    seq=seq, kind="test", text=text, side=event.who[:1], who=model_id, at=self._spot(model_id), whom=""
                )
            )
        step.rolls.append(roll_of(event, is_attack=step.kind == "attack"))

    def _rolled_off(self, seq: int, event: log.Rolled) -> None:
        """A roll-off is one step with a roll for each contestant, named after them, and the winner as its result."""
        step, text = self._open, f"{purpose_of(event)}."
        if step is None or step.text != text:
            step = self._begin(Step(seq=seq, kind="test", text=text))
            self._scores = []
        bonus = sum(modifier.by for modifier in event.mods)
        total = event.faces[0] + bonus
        roll = roll_of(event, is_attack=False)
        step.rolls.append(replace(roll, name=self.game.name(event.who), total=str(total) if bonus else ""))
        self._scores.append((event.who, total))
        winner = winner_of(self._scores)
        step.conclusion = _("%(who)s wins the roll-off.") % {"who": self.game.name(winner)} if winner else ""

    def _roll_sentence(self, event: log.Rolled) -> str:
        what = purpose_of(event)
        if not event.who:
            return _("Dice: %(what)s.") % {"what": what}
        return _("%(who)s: %(what)s.") % {"who": self.game.name(event.who), "what": what}

    def _moved(self, seq: int, event: log.Moved) -> None:
        if not event.path:
            return
        start = self._spot(event.who)
        path = tuple((x, y) for _kind, x, y, _z in event.path)
        path = (start, *path) if start is not None else path
        text = sentence_of(self.game, event)
        test = self._open
        if test is not None and test.kind == "test" and test.who == event.who and not test.results:
            # The test belongs to the move, such as a climb or a charge against a model that causes fear.
            test.kind, test.text, test.path, test.manner = "move", text, path, event.manner
            return
        self._begin(
            Step(
                seq=seq,
                kind="move",
                text=text,
                side=event.who[0],
                who=event.who,
                manner=event.manner,
                at=start,
                path=path,
            )
        )

    def _attacked(self, seq: int, event: log.Attacked) -> None:
        self._begin(
            Step(
                seq=seq,
                kind="attack",
                text=sentence_of(self.game, event),
                side=side_of(event),
                who=event.who,
                whom=event.whom,
                manner=event.how,
                at=self._spot(event.who),
                to=self._spot(event.whom),
            )
        )

    def _changed(self, seq: int, event: log.PostureChanged | log.Removed | log.WoundsLost | log.Flagged) -> None:
        code = code_of(event)
        if not code:
            return
        step = self._open
        text = sentence_of(self.game, event)
        concerns = step is not None and (event.who in (step.who, step.whom) or step.kind == "rout")
        if step is None or not concerns or step.kind == "setup":
            step = self._begin(
                Step(seq=seq, kind="change", text=text, side=event.who[0], who=event.who, at=self._spot(event.who))
            )
        step.results.append(Result(event.who, code, text))
        if code == "out" and self.game.fighters[event.who].is_leader:
            step.leader = event.who

    def _noted(self, seq: int, event: log.Noted) -> None:
        text = sentence_of(self.game, event)
        if not text:
            return
        lent = self._open
        if event.what == "tests" and lent is not None and lent.is_lent:
            # The step is the test of the one who takes it, not the Leadership of the one who helps.
            lent.notes.append(lent.text)
            lent.text, lent.side, lent.who, lent.at = text, event.who[:1], event.who, self._spot(event.who)
            lent.is_lent = False
            return
        if self._open is None or self._open.kind in ("setup", "change"):
            model_id = event.who if event.who in self.game.fighters else ""
            self._begin(
                Step(
                    seq=seq,
                    kind="note",
                    text=text,
                    side=event.who[:1],
                    who=model_id,
                    at=self._spot(model_id),
                    is_remark=event.what in REMARKS,
                    is_lent=event.what == "leadership_lent",
                )
            )
        else:
            self._open.notes.append(text)


def code_of(event: log.PostureChanged | log.Removed | log.WoundsLost | log.Flagged) -> str:
    """The code of a result; "" for a change that steps do not show."""
    match event:
        case log.PostureChanged():
            return {STANDING: "stands", KNOCKED_DOWN: "knocked_down", STUNNED: "stunned"}.get(event.posture, "")
        case log.Removed():
            return {"out": "out", "fled": "fled", "routed": "routed"}.get(event.why, "")
        case log.WoundsLost():
            return "wound"
        case log.Flagged():
            return "flees" if event.on & FLEEING else "rallies" if event.off & FLEEING else ""
