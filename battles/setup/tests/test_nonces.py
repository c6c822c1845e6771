"""The random numbers that players add to the dice before the first roll, and what the dice page shows of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from accounts.models import User
from battles.core import dice_preparation
from battles.core.refusals import NotYourSide
from battles.core.tests.factories import hot_seat
from battles.engine.commitment import fingerprint, verify
from battles.log import replay
from battles.models import Battle, BattleEvent, BattleSide, BattleStatus, Opponent
from battles.setup import new_battle, nonces
from battles.setup import services as setup_services
from battles.setup.new_battle import Army

pytestmark = pytest.mark.django_db
NOW = timezone.now()
FIRST, SECOND = "a" * 64, "b" * 64


def hashed(nonce: str) -> str:
    return sha256(nonce.encode()).hexdigest()


def prepared(owner: User, **terms: Any) -> Battle:
    return new_battle.create_battle(actor_id=owner.pk, now=NOW, **{"seed": "s", "prepares": True, **terms})


def invited(owner: User, rival: User, *, committed: bool = True) -> Battle:
    """A battle of two players; the one who started it has committed while waiting."""
    battle = prepared(owner, opponent=Opponent.INVITED)
    if committed:
        act(battle, owner, "commit", hashed(FIRST))
    return new_battle.accept(battle_id=battle.pk, actor_id=rival.pk, army=Army(), now=NOW, prepares=True)


def act(battle: Battle, user: User, what: str, value: str = "", after_s: float = 1) -> Battle:
    moment = NOW + timedelta(seconds=after_s)
    done = nonces.act(battle_id=battle.pk, actor_id=user.pk, what=what, value=value, now=moment)
    battle.refresh_from_db()
    return done


def send_of(battle: Battle, user: User, after_s: float = 1) -> str:
    row = Battle.objects.get(pk=battle.pk)
    return str(dice_preparation.stage_json(row, user.pk, NOW + timedelta(seconds=after_s))["send"])


def is_sound(battle: Battle) -> bool:
    """Whether all dice in the log follow from the seed and the nonces."""
    proof = replay.proof(battle)
    added = [nonce for _name, nonce in proof.nonces]
    return bool(proof.faces) and verify(bytes(battle.dice_seed), battle.fingerprint, added, proof.faces) is None


def test_against_a_bot_no_die_falls_before_the_commitment_is_shown(
    owner: User, client_of: Callable[[User | None], Client]
) -> None:
    client = client_of(owner)
    address = client.post("/play/now/")["Location"]
    battle = Battle.objects.get()
    assert (battle.status, battle.seq, battle.started_at) == (BattleStatus.PREPARING, 0, None)
    page = client.get(address).content.decode()
    assert battle.fingerprint in page
    assert fingerprint(bytes(battle.dice_seed)) == battle.fingerprint
    assert bytes(battle.dice_seed).hex() not in page
    sent = client.post(
        f"{address}nonce/", {"act": "reveal", "value": FIRST}, content_type="application/json",
        headers={"accept": "application/json"},
    )  # fmt: skip
    assert sent.json()["status"] == "playing"
    battle.refresh_from_db()
    side = battle.sides.get(letter="a")
    assert side.nonce == FIRST
    assert side.nonce_at is not None
    assert battle.started_at is not None
    assert battle.created_at < side.nonce_at <= battle.started_at
    assert battle.turn_number, "everybody is set up, as the press promised"
    assert battle.sides.get(letter="b").nonce == ""
    assert is_sound(battle)


def test_the_dice_depend_on_what_the_player_adds(owner: User) -> None:
    faces = []
    for nonce in (FIRST, SECOND):
        battle = prepared(owner)
        Battle.objects.filter(pk=battle.pk).update(dice_seed=bytes(32), fingerprint=fingerprint(bytes(32)))
        act(battle, owner, "reveal", nonce)
        assert is_sound(battle)
        faces.append(replay.proof(battle).faces)
    assert faces[0] != faces[1]


def test_on_one_screen_one_browser_adds_the_nonce_for_both(owner: User) -> None:
    battle = prepared(owner, opponent=Opponent.HOT_SEAT)
    assert [side.letter for side in dice_preparation.contributors(battle)] == ["a"]
    act(battle, owner, "reveal", FIRST)
    assert battle.status == BattleStatus.PLAYING
    assert [side.nonce for side in battle.sides.order_by("letter")] == [FIRST, ""]


def test_two_players_commit_before_either_shows_theirs(owner: User, rival: User, stranger: User) -> None:
    battle = invited(owner, rival)
    assert (send_of(battle, owner), send_of(battle, rival), send_of(battle, stranger)) == ("", "commit", "")
    with pytest.raises(nonces.WaitingForOthers):
        act(battle, owner, "reveal", FIRST)
    with pytest.raises(nonces.CommitFirst):
        act(battle, rival, "reveal", SECOND)
    with pytest.raises(nonces.InvalidCommitment, match="64 hexadecimal digits"):
        act(battle, rival, "commit", "zz")
    with pytest.raises(NotYourSide):
        act(battle, stranger, "commit", hashed(SECOND))
    act(battle, rival, "commit", hashed(SECOND))
    with pytest.raises(nonces.DiceAlreadyFixed):
        act(battle, rival, "commit", hashed("c" * 64))
    assert (send_of(battle, owner), send_of(battle, rival)) == ("reveal", "reveal")
    act(battle, owner, "reveal", FIRST, 2)
    assert battle.status == BattleStatus.PREPARING
    with pytest.raises(nonces.InvalidNonce):
        act(battle, rival, "reveal", "c" * 64, 3)
    act(battle, rival, "reveal", SECOND, 3)
    assert battle.status == BattleStatus.PLAYING
    sides = list(battle.sides.order_by("letter"))
    assert [side.nonce for side in sides] == [FIRST, SECOND]
    shown = [side.nonce_at for side in sides]
    committed = [side.nonce_committed_at for side in sides]
    assert max(seq for seq in committed if seq) <= min(seq for seq in shown if seq)
    assert is_sound(battle)


def test_the_player_who_joins_cannot_discard_what_the_host_adds(owner: User, rival: User) -> None:
    """Found in an attack: a join without `prepares` began the battle although the host had committed."""
    for host_prepares, committed in ((True, False), (True, True), (False, True)):
        battle = new_battle.create_battle(
            actor_id=owner.pk, now=NOW, opponent=Opponent.INVITED, prepares=host_prepares, seed="invited"
        )
        if committed:
            act(battle, owner, "commit", hashed(FIRST))
        joined = new_battle.accept(battle_id=battle.pk, actor_id=rival.pk, army=Army(), now=NOW)
        assert joined.status == BattleStatus.PREPARING, (host_prepares, committed)
    act(joined, owner, "reveal", FIRST, dice_preparation.DICE_WAIT.total_seconds() / 2 + 1)
    assert [side.nonce for side in joined.sides.order_by("letter")] == [FIRST, ""]
    assert is_sound(joined)
    battle = new_battle.create_battle(actor_id=owner.pk, now=NOW, opponent=Opponent.INVITED)
    begun = new_battle.accept(battle_id=battle.pk, actor_id=rival.pk, army=Army(), now=NOW)
    assert begun.status == BattleStatus.PLAYING, "nobody wants to add anything"


def test_nothing_is_added_after_the_battle(owner: User) -> None:
    battle = prepared(owner, opponent=Opponent.HOT_SEAT)
    Battle.objects.filter(pk=battle.pk).update(status=BattleStatus.FINISHED)
    for what in ("begin", "commit", "reveal"):
        with pytest.raises(nonces.DiceAlreadyFixed):
            nonces.act(battle_id=battle.pk, actor_id=owner.pk, what=what, value="", now=NOW)


def test_a_copy_of_the_other_commitment_is_refused(owner: User, rival: User) -> None:
    battle = invited(owner, rival)
    with pytest.raises(nonces.InvalidNonce):
        act(battle, rival, "commit", hashed(FIRST))
    act(battle, rival, "commit", hashed(SECOND))
    assert send_of(battle, rival) == "reveal"


def test_no_one_commits_after_a_nonce_was_shown(owner: User, rival: User) -> None:
    battle = invited(owner, rival)
    late = dice_preparation.DICE_WAIT.total_seconds() / 2 + 1
    act(battle, owner, "reveal", FIRST, late)
    assert battle.status == BattleStatus.PLAYING, "the other had half of the time to commit"
    with pytest.raises(nonces.DiceAlreadyFixed):
        act(battle, rival, "commit", hashed(SECOND), late)
    assert is_sound(battle)


def test_a_nonce_not_revealed_in_time_is_left_out_and_the_battle_begins(
    owner: User, rival: User, client_of: Callable[[User | None], Client]
) -> None:
    battle = invited(owner, rival)
    act(battle, rival, "commit", hashed(SECOND))
    act(battle, rival, "reveal", SECOND, 2)
    with pytest.raises(nonces.WaitingForOthers):
        act(battle, rival, "begin", after_s=3)
    assert nonces.begin_due(now=NOW + timedelta(seconds=59)) == 0
    assert nonces.begin_due(now=NOW + timedelta(seconds=61)) == 1
    assert nonces.begin_due(now=NOW + timedelta(seconds=62)) == 0
    battle.refresh_from_db()
    assert battle.status == BattleStatus.PLAYING
    page = client_of(owner).get(f"/battles/{battle.public_id}/dice/").content.decode()
    name = battle.sides.get(letter="a").name
    assert f"{escape(name)} sent a fingerprint but did not send the nonce in time, and so added nothing." in page
    assert SECOND in page
    assert is_sound(battle)


@pytest.mark.parametrize("committed", [True, False])
def test_a_battle_begins_without_any_nonce(
    owner: User, rival: User, client_of: Callable[[User | None], Client], committed: bool
) -> None:
    battle = invited(owner, rival, committed=committed)
    nonces.begin_due(now=NOW + timedelta(seconds=61))
    battle.refresh_from_db()
    page = client_of(None).get(f"/battles/{battle.public_id}/dice/").content.decode()
    assert f"{escape(battle.sides.get(letter='b').name)} added nothing." in page
    assert is_sound(battle)


def test_without_script_a_button_begins_the_battle_and_the_page_says_that_nothing_was_added(
    owner: User, client_of: Callable[[User | None], Client]
) -> None:
    client = client_of(owner)
    address = client.post("/play/now/")["Location"]
    assert "Begin without adding anything" in client.get(address).content.decode()
    assert client.post(f"{address}nonce/", {"act": "begin"})["Location"] == address
    battle = Battle.objects.get()
    assert battle.status == BattleStatus.PLAYING
    page = client.get(f"{address}dice/").content.decode()
    assert f"{escape(battle.sides.get(letter='a').name)} added nothing." in page
    assert "A bot: it adds nothing." in page


@pytest.mark.parametrize("value", ["", "short", "x" * 65, "a" * 30 + "\n" + "a" * 30, "ä" * 32])
def test_an_invalid_nonce_is_refused(owner: User, value: str) -> None:
    battle = prepared(owner)
    with pytest.raises(nonces.InvalidNonce):
        act(battle, owner, "reveal", value)


def test_after_the_first_die_no_nonce_is_accepted(owner: User) -> None:
    battle = prepared(owner)
    act(battle, owner, "reveal", FIRST)
    act(battle, owner, "reveal", FIRST)
    with pytest.raises(nonces.DiceAlreadyFixed):
        act(battle, owner, "reveal", SECOND)
    assert not BattleEvent.objects.filter(battle=battle, command_id="again").exists()


def test_a_setup_that_cannot_be_played_is_refused_before_anybody_waits(owner: User) -> None:
    seats = [
        setup_services.SideTerms(name="One", fighters=[], player_id=owner.pk),
        setup_services.SideTerms(name="Two", fighters=[], bot="random"),
    ]
    terms = setup_services.Terms(options={}, scenario={}, table={}, opponent=Opponent.BOT)
    with pytest.raises(setup_services.CannotBegin):
        setup_services.create(terms=terms, seats=seats, created_by_id=owner.pk, now=NOW, prepares=True)


def test_programs_begin_at_once_or_add_to_the_dice(owner: User, client_of: Callable[[User | None], Client]) -> None:
    client = client_of(owner)
    call = {"opponent": "bot"}
    plain = client.post("/api/v1/battles/", call, content_type="application/json").json()
    battle = Battle.objects.get(public_id=plain["public_id"])
    assert battle.status == BattleStatus.PLAYING
    assert "added nothing" in client.get(f"/battles/{battle.public_id}/dice/").content.decode()
    waits = client.post("/api/v1/battles/", {**call, "prepares": True}, content_type="application/json").json()
    address = f"/api/v1/battles/{waits['public_id']}/nonce/"
    stage = client.get(address).json()
    assert (stage["status"], stage["step"], stage["send"]) == ("preparing", "reveal", "reveal")
    assert stage["fingerprint"] == Battle.objects.get(public_id=waits["public_id"]).fingerprint
    answer = client.post(address, {"act": "reveal", "value": FIRST}, content_type="application/json")
    assert (answer.status_code, answer.json()["status"]) == (200, "playing")
    bad = client.post(address, {"act": "commit", "value": "zz"}, content_type="application/json")
    assert bad.status_code == 409


def test_battles_from_before_verify_and_say_what_they_were(
    owner: User, client_of: Callable[[User | None], Client]
) -> None:
    battle = hot_seat(owner)
    assert (
        "played before players could add"
        not in client_of(owner).get(f"/battles/{battle.public_id}/dice/").content.decode()
    )
    Battle.objects.filter(pk=battle.pk).update(dice_protocol=0)
    BattleSide.objects.filter(battle=battle).update(nonce="drawn-by-site")
    page = client_of(owner).get(f"/battles/{battle.public_id}/dice/").content.decode()
    assert "played before players could add to the dice: the site chose the nonces of both sides itself" in page
    assert page.count("chosen by the site for this side") == 2


def test_the_dice_page_holds_everything_that_the_browser_checks(
    owner: User, rival: User, client_of: Callable[[User | None], Client]
) -> None:
    battle = invited(owner, rival)
    act(battle, rival, "commit", hashed(SECOND))
    for user, nonce in ((owner, FIRST), (rival, SECOND)):
        act(battle, user, "reveal", nonce, 2)
    Battle.objects.filter(pk=battle.pk).update(status=BattleStatus.FINISHED, created_at=NOW)
    BattleEvent.objects.filter(battle=battle).update(created_at=NOW + timedelta(seconds=3))
    page = client_of(owner).get(f"/battles/{battle.public_id}/dice/").content.decode()
    found = re.search(r'<script id="proof" type="application/json">(.*?)</script>', page)
    assert found is not None
    data = json.loads(found.group(1))
    assert fingerprint(bytes.fromhex(data["seed"])) == data["fingerprint"]
    for part in data["parts"]:
        assert hashed(part["nonce"]) == part["commitment"]
        assert data["committed_at"] < part["sent_at"]
        assert part["sent_at"] <= data["first_die_at"]
