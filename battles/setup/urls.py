"""URLs of the setup pages and API operations."""

from django.urls import URLPattern, path

from battles.setup import api, match_views, nonce_views, operations, views
from battles.setup.match_operations import PlayMatch
from mordheim_site.operations.api import operation_view

urlpatterns: list[URLPattern] = [
    path("play/", views.play, name="play"),
    path("battles/<pid:pid>/place/", views.place, name="place"),
    path("play/now/", views.play_now, name="play_now"),
    path("battles/<pid:pid>/join/", views.join, name="join"),
    path("battles/<pid:pid>/withdraw/", views.withdraw, name="withdraw"),
    path("battles/<pid:pid>/rematch/", views.rematch_battle, name="rematch"),
    path("battles/<pid:pid>/resign/", views.resign, name="resign"),
    path("battles/<pid:pid>/nonce/", nonce_views.nonce, name="nonce"),
    path("battles/match/<pid:pid>/play/", match_views.play_match, name="play_match"),
    path("battles/match/<pid:pid>/", match_views.section, name="match_section"),
]


def _post(address: str, operation: type[operations.BattleOperation]) -> URLPattern:
    return path(f"battles/<pid:pid>/{address}/", operation_view(post=operation).as_view(), name=f"api-battle-{address}")


api_urlpatterns: list[URLPattern] = [
    path("battles/", api.BattlesView.as_view(), name="api-battles"),
    path("battles/<pid:pid>/nonce/", api.NonceView.as_view(), name="api-battle-nonce"),
    _post("join", operations.JoinBattle),
    _post("withdraw", operations.WithdrawInvitation),
    _post("place", operations.PlaceModels),
    _post("rematch", operations.Rematch),
    path("battles/match/<pid:pid>/play/", operation_view(post=PlayMatch).as_view(), name="api-match-play"),
]
