"""Sections of the roster page that other apps provide for the owner, such as the league of the warband."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

from mordheim_site.registry import Registry
from warbands.models import Warband

SECTIONS: Registry[str, Callable[[HttpRequest, Warband], SafeString]] = Registry("section of the roster page")
"""Functions that return the HTML of a section."""
