"""The menu of scenarios on the page that starts a battle: grouped by supplement, with a line about the chosen one."""

import re

import pytest
from django.test import Client
from django.utils.html import escape

from battles.setup.forms import scenario_choices, scenario_notes

pytestmark = pytest.mark.django_db


def test_the_menu_of_scenarios_is_grouped_by_supplement_with_a_line_on_the_chosen_one(client: Client) -> None:
    page = client.get("/play/").content.decode()
    groups = re.findall(r'<optgroup label="([^"]+)"', page.partition('name="scenario"')[2].partition("</select>")[0])
    assert groups[0] == "Rulebook"
    assert groups[1:] == sorted(groups[1:])
    assert "Town Cryer" in groups
    menu = page.partition('name="scenario"')[2].partition("</select>")[0]
    assert menu.count("<option") == sum(len(rows) for _pack, rows in scenario_choices())
    assert re.search(r'<option value="skirmish" selected data-note="[^"]+">[^<:]+</option>', menu)
    note = scenario_notes()["skirmish"]
    assert f'<p class="field-hint" data-note-of="id_scenario">{escape(note)}</p>' in page
