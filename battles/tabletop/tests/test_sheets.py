"""Sheets: confirmation by the other side, and the same aftermath as after a battle on the board."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.dice import typed_dice
from battles.aftermath.stages import runner
from battles.aftermath.tests.test_views import league
from battles.models import Aftermath, AftermathLine, Battle, BattleStatus
from battles.play.dashboard import aftermaths_waiting
from battles.setup import match_battles
from battles.tables.library import table_for
from battles.tabletop.dashboard import sheets_waiting
from battles.tabletop.sheets import reader as sheet_reader
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.sheet import Fall, Sheet, SideSheet
from battles.tabletop.sheets.warbands import NoSuchWarband
from campaigns.matches import results
from campaigns.models import Match, MatchStatus, Notice
from catalogue.packs.installed import book
from warbands.core.state import GROUP, HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled, founded
from warbands.models import Warband

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def warbands(match: Match) -> list[Warband]:
    """Both sides' warbands, in the order of the letters."""
    return [side.entry.warband for side in match.sides.select_related("entry__warband").order_by("place")]


def bloody_sheet(match: Match, **more: object) -> Sheet:
    """Side a won: its second hero took a hero and two henchmen out of action. It lost a henchman to an unknown
    attacker."""
    first, second = (load_state(warband) for warband in warbands(match))
    hero = first.active(HERO)[1]
    fallen, group = second.active(HERO)[1], second.active(GROUP)[0]
    sides = {
        "a": SideSheet(fought=[member.key for member in first.active()], falls=[Fall(first.active(GROUP)[0].key)]),
        "b": SideSheet(
            fought=[member.key for member in second.active()],
            falls=[Fall(fallen.key, hero.key), Fall(group.key, hero.key), Fall(group.key, hero.key)],
            routed=True,
        ),
    }
    return Sheet(sides, winner="a", **more)  # type: ignore[arg-type]


def sent(match: Match, owner: User, **more: object) -> Battle:
    return sheets.send_for_match(match_id=match.pk, actor_id=owner.pk, sheet=bloody_sheet(match, **more), now=NOON)


def author_and_other(match: Match) -> tuple[User, User]:
    """The players of side a and side b."""
    first, second = (side.entry.player for side in match.sides.select_related("entry__player").order_by("place"))
    return first, second


def test_a_sheet_waits_for_the_other_side_and_then_has_an_aftermath(match: Match) -> None:
    author, other = author_and_other(match)
    battle = sent(match, author)
    assert battle.status == BattleStatus.MUSTERING
    match.refresh_from_db()
    assert match.status == MatchStatus.REPORTED
    assert not Aftermath.objects.filter(side__battle=battle).exists()
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    match.refresh_from_db()
    assert match.status == MatchStatus.AGREED
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    hero = load_state(row.warband).active(HERO)[1]
    gains = AftermathLine.objects.get(aftermath=row, kind="experience").data["gains"]
    mine = next(gain for gain in gains if gain["who"] == hero.key)
    assert ["enemy_out_of_action", 3] in mine["parts"]
    assert load_state(row.warband).members[hero.key].kills == 3
    theirs = AftermathLine.objects.filter(aftermath__side__battle=battle, aftermath__side__letter="b")
    assert theirs.filter(kind="casualty").count() == 2
    # An injury from a duel in the fighting pits has no attacker.
    assert {line.data["by"] for line in theirs.filter(kind="serious_injury")} - {""} == {hero.name}
    for side in Aftermath.objects.filter(side__battle=battle).select_related("warband"):
        assert_reconciled(side.warband)


def test_agreeing_on_the_page_of_the_league_begins_the_aftermath_too(match: Match) -> None:
    author, other = author_and_other(match)
    battle = sent(match, author)
    results.agree(match_id=match.pk, actor_id=other.pk, now=NOON)
    battle.refresh_from_db()
    assert battle.status == BattleStatus.FINISHED
    assert Aftermath.objects.filter(side__battle=battle).count() == 2
    results.agree(match_id=match.pk, actor_id=other.pk, now=NOON)
    assert Aftermath.objects.filter(side__battle=battle).count() == 2


def test_an_arbitrator_who_rules_otherwise_names_the_winner(match: Match, arbitrator: User) -> None:
    author, _other = author_and_other(match)
    battle = sent(match, author)
    second = match.sides.order_by("place")[1]
    results.rule(
        match_id=match.pk, actor_id=arbitrator.pk, winner_entry_id=second.entry_id, reason="They held on.", now=NOON
    )
    rows = {row.side.letter: row.facts["won"] for row in Aftermath.objects.filter(side__battle=battle)}
    assert rows == {"a": False, "b": True}


def test_a_changed_sheet_replaces_the_one_that_waits(match: Match) -> None:
    author, _other = author_and_other(match)
    battle = sent(match, author)
    again = sent(match, author, note="Once more.")
    assert again.pk == battle.pk
    assert Sheet.from_data(again.setup["sheet"]).note == "Once more."


def test_a_match_on_paper_can_still_be_played_on_the_board_until_it_is_agreed(match: Match) -> None:
    author, other = author_and_other(match)
    battle = sent(match, author)
    results.take_back(match_id=match.pk, actor_id=author.pk, now=NOON)
    table = table_for(seed="paper", density="low", size_in=24)
    board = match_battles.begin(match_id=match.pk, actor_id=other.pk, table=table, now=NOON)
    battle.refresh_from_db()
    assert board.pk != battle.pk
    assert battle.status == BattleStatus.ABANDONED
    with pytest.raises(sheets.SheetClosed):
        sent(match, author)


def test_outside_of_leagues_the_other_owner_agrees(owner: User, rival: User, stranger: User) -> None:
    mine, theirs = founded(owner, "reiklanders"), founded(rival, "undead")
    first, second = load_state(mine), load_state(theirs)
    sides = {"a": SideSheet([first.active(HERO)[0].key]), "b": SideSheet([second.active(HERO)[0].key])}
    terms = {"mine": mine.public_id, "theirs": theirs.public_id, "sheet": Sheet(sides, winner="b"), "now": NOON}
    with pytest.raises(NoSuchWarband):
        sheets.send(actor_id=rival.pk, **terms)  # type: ignore[arg-type]
    battle = sheets.send(actor_id=owner.pk, **terms)  # type: ignore[arg-type]
    address = reverse("battles:sheet", args=[battle.public_id])
    assert [line.url for line in sheets_waiting(rival)] == [address]
    assert not list(sheets_waiting(owner))
    with pytest.raises(sheets.OwnSheet):
        sheets.agree(battle_id=battle.pk, actor_id=owner.pk, now=NOON)
    with pytest.raises(sheets.NotYourSheet):
        sheets.agree(battle_id=battle.pk, actor_id=stranger.pk, now=NOON)
    sheets.agree(battle_id=battle.pk, actor_id=rival.pk, now=NOON)
    sheets.agree(battle_id=battle.pk, actor_id=rival.pk, now=NOON)
    assert Aftermath.objects.filter(side__battle=battle).count() == 2


def test_the_scenarios_deeds_and_shards_come_from_the_sheet(match: Match) -> None:
    author, other = author_and_other(match)
    sheet = bloody_sheet(match, scenario="wyrdstone_hunt")
    first = load_state(warbands(match)[0])
    carrier = first.active(HERO)[0]
    sheet.sides["a"].deeds = {carrier.key: {"carries_counter": 2}}
    sheet.sides["a"].shards = 2
    battle = sheets.send_for_match(match_id=match.pk, actor_id=author.pk, sheet=sheet, now=NOON)
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    gains = AftermathLine.objects.get(aftermath=row, kind="experience").data["gains"]
    assert ["carries_counter", 2] in next(gain for gain in gains if gain["who"] == carrier.key)["parts"]
    assert AftermathLine.objects.get(aftermath=row, kind="reward").data["done"] == [
        {"code": "gain_shards", "shards": 2}
    ]


def test_who_carried_the_chest_home_rolls_for_what_is_in_it(match: Match) -> None:
    author, other = author_and_other(match)
    sheet = bloody_sheet(match, scenario="hidden_treasure")
    sheet.sides["a"].has_prize = True
    battle = sheets.send_for_match(match_id=match.pk, actor_id=author.pk, sheet=sheet, now=NOON)
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    line = AftermathLine.objects.get(aftermath__side__battle=battle, aftermath__side__letter="a", kind="reward")
    assert line.data["done"][0]["gold"] == next(roll[2] for roll in line.rolls if roll[0] == "scenario")
    assert [roll[0] for roll in line.rolls].count("reward") == 4
    assert not AftermathLine.objects.filter(aftermath__side__letter="b", kind="reward").exists()


def press_of(match: Match, **more: str) -> dict[str, str]:
    """The form as a browser sends it: all warriors took part, and the first hero of side a took out the first hero of
    side b."""
    first, second = (load_state(warband) for warband in warbands(match))
    data = {"scenario": "skirmish", "winner": "a", "dice": "here", "how": "tracked"}
    for letter, state in (("a", first), ("b", second)):
        data |= {f"fought-{letter}-{member.key}": "on" for member in state.active()}
    data[f"fell-b-{second.active(HERO)[0].key}"] = first.active(HERO)[0].key
    group = second.active(GROUP)[0]
    data[f"fell-b-{group.key}" + ("-2" if group.headcount > 1 else "")] = "-"
    return {**data, **more}


def test_the_form_is_sent_agreed_to_and_leads_to_the_aftermath(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    address = reverse("battles:match_sheet", args=[match.public_id])
    page = client_of(author).get(address)
    assert page.status_code == 200
    assert b"Who won?" in page.content
    press = client_of(author).post(address, press_of(match))
    battle = Battle.objects.get(match=match)
    sheet_page = reverse("battles:sheet", args=[battle.public_id])
    assert press.headers["Location"] == sheet_page
    assert battle.opponent == "tracked"
    assert b"Confirm" not in client_of(author).get(sheet_page).content
    assert b"Confirm" in client_of(other).get(sheet_page).content
    agreed = client_of(other).post(sheet_page, {"act": "agree"})
    assert agreed.headers["Location"] == reverse("battles:aftermath", args=[battle.public_id])
    assert client_of(author).get(reverse("battles:board", args=[battle.public_id])).headers["Location"] == sheet_page
    row = Aftermath.objects.get(side__battle=battle, side__letter="b")
    assert len(row.facts["fallen"]) == 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"winner": "?"}, "enter the winner"),
        ({"scenario": "none"}, "choose the scenario"),
        ({"shards-a": "99"}, "is not a number from 0"),
        ({"shards-a": "x"}, "is not a number from 0"),
        ({"shards-a": "1"}, "no wyrdstone to carry off the table"),
        ({"prize": "a"}, "no prize"),
    ],
)
def test_nonsense_on_the_sheet_is_answered_by_a_sentence(
    match: Match, client_of: ClientOf, change: dict[str, str], sentence: str
) -> None:
    author, _other = author_and_other(match)
    address = reverse("battles:match_sheet", args=[match.public_id])
    page = client_of(author).post(address, press_of(match, **change))
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not Battle.objects.filter(match=match).exists()


def test_a_blow_by_no_one_of_the_other_roster_is_refused(match: Match) -> None:
    companies = dict(zip("ab", (load_state(warband) for warband in warbands(match)), strict=True))
    own = companies["b"].active(HERO)[1].key
    data = press_of(match)
    data[f"fell-b-{companies['b'].active(HERO)[0].key}"] = own
    with pytest.raises(sheet_reader.BadSheet):
        sheet_reader.read(data, companies, book())


def test_a_stranger_writes_no_sheet(match: Match, stranger: User, client_of: ClientOf) -> None:
    address = reverse("battles:match_sheet", args=[match.public_id])
    assert client_of(stranger).post(address, press_of(match)).status_code in (403, 404)
    assert not Battle.objects.filter(match=match).exists()


def test_the_section_of_the_match_leads_to_the_sheet(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    section = reverse("battles:match_section", args=[match.public_id])
    address = reverse("battles:match_sheet", args=[match.public_id])
    assert address in client_of(author).get(section).content.decode()
    battle = sent(match, author)
    assert reverse("battles:sheet", args=[battle.public_id]) in client_of(other).get(section).content.decode()


def test_dice_to_be_typed_wait_in_every_place_a_player_looks(match: Match, client_of: ClientOf) -> None:
    """If dice are rolled at the table, no player used to be notified that the aftermath was waiting."""
    author, other = author_and_other(match)
    battle = sent(match, author, hand_dice=True)
    results.agree(match_id=match.pk, actor_id=other.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    address = reverse("battles:aftermath", args=[battle.public_id])
    section = reverse("battles:match_section", args=[match.public_id])
    for player, letter in ((author, "a"), (other, "b")):
        row = Aftermath.objects.get(side__battle=battle, side__letter=letter)
        assert row.asked is not None
        (line,) = aftermaths_waiting(player)
        assert (f"for {row.side.name}" in str(line.sentence), line.url) == (True, address)
        left = len(row.facts["fallen"]) - row.place
        assert str(line.sentence).startswith(f"Enter {left} roll"), line.sentence
        (notice,) = Notice.objects.filter(user=player, kind="answer", url=address)
        assert row.side.name in notice.sentence
        page = client_of(player).get("/").content.decode()
        assert address in page
        assert "You are all caught up" not in page
        text = client_of(player).get(section).content.decode()
        assert address in text
        assert "Go to the aftermath" in text
        shown = client_of(player).get(address).content.decode()
        made = sum(len(roll.rolls) for roll in row.lines.all())
        assert (f"Roll {made + 1} of {made + left}; a result can add more rolls." in shown) == (made + left > 1)
        assert "How automatic decisions are made" in shown
        assert "nobody entered are rolled by the site" in shown
    assert Aftermath.objects.get(side__battle=battle, side__letter="a").asked is not None
    wrong = {"aftermath": row.public_id, "act": "faces", "faces": "9", "given": str((row.asked or {})["given"])}
    refused = client_of(other).post(reverse("battles:aftermath_decide", args=[battle.public_id]), wrong)
    assert refused.status_code == 422
    field = re.search(r'<input class="faces"[^>]*>', refused.content.decode())
    assert field is not None
    assert 'value="9"' in field[0], "what was typed stays in the field"
    assert f"faces-error-{row.public_id}" in field[0]
    assert "Nothing was saved" in refused.content.decode()
    give_next_dice(battle, "b", other)
    assert Notice.objects.filter(user=other, kind="answer", url=address).count() == 1, "told once, not for every roll"


def test_a_further_roll_of_one_injury_is_counted_as_the_next_roll(match: Match, client_of: ClientOf) -> None:
    """The progress used to stay at "Roll 1 of 3" for the D6 and the D66s that a 16 asks for."""
    author, other = author_and_other(match)
    battle = sent(match, author, hand_dice=True)
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    address = reverse("battles:aftermath", args=[battle.public_id])

    def shown() -> str:
        return client_of(other).get(address).content.decode()

    assert "Roll 1 of 3; a result can add more rolls." in shown()
    for number, faces in enumerate(("1 6", "4", "5 5"), start=2):
        row = Aftermath.objects.get(side__battle=battle, side__letter="b")
        given = (row.asked or {})["given"]
        typed_dice.give_faces(aftermath_id=row.public_id, actor_id=other.pk, faces=faces, given=given, now=NOON)
        assert f"Roll {number} of {number + 2}; a result can add more rolls." in shown()


def give_next_dice(battle: Battle, letter: str, player: User) -> None:
    """Enter ones for the roll that this side has to make."""
    row = Aftermath.objects.get(side__battle=battle, side__letter=letter)
    dice_request = row.asked
    assert dice_request is not None
    faces = "1" * int(dice_request["count"])
    typed_dice.give_faces(
        aftermath_id=row.public_id, actor_id=player.pk, faces=faces, given=dice_request["given"], now=NOON
    )
