"""Sentences for the facts that the engine notes beside its events, by their code."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

NOTED = {
    "nobody_can_move": _("Nobody of %(who)s is left to move."),
    "nobody_shoots": _("Nobody can shoot: the phase is passed over."),
    "nobody_fights": _("Nobody is in combat: the phase is passed over."),
    "charge_declared": _("%(who)s declares a charge at %(whom)s."),
    "charge_fails": _("The charge of %(who)s comes to nothing."),
    "intercepts": _("%(who)s intercepts %(whom)s."),
    "dares_not_intercept": _("%(who)s does not dare to step in."),
    "critical": _("A critical hit by %(who)s on %(whom)s: %(detail)s."),
    "parried": _("%(who)s parries."),
    "dodged": _("%(who)s dodges."),
    "saved": _("%(who)s is saved."),
    "rerolled": _("%(who)s rolls again."),
    "no_test_needed": _("%(who)s needs no test."),
    "poisoned": _("%(whom)s is poisoned."),
    "killing_blow": _("%(who)s strikes a killing blow at %(whom)s."),
    "finished": _("%(who)s finishes %(whom)s on the ground."),
    "disarmed": _("%(who)s is disarmed."),
    "breaks": _("%(who)s breaks and runs."),
    "holds": _("%(who)s holds."),
    "runs_on": _("%(who)s runs on."),
    "rally_barred": _("%(who)s cannot rally with the enemy so near."),
    "leadership_lent": _("%(who)s takes heart from %(whom)s."),
    "left_the_table": _("%(who)s leaves the table."),
    "target_is_gone": _("The target of %(who)s is gone."),
    "picked_up": _("%(who)s picks something up."),
    "dropped": _("%(who)s drops what was carried."),
    "found_chest": _("%(who)s finds the chest."),
    "lucky": _("%(who)s is lucky."),
    "stands_gaping": _("%(who)s stands gaping and does nothing."),
    "thrown": _("%(who)s is thrown from the saddle."),
    "flees_from_charge": _("%(who)s flees from the charge."),
    "stumbles_over_the_edge": _("%(who)s stumbles over the edge."),
    "jump_too_far": _("The jump of %(who)s falls short."),
    "forest_feeds": _("%(detail)s feeds on the magic."),
    "forest_walks": _("%(detail)s walks off."),
    "forest_stays": _("%(detail)s cannot get away."),
    "bathed_in_light": _("The river bathes %(who)s in light: %(detail)s."),
    "idol_urges_on": _("The idol urges %(who)s on."),
    "assault_abandoned": _("%(who)s gives up the assault to fight %(whom)s."),
    "sallies_out": _("The garrison sallies out."),
}
"""`%(who)s`, `%(whom)s` and `%(detail)s` are filled in. A code without a sentence is told by its own words."""
