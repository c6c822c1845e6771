"""What a fighter holds in close combat. Rules: CC-LOAD-01, CC-2W-01, CC-2H-01

A loadout is a tuple of indices into the fighter's weapons, with SHIELD, BUCKLER and FISTS as negative ones.
"""

from __future__ import annotations

from battles.engine.game import Game
from battles.engine.profile import Fighter, Weapon
from battles.engine.state import CHARGED, FIRST_ROUND, FRENZIED, BattleState
from battles.engine.steps.combat.natural_weapons import natural_weapon
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.models.size import rides
from battles.engine.traits import Flag, Values

EXTRA_HAND = Values("extra_hand", lambda _parameters: 1)
LOSES_HANDS = Values("loses_hand", lambda parameters: int(parameters.get("amount", 1)))

SHIELD, BUCKLER, FISTS = -1, -2, -3
DISARMED, BROKEN, TURNED = "disarmed", "broken", "turned"
"""Effect codes. "disarmed" and "broken": a weapon was lost for this combat or permanently; the value is its index plus
one. "turned": a blade has parried the first hit of this combat. Rule: CRIT-BLUD-SWEEP-01
"""
NO_TWO_HANDS = Flag("no_two_hands")
"""Trait of fighters with a weapon instead of a hand: it attacks, but no item can be held with both hands."""
MASTERS_ARMS = Flag("arms_mastery")
REPLACES_ATTACKS, NEEDS_CHARGE = Flag("in_place_of_blows"), Flag("when_charging")
"""Traits of attacks: those that replace all others and are chosen again each round, and those that need a charge."""
UNWIELDY, DIFFICULT, MOUNTED_ONLY = Flag("unwieldy"), Flag("difficult_to_use"), Flag("mounted_only")
"""Traits of weapons that limit what the other hand holds, or who can use them. Rules: CC-LOAD-01, CC-2W-01"""

Loadout = tuple[int, ...]


def in_hand(game: Game, state: BattleState, model_id: str) -> Loadout:
    """The loadout a model fights with now: the chosen one, or the first option."""
    taken = state.models[model_id].loadout
    return taken or options(game, state, model_id)[0]


def weapon_at(fighter: Fighter, index: int) -> Weapon:
    """The weapon of a loadout index; FISTS gives bare hands or the natural weapons of beasts."""
    if index == FISTS:
        return natural_weapon(fighter)
    return fighter.weapons[index]


def weapons_in_hand(game: Game, state: BattleState, model_id: str) -> tuple[Weapon, ...]:
    """The weapons of the loadout, without shield and buckler; never empty."""
    fighter = game.fighters[model_id]
    held = tuple(
        weapon_at(fighter, index) for index in in_hand(game, state, model_id) if index not in (SHIELD, BUCKLER)
    )
    return held or (natural_weapon(fighter),)


def uses_shield(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the shield counts for the save now: in combat only as part of the loadout. Rules: CC-2H-01, CC-LOAD-01"""
    fighter = game.fighters[model_id]
    if not fighter.shield:
        return False
    return not state.models[model_id].engaged or SHIELD in in_hand(game, state, model_id)


def uses_buckler(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the buckler is in hand."""
    return game.fighters[model_id].buckler and BUCKLER in in_hand(game, state, model_id)


def options(game: Game, state: BattleState, model_id: str) -> list[Loadout]:
    """Sensible loadouts, the most likely first; never empty.

    Two one-handed weapons, in both orders for fighters with several Attacks, since the second makes the extra one; one
    with shield or buckler; a two-handed weapon alone. Options that are never better than another are left out. Rule:
    CC-2W-01
    """
    fighter = game.fighters[model_id]
    lost = {effect.value - 1 for effect in state.models[model_id].effects if effect.code in (DISARMED, BROKEN)}
    hooked = NO_TWO_HANDS.of(fighter)
    hands = 2 + hands_more(fighter) + hooked
    both = hands > 1 and not hooked
    melee = [index for index, weapon in enumerate(fighter.weapons) if weapon.is_melee and index not in lost]
    if not rides(game, state, model_id):
        melee = [index for index in melee if not MOUNTED_ONLY.on(fighter.weapons[index])]
    if not charged_now(state, model_id):
        melee = [index for index in melee if not NEEDS_CHARGE.on(fighter.weapons[index])]
    sparing: list[Loadout] = [(index,) for index in melee if REPLACES_ATTACKS.on(fighter.weapons[index])]
    melee = [index for index in melee if not REPLACES_ATTACKS.on(fighter.weapons[index])]
    singles = _worth_holding(fighter, [index for index in melee if fighter.weapons[index].hands == 1])
    found: list[Loadout] = [(index,) for index in melee if fighter.weapons[index].hands != 1 and both]
    sides = [piece for piece, owned in ((SHIELD, fighter.shield), (BUCKLER, fighter.buckler)) if owned]
    guarded: list[Loadout] = []
    picks = state.models[model_id].flags & FRENZIED or characteristic(game, state, model_id, "attacks") > 1
    for place, choice in enumerate(singles):
        for other in singles[place + 1 :]:
            if hands > 1 and not _alone(fighter, choice) and not _alone(fighter, other):
                first, second = _ordered(fighter, choice, other)
                third = _third(fighter, singles, (choice, other), sides, hands)
                found.append((first, second, *third))
                if picks and not _is_plain(fighter, second, [first]):
                    found.append((second, first, *third))
        barred = BUCKLER if _is_difficult(fighter, choice) else 0
        if hands > 1 and not _is_plain(fighter, choice, singles):
            guarded.extend((choice, side) for side in sides if side != barred)
    found.extend(guarded)
    single_pays = game.rules.second_weapon_penalty > 0 and not game.rules.second_weapon_is_compulsory
    for choice in singles:
        needless = found and _is_plain(fighter, choice, melee)
        if not needless and (single_pays or all(choice not in option for option in found)):
            found.append((choice,))
    return [*(found or [(FISTS, *sides[:1])]), *sparing]


def charged_now(state: BattleState, model_id: str) -> bool:
    """Whether the model completed a charge this turn."""
    return bool(state.models[model_id].flags & CHARGED) and model_id[0] == state.active


def _is_plain(fighter: Fighter, index: int, others: list[int]) -> bool:
    """Whether this is a weapon that improves the enemy's armour save (a knife) while a better one is available."""
    weapons = fighter.weapons
    return weapons[index].save_modifier > 0 and any(weapons[other].save_modifier <= 0 for other in others)


def hands_more(fighter: Fighter) -> int:
    """Number of hands beyond two: tails and third arms, minus those that became claws."""
    return sum(EXTRA_HAND.of(fighter)) - sum(LOSES_HANDS.of(fighter))


def _third(
    fighter: Fighter, singles: list[int], pair: tuple[int, int], sides: list[int], hands: int
) -> tuple[int, ...]:
    """What a third hand holds: a shield, or else one more weapon."""
    if hands < 3:
        return ()
    spare = [index for index in singles if index not in pair and not _alone(fighter, index)]
    return tuple((sides + spare)[:1])


def _alone(fighter: Fighter, index: int) -> bool:
    """Whether this one-handed weapon may not be paired with a second weapon."""
    weapon = fighter.weapons[index]
    return UNWIELDY.on(weapon) or _is_difficult(fighter, index) or MOUNTED_ONLY.on(weapon)


def _is_difficult(fighter: Fighter, index: int) -> bool:
    """Whether the weapon is difficult to use and the fighter lacks the skill for it."""
    return DIFFICULT.on(fighter.weapons[index]) and not MASTERS_ARMS.of(fighter)


def _ordered(fighter: Fighter, first: int, other: int) -> tuple[int, int]:
    """The two weapons in order: the better one makes the ordinary attacks, the other one the extra attack."""
    return (first, other) if _merit(fighter.weapons[first]) >= _merit(fighter.weapons[other]) else (other, first)


def _merit(weapon: Weapon) -> int:
    plain = 4 if weapon.save_modifier <= 0 else 0
    return plain + 2 * (weapon.strength_bonus + max(0, weapon.strength - 3)) - weapon.save_modifier


def _worth_holding(fighter: Fighter, singles: list[int]) -> list[int]:
    """One-handed weapons in the order carried, without those that two better ones make unnecessary."""
    if len(singles) <= 2:
        return singles
    plain = [index for index in singles if fighter.weapons[index].save_modifier > 0]
    better = [index for index in singles if index not in plain]
    if len(better) >= 2:
        return better
    return better + plain[: 2 - len(better)]


def usable_weapons(game: Game, state: BattleState, model_id: str) -> tuple[Weapon, ...]:
    """The weapons in hand that attack in this round: pistols only in the first round of a combat.

    Rule: SHOOT-PISTOL-01
    """
    held = weapons_in_hand(game, state, model_id)
    if state.models[model_id].flags & FIRST_ROUND:
        return held
    usable = tuple(weapon for weapon in held if weapon.kind != "pistol")
    return usable or (natural_weapon(game.fighters[model_id]),)


def must_choose(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model's weapons are chosen now: at the start of a combat, or in rulesets without fixed loadouts in
    each combat phase.

    Rule: CC-LOAD-01
    """
    taken = state.models[model_id].loadout
    if not taken or not game.rules.loadout_is_fixed:
        return True
    if any(REPLACES_ATTACKS.on(weapon) for weapon in game.fighters[model_id].weapons):
        return True
    return all(index >= 0 and game.fighters[model_id].weapons[index].kind == "pistol" for index in taken)


def describe(fighter: Fighter, loadout: Loadout) -> str:
    """The loadout as text."""
    names = {SHIELD: "shield", BUCKLER: "buckler", FISTS: "bare hands"}
    return " and ".join(names[index] if index < 0 else fighter.weapons[index].name for index in loadout)
