"""Names of a draft: several edited and saved at once."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests_support.pages import one_line
from warbands.builder import recruiting, renaming
from warbands.core import undo
from warbands.core.tests.factories import by, draft, look

ClientOf = Callable[[User | None], Client]


def test_three_names_typed_at_once_are_all_saved_and_undone_at_once(owner: User, client_of: ClientOf) -> None:
    warband = draft(owner)
    for entry in ("reiklanders_champion", "reiklanders_youngblood"):
        recruiting.hire(warband_id=warband.pk, warrior_type=entry, count=1, by=by(owner))
    before = {member.key: member.name for member in look(warband).active()}
    typed = {f"name-{key}": f"Otto {number}" for number, key in enumerate(before)}
    address = reverse("warbands:act", args=[warband.public_id, "rename_all"])
    answer = client_of(owner).post(
        address, {"page": "draft", "section": "names", **typed}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    assert '<details class="names-of-all" open>' in answer.content.decode(), "the section stays open"
    assert [member.name for member in look(warband).active()] == ["Otto 0", "Otto 1", "Otto 2"]
    undo.undo(warband_id=warband.pk, by=by(owner))
    assert {member.key: member.name for member in look(warband).active()} == before


def test_an_empty_name_or_a_strangers_warrior_saves_nothing(owner: User) -> None:
    warband = draft(owner)
    leader = look(warband).leader()
    assert leader is not None
    for names in ({leader.key: "Otto", "AAAAAAAAAAAA": "Karl"}, {leader.key: "  "}, {leader.key: leader.name}):
        with pytest.raises((renaming.NoName, recruiting.NoSuchWarrior, renaming.NothingRenamed)):
            renaming.rename_all(warband_id=warband.pk, names=names, by=by(owner))
        assert look(warband).members[leader.key].name == leader.name


def test_hired_heroes_show_their_profile_in_the_builder(owner: User, client_of: ClientOf) -> None:
    warband = draft(owner)
    page = one_line(client_of(owner).get(reverse("warbands:draft", args=[warband.public_id])).content.decode())
    leader = look(warband).leader()
    assert leader is not None
    row = page[page.index(f'id="w-{leader.key}"') :]
    assert "stats-line" in row[: row.index('<li class="entry"')]
