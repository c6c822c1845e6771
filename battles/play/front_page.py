"""A picture of one public battle in progress for the front page: its table and the last line of its log. It is rendered
at most every `KEPT_S` seconds for each language, so that many visitors of the front page cause no queries."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from battles.board.model_views import figures_of, letters_of
from battles.board.svg.models import Projection, models_svg
from battles.board.svg.table import table_svg
from battles.core import engine_cache, selectors
from battles.core.selectors import BattleCard
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.terrain.setup_changes import present
from battles.log.lines import lines_of
from battles.models import Battle
from mordheim_site.look.svg.elements import drawing

KEPT_S = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveBattlePicture:
    """Template context of `battles/play/_live_battle.html`."""

    template: str
    card: BattleCard
    line: str
    drawing: SafeString


def live_battle_picture() -> LiveBattlePicture | None:
    """The public battle with the newest activity; None if none is in progress."""
    key = f"live-battle-picture:{get_language()}"
    known: tuple[LiveBattlePicture | None] | None = cache.get(key)
    if known is None:
        known = (_made(),)
        cache.set(key, known, KEPT_S)
    return known[0]


def _made() -> LiveBattlePicture | None:
    battle = selectors.live_battles().defer("dice_seed").first()
    if battle is None:
        return None
    game = engine_cache.game_of(battle)
    state = engine_cache.state_at(battle, game, battle.seq)
    game = present(game, state)
    return LiveBattlePicture(
        template="battles/play/_live_battle.html",
        card=selectors.card_of(battle, None),
        line=_last_line(battle, game),
        drawing=_drawing(battle, game, state),
    )


def _last_line(battle: Battle, game: Game) -> str:
    runs = selectors.newest_events(battle, 8)
    lines = [line.text for line in lines_of(game, reversed(runs)) if line.kind not in ("heading", "phase")]
    return lines[-1] if lines else ""


def _drawing(battle: Battle, game: Game, state: BattleState) -> SafeString:
    figures = figures_of(game, state, mine=frozenset(), actors=frozenset(), letters=letters_of(game))
    paper = Projection(game.table.length / 100, reverse("battles:board", args=[battle.public_id]))
    return drawing(
        table_svg(game.table, small=True),
        models_svg(figures, paper),
        class_="board-svg live-picture",
        viewBox=f"0 0 {game.table.width / 100} {game.table.length / 100}",
        aria_hidden="true",
        focusable="false",
    )
