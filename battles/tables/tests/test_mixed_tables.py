"""The terrain pack in the forms that start a battle: chosen, mixed in, and active only if requested."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.board.tests.test_views import ClientOf
from battles.core.tests.factories import begin_by_button
from battles.engine.terrain.kinds import KINDS
from battles.models import Battle
from battles.setup.forms import PlayForm
from battles.setup.match_form import MatchForm
from battles.tables.services import save_table

pytestmark = pytest.mark.django_db
FORM = {"opponent": "hot_seat", "ruleset": "core", "scenario": "skirmish", "size_in": "30", "density": "low"}


def begun(client: Client, **fields: str) -> Battle:
    answer = client.post("/play/", {**FORM, **fields})
    assert answer.status_code == 302, answer.content[:800]
    begin_by_button(client, answer["Location"])
    return Battle.objects.get()


def wonders(battle: Battle) -> list[str]:
    kinds = [piece["kind"] for piece in battle.setup["table"]["pieces"]]
    return [kind for kind in kinds if kind in KINDS and kind not in ("fence", "wall")]


def test_pieces_are_mixed_in_and_act(owner: User, client_of: ClientOf) -> None:
    battle = begun(client_of(owner), pack="many")
    assert len(wonders(battle)) >= 2
    assert battle.setup["options"]["terrain_pack"] is True


def test_the_terrain_pack_is_not_mixed_in_by_default(owner: User, client_of: ClientOf) -> None:
    battle = begun(client_of(owner))
    assert not wonders(battle)
    assert "terrain_pack" not in battle.setup["options"]


def test_a_drawn_table_with_wonders_offers_that_they_act(owner: User) -> None:
    altar = {"id": "x", "kind": "altar_of_khaine", "outline": [[900, 900], [1100, 900], [1100, 1100], [900, 1100]]}
    data = {"version": 1, "name": "Altar", "width": 2400, "length": 2400, "ground": "open", "pieces": [altar]}
    table = save_table(owner_id=owner.pk, data={**data, "zones": []}, at=timezone.now())
    assert PlayForm(user=owner, initial={"table": f"drawn:{table.public_id}"})["pack"].initial == "on"
    assert PlayForm(user=owner)["pack"].initial == "off"


def test_a_league_without_the_pack_is_not_offered_its_pieces() -> None:
    assert "pack" not in MatchForm().fields
    form = MatchForm({"pack": "few", "size_in": "30", "density": "low"}, has_pack=True)
    assert form.is_valid()
    pieces = form.chosen("a match").data["pieces"]
    assert any(piece["kind"] in KINDS and piece["kind"] not in ("fence", "wall") for piece in pieces)


def test_a_drawn_table_begins_with_pieces_of_the_pack(owner: User, client_of: ClientOf) -> None:
    answer = client_of(owner).post("/tables/", {"name": "Odd Lane", "size": "48", "density": "low", "pack": "many"})
    assert answer.status_code == 302
    shown = client_of(owner).get(answer["Location"]).content.decode()
    assert shown.count('class="handle') >= 8
