"""URLs of the tabletop pages and API operations."""

from django.urls import URLPattern, path

from battles.tabletop import api, match_views
from battles.tabletop.photos import views as photo_views
from battles.tabletop.photos.operations import AddPhoto, RemovePhoto
from battles.tabletop.quick_reference import views as quick_reference_views
from battles.tabletop.sheets import views as sheet_views
from battles.tabletop.sheets.operations import SendSheet
from battles.tabletop.stand_ins import api as stand_ins_api
from battles.tabletop.stand_ins import views as stand_ins_views
from battles.tabletop.stand_ins.operations import (
    ClaimStandIn,
    CountUnconfirmed,
    EnterStandIn,
    RemovePaperRoster,
    SetPaperRoster,
)
from battles.tabletop.tracker import sheet_views as tracker_sheet_views
from battles.tabletop.tracker import views as tracker_views
from battles.tabletop.tracker.operations import TrackWarbands
from mordheim_site.operations.api import operation_view

urlpatterns: list[URLPattern] = [
    path("rules/quick-reference/<slug:ruleset>.pdf", quick_reference_views.of_ruleset, name="quick_reference"),
    path(
        "campaigns/<slug:slug>/rules/quick-reference.pdf",
        quick_reference_views.of_league,
        name="league_quick_reference",
    ),
    path("battles/tabletop/", sheet_views.new_sheet, name="new_sheet"),
    path("battles/track/", tracker_views.start, name="track_start"),
    path("battles/track/<pid:pid>/", tracker_views.track, name="track"),
    path("battles/track/<pid:pid>/act/", tracker_views.act, name="track_act"),
    path("battles/track/<pid:pid>/photos/", photo_views.add, name="track_photos"),
    path("battles/track/<pid:pid>/photos/<pid:photo>/", photo_views.picture, name="track_photo"),
    path("battles/track/<pid:pid>/photos/<pid:photo>/remove/", photo_views.remove, name="track_photo_remove"),
    path("battles/track/<pid:pid>/cards/", tracker_sheet_views.cards, name="track_cards"),
    path("battles/track/<pid:pid>/guide/", tracker_sheet_views.guide, name="track_guide"),
    path("battles/track/<pid:pid>/dice/", tracker_sheet_views.dice, name="track_dice"),
    path("battles/match/<pid:pid>/track/", tracker_views.start_match, name="track_match"),
    path("battles/stand-ins/", stand_ins_views.enter, name="enter_stand_in"),
    path("battles/stand-ins/photos/<pid:pid>/", stand_ins_views.paper_roster, name="paper_roster"),
    path("battles/stand-ins/<pid:pid>/photo/", stand_ins_views.change_paper_roster, name="change_paper_roster"),
    path("battles/stand-ins/<slug:key>/", stand_ins_views.claim, name="claim_stand_in"),
    path("battles/confirm/<slug:key>/", stand_ins_views.confirm, name="confirm_link"),
    path("battles/<pid:pid>/sheet/count/", stand_ins_views.count, name="count_sheet"),
    path("battles/<pid:pid>/sheet/", sheet_views.sheet, name="sheet"),
    path("battles/match/<pid:pid>/sheet/", sheet_views.match_sheet, name="match_sheet"),
    path("battles/match/<pid:pid>/play/", match_views.play_match, name="play_match"),
    path("battles/match/<pid:pid>/", match_views.section, name="match_section"),
]
api_urlpatterns: list[URLPattern] = [
    path("battles/tabletop/", operation_view(post=SendSheet).as_view(), name="api-sheet-new"),
    path("battles/track/", operation_view(post=TrackWarbands).as_view(), name="api-track-new"),
    path("battles/match/<pid:pid>/sheet/", api.MatchSheetView.as_view(), name="api-match-sheet"),
    path("battles/match/<pid:pid>/track/", api.MatchTrackView.as_view(), name="api-match-track"),
    path("battles/track/<pid:pid>/photos/", operation_view(post=AddPhoto).as_view(), name="api-track-photos"),
    path(
        "battles/track/<pid:pid>/photos/<pid:photo>/",
        operation_view(delete=RemovePhoto).as_view(),
        name="api-track-photo",
    ),
    path("battles/track/<pid:pid>/", api.TrackView.as_view(), name="api-track"),
    path("battles/stand-ins/", operation_view(post=EnterStandIn).as_view(), name="api-stand-ins"),
    path(
        "battles/stand-ins/<pid:pid>/photo/",
        operation_view(put=SetPaperRoster, delete=RemovePaperRoster).as_view(),
        name="api-paper-roster",
    ),
    path("battles/stand-ins/<slug:key>/claim/", operation_view(post=ClaimStandIn).as_view(), name="api-claim-stand-in"),
    path("battles/confirm/<slug:key>/", stand_ins_api.ConfirmLinkView.as_view(), name="api-confirm-link"),
    path("battles/<pid:pid>/sheet/count/", operation_view(post=CountUnconfirmed).as_view(), name="api-count-sheet"),
    path("battles/<pid:pid>/sheet/", api.SheetView.as_view(), name="api-sheet"),
]
