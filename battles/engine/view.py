"""What a page may show of a battle: plain values for one side, for spectators, or for all players at one screen.

Positions, postures and dice are public. Two things are withheld: distances and reach where players have to guess them
(MV-MEAS-01), and the options of a decision that belongs to another side. Nothing here changes the battle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.commands import (
    Answer,
    Cast,
    Charge,
    Command,
    Deploy,
    Detect,
    EndStep,
    Fight,
    GiveUp,
    Move,
    Ready,
    Shoot,
)
from battles.engine.commands import to_data as command_data
from battles.engine.events import Modifier
from battles.engine.flow import DecisionStep
from battles.engine.game import Game
from battles.engine.notation import notate
from battles.engine.scenarios import tokens
from battles.engine.scenarios.registry import last_turn, scenario_of
from battles.engine.state import FLAG_NAMES, POSTURE_NAMES, BattleState, Frame, flag_names
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.models.characteristics import characteristic, keywords_of
from battles.engine.steps.shooting.to_hit import need_to_hit
from battles.engine.steps.turn import redeployment, rout
from battles.engine.table.vectors import distance
from battles.engine.terrain.buildings.garrisons import floor_of, garrison_of
from battles.engine.terrain.setup_changes import MOVED_PIECES
from battles.engine.view_data import (
    ChoiceData,
    ModData,
    ModelData,
    NeedData,
    OptionData,
    PromptData,
    RangeData,
    ScenarioFacts,
    SideData,
    ViewData,
)

if TYPE_CHECKING:
    from battles.engine.battle import Battle

FREE, GUESS = "free", "guess"
BANDS = ((10, "touching"), (400, "a step"), (800, "near"), (1400, "middling"), (2400, "far"))
"""Upper limits of the distance bands shown to players who may not measure; any greater distance is "very far"."""
BLUR = 100
"""Maximum shift of the bands' limits, so that players cannot use them to measure."""
SHOWN_FLAGS = (
    "hidden", "fleeing", "frenzied", "stupid", "fear_six", "ran", "charged", "failed_charge", "stood_up", "rallied",
    "fell",
    "shot", "cast", "acted", "moved",
)  # fmt: skip
VERBS: dict[type, str] = {
    Deploy: "deploy", Charge: "charge", Move: "move", Shoot: "shoot", Detect: "search", Cast: "cast",
}  # fmt: skip


def measuring_of(game: Game) -> str:
    """Whether players may measure: "free" or "guess". Rule: MV-MEAS-01"""
    return FREE if game.rules.measuring_is_free else GUESS


def view(battle: Battle, side: str | None = None, measuring: str = "") -> ViewData:
    """The battle as `side` may see it, or a spectator (None).

    `measuring` overrides the ruleset, for hot-seat practice and replays.
    """
    game, state = battle.game, battle.state
    measuring = measuring or measuring_of(game)
    awaiting = battle.awaiting()
    frame = state.flow[-1] if state.flow else None
    shown: ViewData = {
        "measuring": measuring,
        "turn": state.turn_number,
        "active": state.active,
        "phase": state.phase,
        "stage": frame.stage if frame and not is_question(frame) else "",
        "phases": list(game.rules.phases),
        "order": list(state.order),
        "awaiting": list(awaiting),
        "you": side,
        "sides": {name: side_view(game, state, name) for name in game.sides},
        "models": {model_id: model_view(game, state, model_id) for model_id in state.models},
        "tokens": [{**token, "key": key} for key, token in tokens.tokens(state).items()],
        "scenario": scenario_view(game, state),
        "moved_pieces": state.marks.get(MOVED_PIECES) or {},
        "prompt": None,
        "options": [],
        "outcome": None,
        "dice": state.dice_position,
    }
    if state.outcome is not None:
        shown["outcome"] = {"winners": list(state.outcome.winners), "reason": state.outcome.reason}
        return shown
    if frame is not None:
        shown["prompt"] = prompt_view(game, frame, side, awaiting)
    if side in awaiting:
        assert side is not None
        shown["options"] = [option_view(game, state, command, measuring) for command in battle.legal(side)]
        for option in shown["options"]:
            if option["who"]:
                verbs = shown["models"][option["who"]]["verbs"]
                if option["verb"] not in verbs:
                    verbs.append(option["verb"])
    return shown


def is_question(frame: Frame) -> bool:
    """Whether the frame is a pending decision."""
    return frame.kind == DecisionStep.kind


def side_view(game: Game, state: BattleState, side: str) -> SideData:
    """The state of one side."""
    record = state.sides[side]
    lost, started = rout.losses(game, state, side)
    return {
        "name": game.sides[side].name,
        "allies": sorted(game.sides[side].allies),
        "score": record.score,
        "routed": record.routed,
        "lost": lost,
        "started": started,
        "rout_test_due": rout.test_due(game, state, side),
    }


def model_view(game: Game, state: BattleState, model_id: str) -> ModelData:
    """One model's position and condition, as text and as flags."""
    model, fighter = state.models[model_id], game.fighters[model_id]
    body = body_of(game, state, model_id)
    flags = set(flag_names(model.flags))
    names = (
        "movement",
        "weapon_skill",
        "ballistic_skill",
        "strength",
        "toughness",
        "initiative",
        "attacks",
        "leadership",
    )
    return {
        "side": fighter.side,
        "name": fighter.name,
        "role": fighter.role,
        "leader": fighter.is_leader,
        "x": model.x,
        "y": model.y,
        "z": model.z,
        "r": fighter.radius,
        "h": body.height,
        "facing": model.facing,
        "mounted": fighter.mount is not None,
        "gone": model.gone,
        "posture": POSTURE_NAMES[model.posture],
        "flags": [name for name in SHOWN_FLAGS if name in flags],
        "words": condition(game, state, model_id),
        "wounds": [model.wounds, fighter.profile.wounds],
        "profile": {name: characteristic(game, state, model_id, name) for name in names},
        "keywords": sorted(keywords_of(game, state, model_id)),
        "weapons": [weapon.name for weapon in fighter.weapons],
        "in_hand": list(model.loadout),
        "armour": fighter.armour,
        "engaged": list(model.engaged),
        "effects": [{"code": effect.code, "value": effect.value} for effect in model.effects],
        "verbs": [],
    }


def condition(game: Game, state: BattleState, model_id: str) -> list[str]:
    """The condition of a model as text: "knocked down", "hidden", "fights Skrit and Fesk"."""
    model = state.models[model_id]
    if model.gone:
        return [
            {
                "out": "out of action",
                "fled": "fled from the table",
                "routed": "left the field",
                "reserve": "not yet here",
                "away": "did not come",
            }.get(model.gone, "left the table")
        ]
    states = [POSTURE_NAMES[model.posture].replace("_", " ")]
    states += [name.replace("_", " ") for name in ("hidden", "fleeing", "frenzied") if model.flags & FLAG_NAMES[name]]
    lost = game.fighters[model_id].profile.wounds - model.wounds
    if lost > 0:
        states.append("wounded")
    home = garrison_of(state, model_id)
    if home:
        states.append(f"inside {game.table.piece(home).name}, floor {floor_of(state, model_id)}")
    if model.engaged:
        states.append("fights " + " and ".join(game.name(other) for other in model.engaged))
    return states


def scenario_view(game: Game, state: BattleState) -> ScenarioFacts:
    """The scenario's name, roles and last turn."""
    scenario = scenario_of(game)
    facts = scenario.facts(state)
    return {
        "code": scenario.code,
        "name": scenario.name,
        "max_turns": last_turn(game),
        "attacker": facts.get("attacker", ""),
        "edges": facts.get("edges", {}),
        "objective": facts.get("building") or facts.get("buildings") or [],
        "zones": zones_view(game, state),
    }


def zones_view(game: Game, state: BattleState) -> dict[str, list[list[list[int]]]]:
    """Outlines of the sides' zones during deployment; empty afterwards."""
    if state.turn_number or not state.flow or all(frame.kind != "deployment" for frame in state.flow):
        return {}
    if state.flow[-1].stage != "placing":
        return {}
    again = state.flow[-1].owner if redeployment.is_under_way(state) else ""
    areas = {
        side: redeployment.area_of(game, state, side) if side == again else scenario_of(game).area(game, state, side)
        for side in game.players
    }
    return {side: [[[x, y] for x, y in outline] for outline in area.outlines] for side, area in areas.items()}


def prompt_view(game: Game, frame: Frame, side: str | None, awaiting: tuple[str, ...]) -> PromptData | None:
    """The pending decision. The side that decides gets its options; the others only learn who decides and what."""
    if is_question(frame):
        mine = side == frame.owner
        about = {key: value for key, value in frame.data.items() if key not in ("choices", "silence")}
        choices: list[ChoiceData] = [
            {"key": row[0], "label": row[1], "code": row[2], "data": row[3]} for row in frame.data["choices"]
        ]
        return {
            "side": frame.owner,
            "code": frame.stage,
            "text": f"{game.name(frame.owner)} decides: {frame.stage.replace('_', ' ')}",
            "mine": mine,
            "choices": choices if mine else [],
            "silence": frame.data["silence"] if mine else "",
            "about": about,
        }
    if frame.kind == "turn_start" and frame.stage == "give_up":
        mine = side == frame.owner
        choices = [
            {"key": "end_step", "label": "Fight on", "code": "fight_on", "data": {}},
            {"key": "give_up", "label": "Rout voluntarily", "code": "give_up", "data": {}},
        ]
        return {
            "side": frame.owner,
            "code": "give_up",
            "text": f"{game.name(frame.owner)} decides: fight on or rout voluntarily",
            "mine": mine,
            "choices": choices if mine else [],
            "silence": "end_step" if mine else "",
            "about": {},
        }
    return None


def option_view(game: Game, state: BattleState, command: Command, measuring: str) -> OptionData:
    """One legal command: its data, its text, the models involved, and their distance as precisely as players may know
    it.
    """
    model_id = getattr(command, "who", "")
    target = getattr(command, "target", "") or next(iter(getattr(command, "targets", ())), "")
    option: OptionData = {
        "command": command_data(command),
        "label": notate(command, game),
        "verb": verb_of(command),
        "who": model_id,
        "target": target,
    }
    if model_id in state.models and target in state.models:
        option["range"] = how_far(game, state, model_id, target, measuring)
    if isinstance(command, Shoot) and 0 <= command.weapon < len(game.fighters[model_id].weapons):
        option["need"] = shot_need(game, state, command, measuring)
    return option


def _mod_data(mod: Modifier) -> ModData:
    return [mod.reason, mod.by, mod.rule]


def shot_need(game: Game, state: BattleState, command: Shoot, measuring: str) -> NeedData:
    """The score that a shot needs, with its modifiers. Where players guess distances: one score for near and one for
    far.
    """
    weapon = game.fighters[command.who].weapons[command.weapon]
    need, mods = need_to_hit(game, state, command.who, command.target, weapon)
    if measuring == FREE:
        return {"score": need, "mods": [_mod_data(mod) for mod in mods]}
    far = sum(mod.by for mod in mods if mod.reason == "long_range")
    known = [_mod_data(mod) for mod in mods if mod.reason != "long_range"]
    near = max(2, need + far)
    return {"near": near, "far": near + 1, "mods": known}


def verb_of(command: Command) -> str:
    """The kind of a command for pages: "deploy", "charge", "walk", "run", "hide", "shoot", "search", "cast" ..."""
    if isinstance(command, Move):
        return "hide" if command.hide and not command.path else command.manner
    if type(command) in VERBS:
        return VERBS[type(command)]
    others: dict[type, str] = {Answer: "answer", EndStep: "end_step", Fight: "fight", GiveUp: "give_up", Ready: "ready"}
    return others.get(type(command), "other")


def how_far(game: Game, state: BattleState, model_id: str, target: str, measuring: str) -> RangeData:
    """The distance between two models: inches to one decimal where measuring is free, else a coarse band with shifted
    limits.
    """
    apart = distance(body_of(game, state, model_id), body_of(game, state, target))
    if measuring == FREE:
        return {"inches": round(apart / 100, 1)}
    return {"band": band_of(apart, f"{min(model_id, target)}{max(model_id, target)}{state.turn_number}")}


def band_of(apart: float, pair: str) -> str:
    """The band of a distance. Its limits are shifted by up to an inch, differently for each turn and pair of models."""
    noise = sum(ord(letter) * (place + 7) * 37 for place, letter in enumerate(pair)) % (2 * BLUR + 1) - BLUR
    for upper, name in BANDS:
        if apart <= (upper if upper == BANDS[0][0] else upper + noise):
            return name
    return "very far"
