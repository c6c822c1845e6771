"""A Blood Forest that moved is drawn in its new place: on the page, in a script's response, in the replay."""

from collections.abc import Callable

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.models import User
from battles.core import engine_cache
from battles.core.tests.factories import engine_of, hot_seat
from battles.engine.terrain.setup_changes import MOVED_PIECES, present
from battles.models import Battle, Snapshot
from battles.play.page import screen
from battles.tables.services import save_table

pytestmark = pytest.mark.django_db
WOOD = {"id": "w", "kind": "blood_forest", "outline": [[1000, 1000], [1400, 1000], [1400, 1400], [1000, 1400]]}
BEFORE, AFTER = "M10 14L14 14L14 10L10 10Z", "M13 12L17 12L17 8L13 8Z"


def walked(owner: User) -> Battle:
    """A battle in which the wood has moved three inches right and two up."""
    data = {"version": 1, "name": "Grove", "width": 2400, "length": 2400, "ground": "open", "pieces": [WOOD]}
    table = save_table(owner_id=owner.pk, data={**data, "zones": []}, at=timezone.now())
    battle = hot_seat(owner, table=f"drawn:{table.public_id}", pack="on")
    engine = engine_of(battle)
    state = engine.state.fork()
    state.marks = {**state.marks, MOVED_PIECES: {"w": [300, 200]}}
    Snapshot.objects.filter(battle=battle, seq__gte=battle.seq).delete()
    Snapshot.objects.create(battle=battle, seq=battle.seq, state=state.to_data())
    engine_cache.forget(battle.public_id)
    assert present(engine.game, state).table.piece("w").outline[0] == (1300, 1200)
    return battle


def test_a_wood_that_walked_is_drawn_where_it_stands(owner: User, client_of: Callable[[User | None], Client]) -> None:
    battle = walked(owner)
    html = client_of(owner).get(f"/battles/{battle.public_id}/").content.decode()
    assert AFTER in html
    assert BEFORE not in html
    data = client_of(owner).get(f"/battles/{battle.public_id}/state/").json()
    assert AFTER in data["ground"]
    replay = client_of(owner).get(f"/battles/{battle.public_id}/replay/").content.decode()
    assert AFTER in replay


def test_a_table_without_such_a_wood_is_sent_once(owner: User, rf: RequestFactory) -> None:
    battle = hot_seat(owner)
    assert screen.board_state(rf.get("/"), battle, owner)["ground"] == ""
