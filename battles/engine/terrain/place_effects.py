"""What auras and other effects of terrain pieces do, as functions on hooks. Rules: TR-PACK-04 and the pieces of
`auras`
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battles.engine.events import Modifier
from battles.engine.game import Game
from battles.engine.hooks import on
from battles.engine.profile import CHARACTERISTICS
from battles.engine.state import CHARGED, FRENZIED, BattleState

if TYPE_CHECKING:
    from battles.engine.flow import Context
    from battles.engine.steps.combat.strikers import Striker
    from battles.engine.steps.harm.attacks import Attack
    from battles.engine.steps.harm.saves import Saves
    from battles.engine.steps.magic.spellbook import Casting
    from battles.engine.steps.nerve.leaders import LeadershipTest

_MOODS = ("stupidity", "stubborn", "hatred", "immune_to_psychology", "unbreakable", "fear")


@on("characteristic", "terrain:slow")
def slow(game: Game, state: BattleState, model_id: str, name: str, score: int, **_: Any) -> int:
    """Reduce Movement by 1, to at least 1 (unless it is 0). Rules: TR-MARSH-01, TR-FOREST-ANCIENT-01, MV-RUN-01"""
    return max(min(score, 1), score - 1) if name == "movement" else score


@on("characteristic", "terrain:hallowed")
def halves_initiative(game: Game, state: BattleState, model_id: str, name: str, score: int, **_: Any) -> int:
    """Halve Initiative, rounding up, while the model touches the bulwark. Rule: TR-OBST-BULWARK-01"""
    return max(1, (score + 1) // 2) if name == "initiative" else score


@on("characteristic", "terrain:daunted")
def lowers_leadership(game: Game, state: BattleState, model_id: str, name: str, score: int, **_: Any) -> int:
    """Reduce Leadership by 1, unless the model is immune to psychology. Rules: TR-FOREST-ABYSSAL-01,
    TR-MON-CHARNEL-01
    """
    if name != "leadership" or "immune_to_psychology" in game.fighters[model_id].keywords:
        return score
    return score - 1


PORTAL: dict[str, dict[str, int]] = {
    "portal:soulblight": {"strength": -1, "toughness": -1},
    "portal:wildform": {"strength": 1, "toughness": 1},
}


def _twist(code: str, changes: dict[str, int]) -> None:
    @on("characteristic", code)
    def twisted(game: Game, state: BattleState, model_id: str, name: str, score: int, **_: Any) -> int:
        by = changes.get(name, 0)
        return max(1, score + by) if by else score


for _code, _changes in PORTAL.items():
    _twist(_code, _changes)


@on("characteristic", "portal:speed")
def quickened(game: Game, state: BattleState, model_id: str, name: str, score: int, **_: Any) -> int:
    """Set Weapon Skill and Initiative to 10. Rule: TR-MON-PORTAL-01"""
    return 10 if name in ("weapon_skill", "initiative") else score


@on("save", "portal:rust")
def rusted(game: Game, state: BattleState, model_id: str, saves: Saves, **_: Any) -> None:
    """Make armour saves 1 worse for the rest of the battle. Rule: TR-MON-PORTAL-01"""
    if saves.attack.whom == model_id:
        saves.modifiers.append(Modifier("rust", -1, "TR-MON-PORTAL-01"))


_LINGERING = ("fear", "stupidity", "unbreakable")
"""Keywords that a river or a well can give to a model."""


def _mood(word: str) -> None:
    @on("psychology", f"terrain:{word}", *([f"river:{word}"] if word in _LINGERING else []))
    def mood(game: Game, state: BattleState, model_id: str, keywords: frozenset[str], **_: Any) -> frozenset[str]:
        return keywords | {word}


for _word in _MOODS:
    _mood(_word)


@on("save", "terrain:regeneration")
def regeneration(game: Game, state: BattleState, model_id: str, saves: Saves, **_: Any) -> None:
    """The model regenerates on a 6, except from flames. Rule: TR-PACK-04"""
    if saves.attack.whom == model_id:
        saves.regeneration = min(saves.regeneration, 6)


@on("save", "terrain:magic_resistance")
def magic_resistance(game: Game, state: BattleState, model_id: str, saves: Saves, **_: Any) -> None:
    """Give magic resistance 2, in rulesets with wards. Rules: TR-MON-CIRCLE-01, TR-PACK-04"""
    if saves.attack.whom == model_id and game.rules.wards:
        saves.magic_resistance = max(saves.magic_resistance, 2)


@on("spell_aimed", "terrain:magic_resistance")
def hard_to_enchant(game: Game, state: BattleState, model_id: str, casting: Casting, **_: Any) -> None:
    """Spells aimed at the model need 2 more to cast, in rulesets without wards. Rules: TR-MON-CIRCLE-01, TR-PACK-04"""
    if not game.rules.wards:
        casting.mods.append(Modifier("magic_resistance", -2, "TR-MON-CIRCLE-01"))
        casting.bonus -= 2


@on("leadership", "terrain:stubborn")
def stubborn_alone(game: Game, state: BattleState, model_id: str, test: LeadershipTest, **_: Any) -> LeadershipTest:
    """Re-roll a failed All Alone test, unless the ruleset has another rule for stubborn models. Rule: TR-PACK-04"""
    if game.rules.keywords or test.reason != "all_alone":
        return test
    return test._replace(rerolls=test.rerolls + 1)


@on("leadership", "terrain:unbreakable", "river:unbreakable")
def unbreakable_nerve(game: Game, state: BattleState, model_id: str, test: LeadershipTest, **_: Any) -> LeadershipTest:
    """The model passes tests that would make it flee, unless the ruleset has another rule for unbreakable models. Rule:
    TR-PACK-04
    """
    if game.rules.keywords or test.reason not in ("all_alone", "panic"):
        return test
    return test._replace(needed=False)


@on("save", "terrain:cursed_wards")
def cursed_wards(game: Game, state: BattleState, model_id: str, saves: Saves, **_: Any) -> None:
    """Re-roll successful ward saves; in rulesets with wards, also successful regeneration. Rule: TR-ARC-SHRINE-01"""
    if saves.attack.whom == model_id:
        saves.cursed_wards = frozenset({"ward", "regen"}) if game.rules.wards else frozenset({"ward"})


@on("spell", "terrain:channelling")
def channelling(ctx: Context, model_id: str, casting: Casting, **_: Any) -> None:
    """Add 1 to each casting roll near the waystone. Rules: TR-MON-WAYSTONE-01, TR-PACK-02"""
    if casting.who == model_id:
        casting.bonus += 1
        casting.mods.append(Modifier("waystone", 1, "TR-MON-WAYSTONE-01"))


@on("to_hit", "terrain:burning_magic")
def burning_magic(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
    """The model's attacks are flaming and magical. Rule: TR-HILL-VAUL-01"""
    if attack.who == model_id:
        attack.flaming = attack.magical = True


@on("to_hit", "terrain:poisoned_blows")
def poisoned_blows(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
    """The model's attacks in close combat are poisoned. Rule: TR-FOREST-VENOM-01"""
    if attack.who == model_id and attack.in_combat:
        attack.poison = attack.poison or "terrain"


@on("to_hit", "river:poison")
def poisoned(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
    """The model's attacks and shots are poisoned. Rule: TR-RIVER-OOZE-01"""
    if attack.who == model_id:
        attack.poison = attack.poison or "terrain"


@on("to_hit", "terrain:sure_of_hand")
def sure_of_hand(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
    """Add 1 to hit in close combat inside the acropolis. Rule: TR-ARC-ACROPOLIS-01"""
    if attack.who == model_id and attack.in_combat:
        attack.hit_mods.append(Modifier("terrain", 1, "TR-ARC-ACROPOLIS-01"))


@on("to_wound", "terrain:doomed")
def doomed(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
    """Hits on the model near the bane stone wound more easily. Rule: TR-MON-BANE-01"""
    if attack.whom == model_id:
        attack.wound_mods.append(Modifier("bane_stone", 1, "TR-MON-BANE-01"))


@on("psychology", "sphynx:heroic_killing_blow")
def deadly_riddle(game: Game, state: BattleState, model_id: str, keywords: frozenset[str], **_: Any) -> frozenset[str]:
    """Add the killing blow that the sphynx gave. Rule: TR-ARC-SPHYNX-01"""
    return keywords | {"heroic_killing_blow"}


@on("to_hit", "sphynx:heroic_killing_blow")
def granted_blow(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
    """The attack can be a killing blow, in rulesets without killing blows of their own. Rule: TR-PACK-04"""
    if attack.who == model_id and game.rules.killing_blow == "off":
        attack.killing_blow = "granted"


@on("attacks", "sphynx:devastating_charge")
def devastating_charge(game: Game, state: BattleState, model_id: str, striker: Striker, **_: Any) -> None:
    """Add one attack in the turn of a charge. Rules: TR-ARC-SPHYNX-01, TR-PACK-04"""
    if striker.who == model_id and state.models[model_id].flags & CHARGED and model_id[0] == state.active:
        striker.attacks += 1


@on("attacks", "terrain:frenzy")
def altar_frenzy(game: Game, state: BattleState, model_id: str, striker: Striker, **_: Any) -> None:
    """Add one attack near the altar, for models that were already frenzied. Rule: TR-MON-KHAINE-01"""
    if (
        striker.who == model_id
        and state.models[model_id].flags & FRENZIED
        and "frenzy" in game.fighters[model_id].keywords
    ):
        striker.attacks += 1


def _raise(name: str) -> None:
    @on("characteristic", f"skulls:{name}")
    def raised(
        game: Game, state: BattleState, model_id: str, characteristic: str, current: int, *, value: int = 0
    ) -> int:
        return min(10, current + value) if characteristic == name else current


for _name in CHARACTERISTICS:
    _raise(_name)
