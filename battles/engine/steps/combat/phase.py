"""The close combat phase: choice of weapons, attacks in striking order, stomps.

There is no combat result and no break test (CC-RES-01). Rules: CC-WHO-01 to CC-SAME-01, SPEC-STOMP-01

Stages: start, fight (waits for the active side), loadouts, next, stomps, after. Data: `done`, the keys of the entries
that have struck; `ties`, entries whose roll-off is settled; `down`, models down when the phase began; `felled`, who
took whom down in this phase.
"""

from __future__ import annotations

from typing import Any

from battles.engine.commands import Command, Fight
from battles.engine.errors import IllegalAction
from battles.engine.events import EffectEnded, LoadoutTaken, Marked
from battles.engine.flow import Choice, Context, Step, register
from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.profile import Weapon
from battles.engine.roll_offs import roll_off
from battles.engine.state import FIRST_ROUND, FOUGHT, STANDING, BattleState, Frame
from battles.engine.steps.combat import impact_and_stomps, loadouts, strike_order
from battles.engine.steps.combat.strikers import attack_plan, legal_targets, split_choices
from battles.engine.steps.combat.striking import DIVE, blow, downed_rule, strikes_downed_automatically
from battles.engine.steps.harm.attacks import Group
from battles.engine.steps.harm.pipeline import resolve
from battles.engine.steps.models.bodies import is_down
from battles.engine.steps.turn import ending
from battles.engine.steps.turn import optional_choices as turn_choices
from battles.engine.terrain.buildings import assault_results, assaults

FALLEN = "fallen"
"""Key of the mark with the models that went out of action in the last combat phase."""


class CombatStep(Step):
    """The combat phase of one side's turn; both sides fight in it."""

    kind = "combat"

    def enter(self, ctx: Context, frame: Frame) -> None:
        stage = frame.stage
        if stage == "start":
            self._start(ctx)
        elif stage == "loadouts":
            self._loadouts(ctx, frame)
        elif stage == "next":
            self._next(ctx, frame)
        elif stage == "stomps":
            self._stomps(ctx, frame)
        else:
            self._after(ctx)

    def legal(self, game: Game, state: BattleState, frame: Frame, side: str) -> list[Command]:
        return [Fight()]

    def validate(self, game: Game, state: BattleState, frame: Frame, side: str, command: Command) -> None:
        if not isinstance(command, Fight):
            raise IllegalAction("fight_first", "The fights must be resolved before the turn can continue.", "CC-WHO-01")

    def decide(self, ctx: Context, frame: Frame, side: str, command: Command) -> None:
        models = ctx.state.models
        queue = [
            model_id
            for fight in strike_order.combats(ctx.state, ctx.state.active)
            for model_id in fight
            if not is_down(models[model_id])
        ]
        ctx.replace(stage="loadouts", owner="", queue=queue)

    def _start(self, ctx: Context) -> None:
        models = ctx.state.models
        down = [model_id for model_id, model in models.items() if is_down(model) and not model.gone]
        alive = [model_id for model_id, model in models.items() if not model.gone]
        ctx.replace(stage="fight", done=[], ties=[], down=down, felled={}, queue=[], alive=alive)
        fighting = [model_id for model_id, model in models.items() if model.engaged and not model.gone]
        for model_id in fighting:
            for function, parameters in listeners(
                ctx.fighters[model_id].hooks, models[model_id].effects, "before_combat"
            ):
                function(ctx, model_id, **parameters)
        if any(strike_order.entries_of(ctx.game, ctx.state, model_id) for model_id in fighting):
            ending.await_command(ctx, ctx.state.active)
            return
        ctx.note("nobody_fights")
        ctx.replace(stage="after", owner="")

    # -- weapons in hand ---------------------------------------------------------------------------------------------

    def _loadouts(self, ctx: Context, frame: Frame) -> None:
        queue = list(frame.data["queue"])
        if ctx.answer is not None:
            take_in_hand(ctx, queue.pop(0), tuple(int(index) for index in ctx.answer.split(",")))
        while queue:
            model_id = queue[0]
            if loadouts.must_choose(ctx.game, ctx.state, model_id):
                if not ctx.model(model_id).loadout:
                    forget_disarming(ctx, model_id)
                options = loadouts.options(ctx.game, ctx.state, model_id)
                if len(options) > 1:
                    ctx.replace(queue=queue)
                    ask_loadout(ctx, model_id, options)
                    return
                take_in_hand(ctx, model_id, options[0])
            queue.pop(0)
        ctx.replace(stage="next", queue=[])

    # -- blows --------------------------------------------------------------------------------------------------------

    def _next(self, ctx: Context, frame: Frame) -> None:
        data = frame.data
        if ctx.answer is not None:
            self._strike(ctx, data["striking"], ctx.answer.split(","))
            return
        tied = strike_order.next_up(ctx.game, ctx.state, data["done"], ctx.state.active)
        if not tied:
            ctx.replace(stage="stomps", queue=impact_and_stomps.stompers(ctx.game, ctx.state), ties=[])
            return
        entry = tied[0]
        if len({ctx.game.side_of(other.who) for other in tied}) > 1:
            keys = [other.key for other in tied]
            ties = list(data["ties"])
            if any(key not in ties for key in keys):
                ranking = roll_off(ctx, tuple(dict.fromkeys(other.who for other in tied)), about="strikes")
                ties = [key for model_id in ranking for key in keys if key.startswith(f"{model_id}:")]
                ctx.replace(ties=ties)
            entry = next(other for key in ties for other in tied if other.key == key)
        count = self._count(ctx, entry)
        targets = legal_targets(ctx.game, ctx.state, entry.who)
        striking = [entry.who, entry.part, count]
        if count > 0 and len(targets) > 1:
            ctx.replace(striking=striking)
            plan = attack_plan(ctx.game, ctx.state, entry.who, entry.part) if entry.part != "impact" else ()
            choices = split_choices(ctx.game, count, targets, plan)
            ctx.ask(
                entry.who[0], "allocate", choices, default=choices[0].key, who=entry.who, part=entry.part, count=count
            )
            return
        self._strike(ctx, striking, [targets[0]] * count)

    def _count(self, ctx: Context, entry: strike_order.Entry) -> int:
        if entry.part == "impact":
            return impact_and_stomps.impact_count(ctx, entry.who)
        return len(attack_plan(ctx.game, ctx.state, entry.who, entry.part))

    def _strike(self, ctx: Context, striking: list[Any], targets: list[str]) -> None:
        model_id, part, _ = striking
        ctx.replace(done=[*ctx.top.data["done"], f"{model_id}:{part}"], striking=None)
        if part == "impact":
            for target in dict.fromkeys(targets):
                group = impact_and_stomps.impact(ctx, model_id, target, targets.count(target))
                self._remember(ctx, group)
            return
        if part == "self":
            ctx.flag(model_id, on=FOUGHT, why="strikes")
        assaults.note_picks(ctx, model_id, targets)
        plan = attack_plan(ctx.game, ctx.state, model_id, part)
        for target in dict.fromkeys(targets):
            if not strike_order.may_strike(ctx.game, ctx.state, model_id):
                return
            weapons = [weapon for weapon, aimed in zip(plan, targets, strict=False) if aimed == target]
            self._remember(
                ctx,
                strike(
                    ctx, model_id, target, weapons, part=part, down=ctx.top.data["down"], felled=ctx.top.data["felled"]
                ),
            )

    def _remember(self, ctx: Context, group: Group) -> None:
        assaults.note_wounds(ctx, group.who, group.whom, max(group.wounds_lost, int(group.out)))
        if group.felled and not group.out:
            felled: dict[str, list[str]] = ctx.top.data["felled"]
            ctx.replace(felled={**felled, group.whom: [*felled.get(group.whom, []), group.who]})

    # -- the end ------------------------------------------------------------------------------------------------------

    def _stomps(self, ctx: Context, frame: Frame) -> None:
        queue: list[str] = list(frame.data["queue"])
        if ctx.answer is not None:
            ctx.replace(queue=queue[1:])
            impact_and_stomps.stomp(ctx, queue[0], ctx.answer.split(","))
            return
        if not queue:
            ctx.replace(stage="after")
            return
        model_id = queue[0]
        targets = impact_and_stomps.stomp_targets(ctx.game, ctx.state, model_id)
        if not targets:
            ctx.replace(queue=queue[1:])
            return
        count = impact_and_stomps.stomp_count(ctx, model_id)
        if len(targets) > 1:
            choices = split_choices(ctx.game, count, targets)
            if assaults.assault_of(ctx.state, model_id):
                self._name_victim(ctx, model_id, targets, count)
                return
            ctx.ask(model_id[0], "stomp", choices, default=choices[0].key, who=model_id, count=count)
            return
        ctx.replace(queue=queue[1:])
        impact_and_stomps.stomp(ctx, model_id, targets * count)

    def _name_victim(self, ctx: Context, model_id: str, targets: list[str], count: int) -> None:
        """In an assault, the opponent chooses which enemy in contact with a big model is attacked. Rule:
        TR-BLDG-ASSAULT-03
        """
        choices = [
            Choice(",".join([target] * count), f"{ctx.game.name(target)} is stomped on", "stomped")
            for target in targets
        ]
        ctx.ask(targets[0][0], "stomp", choices, default=choices[0].key, who=model_id, count=count)

    def _after(self, ctx: Context) -> None:
        for model_id, model in ctx.state.models.items():
            if model.flags & FIRST_ROUND:
                ctx.flag(model_id, off=FIRST_ROUND, why="combat")
        for key in [key for key in ctx.state.marks if key.startswith(DIVE)]:
            ctx.emit(Marked(key, None))
        fallen = [model_id for model_id in ctx.top.data["alive"] if ctx.model(model_id).gone == "out"]
        if fallen or FALLEN in ctx.state.marks:
            ctx.emit(Marked(FALLEN, fallen or None))
        ctx.pop()
        ctx.push(Frame("all_alone", "start"))
        assault_results.begin(ctx)
        turn_choices.begin(ctx, turn_choices.AFTER_COMBAT)


def ask_loadout(ctx: Context, model_id: str, options: list[loadouts.Loadout]) -> None:
    """Ask the owner to choose the model's weapons. Rule: CC-LOAD-01"""
    fighter = ctx.fighter(model_id)
    choices = [
        Choice(",".join(map(str, option)), loadouts.describe(fighter, option), "loadout", {"weapons": list(option)})
        for option in options
    ]
    ctx.ask(model_id[0], "loadout", choices, default=choices[0].key, who=model_id)


def take_in_hand(ctx: Context, model_id: str, loadout: loadouts.Loadout) -> None:
    """Take these weapons in hand."""
    if ctx.model(model_id).loadout != loadout:
        ctx.emit(LoadoutTaken(model_id, loadout))


def forget_disarming(ctx: Context, model_id: str) -> None:
    """End the loss of a weapon that was dropped in an earlier combat."""
    if any(effect.code == loadouts.DISARMED for effect in ctx.model(model_id).effects):
        ctx.emit(EffectEnded(model_id, loadouts.DISARMED))


def strike(
    ctx: Context,
    model_id: str,
    target_id: str,
    weapons: list[Weapon],
    *,
    part: str = "self",
    down: list[str] | None = None,
    felled: dict[str, list[str]] | None = None,
) -> Group:
    """Attack one enemy, with one attack per weapon.

    `down`: models that were down when the phase began; `felled`: who has taken whom down since. Rules: CC-KD-01,
    CC-STUN-01, CC-SAME-01
    """
    target = ctx.model(target_id)
    rule = ""
    if target.posture != STANDING and not target.gone:
        rule = downed_rule(
            ctx.rules,
            target.posture,
            felled_by_striker=model_id in (felled or {}).get(target_id, ()),
            down_since_start=down is None or target_id in down,
        )
    attacks = [blow(ctx.game, ctx.state, model_id, target_id, weapon, part=part) for weapon in weapons]
    if rule and strikes_downed_automatically(ctx.rules, target.posture):
        for attack in attacks:
            attack.automatic = True
    return resolve(ctx, Group(model_id, target_id, "blow", attacks, rule))


register(CombatStep())
