"""A ransomed leader commands again, and an aftermath page shows one final rating."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.captives.capture import take_captive
from battles.aftermath.context import AftermathContext
from battles.aftermath.decisions import choices
from battles.aftermath.stages import runner
from battles.aftermath.stored.facts import Casualty
from battles.aftermath.tests.world import at_rest, ended
from battles.aftermath.text import sentence_of
from battles.models import Aftermath, AftermathLine, Battle
from warbands.core.ledger import ActionContext
from warbands.core.ledger_text import sentence_for
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.models import LedgerEntry, Warrior
from warbands.roster import casualties

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(owner: User, rival: User) -> Battle:
    return at_rest(owner, rival, gold=200)


def side(battle: Battle, letter: str = "a") -> Aftermath:
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter=letter)


def leader_of(battle: Battle) -> str:
    leader = load_state(side(battle).warband).leader()
    return leader.key if leader is not None else ""


def told(battle: Battle) -> str:
    entry = LedgerEntry.objects.filter(warband=side(battle).warband).latest("number")
    return sentence_for(entry.kind, entry.arguments)


def test_a_leader_who_is_ransomed_leads_again(battle: Battle, owner: User, rival: User) -> None:
    captain = leader_of(battle)
    loser = side(battle)
    member = load_state(loser.warband).members[captain]
    take_captive(
        AftermathContext(loser, NOON),
        "t",
        member,
        Casualty(roster_id=member.key, by_warband_id=side(battle, "b").warband.public_id),
    )
    heir = leader_of(battle)
    assert heir not in ("", captain)
    line = AftermathLine.objects.get(aftermath=side(battle, "b"), kind="captive")
    Aftermath.objects.filter(pk=side(battle, "b").pk).update(stage="over", status="waiting")
    choices.answer(line_id=line.public_id, actor_id=rival.pk, option="ransom:50", now=NOON)
    ransom = AftermathLine.objects.get(aftermath=side(battle), kind="ransom")
    choices.answer(line_id=ransom.public_id, actor_id=owner.pk, option="pay", now=NOON)
    assert leader_of(battle) == captain
    assert not load_state(side(battle).warband).members[heir].is_leader
    assert told(battle) == f"{member.name} came home and leads the warband again."
    assert_reconciled(side(battle).warband)


def test_a_captive_who_never_led_takes_no_command(battle: Battle) -> None:
    state = load_state(side(battle).warband)
    other = next(member for member in state.active("hero") if not member.is_leader)
    by = ActionContext(actor_id=None, at=NOON)
    casualties.capture(warband_id=side(battle).warband_id, warrior=other.key, by=by)
    captain = leader_of(battle)
    casualties.release(warband_id=side(battle).warband_id, warrior=other.key, by=by)
    assert leader_of(battle) == captain
    assert told(battle) == f"{other.name} came home."


def test_where_another_leader_was_hired_the_page_names_the_rule(battle: Battle) -> None:
    captain = leader_of(battle)
    by = ActionContext(actor_id=None, at=NOON)
    state = load_state(side(battle).warband)
    casualties.capture(warband_id=side(battle).warband_id, warrior=captain, by=by)
    hired = leader_of(battle)
    kind = state.members[captain].warrior_type_code
    Warrior.objects.filter(warband=side(battle).warband, public_id=hired).update(warrior_type_code=kind)
    casualties.release(warband_id=side(battle).warband_id, warrior=captain, by=by)
    assert leader_of(battle) == hired
    assert told(battle).endswith("was hired to lead in the meantime and stays in command (RO-LEADER-02).")


def test_the_aftermath_tells_one_final_rating(
    owner: User, rival: User, client_of: Callable[[User | None], Client]
) -> None:
    battle = ended(owner, rival)
    runner.run(battle_id=battle.pk, now=NOON)
    before = side(battle).rating_after
    choices.decide_rest(aftermath_id=side(battle).public_id, actor_id=owner.pk, now=NOON)
    row = side(battle)
    casualties.kill(
        warband_id=row.warband_id,
        warrior=load_state(row.warband).active("hero")[-1].key,
        by=ActionContext(actor_id=None, at=NOON),
    )
    choices.settle_status(row, NOON)
    row = side(battle)
    assert row.rating_after != before
    line = AftermathLine.objects.get(aftermath=row, kind="rating")
    text = sentence_of(line)
    assert f"from {row.rating_before} to {row.rating_after}" in text
    assert f"after the last roll it was {before}" in text
    page = client_of(owner).get(f"{reverse('battles:aftermath', args=[battle.public_id])}?stage=rating")
    assert f"rating {row.rating_before} → {row.rating_after}" in page.content.decode()
