"""The coach of the first battle: decides which lesson applies now, from what the player has already done. A lesson says
in a few words what to do and points at it. `battles/setup/training/first_battle.py` creates the battle itself, with its
warriors and dice."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.board.options.choices import Choices
from battles.board.options.model_options import stage_of
from battles.engine.battle import Battle as EngineBattle
from battles.models import Battle, BattleEvent, Issuer

SHOOTER: Final = "a2"
LEADER: Final = "a1"
STEPS: Final = ("select", "move", "shoot", "charge", "fight", "rout")
"""The lessons in order."""
NAMES: Final = {
    "select": gettext_lazy("Select"),
    "move": gettext_lazy("Move"),
    "shoot": gettext_lazy("Shoot"),
    "charge": gettext_lazy("Charge"),
    "fight": gettext_lazy("Fight"),
    "rout": gettext_lazy("Rout"),
}
END_STEP: Final = "[data-region=prompt] .prompt-options button"


class Lesson(NamedTuple):
    """What the coach says now. `step` is one of STEPS; `points_at` is the CSS selector of the element to click, `model`
    the model on the table to point at; both may be ""."""

    code: str
    step: str
    title: str
    text: str
    points_at: str = ""
    model: str = ""

    @property
    def steps(self) -> list[tuple[str, str]]:
        """Every step with its state: done, now or later."""
        now = STEPS.index(self.step)
        states = ("done" if place < now else "now" if place == now else "later" for place in range(len(STEPS)))
        if self.code == "won":
            states = ("done" for _step in STEPS)
        return [(str(NAMES[step]), state) for step, state in zip(STEPS, states, strict=True)]


def lesson_of(engine: EngineBattle, battle: Battle, side: str, selected: str, choices: Choices | None) -> Lesson:
    """The lesson that applies now. `side` is the reader's side if it is to act, otherwise ""."""
    done = _done(battle)
    if engine.outcome is not None:
        return _end(engine)
    if not side:
        return Lesson(
            "wait",
            "rout" if "fight" in done else "move",
            _("The other side's turn"),
            _("Sides take turns. The ratmen hold their ground. You can watch what they do on the board."),
        )
    stage = stage_of(engine)
    if engine.state.flow[-1].kind == "decision":
        return _decision(engine, done)
    if stage[0] == "movement":
        return _charges(engine, selected, choices) if stage[1] == "charges" else _movement(engine, done, selected)
    if stage[0] == "shooting":
        return _shooting(engine, done, selected, choices)
    if stage[0] == "combat":
        return Lesson(
            "fight",
            "fight",
            _("Fight"),
            _(
                "Bases touch, so they fight. Chargers strike first: a die to hit, a die to wound, and a die for the "
                "injury (1-2 knocked down, 3-4 stunned, 5-6 out of action). Press the button to roll."
            ),
            END_STEP,
        )
    return Lesson("go_on", "move", _("Your decision"), _("Choose one of the buttons in the box below."), END_STEP)


def _done(battle: Battle) -> frozenset[str]:
    """What the player has done so far: kinds of commands, and the ids of models that moved."""
    commands = BattleEvent.objects.filter(battle=battle, is_undone=False, side="a", issuer=Issuer.PLAYER)
    found: set[str] = set()
    for command in commands.values_list("command", flat=True):
        kind = str((command or {}).get("kind", ""))
        found |= {kind, f"{kind} {(command or {}).get('who', '')}"}
    return frozenset(found)


def _movement(engine: EngineBattle, done: frozenset[str], selected: str) -> Lesson:
    shooter, leader = engine.game.name(SHOOTER), engine.game.name(LEADER)
    if "move" not in done and selected != SHOOTER:
        return Lesson(
            "select",
            "select",
            _("Select a warrior"),
            _("Blue discs are your warriors. Press %(who)s, who has a bow: on the table, or in the list of warriors.")
            % {"who": shooter},
            f'.figure a[data-who="{SHOOTER}"]',
            SHOOTER,
        )
    if "move" not in done:
        return Lesson(
            "walk",
            "move",
            _("Walk"),
            _(
                "The solid blue line shows how far %(who)s can walk. Press the table inside it. No dice are rolled, so "
                "you can undo it."
            )
            % {"who": shooter},
            model=SHOOTER,
        )
    if engine.state.turn_number == 1 and f"move {LEADER}" not in done and selected != LEADER:
        return Lesson(
            "select_leader",
            "move",
            _("Your leader goes ahead"),
            _("Now press %(who)s, your leader (with the crown).") % {"who": leader},
            f'.figure a[data-who="{LEADER}"]',
            LEADER,
        )
    if engine.state.turn_number == 1 and f"move {LEADER}" not in done:
        return Lesson(
            "advance",
            "move",
            _("Walk towards the ratmen"),
            _(
                "Press a place straight ahead, at the edge of the solid blue line. The dashed line is a run: twice as "
                "far, but not with an enemy within 8 inches, and no shooting afterwards."
            ),
            model=LEADER,
        )
    return Lesson(
        "end_movement",
        "move",
        _("End the movement"),
        _("The others may move too. When you are ready, press End movement; it asks once if a warrior has not moved."),
        END_STEP,
    )


def _charges(engine: EngineBattle, selected: str, choices: Choices | None) -> Lesson:
    declared = engine.state.flow[-1].data.get("declared") or []
    if declared:
        return Lesson(
            "move_chargers",
            "charge",
            _("The charge is declared"),
            _("More warriors may charge. Then press the button: the chargers run into contact."),
            END_STEP,
        )
    charge = next((verb for verb in (choices.verbs if choices else ()) if verb.code == "charge" and verb.options), None)
    if charge is None:
        return Lesson(
            "select_charger",
            "charge",
            _("Charge"),
            _("A charge takes a warrior into combat: up to twice the walk. Press %(who)s.")
            % {"who": engine.game.name(LEADER)},
            f'.figure a[data-who="{LEADER}"]',
            LEADER,
        )
    target = charge.options[0].target
    return Lesson(
        "charge",
        "charge",
        _("Charge"),
        _(
            "Enemies in reach have a red ring. Press %(whom)s to declare the charge; until the chargers move you can "
            "undo it. A charger strikes first."
        )
        % {"whom": engine.game.name(target)},
        "#preview:not([hidden]) .button-main",
        target,
    )


def _shooting(engine: EngineBattle, done: frozenset[str], selected: str, choices: Choices | None) -> Lesson:
    shoot = next((verb for verb in (choices.verbs if choices else ()) if verb.code == "shoot" and verb.options), None)
    if "shoot" in done and engine.state.turn_number == 1:
        return Lesson(
            "end_shooting",
            "shoot",
            _("End the shooting"),
            _("%(who)s has shot. Press End shooting.") % {"who": engine.game.name(SHOOTER)},
            END_STEP,
        )
    if shoot is None:
        return Lesson(
            "select_shooter",
            "shoot",
            _("Shoot"),
            _("Press %(who)s, who has the bow.") % {"who": engine.game.name(SHOOTER)},
            f'.figure a[data-who="{SHOOTER}"]',
            SHOOTER,
        )
    target = shoot.options[0].target
    return Lesson(
        "shoot",
        "shoot",
        _("Shoot"),
        _(
            "Enemies that can be shot have a red ring. Press %(whom)s: the box shows what each die needs, and why. "
            "Then press the button; dice cannot be undone."
        )
        % {"whom": engine.game.name(target)},
        "#preview:not([hidden]) .button-main",
        target,
    )


def _decision(engine: EngineBattle, done: frozenset[str]) -> Lesson:
    if engine.state.flow[-1].stage == "end_turn":
        return Lesson(
            "end_turn",
            "rout" if "fight" in done else "shoot",
            _("End your turn"),
            _("A turn has four phases: recovery, movement, shooting, combat. Yours are over: press End turn."),
            END_STEP,
        )
    return Lesson(
        "decision",
        "fight" if "charge" in done else "move",
        _("A decision"),
        _("The rules give you a choice here. Read the question and press the answer you want."),
        END_STEP,
    )


def _end(engine: EngineBattle) -> Lesson:
    assert engine.outcome is not None
    if "a" in engine.outcome.winners:
        return Lesson(
            "won",
            "rout",
            _("The ratmen rout: you have won"),
            _(
                "A side that has lost a quarter of its warriors tests its leader's Leadership at the start of each "
                "turn. The test failed, so they fled. That is a whole battle; a league adds injuries and loot."
            ),
        )
    return Lesson("over", "rout", _("The battle is over"), _("Play it again, or play the bot now."))
