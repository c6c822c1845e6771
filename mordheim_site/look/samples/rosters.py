"""Samples of roster components: badges, states, statlines, warriors, gold and rating."""

from typing import Any

from mordheim_site.look.samples.shapes import Case, Component

_PLAIN = [
    {"value": 4},
    {"value": 3},
    {"value": 3},
    {"value": 3},
    {"value": 3},
    {"value": 1},
    {"value": 3},
    {"value": 1},
    {"value": 7},
]


_CHANGED = [
    {"value": 4},
    {"value": 5, "was": 4, "why": "advance after the third battle"},
    {"value": 4},
    {"value": 3},
    {"value": 3},
    {"value": 1},
    {"value": 3, "was": 4, "why": "old battle wound"},
    {"value": 1},
    {"value": 8},
]


_CAPTAIN = {
    "name": "Otto Brandt",
    "kind_line": "Captain, hero",
    "url": "#otto",
    "crest": "oxblood/bend/lantern/O",
    "kit": [
        {"label": "Sword", "icon": "sword"},
        {"label": "Dagger", "icon": "sword"},
        {"label": "Light armour", "icon": "shield"},
    ],
    "stats": [{"values": _CHANGED}],
    "experience": {"points": 22, "lines": [2, 4, 6, 8, 11, 14, 17, 20, 24, 28]},
}


def _actions() -> list[dict[str, str]]:
    return [
        {"label": "Kit", "url": "#kit", "icon": "chest"},
        {"label": "Record", "url": "#record", "icon": "scroll"},
        {"label": "Odds", "url": "#odds", "icon": "dice"},
    ]


def _warrior(title: str, *states: tuple[str, str], **changes: Any) -> Case:
    marks = [{"code": code, "detail": detail} for code, detail in states]
    return Case(title, {**_CAPTAIN, "states": marks, "actions": _actions(), **changes})


ROSTERS: tuple[Component, ...] = (
    Component(
        "Provenance badge",
        "_provenance",
        tuple(
            Case(kind, {"kind": kind, "detail": detail})
            for kind, detail in (
                ("printed", "rulebook, page 71"),
                ("1a", ""),
                ("1b", ""),
                ("1c", ""),
                ("2a", ""),
                ("house", "start gold 600"),
                ("arbitrator", "3 March, +1 experience, missed in round 2"),
                ("typed", ""),
                ("rolled", ""),
                ("own", "Harbour tales"),
            )
        ),
    ),
    Component(
        "State",
        "_state",
        tuple(
            Case(code, {"code": code})
            for code in (
                "ok",
                "warn",
                "bad",
                "info",
                "healthy",
                "advance",
                "misses",
                "captured",
                "dead",
                "retired",
                "over",
                "draft",
                "archived",
                "open",
                "running",
                "paused",
                "closed",
                "scheduled",
                "live",
                "your_turn",
                "their_turn",
                "played_here",
                "played_tabletop",
                "reported",
                "agreed",
                "disputed",
                "bye",
                "queued",
                "failed",
                "standing",
                "knocked_down",
                "stunned",
                "out",
                "fleeing",
                "hidden",
            )
        ),
    ),
    Component(
        "Statline",
        "_statline",
        (
            Case("one warrior", {"rows": [{"values": _PLAIN}]}),
            Case("changed values", {"rows": [{"values": _CHANGED}]}),
            Case(
                "several",
                {
                    "caption": "Heroes",
                    "rows": [{"name": "Otto Brandt", "values": _CHANGED}, {"name": "Anna Voss", "values": _PLAIN}],
                },
            ),
        ),
    ),
    Component(
        "Warrior row",
        "_warrior_row",
        (
            _warrior("healthy", ("healthy", "")),
            _warrior("advance due", ("advance", "1")),
            _warrior("misses the next battle", ("misses", "")),
            _warrior("captured", ("captured", "by the Rat Tithe")),
            _warrior("dead", ("dead", "battle of the chapel")),
            _warrior("over a limit", ("over", "two heavy armours"), note="Give one of them back to the stash."),
            _warrior("draft", ("draft", "")),
            _warrior(
                "henchman group",
                ("healthy", ""),
                name="The Wharf Rats",
                kind_line="Warriors, henchman group",
                headcount=4,
                crest="",
                stats=[{"values": _PLAIN}],
                experience={"points": 3, "lines": [2, 5, 9, 14]},
            ),
        ),
    ),
    Component(
        "Legality strip",
        "_legality",
        (
            Case("legal", {"id": "l-a", "state": "legal", "summary": "10 of 15 models, 5 of 6 heroes, 37 gc left."}),
            Case(
                "not yet",
                {
                    "id": "l-b",
                    "state": "not_yet",
                    "summary": "2 things are missing.",
                    "breaches": [
                        {
                            "sentence": "A leader is needed.",
                            "rule_id": "RO-LEAD-01",
                            "label": "Add a captain",
                            "url": "#add",
                        },
                        {
                            "sentence": "Anna holds three weapons; two fit.",
                            "rule_id": "RO-SLOT-02",
                            "label": "Take the axe away",
                            "url": "#axe",
                        },
                    ],
                },
            ),
            Case(
                "breaks a house rule",
                {
                    "id": "l-c",
                    "state": "house",
                    "summary": "Legal by the book; the league allows no hired swords before round 3.",
                    "breaches": [{"sentence": "Rolf the ogre bodyguard.", "label": "Dismiss Rolf", "url": "#rolf"}],
                },
            ),
        ),
    ),
    Component(
        "Gold tally",
        "_gold",
        (
            Case(
                "with gold left",
                {
                    "parts": [
                        {"label": "Treasury", "amount": 37},
                        {"label": "Spent", "amount": 463},
                        {"label": "Wyrdstone", "amount": 2, "unit": "shards"},
                    ]
                },
            ),
            Case(
                "too much spent",
                {
                    "parts": [{"label": "Treasury", "amount": -12}, {"label": "Spent", "amount": 512}],
                    "overspent": "12 gc are missing",
                },
            ),
        ),
    ),
    Component(
        "Rating breakdown",
        "_rating",
        (
            Case("closed", {"total": 87, "parts": []}),
            Case(
                "open",
                {
                    "total": 87,
                    "open": True,
                    "parts": [
                        {"label": "Warriors", "count": 10, "each": 5, "sum": 50},
                        {"label": "Experience", "count": 37, "each": 1, "sum": 37},
                    ],
                },
            ),
        ),
    ),
)
