"""All models of the battles app in one module, where Django finds them. Each is defined in the package of its
feature."""

from battles.aftermath.models.aftermath import Aftermath, AftermathLine, AftermathStatus
from battles.aftermath.models.seeds import AftermathRevert, AftermathSeed, RevertState
from battles.core.models import (
    FIGHTING,
    Battle,
    BattleEvent,
    BattleSide,
    BattleStatus,
    Issuer,
    Opponent,
    Snapshot,
    Visibility,
)
from battles.play.models.annotations import BoardMark
from battles.play.models.chat import ChatLine
from battles.play.models.clocks import BattleClock
from battles.play.models.draw_offers import DrawOffer
from battles.setup.line_up.models import LineUp, SavedDeployment
from battles.tables.models import Audience, DrawnTable, TableStep
from battles.tabletop.models import Track, TrackStep
from battles.tabletop.photos.models import TrackPhoto
from battles.tabletop.stand_ins.models import ConfirmLink, LinkAnswer, PaperRoster, StandIn

__all__ = [
    "FIGHTING",
    "Aftermath",
    "AftermathLine",
    "AftermathRevert",
    "AftermathSeed",
    "AftermathStatus",
    "Audience",
    "Battle",
    "BattleClock",
    "BattleEvent",
    "BattleSide",
    "BattleStatus",
    "BoardMark",
    "ChatLine",
    "ConfirmLink",
    "DrawOffer",
    "DrawnTable",
    "Issuer",
    "LineUp",
    "LinkAnswer",
    "Opponent",
    "PaperRoster",
    "RevertState",
    "SavedDeployment",
    "Snapshot",
    "StandIn",
    "TableStep",
    "Track",
    "TrackPhoto",
    "TrackStep",
    "Visibility",
]
