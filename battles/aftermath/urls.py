"""URLs of the aftermath pages and API operations."""

from django.urls import URLPattern, path

from battles.aftermath import api, restore_views, views

urlpatterns: list[URLPattern] = [
    path("battles/<pid:pid>/aftermath/", views.page, name="aftermath"),
    path("battles/<pid:pid>/aftermath/choose/", views.choose, name="aftermath_choose"),
    path("battles/<pid:pid>/aftermath/decide/", views.decide, name="aftermath_decide"),
    path("warbands/<pid:pid>/restore/", restore_views.restore, name="restore"),
    path("battles/<pid:pid>/aftermath/rule/", views.rule, name="aftermath_rule"),
]
api_urlpatterns: list[URLPattern] = [
    path("battles/<pid:pid>/aftermath/", api.AftermathView.as_view(), name="api-aftermath"),
    path("battles/<pid:pid>/aftermath/answers/", api.AnswersView.as_view(), name="api-aftermath-answers"),
    path("battles/<pid:pid>/aftermath/actions/", api.ActsView.as_view(), name="api-aftermath-acts"),
    path("battles/<pid:pid>/aftermath/rulings/", api.RulingsView.as_view(), name="api-aftermath-rulings"),
]
