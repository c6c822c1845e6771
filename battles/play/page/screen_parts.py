"""Text parts of the board page: sides, statline, phases, log, chat, and the selected model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _

from battles.board.model_views import Figure
from battles.board.prompts import Prompt
from battles.core.phases import phase_name
from battles.engine import events as log
from battles.engine.game import Game
from battles.engine.profile import CHARACTERISTICS
from battles.engine.state import BattleState
from battles.engine.steps.harm.saves import basic_save
from battles.engine.steps.models.characteristics import characteristic
from battles.log.summary import COUNTED, BattleSummary, summary_of
from battles.log.turn_summary import SUMMARISED, summary_text, turns_since
from battles.models import Battle, BattleEvent, BattleSide, ChatLine, Opponent


@dataclass(frozen=True, slots=True, kw_only=True)
class SideCard:
    """One side: its name, its player, and its warriors."""

    letter: str
    name: str
    player: str
    is_mine: bool
    is_awaited: bool
    warband_url: str
    rating: int
    figures: list[Figure]
    standing: int
    started: int


def battle_summary(battle: Battle, game: Game, state: BattleState) -> BattleSummary | None:
    """The statistics of a finished battle; None while it is being played."""
    if state.outcome is None:
        return None
    runs = BattleEvent.objects.filter(battle=battle, is_undone=False).order_by("seq").only("seq", "data")
    events = (
        (run.seq + offset, log.from_data(data))
        for run in runs
        for offset, data in enumerate(run.data)
        if data[0] in COUNTED
    )
    return summary_of(game, events, state.outcome.winners)


def selected_of(
    by_id: dict[str, Figure], able: frozenset[str], model_id: str, acted: str, prompt: Prompt
) -> Figure | None:
    """The model to select: the requested one; else the subject of the prompt, the last model that acted while it still
    can, or the next that can act."""
    if model_id in by_id:
        return by_id[model_id]
    for marked in prompt.marked:
        if marked in by_id and by_id[marked].is_mine:
            return by_id[marked]
    order = sorted(able, key=lambda other: int(other[1:]))
    if acted in able:
        return by_id[acted]
    later = [
        other for other in order if acted[:1] == other[0] and acted[1:].isdigit() and int(other[1:]) > int(acted[1:])
    ]
    chosen = later[0] if later else order[0] if order else ""
    return by_id.get(chosen)


class PhaseMark(TypedDict):
    """A phase of the turn: its name, and whether it is done, now or later."""

    label: str
    state: str


class StatValue(TypedDict):
    """A characteristic; `was` is the printed value if it differs from the current one."""

    value: int
    was: int | None


class StatRow(TypedDict):
    """A line of `_statline.html`."""

    values: list[StatValue]


class ModelStats(TypedDict):
    """The statline and equipment of a model for the page; `save` is "" if it has no armour."""

    rows: list[StatRow]
    kit: list[str]
    save: str
    keywords: list[str]
    skills: list[str]


def phases_of(game: Game, state: BattleState) -> list[PhaseMark]:
    """The phases of the turn and the current one."""
    codes = list(game.rules.phases) if state.turn_number else ["setup"]
    now = codes.index(state.phase) if state.phase in codes else 0
    marks = ("done" if place < now else "now" if place == now else "later" for place in range(len(codes)))
    return [{"label": str(phase_name(code)), "state": mark} for code, mark in zip(codes, marks, strict=True)]


def sides_of_battle(
    battle: Battle,
    game: Game,
    state: BattleState,
    mine: tuple[str, ...],
    figures: list[Figure],
    awaiting: tuple[str, ...],
) -> list[SideCard]:
    """A card for each side, in the order of their letters."""
    cards = []
    for seat in sorted(battle.sides.all(), key=lambda seat: seat.letter):
        own = [figure for figure in figures if figure.side == seat.letter]
        cards.append(
            SideCard(
                letter=seat.letter,
                name=seat.name,
                player=player_name(seat, battle),
                is_mine=seat.letter in mine,
                is_awaited=seat.letter in awaiting,
                warband_url=reverse("warbands:roster", args=[seat.warband.public_id]) if seat.warband else "",
                rating=seat.rating,
                figures=own,
                standing=sum(1 for figure in own if figure.condition in ("standing", "knocked_down", "stunned")),
                started=state.sides[seat.letter].started,
            )
        )
    return cards


def player_name(seat: BattleSide, battle: Battle) -> str:
    """The player of a side, as a text for readers."""
    if seat.bot and seat.player is not None:
        return _("the bot (%(strength)s) for %(name)s") % {"strength": seat.bot, "name": seat.player.shown_name}
    if seat.bot:
        return _("the bot (%(strength)s)") % {"strength": seat.bot}
    if battle.opponent == Opponent.HOT_SEAT:
        return _("at this screen")
    return seat.player.shown_name if seat.player is not None else _("nobody")


def stats_of(game: Game, state: BattleState, model_id: str) -> ModelStats:
    """Statline rows and equipment of a model."""
    fighter = game.fighters[model_id]
    values: list[StatValue] = []
    for name in CHARACTERISTICS:
        printed = getattr(fighter.profile, name)
        now = state.models[model_id].wounds if name == "wounds" else characteristic(game, state, model_id, name)
        values.append({"value": now, "was": printed if now != printed else None})
    save = basic_save(game, state, model_id) if not state.models[model_id].gone else fighter.armour
    kit = [weapon.name for weapon in fighter.weapons]
    kit += [_("shield")] * fighter.shield + [_("buckler")] * fighter.buckler + [_("helmet")] * fighter.helmet
    return {
        "rows": [{"values": values}],
        "kit": kit,
        "save": f"{save}+" if save <= 6 else "",
        "keywords": sorted(word.replace("_", " ") for word in fighter.keywords),
        "skills": sorted({code.replace("_", " ") for code, _parameters in fighter.skills}),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCard:
    """The summary of an opponent's turn; `url` leads to its entries in the log."""

    side: str
    name: str
    text: str
    url: str


def opponents_turns(battle: Battle, game: Game, state: BattleState, mine: tuple[str, ...]) -> list[TurnCard]:
    """What the opponents did since the reader's last turn. Shown until the reader's shooting phase begins."""
    if state.active not in mine or state.phase not in ("recovery", "movement") or set(mine) >= set(state.sides):
        return []
    runs = BattleEvent.objects.filter(battle=battle, is_undone=False, turn_number__gte=state.turn_number - 1)
    events = [
        (run.seq + offset, log.from_data(data))
        for run in runs.order_by("seq").only("seq", "data")
        for offset, data in enumerate(run.data)
        if data[0] in SUMMARISED
    ]
    replay = reverse("battles:replay", args=[battle.public_id])
    return [
        TurnCard(
            side=turn.side, name=game.name(turn.side), text=summary_text(game, turn), url=f"{replay}?e={turn.first}"
        )
        for turn in turns_since(events, mine)
    ]


def chat_of(battle: Battle, mine: tuple[str, ...]) -> list[ChatLine]:
    """The latest chat lines that a reader may see. During the battle, players do not see lines of spectators."""
    lines = ChatLine.objects.filter(battle=battle).select_related("author").order_by("-created_at", "-pk")
    if mine and battle.is_playing:
        lines = lines.exclude(side="")
    return list(lines[:40])[::-1]


def undo_words(game: Game, run: BattleEvent) -> str:
    """What the undo button would undo, as text."""
    command = run.command or {}
    name = game.name(str(command.get("who", ""))) if command.get("who") else ""
    kind = str(command.get("kind", ""))
    words = {
        "move": _("%(who)s's move"), "charge": _("%(who)s's charge"), "deploy": _("%(who)s's place"),
        "place_all": _("the set-up"), "answer": _("the answer"), "face": _("%(who)s's change of facing"),
    }.get(kind, _("the last command"))  # fmt: skip
    return words % {"who": name} if name else words.replace("%(who)s", "")
