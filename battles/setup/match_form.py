"""The form to start a league match. It only asks for the table; the campaign sets the rest."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from battles.core.custom_scenarios import table_side_of
from battles.setup.forms import DENSITIES, ScenarioSelect, scenario_choices, scenario_notes
from battles.setup.table_choice import table_chosen, tables_open_to
from battles.tables import library
from campaigns.matches.bot_players import BOTS
from campaigns.matches.turn_clocks import NONE, clock_choices
from catalogue.custom_packs.library import Pins

AMOUNTS = {library.NO_PIECES: _("None"), "few": _("A few"), "many": _("Many")}


class MatchForm(forms.Form):
    """A standard table, or the size and density of generated ruins."""

    table = forms.ChoiceField(label=_("Table"), required=False, widget=forms.RadioSelect)
    size_in = forms.TypedChoiceField(
        label=_("Size of the table"),
        coerce=int,
        choices=[(size, _("%(n)d by %(n)d inches") % {"n": size}) for size in library.SIZES_IN],
        initial=library.SIZE_IN,
        required=False,
        empty_value=None,
    )
    density = forms.ChoiceField(
        label=_("Ruins"),
        choices=[(code, DENSITIES.get(code, code)) for code in library.DENSITIES],
        initial=library.DENSITY,
        required=False,
    )

    pack = forms.ChoiceField(
        label=_("Pieces of the terrain pack"),
        choices=[(code, AMOUNTS[code]) for code in library.PACK_AMOUNTS],
        initial=library.NO_PIECES,
        required=False,
        help_text=_("Special pieces among the ruins. They are active because of the league's house rules."),
    )

    clock = forms.ChoiceField(label=_("Turn clock"), choices=clock_choices, initial=NONE, required=False)

    bot = forms.ChoiceField(
        label=_("Which bot plays for the missing player?"), choices=list(BOTS.items()), required=False
    )

    scenario = forms.ChoiceField(
        label=_("Scenario (map)"),
        required=False,
        widget=ScenarioSelect,
        help_text=_("Your map lets you choose the scenario. If you do not use it now, it is saved for a later battle."),
    )

    def __init__(
        self,
        *args: Any,
        user_id: int | None = None,
        has_pack: bool = False,
        has_map: bool = False,
        has_clock: bool = True,
        has_bot: bool = False,
        pins: Pins | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if has_map:
            self.fields["scenario"].choices = [("", _("As planned")), *scenario_choices(pins)]  # type: ignore[attr-defined]
            self.fields["scenario"].widget.notes = scenario_notes(pins)  # type: ignore[attr-defined]
        else:
            del self.fields["scenario"]
        if not has_bot:
            del self.fields["bot"]
        if not has_clock:
            del self.fields["clock"]
        if not has_pack:
            del self.fields["pack"]
        self.user_id = user_id
        self.tables = tables_open_to(user_id)
        ready = [(table.code, table.name) for table in self.tables]
        self.fields["table"].choices = [("", _("Ruins generated for this battle")), *ready]  # type: ignore[attr-defined]

    def chosen(self, seed: str, scenario: str = "") -> library.ChosenTable:
        """The chosen table. Generated ruins use `seed`, and have the size that a custom scenario needs."""
        data = self.cleaned_data
        return table_chosen(
            user_id=self.user_id,
            code=data["table"],
            seed=seed,
            density=data["density"] or library.DENSITY,
            size_in=table_side_of(data.get("scenario") or scenario) or data["size_in"] or library.SIZE_IN,
            pack=data.get("pack") or library.NO_PIECES,
        )
