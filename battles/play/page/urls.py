"""URLs of the board pages."""

from django.urls import URLPattern, path

from battles.play.page import views

urlpatterns: list[URLPattern] = [
    path("battles/<pid:pid>/", views.board, name="board"),
    path("battles/<pid:pid>/state/", views.state, name="state"),
    path("battles/<pid:pid>/choices/<slug:model_id>/", views.choices, name="choices"),
    path("battles/<pid:pid>/moves/<slug:model_id>/<slug:code>/", views.moves, name="moves"),
    path("battles/<pid:pid>/odds/<slug:model_id>/<slug:target>/", views.odds, name="odds"),
    path("battles/<pid:pid>/sight/<slug:model_id>/", views.sight, name="sight"),
    path("battles/<pid:pid>/card/<slug:model_id>/", views.card, name="card"),
    path("battles/<pid:pid>/check/<slug:model_id>/", views.check, name="check"),
    path("battles/<pid:pid>/path/<slug:model_id>/", views.way, name="way"),
]
