"""The badge with the ruleset of a battle, which links to a page with the differences."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from battles.models import Battle
from campaigns.house_rules.text import Difference, battle_differences
from campaigns.matches.bot_players import BOT_SWITCH
from catalogue.rules.rulesets import ruleset_words


@dataclass(frozen=True, slots=True)
class RulesetBadge:
    """`url` is the page with the differences: for the players, the rules page of their campaign, otherwise the rules of
    play. `house_rules` are those that act in this battle."""

    name: str
    about: str
    url: str
    house_rules: tuple[Difference, ...] = ()


def ruleset_badge(battle: Battle, *, plays: bool) -> RulesetBadge:
    """The badge for a reader. `plays` is whether they play in this battle or only watch it."""
    ruleset = ruleset_words(battle.ruleset)
    name, url = str(ruleset.name), f"{reverse('catalogue:rules')}?ruleset={ruleset.code}"
    match = battle.match
    if match is not None and match.campaign.house_rules.keys() - {BOT_SWITCH}:
        name = _("%(ruleset)s with house rules") % {"ruleset": name}
    if match is not None and plays:
        url = reverse("campaigns:rules", args=[match.campaign.slug])
    return RulesetBadge(name, str(ruleset.about), url, tuple(battle_differences(battle.options)))
