"""How kinds of facts are shown to readers: names, addresses, icons, order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.urls import get_script_prefix, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class KindPage:
    """Names and address of one kind."""

    kind: str
    slug: str
    singular: str | Promise
    plural: str | Promise
    lede: str | Promise


_PAGES: Final = (
    KindPage(
        "warband_types",
        "warbands",
        _("Warband"),
        _("Warbands"),
        _("The printed lists from which a warband can be founded."),
    ),
    KindPage(
        "warrior_types", "warriors", _("Warrior"), _("Warriors"), _("Entries of all lists, hired swords and animals.")
    ),
    KindPage("items", "items", _("Item"), _("Items"), _("Weapons, armour and everything else that can be bought.")),
    KindPage("skills", "skills", _("Skill"), _("Skills"), _("Skills that warriors can learn, by list.")),
    KindPage("spells", "spells", _("Spell"), _("Spells"), _("Spells and prayers with their difficulty.")),
    KindPage("mutations", "mutations", _("Mutation"), _("Mutations"), _("Gifts of Chaos and their price.")),
    KindPage("rules", "special-rules", _("Special rule"), _("Special rules"), _("Special rules of lists and entries.")),
    KindPage("scenarios", "scenarios", _("Scenario"), _("Scenarios"), _("Scenarios of battles.")),
    KindPage(
        "injuries",
        "injuries",
        _("Serious injury"),
        _("Serious injuries"),
        _("Results of the D66 roll for a Hero taken out of action."),
    ),
    KindPage("exploration", "exploration", _("Location"), _("Exploration"), _("Places found in the ruins.")),
    KindPage("advances", "advances", _("Advance"), _("Advances"), _("Results of the advance rolls.")),
    KindPage(
        "replaced_tables",
        "campaign-tables",
        _("Campaign table"),
        _("Campaign tables"),
        _("Shards, sales, casualties and ranks: the numbers of a campaign, which custom packs may replace."),
    ),
    KindPage("races", "races", _("Race"), _("Maximum characteristics"), _("Maximum characteristics of each race.")),
    KindPage(
        "equipment_lists", "equipment", _("Equipment list"), _("Equipment lists"), _("Prices on the equipment lists.")
    ),
    KindPage(
        "skill_lists",
        "skill-lists",
        _("Skill list"),
        _("Skill lists"),
        _("Lists of skills and the warriors who may use them."),
    ),
    KindPage(
        "spell_lists",
        "spell-lists",
        _("Spell list"),
        _("Spell lists"),
        _("Lists of magic and the warriors who cast from them."),
    ),
    KindPage("charts", "charts", _("Chart"), _("Charts"), _("Battle tables and differences between printings.")),
)

KIND_PAGES: Final[dict[str, KindPage]] = {page.kind: page for page in _PAGES}
SLUGS: Final[dict[str, str]] = {page.slug: page.kind for page in _PAGES}


def page_of(kind: str, code: str) -> str:
    """The address of a fact's page."""
    return _address(get_script_prefix(), kind, code)


@lru_cache(maxsize=8192)
def _address(prefix: str, kind: str, code: str) -> str:
    return reverse("catalogue:fact", args=[KIND_PAGES[kind].slug, code])


def list_page_of(kind: str) -> str:
    """The address of the page that lists a kind."""
    return reverse("catalogue:kind", args=[KIND_PAGES[kind].slug])


BADGES: Final = {1: "printed", 2: "1b", 3: "1c"}
"""The mark on the provenance badge, by the tier of the source."""
