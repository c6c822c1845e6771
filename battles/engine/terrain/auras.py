"""Effects of special pieces on nearby models. They start when a model comes near and end when it leaves.

`refresh` is called after every move of a model, and for all models at the start of a turn. Rules: TR-PACK-05,
TR-MARSH-01, TR-MARSH-MERE-01, TR-FOREST-ANCIENT-01, TR-FOREST-FUNGUS-01, TR-FOREST-VENOM-01, TR-HILL-VAUL-01,
TR-MON-KHAINE-01, TR-MON-CIRCLE-01, TR-ARC-ACROPOLIS-01, TR-ARC-GRAIL-01, TR-ARC-TOWERBLOOD-01
"""

from __future__ import annotations

from typing import NamedTuple

from battles.engine.events import EffectAdded, EffectEnded, Used
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import FRENZIED, STANDING, BattleState, Effect
from battles.engine.steps.models.bodies import body_of
from battles.engine.terrain.places import allegiance, in_turn_order, is_called, pieces_called, stands

PREFIX = "terrain:"
SIX = 600
URGE = "idol:urge"
"""Code of the effect on a model that began its turn next to an idol and has not used the idol's help. Rule:
TR-MON-IDOL-01
"""
FRENZY_GIVEN = "terrain_frenzy"
"""Key in `Miniature.used`: the altar has given the model frenzy once, and does not restore a lost frenzy. Rule:
TR-MON-KHAINE-01
"""


class Aura(NamedTuple):
    """One effect of one kind of piece."""

    kind: str
    degree: str | int
    code: str
    only: str = ""
    """The only race, keyword or allegiance that is affected; "" for all."""


AURAS = (
    Aura("ancient_forest", "partly", "slow"),
    Aura("marsh", "partly", "slow"),
    Aura("earthblood_mere", "partly", "slow"),
    Aura("khemrian_quicksand", "partly", "slow"),
    Aura("mist_wreathed_swamp", "partly", "slow"),
    Aura("abyssal_wood", "in", "daunted"),
    Aura("charnel_pit", SIX, "daunted"),
    Aura("fungus_forest", "partly", "stupidity"),
    Aura("fungus_forest", "partly", "stubborn", "forest_goblin"),
    Aura("venom_thicket", "in", "poisoned_blows"),
    Aura("earthblood_mere", "in", "regeneration"),
    Aura("charnel_pit", SIX, "regeneration", "undead"),
    Aura("grail_chapel", SIX, "regeneration", "order"),
    Aura("grail_chapel", SIX, "stubborn", "bretonnian"),
    Aura("anvil_of_vaul", SIX, "burning_magic"),
    Aura("altar_of_khaine", SIX, "frenzy"),
    Aura("tower_of_blood", SIX, "hatred"),
    Aura("tower_of_blood", SIX, "frenzy", "destruction"),
    Aura("bane_stone", SIX, "doomed"),
    Aura("elven_waystone", SIX, "channelling"),
    Aura("magic_circle", SIX, "magic_resistance"),
    Aura("arcane_ruins", SIX, "second_try"),
    Aura("acropolis_of_heroes", SIX, "stubborn"),
    Aura("acropolis_of_heroes", "in", "sure_of_hand"),
    Aura("dwarf_brewhouse", SIX, "immune_to_psychology"),
    Aura("dwarf_brewhouse", SIX, "stubborn"),
    Aura("dwarf_brewhouse", SIX, "unbreakable", "dwarf"),
    Aura("haunted_mansion", "in", "fear"),
    Aura("blessed_bulwark", 5, "hallowed", "destruction"),
    Aura("sigmarite_shrine", SIX, "cursed_wards", "destruction"),
)


def auras_on(game: Game, state: BattleState, model_id: str) -> list[str]:
    """Codes of the auras that affect the model now, in fixed order, each once."""
    body = body_of(game, state, model_id)
    found: list[str] = []
    for aura in AURAS:
        if aura.code in found or (aura.only and not _concerns(game, model_id, aura.only)):
            continue
        if any(stands(game, body, piece, aura.degree) for piece in pieces_called(game, aura.kind)):
            found.append(aura.code)
    return found


def _concerns(game: Game, model_id: str, only: str) -> bool:
    if only in ("order", "destruction"):
        return allegiance(game, model_id) == only
    return is_called(game, model_id, only)


def refresh(ctx: Context, model_id: str) -> None:
    """Start and end the effects of nearby pieces on one model."""
    if not ctx.rules.terrain_pack:
        return
    model = ctx.state.models[model_id]
    if model.gone:
        return
    wanted = [PREFIX + code for code in auras_on(ctx.game, ctx.state, model_id)]
    held = [effect.code for effect in model.effects if effect.code.startswith(PREFIX)]
    for code in held:
        if code not in wanted:
            ctx.emit(EffectEnded(model_id, code))
            if code == PREFIX + "frenzy" and "frenzy" not in ctx.fighters[model_id].keywords:
                ctx.flag(model_id, off=FRENZIED, why="terrain")
    for code in wanted:
        if code not in held:
            ctx.emit(EffectAdded(model_id, Effect(code)))
            if code == PREFIX + "frenzy":
                _enrage(ctx, model_id)


def _enrage(ctx: Context, model_id: str) -> None:
    model = ctx.state.models[model_id]
    given = any(code == FRENZY_GIVEN for code, _ in model.used)
    if model.posture == STANDING and not given and "frenzy" not in ctx.fighters[model_id].keywords:
        ctx.emit(Used(model_id, FRENZY_GIVEN))
        ctx.flag(model_id, on=FRENZIED, why="terrain")


def begin_turn(ctx: Context) -> None:
    """Refresh the effects of pieces on all models. A model that begins its own turn next to an idol may retry a charge.

    Rules: TR-PACK-05, TR-MON-IDOL-01
    """
    refresh_all(ctx)
    for idol in pieces_called(ctx.game, "idol_of_gork"):
        for model_id in in_turn_order(ctx.state):
            model = ctx.state.models[model_id]
            urged = model_id[0] != ctx.state.active or any(effect.code == URGE for effect in model.effects)
            if not urged and stands(ctx.game, body_of(ctx.game, ctx.state, model_id), idol, SIX):
                ctx.emit(EffectAdded(model_id, Effect(URGE, 0, ctx.state.turn_number + 1, model_id[0])))


def refresh_all(ctx: Context) -> None:
    """Call `refresh` for all models on the table."""
    if ctx.rules.terrain_pack:
        for model_id, model in tuple(ctx.state.models.items()):
            if not model.gone:
                refresh(ctx, model_id)
