"""Veterans, rare items, dramatis personae, hired swords, offers for captives, and typed dice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.aftermath.activities import searches
from battles.aftermath.captives.capture import take_captive
from battles.aftermath.context import AftermathContext
from battles.aftermath.decisions import choices, undo
from battles.aftermath.decisions import market as decisions_market
from battles.aftermath.dice import typed_dice
from battles.aftermath.dice.requests import DiceStillRequested, InvalidDice, NoDiceRequested
from battles.aftermath.market.panel import panel_of
from battles.aftermath.stages import market, runner
from battles.aftermath.stored.facts import Casualty
from battles.aftermath.tests.world import at_rest, ended
from battles.models import Aftermath, AftermathLine, Battle
from catalogue.packs.installed import book
from warbands.core.ledger import ActionContext, NotEnoughGold
from warbands.core.state import GROUP, HERO, STASH
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.roster import advances, casualties
from warbands.rules.kit import may_ever_carry

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(owner: User, rival: User) -> Battle:
    return at_rest(owner, rival, gold=200, shards=3)


def side(battle: Battle, letter: str = "a") -> Aftermath:
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter=letter)


def act(battle: Battle, actor: User, what: str, warrior: str = "", thing: str = "", key: str = "") -> AftermathLine:
    """Make one request on the market of side a, and return the newest line."""
    row = side(battle)
    request = decisions_market.MarketRequest(row.public_id, actor.pk, NOON, key)
    acts: dict[str, Callable[[], object]] = {
        "veteran": lambda: decisions_market.hire_veteran(request, group=warrior),
        "seek": lambda: decisions_market.search_item(request, hero=warrior, item=thing),
        "persona": lambda: decisions_market.search_person(request, hero=warrior, persona=thing),
        "hire": lambda: decisions_market.hire_sword(request, entry=thing),
    }
    acts[what]()
    return AftermathLine.objects.filter(aftermath=row).latest("number")


def heroes(battle: Battle) -> list[str]:
    return [member.key for member in load_state(side(battle).warband).active(HERO)]


def test_a_hero_searches_once_and_what_the_warrior_finds_is_bought_for_the_stash(battle: Battle, owner: User) -> None:
    found = None
    for hero in heroes(battle):
        line = act(battle, owner, "seek", hero, "lucky_charm")
        assert line.data["total"] == sum(line.rolls[0][1]) + line.data["bonus"]
        assert bool(line.options) == (line.data["total"] >= line.data["needs"])
        found = found or (line if line.options else None)
        with pytest.raises(searches.CannotSearch):
            act(battle, owner, "seek", hero, "lucky_charm")
    assert found is not None
    gold = side(battle).warband.treasury_gc
    choices.answer(line_id=found.public_id, actor_id=owner.pk, option="buy", now=NOON)
    row = side(battle)
    assert row.warband.treasury_gc == gold - found.data["gold"]
    assert load_state(row.warband).line(STASH, "lucky_charm") is not None
    assert_reconciled(row.warband)


@pytest.mark.parametrize(
    ("item", "rarity", "least", "most"),
    [("double_barrelled_pistol", 10, 48, 58), ("double_barrelled_duelling_pistol", 12, 84, 104)],
)
def test_a_brace_with_its_own_price_rolls_its_dice_in_the_search(
    battle: Battle, owner: User, item: str, rarity: int, least: int, most: int
) -> None:
    """Prices of a brace: 46 + 2D6 gc and 80 + 4D6 gc. Found on a roll of 10 or 12."""
    line = act(battle, owner, "seek", heroes(battle)[0], item)
    context = AftermathContext(side(battle), NOON, line, owner.pk)
    fact = context.book.items[item]
    assert market.brace_offer(context, fact, line.subject_name, rarity - 1) == []
    (offer,) = market.brace_offer(context, fact, line.subject_name, rarity)
    assert least <= offer["gold"] <= most
    line.data = {**line.data, "found": True, "gold": 30, "thing": item}
    line.options, line.answer = [{"key": "buy", "gold": 30}, offer, {"key": "leave"}], ""
    line.save()
    gold = side(battle).warband.treasury_gc
    choices.answer(line_id=line.public_id, actor_id=owner.pk, option="buy_brace", now=NOON)
    row = side(battle)
    assert row.warband.treasury_gc == gold - offer["gold"]
    bought = load_state(row.warband).line(STASH, item)
    assert bought is not None
    assert bought.count == 2
    assert_reconciled(row.warband)


def test_programs_read_the_market_until_the_aftermath_is_confirmed(
    battle: Battle, owner: User, rival: User, client_of: Callable[[User | None], Client]
) -> None:
    row = side(battle)
    address = f"/api/v1/battles/{battle.public_id}/aftermath/{row.public_id}/market/"
    market = client_of(owner).get(address).json()
    assert market["treasury_gc"] == row.warband.treasury_gc
    assert "elven_cloak" in {offer["value"] for offer in market["goods"]}
    assert {offer["value"] for offer in market["heroes"]} == set(heroes(battle))
    assert market["hired_swords"]
    assert client_of(rival).get(address).status_code == 404
    Aftermath.objects.filter(pk=row.pk).update(confirmed_at=NOON)
    assert client_of(owner).get(address).status_code == 404


def test_common_or_unknown_goods_are_no_search(battle: Battle, owner: User) -> None:
    for item in ("sword", "nothing", "jewelled_weapon"):
        with pytest.raises(searches.NothingToSearchFor):
            act(battle, owner, "seek", heroes(battle)[0], item)


def test_rare_goods_stand_by_class_and_leave_out_what_no_one_here_can_use(battle: Battle) -> None:
    """The panel of rare goods groups offers by class and lists only what a hero of the warband can use."""
    row = side(battle)
    panel = panel_of(row, list(row.lines.all()), AftermathContext(row, row.started_at))
    codes = [offer.value for _name, offers in panel.goods for offer in offers]
    state = AftermathContext(row, row.started_at).state()
    assert panel.goods_left_out > 0
    assert "elven_cloak" in codes, "any hero may wear one"
    assert "squig_prodder" not in codes, "goblins alone use it"
    assert all(any(may_ever_carry(state, member, code, book()) for member in state.active()) for code in codes)
    assert [name for name, _offers in panel.goods] == list(dict.fromkeys(name for name, _offers in panel.goods))


def test_heroes_out_of_action_cannot_search(battle: Battle, owner: User) -> None:
    row = side(battle)
    hero = heroes(battle)[0]
    row.facts = {**row.facts, "fallen": [{"roster_id": hero, "facts": [], "by_name": ""}]}
    row.save(update_fields=["facts"])
    with pytest.raises(searches.CannotSearch):
        act(battle, owner, "seek", hero, "lucky_charm")


def test_no_one_else_trades_and_the_same_press_happens_once(battle: Battle, owner: User, rival: User) -> None:
    with pytest.raises(choices.NotYourChoice):
        act(battle, rival, "seek", heroes(battle)[0], "lucky_charm")
    first = act(battle, owner, "hire", thing="pit_fighter", key="once")
    again = act(battle, owner, "hire", thing="pit_fighter", key="once")
    assert first.pk == again.pk
    assert len(load_state(side(battle).warband).active("hired_sword")) == 1


def test_a_hired_sword_can_be_let_go_again_before_confirming(battle: Battle, owner: User) -> None:
    gold = side(battle).warband.treasury_gc
    line = act(battle, owner, "hire", thing="pit_fighter")
    assert side(battle).warband.treasury_gc < gold
    undo.undo_answer(line_id=line.public_id, actor_id=owner.pk, now=NOON)
    assert side(battle).warband.treasury_gc == gold
    assert not load_state(side(battle).warband).active("hired_sword")


def test_veterans_take_their_experience_out_of_the_pool(battle: Battle, owner: User) -> None:
    row = side(battle)
    group = load_state(row.warband).active(GROUP)[0]
    by = ActionContext(actor_id=None, at=NOON)
    casualties.kill(warband_id=row.warband_id, warrior=group.key, by=by, count=2)
    advances.grant_experience(warband_id=row.warband_id, warrior=group.key, points=3, by=by)
    context = AftermathContext(side(battle), NOON)
    market.roll_veterans(context)
    context.close()
    pool = market.pool_left(row)
    assert 2 <= pool <= 12
    taken = 0
    while pool - 3 * taken >= 3 and taken < 2:
        act(battle, owner, "veteran", group.key)
        taken += 1
    assert market.pool_left(row) == pool - 3 * taken
    assert load_state(side(battle).warband).members[group.key].headcount == group.headcount - 2 + taken
    advances.grant_experience(warband_id=row.warband_id, warrior=group.key, points=20, by=by)
    with pytest.raises(market.NoVeterans):
        act(battle, owner, "veteran", group.key)
    assert_reconciled(side(battle).warband)


def test_a_dramatis_persona_is_found_and_hired(battle: Battle, owner: User) -> None:
    lines = [act(battle, owner, "persona", hero, "johann_the_knife") for hero in heroes(battle)]
    for line in lines:
        face = line.rolls[0][1][0]
        member = load_state(side(battle).warband).members[line.subject]
        initiative = book().warrior_types[member.warrior_type_code].characteristics.initiative
        assert line.data["found"] == (face <= initiative and face < 6)
    found = next((line for line in lines if line.data["found"]), None)
    assert found is not None
    choices.answer(line_id=found.public_id, actor_id=owner.pk, option="hire", now=NOON)
    assert load_state(side(battle).warband).of_type("johann_the_knife")


def test_bertha_only_joins_the_warband_with_the_lower_rating(battle: Battle, owner: User) -> None:
    with pytest.raises(searches.NothingToSearchFor):
        act(battle, owner, "persona", heroes(battle)[0], "bertha_bestraufrung")


# -- captives ------------------------------------------------------------------------------------------------------


def captive(battle: Battle) -> AftermathLine:
    """The line about a hero of side a who is a captive of side b."""
    loser, captor = side(battle, "a"), side(battle, "b")
    member = load_state(loser.warband).active(HERO)[1]
    take_captive(
        AftermathContext(loser, NOON),
        "t",
        member,
        Casualty(roster_id=member.key, by_warband_id=captor.warband.public_id),
    )
    Aftermath.objects.filter(pk=captor.pk).update(stage="over", status="waiting")
    return AftermathLine.objects.get(aftermath=captor, kind="captive")


def press(line: AftermathLine, option: str, actor: User) -> None:
    choices.answer(line_id=line.public_id, actor_id=actor.pk, option=option, now=NOON)


def test_a_ransom_is_asked_paid_and_brings_them_home_with_their_gear(battle: Battle, owner: User, rival: User) -> None:
    line = captive(battle)
    purse = [side(battle, letter).warband.treasury_gc for letter in "ab"]
    press(line, "ransom:50", rival)
    ransom = AftermathLine.objects.get(aftermath=side(battle), kind="ransom")
    press(ransom, "pay", owner)
    press(ransom, "pay", owner)
    assert [side(battle, letter).warband.treasury_gc for letter in "ab"] == [purse[0] - 50, purse[1] + 50]
    state = load_state(side(battle).warband)
    assert state.members[line.subject].is_active
    assert state.held_by(line.subject)
    for letter in "ab":
        assert_reconciled(side(battle, letter).warband)


def test_a_ransom_no_one_can_pay_is_refused_in_words_and_the_captor_chooses_again(
    battle: Battle, owner: User, rival: User
) -> None:
    line = captive(battle)
    press(line, "ransom:100", rival)
    ransom = AftermathLine.objects.get(aftermath=side(battle), kind="ransom")
    row = side(battle)
    from warbands.trading import treasury

    treasury.spend(warband_id=row.warband_id, gold_gc=row.warband.treasury_gc, by=ActionContext(actor_id=None, at=NOON))
    with pytest.raises(NotEnoughGold):
        press(ransom, "pay", owner)
    press(ransom, "refuse", owner)
    again = AftermathLine.objects.filter(aftermath=side(battle, "b"), kind="captive").latest("number")
    assert again.pk != line.pk
    assert not any(str(option["key"]).startswith("ransom") for option in again.options)
    press(again, "free", rival)
    assert load_state(side(battle).warband).members[line.subject].is_active


def test_one_captive_goes_for_another(battle: Battle, owner: User, rival: User) -> None:
    theirs, mine = side(battle, "b"), side(battle, "a")
    other = load_state(theirs.warband).active(HERO)[1]
    take_captive(
        AftermathContext(theirs, NOON), "u", other, Casualty(roster_id=other.key, by_warband_id=mine.warband.public_id)
    )
    Aftermath.objects.filter(pk=mine.pk).update(stage="over", status="waiting")
    held = AftermathLine.objects.get(aftermath=mine, kind="captive")
    line = captive(battle)
    press(line, f"exchange:{held.public_id}", rival)
    press(AftermathLine.objects.get(aftermath=mine, kind="exchange"), "agree", owner)
    assert load_state(side(battle, "a").warband).members[line.subject].is_active
    assert load_state(side(battle, "b").warband).members[other.key].is_active
    held.refresh_from_db()
    assert held.answer == "exchanged"


@pytest.mark.parametrize("switch", [{"af_free_captives": True}, {"af_captives_escape_on": 2}])
def test_house_rules_send_captives_home(battle: Battle, switch: dict[str, object]) -> None:
    Battle.objects.filter(pk=battle.pk).update(options=switch)
    loser, captor = side(battle, "a"), side(battle, "b")
    member = load_state(loser.warband).active(HERO)[1]
    assert (
        take_captive(
            AftermathContext(loser, NOON),
            "t",
            member,
            Casualty(roster_id=member.key, by_warband_id=captor.warband.public_id),
        )
        == ""
    )
    state = load_state(loser.warband)
    assert state.members[member.key].is_active
    gear = [line.item_code for line in state.held_by(member.key)]
    assert (gear == ["dagger"]) == ("af_captives_escape_on" in switch)


# -- typed dice ----------------------------------------------------------------------------------------------------


def test_a_whole_aftermath_by_dice_of_the_own_table(owner: User, rival: User) -> None:
    battle = ended(owner, rival)
    Aftermath.objects.filter(side__battle=battle, side__letter="a").update(hand_dice=True)
    runner.run(battle_id=battle.pk, now=NOON)
    count = 0
    while (row := side(battle)).stage != "over":
        dice_request = row.asked
        if dice_request is None:
            line = AftermathLine.objects.filter(aftermath=row, answer="").exclude(options=[]).earliest("number")
            press(line, "stand", owner)
            continue
        faces = "4" * int(dice_request["count"])
        typed_dice.give_faces(
            aftermath_id=row.public_id, actor_id=owner.pk, faces=faces, given=int(dice_request["given"]), now=NOON
        )
        count += 1
        assert count < 60
    assert count > 5
    rolls = [roll for line in row.lines.all() for roll in line.rolls]
    assert rolls
    assert all(roll[3] == "typed" and set(roll[1]) == {4} for roll in rolls)
    assert_reconciled(row.warband)


def test_dice_are_typed_once_and_invalid_ones_are_refused(owner: User, rival: User) -> None:
    battle = ended(owner, rival)
    Aftermath.objects.filter(side__battle=battle, side__letter="a").update(hand_dice=True)
    runner.run(battle_id=battle.pk, now=NOON)
    row = side(battle)
    assert row.asked is not None
    terms = {"aftermath_id": row.public_id, "given": int(row.asked["given"]), "now": NOON}
    for faces in ("7", "12345678", "x", "-"):
        with pytest.raises(InvalidDice):
            typed_dice.give_faces(actor_id=owner.pk, faces=faces, **terms)  # type: ignore[arg-type]
    with pytest.raises(choices.NotYourChoice):
        typed_dice.give_faces(actor_id=rival.pk, faces="44", **terms)  # type: ignore[arg-type]
    count = int(row.asked["count"])
    typed_dice.give_faces(actor_id=owner.pk, faces="4 " * count, **terms)  # type: ignore[arg-type]
    with pytest.raises(NoDiceRequested):
        typed_dice.give_faces(actor_id=owner.pk, faces="4" * count, **{**terms, "given": 77})  # type: ignore[arg-type]


def test_a_search_waits_for_its_dice_and_can_be_rolled_here(battle: Battle, owner: User) -> None:
    typed_dice.switch(aftermath_id=side(battle).public_id, actor_id=owner.pk, by_hand=True, now=NOON)
    hero = heroes(battle)[0]
    act(battle, owner, "seek", hero, "lucky_charm")
    row = side(battle)
    assert row.asked is not None
    assert row.asked["dice"] == "2D6"
    with pytest.raises(DiceStillRequested):
        act(battle, owner, "seek", heroes(battle)[1], "lucky_charm")
    typed_dice.give_faces(aftermath_id=row.public_id, actor_id=owner.pk, faces="66", given=0, now=NOON)
    line = AftermathLine.objects.get(aftermath=row, kind="seek", subject=hero)
    assert line.data["total"] >= 12
    assert line.options
    act(battle, owner, "seek", heroes(battle)[1], "lucky_charm")
    typed_dice.switch(aftermath_id=row.public_id, actor_id=owner.pk, by_hand=False, now=NOON)
    line = AftermathLine.objects.get(aftermath=row, kind="seek", subject=heroes(battle)[1])
    assert line.data["at"] == "home"
    assert line.rolls[0][3] == "rolled"
