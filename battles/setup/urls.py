"""URLs of the setup pages and API operations."""

from django.urls import URLPattern, path

from battles.setup import match_api, match_views, nonce_views, views
from battles.setup.operations import Rematch
from mordheim_site.operations.api import operation_view

urlpatterns: list[URLPattern] = [
    path("play/", views.play, name="play"),
    path("play/now/", views.play_now, name="play_now"),
    path("battles/<pid:pid>/join/", views.join, name="join"),
    path("battles/<pid:pid>/withdraw/", views.withdraw, name="withdraw"),
    path("battles/<pid:pid>/rematch/", views.rematch_battle, name="rematch"),
    path("battles/<pid:pid>/resign/", views.resign, name="resign"),
    path("battles/<pid:pid>/nonce/", nonce_views.nonce, name="nonce"),
    path("battles/match/<pid:pid>/play/", match_views.play_match, name="play_match"),
    path("battles/match/<pid:pid>/", match_views.section, name="match_section"),
]
api_urlpatterns: list[URLPattern] = [
    path("battles/<pid:pid>/rematch/", operation_view(post=Rematch).as_view(), name="api-battle-rematch"),
    path("battles/match/<pid:pid>/play/", match_api.MatchPlayView.as_view(), name="api-match-play"),
]
