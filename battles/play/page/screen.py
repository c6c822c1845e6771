"""The board page for one reader: a structure with all of its values, used by the page, its fragments and the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.settings import board_keys
from battles.board import charge_lines
from battles.board.coach import Lesson
from battles.board.creatures import Creature, creatures_of
from battles.board.deployment_offer import DeploymentOffer, deployment_offer
from battles.board.guidance import guidance_of
from battles.board.hints import Hint
from battles.board.model_views import Figure, figures_of, letters_of
from battles.board.objectives import ScenarioPanel, objectives_svg, scenario_panel
from battles.board.options import model_options
from battles.board.options.choices import Choices, label_of
from battles.board.previews import odds as previews_odds
from battles.board.prompts import Prompt, prompt_for
from battles.board.reach import areas
from battles.board.ruleset_badge import RulesetBadge, ruleset_badge
from battles.board.screen_svg import can_wander, numbered_spots, static_layers, view_box, zones_of
from battles.board.sight import from_spot
from battles.board.sight import lines as board_sight_lines
from battles.board.svg.legend import Material, legend_of
from battles.board.svg.models import Projection, models_svg
from battles.board.text import table
from battles.core import engine_cache
from battles.core.permissions import may_play_on, may_rematch, sides_of
from battles.core.refusals import UnreadablePosition
from battles.core.selectors import why_no_roster_changes
from battles.core.suggested_warbands import sides_to_save
from battles.engine.battle import Battle as EngineBattle
from battles.engine.view import measuring_of
from battles.log.lines import ending_sentence
from battles.log.recent_steps import RecentSteps, recent_steps
from battles.log.summary import BattleSummary
from battles.models import Battle, BattleSide, ChatLine
from battles.play.annotations import marks_for
from battles.play.bots import jobs
from battles.play.clocks.services import runs_league
from battles.play.clocks.view import ClockCard, clock_of
from battles.play.commands import last_run, may_undo
from battles.play.default_decisions import rules as default_decisions_rules
from battles.play.draw_offers.view import DrawCard, draw_card
from battles.play.models.annotations import marks_svg
from battles.play.page.regions import regions_of
from battles.play.page.screen_parts import (
    ModelStats,
    PhaseMark,
    SideCard,
    TurnCard,
    battle_summary,
    chat_of,
    opponents_turns,
    phases_of,
    selected_of,
    sides_of_battle,
    stats_of,
    undo_words,
)
from jobs.models import Job


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """All values of the board page. `selected` is "" if no model is selected; `side` is the letter of the side for
    which the reader acts now, or ""."""

    battle: Battle
    mine: tuple[str, ...]
    side: str
    turn: str
    whose: str
    active: str
    phases: list[PhaseMark]
    sides: list[SideCard]
    """The sides in the order of their letters."""
    prompt: Prompt
    scenario: ScenarioPanel
    selected: Figure | None
    choices: Choices | None
    stats: ModelStats | None
    steps: RecentSteps
    """Recent steps, for the log and the playback."""
    opponent_turns: list[TurnCard] = field(default_factory=list)
    """What the opponents did since the reader's last turn."""
    creatures: list[Creature] = field(default_factory=list)
    """Kinds of creatures of the scenario that have entered the table."""
    chat: list[ChatLine] = field(default_factory=list)
    undo: str = ""
    outcome: str = ""
    summary: BattleSummary | None = None
    """The statistics of a finished battle."""
    can_rematch: bool = False
    sides_to_save: Sequence[BattleSide] = ()
    """Sides of the reader whose suggested warband can be saved."""
    can_ask: bool = False
    """Whether the reader has to act and may ask for hints in this battle."""
    can_play_on: bool = False
    """Whether a copy of this moment may be played as practice."""
    clock: ClockCard | None = None
    draw_offer: DrawCard = field(default_factory=DrawCard)
    default_decisions: list[default_decisions_rules.PolicyRow] = field(default_factory=list)
    """Kinds of prompts with the default decision of the reader's side for each."""
    level: str = ""
    view: str = ""
    opened: str = ""
    """The manner of moving whose destinations are listed."""
    questions: list[previews_odds.Question] = field(default_factory=list)
    """Available previews of exact odds."""
    odds_preview: previews_odds.Preview | None = None
    sight: list[board_sight_lines.SightLine] | None = None
    sight_title: str = ""
    sight_places: list[tuple[str, str]] = field(default_factory=list)
    is_from_spot: bool = False
    sight_lines: str = ""
    view_box: str = ""
    is_flipped: bool = False
    static_svg: str = ""
    pieces: list[table.PieceText] = field(default_factory=list)
    """The terrain pieces of the table as text."""
    legend: list[Material] = field(default_factory=list)
    """The materials of the table's drawing."""
    models: str = ""
    spots: str = ""
    zones: str = ""
    marks: str = ""
    """Annotations of this turn."""
    routes: str = ""
    """Charge routes: those declared, and the one whose odds are requested."""
    reach: Sequence[areas.Row] | None = None
    """The reach of the selected model, if requested."""
    keys: Sequence[board_keys.KeyBinding] = ()
    """The reader's keys, by action."""
    measuring: str = "free"
    ruleset: RulesetBadge | None = None
    """The badge of the ruleset; only when the whole page is rendered."""
    guidance: Lesson | Hint | None = None
    """The lesson or hint for the player at this moment."""
    deployment: DeploymentOffer | None = None
    stopped: Job | None = None
    """The failed job of the bot that has to act."""
    width_in: float = 0
    length_in: float = 0

    @property
    def sides_mine_first(self) -> list[SideCard]:
        """The reader's own sides first, then the others; for a spectator, in the order of their letters."""
        return sorted(self.sides, key=lambda side: (not side.is_mine, side.letter))

    @property
    def steps_as_json(self) -> dict[str, Any]:
        return {"whole": self.steps.is_whole, "steps": [step.as_json() for step in self.steps.steps]}

    @property
    def keys_by_act(self) -> dict[str, str]:
        return {key.code: key.key for key in self.keys}

    @property
    def has_aftermath(self) -> bool:
        """Whether the battle has an aftermath that changes rosters."""
        return self.battle.counts and self.has_rosters

    @property
    def has_rosters(self) -> bool:
        """Whether warbands with a roster take part, so that players expect it to change."""
        return any(side.warband_id is not None for side in self.battle.sides.all())

    @property
    def practice_reason(self) -> str:
        """Why the rosters of a finished practice battle do not change; empty if it counts or has no rosters."""
        return why_no_roster_changes(self.battle) if self.has_rosters and not self.battle.counts else ""

    @property
    def half_width(self) -> float:
        return self.width_in / 2

    @property
    def half_length(self) -> float:
        return self.length_in / 2

    @property
    def sides_named(self) -> list[tuple[str, str]]:
        return [(side.letter, side.name) for side in self.sides_mine_first]

    @property
    def is_shared(self) -> bool:
        """Whether both players use the same screen."""
        return len(self.mine) == len(self.sides)


def engine_of(battle: Battle, at: int | None = None) -> EngineBattle:
    """The engine's battle in its current state, or after event `at`; an old position accepts no commands."""
    if at is None or at >= battle.seq:
        return engine_cache.load(battle)
    game = engine_cache.game_of(battle)
    state = engine_cache.state_at(battle, game, at)
    return EngineBattle(game, state, engine_cache.dice_of(battle, state.dice_position))


def board(
    battle: Battle,
    user: User | None,
    *,
    model_id: str = "",
    acted: str = "",
    level: str = "",
    view: str = "",
    close: bool = False,
    with_page: bool = True,
    log_after: int = 0,
    opened: str = "",
    odds: str = "",
    weapon: str = "",
    place: str = "",
    with_sight: bool = False,
    spot: Mapping[str, str] | None = None,
    with_reach: bool = False,
) -> Screen:
    """The board for this reader. `model_id` is the model to select. Without it, `acted` (the model of the last command)
    is selected while it can still act, or else the next one that can.

    `with_page` False leaves out what does not change (the chat, the drawing of a table whose pieces cannot move).
    `log_after` limits the log to later events. `opened` is the manner of moving whose destinations are listed; `odds`
    (with `weapon` and `place`) is the enemy for exact odds. `with_sight` includes what the selected model sees, `spot`
    what is seen from that position, `with_reach` the reach.
    """
    engine = engine_of(battle)
    game, state = engine.game, engine.state
    seats = sides_of(user, battle)
    mine = tuple(seat.letter for seat in seats)
    side = next((letter for letter in engine.awaiting() if letter in mine), "")
    able = model_options.actors(engine, side) if side else frozenset()
    figures = figures_of(game, state, mine=frozenset(mine), actors=able, letters=letters_of(game))
    by_id = {figure.id: figure for figure in figures}
    bots = frozenset(seat.letter for seat in battle.sides.all() if seat.bot)
    prompt = prompt_for(engine, mine, bots=bots)
    stopped = jobs.stopped_job(battle) if prompt.state == "waiting" else None
    if stopped is not None:
        prompt = replace(prompt, question=_("The bot stopped. %(reason)s") % {"reason": stopped.error})
    chosen = selected_of(by_id, able, model_id, acted, prompt)
    if chosen is not None and prompt.state == "mine" and not prompt.stage:
        prompt = prompt_for(engine, mine, bots=bots, selected=chosen.id)
    choices = None
    if chosen is not None and chosen.is_mine:
        choices = model_options.for_model(engine, chosen.side, chosen.id, with_reach=with_reach, opened=opened)
    last = last_run(battle) if battle.is_playing and mine else None
    length = game.table.length / 100
    flipped = bool(mine) and "a" not in mine
    paper = Projection(length, reverse("battles:board", args=[battle.public_id]))
    questions = previews_odds.questions(engine, chosen.id, choices) if chosen is not None and chosen.is_mine else []
    question = question_of(questions, odds, weapon, place) if odds else None
    look = view_of(engine, chosen.id if chosen is not None else "", spot) if with_sight else None
    sight = look.lines if look is not None else None
    answer = previews_odds.answer(engine, question) if question is not None else None
    ahead = answer["drawing"] if answer else ""
    numbered = next((verb for verb in (choices.verbs if choices else ()) if verb.options), None)
    return Screen(
        battle=battle,
        mine=mine,
        side=side,
        turn=_("Turn %(n)d") % {"n": state.turn_number} if state.turn_number else _("Setting up"),
        whose=game.name(state.active) if state.active else "",
        active=state.active,
        phases=phases_of(game, state),
        sides=sides_of_battle(battle, game, state, mine, figures, engine.awaiting()),
        creatures=creatures_of(game, figures),
        prompt=prompt,
        scenario=scenario_panel(game, state),
        selected=chosen,
        choices=choices,
        stats=stats_of(game, state, chosen.id) if chosen else None,
        steps=recent_steps(battle, game, log_after),
        opponent_turns=opponents_turns(battle, game, state, mine),
        chat=chat_of(battle, mine) if with_page else [],
        undo=undo_words(game, last)
        if last is not None and user is not None and may_undo(battle, last, user.pk)
        else "",
        outcome=ending_sentence(state.outcome.reason) if state.outcome is not None else "",
        summary=battle_summary(battle, game, state),
        can_rematch=may_rematch(user, battle),
        sides_to_save=sides_to_save(user, battle),
        can_ask=bool(side) and battle.gives_hints,
        can_play_on=battle.is_playing and may_play_on(user, battle),
        default_decisions=default_decisions_rules.policy_rows(seats[0].orders) if seats and battle.is_playing else [],
        clock=clock_of(battle, mine, timezone.now(), runs_league=user is not None and runs_league(battle, user.pk)),
        draw_offer=draw_card(battle, engine, mine),
        level=level if level in ("0", "300", "600") else "",
        view=view if view == "list" else "",
        view_box=view_box(game, chosen if close else None),
        is_flipped=flipped,
        pieces=table.table_as_text(game.table) if with_page else [],
        legend=legend_of(game.table) if with_page else [],
        static_svg=static_layers(game) if with_page or can_wander(game) else "",
        models=objectives_svg(game, state, length) + models_svg(figures, paper, chosen.id if chosen else ""),
        opened=opened,
        questions=questions,
        odds_preview=answer,
        sight=sight,
        sight_title=look.title if look is not None else "",
        sight_places=from_spot.named_places(engine) if look is not None else [],
        is_from_spot=look is not None and look.is_from_spot,
        sight_lines=board_sight_lines.lines_svg(sight, length) if sight else "",
        spots=numbered_spots(numbered, length) if numbered is not None else "",
        zones=zones_of(game, state, mine),
        marks=marks_svg(marks_for(battle, mine), length),
        routes=charge_lines.lines_svg(engine, charge_lines.declared(engine)) + ahead,
        reach=reach_rows(choices) if with_reach and choices is not None else None,
        keys=board_keys.bound(user.board_keys if user is not None else {}) if with_page or choices is not None else (),
        measuring=measuring_of(game),
        ruleset=ruleset_badge(battle, plays=bool(mine)) if with_page else None,
        guidance=guidance_of(engine, battle, user, side, figures, chosen.id if chosen else "", choices),
        deployment=deployment_offer(battle, engine, side),
        stopped=stopped,
        width_in=game.table.width / 100,
        length_in=length,
    )


def figure_of(engine: EngineBattle, user: User | None, battle: Battle, model_id: str) -> Figure:
    """One model as this reader sees it."""
    mine = frozenset(seat.letter for seat in sides_of(user, battle))
    figures = figures_of(engine.game, engine.state, mine=mine, actors=frozenset(), letters=letters_of(engine.game))
    return next(figure for figure in figures if figure.id == model_id)


class View(NamedTuple):
    """What a model sees, or what is seen from a position, with a title."""

    title: str
    lines: list[board_sight_lines.SightLine]
    is_from_spot: bool = False


def view_of(engine: EngineBattle, model_id: str, spot: Mapping[str, str] | None) -> View:
    """What a model sees, or what is seen from the requested position. Raises UnreadablePosition."""
    if spot is None:
        lines = board_sight_lines.lines_of(engine, model_id) if model_id else []
        return View(_("What %(name)s sees") % {"name": engine.game.name(model_id) if model_id else _("nobody")}, lines)
    try:
        here = from_spot.spot_in(engine, spot)
    except (ValueError, OverflowError) as fault:
        raise UnreadablePosition from fault
    title = _("What is seen from here: %(place)s") % {"place": from_spot.place_of(engine, here)}
    return View(title, from_spot.lines_from(engine, here), is_from_spot=True)


def reach_rows(choices: Choices) -> list[areas.Row]:
    """The parts of all reaches of a model, by manner of moving, for the list."""
    return [areas.Row(manner=label_of(code), parts=drawn.parts) for code, drawn in choices.reach.items()]


def question_of(
    questions: list[previews_odds.Question], target: str, weapon: str, place: str = ""
) -> previews_odds.Question | None:
    """The preview of odds against this enemy with this weapon (an index as text), or with this index among the options;
    None if there is none."""
    found = [question for question in questions if question.target == target]
    found = [question for question in found if str(question.place) == place] or found
    return next((question for question in found if str(question.weapon) == weapon), found[0] if found else None)


def board_state(
    request: HttpRequest,
    battle: Battle,
    user: User | None,
    *,
    model_id: str = "",
    acted: str = "",
    log_after: int = 0,
    shown: str = "",
) -> dict[str, Any]:
    """What a script needs after a change: the fragments that differ from the versions `shown`, the layer of models, and
    new lines of the log. The fragments contain forms, so they are rendered with the request, for its CSRF token."""
    screen = board(battle, user, model_id=model_id, acted=acted, with_page=False, log_after=log_after)
    context = {"screen": screen, "battle": battle, "user": user}
    regions = regions_of(request, screen, battle, user, shown)
    return {
        "seq": battle.seq,
        "awaiting": battle.awaiting,
        "side": screen.side,
        "over": battle.is_over,
        "selected": screen.selected.id if screen.selected else "",
        "regions": regions.changed,
        "versions": regions.versions,
        "models": screen.models,
        "zones": screen.zones,
        "marks": screen.marks,
        "routes": screen.routes,
        "ground": screen.static_svg,
        "log": render_to_string("battles/_log_blocks.html", context) if screen.steps.blocks else "",
        "steps": screen.steps_as_json,
        "speak": screen.steps.blocks[-1].sentence if screen.steps.blocks else "",
        "ask": screen.prompt.question if screen.prompt.state in {"mine", "theirs"} else "",
    }
