"""Hiding, staying hidden, being noticed, searching. Rules: MV-HIDE-01 to MV-HIDE-10, TR-SWIM-02

Other steps call `reveal` (after a shot or a spell), `search` (the detection test of core), `notice_movement` (after any
move of any model), and `refusal` or `check_may_hide` before a model goes into hiding.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple, cast

from battles.engine.errors import IllegalAction
from battles.engine.events import Flagged
from battles.engine.flow import Context
from battles.engine.game import Game, Verdict
from battles.engine.sentences import say
from battles.engine.state import (
    CHARGED,
    DETECT_TRIED,
    FAILED_CHARGE,
    FELL,
    FLED,
    FLEEING,
    HIDDEN,
    KNOCKED_DOWN,
    RAN,
    STUNNED,
    BattleState,
    Miniature,
)
from battles.engine.steps.models.bodies import body_of, enemies_of, is_hidden, is_watchful
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.hiding.detection import notice_reach
from battles.engine.steps.movement.hiding.visibility import (
    eye_of,
    has_cover_nearby,
    is_concealed_from,
    is_in_water,
    stands_in_clear_view,
)
from battles.engine.steps.movement.initiative_tests import initiative_test
from battles.engine.table.ground import building_of
from battles.engine.table.sight.rays import crouched, eye_height, look
from battles.engine.table.vectors import Body, Spot, within
from battles.engine.traits import Flag, Values

HIDES_AFTER_RUNNING, HIDES_IN_OPEN = Flag("hides_after_running"), Flag("hides_in_open")
THROWS_VOICE = Values("throws_voice", lambda given: int(given["needs"]))
"""Score with which a hidden model misleads a searcher. Rule: MV-HIDE-06"""
TOO_CLOSE = 400
"""Distance from an enemy within which a model cannot hide, in hundredths of an inch. Rule: MV-HIDE-03"""
SAMPLE = 25
"""Distance between the points of a path that are checked: a quarter of an inch. Rule: MV-HIDE-04"""
_CANNOT_HIDE = (
    (RAN, "ran", "ran this turn"),
    (CHARGED, "charged", "charged this turn"),
    (FAILED_CHARGE, "failed_charge", "failed a charge this turn"),
    (FELL, "fell", "fell this turn"),
    (FLED | FLEEING, "fled", "fled this turn"),
)


def check_may_hide(game: Game, state: BattleState, model_id: str, body: Body | None = None, ran: bool = False) -> None:
    """Raise IllegalAction unless the model may go into hiding, at `body` if given.

    Rules: MV-HIDE-01, MV-HIDE-02, MV-HIDE-03
    """
    model = state.models[model_id]
    name = game.name(model_id)
    flags = model.flags | (RAN if ran else 0)
    for bits, code, words in _CANNOT_HIDE:
        if flags & bits and not (code == "ran" and HIDES_AFTER_RUNNING.of(game.fighters[model_id])):
            raise IllegalAction(code, say("{name} {words} and cannot hide.", name=name, words=words), "MV-HIDE-02")
    if model.posture == STUNNED:
        raise IllegalAction("stunned", say("{name} is stunned and cannot hide.", name=name), "MV-HIDE-02")
    if model.posture == KNOCKED_DOWN and not game.rules.knocked_down_may_hide:
        raise IllegalAction("knocked_down", say("{name} is knocked down and cannot hide.", name=name), "MV-HIDE-02")
    moved = body is not None and (body.x, body.y, body.z) != (model.x, model.y, model.z)
    if model.engaged and not moved:
        raise IllegalAction("engaged", say("{name} is in combat and cannot hide.", name=name), "MV-HIDE-02")
    fault = fault_of_place(game, state, model_id, body or body_of(game, state, model_id))
    if fault is not None:
        raise fault


def fault_of_place(
    game: Game, state: BattleState, model_id: str, body: Body, *, staying: bool = False
) -> IllegalAction | None:
    """Why the model cannot be hidden there, or None.

    `staying`: check only the conditions for staying hidden. Rule: MV-HIDE-04
    """
    name = game.name(model_id)
    submerged = (
        game.rules.aquatic_may_submerge and allowance_of(game, state, model_id).aquatic and is_in_water(game, body)
    )
    submerged = submerged or (HIDES_IN_OPEN.of(game.fighters[model_id]) and not building_of(game.table, body))
    if not submerged and not has_cover_nearby(game, body):
        return IllegalAction(
            "no_cover", say("Nothing within 1 inch of {name} is high enough to hide behind.", name=name), "MV-HIDE-01"
        )
    by_test = game.rules.detection == "test"
    if not by_test:
        return _noticed(game, state, model_id, body)
    for enemy in sorted(enemies_of(game, state, model_id), key=lambda enemy: _away(body, state.models[enemy])):
        if not is_watchful(state.models[enemy]):
            continue
        if not staying and within(body_of(game, state, enemy), body, TOO_CLOSE):
            return IllegalAction(
                "enemy_near",
                say("{enemy} is within 4 inches of {name}.", enemy=game.name(enemy), name=name),
                "MV-HIDE-03",
            )
        if not submerged and stands_in_clear_view(game, state, enemy, body, model_id):
            return IllegalAction(
                "in_view", say("{enemy} has a clear view of {name}.", enemy=game.name(enemy), name=name), "MV-HIDE-03"
            )
    return None


class Watcher(NamedTuple):
    """An enemy who may notice hidden models: id, position, eye, and the distance at which it notices them."""

    who: str
    body: Body
    eye: tuple[int, int, int]
    reach: int


def _noticed(game: Game, state: BattleState, model_id: str, body: Body) -> IllegalAction | None:
    """The refusal if an enemy is too close to a hidden model, or sees it although it crouches; None otherwise. Rules:
    MV-HIDE-01, MV-HIDE-03
    """
    watchers = _watchers(game, state, model_id)
    cache = game.table.caches.noticing_enemies
    key = (body, watchers)
    found = cache.get(key)
    if found is None:
        found = cache.store(key, _first_noticing(game, watchers, body))
    else:
        cache.counts.hits += 1
    code, enemy = found
    if code == "enemy_near":
        words = say("{enemy} is too near to {name}.", enemy=game.name(enemy), name=game.name(model_id))
        return IllegalAction(code, words, "MV-HIDE-03")
    if code:
        words = say("{enemy} can see {name} even crouched.", enemy=game.name(enemy), name=game.name(model_id))
        return IllegalAction(code, words, "MV-HIDE-01")
    return None


def _watchers(game: Game, state: BattleState, model_id: str) -> tuple[Watcher, ...]:
    """The enemies that may notice a model; the last answer is kept until anything changes."""
    last = game.caches.watching
    if last is not None and last.question == (model_id,) and last.game is game and last.position.is_same_as(state):
        return cast("tuple[Watcher, ...]", last.result)
    watchers = tuple(
        Watcher(
            enemy,
            body_of(game, state, enemy),
            eye_of(game, state, enemy),
            notice_reach(game, state, enemy, target=model_id),
        )
        for enemy in enemies_of(game, state, model_id)
        if is_watchful(state.models[enemy])
    )
    game.caches.watching = Verdict((model_id,), game, state.fork(), watchers)
    return watchers


def _first_noticing(game: Game, watchers: Sequence[Watcher], body: Body) -> tuple[str, str]:
    """The reason and the first enemy to notice, nearest first; both empty if none does. Only terrain hides a model."""
    for enemy, enemy_body, eye, reach in sorted(watchers, key=lambda watcher: _away(body, watcher.body)):
        if within(enemy_body, body, reach):
            return "enemy_near", enemy
        if not is_concealed_from(game, eye, body):
            return "in_view", enemy
    return "", ""


def _away(body: Body, model: Miniature | Body) -> int:
    """The squared distance of an enemy, for sorting: the nearest usually notices first, and is named."""
    return (model.x - body.x) ** 2 + (model.y - body.y) ** 2


def may_hide(game: Game, state: BattleState, model_id: str, body: Body | None = None) -> bool:
    """Whether the model may go into hiding; see `check_may_hide`."""
    try:
        check_may_hide(game, state, model_id, body)
    except IllegalAction:
        return False
    return True


def hide(ctx: Context, model_id: str) -> None:
    """Go into hiding."""
    ctx.flag(model_id, on=HIDDEN, why="hides")


def reveal(ctx: Context, model_id: str, why: str) -> None:
    """End the hiding of a model that shot, cast a spell, was found, seen or noticed; does nothing if it is not hidden.

    Rules: MV-HIDE-05, MV-HIDE-06, MV-HIDE-09
    """
    if ctx.state.models[model_id].flags & HIDDEN:
        ctx.emit(Flagged(model_id, 0, HIDDEN, why))


# -- searching ---------------------------------------------------------------------------------------------------------


def check_may_search(game: Game, state: BattleState, model_id: str, target: str) -> None:
    """Raise IllegalAction unless the model may search for this hidden enemy now. Rule: MV-HIDE-07"""
    model = state.models[model_id]
    if game.rules.detection != "test":
        raise IllegalAction("no_search", "Hidden warriors cannot be searched for in these rules.", "MV-HIDE-07")
    if not is_hidden(state.models[target]):
        raise IllegalAction("not_hidden", say("{target} is not hidden.", target=game.name(target)), "MV-HIDE-07")
    if model.flags & DETECT_TRIED:
        raise IllegalAction(
            "already_searched", say("{who} has already searched this turn.", who=game.name(model_id)), "MV-HIDE-07"
        )
    reach = notice_reach(game, state, model_id, 2, target)
    if not within(body_of(game, state, model_id), body_of(game, state, target), reach):
        raise IllegalAction(
            "too_far",
            say(
                "{target} is farther than {reach} inches from {who}.",
                target=game.name(target),
                reach=reach // 100,
                who=game.name(model_id),
            ),
            "MV-HIDE-07",
        )


def search(ctx: Context, model_id: str, target: str, rule: str = "MV-HIDE-07") -> bool:
    """Take one Initiative test to find an enemy. Success reveals it to all. Returns whether it was found."""
    if ctx.rules.detection == "test":
        ctx.flag(model_id, on=DETECT_TRIED, why="search")
    found = initiative_test(ctx, model_id, "search" if is_hidden(ctx.state.models[target]) else "sight", rule)
    if found and _misled(ctx, target):
        return False
    if found:
        reveal(ctx, target, "found")
    return found


def _misled(ctx: Context, model_id: str) -> bool:
    """Whether a voice from elsewhere misleads a searcher who has passed the test. Rule: MV-HIDE-06"""
    needs = THROWS_VOICE.of(ctx.fighter(model_id))
    return bool(needs) and ctx.roll("die", model_id, need=min(needs), rule="MV-HIDE-06", about="mislead").passed


# -- exposure by movement ----------------------------------------------------------------------------------------------


def samples(start: Spot, path: Sequence[tuple[str, int, int, int]]) -> list[Spot]:
    """Points along a path: its start, a point every quarter of an inch, each corner, its end. Rule: MV-HIDE-04"""
    points = [start]
    x, y, z = start
    for _, nx, ny, nz in path:
        length = hypot(nx - x, ny - y, nz - z)
        steps = int(length // SAMPLE)
        for step in range(1, steps + 1):
            share = step * SAMPLE / length
            points.append(Spot(round(x + (nx - x) * share), round(y + (ny - y) * share), round(z + (nz - z) * share)))
        points.append(Spot(nx, ny, nz))
        x, y, z = nx, ny, nz
    return points


def notice_movement(ctx: Context, model_id: str, start: Spot, path: Sequence[tuple[str, int, int, int]]) -> None:
    """Check hiding after a move: the mover may be revealed, and may reveal hidden enemies. Call it once for each move.

    Rules: MV-HIDE-04, MV-HIDE-05, MV-HIDE-06
    """
    game, state = ctx.game, ctx.state
    model = state.models[model_id]
    if model.gone:
        return
    hidden = [enemy for enemy in enemies_of(game, state, model_id) if is_hidden(state.models[enemy])]
    if not is_hidden(model) and not hidden:
        return
    points = samples(start, path)
    body = body_of(game, state, model_id)
    if is_hidden(model):
        for spot in points:
            if fault_of_place(game, state, model_id, body.at(spot.x, spot.y, spot.z), staying=True) is not None:
                reveal(ctx, model_id, "left_cover")
                break
    if game.rules.hiding_survives_a_look or not is_watchful(state.models[model_id]):
        return
    height = game.fighters[model_id].height
    for enemy in hidden:
        target = body_of(game, state, enemy)
        notices = notice_reach(game, state, model_id, target=enemy)
        small = crouched(target)
        for spot in points:
            if within(body.at(spot.x, spot.y, spot.z), target, notices):
                if not _misled(ctx, enemy):
                    reveal(ctx, enemy, "noticed")
                break
            if look(game.table, (spot.x, spot.y, eye_height(spot.z, height)), small).clear and not is_concealed_from(
                game, (spot.x, spot.y, eye_height(spot.z, height)), target
            ):
                reveal(ctx, enemy, "seen")
                break
