"""The tactician's charges: whole fights are evaluated, not single attacks.

A plan is an enemy and the friends who charge it together; its value is the expected gain of the fight minus the
expected loss, minus what the enemy's free neighbours can do afterwards.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

from battles.engine.bots import attack_values, available_commands
from battles.engine.bots.base import Chosen
from battles.engine.bots.courage import WARY, Courage
from battles.engine.bots.scene import Figure, Scene, gap, is_pressed
from battles.engine.commands import Charge, Command, EndStep
from battles.engine.errors import IllegalAction
from battles.engine.state import FRENZIED, STANDING
from battles.engine.steps.charge import declarations
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.nerve import fear
from battles.engine.steps.nerve.leaders import leadership_of

if TYPE_CHECKING:
    from battles.engine.battle import Battle

MOST = 3
"""Maximum number of models that fit around one enemy."""
LEAST = 0.2
"""Plans below this value are not carried out."""
JOINING = 0.06
"""The same for helping friends who are already fighting."""
ALONE = 0.5
"""The same for a model that would fight a standing warrior alone."""
MORE = 0.02
"""Minimum gain of each further charger."""
BOW = 0.12
"""Value that an archer loses by charging."""
LEADER = 0.05
"""Extra risk of charging with the leader."""
SLACK = 40
"""Charges with less than this left over in a straight line are not tried."""
RECKLESS = 0.4
"""Weight of attacks by a free enemy who can help a neighbour, near the last turn."""
NEAR = 0.25
"""Reduction of that weight for each friend nearby."""
ROUNDS = 3
"""Rounds of a fight that are simulated."""
FINISH = (0.65, 0.85, 0.95)
"""Value of taking an enemy down relative to taking it out of action, by the number of friends who can finish it."""
OWN = 0.6
"""The same for the bot's own models, with friends nearby."""
RELIEF = 0.15
"""Value of engaging a free enemy, per probability that its attacks would take a model down."""
SUMS = (0, 0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)
"""Of the 36 throws of two dice, the number with this total or less."""


class Plan(NamedTuple):
    """An enemy, the new chargers in the order of their declaration, and the gain."""

    target: str
    chargers: tuple[str, ...]
    gain: float


def charge(battle: Battle, side: str, courage: Courage = WARY) -> Chosen:
    """The first charge of the best plan; None when no plan is worth its risk."""
    scene = Scene(battle, side, courage)
    barred: set[tuple[str, str]] = set()
    chances: dict[tuple[str, str], float] = {}
    while True:
        plan = best_plan(battle, scene, barred, chances)
        if plan is None:
            break
        if all(_stands(battle, model_id, plan.target, barred, chances) for model_id in plan.chargers):
            model_id, chance = plan.chargers[0], scene.blow(plan.chargers[0], plan.target)
            names = f"{battle.game.name(model_id)} charges {battle.game.name(plan.target)}"
            return Chosen(
                Charge(model_id, (plan.target,)),
                f"{names}: {attack_values.percent(chance)} chance to take out of action",
            )
    if available_commands.may_end(battle):
        return Chosen(EndStep(), "no charge is worth the risk")
    return Chosen(least_bad_charge(battle, side), "must charge")


def _stands(
    battle: Battle, model_id: str, target: str, barred: set[tuple[str, str]], chances: dict[tuple[str, str], float]
) -> bool:
    """Whether the charge is legal and as certain as the plan assumed.

    If not, the pair is marked and the plan dropped.
    """
    game, state = battle.game, battle.state
    declared = available_commands.top_frame(battle).data["declared"]
    if (model_id, target) in chances:
        return True
    try:
        search, _ = declarations.check_charge(game, state, model_id[0], Charge(model_id, (target,)), declared)
    except IllegalAction:
        barred.add((model_id, target))
        return False
    chances[model_id, target] = min(6, characteristic(game, state, model_id, "initiative")) / 6 if search else 1.0
    return not search


def best_plan(
    battle: Battle, scene: Scene, barred: set[tuple[str, str]], chances: dict[tuple[str, str], float]
) -> Plan | None:
    """The plan with the greatest gain among those worth carrying out."""
    declared = available_commands.top_frame(battle).data["declared"]
    able = [scene.figures[model_id] for model_id in available_commands.movers(battle, scene.side)]
    best: Plan | None = None
    for enemy in scene.foes:
        coming = [record["who"] for record in declared if enemy.who in record["targets"]]
        there = [model_id for model_id in scene.state.models[enemy.who].engaged if scene.figures[model_id].able]
        near = [
            figure
            for figure in able
            if (figure.who, enemy.who) not in barred and gap(figure, enemy) <= figure.reach - SLACK
        ]
        room = MOST - len(coming) - len(there)
        if not near or room <= 0:
            continue
        plan = _plan_against(scene, enemy, near, [*coming, *there], room, chances)
        if plan is not None and (best is None or plan.gain > best.gain):
            best = plan
    return best


def _plan_against(
    scene: Scene,
    enemy: Figure,
    near: list[Figure],
    already: list[str],
    room: int,
    chances: dict[tuple[str, str], float],
) -> Plan | None:
    """The best group against one enemy, built one model at a time; models already in the fight cost nothing."""
    odds = {figure.who: _power(scene, figure.who, enemy.who, chances) for figure in near}
    base = (
        _worth_of_fight(scene, enemy, already, [scene.blow(model_id, enemy.who) for model_id in already])
        if already
        else 0.0
    )
    company, powers = list(already), [scene.blow(model_id, enemy.who) for model_id in already]
    best: Plan | None = None
    left = sorted(near, key=lambda figure: (-odds[figure.who] + (BOW if figure.shooter else 0), figure.who))
    gain = 0.0
    for figure in left[:room]:
        company.append(figure.who)
        powers.append(odds[figure.who])
        cost = sum(_cost(scene, model_id, enemy) for model_id in company[len(already) :])
        value = _worth_of_fight(scene, enemy, company, powers) - base - cost
        if value < gain + MORE and best is not None:
            break
        gain = max(gain, value)
        if value >= least_of(enemy, company, already) and (best is None or value >= best.gain + MORE):
            best = Plan(enemy.who, tuple(company[len(already) :]), value)
    return best


def least_of(enemy: Figure, company: list[str], already: list[str]) -> float:
    """Minimum value of a plan: low where friends already fight, high where one model would fight alone."""
    if already:
        return JOINING
    return ALONE if len(company) == 1 and enemy.able else LEAST


def _cost(scene: Scene, model_id: str, enemy: Figure) -> float:
    """The cost of sending this model: an archer's shot, the risk of losing the leader."""
    cost = BOW if scene.figures[model_id].shooter else 0.0
    if scene.game.fighters[model_id].is_leader and enemy.able:
        cost += LEADER * scene.mood.life
    return cost


def _power(scene: Scene, model_id: str, target: str, chances: dict[tuple[str, str], float]) -> float:
    """The probability of taking the enemy down with one round of attacks, times the probability of reaching it."""
    power = scene.blow(model_id, target) * chances.get((model_id, target), 1.0)
    if fear.fear_of(scene.game, scene.state, model_id, target):
        nerve, _ = leadership_of(scene.game, scene.state, model_id)
        power *= SUMS[max(2, min(12, nerve))] / 36 if nerve < 12 else 1.0
    return power


def _worth_of_fight(scene: Scene, enemy: Figure, company: list[str], powers: list[float]) -> float:
    """The value of a fight of these friends with this enemy: both attack alternately for some rounds, with average
    results."""
    game, state = scene.game, scene.state
    prize = attack_values.worth(game, state, enemy.who) * scene.mood.prize
    count = len(company)
    stake = sum(attack_values.worth(game, state, model_id) for model_id in company) / count * scene.mood.life
    if state.models[enemy.who].posture != STANDING or not enemy.able:
        return 1.3 * (1 - prod(1 - power for power in powers)) * prize + 0.1 - _price(scene, enemy, company, stake)
    back = sum(scene.blow(enemy.who, model_id) for model_id in company) / count
    stands, lost = 1.0, 0.0
    for _ in range(ROUNDS):
        share = max(0.0, count - lost) / count
        stands *= prod(1 - power * share for power in powers)
        lost += stands * back * min(1.0, count - lost)
    finished = FINISH[min(count, len(FINISH)) - 1]
    value = finished * (1 - stands) * prize - OWN * lost * stake
    if enemy.shooter:
        value += 0.1
    if enemy.who in scene.figures and not enemy.held:
        value += RELIEF * back
    return value - _price(scene, enemy, company, stake)


def _price(scene: Scene, enemy: Figure, company: list[str], stake: float) -> float:
    """What the enemy's free neighbours can do to the chargers in their turn, beyond what they could do anyway."""
    first = scene.figures[company[0]]
    comers = [other for other in scene.comers(enemy.x, enemy.y, enemy.z, enemy.radius) if other.who != enemy.who]
    before = {other.who for other in scene.comers(first.x, first.y, first.z, first.radius)}
    joins = RECKLESS if is_pressed(scene.game, scene.state) else scene.courage.joins
    harm = sum(
        (0.4 if other.who in before else 1.0) * joins * scene.blow(other.who, first.who)
        for other in comers
        if not other.shooter or other.who not in before
    )
    friends = len(scene.helpers(enemy.x, enemy.y, 900)) - len(company)
    return harm * stake / (1 + NEAR * max(0, friends))


def least_bad_charge(battle: Battle, side: str) -> Command:
    """The charge that a frenzied model must declare: the one most likely to take its enemy down."""
    scene = Scene(battle, side)
    offered = [
        command
        for model_id in available_commands.movers(battle, side)
        if battle.state.models[model_id].flags & FRENZIED
        for command in available_commands.commands_of(battle, model_id)
        if isinstance(command, Charge) and len(command.targets) == 1
    ]
    if not offered:
        return battle.legal(side)[0]
    return max(offered, key=lambda command: scene.blow(command.who, command.targets[0]))
