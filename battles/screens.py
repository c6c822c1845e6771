"""Everything the board page shows, for one reader: one structure that the page, its fragments and the API draw from."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from battles import foreseen, live, options, sighting
from battles.drawing import table_svg
from battles.drawing_models import Paper, models_svg, spots_svg, zones_svg
from battles.engine.battle import Battle as EngineBattle
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.view import measuring_of, zones_view
from battles.figures import Figure, figures_of, letters_of
from battles.models import Battle, BattleEvent, BattleSide, ChatLine, Opponent
from battles.permissions import sides_of
from battles.phases import phase_name
from battles.prompts import Prompt, prompt_for
from battles.services.play import last_run, may_undo
from battles.stakes import Stakes, stakes_of, stakes_svg
from battles.telling import Line, lines_of, outcome_sentence

RUNS_SHOWN = 24
"""Orders told in the log beside the board; the report has them all."""
CLOSE_UP_IN = 20
"""How much of the table the close view shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideCard:
    """One side: its name, who plays it, its warriors."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """The board page as values. `selected` is "" when nobody is; `side` the letter the reader acts for now, or ""."""

    battle: Battle
    mine: tuple[str, ...]
    side: str
    turn: str
    whose: str
    active: str
    phases: list[dict[str, Any]]
    sides: list[SideCard]
    prompt: Prompt
    stakes: Stakes
    selected: Figure | None
    choices: options.Choices | None
    stats: dict[str, Any] | None
    log: list[Line]
    chat: list[ChatLine] = field(default_factory=list)
    undo: str = ""
    outcome: str = ""
    level: str = ""
    view: str = ""
    opened: str = ""
    """The manner of moving whose destinations are listed."""
    questions: list[foreseen.Question] = field(default_factory=list)
    """Whose exact odds may be asked."""
    foreseen: dict[str, Any] | None = None
    sight: list[sighting.SightLine] | None = None
    sight_lines: str = ""
    view_box: str = ""
    is_flipped: bool = False
    static_svg: str = ""
    models: str = ""
    spots: str = ""
    zones: str = ""
    measuring: str = "free"
    width_in: float = 0
    length_in: float = 0

    @property
    def has_aftermath(self) -> bool:
        """Does what happened here follow somebody home?"""
        return any(side.warband_id is not None for side in self.battle.sides.all())

    @property
    def half_width(self) -> float:
        return self.width_in / 2

    @property
    def half_length(self) -> float:
        return self.length_in / 2

    @property
    def is_watching(self) -> bool:
        return not self.mine


def engine_of(battle: Battle, at: int | None = None) -> EngineBattle:
    """The engine's battle as it stands, or as it stood after event `at`; an old position takes no orders."""
    if at is None or at >= battle.seq:
        return live.load(battle)
    game = live.game_of(battle)
    state = live.state_at(battle, game, at)
    return EngineBattle(game, state, live.dice_of(battle, state.dice_position))


@functools.lru_cache(maxsize=64)
def _static(game_key: str, game_holder: _Keyed) -> str:
    return table_svg(game_holder.game.table)


class _Keyed:
    """Lets a game stand in a cache key by its table's digest."""

    __slots__ = ("game", "key")

    def __init__(self, game: Game) -> None:
        self.game, self.key = game, game.table.digest()

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and other.key == self.key


def static_layers(game: Game) -> str:
    """The table's drawing, made once for each table."""
    keyed = _Keyed(game)
    return _static(keyed.key, keyed)


def board(
    battle: Battle,
    user: User | None,
    *,
    who: str = "",
    acted: str = "",
    level: str = "",
    view: str = "",
    close: bool = False,
    with_page: bool = True,
    log_after: int = 0,
    opened: str = "",
    odds: str = "",
    weapon: str = "",
    with_sight: bool = False,
) -> Screen:
    """The board for this reader. `who` is the model to select; without it `acted`, who was just given an order, while
    there is more for it to do, else the next that can act.

    `with_page` False leaves out what does not change (the table's drawing, the talk); `log_after` asks only for the log
    after that event; `opened` is the manner of moving whose destinations are listed,
    `odds` (with `weapon`) the enemy against whom the exact chances are wanted, `with_sight` what the selected one sees.
    """
    engine = engine_of(battle)
    game, state = engine.game, engine.state
    seats = sides_of(user, battle)
    mine = tuple(seat.letter for seat in seats)
    side = next((letter for letter in engine.awaiting() if letter in mine), "")
    able = options.actors(engine, side) if side else frozenset()
    figures = figures_of(game, state, mine=frozenset(mine), actors=able, letters=letters_of(game))
    by_id = {figure.id: figure for figure in figures}
    prompt = prompt_for(engine, mine, bots=frozenset(seat.letter for seat in battle.sides.all() if seat.bot))
    chosen = _selected(by_id, able, who, acted, prompt)
    choices = None
    if chosen is not None and chosen.is_mine:
        choices = options.for_model(engine, chosen.side, chosen.id, with_reach=False, opened=opened)
    last = last_run(battle) if battle.is_playing else None
    length = game.table.length / 100
    flipped = bool(mine) and "a" not in mine
    paper = Paper(length, reverse("battles:board", args=[battle.public_id]))
    asked = foreseen.questions(engine, chosen.id, choices) if chosen is not None and chosen.is_mine else []
    question = question_of(asked, odds, weapon) if odds else None
    sight = sighting.lines_of(engine, chosen.id) if with_sight and chosen is not None else None
    numbered = next((verb for verb in (choices.verbs if choices else ()) if verb.options), None)
    return Screen(
        battle=battle,
        mine=mine,
        side=side,
        turn=_("Turn %(n)d") % {"n": state.turn_number} if state.turn_number else _("Setting up"),
        whose=game.name(state.active) if state.active else "",
        active=state.active,
        phases=_phases(game, state),
        sides=_sides(battle, game, state, mine, figures, engine.awaiting()),
        prompt=prompt,
        stakes=stakes_of(game, state),
        selected=chosen,
        choices=choices,
        stats=_stats(game, state, chosen.id) if chosen else None,
        log=_log(battle, game, log_after),
        chat=_chat(battle, mine) if with_page else [],
        undo=_undo_words(game, last)
        if last is not None and user is not None and may_undo(battle, last, user.pk)
        else "",
        outcome=outcome_sentence(game, *_outcome(state)) if state.outcome is not None else "",
        level=level if level in ("0", "300", "600") else "",
        view=view if view == "list" else "",
        view_box=_view_box(game, chosen if close else None),
        is_flipped=flipped,
        static_svg=static_layers(game) if with_page else "",
        models=stakes_svg(game, state, length) + models_svg(figures, paper, chosen.id if chosen else ""),
        opened=opened,
        questions=asked,
        foreseen=foreseen.answer(engine, question) if question is not None else None,
        sight=sight,
        sight_lines=sighting.lines_svg(sight, length) if sight else "",
        spots=numbered_spots(numbered, length) if numbered is not None else "",
        zones=_zones(game, state),
        measuring=measuring_of(game),
        width_in=game.table.width / 100,
        length_in=length,
    )


def numbered_spots(verb: options.Verb, length: float) -> str:
    """The numbers of the listed destinations, drawn where they are."""
    return spots_svg(
        (
            (option.spot[0], option.spot[1], str(place))
            for place, option in enumerate(verb.options, 1)
            if option.spot is not None
        ),
        length,
    )


def question_of(asked: list[foreseen.Question], target: str, weapon: str) -> foreseen.Question | None:
    """The question about this enemy, with this weapon (an index as text) when there is one."""
    found = [question for question in asked if question.target == target]
    return next((question for question in found if str(question.weapon) == weapon), found[0] if found else None)


def _outcome(state: BattleState) -> tuple[tuple[str, ...], str]:
    assert state.outcome is not None
    return state.outcome.winners, state.outcome.reason


def _selected(by_id: dict[str, Figure], able: frozenset[str], who: str, acted: str, prompt: Prompt) -> Figure | None:
    """The asked-for model; else whom the prompt is about, whoever acted while he can go on, the next that can act."""
    if who in by_id:
        return by_id[who]
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


def _phases(game: Game, state: BattleState) -> list[dict[str, Any]]:
    codes = list(game.rules.phases) if state.turn_number else ["setup"]
    now = codes.index(state.phase) if state.phase in codes else 0
    marks = ("done" if place < now else "now" if place == now else "later" for place in range(len(codes)))
    return [{"label": phase_name(code), "state": mark} for code, mark in zip(codes, marks, strict=True)]


def _sides(
    battle: Battle,
    game: Game,
    state: BattleState,
    mine: tuple[str, ...],
    figures: list[Figure],
    awaiting: tuple[str, ...],
) -> list[SideCard]:
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
    """Who commands a side, for readers."""
    if seat.bot:
        return _("the bot (%(strength)s)") % {"strength": seat.bot}
    if battle.opponent == Opponent.HOT_SEAT:
        return _("at this screen")
    return seat.player.shown_name if seat.player is not None else _("nobody")


def _stats(game: Game, state: BattleState, who: str) -> dict[str, Any]:
    """Statline rows and kit of a model."""
    from battles.engine.profile import CHARACTERISTICS
    from battles.engine.steps.saves import wearing
    from battles.engine.steps.values import characteristic

    fighter = game.fighters[who]
    values = []
    for name in CHARACTERISTICS:
        printed = getattr(fighter.profile, name)
        now = state.models[who].wounds if name == "wounds" else characteristic(game, state, who, name)
        values.append({"value": now, "was": printed if now != printed else None})
    save = wearing(game, state, who) if not state.models[who].gone else fighter.armour
    kit = [weapon.name for weapon in fighter.weapons]
    kit += [_("shield")] * fighter.shield + [_("buckler")] * fighter.buckler + [_("helmet")] * fighter.helmet
    return {
        "rows": [{"values": values}],
        "kit": kit,
        "save": f"{save}+" if save <= 6 else "",
        "keywords": sorted(word.replace("_", " ") for word in fighter.keywords),
        "skills": sorted({code.replace("_", " ") for code, _parameters in fighter.skills}),
    }


def _log(battle: Battle, game: Game, after: int) -> list[Line]:
    runs = BattleEvent.objects.filter(battle=battle, seq__gt=after).order_by("-seq")[:RUNS_SHOWN]
    return lines_of(game, reversed(list(runs)))[::-1]


def _chat(battle: Battle, mine: tuple[str, ...]) -> list[ChatLine]:
    """The talk a reader may see: players and the finished battle see everything, spectators their own channel too."""
    lines = ChatLine.objects.filter(battle=battle).select_related("author").order_by("-created_at", "-pk")
    if mine and battle.is_playing:
        lines = lines.exclude(side="")
    return list(lines[:40])[::-1]


def _undo_words(game: Game, run: BattleEvent) -> str:
    """What the undo button takes back."""
    command = run.command or {}
    who = game.name(str(command.get("who", ""))) if command.get("who") else ""
    kind = str(command.get("kind", ""))
    words = {
        "move": _("%(who)s's move"), "charge": _("%(who)s's charge"), "deploy": _("%(who)s's place"),
        "place_all": _("the set-up"), "answer": _("the answer"), "face": _("%(who)s's turn"),
    }.get(kind, _("the last order"))  # fmt: skip
    return words % {"who": who} if who else words.replace("%(who)s", "")


def _zones(game: Game, state: BattleState) -> str:
    """Where each side may set up, while it is being done."""
    length = game.table.length / 100
    return zones_svg(
        (side, [[(x / 100, y / 100) for x, y in outline] for outline in outlines], length)
        for side, outlines in zones_view(game, state).items()
    )


def _view_box(game: Game, around: Figure | None) -> str:
    width, length = game.table.width / 100, game.table.length / 100
    if around is None or not around.on_table:
        return f"0 0 {width:g} {length:g}"
    span_x, span_y = min(CLOSE_UP_IN, width), min(CLOSE_UP_IN, length)
    x = min(max(0, around.x - span_x / 2), width - span_x)
    y = min(max(0, length - around.y - span_y / 2), length - span_y)
    return f"{x:g} {y:g} {span_x:g} {span_y:g}"


REGIONS = ("phase", "prompt", "actor", "warriors", "undo", "outcome", "stakes")
"""Fragments of the page that an order may change, by the name of their template and of `data-region`."""


def board_state(
    battle: Battle, user: User | None, *, who: str = "", acted: str = "", log_after: int = 0
) -> dict[str, Any]:
    """What a script needs after something happened: the changed fragments, the models' layer, new lines of the log."""
    screen = board(battle, user, who=who, acted=acted, with_page=False, log_after=log_after)
    context = {"screen": screen, "battle": battle, "user": user}
    return {
        "seq": battle.seq,
        "awaiting": battle.awaiting,
        "side": screen.side,
        "over": battle.is_over,
        "selected": screen.selected.id if screen.selected else "",
        "regions": {name: render_to_string(f"battles/_{name}.html", context) for name in REGIONS},
        "models": screen.models,
        "zones": screen.zones,
        "log": render_to_string("battles/_log_lines.html", context) if screen.log else "",
        "speak": screen.log[0].text if screen.log else "",
        "ask": screen.prompt.question if screen.prompt.state == "mine" else "",
    }
