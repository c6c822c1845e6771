"""The actions that a user may take on a match now. Pages, the API and the services use it. Rule: LG-RESULT-01"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Viewer:
    """A user looking at a match: `user_id` is None for a visitor, `runs_it` is true for an arbitrator."""

    user_id: int | None
    runs_it: bool = False

    def speaks_for(self, player_id: int | None) -> bool:
        """Whether the user controls a warband: players control their own, arbitrators the non-player warbands."""
        if player_id is None:
            return self.runs_it
        return self.user_id is not None and player_id == self.user_id


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match as plain values: the players of its sides (None for a non-player warband), who reported it, and which
    sides have agreed to the report."""

    status: str
    is_bye: bool
    players: tuple[int | None, ...]
    reported_by: int | None
    campaign_is_open: bool
    how: str = ""
    agreed: tuple[bool, ...] = ()
    has_date: bool = False
    has_scenario: bool = False
    has_rolled_scenario: bool = False
    is_solo: bool = False
    """Part of a solo campaign: matches between two non-player warbands are played by a job."""
    stand_ins: tuple[bool, ...] = ()
    """Whether a bot plays for the player of each side."""
    is_challenge: bool = False
    """Whether the match is a challenge by its first side that has not become a series."""


REPORTABLE = ("planned", "reported", "disputed")


def is_in(facts: MatchFacts, asker: Viewer) -> bool:
    """Whether the user controls a side."""
    return any(asker.speaks_for(player) for player in facts.players)


def speaks_for_all(facts: MatchFacts, asker: Viewer) -> bool:
    """Whether the user controls all sides, so that a report counts immediately."""
    return all(asker.speaks_for(player) for player in facts.players)


def may_agree(facts: MatchFacts, asker: Viewer) -> bool:
    """Whether the user controls a side other than the reporter's, and has not confirmed yet."""
    if facts.status != "reported" or not is_in(facts, asker):
        return False
    if facts.reported_by == asker.user_id:
        return speaks_for_all(facts, asker)
    has_agreed = facts.agreed or (False,) * len(facts.players)
    return any(
        asker.speaks_for(player) and not agreed for player, agreed in zip(facts.players, has_agreed, strict=True)
    )


def may_decline(facts: MatchFacts, asker: Viewer) -> bool:
    """Whether the user was challenged, and may still say no. The challenger cannot decline."""
    if not facts.is_challenge or facts.status != "planned" or not facts.players:
        return False
    challenger, *challenged = facts.players
    return not asker.speaks_for(challenger) and any(asker.speaks_for(player) for player in challenged)


def available_actions(facts: MatchFacts, asker: Viewer) -> tuple[str, ...]:
    """Codes of the available actions, the most likely first: agree, dispute, play, report, take_back, date, scenario,
    draw (roll the scenario), rsvp (once there is a date), decline (a challenge), stand_in (let a bot play for a missing
    player, or end that), rule, cancel."""
    if facts.is_bye or facts.status == "void" or asker.user_id is None:
        return ()
    found = []
    plays_itself = facts.is_solo and not any(player is not None for player in facts.players)
    inside = is_in(facts, asker) and not plays_itself
    if may_agree(facts, asker):
        found += ["agree", "dispute"]
    if inside and facts.campaign_is_open and facts.status in ("planned", "playing"):
        found.append("play")
    if inside and facts.campaign_is_open and facts.status in REPORTABLE:
        found.append("report")
    if facts.status == "reported" and facts.reported_by == asker.user_id:
        found.append("take_back")
    if facts.status == "planned" and (inside or asker.runs_it):
        found.append("date")
        found += _about_scenario(facts)
    if facts.status == "planned" and facts.has_date and inside:
        found.append("rsvp")
    if may_decline(facts, asker):
        found.append("decline")
    if facts.status == "planned" and (has_own_stand_in(facts, asker) or (asker.runs_it and not facts.is_solo)):
        found.append("stand_in")
    if asker.runs_it:
        found.append("rule")
        if facts.status != "agreed":
            found.append("cancel")
    return tuple(found)


def has_own_stand_in(facts: MatchFacts, asker: Viewer) -> bool:
    """Whether a bot plays for this user, who can end that."""
    stand_ins = facts.stand_ins or (False,) * len(facts.players)
    return any(
        has_stand_in and player == asker.user_id for player, has_stand_in in zip(facts.players, stand_ins, strict=True)
    )


def _about_scenario(facts: MatchFacts) -> list[str]:
    """Actions on the scenario: it can be rolled once, and chosen until a roll has set one. Rule: LG-SCEN-01"""
    if facts.has_rolled_scenario:
        return [] if facts.has_scenario else ["scenario"]
    return ["scenario", "draw"]


def waits_for(facts: MatchFacts, asker: Viewer) -> bool:
    """Whether the match waits for this user's answer."""
    return may_agree(facts, asker) or (facts.status == "disputed" and asker.runs_it)
