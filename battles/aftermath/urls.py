"""URLs of the aftermath pages and API operations."""

from collections.abc import Callable

from django.http.response import HttpResponseBase
from django.urls import URLPattern, path

from battles.aftermath import api, views
from battles.aftermath.market.api import MarketView
from battles.aftermath.operations import (
    ActOnAftermath,
    AftermathOperation,
    AnswerChoice,
    RuleOnAftermath,
    UndoAnswer,
    rulings,
    sides,
)
from battles.aftermath.restore import views as restore_views
from battles.aftermath.restore.operations import RestoreRoster
from mordheim_site.operations.api import operation_view

urlpatterns: list[URLPattern] = [
    path("battles/<pid:pid>/aftermath/", views.page, name="aftermath"),
    path("battles/<pid:pid>/aftermath/choose/", views.choose, name="aftermath_choose"),
    path("battles/<pid:pid>/aftermath/decide/", views.decide, name="aftermath_decide"),
    path("warbands/<pid:pid>/restore/", restore_views.restore, name="restore"),
    path("battles/<pid:pid>/aftermath/rule/", views.rule, name="aftermath_rule"),
]


def _post(operation: type[AftermathOperation]) -> Callable[..., HttpResponseBase]:
    return operation_view(post=operation).as_view()


BATTLE_ADDRESSES: dict[str, type[AftermathOperation]] = {
    "revert": rulings.RequestRevert,
    "revert/accept": rulings.AcceptRevert,
    "revert/decline": rulings.DeclineRevert,
    "revert/withdraw": rulings.WithdrawRevert,
    "roll-again": rulings.RollAgain,
}
"""Operations on the whole aftermath of a battle, by their address in the API."""
SIDE_ADDRESSES: dict[str, type[AftermathOperation]] = {
    "decide-rest": sides.DecideRest,
    "confirm": sides.ConfirmAftermath,
    "reopen": sides.ReopenAftermath,
    "dice": sides.EnterDice,
    "dice/roll": sides.RollDice,
    "dice/correct": sides.CorrectDice,
    "dice/here": sides.RollHere,
    "dice/table": sides.RollAtTable,
    "veterans": sides.HireVeteran,
    "item-searches": sides.SearchItem,
    "person-searches": sides.SearchPerson,
    "hired-swords": sides.HireSword,
    "corrections": rulings.CorrectRoster,
}
"""Operations on the aftermath of one warband, by their address in the API."""


api_urlpatterns: list[URLPattern] = [
    path(
        "warbands/<pid:pid>/restore/",
        operation_view(post=RestoreRoster).as_view(),
        name="api-warband-restore-roster",
    ),
    path("battles/<pid:pid>/aftermath/", api.AftermathView.as_view(), name="api-aftermath"),
    path("battles/<pid:pid>/aftermath/answers/", _post(AnswerChoice), name="api-aftermath-answers"),
    path("battles/<pid:pid>/aftermath/answers/undo/", _post(UndoAnswer), name="api-aftermath-undo"),
    *(
        path(f"battles/<pid:pid>/aftermath/{address}/", _post(operation), name=operation.declaration.name)
        for address, operation in BATTLE_ADDRESSES.items()
    ),
    path("battles/<pid:pid>/aftermath/<pid:aid>/market/", MarketView.as_view(), name="api-aftermath-market"),
    *(
        path(f"battles/<pid:pid>/aftermath/<pid:aid>/{address}/", _post(operation), name=operation.declaration.name)
        for address, operation in SIDE_ADDRESSES.items()
    ),
    path("battles/<pid:pid>/aftermath/actions/", _post(ActOnAftermath), name="api-aftermath-acts"),
    path("battles/<pid:pid>/aftermath/rulings/", _post(RuleOnAftermath), name="api-aftermath-rulings"),
]
