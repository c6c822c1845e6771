"""The card of one model: its name, current profile, weapons, skills and spells, and the odds between it and the
selected model in both directions. The odds are for a charge that arrives and for a shot, as scores and one chain each.
They do not reveal whether the models can reach or see each other. Where measuring is allowed, a target that is out of
range is shown as such; elsewhere both ranges are shown (MV-MEAS-01)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from battles.board.model_views import CONDITIONS, Figure
from battles.board.previews import attack_odds
from battles.board.previews.odds import charged
from battles.engine.battle import Battle as EngineBattle
from battles.engine.game import Game
from battles.engine.profile import Weapon
from battles.engine.state import BattleState
from battles.engine.steps.magic.phase import known_spells
from battles.engine.steps.magic.spellbook import SPELLS
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.table.vectors import distance
from battles.play.page.screen_parts import ModelStats, stats_of


class OddsLine(NamedTuple):
    """One way to attack: its name, the scores it needs and the probability of a wound as text, or why it is
    impossible."""

    title: str
    needs: str
    chance: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCard:
    """Everything that the card shows. `condition` is a sentence; `wounds` is "" for a model with one Wound."""

    figure: Figure
    condition: str
    wounds: str
    stats: ModelStats
    weapons: tuple[str, ...]
    armour: tuple[str, ...]
    spells: tuple[str, ...]
    odds: tuple[OddsLine, ...]


def card_of(engine: EngineBattle, figure: Figure, other: str = "") -> ModelCard:
    """The card of a model. `other` is the id of the selected model: if they are enemies, the odds between them are
    included."""
    game, state = engine.game, engine.state
    fighter = game.fighters[figure.id]
    stats = stats_of(game, state, figure.id)
    names = {weapon.name for weapon in fighter.weapons}
    condition = figure.sentence if figure.on_table else str(CONDITIONS[figure.condition]).capitalize() + "."
    wounds = ""
    if figure.full_wounds > 1:
        wounds = _("%(left)d of %(full)d wounds") % {"left": figure.wounds, "full": figure.full_wounds}
    return ModelCard(
        figure=figure,
        condition=condition[:1].upper() + condition[1:],
        wounds=wounds,
        stats=stats,
        weapons=tuple(dict.fromkeys(weapon_text(weapon) for weapon in fighter.weapons)),
        armour=tuple(item for item in stats["kit"] if item not in names),
        spells=tuple(spell_text(code) for code in known_spells(game, state, figure.id) if code in SPELLS),
        odds=odds_between(game, state, other, figure.id) if figure.on_table else (),
    )


def weapon_text(weapon: Weapon) -> str:
    """A weapon with its range and fixed Strength: "Crossbow (30″, S4)"."""
    facts = [f"{weapon.reach // 100}″"] if weapon.reach else []
    if weapon.strength:
        facts.append(_("S%(n)d") % {"n": weapon.strength})
    elif weapon.strength_bonus:
        facts.append(_("S%(n)+d") % {"n": weapon.strength_bonus})
    return f"{weapon.name} ({', '.join(facts)})" if facts else weapon.name


def spell_text(code: str) -> str:
    """A spell with its difficulty: "Fires of U'Zhul (7+)"."""
    spell = SPELLS[code]
    return f"{spell.name} ({spell.difficulty}+)" if spell.difficulty else spell.name


def odds_between(game: Game, state: BattleState, selected: str, model_id: str) -> tuple[OddsLine, ...]:
    """The odds of the selected model against this one, and in return."""
    if selected not in state.models or selected[0] == model_id[0] or state.models[selected].gone:
        return ()
    return (*_attacks(game, state, selected, model_id), *_attacks(game, state, model_id, selected))


def _attacks(game: Game, state: BattleState, model_id: str, target: str) -> list[OddsLine]:
    names = {"who": game.name(model_id)}
    is_fighting = target in state.models[model_id].engaged
    fight = attack_odds.of_blows(game, state if is_fighting else charged(state, model_id, target), model_id, target)
    title = _("%(who)s fights") if is_fighting else _("%(who)s charges")
    lines = [_line(title % names, fight)] if fight is not None else []
    if not state.models[model_id].engaged:
        lines += _shots(game, state, model_id, target, _("%(who)s shoots") % names)
    return lines


def _shots(game: Game, state: BattleState, model_id: str, target: str, title: str) -> list[OddsLine]:
    """The odds of a shot with the first missile weapon."""
    slots = [slot for slot, weapon in enumerate(game.fighters[model_id].weapons) if weapon.is_missile and weapon.reach]
    if not slots:
        return []
    plan = plan_of(game, state, model_id, slots[0])
    is_far = distance(body_of(game, state, model_id), body_of(game, state, target)) > plan.reach
    if game.rules.measuring_is_free and is_far:
        return [OddsLine(title, "", _("out of range"))]
    return [_line(title, attack_odds.of_shot(game, state, model_id, target, slots[0]))]


def _line(title: str, chain: attack_odds.Chain) -> OddsLine:
    return OddsLine(title, chain["needs"], _("%(odds)s to wound") % {"odds": chain["short"]})
