"""Pages of the campaigns room."""

from django.urls import URLPattern, URLResolver, path

from campaigns.views import dealing, desk, feeds, fragments, joining, lists, matches, numbers, site, stewarding, world

app_name = "campaigns"

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/", lists.index, name="list"),
    path("campaigns/new/", lists.new, name="new"),
    path("campaigns/desk/", fragments.desk_section, name="desk_section"),
    path("campaigns/warbands/<pid:pid>/", fragments.warband_section, name="warband_section"),
    path("campaigns/<slug:slug>/", site.home, name="home"),
    path("campaigns/<slug:slug>/standings/", site.standings, name="standings"),
    path("campaigns/<slug:slug>/matches/", matches.index, name="matches"),
    path("campaigns/<slug:slug>/matches/challenge/", matches.challenge, name="challenge"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/", matches.match, name="match"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/act/", matches.act, name="match_act"),
    path("campaigns/<slug:slug>/people/", site.people, name="people"),
    path("campaigns/<slug:slug>/people/leave/", site.leave, name="leave"),
    path("campaigns/<slug:slug>/people/take-over/", stewarding.take_over, name="take_over"),
    path("campaigns/<slug:slug>/people/<pid:pid>/", site.entry, name="entry"),
    path("campaigns/<slug:slug>/people/<pid:pid>/withdraw/", site.withdraw, name="withdraw"),
    path("campaigns/<slug:slug>/chronicle/", site.chronicle, name="chronicle"),
    path("campaigns/<slug:slug>/statistics/", numbers.statistics, name="statistics"),
    path("campaigns/<slug:slug>/graveyard/", numbers.graveyard, name="graveyard"),
    path("campaigns/<slug:slug>/awards/", numbers.award, name="award"),
    path("campaigns/<slug:slug>/deals/", dealing.deals, name="deals"),
    path("campaigns/<slug:slug>/deals/new/", dealing.new, name="deal_new"),
    path("campaigns/<slug:slug>/deals/<pid:pid>/", dealing.answer, name="deal_answer"),
    path("campaigns/<slug:slug>/pacts/", dealing.pact, name="pact"),
    path("campaigns/<slug:slug>/map/", world.page, name="city"),
    path("campaigns/<slug:slug>/map/act/", world.act, name="city_act"),
    path("campaigns/<slug:slug>/rules/", site.rules, name="rules"),
    path("campaigns/<slug:slug>/feed/", feeds.atom, name="feed"),
    path("campaigns/<slug:slug>/calendar.ics", feeds.calendar, name="calendar"),
    path("campaigns/<slug:slug>/invite/", desk.invite, name="invite"),
    path("campaigns/<slug:slug>/desk/", desk.desk, name="desk"),
    path("campaigns/<slug:slug>/desk/<slug:verb>/", desk.act, name="desk_act"),
    path("join/<pid:code>/", joining.join, name="join"),
    path("join/<pid:code>/new/", joining.join_with_new, name="join_with_new"),
]
