"""The preview picture of a link to a roster: for readers with access, rendered again when the roster changes."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import User
from warbands.builder import founding, renaming
from warbands.core.tests.factories import by, founded
from warbands.exchange.link_picture import LINES, member_lines
from warbands.models import Warband
from warbands.shared.sheet import roster_of

ClientOf = Callable[[User | None], Client]


def picture(client: Client, warband: Warband, key: str = "") -> bytes:
    answer = client.get(reverse("warbands:preview", args=[warband.public_id]), {"key": key} if key else {})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    return bytes(answer.content)


def test_a_public_roster_names_its_picture_and_anybody_may_fetch_it(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    founding.change_details(warband_id=warband.pk, visibility="public")
    visitor = client_of(None)
    page = visitor.get(reverse("warbands:roster", args=[warband.public_id])).content.decode()
    named = re.search(r'og:image" content="([^"]+)"', page)
    assert named is not None
    assert named[1].startswith("http://")
    assert visitor.get(named[1]).status_code == 200
    before = picture(visitor, warband)
    assert picture(visitor, warband) == before
    renaming.rename(warband_id=warband.pk, name="The Other Lanterns", by=by(owner))
    assert picture(visitor, warband) != before


def test_a_roster_by_link_shows_its_picture_to_whoever_has_the_link(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    url = reverse("warbands:preview", args=[warband.public_id])
    assert client_of(None).get(url).status_code == 404
    picture(client_of(None), warband, warband.share_key)
    page = client_of(None).get(reverse("warbands:roster", args=[warband.public_id]) + f"?key={warband.share_key}")
    assert f"preview.png?key={warband.share_key}" in page.content.decode()
    assert b"og:image" not in client_of(owner).get(reverse("warbands:roster", args=[warband.public_id])).content


def test_names_stay_names_whatever_signs_they_hold(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    founding.change_details(warband_id=warband.pk, visibility="public")
    plain = picture(client_of(None), warband)
    for name in ('#read("/etc/passwd") $x$ *b* <script> ', "W" * 80, "ß 漢字 עברית"):
        renaming.rename(warband_id=warband.pk, name=name, by=by(owner))
        assert picture(client_of(None), warband) != plain


def test_a_long_roster_is_counted_at_its_end(owner: User) -> None:
    warband = Warband.objects.select_related("owner").get(pk=founded(owner, "skaven").pk)
    roster = roster_of(warband)
    lines = member_lines(roster)
    assert len(lines) <= LINES
    if len(roster.warriors) > LINES:
        assert lines[-1] == f"and {len(roster.warriors) - LINES + 1} more"
