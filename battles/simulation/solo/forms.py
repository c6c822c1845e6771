"""The form to start a solo campaign."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from battles.setup.forms import RULESETS, army_of
from battles.simulation.solo.services import OPPONENTS, USUAL_OPPONENTS
from campaigns.core.selectors import free_warbands_of
from campaigns.matches import bot_players
from catalogue.packs.installed import book
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET

WARBANDS: Final = 30
"""How many of the player's own warbands the form offers."""


class SoloForm(forms.Form):
    """Everything has a default: a suggested warband, three opponents, and the tactician."""

    army = forms.ChoiceField(
        label=_("Your warband"),
        required=False,
        help_text=_("One of your founded warbands that is not in a league, or a suggested warband."),
    )
    opponents = forms.TypedChoiceField(
        label=_("Opponents"),
        coerce=int,
        choices=[(number, str(number)) for number in range(OPPONENTS[0], OPPONENTS[1] + 1)],
        initial=USUAL_OPPONENTS,
        help_text=_("Each has its own warband of a different list, which grows as yours does."),
    )
    bot = forms.ChoiceField(
        label=_("Strength of the bots"),
        choices=list(bot_players.BOTS.items()),
        initial=bot_players.USUAL_BOT,
    )
    ruleset = forms.ChoiceField(label=_("Ruleset"), choices=RULESETS, initial=DEFAULT_RULESET)
    name = forms.CharField(label=_("Name"), max_length=80, strip=True, initial=_("Solo campaign"), required=False)

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        free = free_warbands_of(user.pk)[:WARBANDS] if user is not None else []
        own = [(f"own:{warband.public_id}", warband.name) for warband in free]
        listed = sorted(book().warband_types.items(), key=lambda row: row[1].name)
        groups: list[tuple[str, Any]] = [("", _("A suggested warband, any list"))]
        if own:
            groups.append((str(_("Your warbands")), own))
        groups.append((str(_("Suggested")), [(f"list:{code}", kind.name) for code, kind in listed]))
        self.fields["army"].choices = groups  # type: ignore[attr-defined]

    def values(self) -> dict[str, object]:
        """The fields of the operation."""
        data = self.cleaned_data
        army = army_of(data["army"])
        chosen = {name: data[name] for name in ("name", "opponents", "bot", "ruleset")}
        return {**chosen, "warband": army.warband, "warband_type": army.warband_type}
