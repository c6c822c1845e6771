"""Queries of the battles app for lists, the dashboard and pages of other apps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from battles.core.phases import phase_name
from battles.models import Battle, BattleEvent, BattleSide, BattleStatus, Opponent, Snapshot, Visibility
from campaigns.models import Audience, Match
from mordheim_site.reuse.prepared_queries import PreparedQuery

_LOCKED = PreparedQuery(
    lambda battle_id: Battle.objects.select_for_update().defer("setup", "table").filter(pk=battle_id), int
)
_SIDES = PreparedQuery(
    lambda battle_id: BattleSide.objects.filter(battle_id=battle_id).order_by("letter").defer("fighters"), int
)
_TURN_STARTS = PreparedQuery(
    lambda battle_id: Snapshot.objects.filter(battle_id=battle_id).order_by("-seq").only("seq")[:2], int
)

SHOWN = 40
"""Number of battles in a list. To find others, readers use the filters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleCard:
    """One battle in a list."""

    public_id: str
    title: str
    url: str
    state: str
    """Code of a state in `mordheim_site.look.words`."""
    state_word: str
    detail: str
    when: datetime | None
    sides: list[dict[str, str]]
    is_mine: bool
    waits_for_me: bool


def locked_battle(battle_id: int) -> Battle:
    """The battle with its sides, locked until the transaction ends, without large columns. Two queries. It contains
    everything about the battle that a command needs."""
    battle = _LOCKED.first(battle_id)
    if battle is None:
        raise Battle.DoesNotExist
    return with_sides(battle, _SIDES.rows(battle_id))


def with_sides(battle: Battle, sides: list[BattleSide]) -> Battle:
    """The battle with these rows as its `sides`, as if they had been prefetched."""
    for side in sides:
        side.battle = battle
    found = battle.sides.all()
    found._result_cache = sides  # type: ignore[attr-defined]
    found._prefetch_done = True  # type: ignore[attr-defined]
    battle._prefetched_objects_cache = {"sides": found}  # type: ignore[attr-defined]
    return battle


def turn_starts(battle: Battle) -> tuple[int, ...]:
    """The events after which the two newest turns began, newest first. Snapshots are stored there. One query per row
    and event, regardless of the number of calls."""
    known = battle.known_turn_starts
    if known is None or known[0] != battle.seq:
        known = battle.known_turn_starts = battle.seq, tuple(found.seq for found in _TURN_STARTS.rows(battle.pk))
    return known[1]


def rows() -> QuerySet[Battle]:
    """Battles with their sides and players, most recently active first, without large columns."""
    return (
        Battle.objects.defer("setup", "table", "dice_seed")
        .prefetch_related("sides__player")
        .order_by("-moved_at", "-pk")
    )


def public_battles() -> QuerySet[Battle]:
    """Battles for public lists. Open challenges without an opponent, abandoned battles and battles of closed groups are
    left out."""
    shown = (BattleStatus.PLAYING, BattleStatus.FINISHED)
    found = rows().filter(visibility=Visibility.PUBLIC, status__in=shown)
    return found.exclude(match__campaign__audience=Audience.MEMBERS)


def live_battles() -> QuerySet[Battle]:
    """Public battles that are being played."""
    return public_battles().filter(status=BattleStatus.PLAYING)


def open_challenges() -> QuerySet[Battle]:
    """Open challenges that have no opponent yet."""
    return rows().filter(status=BattleStatus.MUSTERING, opponent=Opponent.OPEN)


def battles_of(user_id: int) -> QuerySet[Battle]:
    """Battles in which the user has a side or that they started."""
    mine = Q(pk__in=BattleSide.objects.filter(player_id=user_id).values("battle_id")) | Q(created_by_id=user_id)
    return rows().filter(mine).exclude(status=BattleStatus.ABANDONED)


def own_battles(user_id: int) -> QuerySet[Battle]:
    """Battles of a user for lists: without those that the bots of their solo campaigns fight among themselves."""
    solo = Match.objects.filter(campaign__is_solo=True, campaign__created_by_id=user_id)
    among_bots = solo.exclude(sides__entry__player__isnull=False)
    return battles_of(user_id).exclude(match__in=among_bots)


def battles_of_matches(match_ids: Sequence[int]) -> dict[int, str]:
    """Public ids of the battles of league matches, by match; only the latest of each. One query."""
    found = Battle.objects.filter(match_id__in=match_ids).exclude(status=BattleStatus.ABANDONED).order_by("pk")
    return dict(found.values_list("match_id", "public_id"))


def waiting_for(user_id: int) -> list[Battle]:
    """Battles in which the user has to act, longest waiting first."""
    playing = battles_of(user_id).filter(status=BattleStatus.PLAYING).order_by("moved_at", "pk")
    return [battle for battle in playing[:SHOWN] if waits_for(battle, user_id)]


def waits_for(battle: Battle, user_id: int | None) -> bool:
    """Whether this user has to act."""
    if user_id is None or battle.status != BattleStatus.PLAYING:
        return False
    return any(
        side.player_id == user_id and not side.bot and side.letter in battle.awaiting for side in battle.sides.all()
    )


def cards(found: QuerySet[Battle], user: User | None) -> list[BattleCard]:
    """Cards of the newest of these battles. Three queries."""
    return [card_of(battle, user.pk if user is not None else None) for battle in found[:SHOWN]]


def title_of(battle: Battle) -> str:
    """The title of a battle: "The Broken Lanterns against the Rat Tithe"."""
    names = [side.name for side in sorted(battle.sides.all(), key=lambda side: side.letter)]
    if len(names) == 1:
        return _("%(side)s, waiting for an opponent") % {"side": names[0]}
    return _(" against ").join(names)


def why_no_roster_changes(battle: Battle) -> str:
    """A sentence for players about a battle that does not count. Rule: AF-LEAGUE-01"""
    if leagues := battle.leagues_joined_meanwhile:
        return _(
            "This battle became practice, because a warband has joined %(leagues)s since it began: "
            "rosters do not change."
        ) % {"leagues": ", ".join(leagues)}
    return _("This was a practice battle: rosters do not change.")


def card_of(battle: Battle, user_id: int | None) -> BattleCard:
    """One battle as a card."""
    sides = sorted(battle.sides.all(), key=lambda side: side.letter)
    mine = any(side.player_id == user_id and not side.bot for side in sides) if user_id else False
    waits = waits_for(battle, user_id)
    awaited = _(" and ").join(side.name for side in sides if side.letter in battle.awaiting)
    state, detail = "played_tabletop" if battle.is_on_paper else "played_here", _winners(sides)
    word = ""
    if battle.status == BattleStatus.PLAYING:
        state = "your_turn" if waits else "live"
        phase = str(phase_name(battle.phase))
        turn = _("turn %(n)d, %(phase)s") % {"n": battle.turn_number, "phase": phase} if battle.turn_number else phase
        detail = turn if waits else _("%(turn)s: %(who)s to act") % {"turn": turn, "who": awaited}
    elif battle.status == BattleStatus.PREPARING:
        state, detail, word = "your_turn" if mine else "live", "", _("Preparing the dice")
    elif battle.status == BattleStatus.MUSTERING:
        state, detail = "open", ""
        word = _("Waiting for agreement") if battle.is_on_paper else _("Waiting for an opponent")
    return BattleCard(
        public_id=battle.public_id,
        title=title_of(battle),
        url=reverse("battles:board", args=[battle.public_id]),
        state=state,
        state_word=word,
        detail=detail,
        when=battle.moved_at,
        sides=[
            {"letter": side.letter, "name": side.name, "player": side.player.shown_name if side.player else ""}
            for side in sides
        ],
        is_mine=mine,
        waits_for_me=waits,
    )


def _winners(sides: list[BattleSide]) -> str:
    names = [side.name for side in sides if side.is_winner]
    return _("won by %(who)s") % {"who": _(" and ").join(names)} if names else _("a draw")


def live_battle() -> BattleCard | None:
    """The most recently active public battle, for the front page."""
    battle = live_battles().first()
    return card_of(battle, None) if battle is not None else None


def newest_events(battle: Battle, count: int) -> list[BattleEvent]:
    """The newest events of a battle that were not undone, newest first."""
    return list(BattleEvent.objects.filter(battle=battle, is_undone=False).order_by("-seq")[:count])
