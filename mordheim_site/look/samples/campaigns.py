"""Samples of league components, and of messages any page may need: notices, empty states, progress and errors."""

from mordheim_site.look.samples.shapes import Case, Component
from mordheim_site.refusals import Fix, Refusal

_SIDES = [
    {"name": "The Broken Lanterns", "url": "#lanterns", "crest": "oxblood/bend/lantern/B"},
    {"name": "The Rat Tithe", "url": "#tithe", "crest": "moss/chevron/tooth/R"},
]

CAMPAIGNS: tuple[Component, ...] = (
    Component(
        "Standings",
        "_standings",
        (
            Case(
                "sorted by points",
                {
                    "caption": "Standings after round 2",
                    "columns": [
                        {"label": "Points", "url": "#points", "sorted": "descending"},
                        {"label": "Won", "url": "#won"},
                        {"label": "Drawn", "url": "#drawn"},
                        {"label": "Lost", "url": "#lost"},
                        {"label": "Rating", "url": "#rating"},
                    ],
                    "rows": [
                        {"place": 1, **_SIDES[1], "cells": [6, 2, 0, 0, 112]},
                        {"place": 2, **_SIDES[0], "cells": [3, 1, 0, 1, 98], "is_mine": True},
                        {
                            "place": 3,
                            "name": "Sisters of the Drowned Bell",
                            "crest": "slate/pale/bell/S",
                            "cells": [0, 0, 0, 2, 71],
                            "note": "archived",
                        },
                    ],
                },
            ),
        ),
    ),
    Component(
        "Match card",
        "_match",
        (
            *tuple(
                Case(
                    state,
                    {
                        "state": state,
                        "title": "Round 2",
                        "sides": _SIDES,
                        "when": when,
                        "scenario": "Skirmish",
                        "actions": actions,
                    },
                )
                for state, when, actions in (
                    (
                        "scheduled",
                        "Thu 5 March, 20:00 your time",
                        [
                            {"label": "Play it here", "url": "#play", "kind": "main", "icon": "sword"},
                            {"label": "Report", "url": "#report", "icon": "quill"},
                        ],
                    ),
                    ("played_here", "Thu 5 March", [{"label": "Replay", "url": "#replay", "icon": "play"}]),
                    (
                        "reported",
                        "Thu 5 March",
                        [
                            {"label": "Agree", "name": "agree", "value": "1", "kind": "main", "icon": "tick"},
                            {"label": "Not so", "name": "agree", "value": "0"},
                        ],
                    ),
                    ("agreed", "Thu 5 March", [{"label": "Aftermath", "url": "#aftermath"}]),
                    (
                        "disputed",
                        "Thu 5 March",
                        [{"label": "Agree", "id": "m-agree", "why": "The arbitrator decides."}],
                    ),
                )
            ),
            Case("bye", {"state": "bye", "title": "Round 3", "sides": _SIDES[:1]}),
        ),
    ),
    Component(
        "Chronicle entry",
        "_chronicle_entry",
        (
            Case(
                "plain",
                {
                    "title": "The Rat Tithe won at the chapel",
                    "text": "They drove off the Broken Lanterns in turn 6; Skrit put two men out of action.",
                    "when": "Thu 5 March, 20:00",
                    "when_iso": "2026-03-05T20:00",
                    "url": "#chapel",
                    "provenance": {"kind": "rolled", "detail": ""},
                },
            ),
            Case(
                "turning point, in character",
                {
                    "title": "Otto fell",
                    "text": "He went back for the lantern. Nobody had told him it was empty.",
                    "when": "Thu 5 March, 21:10",
                    "in_character": True,
                    "pivotal": True,
                },
            ),
        ),
        wrap="chronicle",
    ),
    Component(
        "Notice",
        "_notice",
        tuple(
            Case(kind, {"kind": kind, "text": text})
            for kind, text in (
                ("ok", "The Broken Lanterns are founded."),
                ("info", "Kept 30 days for this browser. Sign up to keep it for good."),
                ("warn", "The league closes on Sunday."),
                ("bad", "The file holds no roster."),
            )
        ),
    ),
    Component(
        "Empty state",
        "_empty",
        (
            Case(
                "no battles",
                {
                    "text": "No battles yet. Play one against the bot now; it takes about 15 minutes.",
                    "label": "Play a battle now",
                    "url": "#play",
                    "icon": "sword",
                },
            ),
            Case("stash", {"text": "The stash is empty. Kit of the fallen and finds come here.", "ornament": "key"}),
        ),
    ),
    Component(
        "Progress",
        "_progress",
        (
            Case("counting", {"id": "pr-a", "text": "Checking dice, 140 of 312.", "done": 140, "total": 312}),
            Case("waiting its turn", {"id": "pr-b", "text": "Waiting for 2 other jobs."}),
        ),
    ),
    Component(
        "Refusal",
        "_refusal",
        (
            Case(
                "plain",
                {
                    "refusal": Refusal(
                        "no_gold",
                        "Anna cannot buy the crossbow: the price is 25 gc and 18 are left. Sell a shard, or leave it.",
                    )
                },
            ),
            Case(
                "with rule and ways out",
                {
                    "refusal": Refusal(
                        "stood_up",
                        "Otto cannot charge: Otto stood up this turn.",
                        rule_id="MV-CHG-02",
                        remedies=[Fix("Walk to the door instead", "/play/"), Fix("Shoot Skrit", "shoot")],
                    ),
                    "rule_url": "#rule",
                },
            ),
            Case(
                "with fields",
                {
                    "refusal": Refusal(
                        "wrong_form",
                        "The warband was not founded.",
                        fields={"name": ["The name has 45 letters; 40 fit on the sheet."]},
                    )
                },
            ),
        ),
    ),
)
