"""Prompts in the reader's language: the question, and each option as a whole sentence with names.

The engine gives every option an English label and a code (`engine.flow.Choice`). The values in the sentence come from
the option's key and data, the decision, and the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.aftermath.labels import CHARACTERISTICS
from battles.board.reach.drawing import place_label
from battles.engine.game import Game
from battles.engine.state import Frame
from battles.engine.steps.combat.loadouts import BUCKLER, FISTS, SHIELD
from battles.engine.steps.magic.phase import SPELLS

QUESTIONS = {
    "intercept": gettext_lazy("%(charger)s charges past your warriors. Who intercepts?"),
    "react": gettext_lazy("%(who)s is charged. What does %(who)s do?"),
    "allocate": gettext_lazy("How does %(who)s divide the attacks?"),
    "stomp": gettext_lazy("Which enemy does %(who)s stomp on?"),
    "loadout": gettext_lazy("What does %(who)s fight with?"),
    "stand_up": gettext_lazy("%(who)s is knocked down. Stand up?"),
    "turn_over": gettext_lazy("%(who)s lies stunned. Turn face up?"),
    "end_turn": gettext_lazy("Nothing more can be done this turn. End your turn?"),
    "failed_charge": gettext_lazy("%(who)s fails the charge. How far does %(who)s move?"),
    "set_up_first": gettext_lazy("You won the roll-off. Who sets up first?"),
    "choose": gettext_lazy("What does %(who)s do?"),
    "choose_edge": gettext_lazy("Which table edge is yours?"),
    "choose_quarter": gettext_lazy("Which quarter of the table is yours?"),
    "place_counter": gettext_lazy("Where do you place a wyrdstone counter?"),
    "role": gettext_lazy("You won the roll-off. Attack or defend?"),
    "parry": gettext_lazy("Does %(who)s try to parry?"),
    "declare": gettext_lazy("Does %(who)s use the skill this turn and pay its cost at the end of the turn?"),
    "eye_of_god": gettext_lazy("The Eye of God falls on %(who)s. Which characteristic does it raise for this battle?"),
    "reroll": gettext_lazy("Does %(who)s re-roll?"),
    "court_the_gods": gettext_lazy("Does %(who)s appeal to the dark gods? On a 1 %(who)s is lost."),
    "riddle": gettext_lazy("Does %(who)s try the riddle of the sphinx?"),
    "drink": gettext_lazy("Does %(who)s drink from the well?"),
    "floor": gettext_lazy("Which floor does %(who)s go to?"),
    "take_building": gettext_lazy("The building is empty. Does %(who)s enter?"),
    "renew_assault": gettext_lazy("Your warriors are still in front of the door. Assault again?"),
    "offer_pact": gettext_lazy("Offer %(ally)s a formal alliance for this battle?"),
    "answer_pact_own": gettext_lazy("%(ally)s offers an alliance; each side keeps its own loot. Accept?"),
    "answer_pact_even": gettext_lazy("%(ally)s offers an alliance that divides the wyrdstone evenly. Accept?"),
    "mark": gettext_lazy(
        "Which enemy does %(who)s hunt in this battle? The target is easier to hit, and is captured alive."
    ),
    "sally": gettext_lazy("The assault was repelled. Sally out against the warriors in front of the door?"),
}
"""Questions of decisions, by stage of the frame."""
OFFERED = {
    "bat_form": gettext_lazy("Does %(who)s become a bat?"),
    "giant_wolf_form": gettext_lazy("Does %(who)s become a giant wolf?"),
    "ratswarm_form": gettext_lazy("Does %(who)s become a swarm of rats?"),
    "mist_form": gettext_lazy("Does %(who)s become mist?"),
    "back_to_own_shape": gettext_lazy("Does %(who)s return to its natural shape?"),
    "oi_behave": gettext_lazy("At which Strength does %(who)s hit the warriors who quarrel nearby?"),
    "bear_hug": gettext_lazy("Does %(who)s crush enemies hit by both attacks?"),
    "follows_up": gettext_lazy("All of %(who)s's opponents are out of action. Follow up 4 inches?"),
    "jump_back": gettext_lazy("Does %(who)s try to jump back out of the fight?"),
    "swashbuckler": gettext_lazy("Does %(who)s try to walk out of the fight?"),
    "trick_riding": gettext_lazy("Does %(who)s ride hanging off the mount this turn?"),
    "athletic_mount": gettext_lazy("Does %(who)s jump onto the steed now? %(who)s may still run or charge."),
    "running_dismount": gettext_lazy(
        "Does %(who)s charge at walking speed this turn and leap off at the enemy? No shooting."
    ),
    "vision": gettext_lazy("%(who)s has a vision. Which characteristic rises by 1 for this battle?"),
    "taunt": gettext_lazy("Does %(who)s taunt an enemy instead of shooting?"),
    "hardtack": gettext_lazy("Does %(who)s eat hardtack now? It works once."),
    "spy_glass": gettext_lazy(
        "Which enemy does %(who)s search for? %(who)s cannot run or charge afterwards this turn."
    ),
    "scribe": gettext_lazy("Which spell does %(who)s write on a scroll? Its first casting gets +2."),
    "inscribe_runes": gettext_lazy("Which rune does %(who)s cut, and into what?"),
    "extra_hands": gettext_lazy("%(who)s helps the smith. Which second rune is cut, and into what?"),
    "master_of_runes": gettext_lazy("Whose armour does %(who)s cover with runes? It may re-roll one failed save."),
    "hunch": gettext_lazy("Which warrior does %(who)s send ahead into a building, and where?"),
    "djinn_powers": gettext_lazy("Which power does %(who)s use this turn?"),
    "mad_master": gettext_lazy("Does %(who)s try to remember a spell?"),
    "potions": gettext_lazy("Who drinks %(who)s's potion? A D6 decides its effect."),
    "charms_with_flute": gettext_lazy("Does %(who)s play the flute for the whole turn?"),
    "sets_traps": gettext_lazy("Does %(who)s spend this turn setting a trap?"),
}
"""Questions of optional decisions that a trait gives, by trait (`engine.steps.choosing`)."""
ANYTHING = gettext_lazy("Which of these?")
PATTERNS = {
    "intercept": gettext_lazy("%(chosen)s intercepts %(charger)s"),
    "let_pass": gettext_lazy("Let %(charger)s pass"),
    "hold": gettext_lazy("%(who)s holds"),
    "flee": gettext_lazy("%(who)s flees"),
    "stand_and_shoot": gettext_lazy("%(who)s stands and shoots with the %(weapon)s"),
    "stand": gettext_lazy("%(who)s stands up"),
    "stay_down": gettext_lazy("%(who)s stays down"),
    "turn_over": gettext_lazy("Turn %(who)s face up"),
    "leave": gettext_lazy("Leave %(who)s stunned"),
    "end_turn": gettext_lazy("End turn"),
    "save": gettext_lazy("%(who)s does not use the skill"),
    "declare": gettext_lazy("%(who)s uses the skill"),
    "decline": gettext_lazy("No"),
    "pact_no": gettext_lazy("No alliance"),
    "pact_own": gettext_lazy("Offer an alliance; each side keeps its own loot"),
    "pact_even": gettext_lazy("Offer an alliance; divide the wyrdstone evenly"),
    "pact_yes": gettext_lazy("Accept the alliance"),
    "take_shape": gettext_lazy("Change shape"),
    "own_shape": gettext_lazy("Change back"),
    "oi_behave": gettext_lazy("At Strength %(key)s"),
    "hugs": gettext_lazy("Crush them"),
    "follow_up": gettext_lazy("Follow up"),
    "jump_back": gettext_lazy("Jump back"),
    "slip_out": gettext_lazy("Walk out"),
    "trick_riding": gettext_lazy("Hang off the mount"),
    "mount": gettext_lazy("Mount"),
    "leap_off": gettext_lazy("Ride up and leap off"),
    "taunt": gettext_lazy("Taunt %(chosen)s"),
    "hardtack": gettext_lazy("Eat"),
    "spy_glass": gettext_lazy("Search for %(chosen)s"),
    "set_trap": gettext_lazy("Set a trap"),
    "cut_runes": gettext_lazy("%(chosen)s"),
    "potion": gettext_lazy("%(chosen)s"),
    "remember": gettext_lazy("Roll for it"),
    "play_flute": gettext_lazy("Play"),
    "step_back": gettext_lazy("%(who)s steps back from %(place)s"),
    "enter": gettext_lazy("%(who)s goes into %(place)s"),
    "renew_assault": gettext_lazy("Assault %(place)s again"),
    "stay_inside": gettext_lazy("Stay inside %(place)s"),
    "mark": gettext_lazy("%(chosen)s is the target"),
    "sally": gettext_lazy("Sally out of %(place)s"),
    "floor": gettext_lazy("%(who)s goes to floor %(key)s"),
    "court_the_gods": gettext_lazy("%(who)s dares: %(place)s"),
    "riddle": gettext_lazy("%(who)s dares: %(place)s"),
    "drink": gettext_lazy("%(who)s dares: %(place)s"),
    "stomped": gettext_lazy("%(chosen)s is stomped on"),
    "choose_edge_north": gettext_lazy("The north edge"),
    "choose_edge_east": gettext_lazy("The east edge"),
    "choose_edge_south": gettext_lazy("The south edge"),
    "choose_edge_west": gettext_lazy("The west edge"),
    "choose_quarter_south_west": gettext_lazy("The south-west quarter"),
    "choose_quarter_south_east": gettext_lazy("The south-east quarter"),
    "choose_quarter_north_west": gettext_lazy("The north-west quarter"),
    "choose_quarter_north_east": gettext_lazy("The north-east quarter"),
    "set_up_first_first": gettext_lazy("Set up first"),
    "set_up_first_second": gettext_lazy("Set up second"),
    "role_attack": gettext_lazy("Attack"),
    "role_defend": gettext_lazy("Defend"),
}
"""Labels of options by code. `who` and `charger` are the subject of the decision, `chosen` is named by the option,
`place` is a building."""
_ALONE = gettext_lazy("Leave %(place)s alone")
_HE_ALONE = gettext_lazy("%(who)s leaves %(place)s alone")


def question_of(game: Game, frame: Frame) -> str:
    """The question of the decision in `frame`."""
    words = OFFERED.get(str(frame.data.get("offer", "")), QUESTIONS.get(frame.stage, ANYTHING))
    return str(words) % {key: game.name(str(frame.data.get(key, ""))) for key in ("who", "charger", "ally")}


def choice_label(game: Game, frame: Frame, row: list[Any]) -> str:
    """Label of one option of the decision in `frame`; `row` is [key, English label, code, data] as stored in the
    frame."""
    key, english, code, data = row
    option = Option(game, frame.data, str(key), str(english), data)
    build = BUILT.get(code) or BUILT_FOR.get(frame.stage)
    if build is not None:
        return build(option)
    pattern = PATTERNS.get(code)
    return str(pattern) % _names(option) if pattern is not None else _capitalized(option.english)


class Option(NamedTuple):
    """One option of a decision, with everything its label may need."""

    game: Game
    about: dict[str, Any]
    """Data of the decision."""
    key: str
    english: str
    data: dict[str, Any]

    @property
    def who(self) -> str:
        """The id of the fighter who decides, or ""."""
        return str(self.about.get("who", ""))


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


RUNES = {
    "rune_of_stone": gettext_lazy("Rune of Stone"),
    "rune_of_sharpness": gettext_lazy("Rune of Sharpness"),
    "rune_of_speed": gettext_lazy("Rune of Speed"),
    "rune_of_warding": gettext_lazy("Rune of Warding"),
    "rune_of_accuracy": gettext_lazy("Rune of Accuracy"),
    "rune_of_striding": gettext_lazy("Rune of Striding"),
}
POWERS = {
    "whirlwind": gettext_lazy("%(who)s becomes a whirlwind"),
    "djinns_curse": gettext_lazy("%(who)s calls down a curse"),
    "djinns_luck": gettext_lazy("%(who)s calls for luck"),
}


def _leave_alone(option: Option) -> str:
    return str(_HE_ALONE if option.about.get("who") else _ALONE) % _names(option)


def _advance(option: Option) -> str:
    return distance_word(int(option.data["length"]))


def _characteristic(option: Option) -> str:
    return str(CHARACTERISTICS.get(option.key, option.english))


def _counter(option: Option) -> str:
    x, y = (int(part) for part in option.key.split(","))
    return place_label(option.game, x, y, 0)


def _power(option: Option) -> str:
    return str(POWERS[option.data["power"]]) % {"who": option.game.name(option.who)}


def _scroll(option: Option) -> str:
    return _("A scroll of %(spell)s") % {"spell": SPELLS[option.data["spell"]].name}


def _hunch(option: Option) -> str:
    return _("%(who)s waits at %(place)s") % {
        "who": option.game.name(str(option.data["whom"])),
        "place": place_label(option.game, option.data["x"], option.data["y"], 0),
    }


def _rune(option: Option) -> str:
    """Label for placing a rune on a weapon or on a warrior's armour."""
    target, place = str(option.data["whom"]), option.data["weapon"]
    return _("%(rune)s for %(who)s: %(thing)s") % {
        "rune": RUNES[option.data["rune"]],
        "who": option.game.name(target),
        "thing": option.game.fighters[target].weapons[place].name if place >= 0 else _("armour"),
    }


def _names(option: Option) -> dict[str, str]:
    game, about = option.game, option.about
    chosen = option.key.split(",")[0]
    piece = str(about.get("piece", ""))
    weapon = option.data.get("weapon")
    return {
        "key": option.key,
        "who": game.name(option.who) if option.who else "",
        "charger": game.name(str(about["charger"])) if about.get("charger") else "",
        "chosen": game.name(chosen) if chosen in game.fighters else "",
        "place": game.table.piece(piece).name if piece else "",
        "weapon": game.fighters[option.who].weapons[weapon].name.lower() if weapon is not None and option.who else "",
    }


def distance_word(hundredths: int) -> str:
    """The distance that a failed charger moves, as text with at most one decimal, from hundredths of an inch."""
    if not hundredths:
        return _("Not at all")
    if hundredths < 5:
        return _("Less than 0.1 inches")
    inches = f"{round(hundredths / 100, 1):g}"
    return ngettext("%(n)s inch", "%(n)s inches", 1 if inches == "1" else 2) % {"n": inches}


def _split(option: Option) -> str:
    """Label for a way to divide attacks. With different weapons it also says which is used against which enemy, unless
    all attacks are against one."""
    game, data = option.game, option.data
    if "weapons" in data:
        targets = {target for _weapon, target in data["weapons"]}
        if len(targets) == 1:
            whole = _("Both at %(whom)s") if len(data["weapons"]) == 2 else _("All at %(whom)s")
            return whole % {"whom": game.name(targets.pop())}
        text = _("%(weapon)s at %(whom)s")
        return ", ".join(
            text % {"weapon": _first_name(weapon), "whom": game.name(target)} for weapon, target in data["weapons"]
        )
    text = _("%(n)d at %(whom)s")
    return ", ".join(text % {"n": share, "whom": game.name(target)} for target, share in data["shares"])


def _first_name(weapon: str) -> str:
    """A short name for a weapon of which the rules name several kinds: "Hammer" for "Hammer, mace, club or staff"."""
    return weapon.split(",")[0]


def _in_hand(option: Option) -> str:
    """Label with the weapons that a fighter takes in hand."""
    own = {SHIELD: _("shield"), BUCKLER: _("buckler"), FISTS: _("bare hands")}
    weapons = option.game.fighters[option.who].weapons
    loadout: list[int] = option.data["weapons"]
    names = _(" and ").join(own[index] if index < 0 else weapons[index].name.lower() for index in loadout)
    return _("With %(weapons)s") % {"weapons": names}


BUILT: dict[str, Callable[[Option], str]] = {
    "leave_alone": _leave_alone,
    "advance": _advance,
    "split": _split,
    "loadout": _in_hand,
    "characteristic": _characteristic,
    "djinn_power": _power,
    "scroll": _scroll,
    "hunch": _hunch,
    "rune": _rune,
}
"""Functions for labels that need more than names, by code."""
BUILT_FOR: dict[str, Callable[[Option], str]] = {"place_counter": _counter}
"""Functions for the labels of all options of a question, by the stage of its frame."""
