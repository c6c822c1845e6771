"""The ruleset of a battle is named at the head of the board and in the report, with a page of what it changes."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.core.tests.factories import hot_seat
from catalogue.rules.chapters import chapters

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


@pytest.mark.parametrize(
    ("code", "name"), [("core", "Core (community edition)"), ("mordheim", "Mordheim (1999 rulebook)")]
)
def test_the_board_and_the_report_name_the_ruleset(owner: User, client_of: ClientOf, code: str, name: str) -> None:
    """The ruleset was not shown on the board or in the report (item 2)."""
    battle = hot_seat(owner, ruleset=code)
    client = client_of(owner)
    for part in ("", "report/"):
        page = client.get(f"/battles/{battle.public_id}/{part}").content.decode()
        assert f'class="ruleset-badge" href="/rules/?ruleset={code}"' in page, part
        assert name in page, part


def test_the_page_lists_only_what_the_ruleset_changes(client: Client) -> None:
    page = client.get("/rules/", {"ruleset": "gazette"}).content.decode()
    assert "These are the rules in which it differs from Core (community edition)." in page
    rules = [rule for rules in chapters().values() for rule in rules]
    changed = {rule.id for rule in rules if dict(rule.by_ruleset)["gazette"] != dict(rule.by_ruleset)["core"]}
    assert 0 < len(changed) < len(rules)
    listed = {rule.id for rule in rules if f'<li id="{rule.id}">' in page}
    assert listed == changed


def test_an_unknown_ruleset_narrows_nothing(client: Client) -> None:
    everything = client.get("/rules/").content
    assert client.get("/rules/", {"ruleset": "moon"}).content.count(b"<li id=") == everything.count(b"<li id=")
