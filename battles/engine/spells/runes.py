"""Minor runes of the Dwarfs, which a smith puts on an item of the warband before a battle.

Their effects are on the item's bearer. The value of a rune's effect is the index of its weapon plus one, or 0 for
armour. Rule: MAG-WHO-01
"""

from __future__ import annotations

from typing import Any

from battles.engine.events import EffectAdded, Modifier
from battles.engine.flow import Choice, Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.state import BattleState, Effect
from battles.engine.steps.combat.loadouts import BROKEN, weapons_in_hand
from battles.engine.steps.combat.strike_order import Entry
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.saves import NO_SAVE, Saves
from battles.engine.steps.magic.spellbook import Casting
from battles.engine.steps.models.bodies import on_table
from battles.engine.steps.turn.optional_choices import BEFORE_BATTLE, offer
from battles.engine.traits import Flag

DIFFICULTY = {
    "rune_of_stone": 8, "rune_of_sharpness": 6, "rune_of_speed": 7, "rune_of_warding": 8, "rune_of_accuracy": 9,
    "rune_of_striding": 8,
}  # fmt: skip
NAMES = {code: code.replace("_", " ") for code in DIFFICULTY}
ON_WEAPONS = frozenset({"rune_of_sharpness", "rune_of_speed", "rune_of_accuracy"})
RUINED, WARDED_ON = 2, 4
"""The roll that ruins the item, and the score with which a spell has no effect."""
declare_inner(*DIFFICULTY)
SMITH = Flag("inscribe_runes")


def _works(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    """One choice for every known rune on every item of the warband. Keys are "rune:model:index of the weapon plus
    one".
    """
    found = []
    for code in game.fighters[model_id].spells:
        for other in on_table(state, model_id[0]) if code in DIFFICULTY else ():
            fighter = game.fighters[other]
            if code == "rune_of_stone" and fighter.armour > 6 and not fighter.shield:
                continue
            places = range(1, len(fighter.weapons) + 1) if code in ON_WEAPONS else (0,)
            for place in places:
                item = fighter.weapons[place - 1].name if place else "armour"
                label = f"{NAMES[code]} for {fighter.name}: {item}"
                about = {"rune": code, "whom": other, "weapon": place - 1}
                found.append(Choice(f"{code}:{other}:{place}", label, "rune", about))
    return found


@offer(SMITH.code, BEFORE_BATTLE, _works)
def inscribe(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """Roll against the rune's difficulty: a success lasts for the battle, a 2 ruins a weapon."""
    code, other, place = key.split(":")
    rolled = ctx.sum_of("cast", model_id, rule="MAG-WHO-01").total
    if rolled >= DIFFICULTY[code]:
        ctx.emit(EffectAdded(other, Effect(code, int(place))))
        ctx.note("rune_cut", model_id, other, NAMES[code])
    elif rolled == RUINED and int(place):
        ctx.emit(EffectAdded(other, Effect(BROKEN, int(place))))
        ctx.note("rune_spoiled", model_id, other, NAMES[code])


def _helper_works(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    """The choices for a second rune, for a smith with an apprentice of its side nearby."""
    smiths = [other for other in on_table(state, model_id[0]) if SMITH.of(game.fighters[other])]
    return _works(game, state, smiths[0]) if smiths else []


@offer("extra_hands", BEFORE_BATTLE, _helper_works)
def inscribe_another(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """Make the second rune of a smith with an apprentice."""
    smiths = [other for other in on_table(ctx.state, model_id[0]) if SMITH.of(ctx.fighter(other))]
    inscribe(ctx, smiths[0], key)


# -- what they do ------------------------------------------------------------------------------------------------------


def _is_cut_into(game: Game, model_id: str, attack: Attack, value: int) -> bool:
    weapons = game.fighters[model_id].weapons
    return attack.who == model_id and 0 < value <= len(weapons) and attack.weapon.code == weapons[value - 1].code


@on("to_hit", "rune_of_accuracy")
def truer(game: Game, state: BattleState, model_id: str, attack: Attack, *, value: int = 0) -> None:
    """+1 to hit with the weapon."""
    if _is_cut_into(game, model_id, attack, value):
        attack.hit_mods.append(Modifier("rune", 1))


@on("save", "rune_of_sharpness")
def sharper(game: Game, state: BattleState, model_id: str, saves: Saves, *, value: int = 0) -> None:
    """Saves against the weapon are 1 worse."""
    if _is_cut_into(game, model_id, saves.attack, value):
        saves.modifiers.append(Modifier("rune", -1))


@on("strike_order", "rune_of_speed")
def quicker(game: Game, state: BattleState, model_id: str, entry: Entry, *, value: int = 0) -> Entry:
    """The model has twice its Initiative while the weapon is in hand."""
    cut = game.fighters[model_id].weapons[value - 1].code
    if any(weapon.code == cut for weapon in weapons_in_hand(game, state, model_id)):
        return entry._replace(initiative=2 * entry.initiative)
    return entry


@on("save", "rune_of_stone")
def harder(game: Game, state: BattleState, model_id: str, saves: Saves, **_: Any) -> None:
    """The armour save is 1 better."""
    if saves.attack.whom == model_id and saves.armour <= NO_SAVE:
        saves.modifiers.append(Modifier("rune", 1))


@on("characteristic", "rune_of_striding")
def strides(game: Game, state: BattleState, model_id: str, name: str, present: int, **_: Any) -> int:
    """Add 1 to Movement."""
    return present + 1 if name == "movement" else present


@on("spell", "rune_of_warding")
def warded(ctx: Context, model_id: str, casting: Casting, **_: Any) -> bool:
    """Spells of others have no effect on a 4+."""
    return (
        casting.who != model_id
        and ctx.roll("die", model_id, need=WARDED_ON, against=casting.who, rule="MAG-WHO-01", about="spell_ward").passed
    )
