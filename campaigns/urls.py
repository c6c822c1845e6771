"""URLs of the campaigns app."""

from django.urls import URLPattern, URLResolver, path

from campaigns.administration import dashboard_views, takeover_views
from campaigns.administration import views as running_views
from campaigns.chronicle import feed_views
from campaigns.city import views as city_views
from campaigns.deals import views as deals_views
from campaigns.exchange import views as exchange_views
from campaigns.house_rules import views as house_rules_views
from campaigns.match_pages import views as matches_views
from campaigns.members import fragments, painting_views, profile_views
from campaigns.members import views as members_views
from campaigns.notices import views as notices_views
from campaigns.packs import views as packs_views
from campaigns.posts import views as posts_views
from campaigns.rounds import bracket_views
from campaigns.statistics import views as statistics_views
from campaigns.webhooks import views as webhooks_views
from campaigns.website import print_views, sharing
from campaigns.website import views as website_views

app_name = "campaigns"

urlpatterns: list[URLPattern | URLResolver] = [
    path("people/<pid:pid>/", profile_views.person, name="person"),
    path("campaigns/", running_views.index, name="list"),
    path("campaigns/new/", running_views.new, name="new"),
    path("campaigns/import/", exchange_views.import_league, name="import"),
    path("dashboard/campaigns/", fragments.dashboard_section, name="dashboard_section"),
    path("campaigns/warbands/<pid:pid>/", fragments.warband_section, name="warband_section"),
    path("campaigns/warbands/<pid:pid>/version/", packs_views.single_warband, name="warband_version"),
    path("campaigns/<slug:slug>/", website_views.home, name="home"),
    path("campaigns/<slug:slug>/standings/", website_views.standings, name="standings"),
    path("campaigns/<slug:slug>/bracket/", bracket_views.bracket, name="bracket"),
    path("campaigns/<slug:slug>/matches/", matches_views.index, name="matches"),
    path("campaigns/<slug:slug>/matches/challenge/", matches_views.challenge, name="challenge"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/", matches_views.match, name="match"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/act/", matches_views.act, name="match_act"),
    path("campaigns/<slug:slug>/people/", website_views.people, name="people"),
    path("campaigns/<slug:slug>/people/rosters.pdf", print_views.rosters_pdf, name="rosters_pdf"),
    path("campaigns/<slug:slug>/people/leave/", website_views.leave, name="leave"),
    path("campaigns/<slug:slug>/people/take-over/", takeover_views.take_over, name="take_over"),
    path("campaigns/<slug:slug>/people/<pid:pid>/", website_views.entry, name="entry"),
    path("campaigns/<slug:slug>/people/<pid:pid>/withdraw/", website_views.withdraw, name="withdraw"),
    path("campaigns/<slug:slug>/people/<pid:pid>/painted/", painting_views.painting_action, name="painted"),
    path("campaigns/<slug:slug>/chronicle/", website_views.chronicle, name="chronicle"),
    path("campaigns/<slug:slug>/statistics/", statistics_views.statistics, name="statistics"),
    path("campaigns/<slug:slug>/graveyard/", statistics_views.graveyard, name="graveyard"),
    path("campaigns/<slug:slug>/awards/", statistics_views.award, name="award"),
    path("campaigns/<slug:slug>/deals/", deals_views.deals, name="deals"),
    path("campaigns/<slug:slug>/deals/new/", deals_views.new, name="deal_new"),
    path("campaigns/<slug:slug>/deals/<pid:pid>/", deals_views.answer, name="deal_answer"),
    path("campaigns/<slug:slug>/pacts/", deals_views.pact, name="pact"),
    path("campaigns/<slug:slug>/map/", city_views.page, name="city"),
    path("campaigns/<slug:slug>/map/act/", city_views.act, name="city_act"),
    path("campaigns/<slug:slug>/posts/", posts_views.index, name="posts"),
    path("campaigns/<slug:slug>/posts/new/", posts_views.new, name="post_new"),
    path("campaigns/<slug:slug>/posts/comment/", posts_views.comment, name="comment"),
    path("campaigns/<slug:slug>/posts/moderate/", posts_views.moderate, name="moderate"),
    path("campaigns/<slug:slug>/posts/<pid:pid>/", posts_views.post, name="post"),
    path("campaigns/<slug:slug>/posts/<pid:pid>/edit/", posts_views.edit, name="post_edit"),
    path("campaigns/<slug:slug>/pictures/<pid:pid>.webp", posts_views.picture, name="picture"),
    path("campaigns/<slug:slug>/preview.png", sharing.preview, name="preview"),
    path("campaigns/<slug:slug>/standings.svg", sharing.embed, name="embed"),
    path("campaigns/<slug:slug>/rules/", website_views.rules, name="rules"),
    path("campaigns/<slug:slug>/feed/", feed_views.atom, name="feed"),
    path("campaigns/<slug:slug>/calendar.ics", feed_views.calendar, name="calendar"),
    path("campaigns/<slug:slug>/invite/", dashboard_views.invite, name="invite"),
    path("campaigns/<slug:slug>/manage/", dashboard_views.dashboard, name="dashboard"),
    path("campaigns/<slug:slug>/manage/site/", sharing.site, name="site"),
    path("campaigns/<slug:slug>/manage/house-rules/", house_rules_views.house_rules, name="house_rules"),
    path("campaigns/<slug:slug>/manage/packs/", packs_views.packs, name="packs"),
    path("campaigns/<slug:slug>/manage/packs/<pid:pid>/", packs_views.version, name="pack_version"),
    path("campaigns/<slug:slug>/manage/export/", exchange_views.export, name="export"),
    path("campaigns/<slug:slug>/manage/hand-over/", exchange_views.hand_over, name="hand_over"),
    path("campaigns/<slug:slug>/manage/webhooks/", webhooks_views.hooks, name="hooks"),
    path("campaigns/<slug:slug>/manage/<slug:verb>/", dashboard_views.act, name="dashboard_action"),
    path("sitemap.xml", sharing.sitemap, name="sitemap"),
    path("robots.txt", sharing.robots, name="robots"),
    path("inbox/", notices_views.inbox, name="inbox"),
    path("inbox/read/", notices_views.read, name="inbox_read"),
    path("inbox/choices/", notices_views.choices, name="inbox_choices"),
    path("inbox/devices/", notices_views.device_on, name="device_on"),
    path("inbox/devices/off/", notices_views.device_off, name="device_off"),
    path("inbox/stop/<pid:key>/", notices_views.stop, name="stop_mail"),
    path("join/<pid:code>/", members_views.join, name="join"),
    path("join/<pid:code>/new/", members_views.join_with_new, name="join_with_new"),
    path("join/<pid:code>/decline/", members_views.decline, name="decline"),
]
