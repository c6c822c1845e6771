"""Planning of rounds of every kind, in one service with one lock and one event. The pairing methods are in the other
modules of this package."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from campaigns.core.arbitrators import locked_for_arbitrator
from campaigns.core.event_data import EventData
from campaigns.core.events import earlier_submission, record
from campaigns.core.refusals import (
    CampaignNotRunning,
    DateInThePast,
    DateTooFar,
    TieWithoutWinner,
    TooFewWarbands,
    TooManyMatches,
    TooManySides,
    TournamentOver,
    TwoSidesOnly,
)
from campaigns.matches import knockout, series
from campaigns.matches.rows import MOST_MATCHES, Pair, new_matches
from campaigns.models import Campaign, Entry, Match, MatchSide, MatchStatus, Round, RoundKind
from campaigns.rounds import groups as rounds_groups
from campaigns.rounds import swiss
from campaigns.rounds.pairing import round_robin
from campaigns.standings.ladder import rung_pairs
from campaigns.standings.ladder_selectors import ladder_of
from campaigns.standings.outcomes import MOST_SIDES
from campaigns.standings.selectors import standings_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The requested plan. With `rounds` 0, the kind decides how many. `sides` (2 to 6) warbands meet in a match, or
    fewer if they do not divide evenly. `best_of` is 1, 3 or 5. `groups` and `through` are for groups and the finals
    after them."""

    kind: str = RoundKind.ROUND_ROBIN
    rounds: int = 0
    sides: int = 2
    first_day: date | None = None
    days: int = 7
    best_of: int = 1
    groups: int = 2
    through: int = 2


@dataclass(frozen=True, slots=True)
class Drawn:
    """One paired round: its name, and its pairs with the group of each."""

    pairs: Sequence[Pair]
    name: str = ""
    groups: Sequence[str] = ()


@transaction.atomic
def plan(*, campaign_id: int, actor_id: int, now: datetime, asked: Plan, source_key: str = "") -> list[Round]:
    """Plan rounds after the existing ones. A second call with the same `source_key` changes nothing.

    Raises NotTheArbitrator, CampaignNotRunning, TooFewWarbands, TooManyMatches, TooManySides, TwoSidesOnly; for a
    knock-out also TieWithoutWinner while a pairing of its last round is open, and TournamentOver after the final; for
    dates DateInThePast and DateTooFar.  Rule: LG-PAIR-01 to LG-PAIR-09
    """
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    earlier = earlier_submission(campaign, source_key)
    if earlier is not None:
        first, count = earlier.first, earlier.count
        return list(campaign.rounds.filter(number__gte=first, number__lt=first + count))
    if not campaign.is_open:
        raise CampaignNotRunning
    if not 2 <= asked.sides <= MOST_SIDES:
        raise TooManySides
    if asked.sides > 2 and asked.kind in BY_TWOS:
        raise TwoSidesOnly
    entries = list(campaign.entries.filter(withdrawn_at__isnull=True).order_by("joined_at", "pk"))
    if len(entries) < 2:
        raise TooFewWarbands
    rounds = asked.rounds or (1 if asked.kind == RoundKind.LOTS else len(entries))
    if rounds * len(entries) // 2 > MOST_MATCHES and asked.kind in MANY_ROUNDS:
        raise TooManyMatches
    drawn = DRAWS[asked.kind](campaign, entries, asked)
    if not drawn:
        raise TooFewWarbands(message=_("There is nothing left to pair: all warbands have met each other."))
    _check_dates(asked, len(drawn), now)
    made = _written(campaign, asked, drawn)
    _record_planned(campaign, asked, made, actor_id, now, source_key)
    return made


@transaction.atomic
def plan_pairs(*, campaign_id: int, actor_id: int, now: datetime, pairs: Sequence[Pair], source_key: str) -> Round:
    """Plan one round with these pairs. A second call with the same `source_key` returns the first round. Raises
    NotTheArbitrator, CampaignNotRunning."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    earlier = earlier_submission(campaign, source_key)
    if earlier is not None:
        return campaign.rounds.get(number=earlier.first)
    if not campaign.is_open:
        raise CampaignNotRunning
    single = Plan(rounds=1)
    (made,) = _written(campaign, single, [Drawn(pairs)])
    _record_planned(campaign, single, [made], actor_id, now, source_key)
    return made


def _record_planned(
    campaign: Campaign, planned: Plan, made: Sequence[Round], actor_id: int, now: datetime, source_key: str
) -> None:
    record(
        campaign,
        "rounds_planned",
        at=now,
        actor_id=actor_id,
        source_key=source_key,
        first=made[0].number,
        count=len(made),
        pairing=planned.kind,
        sides=planned.sides,
    )


def last_planned(campaign: Campaign) -> Plan | None:
    """How the last rounds were paired (only `kind` and `sides` are set), or None. One query."""
    event = campaign.events.filter(kind="rounds_planned", is_revoked=False).order_by("-at", "-pk").first()
    planned = EventData.read(event.data if event is not None else {})
    if planned.pairing not in DRAWS:
        return None
    sides = planned.sides_each
    return Plan(kind=planned.pairing, sides=sides if sides in range(2, MOST_SIDES + 1) else 2)


MANY_ROUNDS: Final = (RoundKind.ROUND_ROBIN, RoundKind.GROUPS, RoundKind.CATCH_UP, RoundKind.LOTS)
BY_TWOS: Final = (RoundKind.KNOCK_OUT, RoundKind.CATCH_UP)
"""Kinds that always pair two warbands: a knock-out pairing has one winner, and missing pairings are between two."""
OWN: Final = 99
"""Two warbands of the same player count as having met this often, so that they are rarely paired."""


FIRST_AHEAD: Final = timedelta(days=2 * 366)
"""How far in the future the first round may begin."""
LAST_AHEAD: Final = timedelta(days=5 * 366)
"""How far in the future the last round may end."""


def _check_dates(plan: Plan, rounds: int, now: datetime) -> None:
    """Raise DateInThePast if the first day is over everywhere on Earth, DateTooFar if the plan reaches too far into the
    future."""
    if plan.first_day is None:
        return
    today = (now.astimezone(UTC) - timedelta(hours=12)).date()
    if plan.first_day < today:
        raise DateInThePast
    if plan.first_day > today + FIRST_AHEAD:
        raise DateTooFar(fields={"first_day": [DateTooFar.message]})
    if plan.first_day + timedelta(days=rounds * plan.days) > today + LAST_AHEAD:
        raise DateTooFar(fields={"days": [DateTooFar.message]})


def _written(campaign: Campaign, plan: Plan, drawn: Sequence[Drawn]) -> list[Round]:
    last = campaign.rounds.aggregate(last=Max("number"))["last"] or 0
    made = []
    for offset, drawn_round in enumerate(drawn):
        starts_on = plan.first_day + timedelta(days=offset * plan.days) if plan.first_day else None
        ends_on = starts_on + timedelta(days=max(plan.days - 1, 0)) if starts_on else None
        round_ = Round.objects.create(
            campaign=campaign,
            number=last + offset + 1,
            name=drawn_round.name,
            kind=plan.kind,
            starts_on=starts_on,
            ends_on=ends_on,
        )
        new_matches(campaign, round_, drawn_round.pairs, best_of=plan.best_of, groups=drawn_round.groups)
        made.append(round_)
    return made


def _pair(entry: Entry, other: Entry | None) -> Pair:
    return (entry,) if other is None else (entry, other)


def _round_robin(campaign: Campaign, entries: list[Entry], plan: Plan) -> list[Drawn]:
    if plan.sides > 2:
        return [Drawn(_battles(battles, entries)) for battles in _until_all_met(entries, plan, plan.rounds)]
    return [Drawn([_pair(*pair) for pair in pairs]) for pairs in round_robin(entries, plan.rounds)]


def _until_all_met(entries: Sequence[Entry], plan: Plan, rounds: int = 0) -> list[rounds_groups.Battles[int]]:
    ids = [entry.pk for entry in entries]
    return rounds_groups.round_robin_battles(ids, plan.sides, rounds, _of_one_player(entries))


def _battles(battles: rounds_groups.Battles[int], entries: Sequence[Entry]) -> list[Pair]:
    by_id = {entry.pk: entry for entry in entries}
    return [tuple(by_id[pk] for pk in battle) for battle in battles]


def _meetings(campaign: Campaign, entries: Sequence[Entry]) -> Counter[frozenset[int]]:
    """How often each pair has met or will meet, in battles of any size. Two warbands of the same player count as having
    met very often."""
    sides: dict[int, list[int]] = {}
    rows = MatchSide.objects.filter(match__campaign=campaign).exclude(match__status=MatchStatus.VOID)
    for match, entry in rows.values_list("match_id", "entry_id"):
        sides.setdefault(match, []).append(entry)
    met = _of_one_player(entries)
    met.update(frozenset(pair) for those in sides.values() for pair in combinations(those, 2))
    return met


def _of_one_player(entries: Sequence[Entry]) -> Counter[frozenset[int]]:
    players: dict[int, list[int]] = {}
    for entry in entries:
        if entry.player_id is not None:
            players.setdefault(entry.player_id, []).append(entry.pk)
    return Counter({frozenset(pair): OWN for own in players.values() for pair in combinations(own, 2)})


def _byes(campaign: Campaign) -> Counter[int]:
    rows = MatchSide.objects.filter(match__campaign=campaign, match__is_bye=True).exclude(match__status="void")
    return Counter(rows.values_list("entry_id", flat=True))


def _by_standing(campaign: Campaign, entries: Sequence[Entry]) -> list[Entry]:
    """Entries that currently take part, in the order of the standings."""
    place = {row.entry.id: number for number, row in enumerate(standings_of(campaign))}
    return sorted(entries, key=lambda entry: place.get(entry.pk, len(place)))


def _swiss(campaign: Campaign, entries: list[Entry], plan: Plan) -> list[Drawn]:
    """Plan one round of a Swiss tournament; the next one depends on its results."""
    order = [entry.pk for entry in _by_standing(campaign, entries)]
    return [Drawn(_neighbours(order, entries, plan.sides, _meetings(campaign, entries), _byes(campaign)))]


def _neighbours(
    order: Sequence[int], entries: Sequence[Entry], sides: int, met: Counter[frozenset[int]], byes: Counter[int]
) -> list[Pair]:
    """Pairs of neighbours in `order`. Those that have met already are separated as far as necessary."""
    if sides > 2:
        return _battles(rounds_groups.by_standing(order, sides, met), entries)
    by_id = {entry.pk: entry for entry in entries}
    pairs = swiss.swiss_round(order, set(met), byes)
    return [_pair(by_id[first], by_id[other] if other is not None else None) for first, other in pairs]


def _lots(campaign: Campaign, entries: list[Entry], plan: Plan) -> list[Drawn]:
    """Random pairings: one round, or as many as requested. Each considers the rounds before it. Rule: LG-PAIR-09"""
    met, byes = _meetings(campaign, entries), _byes(campaign)
    drawn = []
    for _number in range(plan.rounds or 1):
        order = [entry.pk for entry in entries]
        secrets.SystemRandom().shuffle(order)
        battles = _neighbours(order, entries, plan.sides, met, byes)
        for battle in battles:
            met.update(frozenset((first.pk, other.pk)) for first, other in combinations(battle, 2))
            byes.update(entry.pk for entry in battle if len(battle) == 1)
        drawn.append(Drawn(battles))
    return drawn


def _ladder(campaign: Campaign, entries: list[Entry], plan: Plan) -> list[Drawn]:
    by_id = {entry.pk: entry for entry in entries}
    order = [pk for pk in ladder_of(campaign) if pk in by_id]
    is_odd = campaign.rounds.filter(kind=RoundKind.LADDER).count() % 2 == 1
    if plan.sides > 2:
        return [Drawn(_battles(rounds_groups.rank_slots(order, plan.sides, is_odd=is_odd), entries))]
    pairs = rung_pairs(order, is_odd=is_odd)
    return [Drawn([_pair(by_id[first], by_id[other] if other is not None else None) for first, other in pairs])]


def _catch_up(campaign: Campaign, entries: list[Entry], plan: Plan) -> list[Drawn]:
    by_id = {entry.pk: entry for entry in entries}
    rounds = swiss.never_met([entry.pk for entry in entries], set(_meetings(campaign, entries)))
    kept = rounds[: plan.rounds] if plan.rounds else rounds
    return [Drawn([(by_id[first], by_id[other]) for first, other in pairs]) for pairs in kept]


def group_name(number: int) -> str:
    """ "Group A" for 0."""
    return _("Group %(letter)s") % {"letter": chr(ord("A") + number)}


def _groups(campaign: Campaign, entries: list[Entry], plan: Plan) -> list[Drawn]:
    """Rounds in which all groups play at the same time, until all members of a group have met."""
    count = max(1, min(plan.groups, len(entries) // 2, 26))
    plans = [_in_group(group, plan) for group in knockout.groups_of(_by_standing(campaign, entries), count)]
    drawn = []
    for number in range(max(len(plan) for plan in plans)):
        pairs: list[Pair] = []
        groups: list[str] = []
        for letter, group_plan in enumerate(plans):
            if number < len(group_plan):
                pairs += group_plan[number]
                groups += [group_name(letter)] * len(group_plan[number])
        drawn.append(Drawn(pairs, groups=groups))
    return drawn


def _in_group(group: list[Entry], plan: Plan) -> list[list[Pair]]:
    if plan.sides > 2:
        return [_battles(battles, group) for battles in _until_all_met(group, plan)]
    return [[_pair(*pair) for pair in pairs] for pairs in round_robin(group)]


def _knock_out(campaign: Campaign, entries: list[Entry], plan: Plan) -> list[Drawn]:
    """The next round of a running knock-out, or else its first round, from the groups before it or from the
    standings."""
    last = campaign.rounds.filter(kind=RoundKind.KNOCK_OUT).order_by("-number").first()
    latest = campaign.rounds.order_by("-number").first()
    if last is None or latest is None or last.pk != latest.pk:
        seeds = _seeds(campaign, entries, plan, latest)
        return _bracket(knockout.first_round(seeds)) if len(seeds) > 1 else []
    ties = series.winners_of_round(last)
    for game, winner in ties:
        if winner is None:
            names = list(game.sides.order_by("place").values_list("entry__warband__name", flat=True))
            data = {"one": names[0], "other": names[-1]}
            raise TieWithoutWinner(message=_("%(one)s against %(other)s has no winner yet.") % data)
    if len(ties) < 2:
        raise TournamentOver
    by_id = series.entries_by_id(campaign, [winner for _game, winner in ties if winner is not None])
    return _bracket(knockout.next_round([by_id[winner] for _game, winner in ties if winner is not None]))


def _bracket(pairs: Sequence[tuple[Entry, Entry | None]]) -> list[Drawn]:
    names = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
    named = names.get(len(pairs)) or _("Last %(n)d") % {"n": 2 * len(pairs)}
    return [Drawn([_pair(*pair) for pair in pairs], name=named)] if pairs else []


def _seeds(campaign: Campaign, entries: list[Entry], plan: Plan, latest: Round | None) -> list[Entry]:
    order = _by_standing(campaign, entries)
    if latest is None or latest.kind != RoundKind.GROUPS:
        return order
    named: dict[str, set[int]] = {}
    rows = MatchSide.objects.filter(match__campaign=campaign, match__round__kind=RoundKind.GROUPS)
    for group, entry in rows.exclude(match__group="").values_list("match__group", "entry_id"):
        named.setdefault(group, set()).add(entry)
    waiting = Match.objects.filter(campaign=campaign, round__kind=RoundKind.GROUPS, status__in=series.OPEN).first()
    if waiting is not None:
        raise TieWithoutWinner(message=_("The groups are not finished: at least one of their matches is still open."))
    tables = [[entry for entry in order if entry.pk in named[group]] for group in sorted(named)]
    return knockout.finalists(tables, max(1, plan.through))


Draw = Callable[[Campaign, list[Entry], Plan], list[Drawn]]
DRAWS: dict[str, Draw] = {
    RoundKind.ROUND_ROBIN: _round_robin,
    RoundKind.SWISS: _swiss,
    RoundKind.LADDER: _ladder,
    RoundKind.KNOCK_OUT: _knock_out,
    RoundKind.GROUPS: _groups,
    RoundKind.CATCH_UP: _catch_up,
    RoundKind.LOTS: _lots,
}
