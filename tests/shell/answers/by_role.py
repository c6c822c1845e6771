"""Addresses at which a fellow player, an arbitrator or the staff get a different response."""

# Where GET answers a league member, the second arbitrator or staff differently than usual: members read the league's
# pages like the owner, staff read what is private, and elsewhere each of them is a stranger.
OF_THE_LEAGUE = ("campaigns/<", "api/v1/campaigns/<", "battles/match/", "battles/track/<", "api/v1/battles/match/",
    "api/v1/battles/track/<", "join/",
)  # fmt: skip
RIVAL: dict[str, int] = {
    "battles/<pid:pid>/typed/lines/": 200,
    "api/v1/battles/<pid:pid>/typed/": 200,
    "api/v1/campaigns/<slug:slug>/packs/<pid:pid>/": 403,
    "campaigns/<slug:slug>/manage/export/": 403,
    "campaigns/<slug:slug>/manage/house-rules/": 403,
    "campaigns/<slug:slug>/manage/packs/": 403,
    "campaigns/<slug:slug>/manage/packs/<pid:pid>/": 403,
    "campaigns/<slug:slug>/manage/site/": 403,
    "campaigns/<slug:slug>/manage/webhooks/": 403,
    "api/v1/campaigns/<slug:slug>/webhooks/": 403,
    "api/v1/campaigns/<slug:slug>/webhooks/deliveries/": 403,
    "api/v1/campaigns/<slug:slug>/export/": 403,
    "campaigns/<slug:slug>/manage/": 403,
    "campaigns/<slug:slug>/invite/": 403,
}
ARBITRATOR: dict[str, int] = {}
STAFF: dict[str, int] = {
    "moderation/": 200,
    "api/v1/campaigns/<slug:slug>/packs/<pid:pid>/": 403,
    "campaigns/warbands/<pid:pid>/version/": 403,
    "api/v1/campaigns/<slug:slug>/stashes/<pid:pid>/": 404,
    "campaigns/<slug:slug>/manage/export/": 403,
    "campaigns/<slug:slug>/manage/house-rules/": 403,
    "campaigns/<slug:slug>/manage/packs/": 403,
    "campaigns/<slug:slug>/manage/packs/<pid:pid>/": 403,
    "campaigns/<slug:slug>/manage/site/": 403,
    "campaigns/<slug:slug>/manage/webhooks/": 403,
    "api/v1/campaigns/<slug:slug>/webhooks/": 403,
    "api/v1/campaigns/<slug:slug>/webhooks/deliveries/": 403,
    "api/v1/campaigns/<slug:slug>/export/": 403,
    "campaigns/<slug:slug>/people/rosters.pdf": 404,
    "campaigns/<slug:slug>/manage/": 403,
    "campaigns/<slug:slug>/invite/": 403,
    "packs/own/<pid:pid>/edit/": 403,
    "packs/own/<pid:pid>/scenario/": 403,
    "people/<pid:pid>/": 404,
    "api/v1/people/<pid:pid>/": 404,
    "warbands/<pid:pid>/delete/": 403,
    "warbands/<pid:pid>/draft/": 302,
    "warbands/<pid:pid>/earlier-history/": 403,
    "warbands/<pid:pid>/settings/": 403,
    "battles/line-up/<pid:pid>/": 403,
    "api/v1/battles/line-up/<pid:pid>/": 403,
    "api/v1/warbands/<pid:pid>/settings/": 403,
    "api/v1/warbands/<pid:pid>/offers/": 403,
    "warbands/<pid:pid>/warriors/<pid:wid>/earlier-history/": 403,
    "warbands/<pid:pid>/trade/": 403,
}
# What staff may do with something private that they may read: copy it, be redirected to the board, leave what they are
# not part of.
STAFF_ACTS: dict[str, int] = {
    # An empty form names nothing to remove.
    "moderation/": 422,
    "api/v1/removals/": 400,
    "api/v1/tables/<pid:pid>/copy/": 201,
    "warbands/<pid:pid>/copy/": 302,
    "api/v1/warbands/<pid:pid>/copy/": 201,
    "warbands/<pid:pid>/save-as-template/": 302,
    "warbands/templates/<pid:tid>/start/": 302,
    "api/v1/warbands/templates/<pid:tid>/start/": 201,
    "api/v1/warbands/templates/<pid:tid>/begin/": 201,
    "battles/match/<pid:pid>/play/": 302,
    "campaigns/<slug:slug>/people/leave/": 302,
    "api/v1/campaigns/<slug:slug>/people/leave/": 204,
}
