"""Advice for authors of scenarios, from the guidelines of the skirmish ruleset.

The advice never prevents a battle. Rules: SCN-COUNT-01 to SCN-TABLE-01, WB-POINTS-01
"""

from __future__ import annotations

from battles.engine.scenarios.checks import Remark, table_size
from battles.engine.scenarios.custom.forces import WORDS
from battles.engine.scenarios.custom.plan import Plan
from battles.engine.sentences import say

PLENTY = 15
"""Number of models per side above which the author gets a remark. Rule: SCN-COUNT-01"""
NOT_ON_FOOT = ("cavalry", "chariots", "flyers")


def remarks_on_plan(plan: Plan) -> list[Remark]:
    """Every remark about a valid plan, in the order of the rules."""
    found: list[Remark] = []
    most = plan.at_most.get("models")
    if most is None or most > PLENTY:
        found.append(
            Remark(
                "SCN-COUNT-01",
                say(
                    "About a dozen models per side make a good battle, and {most} are enough: set a limit of models.",
                    most=PLENTY,
                ),
            )
        )
    unfit = [*NOT_ON_FOOT, *(() if "hunt" in plan.tags else ("monsters",))]
    open_to = [WORDS[kind] for kind in unfit if plan.at_most.get(kind, 1)]
    if open_to:
        found.append(
            Remark(
                "SCN-TYPE-01",
                say("A skirmish is for models on foot; this scenario is open to {kinds}.", kinds=", ".join(open_to)),
            )
        )
    if "lord_and_few" not in plan.tags and plan.at_most.get("dramatis_personae", 1):
        found.append(
            Remark(
                "SCN-CORE-01",
                "One famous character outweighs a warband of ordinary warriors: exclude dramatis personae, or choose "
                "the story of a lord and a few against many.",
            )
        )
    if plan.at_most.get("wizards", 2) > 1:
        found.append(Remark("SCN-MAGIC-01", "One wizard per side is enough; no wizards at all is better."))
    found.append(Remark("SCN-BANNER-01", "Leave banners and musicians at home; champions are welcome."))
    if plan.roles or len(set(plan.places.values())) > 1:
        found.append(
            Remark(
                "SCN-SWAP-01",
                "The sides have different tasks: for a fair contest, play the scenario twice and swap sides.",
            )
        )
    usual = table_size(2)[0] // 100
    if plan.table_side and plan.table_side != usual:
        found.append(
            Remark(
                "SCN-TABLE-01",
                say(
                    "The usual table is {usual} by {usual} inches; this one has {side}.",
                    usual=usual,
                    side=plan.table_side,
                ),
            )
        )
    if not plan.rating_at_most:
        found.append(Remark("WB-POINTS-01", "No force size is set: a rating limit makes the sides even."))
    return found
