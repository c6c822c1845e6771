"""A whole season played by bots: they found warbands, play a round robin on the engine and decide the aftermaths, all
with the services that people use. The same seed gives the same season. All keys contain the name of the season, so an
interrupted season continues where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TypedDict

from django.db import transaction

from accounts.models import User
from battles.aftermath import start as aftermath_start
from battles.aftermath.decisions import choices
from battles.aftermath.stages import runner as stages_runner
from battles.core.availability import fit_to_fight
from battles.models import Aftermath, Battle
from battles.setup import match_battles
from battles.simulation import bot_battle, season_quartermaster
from battles.tables.library import table_for
from campaigns.administration import services as running_services
from campaigns.members import services as members_services
from campaigns.models import Campaign, Entry, Match, MatchStatus
from campaigns.rounds import scheduling
from campaigns.standings.selectors import standings_of
from catalogue.packs.installed import book
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from jobs import runner
from jobs.selectors import job_of
from mordheim_site.isolation import isolated
from warbands.builder import founding
from warbands.core.ledger import ActionContext
from warbands.core.state_storage import load_state
from warbands.models import Visibility, Warband
from warbands.rules.names import random_warband_name

BEGINS = datetime(2026, 3, 5, 18, 0, tzinfo=UTC)
"""The fixed start date of seasons, so that two runs store the same data."""
TABLE_IN = 24
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Settings of a season: number of warbands and rounds, the seed of all dice, and the packs in use."""

    warbands: int
    rounds: int
    seed: str
    ruleset: str = DEFAULT_RULESET
    name: str = ""
    density: str = "low"
    max_turns: int = 8
    bot: str = "tactician"
    """The bot that plays every warband."""
    people: Sequence[str] = ()
    """Names of the players; further ones are numbered."""

    @property
    def key(self) -> str:
        """The identity of this season; players are named after it."""
        parts = f"{self.name}:{self.ruleset}:{self.warbands}:{self.rounds}:{self.seed}:{self.density}:{self.max_turns}"
        if self.bot != "tactician":
            parts += f":{self.bot}"
        return sha256(parts.encode()).hexdigest()[:10]

    @property
    def title(self) -> str:
        return self.name or f"Season {self.seed}"


class MatchLine(TypedDict):
    """One match: its sides, result, casualties and turns."""

    round: int
    first: str
    second: str
    result: str
    losses: list[int | None]
    turns: int
    ending: str


class StandingsLine(TypedDict):
    """One line of the standings at the end of the season."""

    place: int
    name: str
    type: str
    player: str
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    kills: int
    losses: int
    rating: int
    warriors: int
    treasury_gc: int
    shards: int
    experience: int


@dataclass(slots=True)
class Report:
    """The results of a season as plain values, without ids and times."""

    name: str
    ruleset: str
    matches: list[MatchLine] = field(default_factory=list)
    standings: list[StandingsLine] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    """Differences between replayed ledgers and rosters; empty if there are none."""


def play(plan: Plan, say: Say = lambda _sentence: None) -> Report:
    """Play the season, or the rest of it, to its end and report the results. A match that fails does not affect others
    and is listed among the differences; running the season again plays it."""
    host = person(plan, 0)
    campaign = _campaign(plan, host)
    _enter_all(plan, campaign, say)
    if not campaign.rounds.exists():
        scheduling.plan_round_robin(campaign_id=campaign.pk, actor_id=host.pk, now=BEGINS, rounds=plan.rounds)
    failed: list[str] = []
    for round_ in campaign.rounds.order_by("number"):
        for place, match in enumerate(Match.objects.filter(round=round_, is_bye=False).order_by("pk")):
            at = BEGINS + timedelta(days=7 * round_.number, minutes=20 * place)
            if match.status != MatchStatus.AGREED:
                with isolated("battles.season", match.pk, atomic=False) as attempt:
                    _play_match(plan, match, host, f"{round_.number}:{place}", at)
                    say(_match_text(match, round_.number))
                if attempt.error is not None:
                    failed.append(f"match {match.public_id} of round {round_.number} failed: {attempt.error!r}")
        evening = BEGINS + timedelta(days=7 * round_.number, hours=5)
        for entry in _entries(campaign):
            with isolated("battles.season", entry.pk, atomic=False) as attempt:
                season_quartermaster.spend_gold(warband_id=entry.warband_id, key=f"season:{round_.number}", now=evening)
            if attempt.error is not None:
                failed.append(f"the rest of {entry.warband.name} failed: {attempt.error!r}")
    text = report(plan, campaign)
    text.differences[:0] = failed
    return text


def person(plan: Plan, number: int) -> User:
    """The player with this number, created if missing. Player 0 runs the season."""
    username = f"season-{plan.key}-{number}"
    shown = plan.people[number] if number < len(plan.people) else f"Player {number}" if number else "Arbitrator"
    user, is_new = User.objects.get_or_create(username=username, defaults={"display_name": shown})
    if is_new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user


@transaction.atomic
def _campaign(plan: Plan, host: User) -> Campaign:
    known = Campaign.objects.filter(created_by=host).order_by("pk").first()
    if known is not None:
        return known
    return running_services.create(actor_id=host.pk, name=plan.title, now=BEGINS, ruleset=plan.ruleset)


def _entries(campaign: Campaign) -> list[Entry]:
    return list(campaign.entries.filter(withdrawn_at__isnull=True).select_related("warband").order_by("pk"))


def _enter_all(plan: Plan, campaign: Campaign, say: Say) -> None:
    """Found every warband and join with it. Warbands that have already joined are skipped."""
    types = _types(plan)
    for number in range(1, plan.warbands + 1):
        owner = person(plan, number)
        if Entry.objects.filter(campaign=campaign, player=owner).exists():
            continue
        warband = _found(plan, campaign, owner, types[(number - 1) % len(types)], number)
        members_services.join(join_code=campaign.join_code, actor_id=owner.pk, warband_id=warband.pk, now=BEGINS)
        say(f"{warband.name} joins.")


def _types(plan: Plan) -> list[str]:
    """Codes of the lists, in an order that depends on the season."""
    return sorted(book().warband_types, key=lambda code: sha256(f"{plan.seed}:{code}".encode()).digest())


@transaction.atomic
def _found(plan: Plan, campaign: Campaign, owner: User, warband_type: str, number: int) -> Warband:
    """A founded warband: every second one is the suggested warband, the others are random. The same seed gives the same
    warband."""
    seed = sha256(f"{plan.seed}:{plan.name}:{number}".encode()).hexdigest()[:32]
    taken = set(campaign.entries.values_list("warband__name", flat=True))
    name = random_warband_name(warband_type, seed, taken)
    started = founding.start_draft(
        owner_id=owner.pk,
        warband_type=warband_type,
        name=f"{name} {number}" if name in taken else name,
        at=BEGINS,
        seed=seed,
        source_key=f"season:{plan.key}",
    )
    pk = started.warband_id
    by = ActionContext(actor_id=owner.pk, at=BEGINS)
    if not started.was_there:
        if number % 2:
            founding.suggest(warband_id=pk, by=by)
        else:
            founding.fill_at_random(warband_id=pk, seed=seed, by=by)
        founding.found(warband_id=pk, by=by)
        founding.change_details(warband_id=pk, visibility=Visibility.PUBLIC)
    return Warband.objects.get(pk=pk)


def _play_match(plan: Plan, match: Match, host: User, place: str, at: datetime) -> None:
    """Play a match and its aftermath. If it was already played, only the rest of its aftermath is run. Battle and
    aftermath are stored in one transaction, so that a worker that is notified finds the aftermath complete, with its
    fixed date."""
    battle = Battle.objects.filter(match=match).order_by("pk").first()
    if battle is not None:
        _follow(battle, at)
        return
    seed = sha256(f"{plan.seed}:{plan.name}:{place}".encode()).digest()
    table = table_for(seed=f"{plan.seed}:{place}", density=plan.density, size_in=TABLE_IN)
    try:
        prepared = match_battles.prepare(
            match_id=match.pk, table=table, seed=seed, max_turns=plan.max_turns, nonces=("first", "second")
        )
    except match_battles.NoFightersLeft as nobody:
        _walk_over(match, host, str(nobody), at)
        return
    run = bot_battle.fight(prepared, seed, bot=plan.bot)
    with transaction.atomic():
        battle = bot_battle.store(prepared, run, actor_id=host.pk, now=at, seed=seed)
        _follow(battle, at)
    job = job_of(kind=aftermath_start.KIND, key=str(battle.pk))
    if job is not None and not job.is_over:
        runner.run(job_id=job.pk)


def _follow(battle: Battle, at: datetime) -> None:
    """Run the aftermath and answer every choice with the default rule."""
    stages_runner.run(battle_id=battle.pk, now=at)
    for row in Aftermath.objects.filter(side__battle=battle).select_related("warband").order_by("side__letter"):
        choices.decide_rest(aftermath_id=row.public_id, actor_id=row.warband.owner_id, now=at)


def _walk_over(match: Match, host: User, reason: str, at: datetime) -> None:
    from campaigns.matches import results

    sides = match.sides.select_related("entry__warband").order_by("place")
    able = [side for side in sides if fit_to_fight(load_state(side.entry.warband))]
    winner = able[0].entry_id if len(able) == 1 else None
    results.rule(match_id=match.pk, actor_id=host.pk, winner_entry_id=winner, reason=reason, now=at)


def _match_text(match: Match, number: int) -> str:
    line = match_line(match)
    return f"Round {number}: {line['first']} {line['result']} {line['second']}"


def match_line(match: Match) -> MatchLine:
    """One match as plain values: its sides, result, casualties and turns."""
    first, second = match.sides.select_related("entry__warband").order_by("place")
    battle = Battle.objects.filter(match=match).order_by("pk").first()
    words = {"win": "beat", "loss": "lost to", "draw": "tied with", "": "did not play"}
    return {
        "round": match.round.number if match.round is not None else 0,
        "first": first.entry.warband.name,
        "second": second.entry.warband.name,
        "result": words[first.result],
        "losses": [first.losses, second.losses],
        "turns": battle.turn_number if battle is not None else 0,
        "ending": (battle.outcome or {}).get("reason", "") if battle is not None else "walk-over",
    }


def report(plan: Plan, campaign: Campaign) -> Report:
    """Results and standings, and whether replaying each ledger gives its warband."""
    from warbands.core.reconcile import reconcile

    found = Report(plan.title, plan.ruleset)
    matches = Match.objects.filter(campaign=campaign, is_bye=False).order_by("round__number", "pk")
    found.matches = [match_line(match) for match in matches.select_related("round")]
    warbands = {entry.public_id: entry.warband for entry in _entries(campaign)}
    for row in standings_of(campaign):
        warband = warbands[row.entry.public_id]
        state = load_state(warband)
        found.standings.append(
            {
                "place": row.line.place,
                "name": row.entry.name,
                "type": row.entry.type_name,
                "player": row.entry.player_name,
                "played": row.line.played,
                "won": row.line.won,
                "drawn": row.line.drawn,
                "lost": row.line.lost,
                "points": row.line.points,
                "kills": row.line.kills,
                "losses": row.line.losses,
                "rating": row.line.rating,
                "warriors": state.models_count(),
                "treasury_gc": state.treasury_gc,
                "shards": state.shards,
                "experience": sum(member.experience * member.headcount for member in state.active()),
            }
        )
        found.differences += [f"{warband.name}: {gap}" for gap in reconcile(warband)]
    return found
