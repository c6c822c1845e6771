"""The tactician's charges: it values whole fights, not single attacks.

A plan is an enemy and the friends who charge it together. Its value is the expected gain of the fight minus the
expected loss, minus what the enemy's neighbours who are not fighting can do afterwards.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

from battles.engine.bots import available_commands
from battles.engine.bots.base import Chosen
from battles.engine.bots.courage import WARY, Courage
from battles.engine.bots.reasons import because, percent
from battles.engine.bots.scene import Figure, Scene, gap
from battles.engine.bots.values import attacks, guessed_distances
from battles.engine.bots.values.charging import Way, way_to
from battles.engine.commands import Charge, Command, EndStep
from battles.engine.state import FRENZIED, STANDING

if TYPE_CHECKING:
    from battles.engine.battle import Battle

MOST = 3
"""Maximum number of models that fit around one enemy."""
LEAST = 0.2
"""Plans with a lower value than this are not carried out."""
JOINING = 0.06
"""The same limit, for helping friends who are already fighting."""
ALONE = 0.5
"""The same limit, for a model that would fight a standing warrior alone."""
MORE = 0.02
"""Minimum gain of each further charger."""
BOW = 0.12
"""What an archer loses by charging."""
LEADER = 0.05
"""Cost of the risk to the leader, if the leader charges."""
SLACK = 40
"""Charges with less than this to spare in a straight line are not tried (hundredths of an inch)."""
RECKLESS = 0.4
"""Weight of attacks by an enemy who is free to help a neighbour, when the last turn is near."""
NEAR = 0.25
"""How much each friend nearby reduces that weight."""
ROUNDS = 3
"""Rounds of a fight that are simulated."""
FINISH = (0.65, 0.85, 0.95)
"""Value of taking an enemy down, relative to taking it out of action, by the number of friends who can finish it
off.
"""
OWN = 0.6
"""The same for the bot's own models when friends are nearby."""
RELIEF = 0.15
"""Value of engaging an enemy who is not fighting, per probability that its attacks would take a model down."""
FAILED = 0.25
"""Cost of a failed charge: the model is in the open, and the enemy can choose how to attack it."""
LIKELY = 0.65
"""Charges less likely than this to reach their target are not declared."""
CERTAIN = 0.999
"""A charge with at least this chance need not be compared with other plans again."""


class Plan(NamedTuple):
    """An enemy, the models that charge it in the order of declaration, and the expected gain."""

    target: str
    chargers: tuple[str, ...]
    gain: float


def charge(battle: Battle, side: str, courage: Courage = WARY) -> Chosen:
    """The command for the first charge of the best plan. Without a plan that is worth its risk, ends the charges if
    possible.
    """
    scene = Scene(battle, side, courage)
    ways: dict[tuple[str, str], Way] = {}
    while True:
        plan = best_plan(battle, scene, ways)
        if plan is None:
            break
        known = [_is_known(battle, scene, model_id, plan.target, ways) for model_id in plan.chargers]
        if all(known):
            model_id = plan.chargers[0]
            way = ways[model_id, plan.target]
            chance = attacks.takes_out(battle.game, battle.state, model_id, plan.target, charges=True)
            return Chosen(
                Charge(model_id, (plan.target,), way.path),
                because("charges", who=model_id, whom=plan.target, chance=percent(chance)),
            )
    if available_commands.may_end(battle):
        return Chosen(EndStep(), because("no_charge"))
    return Chosen(least_bad_charge(battle, side), because("must_charge"))


def _is_known(battle: Battle, scene: Scene, model_id: str, target: str, ways: dict[tuple[str, str], Way]) -> bool:
    """Whether the plan used the exact chance of this charge; if not, computes it for the next plan."""
    if (model_id, target) in ways:
        return True
    declared = available_commands.top_frame(battle).data["declared"]
    way = ways[model_id, target] = way_to(battle.game, battle.state, model_id, target, declared)
    return way.arrives >= CERTAIN


def best_plan(battle: Battle, scene: Scene, ways: dict[tuple[str, str], Way]) -> Plan | None:
    """The plan with the greatest gain among those worth carrying out."""
    declared = available_commands.top_frame(battle).data["declared"]
    able = [scene.figures[model_id] for model_id in available_commands.movers(battle, scene.side)]
    best: Plan | None = None
    for enemy in scene.enemies:
        coming = [record["who"] for record in declared if enemy.who in record["targets"]]
        there = [model_id for model_id in scene.state.models[enemy.who].engaged if scene.figures[model_id].able]
        near = [figure for figure in able if _may_arrive(scene, figure, enemy, ways.get((figure.who, enemy.who)))]
        room = MOST - len(coming) - len(there)
        if not near or room <= 0:
            continue
        plan = _plan_against(scene, enemy, near, [*coming, *there], room, ways)
        if plan is not None and (best is None or plan.gain > best.gain):
            best = plan
    return best


def _may_arrive(scene: Scene, figure: Figure, enemy: Figure, way: Way | None) -> bool:
    """Whether a charge is likely enough to reach its target: by its exact chance if known, else by a guess of the
    distance.
    """
    if way is not None:
        return way.arrives >= LIKELY
    seen = guessed_distances.guess(scene.game, scene.state, scene.side, (figure.who, enemy.who), gap(figure, enemy))
    if scene.game.rules.measuring_is_free:
        seen += SLACK
    return guessed_distances.chance_within(scene.game, seen, figure.reach) >= LIKELY


def _plan_against(
    scene: Scene,
    enemy: Figure,
    near: list[Figure],
    already: list[str],
    room: int,
    ways: dict[tuple[str, str], Way],
) -> Plan | None:
    """The best group against one enemy, built one model at a time; models already in the fight cost nothing extra."""
    odds = {figure.who: _power(scene, figure.who, enemy.who, ways) for figure in near}
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
        cost = sum(_cost(scene, model_id, enemy, ways) for model_id in company[len(already) :])
        value = _worth_of_fight(scene, enemy, company, powers) - base - cost
        if value < gain + MORE and best is not None:
            break
        gain = max(gain, value)
        if value >= least_of(scene, enemy, company, already) and (best is None or value >= best.gain + MORE):
            best = Plan(enemy.who, tuple(company[len(already) :]), value)
    return best


def least_of(scene: Scene, enemy: Figure, company: list[str], already: list[str]) -> float:
    """Minimum value of a plan: low where friends already fight or waiting is worse, high where one model would fight
    alone.
    """
    if already or scene.priorities.hurries:
        return JOINING
    return ALONE if len(company) == 1 and enemy.able else LEAST


def _cost(scene: Scene, model_id: str, enemy: Figure, ways: dict[tuple[str, str], Way]) -> float:
    """The cost of sending this model: an archer's lost shots, the risk to the leader, a failed charge, a fall."""
    cost = BOW if scene.figures[model_id].shooter else 0.0
    way = ways.get((model_id, enemy.who))
    if way is not None:
        cost += FAILED * (1 - way.arrives) + way.loss * scene.priorities.life
    if scene.game.fighters[model_id].is_leader and enemy.able:
        cost += LEADER * scene.priorities.life
    return cost


def _power(scene: Scene, model_id: str, target: str, ways: dict[tuple[str, str], Way]) -> float:
    """The effect of one round of attacks, times the probability of reaching the enemy."""
    way = ways.get((model_id, target))
    return scene.blow(model_id, target, charges=True) * (way.arrives if way is not None else 1.0)


def _worth_of_fight(scene: Scene, enemy: Figure, company: list[str], powers: list[float]) -> float:
    """The value of a fight of these friends with this enemy: both sides attack alternately for some rounds with average
    results.
    """
    game, state = scene.game, scene.state
    prize = attacks.worth(game, state, enemy.who) * scene.priorities.prize
    count = len(company)
    stake = sum(attacks.worth(game, state, model_id) for model_id in company) / count * scene.priorities.life
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
    """What the enemy's neighbours who are not fighting can do to the chargers next turn, beyond what they could do
    anyway.
    """
    first = scene.figures[company[0]]
    comers = [other for other in scene.comers(enemy.x, enemy.y, enemy.radius) if other.who != enemy.who]
    before = {other.who for other in scene.comers(first.x, first.y, first.radius)}
    joins = min(RECKLESS, scene.courage.joins) if scene.is_reckless else scene.courage.joins
    harm = sum(
        (0.4 if other.who in before else 1.0) * joins * scene.blow(other.who, first.who)
        for other in comers
        if not other.shooter or other.who not in before
    )
    friends = len(scene.helpers(enemy.x, enemy.y, 900)) - len(company)
    return harm * stake / (1 + NEAR * max(0, friends))


def least_bad_charge(battle: Battle, side: str) -> Command:
    """The charge that a frenzied model must declare: the one most likely to take its target down."""
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
    declared = available_commands.top_frame(battle).data["declared"]

    def merit(command: Charge) -> float:
        way = way_to(battle.game, battle.state, command.who, command.targets[0], declared)
        return way.arrives * scene.blow(command.who, command.targets[0], charges=True) - way.loss

    return max(offered, key=merit)
