"""Samples of buttons, fields and other controls."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from mordheim_site.look.samples.shapes import Case, Component


class SampleForm(forms.Form):
    """One field of each kind that pages use."""

    name = forms.CharField(label=_("Name of the warband"), max_length=40, help_text=_("As shown in the league."))
    warband_type = forms.ChoiceField(
        label=_("Warband type"),
        choices=[("reiklanders", "Reiklanders"), ("skaven", "Skaven")],
        widget=forms.RadioSelect,
    )
    table = forms.ChoiceField(label=_("Table"), choices=[("small", "24 by 24 inches"), ("large", "48 by 48 inches")])
    notes = forms.CharField(label=_("Notes"), widget=forms.Textarea(attrs={"rows": 3}), required=False)
    is_public = forms.BooleanField(label=_("Anyone can read the roster"), required=False)


def _fields(form: forms.Form) -> dict[str, Any]:
    return {name: {"field": form[name]} for name in form.fields}


_FRESH = _fields(SampleForm(auto_id="fresh_%s"))


_REFUSED = _fields(SampleForm({"warband_type": "orcs", "table": "small"}, auto_id="refused_%s"))


def _buttons() -> tuple[Case, ...]:
    cases = [
        Case(kind, {"label": label, "kind": kind, "type": "button", "icon": glyph})
        for kind, label, glyph in (
            ("main", "Found the Broken Lanterns", "banner"),
            ("plain", "Suggested band", "people"),
            ("quiet", "Leave it", ""),
            ("danger", "Delete the warband", "bin"),
        )
    ]
    for look in ("is-hover", "is-focus", "is-pressed"):
        for kind in ("main", "plain"):
            cases.append(
                Case(f"{kind}, {look[3:]}", {"label": "Charge Skrit", "kind": kind, "type": "button", "extra": look})
            )
    cases.append(Case("busy", {"label": "Seal the aftermath", "kind": "main", "type": "button", "busy": True}))
    cases.append(
        Case(
            "not now",
            {
                "label": "Charge Skrit",
                "id": "b-charge",
                "why": "Otto cannot charge: he stood up this turn. [MV-CHG-02]",
            },
        )
    )
    cases.append(Case("link", {"label": "Open the league", "url": "#league", "icon": "map"}))
    cases.append(
        Case("big", {"label": "Play a battle now", "kind": "main", "type": "button", "big": True, "icon": "sword"})
    )
    return tuple(cases)


CONTROLS: tuple[Component, ...] = (
    Component("Button", "_button", _buttons()),
    Component(
        "Field of a form",
        "_field",
        tuple(Case(f"{name}, fresh", context) for name, context in _FRESH.items())
        + tuple(Case(f"{name}, refused", context) for name, context in _REFUSED.items()),
    ),
    Component(
        "Field of plain values",
        "_input",
        (
            Case("fresh", {"id": "i-name", "label": "Name", "value": "", "hint": "As the league will read it."}),
            Case("filled", {"id": "i-name2", "label": "Name", "value": "The Broken Lanterns", "optional": True}),
            Case(
                "refused",
                {
                    "id": "i-name3",
                    "label": "Name",
                    "value": "x" * 45,
                    "errors": ["The name has 45 letters; 40 fit on the sheet."],
                },
            ),
            Case("read only", {"id": "i-name4", "label": "Seed", "value": "20261121", "readonly": True}),
        ),
    ),
    Component(
        "Select",
        "_select",
        (
            Case(
                "fresh",
                {
                    "id": "s-table",
                    "label": "Table",
                    "options": [
                        {"value": "a", "label": "Market square"},
                        {"value": "b", "label": "Harbour", "chosen": True},
                    ],
                },
            ),
            Case(
                "refused",
                {
                    "id": "s-table2",
                    "label": "Table",
                    "options": [{"value": "", "label": "Choose a table"}],
                    "errors": ["Choose a table first."],
                },
            ),
        ),
    ),
    Component(
        "Stepper",
        "_stepper",
        (
            Case(
                "fresh",
                {"id": "st-a", "label": "Henchmen in the group", "value": 3, "min": 1, "max": 5, "unit": "of 5"},
            ),
            Case(
                "refused",
                {
                    "id": "st-b",
                    "label": "Henchmen in the group",
                    "value": 6,
                    "min": 1,
                    "max": 5,
                    "errors": ["A group has at most five; this asks for six. Start a second group."],
                },
            ),
        ),
    ),
    Component(
        "Chips",
        "_chips",
        (
            Case(
                "links",
                {
                    "label": "Show",
                    "chips": [
                        {"label": "All", "url": "#all", "chosen": True},
                        {"label": "Heroes", "url": "#heroes"},
                        {"label": "Henchmen", "url": "#henchmen"},
                    ],
                },
            ),
            Case(
                "one of",
                {
                    "label": "Result",
                    "name": "result",
                    "chips": [
                        {"label": "The Broken Lanterns won", "value": "b", "chosen": True},
                        {"label": "The Rat Tithe won", "value": "r"},
                        {"label": "Draw", "value": "d"},
                    ],
                },
            ),
            Case(
                "many of, one not allowed",
                {
                    "label": "The usual kit",
                    "name": "kit",
                    "many": True,
                    "chips": [
                        {"label": "Sword", "note": "10 gc", "value": "sword"},
                        {"label": "Shield", "note": "5 gc", "value": "shield", "chosen": True},
                        {"label": "Crossbow", "why": "25 gc, 18 are left"},
                    ],
                },
            ),
        ),
    ),
    Component(
        "Search picker",
        "_picker",
        (
            Case(
                "with answers",
                {
                    "id": "pk-a",
                    "label": "Find a warband type",
                    "url": "#pk",
                    "query": "",
                    "groups": [
                        {
                            "label": "Rulebook",
                            "options": [
                                {
                                    "label": "Reiklanders",
                                    "note": "3 to 15 models, 500 gc",
                                    "url": "#r",
                                    "icon": "banner",
                                },
                                {"label": "Skaven", "note": "3 to 20 models, 500 gc", "url": "#s", "icon": "banner"},
                            ],
                        }
                    ],
                    "count": "2 of 8 shown",
                },
            ),
            Case(
                "buttons, one not allowed",
                {
                    "id": "pk-b",
                    "label": "Find kit",
                    "url": "#pk",
                    "query": "bow",
                    "groups": [
                        {
                            "label": "Missile weapons",
                            "options": [
                                {"label": "Bow", "end": "10 gc", "name": "item", "value": "bow"},
                                {"label": "Longbow", "end": "15 gc", "why": "Not on the list of this warrior."},
                            ],
                        }
                    ],
                    "count": "2 found",
                },
            ),
            Case(
                "no answer",
                {
                    "id": "pk-c",
                    "label": "Find kit",
                    "url": "#pk",
                    "query": "zweihander",
                    "groups": [],
                    "count": "Nothing has this name. Try a shorter word.",
                },
            ),
        ),
    ),
    Component(
        "Undo bar",
        "_undo",
        (
            Case(
                "after a purchase",
                {
                    "sentence": "Bought a sword for Otto, 10 gc.",
                    "url": "#undo",
                    "what": "sword for Otto",
                    "key": "sample",
                },
            ),
        ),
    ),
    Component(
        "Dialog",
        "_dialog",
        (
            Case(
                "deletion",
                {
                    "id": "d-delete",
                    "shown": True,
                    "title": "Delete the Broken Lanterns?",
                    "text": "The roster goes; the 6 battles stay in the league with its name.",
                    "url": "#delete",
                    "confirm": "Delete the warband",
                    "keep": "Keep it",
                    "keep_url": "#keep",
                    "key": "sample",
                },
            ),
            Case(
                "sealing",
                {
                    "id": "d-seal",
                    "shown": True,
                    "title": "Seal the aftermath?",
                    "text": "Rolls become part of the ledger. You can unseal until the next battle.",
                    "url": "#seal",
                    "confirm": "Seal it",
                    "keep": "Look again",
                    "keep_url": "#look",
                    "kind": "main",
                    "icon": "seal",
                    "key": "sample",
                },
            ),
        ),
    ),
    Component(
        "Term",
        "_term",
        (
            Case(
                "in a sentence",
                {
                    "id": "t-down",
                    "word": "knocked down",
                    "meaning": "On the ground: crawls 2 inches and is hit without a roll.",
                    "differences": [{"ruleset": "gazette", "text": "may not crawl."}],
                    "rule_id": "IN-KD-01",
                    "page": "Rulebook, page 34",
                    "url": "#rule",
                    "report_url": "#report",
                },
            ),
        ),
    ),
)
