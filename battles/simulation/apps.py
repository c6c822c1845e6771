"""Django configuration of the simulations: an app of its own, so that their commands belong to it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SimulationConfig(AppConfig):
    name = "battles.simulation"
    verbose_name = _("Simulations")
