"""Every phrase of the chronicle. Frequent events have several. Placeholders in braces are names or counts.
`PHRASES[shape]` is a tuple of lazy phrases; `sentences.py` chooses the shape of an event."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Sentence

PHRASES: Final[dict[str, tuple[Sentence, ...]]] = {
    "campaign_created": (
        _("{actor} lit the first lantern and called the warbands together. {campaign} begins."),
        _("Word went out through the ruined streets: {actor} is looking for warbands. {campaign} begins."),
        _("{actor} nailed a notice to the broken gate, and {campaign} began."),
    ),
    "house_rules_changed": (_("{actor} changed the house rules, from the next battle on: {rules}."),),
    "packs_changed": (_("{actor} changed the packs in use: {packs}."),),
    "campaign_changed": (_("{actor} changed the settings: {fields}."),),
    "campaign_paused": (
        _("{actor} called a halt. Blades stay sheathed until further notice."),
        _("A truce for now: {actor} paused the league."),
    ),
    "campaign_running": (
        _("The truce is over: {actor} opened the league again."),
        _("{actor} gave the word, and the warbands went back into the ruins."),
    ),
    "campaign_closed": (
        _("The last torches are out: {actor} closed the league."),
        _("It is over. {actor} closed the league, and the survivors count what they carried home."),
    ),
    "final_first": (
        _("{first} lead the final standings with {points} points."),
        _("No warband did better than {first}, with {points} points."),
    ),
    "final_second": (_("Behind them: {second}."), _("{second} came closest.")),
    "warband_joined": (
        _("{warband} came through the gate, led by {actor}."),
        _("A new banner in the streets: {actor} brings {warband}."),
        _("{actor} and {warband} have thrown in their lot with the others."),
        _("{warband} pitched camp among the ruins, and {actor} leads them."),
    ),
    "warband_joined_unplayed": (
        _("{warband} prowl the ruins on nobody's behalf but their own."),
        _("{warband} were seen near the old quarter. No player leads them."),
    ),
    "warband_withdrew": (
        _("{warband} packed up and left the city to the others."),
        _("{warband} will not be seen here again. Their battles stay on record."),
    ),
    "campaign_paused_why": (
        _("{actor} called a halt: “{reason}”. Blades stay sheathed until further notice."),
        _("A truce for now. {actor} paused the league and gave the reason: “{reason}”."),
    ),
    "clock_stopped": (_("{actor} stopped the clock of {one} against {other}: “{reason}”."),),
    "clock_given": (_("{actor} gave {warband} more time in {one} against {other}: “{reason}”."),),
    "arbitrator_left": (_("The arbitrator left the site; {person} runs the league from now on."),),
    "arbitrator_replaced": (_("The arbitrator had been away for a month; {person} became the arbitrator."),),
    "role_given": (_("{person} is {role} from now on, by {actor}'s word."),),
    "rounds_planned": (
        _("{actor} planned the pairings: {count} rounds, from round {first} on."),
        _("The pairings are out. {count} rounds lie ahead, beginning with round {first}."),
    ),
    "one_round_planned": (_("{actor} planned round {first}."), _("The pairings of round {first} are out.")),
    "match_arranged": (
        _("{one} sent a challenge to {other}."),
        _("{one} and {other} have a quarrel to settle."),
        _("The gauntlet is thrown: {one} will face {other}."),
    ),
    "result_disputed": (
        _("{one} and {other} report different results of the same battle. The arbitrator will hear both."),
        _("Who won when {one} met {other} is in dispute."),
    ),
    "match_voided": (
        _("{one} and {other} will not meet after all."),
        _("{one} and {other} never met; the match was cancelled."),
    ),
    "match_declined": (
        _("{other} declined a challenge from {one}."),
        _("{one} threw down the gauntlet, and {other} left it lying."),
    ),
    "win": (
        _("{winner} beat {loser}."),
        _("{winner} held the street against {loser}."),
        _("{loser} gave ground, and {winner} kept it."),
        _("{winner} sent {loser} back to their camp."),
        _("The day belonged to {winner}; {loser} withdrew."),
        _("{winner} had the better of {loser}."),
    ),
    "win_by_far": (
        _("{winner} swept {loser} out of the ruins."),
        _("It was no contest: {winner} broke {loser} and hardly paid for it."),
        _("{loser} ran into {winner} and came out with gaps in every rank."),
        _("{winner} left {loser} with more wounded than standing."),
    ),
    "many_win": (
        _("{winner} stood alone at the end of it, over {loser}."),
        _("{loser} all wanted the same street; {winner} has it."),
        _("When the smoke cleared, {winner} were left, and {loser} were not."),
    ),
    "many_allies": (
        _("{winner} fought side by side, and {loser} made way for them."),
        _("Together {winner} were too many for {loser}."),
    ),
    "many_share": (
        _("{winner} share the day; {loser} have no part in it."),
        _("Nothing was settled between {winner}. {loser} came off worse."),
    ),
    "many_draw": (
        _("{winner} met, and no side had the better of it."),
        _("All of them came for it and none of them got it: {winner} parted without a winner."),
    ),
    "win_dearly": (
        _("{winner} beat {loser}, and paid more for it than the losers did."),
        _("A costly day: {winner} won against {loser} with the longer list of wounded."),
        _("{winner} took the ground from {loser} despite heavy losses."),
    ),
    "win_unbloodied": (
        _("{winner} drove off {loser} before anyone was hurt."),
        _("{loser} lost heart and left the field to {winner}, with no one hurt."),
    ),
    "win_upset": (
        _("Nobody had money on them, and yet {winner} beat {loser}."),
        _("{winner} looked like the weaker side. {loser} know better now."),
        _("Against all expectations {winner} overcame {loser}."),
    ),
    "draw": (
        _("{winner} and {loser} fought to a standstill."),
        _("Neither {winner} nor {loser} would yield; dusk parted them."),
        _("{winner} met {loser}, and both claim the day. The book calls it a draw."),
    ),
    "both_lost": (
        _("{one} lost {one_lost}, {other} lost {other_lost} out of action."),
        _("Out of action: {one_lost} of {one}, {other_lost} of {other}."),
        _("The surgeons counted {one_lost} from {one} and {other_lost} from {other}."),
    ),
    "one_lost": (
        _("{hurt} had {count} out of action, the other side none."),
        _("Only {hurt} had wounded to carry: {count}."),
    ),
    "new_leader": (
        _("With that {leader} take the lead in the standings."),
        _("{leader} lead the standings now."),
        _("That puts {leader} on top."),
    ),
    "ruled": (
        _("{actor} heard both sides and decided it. The reason: {reason}"),
        _("The arbitrator's word settled it: {reason}"),
    ),
    "battle_played": (
        _("{one} and {other} fought it out on the board."),
        _("Dice fell and blood followed: {one} against {other}."),
    ),
    "battle_played_alone": (_("{warband} fought a battle on the board."),),
    "aftermath_done": (
        _("{warband} buried what had to be buried and searched the ruins."),
        _("Back in camp {warband} counted heads and finds."),
        _("{warband} treated the wounded and went looking for wyrdstone."),
    ),
    "aftermath_reverted": (_("{actor} reverted the aftermath of {one} against {other}: {reason}"),),
    "aftermath_corrected": (_("{actor} corrected a roster after {one} against {other}: {reason}"),),
    "aftermath_finds": (_("They came home with {finds}."), _("The search brought {finds}.")),
    "warrior_died": (
        _("{warrior} of {warband} is dead."),
        _("{warband} will miss {warrior}, who did not come back."),
        _("They carried {warrior} out feet first; {warband} raised a cairn."),
    ),
    "warrior_died_by": (
        _("{warrior} of {warband} fell to {killer}."),
        _("{killer} ended the road of {warrior}, of {warband}."),
    ),
    "advance_taken": (
        _("{warrior} of {warband} has learned from the battle: {gained}."),
        _("What did not kill {warrior} of {warband} brought new strength: {gained}."),
    ),
    "award_given": (
        _("{actor} honours {warband}: {title}."),
        _("{title} goes to {warband}, by {actor}'s word."),
    ),
    "painted_confirmed": (
        _("{warband} stand painted to the last buckle; {actor} has seen it."),
        _("{actor} looked {warband} over: painted, every one of them."),
    ),
    "award_reason": (_("The reason: {reason}."), _("For this: {reason}.")),
    "deal_agreed": (
        _("{one} and {other} shook hands on a deal."),
        _("Goods changed hands between {one} and {other}, and both call it fair."),
        _("{one} and {other} met under a lantern and traded."),
    ),
    "deal_ransom": (
        _("{one} and {other} agreed on the price of a captive."),
        _("A captive goes home: {one} and {other} made a deal."),
    ),
    "alliance_made": (
        _("{one} and {other} swore to stand together."),
        _("From now on {one} and {other} share a fire."),
    ),
    "alliance_ended": (
        _("{one} and {other} go their own ways again."),
        _("The pact between {one} and {other} is broken."),
    ),
    "district_taken": (
        _("{warband} planted their banner in {district}."),
        _("{district} belongs to {warband} now."),
        _("{warband} hold {district}."),
    ),
    "district_taken_from": (
        _("{warband} took {district} from {loser}."),
        _("{loser} lost {district} to {warband}."),
    ),
    "income_paid": (
        _("Those who hold the city collected their dues: {gold} gc from {count} districts."),
        _("The collectors went round. {count} districts paid {gold} gc."),
    ),
    "faction_joined": (
        _("{warband} took up the cause of {faction}."),
        _("{warband} fight for {faction} from now on."),
    ),
    "post_report": (
        _("{actor} wrote a battle report: {title}."),
        _("{actor} reports on the battle in {title}."),
    ),
    "post_news": (_("{actor} posted news: {title}."), _("News from {actor}: {title}.")),
    "advance_taken_plain": (_("{warrior} of {warband} has grown with experience."),),
}
