"""Texts of the 3D view in the reader's language."""

from django.utils.translation import gettext_lazy as _

SCENE = {
    "opened": _(
        "3D view. Drag to turn, drag with Shift or two fingers to move, scroll to zoom; Shift and arrow keys turn too."
    ),
    "no_webgl": _("This browser cannot show the 3D view (it has no WebGL 2). The map has the same actions."),
    "no_model": _("Select a warrior on the table first, then look through their eyes."),
    "sees": _("What {name} sees"),
    "outside": _("From outside"),
    "no_enemies": _("No enemies on the table."),
}
