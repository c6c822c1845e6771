"""Names of lasting effects on a model: effects of terrain, and others that have a name of their own."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from battles.engine.steps.magic.phase import SPELLS

WORDS = {
    "terrain:slow": _("slowed by the ground"),
    "terrain:daunted": _("intimidated by this place"),
    "terrain:stupidity": _("confused by this place"),
    "terrain:stubborn": _("stubborn here"),
    "terrain:poisoned_blows": _("poisoned attacks here"),
    "terrain:regeneration": _("regenerates here on a 6"),
    "terrain:burning_magic": _("flaming and magical attacks here"),
    "terrain:frenzy": _("frenzied here"),
    "terrain:hatred": _("hates all enemies here"),
    "terrain:doomed": _("wounded more easily here"),
    "terrain:channelling": _("casts spells more easily here"),
    "terrain:second_try": _("may retry a failed spell here"),
    "terrain:magic_resistance": _("harder to affect with spells here"),
    "terrain:sure_of_hand": _("hits more easily here"),
    "terrain:immune_to_psychology": _("immune to fear here"),
    "terrain:unbreakable": _("unbreakable here"),
    "terrain:fear": _("causes fear here"),
    "terrain:hallowed": _("half Initiative at the bulwark"),
    "terrain:cursed_wards": _("may re-roll ward saves here"),
    "river:poison": _("poisoned attacks after wading"),
    "river:fear": _("causes fear after wading"),
    "river:stupidity": _("confused by the well"),
    "river:unbreakable": _("unbreakable from the well"),
    "light:ward": _("hard to hit in the light"),
    "light:speed": _("faster in the light"),
    "light:battle": _("braver in the light"),
    "light:timewarp": _("doubled Movement in the light"),
    "portal:soulblight": _("weakened by the portal"),
    "portal:wildform": _("strengthened by the portal"),
    "portal:rust": _("rusted armour"),
    "portal:speed": _("made faster by the portal"),
    "sphynx:devastating_charge": _("one extra attack when charging"),
    "sphynx:heroic_killing_blow": _("can strike killing blows"),
    "sphynx:loremaster": _("knows every spell of its list"),
    "tower:loremaster": _("knows every spell of its list now"),
    "idol:urge": _("urged on by the idol"),
    "ruins:tried": _("has used the ruins this turn"),
    "brewhouse:stays": _("stays with the ale this turn"),
    "brewhouse:goes": _("may leave the brewhouse this turn"),
    "inside:new": _("has just entered"),
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
    """The name of the effect as the page shows it."""
    known = WORDS.get(code)
    if known is not None:
        return str(known)
    if code in SPELLS:
        return SPELLS[code].name
    return code.partition(":")[2].replace("_", " ") or code.replace("_", " ")
