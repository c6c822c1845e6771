"""Samples of battle components: dice, odds, prompts, phases and the log."""

from mordheim_site.look.samples.shapes import Case, Component

_STEPS = [{"label": "hit", "chance": "50 %"}, {"label": "wound", "chance": "33 %"}]


_DICE_URL = "#die-31"


_OPTIONS = [
    {
        "label": "Intercept with Anna",
        "odds": "41 % chance to take out of action",
        "name": "option",
        "value": "1",
        "kind": "main",
    },
    {"label": "Intercept with Wilhelm", "id": "p-wilhelm", "why": "Wilhelm is knocked down."},
    {"label": "Let it pass", "odds": "", "name": "option", "value": "0"},
]

BATTLES: tuple[Component, ...] = (
    Component(
        "Dice row",
        "_dice_row",
        (
            Case(
                "not rolled",
                {
                    "purpose": "Otto, serious injury",
                    "dice": [{"face": None}, {"face": None}],
                    "roll_label": "Roll D66",
                    "name": "roll",
                    "value": "injury",
                },
            ),
            Case(
                "rolled, passed",
                {
                    "purpose": "Anna shoots Skrit",
                    "dice": [{"face": 5}],
                    "needed": "4+",
                    "outcome": "pass",
                    "result": "hit",
                    "source": "rolled",
                    "url": _DICE_URL,
                    "place": "die 31",
                },
            ),
            Case(
                "rolled, failed",
                {
                    "purpose": "Skrit's Initiative check",
                    "dice": [{"face": 6}],
                    "needed": "4 or less",
                    "outcome": "fail",
                    "source": "rolled",
                    "url": _DICE_URL,
                },
            ),
            Case(
                "re-rolled",
                {
                    "purpose": "Otto parries",
                    "dice": [{"face": 2, "struck": True}, {"face": 6}],
                    "needed": "more than 4",
                    "outcome": "pass",
                    "result": "parried",
                    "url": _DICE_URL,
                },
            ),
            Case(
                "typed",
                {
                    "purpose": "Exploration",
                    "dice": [{"face": 3}, {"face": 3}, {"face": 1}],
                    "result": "double 3",
                    "source": "typed",
                },
            ),
            Case("D66 and other dice", {"purpose": "Scatter", "dice": [{"face": 8, "sides": 10}], "result": "8"}),
        ),
    ),
    Component(
        "Odds chain",
        "_odds",
        (
            Case("percent", {"steps": _STEPS, "product": {"label": "wounded", "chance": "17 %"}}),
            Case(
                "fractions, with modifiers",
                {
                    "steps": [{"label": "hit", "chance": "1/2"}, {"label": "wound", "chance": "1/3"}],
                    "product": {"label": "wounded", "chance": "1/6"},
                    "base": {"label": "Ballistic Skill 3", "value": "4+"},
                    "modifiers": [{"label": "Cover", "value": "−1", "rule_id": "SH-COV-01"}],
                    "result": {"label": "Needs", "value": "5+"},
                },
            ),
        ),
    ),
    Component(
        "Modifier list",
        "_modifiers",
        (
            Case(
                "to hit",
                {
                    "base": {"label": "Ballistic Skill 3", "value": "4+"},
                    "modifiers": [
                        {"label": "Cover", "value": "−1", "rule_id": "SH-COV-01"},
                        {"label": "Long range", "value": "−1", "rule_id": "SH-LONG-01"},
                    ],
                    "result": {"label": "Needs", "value": "6+"},
                },
            ),
        ),
    ),
    Component(
        "Prompt card",
        "_prompt",
        (
            Case(
                "mine",
                {
                    "state": "mine",
                    "happened": "Skrit charges Otto from the chapel door.",
                    "question": "Who steps in?",
                    "options": _OPTIONS,
                    "default_text": "Without an answer in 40 s it passes.",
                    "rule_id": "MV-INT-01",
                    "rule_url": "#rule",
                    "remember": "remember",
                },
            ),
            Case("theirs", {"state": "theirs", "who": "The Rat Tithe", "question": "Intercept? 14 s"}),
            Case("waiting", {"state": "waiting", "question": "The bot is thinking, 2 of 9 warriors."}),
            Case("by standing order", {"state": "standing", "question": "Otto parried the 4."}),
            Case("timed out", {"state": "timed_out", "question": "The charge passed without an answer."}),
            Case("replay", {"state": "replay", "question": "The Rat Tithe let it pass."}),
            Case("spectator", {"state": "spectator", "question": "The Broken Lanterns decide: intercept?"}),
        ),
    ),
    Component(
        "Phase bar",
        "_phase_bar",
        (
            Case(
                "with clocks",
                {
                    "turn": "Turn 3",
                    "whose": "The Broken Lanterns",
                    "side": "a",
                    "phases": [
                        {"label": "Recovery", "state": "done"},
                        {"label": "Movement", "state": "now"},
                        {"label": "Shooting", "state": "later"},
                        {"label": "Combat", "state": "later"},
                    ],
                    "clocks": [{"label": "Yours", "text": "12:40"}, {"label": "Theirs", "text": "9:05"}],
                },
            ),
            Case(
                "no clock",
                {
                    "turn": "Turn 1",
                    "whose": "The Rat Tithe",
                    "side": "b",
                    "phases": [{"label": "Recovery", "state": "now"}, {"label": "Movement", "state": "later"}],
                },
            ),
        ),
    ),
    Component(
        "Log line",
        "_log_line",
        (
            Case("order", {"when": "3.2", "side": "a", "text": "Otto walks to the chapel door.", "url": "#e140"}),
            Case(
                "with dice",
                {
                    "when": "3.3",
                    "side": "a",
                    "text": "Anna shoots Skrit.",
                    "url": "#e142",
                    "rolls": [
                        {"purpose": "To hit", "dice": [{"face": 5}], "needed": "4+", "outcome": "pass", "result": "hit"}
                    ],
                },
            ),
            Case(
                "casualty",
                {"when": "3.4", "side": "b", "text": "Skrit is out of action.", "url": "#e145", "kind": "casualty"},
            ),
            Case(
                "the moment shown, by standing order",
                {
                    "when": "3.5",
                    "side": "c",
                    "text": "The Rat Tithe lets it pass.",
                    "kind": "now",
                    "note": "by standing order",
                },
            ),
        ),
        wrap="log",
    ),
)
