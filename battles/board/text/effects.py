"""What lasts on a model, in words: the effects that terrain leaves, and the others by their own names."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from battles.engine.steps.magic.phase import SPELLS

WORDS = {
    "terrain:slow": _("slowed by the ground"),
    "terrain:daunted": _("daunted by the place"),
    "terrain:stupidity": _("befuddled by the place"),
    "terrain:stubborn": _("stubborn here"),
    "terrain:poisoned_blows": _("poisoned blows here"),
    "terrain:regeneration": _("regenerates here on a 6"),
    "terrain:burning_magic": _("flaming and magical attacks here"),
    "terrain:frenzy": _("frenzied by the place"),
    "terrain:hatred": _("hates everybody here"),
    "terrain:doomed": _("wounded more easily here"),
    "terrain:channelling": _("casts better here"),
    "terrain:second_try": _("may cast a failed spell again here"),
    "terrain:magic_resistance": _("harder to enchant here"),
    "terrain:sure_of_hand": _("hits better here"),
    "terrain:immune_to_psychology": _("fears nothing here"),
    "terrain:unbreakable": _("unbreakable here"),
    "terrain:fear": _("causes fear here"),
    "terrain:hallowed": _("half Initiative beside the bulwark"),
    "terrain:cursed_wards": _("wards are rolled again here"),
    "river:poison": _("poisoned attacks after wading"),
    "river:fear": _("causes fear after wading"),
    "river:stupidity": _("befuddled by the well"),
    "river:unbreakable": _("unbreakable since the well"),
    "light:ward": _("hard to hit in the light"),
    "light:speed": _("quick in the light"),
    "light:battle": _("brave in the light"),
    "light:timewarp": _("twice as fast in the light"),
    "portal:soulblight": _("weakened by the portal"),
    "portal:wildform": _("strengthened by the portal"),
    "portal:rust": _("rusted armour"),
    "portal:speed": _("quickened by the portal"),
    "sphynx:devastating_charge": _("strikes once more in a charge"),
    "sphynx:heroic_killing_blow": _("deals killing blows"),
    "sphynx:loremaster": _("knows every spell of its list"),
    "tower:loremaster": _("knows every spell of its list now"),
    "idol:urge": _("urged on by the idol"),
    "ruins:tried": _("has used the ruins this turn"),
    "brewhouse:stays": _("stays for the ale this turn"),
    "brewhouse:goes": _("may leave the brewhouse this turn"),
    "inside:new": _("has just gone in"),
    "hill:uphill": _("charged downhill"),
    "as:bat_form": _("in the shape of a bat"),
    "as:giant_wolf_form": _("in the shape of a giant wolf"),
    "as:ratswarm_form": _("a swarm of rats"),
    "as:mist_form": _("a cloud of mist"),
    "as:call_of_ulric": _("in the shape of a wolf of Ulric"),
    "caught_in_light": _("held by a statue of light"),
    "sotecs_skill": _("Sotec's blessing of skill"),
    "sotecs_hide": _("Sotec's blessing of hide"),
    "sotecs_speed": _("Sotec's blessing of speed"),
}


def words_of(code: str) -> str:
    """An effect as the page tells it."""
    known = WORDS.get(code)
    if known is not None:
        return str(known)
    if code in SPELLS:
        return SPELLS[code].name
    return code.partition(":")[2].replace("_", " ") or code.replace("_", " ")
