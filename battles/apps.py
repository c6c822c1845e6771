"""Django configuration of the battles app."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BattlesConfig(AppConfig):
    name = "battles"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Battles")

    modules_that_register_themselves = (
        "battles.aftermath.tasks",
        "battles.core.terrain_checks",
        "battles.engine.all_rules",
        "battles.play.commands",
        "battles.play.tasks",
        "battles.setup.tasks",
        "battles.simulation.solo.tasks",
    )

    def ready(self) -> None:
        """Fill the registries of earlier apps and register the start-up checks."""
        for module in self.modules_that_register_themselves:
            import_module(module)
        from accounts import offline_pages as offline_registry
        from accounts.data_export import registry
        from accounts.deletion import services as deletion_services
        from battles.aftermath import custom_charts, effect_checks
        from battles.aftermath import operations as aftermath_operations
        from battles.aftermath.restore import operations as restore_operations
        from battles.core import cache_metrics, custom_scenarios, warbands_needed
        from battles.core import data_export as given
        from battles.core import selectors as core_selectors
        from battles.log import stored_luck
        from battles.play import dashboard
        from battles.play import operations as play_operations
        from battles.setup import deletion as setup_deletion
        from battles.setup import match_battles, match_operations
        from battles.setup import operations as setup_operations
        from battles.setup.line_up import operations as line_up_operations
        from battles.setup.training import operations as training_operations
        from battles.simulation.solo import operations as solo_operations
        from battles.simulation.solo import rounds as solo_rounds
        from battles.tables import account_data
        from battles.tables import operations as tables_operations
        from battles.tables.editor import operations as editor_operations
        from battles.tabletop import dashboard as tabletop_dashboard
        from battles.tabletop import offline_pages
        from battles.tabletop import warbands_needed as tabletop_warbands
        from battles.tabletop.photos import account_data as photo_data
        from battles.tabletop.photos import moderation as photo_moderation
        from battles.tabletop.photos import operations as photo_operations
        from battles.tabletop.photos import reports as photo_reports
        from battles.tabletop.sheets import operations as sheet_operations
        from battles.tabletop.sheets import services as sheets
        from battles.tabletop.stand_ins import operations as stand_in_operations
        from battles.tabletop.stand_ins import paper_rosters
        from battles.tabletop.stand_ins import views as stand_in_views
        from battles.tabletop.tracker import operations
        from battles.tabletop.tracker import services as tracker_services
        from campaigns.matches import results
        from campaigns.matches import selectors as matches_selectors
        from campaigns.rounds import scheduling
        from campaigns.statistics import luck as league_luck
        from catalogue.custom_packs.checks import charts, playability
        from catalogue.custom_packs.scenarios import rules as scenarios_rules
        from mordheim_site.operations import base as operations_base
        from warbands.providers import account_deletion as warband_deletion
        from warbands.roster import sections as roster_sections

        operations_base.register(
            *aftermath_operations.OPERATIONS,
            *play_operations.OPERATIONS,
            *restore_operations.OPERATIONS,
            *line_up_operations.OPERATIONS,
            *match_operations.OPERATIONS,
            *training_operations.OPERATIONS,
            *setup_operations.OPERATIONS,
            *solo_operations.OPERATIONS,
            *sheet_operations.OPERATIONS,
            *stand_in_operations.OPERATIONS,
            *operations.OPERATIONS,
            *photo_operations.OPERATIONS,
            *tables_operations.OPERATIONS,
            *editor_operations.OPERATIONS,
        )
        playability.carried_out_by(effect_checks.implemented_codes)
        charts.carried_out_by(custom_charts.faults_of)
        scenarios_rules.played_by(custom_scenarios.faults_of, custom_scenarios.remarks_of)
        dashboard.register()
        tabletop_dashboard.register()
        offline_registry.PROVIDERS.add("battles", offline_pages.pages_of)
        cache_metrics.register()
        photo_moderation.register()
        photo_reports.register()
        paper_rosters.register()
        roster_sections.SECTIONS.add("stand-ins", stand_in_views.paper_roster_section)
        deletions = deletion_services.APPS
        deletions.add("battles", deletion_services.AppDeletion(setup_deletion.withdraw_open_invitations))
        deletions.add("battle photos", deletion_services.AppDeletion(photo_data.delete_photos))
        deletions.add("paper rosters", deletion_services.AppDeletion(paper_rosters.delete_photos))
        deletions.add("tables", deletion_services.AppDeletion(account_data.delete_private_tables))
        warband_deletion.NEEDS.add("battles", warbands_needed.in_battles)
        warband_deletion.NEEDS.add("tabletop battles", tabletop_warbands.in_tabletop_battles)
        registry.EXPORTERS.add("battles", given.battles_given)
        registry.EXPORTERS.add("battle photos", photo_data.photos_given)
        registry.EXPORTERS.add("paper rosters", paper_rosters.photos_given)
        registry.EXPORTERS.add("tables", account_data.tables_given)
        league_luck.SOURCES.add("battles", stored_luck.luck_of_warbands)
        matches_selectors.BATTLES.add("battles", core_selectors.battles_of_matches)
        results.RESULT_LISTENERS.add("tabletop sheets", sheets.match_counted)
        results.STATEMENT_LISTENERS.add("tabletop sheets", sheets.result_stated)
        results.RESULT_LISTENERS.add("solo campaigns", solo_rounds.match_closed)
        scheduling.CANCEL_LISTENERS.add("solo campaigns", solo_rounds.match_closed)
        scheduling.CANCEL_LISTENERS.add("battles", match_battles.match_cancelled)
        scheduling.CANCEL_LISTENERS.add("tracked battles", tracker_services.match_cancelled)
