"""Fixed sample data for the gallery: each component with every state it can be in. Nothing here is read by other pages."""

from mordheim_site.look.samples.battles import BATTLES
from mordheim_site.look.samples.campaigns import CAMPAIGNS
from mordheim_site.look.samples.controls import CONTROLS
from mordheim_site.look.samples.rosters import ROSTERS
from mordheim_site.look.samples.shapes import Case, Component

COMPONENTS: tuple[Component, ...] = (*CONTROLS, *ROSTERS, *BATTLES, *CAMPAIGNS)

__all__ = ["COMPONENTS", "Case", "Component"]
