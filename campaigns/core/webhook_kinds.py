"""The events that a webhook can subscribe to, with their names."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Sentence

KINDS: Final[dict[str, Sentence]] = {
    "match_played": _("a result is confirmed"),
    "result_ruled": _("a result is decided"),
    "rounds_planned": _("rounds are planned"),
    "match_arranged": _("a challenge is sent"),
    "warrior_died": _("a warrior dies"),
    "district_taken": _("a district is taken"),
    "warband_joined": _("a warband joins"),
    "post_published": _("news is posted"),
    "campaign_closed": _("the league is closed"),
}
