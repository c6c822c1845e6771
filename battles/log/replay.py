"""Review of a battle: any earlier position, the battle log, and every die with its position in the stream."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _

from battles.aftermath.selectors import first_die_at, is_revealed
from battles.board.model_views import Figure, figures_of, letters_of
from battles.board.screen_svg import static_layers
from battles.board.svg.models import Projection, models_svg
from battles.core import engine_cache
from battles.core.dice_preparation import contributors
from battles.core.phases import phase_name
from battles.engine import events as log
from battles.engine.game import Game
from battles.engine.terrain.setup_changes import present
from battles.log.lines import DiceRow, Line, dice_row, lines_of, outcome_sentence, sentence_of
from battles.models import Battle, BattleEvent, BattleSide
from mordheim_site.api.times import utc_text


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayPosition:
    """One position of a replay with links to others. `place` is its event; a link of "" does not exist."""

    place: int
    last: int
    earlier: int | None
    later: int | None
    casualty_before: int | None
    casualty_after: int | None
    turn: str
    sentence: str
    line: Line | None
    lines: list[Line]
    figures: list[Figure]
    models: str
    static_svg: str
    width_in: float
    length_in: float
    turns: list[tuple[str, int]]


def runs_of(battle: Battle) -> list[BattleEvent]:
    """All commands with their events that were not undone, in order."""
    return list(BattleEvent.objects.filter(battle=battle, is_undone=False).order_by("seq"))


def replay_position(battle: Battle, wanted: int | None, *, casualties_only: bool = False) -> ReplayPosition:
    """The position after event `wanted` (None for the end), moved to the end of the command that it belongs to."""
    game = engine_cache.game_of(battle)
    runs = runs_of(battle)
    ends = [run.seq + run.count - 1 for run in runs]
    place = next((end for end in ends if wanted is not None and end >= wanted), ends[-1] if ends else 0)
    state = engine_cache.state_at(battle, game, place)
    game = present(game, state)
    lines = [line for line in lines_of(game, runs) if line.kind not in ("heading", "phase")]
    fallen = [_end_of(line.seq, ends) for line in lines if line.kind == "casualty"]
    here = [line for line in lines if _end_of(line.seq, ends) == place]
    base = reverse("battles:replay", args=[battle.public_id])
    figures = figures_of(game, state, mine=frozenset(), actors=frozenset(), letters=letters_of(game))
    index = ends.index(place) if place in ends else 0
    turn = _("Turn %(n)d, %(side)s, %(phase)s") % {
        "n": state.turn_number,
        "side": game.name(state.active) if state.active else "",
        "phase": phase_name(state.phase),
    }
    return ReplayPosition(
        place=place,
        last=ends[-1] if ends else 0,
        earlier=ends[index - 1] if index else None,
        later=ends[index + 1] if index + 1 < len(ends) else None,
        casualty_before=max((end for end in fallen if end < place), default=None),
        casualty_after=min((end for end in fallen if end > place), default=None),
        turn=turn if state.turn_number else _("Setting up"),
        sentence=here[-1].text if here else "",
        line=here[-1] if here else None,
        lines=[line for line in lines if line.kind == "casualty"] if casualties_only else _around(lines, place),
        figures=figures,
        models=models_svg(figures, Projection(game.table.length / 100, base)),
        static_svg=static_layers(game),
        width_in=game.table.width / 100,
        length_in=game.table.length / 100,
        turns=_turns(game, runs),
    )


def _end_of(seq: int, ends: list[int]) -> int:
    return next((end for end in ends if end >= seq), ends[-1] if ends else 0)


def _around(lines: list[Line], place: int) -> list[Line]:
    index = next((number for number, line in enumerate(lines) if line.seq > place), len(lines))
    return lines[max(0, index - 12) : index + 12]


def _turns(game: Game, runs: list[BattleEvent]) -> list[tuple[str, int]]:
    """The first event of each turn: (text, event)."""
    found = []
    for run in runs:
        for offset, data in enumerate(run.data):
            if data[0] == "TurnBegan":
                event = log.from_data(data)
                found.append((sentence_of(game, event), run.seq + offset))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleReport:
    """The battle as text, turn by turn."""

    chapters: list[tuple[str, list[Line]]]
    outcome: str
    casualties: list[Line] = field(default_factory=list)


def battle_report(battle: Battle) -> BattleReport:
    """The report of the whole battle, for printing."""
    game = engine_cache.game_of(battle)
    chapters: list[tuple[str, list[Line]]] = [(_("Setting up"), [])]
    fallen = []
    for line in lines_of(game, runs_of(battle)):
        if line.kind == "heading" and _is_turn(game, line):
            chapters.append((line.text, []))
            continue
        chapters[-1][1].append(line)
        if line.kind == "casualty":
            fallen.append(line)
    outcome = battle.outcome or {}
    outcome_text = outcome_sentence(game, outcome.get("winners", ()), outcome.get("reason", "")) if outcome else ""
    return BattleReport(chapters=[row for row in chapters if row[1]], outcome=outcome_text, casualties=fallen)


def _is_turn(game: Game, line: Line) -> bool:
    return any(line.text == sentence_of(game, log.TurnBegan(side, line.turn)) for side in game.sides)


class PartJson(TypedDict):
    """The random number of one side, for the check in the browser."""

    name: str
    nonce: str
    commitment: str
    sent_at: str


class ProofJson(TypedDict):
    """The proof for the check in the browser. Times are in ISO 8601, "" if it has not happened yet."""

    seed: str
    fingerprint: str
    nonces: list[str]
    faces: list[int]
    committed_at: str
    first_die_at: str
    parts: list[PartJson]


class ProofRow(DiceRow):
    """A row of dice with its event and turn."""

    seq: int
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The random number that one side added to the dice. `kind` is player, site (generated by the site for the player),
    program, bot, or "" for a second side of the same player; `nonce` is "" if nothing was added."""

    name: str
    kind: str
    nonce: str
    commitment: str
    committed_at: datetime | None
    sent_at: datetime | None

    @property
    def as_json(self) -> PartJson:
        """The data for the check in the browser."""
        return {
            "name": self.name,
            "nonce": self.nonce,
            "commitment": self.commitment,
            "sent_at": utc_text(self.sent_at) if self.sent_at is not None else "",
        }


def part_of(battle: Battle, side: BattleSide, contributors: frozenset[str]) -> Part:
    """The random number of one side. `contributors` are the letters of the sides whose players could add to the
    dice."""
    kind = "player" if side.letter in contributors else "bot" if side.bot else ""
    if side.nonce and side.nonce_at is None:
        kind = "program" if battle.dice_protocol else "site"
    return Part(
        name=side.name,
        kind=kind,
        nonce=side.nonce,
        commitment=side.nonce_commitment,
        committed_at=side.nonce_committed_at,
        sent_at=side.nonce_at,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Every die of a battle, and what a reader needs to calculate it again. `seed` is "" until the battle is over."""

    rows: list[ProofRow]
    faces: list[int]
    fingerprint: str
    nonces: list[tuple[str, str]]
    """(name of the side, its nonce or "") in the order of the sides, as used in the key of the dice."""
    parts: list[Part]
    seed: str
    committed_at: datetime
    first_die_at: datetime | None
    is_of_players: bool
    """Whether the nonces came from the players. False for older battles, where the site generated them itself."""

    @property
    def as_json(self) -> ProofJson:
        """The data for the check in the browser."""
        nonces = [nonce for _name, nonce in self.nonces]
        return {
            "seed": self.seed,
            "fingerprint": self.fingerprint,
            "nonces": nonces,
            "faces": self.faces,
            "committed_at": utc_text(self.committed_at),
            "first_die_at": utc_text(self.first_die_at) if self.first_die_at is not None else "",
            "parts": [part.as_json for part in self.parts],
        }


def proof(battle: Battle) -> Proof:
    """The dice in the order of the stream. Undone commands have none, because a command with dice cannot be undone."""
    game = engine_cache.game_of(battle)
    rows: list[ProofRow] = []
    faces: list[int] = []
    for run in runs_of(battle):
        for offset, data in enumerate(run.data):
            if data[0] != "Rolled":
                continue
            event = log.from_data(data)
            assert isinstance(event, log.Rolled)
            row = dice_row(game, event, place=len(faces) + 1)
            rows.append({**row, "seq": run.seq + offset, "turn": run.turn_number})
            faces.extend(event.faces)
    sides = sorted(battle.sides.all(), key=lambda side: side.letter)
    people = frozenset(side.letter for side in contributors(battle))
    return Proof(
        rows=rows,
        faces=faces,
        fingerprint=battle.fingerprint,
        nonces=[(side.name, side.nonce) for side in sides],
        parts=[part_of(battle, side, people) for side in sides],
        seed=bytes(battle.dice_seed).hex() if is_revealed(battle) else "",
        committed_at=battle.created_at,
        first_die_at=first_die_at(battle),
        is_of_players=battle.dice_protocol > 0,
    )
