"""Addresses of the campaigns room below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from campaigns.api import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/", views.CampaignsView.as_view(), name="api-campaigns"),
    path("campaigns/join/", views.JoinView.as_view(), name="api-campaigns-join"),
    path("campaigns/<slug:slug>/", views.CampaignView.as_view(), name="api-campaign"),
    path("campaigns/<slug:slug>/standings/", views.StandingsView.as_view(), name="api-campaign-standings"),
    path("campaigns/<slug:slug>/matches/", views.MatchesView.as_view(), name="api-campaign-matches"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/", views.MatchView.as_view(), name="api-match"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/report/", views.ReportView.as_view(), name="api-match-report"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/agree/", views.AgreeView.as_view(), name="api-match-agree"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/dispute/", views.DisputeView.as_view(), name="api-match-dispute"),
]
