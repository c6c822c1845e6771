"""Addresses of the battles room below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from battles.api import aftermath, beside, matches, odds, paper, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("odds/", odds.OddsView.as_view(), name="api-odds"),
    path("battles/", views.BattlesView.as_view(), name="api-battles"),
    path("battles/paper/", paper.NewSheetView.as_view(), name="api-sheet-new"),
    path("battles/match/<pid:pid>/play/", matches.MatchPlayView.as_view(), name="api-match-play"),
    path("battles/match/<pid:pid>/sheet/", paper.MatchSheetView.as_view(), name="api-match-sheet"),
    path("battles/match/<pid:pid>/track/", paper.MatchTrackView.as_view(), name="api-match-track"),
    path("battles/track/<pid:pid>/", paper.TrackView.as_view(), name="api-track"),
    path("battles/<pid:pid>/sheet/", paper.SheetView.as_view(), name="api-sheet"),
    path("battles/<pid:pid>/aftermath/", aftermath.AftermathView.as_view(), name="api-aftermath"),
    path("battles/<pid:pid>/aftermath/answers/", aftermath.AnswersView.as_view(), name="api-aftermath-answers"),
    path("battles/<pid:pid>/aftermath/acts/", aftermath.ActsView.as_view(), name="api-aftermath-acts"),
    path("battles/<pid:pid>/aftermath/rulings/", aftermath.RulingsView.as_view(), name="api-aftermath-rulings"),
    path("battles/<pid:pid>/", views.BattleView.as_view(), name="api-battle"),
    path("battles/<pid:pid>/clock/", views.ClockView.as_view(), name="api-battle-clock"),
    path("battles/<pid:pid>/standing/", views.StandingView.as_view(), name="api-battle-standing"),
    path("battles/<pid:pid>/draw/", beside.DrawView.as_view(), name="api-battle-draw"),
    path("battles/<pid:pid>/typed/", beside.TypedView.as_view(), name="api-battle-typed"),
    path("battles/<pid:pid>/marks/", beside.MarksView.as_view(), name="api-battle-marks"),
    path("battles/<pid:pid>/nonce/", views.NonceView.as_view(), name="api-battle-nonce"),
    path("battles/<pid:pid>/join/", views.JoinView.as_view(), name="api-battle-join"),
    path("battles/<pid:pid>/orders/", views.OrdersView.as_view(), name="api-battle-orders"),
    path("battles/<pid:pid>/undo/", views.UndoView.as_view(), name="api-battle-undo"),
    path("battles/<pid:pid>/events/", views.EventsView.as_view(), name="api-battle-events"),
    path("battles/<pid:pid>/choices/<slug:who>/", views.ChoicesView.as_view(), name="api-battle-choices"),
]
