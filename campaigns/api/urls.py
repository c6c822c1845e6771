"""Addresses of the campaigns room below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from campaigns.api import life, packs, running, views, words

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/", views.CampaignsView.as_view(), name="api-campaigns"),
    path("campaigns/join/", views.JoinView.as_view(), name="api-campaigns-join"),
    path("campaigns/<slug:slug>/", views.CampaignView.as_view(), name="api-campaign"),
    path("campaigns/<slug:slug>/house-rules/", life.HouseRulesView.as_view(), name="api-campaign-house-rules"),
    path("campaigns/<slug:slug>/packs/", packs.CampaignPacksView.as_view(), name="api-campaign-packs"),
    path("campaigns/<slug:slug>/packs/<pid:pid>/", packs.CampaignPackView.as_view(), name="api-campaign-pack"),
    path("campaigns/<slug:slug>/deals/", life.DealsView.as_view(), name="api-campaign-deals"),
    path("campaigns/<slug:slug>/deals/<pid:pid>/", life.DealView.as_view(), name="api-campaign-deal"),
    path("campaigns/<slug:slug>/stashes/<pid:pid>/", life.StashView.as_view(), name="api-campaign-stash"),
    path("campaigns/<slug:slug>/pacts/", life.PactsView.as_view(), name="api-campaign-pacts"),
    path("campaigns/<slug:slug>/map/", life.MapView.as_view(), name="api-campaign-map"),
    path("campaigns/<slug:slug>/posts/", words.PostsView.as_view(), name="api-campaign-posts"),
    path("campaigns/<slug:slug>/posts/<pid:pid>/", words.PostView.as_view(), name="api-campaign-post"),
    path("campaigns/<slug:slug>/comments/", words.CommentsView.as_view(), name="api-campaign-comments"),
    path("campaigns/<slug:slug>/moderation/", words.ModerateView.as_view(), name="api-campaign-moderation"),
    path("notices/", words.NoticesView.as_view(), name="api-notices"),
    path("notices/choices/", words.NoticeChoicesView.as_view(), name="api-notice-choices"),
    path("notices/devices/", words.DevicesView.as_view(), name="api-devices"),
    path("notices/devices/<pid:pid>/", words.DeviceView.as_view(), name="api-device"),
    path("campaigns/<slug:slug>/standings/", views.StandingsView.as_view(), name="api-campaign-standings"),
    path("campaigns/<slug:slug>/matches/", running.MatchListView.as_view(), name="api-campaign-matches"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/", views.MatchView.as_view(), name="api-match"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/acts/", running.MatchActsView.as_view(), name="api-match-acts"),
    path("campaigns/<slug:slug>/people/<pid:pid>/painted/", running.PaintedView.as_view(), name="api-campaign-painted"),
    path("campaigns/<slug:slug>/rounds/", running.RoundsView.as_view(), name="api-campaign-rounds"),
    path("campaigns/<slug:slug>/desk/", running.DeskView.as_view(), name="api-campaign-desk"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/report/", views.ReportView.as_view(), name="api-match-report"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/agree/", views.AgreeView.as_view(), name="api-match-agree"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/dispute/", views.DisputeView.as_view(), name="api-match-dispute"),
]
