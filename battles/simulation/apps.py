"""Django configuration of the simulations. It is an app of its own, so that Django finds their commands."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SimulationConfig(AppConfig):
    name = "battles.simulation"
    verbose_name = _("Simulations")
