"""The form that adds a scenario to a draft: what most scenarios need; the text can express more.

It checks shape only; the resulting text is checked for the board like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from catalogue.custom_packs.scenarios.rules import CODE_LENGTH

PLACES: Final = (
    ("edge", _("Along one table edge")),
    ("any_edges", _("Along all table edges")),
    ("random_edge", _("Along an edge decided by a roll")),
    ("quarter", _("In a quarter of the table")),
    ("away", _("Anywhere, but away from the enemy")),
    ("objective", _("In or near the objective in the middle")),
    ("scattered", _("Scattered, with some arriving later")),
)
AIMS: Final = (
    ("", _("Drive off the other side")),
    ("counters", _("Pick up wyrdstone counters")),
    ("carried", _("Keep the shards that both sides carry")),
    ("buildings", _("Hold buildings")),
    ("majority", _("Hold the objective in the middle")),
    ("through", _("Reach the far edge")),
    ("leave", _("Leave the table by the far edge")),
    ("chest", _("Find the chest and carry it off the table")),
)
BARRED: Final = (
    ("wizards", _("Wizards")),
    ("cavalry", _("Riders")),
    ("monsters", _("Monsters")),
    ("chariots", _("Chariots")),
    ("flyers", _("Flyers")),
    ("hired_swords", _("Hired swords")),
    ("dramatis_personae", _("Dramatis personae")),
)
DEEDS: Final = {
    "counters": ("carries_counter", _("For each counter carried at the end.")),
    "buildings": ("holds_most_buildings", _("The leader of the side that holds the most buildings.")),
    "through": ("breaks_through", _("Every warrior who gets through.")),
    "leave": ("first_to_escape", _("The first warrior who leaves by the far edge.")),
    "chest": ("finds_chest", _("The hero who finds the chest.")),
}
_OTHER: Final = re.compile(r"[^a-z0-9]+")


class ScenarioForm(forms.Form):
    """One scenario."""

    name = forms.CharField(label=_("Name"), max_length=80)
    summary = forms.CharField(label=_("Description"), max_length=300, required=False)
    has_attacker = forms.BooleanField(
        label=_("One side attacks, the other defends"),
        required=False,
        help_text=_("Without it both sides have the same task, and a roll decides who sets up first."),
    )
    attacker_is = forms.ChoiceField(
        label=_("Attacker"),
        required=False,
        choices=[
            ("", _("The winner of a roll chooses")),
            ("larger", _("The side with more warriors")),
            ("smaller", _("The side with fewer warriors")),
        ],
    )
    first_place = forms.ChoiceField(
        label=_("Deployment of the attacker, or of the side that sets up first"), choices=PLACES, initial="edge"
    )
    first_distance = forms.IntegerField(label=_("Distance in inches"), min_value=2, max_value=18, initial=8)
    second_place = forms.ChoiceField(label=_("Deployment of the other side"), choices=PLACES, initial="edge")
    second_distance = forms.IntegerField(
        label=_("Distance in inches (other side)"), min_value=2, max_value=18, initial=8
    )
    aim = forms.ChoiceField(label=_("Objective"), choices=AIMS, required=False)
    amount = forms.IntegerField(
        label=_("Number"),
        min_value=0,
        max_value=12,
        required=False,
        help_text=_(
            "Counters and buildings: this number plus a D3. The far edge: how many must reach it. The chest: "
            "what a search needs on 2D6. The middle: inches around it."
        ),
    )
    deed = forms.IntegerField(
        label=_("Experience for the objective"),
        min_value=0,
        max_value=5,
        initial=1,
        required=False,
        help_text=_("Surviving, leading the winners and taking out an enemy earn one point each as usual."),
    )
    turn_limit = forms.IntegerField(label=_("Last turn"), min_value=1, max_value=50, required=False)
    win_at_limit = forms.ChoiceField(
        label=_("Winner when the turns are over"),
        required=False,
        choices=[
            ("", _("According to the objective")),
            ("both", _("The higher score")),
            ("attacker", _("The attacker")),
            ("defender", _("The defender")),
        ],
    )
    rout_checks = forms.BooleanField(label=_("Sides take rout tests"), required=False, initial=True)
    models = forms.IntegerField(label=_("Maximum models per side"), min_value=1, max_value=60, required=False)
    rating = forms.IntegerField(label=_("Maximum rating per side"), min_value=10, max_value=2000, required=False)
    barred = forms.MultipleChoiceField(
        label=_("Excluded warriors"), choices=BARRED, required=False, widget=forms.CheckboxSelectMultiple
    )
    table_side = forms.ChoiceField(
        label=_("Generated ruins"),
        required=False,
        choices=[("", _("Any size")), *((str(n), f"{n}″ × {n}″") for n in (24, 30, 36, 48))],
    )
    story = forms.MultipleChoiceField(
        label=_("Type of story"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[("hunt", _("Hunt for a monster")), ("lord_and_few", _("A lord and a few against many"))],
    )
    table_rolls = forms.TypedMultipleChoiceField(
        label=_("Results of 2D6 in leagues"),
        required=False,
        coerce=int,
        choices=[(n, str(n)) for n in range(2, 13)],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("A league that uses this pack plays this scenario on these results, instead of the printed one."),
    )
    objective = forms.CharField(
        label=_("Objective in your own words"), max_length=600, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    special = forms.CharField(
        label=_("Further rules"),
        max_length=600,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def record(self, taken: set[str], code: str = "") -> dict[str, Any]:
        """The scenario as a record of a pack file. Without a `code`, one is made from its name that is not in
        `taken`."""
        data = self.cleaned_data
        found: dict[str, Any] = {"code": code or code_of(data["name"], taken), "name": data["name"]}
        if data["summary"]:
            found["summary"] = data["summary"]
        if data["table_rolls"]:
            found["table_rolls"] = data["table_rolls"]
        found["has_attacker"] = data["has_attacker"]
        if not data["rout_checks"]:
            found["rout_checks"] = False
        if data["turn_limit"]:
            found["turn_limit"] = data["turn_limit"]
        found |= {name: data[name] for name in ("objective", "special") if data[name]}
        found["effects"] = [*self._places(), *self._aim(), *self._limits()]
        found["experience"] = list(self._experience())
        found["rewards"] = list(self._rewards())
        return {name: value for name, value in found.items() if value != []}

    def _places(self) -> Iterator[dict[str, Any]]:
        data = self.cleaned_data
        roles = ("attacker", "defender") if data["has_attacker"] else ("first", "second")
        rows = [(roles[0], data["first_place"], data["first_distance"])]
        rows.append((roles[1], data["second_place"], data["second_distance"]))
        late = ("away",)
        early = ("objective", "scattered")
        if data["has_attacker"] and (rows[1][1] in early or rows[0][1] in late):
            rows.reverse()
        if rows[0][1:] == rows[1][1:] and rows[0][1] in ("edge", "quarter"):
            rows = [("both", *rows[0][1:])]
        for side, place, distance in rows:
            yield from _place(side, place, distance)
        if data["has_attacker"] and data["attacker_is"]:
            yield {"code": "attacker_is", "who": data["attacker_is"]}

    def _aim(self) -> Iterator[dict[str, Any]]:
        data = self.cleaned_data
        aim, many, side = data["aim"], data["amount"], "attacker" if data["has_attacker"] else "both"
        if aim == "counters":
            yield {"code": "wyrdstone_counters", "dice": "D3", "plus": many or 0, "edge_distance": 8, "apart": 5}
        elif aim == "carried":
            yield {"code": "carried_shards", "dice": "D3"}
        elif aim == "buildings":
            yield {"code": "occupy_buildings", "dice": "D3", "plus": many or 0}
        elif aim == "majority":
            yield {"code": "win_by_majority", "side": side, "distance": many or 6}
        elif aim == "through":
            yield {"code": "win_by_reaching_edge", "side": side, "amount": many or 2, "distance": 2}
        elif aim == "leave":
            yield {"code": "win_by_leaving", "side": side}
        elif aim == "chest":
            yield {"code": "search_buildings", "dice": "2D6", "needs": many or 12, "last_always": True}
            yield {"code": "carry_chest", "win_by_own_edge": True}
        if data["win_at_limit"]:
            yield {"code": "win_at_limit", "side": data["win_at_limit"]}

    def _limits(self) -> Iterator[dict[str, Any]]:
        data = self.cleaned_data
        if data["models"]:
            yield {"code": "at_most", "kind": "models", "amount": data["models"]}
        for kind in data["barred"]:
            yield {"code": "at_most", "kind": kind, "amount": 0}
        if data["rating"]:
            yield {"code": "rating_at_most", "amount": data["rating"]}
        if data["table_side"]:
            yield {"code": "table_side", "amount": int(data["table_side"])}
        for tag in data["story"]:
            yield {"code": "story", "tag": tag}

    def _experience(self) -> Iterator[dict[str, Any]]:
        data = self.cleaned_data
        yield {"reason": "survives", "amount": 1, "summary": str(_("Every warrior who survives."))}
        yield {
            "reason": "winning_leader",
            "amount": 1,
            "heroes_only": True,
            "summary": str(_("The leader of the winning side.")),
        }
        yield {
            "reason": "enemy_out_of_action",
            "amount": 1,
            "heroes_only": True,
            "per": True,
            "summary": str(_("A hero, for each enemy taken out of action.")),
        }
        deed = DEEDS.get(data["aim"])
        if deed is not None and data["deed"]:
            row: dict[str, Any] = {"reason": deed[0], "amount": data["deed"], "summary": str(deed[1])}
            yield {**row, "per": True} if data["aim"] == "counters" else row

    def _rewards(self) -> Iterator[dict[str, Any]]:
        aim = self.cleaned_data["aim"]
        if aim == "counters":
            shard = {"code": "gain_shards_per", "per": "counter", "amount": 1}
            yield {"summary": str(_("A shard for each counter held at the end.")), "effects": [shard]}
        elif aim == "carried":
            carried = {"code": "gain_carried_shards", "lost_per_own_hero": 1, "won_per_enemy_hero": 1}
            yield {"summary": str(_("Shards carried, minus losses, plus rewards.")), "effects": [carried]}
        elif aim == "majority":
            inside = {"code": "gain_shards_per", "per": "hero_in_objective", "amount": 1, "maximum": 3}
            yield {"summary": str(_("A shard for each hero in the objective.")), "effects": [inside]}
        elif aim == "chest":
            yield {"summary": str(_("The contents of the chest.")), "effects": [{"code": "gain_gold", "dice": "3D6"}]}


def _place(side: str, place: str, distance: int) -> Iterator[dict[str, Any]]:
    if place in ("edge", "any_edges", "random_edge"):
        row: dict[str, Any] = {"code": "deploy_edge", "side": side, "distance": distance}
        yield row if place == "edge" else {**row, place: True}
    elif place == "quarter":
        yield {"code": "deploy_quarter", "side": side}
    elif place == "away":
        yield {"code": "deploy_away", "side": side, "distance": distance}
    elif place == "objective":
        yield {"code": "deploy_near_objective", "side": side, "distance": distance}
    else:
        yield {"code": "deploy_scattered", "side": side, "needs": 4, "distance": distance}
        yield {"code": "reinforcements", "side": side, "needs": 4, "from_turn": 2}


def code_of(name: str, taken: set[str]) -> str:
    """A code for a name: its letters, shortened, with a number added if the code is taken."""
    plain = _OTHER.sub("_", name.lower()).strip("_")
    stem = (plain if plain[:1].isalpha() and plain[:1].isascii() else f"scenario_{plain}").strip("_")[: CODE_LENGTH - 4]
    stem = stem.removeprefix("own_") or "scenario"
    found, number = stem, 1
    while found in taken:
        number += 1
        found = f"{stem}_{number}"
    return found
