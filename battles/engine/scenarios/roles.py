"""Attacker and defender: stated in the setup, or chosen by the winner of a roll-off."""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.roll_offs import roll_off
from battles.engine.scenarios.base import Question, Scenario
from battles.engine.state import BattleState


class RoleScenario(Scenario):
    """A scenario of two sides with an attacker, who has the first turn, and a defender."""

    sides = (2, 2)
    winner_chooses = False
    uses_table_zones = False
    attacker_deploys_first = True

    def prepare(self, ctx: Context) -> None:
        named = ctx.game.scenario.get("attacker", "")
        if named in ctx.game.players:
            self.assign(ctx, str(named))
        else:
            self.remember(ctx, chooser=roll_off(ctx, ctx.game.players, about="role")[0])

    def question(self, game: Game, state: BattleState) -> Question | None:
        facts = self.facts(state)
        if "attacker" not in facts:
            return Question(facts["chooser"], "role", (("attack", "attack"), ("defend", "defend")))
        return None

    def answered(self, ctx: Context, question: Question, key: str) -> None:
        if question.prompt == "role":
            other = next(side for side in ctx.game.players if side != question.side)
            self.assign(ctx, question.side if key == "attack" else other)
        else:
            super().answered(ctx, question, key)

    def assign(self, ctx: Context, attacker: str) -> None:
        """Store which side attacks and in which order the sides set up."""
        defender = next(side for side in ctx.game.players if side != attacker)
        order = [attacker, defender] if self.attacker_deploys_first else [defender, attacker]
        self.remember(ctx, attacker=attacker, defender=defender, order=order)

    def attacker(self, state: BattleState) -> str:
        """The attacking side."""
        return str(self.facts(state)["attacker"])

    def defender(self, state: BattleState) -> str:
        """The defending side."""
        return str(self.facts(state)["defender"])

    def first_side(self, game: Game, state: BattleState) -> str:
        return self.attacker(state)
