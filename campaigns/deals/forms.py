"""The form for an offer: what each side gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.deals.rules import MOST_GOLD, MOST_SHARDS, DealGoods, Thing
from campaigns.deals.selectors import Captive, StashLine


class DealForm(forms.Form):
    """What each side gives: gold, shards, a number of items of each equipment line, captives."""

    note = forms.CharField(label=_("Message to the other side"), max_length=300, required=False, strip=True)

    def __init__(
        self,
        *args: Any,
        ours: Sequence[StashLine],
        theirs: Sequence[StashLine],
        our_captives: Sequence[Captive],
        their_captives: Sequence[Captive],
        asked_for: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._kit = {"give": ours, "take": theirs}
        self._captives = {"give": our_captives, "take": their_captives}
        for side in ("give", "take"):
            self.fields[f"{side}_gold"] = forms.IntegerField(
                label=_("Gold crowns"), min_value=0, max_value=MOST_GOLD, required=False
            )
            self.fields[f"{side}_shards"] = forms.IntegerField(
                label=_("Shards"), min_value=0, max_value=MOST_SHARDS, required=False
            )
            for line in self._kit[side]:
                self.fields[f"{side}_{line.key}"] = forms.IntegerField(
                    label=_("%(name)s (of %(count)d)") % {"name": line.name, "count": line.count},
                    min_value=0,
                    max_value=line.count,
                    required=False,
                )
            for captive in self._captives[side]:
                self.fields[f"{side}_{captive.key}"] = forms.BooleanField(
                    label=_("%(name)s, a captive of %(owner)s")
                    % {"name": captive.name, "owner": captive.owner.warband.name},
                    required=False,
                    initial=captive.key == asked_for,
                )

    def fields_of(self, side: str) -> list[forms.BoundField]:
        """The fields of a side, "give" or "take"."""
        return [self[name] for name in self.fields if name.startswith(f"{side}_")]

    @property
    def sides(self) -> list[tuple[str, list[forms.BoundField]]]:
        """("give" or "take", its form fields) for both sides of the deal."""
        return [("give", self.fields_of("give")), ("take", self.fields_of("take"))]

    def lot(self, side: str) -> DealGoods:
        """The goods entered for that side."""
        data = self.cleaned_data
        kit = [Thing(line.key, line.name, data[f"{side}_{line.key}"] or 0) for line in self._kit[side]]
        return DealGoods(
            data[f"{side}_gold"] or 0,
            data[f"{side}_shards"] or 0,
            tuple(line for line in kit if line.count),
            tuple(
                Thing(captive.key, captive.name) for captive in self._captives[side] if data[f"{side}_{captive.key}"]
            ),
        )
