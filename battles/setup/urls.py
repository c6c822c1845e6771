"""URLs of the setup pages and API operations."""

from django.urls import URLPattern, path

from battles.core.operation import BattleOperation
from battles.setup import api, nonce_views, operations, views
from battles.setup.line_up import api as line_up_api
from battles.setup.line_up import views as line_up_views
from battles.setup.line_up.operations import SaveDeployment
from battles.setup.match_operations import PlayMatch
from mordheim_site.operations.api import operation_view

urlpatterns: list[URLPattern] = [
    path("play/", views.play, name="play"),
    path("battles/<pid:pid>/place/", views.place, name="place"),
    path("play/now/", views.play_now, name="play_now"),
    path("battles/<pid:pid>/join/", views.join, name="join"),
    path("battles/<pid:pid>/withdraw/", views.withdraw, name="withdraw"),
    path("battles/<pid:pid>/decline/", views.decline, name="decline"),
    path("battles/<pid:pid>/rematch/", views.rematch_battle, name="rematch"),
    path("battles/<pid:pid>/save-warband/", views.save_warband, name="save_warband"),
    path("battles/<pid:pid>/play-on/", views.play_on_from, name="play_on"),
    path("battles/<pid:pid>/resign/", views.resign, name="resign"),
    path("battles/<pid:pid>/deployment/", line_up_views.save_deployment, name="save_deployment"),
    path("battles/<pid:pid>/nonce/", nonce_views.nonce, name="nonce"),
    path("battles/line-up/<pid:pid>/", line_up_views.line_up, name="line_up"),
]


def _post(address: str, operation: type[BattleOperation]) -> URLPattern:
    return path(f"battles/<pid:pid>/{address}/", operation_view(post=operation).as_view(), name=f"api-battle-{address}")


api_urlpatterns: list[URLPattern] = [
    path("battles/", api.BattlesView.as_view(), name="api-battles"),
    path("battles/<pid:pid>/nonce/", api.NonceView.as_view(), name="api-battle-nonce"),
    _post("join", operations.JoinBattle),
    _post("withdraw", operations.WithdrawInvitation),
    _post("decline", operations.DeclineRematch),
    _post("place", operations.PlaceModels),
    _post("deployment", SaveDeployment),
    _post("rematch", operations.Rematch),
    _post("save-warband", operations.SaveWarband),
    _post("play-on", operations.PlayOn),
    path("battles/line-up/<pid:pid>/", line_up_api.LineUpView.as_view(), name="api-line-up"),
    path("battles/match/<pid:pid>/play/", operation_view(post=PlayMatch).as_view(), name="api-match-play"),
]
