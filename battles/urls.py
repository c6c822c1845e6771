"""Pages of the battles room."""

from django.urls import path

from battles.views import aftermath, board, lists, matches, odds, orders, paper, play, replay, restoring, rules, tables

app_name = "battles"

urlpatterns = [
    path("play/", play.play, name="play"),
    path("play/now/", play.play_now, name="play_now"),
    path("rules/", rules.index, name="rules"),
    path("rules/<slug:code>/", rules.chapter, name="rules_chapter"),
    path("odds/", odds.odds, name="odds_page"),
    path("odds/duel/", odds.duel, name="odds_duel"),
    path("tables/", tables.tables, name="tables"),
    path("tables/<pid:pid>/", tables.table, name="table"),
    path("tables/<pid:pid>/manage/", tables.manage, name="table_manage"),
    path("tables/<pid:pid>/file/", tables.export, name="table_export"),
    path("tables/<pid:pid>/paper/", tables.on_paper, name="table_paper"),
    path("tables/<pid:pid>/<slug:verb>/", tables.change, name="table_change"),
    path("battles/", lists.battles, name="list"),
    path("battles/desk/", lists.desk_section, name="desk_section"),
    path("battles/<pid:pid>/", board.board, name="board"),
    path("battles/<pid:pid>/join/", play.join, name="join"),
    path("battles/<pid:pid>/withdraw/", play.withdraw, name="withdraw"),
    path("battles/<pid:pid>/resign/", play.resign, name="resign"),
    path("battles/<pid:pid>/state/", board.state, name="state"),
    path("battles/<pid:pid>/choices/<slug:who>/", board.choices, name="choices"),
    path("battles/<pid:pid>/moves/<slug:who>/<slug:code>/", board.moves, name="moves"),
    path("battles/<pid:pid>/odds/<slug:who>/<slug:target>/", board.odds, name="odds"),
    path("battles/<pid:pid>/sight/<slug:who>/", board.sight, name="sight"),
    path("battles/<pid:pid>/way/<slug:who>/", board.way, name="way"),
    path("battles/<pid:pid>/orders/", orders.order, name="order"),
    path("battles/<pid:pid>/place/", orders.place, name="place"),
    path("battles/<pid:pid>/undo/", orders.undo, name="undo"),
    path("battles/<pid:pid>/say/", orders.say, name="say"),
    path("battles/<pid:pid>/events/", orders.events, name="events"),
    path("battles/<pid:pid>/aftermath/", aftermath.page, name="aftermath"),
    path("battles/<pid:pid>/aftermath/choose/", aftermath.choose, name="aftermath_choose"),
    path("battles/<pid:pid>/aftermath/decide/", aftermath.decide, name="aftermath_decide"),
    path("warbands/<pid:pid>/as-it-was/", restoring.restore, name="restore"),
    path("battles/paper/", paper.new_sheet, name="new_sheet"),
    path("battles/<pid:pid>/sheet/", paper.sheet, name="sheet"),
    path("battles/match/<pid:pid>/sheet/", paper.match_sheet, name="match_sheet"),
    path("battles/<pid:pid>/aftermath/rule/", aftermath.rule, name="aftermath_rule"),
    path("battles/match/<pid:pid>/play/", matches.play_match, name="play_match"),
    path("battles/match/<pid:pid>/", matches.section, name="match_section"),
    path("battles/<pid:pid>/replay/", replay.replay, name="replay"),
    path("battles/<pid:pid>/report/", replay.report, name="report"),
    path("battles/<pid:pid>/dice/", replay.dice, name="dice"),
]
