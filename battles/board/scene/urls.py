"""URLs of the 3D view: its fragment of the page, and the API of its data."""

from django.urls import URLPattern, path

from battles.board.scene import api, views

urlpatterns: list[URLPattern] = [path("battles/<pid:pid>/scene/", views.scene, name="scene")]
api_urlpatterns: list[URLPattern] = [
    path("battles/<pid:pid>/table/", api.BattleTableView.as_view(), name="api-battle-table"),
    path("battles/<pid:pid>/sight/<slug:model_id>/", api.BattleSightView.as_view(), name="api-battle-sight"),
]
