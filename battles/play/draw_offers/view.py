"""The draw offer as the board and the API show it: which side made it, which sides agreed, and the actions of the
reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from django.utils.translation import gettext as _

from battles.engine.battle import Battle as EngineBattle
from battles.engine.steps.turn.ending import sides_in_play
from battles.models import Battle
from battles.play.models.draw_offers import DrawOffer, OfferState
from mordheim_site.reuse.prepared_queries import PreparedQuery

_OFFERS = PreparedQuery(
    lambda battle_id: DrawOffer.objects.filter(battle_id=battle_id, is_past=False).order_by("pk"), int
)


class DrawJson(TypedDict):
    """A draw offer for the API."""

    side: str
    says: str
    may_offer: bool
    may_withdraw: bool
    may_answer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCard:
    """`says` describes the offer, "" if there is none. The other fields are the actions that this reader may take
    now."""

    says: str = ""
    side: str = ""
    """The side that has made the open offer."""
    may_offer: bool = False
    ends_at_once: bool = False
    """Whether this reader plays all sides in play, so that an offer ends the battle at once."""
    may_withdraw: bool = False
    may_answer: bool = False

    def as_json(self) -> DrawJson:
        """Plain values for programs."""
        return {
            "side": self.side, "says": self.says, "may_offer": self.may_offer, "may_withdraw": self.may_withdraw,
            "may_answer": self.may_answer,
        }  # fmt: skip


def draw_card(battle: Battle, engine: EngineBattle, mine: tuple[str, ...]) -> DrawCard:
    """The card for a player of the sides `mine`. One query while the battle is in progress, otherwise none."""
    if not battle.is_playing:
        return DrawCard()
    offers = _OFFERS.rows(battle.pk)
    in_play = sides_in_play(engine.game, engine.state)
    own = [letter for letter in in_play if letter in mine]
    now = next((offer for offer in offers if offer.state == OfferState.OPEN), None)
    if now is not None:
        names = [engine.game.name(letter) for letter in in_play if letter in now.agreed and letter != now.side]
        says = _("%(side)s offers a draw.") % {"side": engine.game.name(now.side)}
        if names:
            says = f"{says} {_('Agreed so far: %(who)s.') % {'who': _(' and ').join(names)}}"
        return DrawCard(
            says=says,
            side=now.side,
            may_withdraw=now.side in own,
            may_answer=bool(own) and now.side not in own and any(letter not in now.agreed for letter in own),
        )
    is_offered = any(offer.side in own for offer in offers)
    return DrawCard(
        says=_result_text(offers[-1], engine) if offers and mine else "",
        may_offer=bool(own) and not is_offered,
        ends_at_once=bool(own) and len(own) == len(in_play),
    )


def _result_text(offer: DrawOffer, engine: EngineBattle) -> str:
    """What happened to the newest offer of this turn, as text."""
    names = {"side": engine.game.name(offer.side), "who": engine.game.name(offer.refused_by)}
    if offer.state == OfferState.REFUSED:
        return _("%(who)s declined the draw that %(side)s offered.") % names
    if offer.state == OfferState.WITHDRAWN:
        return _("%(side)s withdrew the draw offer.") % names
    return ""
