"""Invariants of movement: listed options are accepted, refusals change nothing, models never overlap."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battles.engine.battle import Battle
from battles.engine.commands import EndStep, Move
from battles.engine.dice import PlainDice
from battles.engine.errors import IllegalAction
from battles.engine.events import apply_all
from battles.engine.table.generator import generate
from battles.engine.table.ground import can_stand, heights_at
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body
from battles.engine.tests.builder import BOW, RULESETS, Arena

KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"weapons": [BOW]},
    {"keywords": ["fear"]},
    {"keywords": ["frenzy"], "flags": ("frenzied",)},
    {"kind": "war_beast", "m": 6},
    {"posture": "knocked_down"},
    {"flags": ("stood_up",)},
    {"kind": "cavalry", "mount": {"name": "horse", "profile": {"movement": 8}}},
)
SEEDS = (3, 11, 27)
TABLES: dict[int, Table] = {}
RELAXED = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def town(seed: int) -> Table:
    """A generated table, built once."""
    if seed not in TABLES:
        TABLES[seed] = generate(seed)
    return TABLES[seed]


def crowd(ruleset: str, seed: int, count: int = 8) -> Arena:
    """Models of all kinds strewn over a generated table."""
    table = town(SEEDS[seed % len(SEEDS)])
    arena = Arena(ruleset, table=table)
    rnd = random.Random(seed)
    while len(arena.fighters) < count:
        x, y = rnd.randrange(200, 4600), rnd.randrange(200, 4600)
        z = rnd.choice(heights_at(table, x, y))
        if not can_stand(table, Body(x, y, z, 75, 120)):
            continue
        if any((x - m.x) ** 2 + (y - m.y) ** 2 < 40_000 for m in arena.models.values()):
            continue
        arena.add("ab"[len(arena.fighters) % 2], at=(x / 100, y / 100, z / 100), **rnd.choice(KINDS))
    return arena


def begin(arena: Arena, seed: int) -> Battle:
    return arena.battle("movement", dice=PlainDice(seed))  # type: ignore[arg-type]


def assert_sound(battle: Battle) -> None:
    """All models are completely on the table and overlap no other."""
    table, fighters = battle.game.table, battle.game.fighters
    placed = [(model_id, model) for model_id, model in battle.state.models.items() if not model.gone]
    for number, (model_id, model) in enumerate(placed):
        radius = fighters[model_id].radius
        assert radius - 2 <= model.x <= table.width - radius + 2
        assert radius - 2 <= model.y <= table.length - radius + 2
        for other, there in placed[number + 1 :]:
            both = radius + fighters[other].radius - 3
            if abs(model.z - there.z) < 50:
                apart = (model.x - there.x) ** 2 + (model.y - there.y) ** 2
                assert apart >= both * both, f"{model_id} stands on {other}"


@given(st.sampled_from(RULESETS), st.integers(0, 200))
@RELAXED
def test_every_option_offered_is_accepted(ruleset: str, seed: int) -> None:
    battle = begin(crowd(ruleset, seed), seed)
    for _ in range(2):
        side = battle.awaiting()[0]
        if battle.state.flow[-1].kind != "movement":
            return
        for command in battle.legal(side):
            battle.validate(side, command)
        if battle.state.flow[-1].stage != "charges":
            return
        if EndStep() in battle.legal(side):
            battle.play(side, EndStep())


@given(
    st.sampled_from(RULESETS),
    st.integers(0, 200),
    st.sampled_from(("walk", "run", "crawl")),
    st.lists(
        st.tuples(
            st.sampled_from(("walk", "walk", "leap", "climb", "down", "gap", "ladder", "stairs", "swim", "rope")),
            st.integers(-900, 900),
            st.integers(-900, 900),
            st.sampled_from((0, 0, 300, 600, -300)),
        ),
        min_size=1,
        max_size=4,
    ),
    st.booleans(),
)
@RELAXED
def test_any_path_is_refused_or_leaves_a_sound_table(
    ruleset: str, seed: int, manner: str, raw: list[tuple[str, int, int, int]], hide: bool
) -> None:
    arena = crowd(ruleset, seed)
    start = arena.position("movement")
    battle = begin(arena, seed)
    side = battle.awaiting()[0]
    frame = battle.state.flow[-1]
    if frame.kind == "movement" and frame.stage == "charges" and EndStep() in battle.legal(side):
        battle.play(side, EndStep())
    frame = battle.state.flow[-1]
    if frame.kind != "movement" or frame.stage != "remaining":
        return
    model_id = next(
        model_id for model_id, model in battle.state.models.items() if model_id[0] == side and not model.gone
    )
    model = battle.state.models[model_id]
    path = []
    x, y, z = model.x, model.y, model.z
    for kind, dx, dy, dz in raw:
        x, y, z = x + dx // 3, y + dy // 3, max(0, z + dz)
        path.append((kind, x, y, z))
    before = battle.state.digest()
    try:
        battle.play(side, Move(model_id, manner, tuple(path), hide))
    except IllegalAction:
        assert battle.state.digest() == before
    assert_sound(battle)
    assert apply_all(start, battle.log).digest() == battle.state.digest()


@given(st.sampled_from(RULESETS), st.integers(0, 200))
@RELAXED
def test_random_turns_leave_a_sound_table_and_a_true_log(ruleset: str, seed: int) -> None:
    arena = crowd(ruleset, seed)
    start = arena.position("movement")
    battle = begin(arena, seed)
    rnd = random.Random(seed)
    for _ in range(12):
        if battle.outcome is not None or battle.state.phase != "movement":
            break
        side = battle.awaiting()[0]
        battle.play(side, rnd.choice(battle.legal(side)))
        assert_sound(battle)
    assert apply_all(start, battle.log).digest() == battle.state.digest()
