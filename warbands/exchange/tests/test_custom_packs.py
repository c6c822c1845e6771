"""A roster of a custom pack is exported and imported unchanged, and prints, with its version."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from catalogue.custom_packs.tests.factories import released
from catalogue.packs.installed import book
from warbands.core.tests.factories import NOON, assert_reconciled, founded, look
from warbands.exchange.file_reader import read
from warbands.exchange.services import import_warband
from warbands.models import Warband

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_roster_of_an_own_pack_comes_back_as_it_went(
    owner: User, rival: User, client_of: Callable[[User | None], Client], form: str
) -> None:
    warband = founded(owner, f"{released(owner, visibility='link').code}_sewer_watch")
    raw = client_of(owner).get(f"/warbands/{warband.public_id}/export/{form}/").content
    reading = read(raw, book())
    assert reading.report.left_out == []
    started = import_warband(owner_id=rival.pk, save=reading.save, source=reading.source, at=NOON)
    copy = Warband.objects.get(pk=started.warband_id)
    assert copy.pack_pins == warband.pack_pins
    kinds = [
        sorted((member.warrior_type_code, member.headcount) for member in look(band).members.values())
        for band in (warband, copy)
    ]
    assert kinds[0] == kinds[1]
    assert_reconciled(copy)


@pytest.mark.parametrize("form", ["csv", "tts", "sheet", "cards"])
def test_every_other_form_is_written(owner: User, client_of: Callable[[User | None], Client], form: str) -> None:
    warband = founded(owner, f"{released(owner).code}_sewer_watch")
    assert client_of(owner).get(f"/warbands/{warband.public_id}/export/{form}/").status_code == 200
    assert client_of(owner).get(f"/warbands/{warband.public_id}/print/").status_code == 200
