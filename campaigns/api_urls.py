"""API URLs of the campaigns app."""

from django.urls import URLPattern, URLResolver, path

from campaigns.administration import api as running_api
from campaigns.administration import campaigns_api as core_api
from campaigns.administration import operations as manage
from campaigns.administration.operations import ManageCampaign, TakeOver
from campaigns.chronicle import api as chronicle_api
from campaigns.city import api as city_api
from campaigns.city.operations import AssignDistrict, JoinFaction, PayIncome, RemoveFaction, SetPrize
from campaigns.deals import api as deals_api
from campaigns.deals import operations as deals
from campaigns.deals.operations import AnswerDeal
from campaigns.exchange import api as exchange_api
from campaigns.exchange.operations import HandOver, ImportCampaign
from campaigns.house_rules import api as house_rules_api
from campaigns.match_pages import api as match_pages_api
from campaigns.match_pages import operations as matches
from campaigns.match_pages.operations import ActOnMatch, Agree, Dispute, Report
from campaigns.matches import api as matches_api
from campaigns.members import api as members_api
from campaigns.members.operations import (
    AddNonPlayer,
    DeclineInvitation,
    Join,
    JoinWithNew,
    Leave,
    ReportPainted,
    Withdraw,
    WithdrawAward,
)
from campaigns.notices.operations import RemoveDevice
from campaigns.packs import api as packs_api
from campaigns.packs.operations import UpdateWarband
from campaigns.posts import api as posts_api
from campaigns.posts.operations import FlagComment, HidePost, Moderate
from campaigns.statistics import api as statistics_api
from campaigns.webhooks import api as webhooks_api
from campaigns.webhooks.operations import RemoveWebhook, SendAgain, SendTest, SwitchWebhook
from campaigns.website.operations import ChangeSite
from mordheim_site.operations.api import operation_view
from mordheim_site.operations.base import Operation

ACTS: dict[str, type[Operation]] = {
    "status/": manage.SetStatus,
    "roles/": manage.GiveRole,
    "invitations/": manage.InviteByName,
    "link/": manage.ReplaceLink,
    "take-over/decline/": manage.DeclineTakeOver,
    "take-over/promote/": manage.BecomeArbitrator,
    "deals/<pid:pid>/accept/": deals.AcceptDeal,
    "deals/<pid:pid>/decline/": deals.DeclineDeal,
    "deals/<pid:pid>/withdraw/": deals.WithdrawDeal,
    "pacts/propose/": deals.ProposePact,
    "pacts/agree/": deals.AgreeToPact,
    "pacts/end/": deals.EndPact,
    "map/prize/": SetPrize,
    "map/district/": AssignDistrict,
    "map/income/": PayIncome,
    "moderation/flag/": FlagComment,
    "moderation/hide/": HidePost,
    "matches/<pid:pid>/date/": matches.SetDate,
    "matches/<pid:pid>/date/answer/": matches.AnswerDate,
    "matches/<pid:pid>/scenario/": matches.ChooseScenario,
    "matches/<pid:pid>/scenario/roll/": matches.RollScenario,
    "matches/<pid:pid>/report/withdraw/": matches.WithdrawReport,
    "matches/<pid:pid>/decline/": matches.DeclineChallenge,
    "matches/<pid:pid>/stand-in/": matches.SetStandIn,
    "matches/<pid:pid>/cancel/": matches.CancelMatch,
    "matches/<pid:pid>/decision/": matches.DecideMatch,
}
"""Operations by their path below the campaign's."""

urlpatterns: list[URLPattern | URLResolver] = [
    *(
        path(
            f"campaigns/<slug:slug>/{address}",
            operation_view(post=operation).as_view(),
            name=operation.declaration.name,
        )
        for address, operation in ACTS.items()
    ),
    path("campaigns/", core_api.CampaignsView.as_view(), name="api-campaigns"),
    path("campaigns/join/", operation_view(post=Join).as_view(), name="api-campaigns-join"),
    path("campaigns/join/new/", operation_view(post=JoinWithNew).as_view(), name="api-campaigns-join-new"),
    path(
        "campaigns/join/decline/", operation_view(post=DeclineInvitation).as_view(), name="api-campaigns-join-decline"
    ),
    path("campaigns/import/", operation_view(post=ImportCampaign).as_view(), name="api-campaigns-import"),
    path("campaigns/<slug:slug>/", core_api.CampaignView.as_view(), name="api-campaign"),
    path("campaigns/<slug:slug>/settings/", running_api.SettingsView.as_view(), name="campaigns_change_settings"),
    path(
        "campaigns/<slug:slug>/house-rules/", house_rules_api.HouseRulesView.as_view(), name="api-campaign-house-rules"
    ),
    path("campaigns/<slug:slug>/chronicle/", chronicle_api.ChronicleView.as_view(), name="api-campaign-chronicle"),
    path("campaigns/<slug:slug>/statistics/", statistics_api.StatisticsView.as_view(), name="api-campaign-statistics"),
    path("campaigns/<slug:slug>/graveyard/", statistics_api.GraveyardView.as_view(), name="api-campaign-graveyard"),
    path("campaigns/<slug:slug>/people/", members_api.PeopleView.as_view(), name="api-campaign-people"),
    path(
        "campaigns/<slug:slug>/matches/<pid:pid>/rosters/",
        matches_api.MatchRostersView.as_view(),
        name="api-match-rosters",
    ),
    path("people/<pid:pid>/", members_api.PersonView.as_view(), name="api-person"),
    path("campaigns/<slug:slug>/packs/", packs_api.CampaignPacksView.as_view(), name="api-campaign-packs"),
    path("campaigns/<slug:slug>/packs/<pid:pid>/", packs_api.CampaignPackView.as_view(), name="api-campaign-pack"),
    path("warbands/<pid:pid>/version/", operation_view(post=UpdateWarband).as_view(), name="api-warband-version"),
    path("campaigns/<slug:slug>/deals/", deals_api.DealsView.as_view(), name="api-campaign-deals"),
    path("campaigns/<slug:slug>/deals/<pid:pid>/", operation_view(post=AnswerDeal).as_view(), name="api-campaign-deal"),
    path("campaigns/<slug:slug>/stashes/<pid:pid>/", deals_api.StashView.as_view(), name="api-campaign-stash"),
    path("campaigns/<slug:slug>/pacts/", deals_api.PactsView.as_view(), name="api-campaign-pacts"),
    path("campaigns/<slug:slug>/map/", city_api.MapView.as_view(), name="api-campaign-map"),
    path("campaigns/<slug:slug>/factions/", city_api.FactionsView.as_view(), name="api-campaign-factions"),
    path(
        "campaigns/<slug:slug>/factions/<pid:pid>/",
        operation_view(delete=RemoveFaction).as_view(),
        name="api-campaign-faction",
    ),
    path("campaigns/<slug:slug>/counters/", city_api.CountersView.as_view(), name="api-campaign-counters"),
    path(
        "campaigns/<slug:slug>/people/<pid:pid>/faction/",
        operation_view(post=JoinFaction).as_view(),
        name="api-campaign-join-faction",
    ),
    path("campaigns/<slug:slug>/posts/", posts_api.PostsView.as_view(), name="api-campaign-posts"),
    path("campaigns/<slug:slug>/posts/<pid:pid>/", posts_api.PostView.as_view(), name="api-campaign-post"),
    path("campaigns/<slug:slug>/comments/", posts_api.CommentsView.as_view(), name="api-campaign-comments"),
    path("campaigns/<slug:slug>/moderation/", operation_view(post=Moderate).as_view(), name="api-campaign-moderation"),
    path("notices/", posts_api.NoticesView.as_view(), name="api-notices"),
    path("notices/choices/", posts_api.NoticeChoicesView.as_view(), name="api-notice-choices"),
    path("notices/devices/", posts_api.DevicesView.as_view(), name="api-devices"),
    path("notices/devices/<pid:pid>/", operation_view(delete=RemoveDevice).as_view(), name="api-device"),
    path("campaigns/<slug:slug>/standings/", core_api.StandingsView.as_view(), name="api-campaign-standings"),
    path("campaigns/<slug:slug>/matches/", match_pages_api.MatchListView.as_view(), name="api-campaign-matches"),
    path("campaigns/<slug:slug>/matches/<pid:pid>/", core_api.MatchView.as_view(), name="api-match"),
    path(
        "campaigns/<slug:slug>/matches/<pid:pid>/actions/",
        operation_view(post=ActOnMatch).as_view(),
        name="api-match-acts",
    ),
    path(
        "campaigns/<slug:slug>/people/<pid:pid>/painted/",
        operation_view(post=ReportPainted).as_view(),
        name="api-campaign-painted",
    ),
    path(
        "campaigns/<slug:slug>/people/<pid:pid>/withdraw/",
        operation_view(post=Withdraw).as_view(),
        name="api-campaign-withdraw",
    ),
    path(
        "campaigns/<slug:slug>/people/<pid:pid>/hand-over/",
        operation_view(post=HandOver).as_view(),
        name="api-campaign-hand-over",
    ),
    path("campaigns/<slug:slug>/take-over/", operation_view(post=TakeOver).as_view(), name="api-campaign-take-over"),
    path("campaigns/<slug:slug>/export/", exchange_api.ExportView.as_view(), name="api-campaign-export"),
    path("campaigns/<slug:slug>/site/", operation_view(patch=ChangeSite).as_view(), name="api-campaign-site"),
    path("campaigns/<slug:slug>/people/leave/", operation_view(post=Leave).as_view(), name="api-campaign-leave"),
    path(
        "campaigns/<slug:slug>/non-players/",
        operation_view(post=AddNonPlayer).as_view(),
        name="api-campaign-non-players",
    ),
    path("campaigns/<slug:slug>/awards/", members_api.AwardsView.as_view(), name="api-campaign-awards"),
    path(
        "campaigns/<slug:slug>/awards/<pid:pid>/",
        operation_view(delete=WithdrawAward).as_view(),
        name="api-campaign-award",
    ),
    path("campaigns/<slug:slug>/webhooks/", webhooks_api.WebhooksView.as_view(), name="api-campaign-webhooks"),
    path(
        "campaigns/<slug:slug>/webhooks/<pid:pid>/",
        operation_view(patch=SwitchWebhook, delete=RemoveWebhook).as_view(),
        name="api-campaign-webhook",
    ),
    path(
        "campaigns/<slug:slug>/webhooks/<pid:pid>/test/",
        operation_view(post=SendTest).as_view(),
        name="api-campaign-webhook-test",
    ),
    path(
        "campaigns/<slug:slug>/webhooks/deliveries/",
        webhooks_api.DeliveriesView.as_view(),
        name="api-campaign-deliveries",
    ),
    path(
        "campaigns/<slug:slug>/webhooks/deliveries/<pid:pid>/send-again/",
        operation_view(post=SendAgain).as_view(),
        name="api-campaign-delivery",
    ),
    path("campaigns/<slug:slug>/rounds/", running_api.RoundsView.as_view(), name="api-campaign-rounds"),
    path("campaigns/<slug:slug>/manage/", operation_view(post=ManageCampaign).as_view(), name="api-campaign-dashboard"),
    path(
        "campaigns/<slug:slug>/matches/<pid:pid>/report/",
        operation_view(post=Report).as_view(),
        name="api-match-report",
    ),
    path(
        "campaigns/<slug:slug>/matches/<pid:pid>/agree/",
        operation_view(post=Agree).as_view(),
        name="api-match-agree",
    ),
    path(
        "campaigns/<slug:slug>/matches/<pid:pid>/dispute/",
        operation_view(post=Dispute).as_view(),
        name="api-match-dispute",
    ),
]
