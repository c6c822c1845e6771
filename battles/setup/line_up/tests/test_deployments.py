"""A deployment is saved for a warband and a size of table, and can be used again from either edge."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from battles.core import engine_cache
from battles.engine import commands
from battles.engine.commands import Deploy
from battles.engine.steps.turn.deployment import place_fault
from battles.models import Battle, Opponent, SavedDeployment
from battles.play.commands import carry_out_command
from battles.setup import deployment, new_battle
from battles.setup.line_up import deployments
from battles.setup.new_battle import Army
from warbands.core.tests.factories import founded
from warbands.models import Warband

pytestmark = pytest.mark.django_db


@pytest.fixture
def warband(owner: User) -> Warband:
    return founded(owner)


def setting_up(owner: User, warband: Warband, seed: str) -> Battle:
    """A battle at one screen in which the warband has to be set up."""
    battle = new_battle.create_battle(
        actor_id=owner.pk, now=timezone.now(), opponent=Opponent.HOT_SEAT, mine=Army(warband=warband.public_id),
        seed=seed, set_up=False, density="low",
    )  # fmt: skip
    for number in range(6):
        engine = engine_cache.load(battle)
        if engine.state.flow[-1].kind == "deployment" and engine.awaiting()[0] == "a":
            return battle
        side = engine.awaiting()[0]
        if engine.state.flow[-1].kind == "decision":
            give(battle, owner, side, commands.Answer(engine.state.flow[-1].data["silence"]), number)
        else:
            place(battle, owner, side, number)
            battle.refresh_from_db()
            give(battle, owner, side, commands.Ready(), f"ready-{number}")
        battle.refresh_from_db()
    raise AssertionError("side a never set up")


def give(battle: Battle, owner: User, side: str, command: commands.Command, number: object) -> None:
    carry_out_command(
        battle_id=battle.pk, actor_id=owner.pk, side=side, command=commands.to_data(command),
        expected_seq=battle.seq, command_id=f"give-{number}", now=timezone.now(),
    )  # fmt: skip
    battle.refresh_from_db()


def place(battle: Battle, owner: User, side: str, number: object, *, as_saved: bool = False) -> None:
    deployment.place_all(
        battle_id=battle.pk, actor_id=owner.pk, side=side, expected_seq=battle.seq, command_id=f"place-{number}",
        now=timezone.now(), as_saved=as_saved,
    )  # fmt: skip
    battle.refresh_from_db()


def places(battle: Battle) -> dict[str, tuple[int, int]]:
    engine = engine_cache.load(battle)
    models = deployments.models_by_key(engine.game, "a")
    return {key: (engine.state.models[model_id].x, engine.state.models[model_id].y) for key, model_id in models.items()}


def moved_one(battle: Battle, owner: User) -> tuple[str, tuple[int, int]]:
    """Move one model of the side to a place that is not suggested. Returns its key and the place."""
    engine = engine_cache.load(battle)
    key, model_id = next(iter(deployments.models_by_key(engine.game, "a").items()))
    model = engine.state.models[model_id]
    for dx in range(25, 400, 25):
        spot = (model.x + dx, model.y, model.z)
        if place_fault(engine.game, engine.state, model_id, *spot) is not None:
            continue
        give(battle, owner, "a", Deploy(model_id, *spot), "moved")
        return key, spot[:2]
    raise AssertionError("no other place")


def test_a_saved_deployment_is_used_again(owner: User, warband: Warband, client: Client) -> None:
    battle = setting_up(owner, warband, "one")
    place(battle, owner, "a", "all")
    key, spot = moved_one(battle, owner)
    client.force_login(owner)
    page = client.get(reverse("battles:board", args=[battle.public_id])).content.decode()
    assert "Save this deployment" in page
    client.post(reverse("battles:save_deployment", args=[battle.public_id]), {"side": "a"})
    saved = SavedDeployment.objects.get(warband=warband)
    assert (saved.width, saved.length) == (2400, 2400)
    before = places(battle)
    again = setting_up(owner, warband, "one")
    page = client.get(reverse("battles:board", args=[again.public_id])).content.decode()
    assert "Place them as saved" in page
    place(again, owner, "a", "saved", as_saved=True)
    assert places(again) == before
    assert places(again)[key] == spot


def test_on_another_ground_what_does_not_fit_is_set_up_as_suggested(owner: User, warband: Warband) -> None:
    battle = setting_up(owner, warband, "one")
    engine = engine_cache.load(battle)
    key, other = list(deployments.models_by_key(engine.game, "a"))[:2]
    SavedDeployment.objects.create(
        warband=warband, width=2400, length=2400, saved_at=timezone.now(),
        places={key: [1200, 1200, 0], other: [-5, 0, 0], "who-9": [100, 100, 0]},
    )  # fmt: skip
    place(battle, owner, "a", "saved", as_saved=True)
    assert not any(
        model.gone for model_id, model in engine_cache.load(battle).state.models.items() if model_id[0] == "a"
    )
    assert places(battle)[key] != (1200, 1200)


def test_a_deployment_is_mirrored_for_the_other_edge(owner: User, warband: Warband) -> None:
    battle = setting_up(owner, warband, "one")
    place(battle, owner, "a", "all")
    deployments.save(battle_id=battle.pk, actor_id=owner.pk, side="a", now=timezone.now())
    before = places(battle)
    saved = SavedDeployment.objects.get(warband=warband)
    saved.places = {key: [2400 - x, 2400 - y, z] for key, (x, y, z) in saved.places.items()}
    saved.save()
    again = setting_up(owner, warband, "one")
    place(again, owner, "a", "saved", as_saved=True)
    assert places(again) == before


def test_only_a_whole_deployment_of_a_warband_with_a_roster_is_saved(owner: User, warband: Warband) -> None:
    battle = setting_up(owner, warband, "one")
    with pytest.raises(deployments.CannotSaveDeployment):
        deployments.save(battle_id=battle.pk, actor_id=owner.pk, side="a", now=timezone.now())
    with pytest.raises(deployments.CannotSaveDeployment):
        deployments.save(battle_id=battle.pk, actor_id=owner.pk, side="b", now=timezone.now())


def test_warriors_that_are_placed_for_the_player_stand_as_saved(owner: User, warband: Warband) -> None:
    terms = {"opponent": Opponent.BOT, "mine": Army(warband=warband.public_id), "seed": "one", "density": "low"}
    first = new_battle.create_battle(actor_id=owner.pk, now=timezone.now(), **terms)  # type: ignore[arg-type]
    plain = places(first)
    battle = setting_up(owner, warband, "one")
    place(battle, owner, "a", "all")
    moved_one(battle, owner)
    deployments.save(battle_id=battle.pk, actor_id=owner.pk, side="a", now=timezone.now())
    second = new_battle.create_battle(actor_id=owner.pk, now=timezone.now(), **terms)  # type: ignore[arg-type]
    assert places(second) != plain
