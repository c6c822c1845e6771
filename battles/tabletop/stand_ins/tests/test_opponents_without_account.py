"""Opponents without an account: their warband is entered, they confirm with a link, and can claim the warband."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from accounts.api_keys.services import create_key
from accounts.models import User
from battles.aftermath.tests.test_views import league
from battles.models import Aftermath, Battle, BattleStatus, ConfirmLink, StandIn
from battles.tabletop.dashboard import sheets_waiting
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.sheet import Fall, Sheet, SideSheet
from battles.tabletop.stand_ins import links, services
from campaigns.models import Match, MatchStatus
from catalogue.packs.installed import book
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, founded
from warbands.models import Warband, WarbandStatus

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


def entered(maker: User, **more: object) -> StandIn:
    return services.enter_stand_in(
        maker_id=maker.pk,
        warband_type="reiklanders",
        player_name="Otto",
        at=NOON,
        **more,  # type: ignore[arg-type]
    )


def sheet_of(mine: Warband, theirs: Warband) -> Sheet:
    """A sheet: the first side won and lost a model; the second lost two and found a shard."""
    first, second = load_state(mine), load_state(theirs)
    ours, enemies = [member.key for member in first.active()], [member.key for member in second.active()]
    return Sheet(
        {
            "a": SideSheet(fought=ours, falls=[Fall(ours[-1])]),
            "b": SideSheet(fought=enemies, falls=[Fall(enemies[1], ours[0]), Fall(enemies[2], ours[0])], shards=1),
        },
        winner="a",
    )


def sent(maker: User, stand_in: StandIn) -> Battle:
    mine = founded(maker)
    return sheets.send(
        mine=mine.public_id,
        theirs=stand_in.warband.public_id,
        actor_id=maker.pk,
        sheet=sheet_of(mine, stand_in.warband),
        now=NOON,
    )


def link_of(battle: Battle) -> ConfirmLink:
    return ConfirmLink.objects.get(side__battle=battle)


def test_a_stand_in_is_a_founded_warband_of_the_player_who_entered_it(owner: User) -> None:
    row = entered(owner, source_key="form:1")
    assert (row.warband.owner_id, row.warband.status) == (owner.pk, WarbandStatus.FOUNDED)
    assert load_state(row.warband).models_count() >= 3
    assert entered(owner, source_key="form:1").pk == row.pk


def test_the_rating_that_the_opponent_names_counts_for_the_underdog(owner: User) -> None:
    battle = sent(owner, entered(owner, rating=187))
    assert battle.sides.get(letter="b").rating == 187


def test_a_sheet_against_a_stand_in_waits_until_its_player_confirms_without_an_account(
    owner: User, client_of: ClientOf
) -> None:
    battle = sent(owner, entered(owner))
    assert battle.status == BattleStatus.MUSTERING
    visitor = client_of(None)
    address = reverse("battles:confirm_link", args=[link_of(battle).key])
    page = visitor.get(address)
    cells = page.content.decode()
    assert "Out of action" in cells
    assert [(side.out_of_action, side.shards) for side in page.context["numbers"]] == [(1, 0), (2, 1)]
    assert not User.objects.filter(is_guest=True).exists(), "looking creates no guest"
    assert visitor.post(address, {"is_right": "true"}).status_code == 302
    battle.refresh_from_db()
    assert battle.status == BattleStatus.FINISHED
    assert Aftermath.objects.filter(side__battle=battle).count() == 2
    assert visitor.post(address, {"is_right": "true"}).status_code == 302
    assert visitor.post(address, {"is_right": "false"}).status_code == 409


def test_a_rejected_sheet_tells_its_author_why(owner: User, client_of: ClientOf) -> None:
    battle = sent(owner, entered(owner))
    address = reverse("battles:confirm_link", args=[link_of(battle).key])
    client_of(None).post(address, {"is_right": "false", "message": "I lost one model, not two."})
    battle.refresh_from_db()
    assert battle.status == BattleStatus.MUSTERING
    assert [line.url for line in sheets_waiting(owner)] == [reverse("battles:sheet", args=[battle.public_id])]
    page = client_of(owner).get(reverse("battles:sheet", args=[battle.public_id])).content.decode()
    assert "I lost one model, not two." in page


def test_only_the_author_shows_the_link(owner: User, rival: User, client_of: ClientOf) -> None:
    battle = sent(owner, entered(owner))
    address = reverse("battles:sheet", args=[battle.public_id])
    key = link_of(battle).key
    assert key in client_of(owner).get(address).content.decode()
    assert key not in client_of(rival).get(address).content.decode()
    assert key not in client_of(None).get(address).content.decode()


def test_a_program_gets_the_link_to_pass_on_where_the_page_shows_it(
    owner: User, rival: User, client_of: ClientOf
) -> None:
    battle = sent(owner, entered(owner))
    address, key = f"/api/v1/battles/{battle.public_id}/sheet/", link_of(battle).key
    (link,) = client_of(owner).get(address).json()["confirm_links"]
    assert link == {"side": "b", "player": "Otto", "key": key, "url": reverse("battles:confirm_link", args=[key])}
    for other in (rival, None):
        assert key not in client_of(other).get(address).content.decode()
    for scopes, is_shown in ((["battles"], True), (["warbands"], False)):
        headers = {"Authorization": f"Bearer {create_key(user_id=owner.pk, scopes=scopes)}"}
        assert (key in Client().get(address, headers=headers).content.decode()) == is_shown
    confirm = f"/api/v1/battles/confirm/{key}/"
    assert Client().get(confirm).status_code == 200
    assert Client().post(confirm, {"is_right": True}, "application/json").status_code == 401
    answered = client_of(rival).post(confirm, {"is_right": True}, "application/json")
    assert (answered.status_code, answered.json()["confirm_links"]) == (200, [])
    assert client_of(owner).get(address).json()["confirm_links"] == []


def test_the_author_copies_the_link_and_reads_the_whole_sheet(owner: User, client_of: ClientOf) -> None:
    stand_in, mine = entered(owner), founded(owner)
    sheet = sheet_of(mine, stand_in.warband)
    sheet = replace(
        sheet, scenario="wyrdstone_hunt", sides={**sheet.sides, "b": replace(sheet.sides["b"], routed=True)}
    )
    battle = sheets.send(
        mine=mine.public_id, theirs=stand_in.warband.public_id, actor_id=owner.pk, sheet=sheet, now=NOON
    )
    page = client_of(owner).get(reverse("battles:sheet", args=[battle.public_id])).content.decode()
    assert 'data-copy="link-b"' in page
    assert "js/campaigns/invite" in page
    assert "css/campaigns" in page, "the styles that keep the code at the size of a hand"
    assert book().scenarios["wyrdstone_hunt"].name in page
    assert page.count("<li>routed</li>") == 1


def test_the_author_may_let_it_count_without_confirmation_but_no_other_player_may(
    owner: User, rival: User, client_of: ClientOf
) -> None:
    battle = sent(owner, entered(owner))
    address = reverse("battles:count_sheet", args=[battle.public_id])
    client_of(rival).post(address)
    battle.refresh_from_db()
    assert battle.status == BattleStatus.MUSTERING
    assert client_of(owner).post(address).url == reverse("battles:aftermath", args=[battle.public_id])
    battle.refresh_from_db()
    assert battle.status == BattleStatus.FINISHED


def test_a_player_with_an_account_cannot_be_passed_over(owner: User, rival: User) -> None:
    stand_in, mine, third = entered(owner), founded(owner), founded(rival)
    keys = {row.pk: [member.key for member in load_state(row).active()] for row in (mine, stand_in.warband, third)}
    sides = {
        letter: SideSheet(fought=keys[row.pk])
        for letter, row in zip("abc", (mine, stand_in.warband, third), strict=True)
    }
    battle = sheets.send(
        mine=mine.public_id,
        theirs=stand_in.warband.public_id,
        more=[third.public_id],
        actor_id=owner.pk,
        sheet=Sheet(sides, places={"a": 1, "b": 2, "c": 3}),
        now=NOON,
    )
    with pytest.raises(links.AccountMustConfirm):
        links.count_unconfirmed(battle_id=battle.pk, actor_id=owner.pk, now=NOON)
    sheets.agree(battle_id=battle.pk, actor_id=rival.pk, now=NOON)
    links.count_unconfirmed(battle_id=battle.pk, actor_id=owner.pk, now=NOON)
    battle.refresh_from_db()
    assert battle.status == BattleStatus.FINISHED


def test_the_opponent_claims_the_warband_and_its_side(owner: User, client_of: ClientOf) -> None:
    stand_in = entered(owner)
    battle = sent(owner, stand_in)
    address = reverse("battles:claim_stand_in", args=[stand_in.claim_key])
    visitor = client_of(None)
    assert visitor.get(address).status_code == 200
    assert visitor.post(address).url == reverse("warbands:roster", args=[stand_in.warband.public_id])
    stand_in.refresh_from_db()
    warband = Warband.objects.get(pk=stand_in.warband_id)
    assert warband.owner_id != owner.pk
    assert battle.sides.get(letter="b").player_id == warband.owner_id
    # The author can no longer count it unconfirmed: the opponent now has an account (as a guest), so they must confirm.
    with pytest.raises(links.AccountMustConfirm):
        links.count_unconfirmed(battle_id=battle.pk, actor_id=owner.pk, now=NOON)
    assert visitor.post(address).status_code == 302, "a second click changes nothing"
    assert client_of(None).post(address).status_code == 409


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def test_in_a_league_only_the_arbitrator_shows_the_link_of_a_member(
    match: Match, arbitrator: User, client_of: ClientOf
) -> None:
    first, second = match.sides.select_related("entry__warband", "entry__player").order_by("place")
    battle = sheets.send_for_match(
        match_id=match.pk,
        actor_id=first.entry.player_id,
        sheet=sheet_of(first.entry.warband, second.entry.warband),
        now=NOON,
    )
    address = reverse("battles:sheet", args=[battle.public_id])
    link = link_of(battle)
    assert link.key not in client_of(first.entry.player).get(address).content.decode()
    assert link.key in client_of(arbitrator).get(address).content.decode()
    data = f"/api/v1/battles/match/{match.public_id}/sheet/"
    assert client_of(first.entry.player).get(data).json()["confirm_links"] == []
    assert [row["key"] for row in client_of(arbitrator).get(data).json()["confirm_links"]] == [link.key]
    client_of(None).post(reverse("battles:confirm_link", args=[link.key]), {"is_right": "true"})
    match.refresh_from_db()
    assert match.status == MatchStatus.AGREED
    battle.refresh_from_db()
    assert battle.status == BattleStatus.FINISHED


def test_a_replaced_sheet_asks_again(match: Match) -> None:
    first, second = match.sides.select_related("entry__warband").order_by("place")
    sheet = sheet_of(first.entry.warband, second.entry.warband)
    author = first.entry.player_id
    battle = sheets.send_for_match(match_id=match.pk, actor_id=author, sheet=sheet, now=NOON)
    link = link_of(battle)
    ConfirmLink.objects.filter(pk=link.pk).update(answer="rejected", message="Wrong.")
    sheet.note = "Corrected."
    sheets.send_for_match(match_id=match.pk, actor_id=author, sheet=sheet, now=NOON)
    link.refresh_from_db()
    assert (link.answer, link.message) == ("", "")


def test_a_key_that_does_not_exist_is_not_found(client_of: ClientOf) -> None:
    for name in ("battles:confirm_link", "battles:claim_stand_in"):
        assert client_of(None).get(reverse(name, args=["no-such-key"])).status_code == 404


def test_from_the_form_to_the_sheet(owner: User, client_of: ClientOf) -> None:
    mine = founded(owner)
    client = client_of(owner)
    page = client.get(reverse("battles:new_sheet"))
    assert reverse("battles:enter_stand_in") in page.content.decode()
    answer = client.post(
        reverse("battles:enter_stand_in"),
        {"mine": mine.public_id, "player_name": "Otto", "warband_type": "reiklanders", "name": "", "rating": ""},
    )
    stand_in = StandIn.objects.get(player_name="Otto")
    assert stand_in.warband.public_id in answer.url
    assert mine.public_id in answer.url
    assert client.get(answer.url).status_code == 200
    wrong = client.post(reverse("battles:enter_stand_in"), {"player_name": " ", "warband_type": "reiklanders"})
    assert wrong.status_code == 422


@pytest.mark.parametrize(
    ("scopes", "status"), [(["battles"], 403), (["warbands"], 403), (["battles", "warbands"], 201)]
)
def test_a_key_enters_a_stand_in_only_with_both_scopes(scopes: list[str], status: int, owner: User) -> None:
    key = create_key(user_id=owner.pk, scopes=scopes)
    answer = Client().post(
        "/api/v1/battles/stand-ins/",
        {"player_name": "Otto", "warband_type": "reiklanders"},
        content_type="application/json",
        headers={"Authorization": f"Bearer {key}"},
    )
    assert answer.status_code == status, answer.content
    assert Warband.objects.exists() == (status == 201)


def test_nobody_confirms_by_link_for_a_player_with_an_account(owner: User, rival: User, client_of: ClientOf) -> None:
    mine, theirs = founded(owner), founded(rival, "undead")
    battle = sheets.send(
        mine=mine.public_id, theirs=theirs.public_id, actor_id=owner.pk, sheet=sheet_of(mine, theirs), now=NOON
    )
    key = ConfirmLink.objects.get(side__battle=battle, side__letter="b").key
    page = client_of(owner).get(reverse("battles:sheet", args=[battle.public_id])).content.decode()
    assert key not in page
    assert "The other side is asked to confirm or reject." in page
    address = reverse("battles:confirm_link", args=[key])
    for other in (None, owner):
        shown = client_of(other).get(address).content.decode()
        assert f"{theirs.name} belongs to a player with an account" in html.unescape(shown)
        assert 'name="is_right"' not in shown
        assert client_of(other).post(address, {"is_right": "true"}).status_code == 403
    battle.refresh_from_db()
    assert battle.status == BattleStatus.MUSTERING
    assert not Aftermath.objects.exists()
    assert client_of(rival).post(address, {"is_right": "true"}).status_code == 302
    battle.refresh_from_db()
    assert battle.status == BattleStatus.FINISHED
