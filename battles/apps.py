"""The battles room, as Django knows it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BattlesConfig(AppConfig):
    name = "battles"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Battles")

    def ready(self) -> None:
        """Tell the desk what waits here, have the start-up check registered, say which effects are carried out."""
        from accounts import leaving, taking_along
        from battles import checks, desk, home_charts, home_scenarios, rule_search, terrain_checks  # noqa: F401 - the checks register themselves
        from battles import taking_along as given
        from battles.services import departing, paper
        from campaigns.services import results
        from catalogue import search
        from catalogue.own import charts, scenarios, sound
        from warbands.services import owned

        sound.carried_out_by(checks.homes)
        charts.carried_out_by(home_charts.faults_of)
        scenarios.played_by(home_scenarios.faults_of, home_scenarios.remarks_of)
        desk.register()
        search.register(rule_search.rules_found)
        leaving.register(departing.wipe)
        owned.register_need(departing.in_battles)
        taking_along.register(given.battles_given)
        taking_along.register(given.tables_given)
        if paper.match_counted not in results.COUNTED:
            results.COUNTED.append(paper.match_counted)
