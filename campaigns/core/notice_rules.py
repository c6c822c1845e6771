"""Rules for notices: which event is sent to whom, with which text. Rule: LG-TELL-01"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from campaigns.core.event_data import EventData
from campaigns.core.names import versus
from mordheim_site.refusals import Sentence

KINDS: Final[dict[str, Sentence]] = {
    "answer": gettext_lazy("A result or an offer needs my answer"),
    "decide": gettext_lazy("A result needs my decision as arbitrator"),
    "result": gettext_lazy("A result of my warband counts"),
    "match": gettext_lazy("A match, a date or a challenge of mine"),
    "reminder": gettext_lazy("A match of mine is tomorrow"),
    "battle": gettext_lazy("It is my turn in a battle played over several days"),
    "league": gettext_lazy("News of a league I am in"),
    "comment": gettext_lazy("Someone comments on my posts or matches"),
}
"""Kinds of notices that users can turn on and off, by code."""

PLAYERS: Final = "players"
RUNNERS: Final = "runners"
ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class NoticeRule:
    """Who gets a notice: `to` is the players of the sides named in the event, the arbitrators, or all members, never
    the user who caused it. `page` and `part` are its link target: a match, the deals, or the league itself."""

    kind: str
    to: str
    page: str = "match"


NOTICE_RULES: Final[dict[str, NoticeRule]] = {
    "result_reported": NoticeRule("answer", PLAYERS),
    "result_disputed": NoticeRule("decide", RUNNERS),
    "match_played": NoticeRule("result", PLAYERS),
    "result_ruled": NoticeRule("result", PLAYERS),
    "match_arranged": NoticeRule("match", PLAYERS),
    "match_dated": NoticeRule("match", PLAYERS),
    "match_answered": NoticeRule("match", PLAYERS),
    "match_voided": NoticeRule("match", PLAYERS),
    "match_declined": NoticeRule("match", PLAYERS),
    "stand_in_allowed": NoticeRule("match", PLAYERS),
    "stand_in_ended": NoticeRule("match", PLAYERS),
    "rounds_planned": NoticeRule("match", ALL, "matches"),
    "deal_offered": NoticeRule("answer", PLAYERS, "deals"),
    "deal_agreed": NoticeRule("answer", PLAYERS, "deals"),
    "deal_declined": NoticeRule("answer", PLAYERS, "deals"),
    "alliance_proposed": NoticeRule("answer", PLAYERS, "deals"),
    "alliance_made": NoticeRule("answer", PLAYERS, "deals"),
    "alliance_ended": NoticeRule("answer", PLAYERS, "deals"),
    "warband_joined": NoticeRule("decide", RUNNERS, "people"),
    "takeover_asked": NoticeRule("decide", RUNNERS, "dashboard"),
    "house_rules_changed": NoticeRule("league", ALL, "rules"),
    "packs_changed": NoticeRule("league", ALL, "rules"),
    "arbitrator_replaced": NoticeRule("league", ALL, "people"),
    "clock_ruled": NoticeRule("match", PLAYERS),
    "aftermath_reverted": NoticeRule("league", ALL),
    "aftermath_corrected": NoticeRule("league", ALL),
    "campaign_paused": NoticeRule("league", ALL, "home"),
    "campaign_running": NoticeRule("league", ALL, "home"),
    "campaign_closed": NoticeRule("league", ALL, "home"),
    "award_given": NoticeRule("league", PLAYERS, "statistics"),
    "income_paid": NoticeRule("league", ALL, "city"),
    "post_published": NoticeRule("league", ALL, "post"),
    "comment_written": NoticeRule("comment", PLAYERS, "post"),
}


def sentence(event: str, data: EventData, actor: str, names: list[str]) -> str:
    """The text of an inbox line. `names` are the warbands in the event; `actor` is the user who caused it, "" for the
    site."""
    actor_name = actor or _("The site")
    match = versus(names) if names else _("a match")
    words = {
        "who": actor_name,
        "match": match,
        "first": data.first,
        "count": data.count,
        "title": data.title or data.title_given,
        "warband": data.warband,
        "gold": data.gold_gc,
        "reason": data.reason,
        "person": data.person,
    }
    return (_WORDS[event] % words)[:400].rstrip()


class _Words(dict[str, Sentence]):
    """Phrases by kind of event. Each is translated when it is used, into the current language."""


_WORDS: Final = _Words(
    result_reported=gettext_lazy("%(who)s reported the result of %(match)s. Confirm or reject it."),
    result_disputed=gettext_lazy("%(match)s: the two sides disagree. You decide."),
    match_played=gettext_lazy("%(match)s: the result counts."),
    result_ruled=gettext_lazy("%(match)s: %(who)s decided the result."),
    match_arranged=gettext_lazy("A challenge: %(match)s."),
    match_dated=gettext_lazy("%(match)s has a new date."),
    match_answered=gettext_lazy("%(who)s has answered for %(match)s."),
    match_voided=gettext_lazy("%(match)s was cancelled."),
    match_declined=gettext_lazy("%(who)s declined the challenge: %(match)s. %(reason)s"),
    stand_in_allowed=gettext_lazy("%(match)s: a bot may play for %(warband)s if the match is played on the board."),
    stand_in_ended=gettext_lazy("%(match)s: %(warband)s will be played by their own player again."),
    rounds_planned=ngettext_lazy(
        "%(who)s planned round %(first)s.", "%(who)s planned %(count)s rounds, from round %(first)s on.", "count"
    ),
    deal_offered=gettext_lazy("%(who)s offers a deal: %(match)s."),
    deal_agreed=gettext_lazy("A deal is completed: %(match)s."),
    deal_declined=gettext_lazy("%(who)s declined a deal: %(match)s."),
    alliance_proposed=gettext_lazy("%(who)s proposes a pact: %(match)s."),
    alliance_made=gettext_lazy("A pact is agreed: %(match)s."),
    alliance_ended=gettext_lazy("A pact has ended: %(match)s."),
    warband_joined=gettext_lazy("%(warband)s joined."),
    takeover_asked=gettext_lazy("%(who)s asks to run the league, because no arbitrator has been active for a month."),
    house_rules_changed=gettext_lazy("%(who)s changed the house rules, from the next battle on."),
    packs_changed=gettext_lazy("%(who)s changed the packs in use."),
    arbitrator_replaced=gettext_lazy("%(person)s is the arbitrator from now on."),
    clock_ruled=gettext_lazy("%(match)s: %(who)s made a decision about the clock. The reason: %(reason)s"),
    aftermath_reverted=gettext_lazy("%(match)s: %(who)s reverted the aftermath. The reason: %(reason)s"),
    aftermath_corrected=gettext_lazy("%(match)s: %(who)s corrected a roster after the battle. The reason: %(reason)s"),
    campaign_paused=gettext_lazy("%(who)s paused the league. The reason: %(reason)s"),
    campaign_running=gettext_lazy("%(who)s reopened the league."),
    campaign_closed=gettext_lazy("%(who)s closed the league. The standings are final."),
    award_given=gettext_lazy("%(warband)s received an award: %(title)s."),
    income_paid=gettext_lazy("The districts paid %(gold)s gc."),
    post_published=gettext_lazy("%(who)s wrote: %(title)s."),
    comment_written=gettext_lazy("%(who)s commented on %(title)s."),
)
