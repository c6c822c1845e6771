"""URLs of the tabletop pages and API operations."""

from django.urls import URLPattern, path

from battles.tabletop import api, sheet_views, tracker_views
from battles.tabletop.sheet_operations import SendSheet
from battles.tabletop.tracker_operations import TrackWarbands
from mordheim_site.operations.api import operation_view

urlpatterns: list[URLPattern] = [
    path("battles/tabletop/", sheet_views.new_sheet, name="new_sheet"),
    path("battles/track/", tracker_views.start, name="track_start"),
    path("battles/track/<pid:pid>/", tracker_views.track, name="track"),
    path("battles/track/<pid:pid>/act/", tracker_views.act, name="track_act"),
    path("battles/match/<pid:pid>/track/", tracker_views.start_match, name="track_match"),
    path("battles/<pid:pid>/sheet/", sheet_views.sheet, name="sheet"),
    path("battles/match/<pid:pid>/sheet/", sheet_views.match_sheet, name="match_sheet"),
]
api_urlpatterns: list[URLPattern] = [
    path("battles/tabletop/", operation_view(post=SendSheet).as_view(), name="api-sheet-new"),
    path("battles/track/", operation_view(post=TrackWarbands).as_view(), name="api-track-new"),
    path("battles/match/<pid:pid>/sheet/", api.MatchSheetView.as_view(), name="api-match-sheet"),
    path("battles/match/<pid:pid>/track/", api.MatchTrackView.as_view(), name="api-match-track"),
    path("battles/track/<pid:pid>/", api.TrackView.as_view(), name="api-track"),
    path("battles/<pid:pid>/sheet/", api.SheetView.as_view(), name="api-sheet"),
]
