"""Battle rosters: one record per model, with final characteristics and equipment."""

from accounts.models import User
from warbands.core.tests.factories import by, founded, look
from warbands.roster import casualties
from warbands.roster.battle_roster import roster_for_battle


def test_everyone_fit_is_fielded_one_model_each(owner: User) -> None:
    warband = founded(owner)
    ready = roster_for_battle(warband.pk)
    assert len(ready.models) == look(warband).models_count()
    leader = next(model for model in ready.models if model.is_leader)
    assert leader.characteristics.leadership == 8
    assert "dagger" in {item.item_code for item in leader.items}
    group = [model for model in ready.models if model.kind == "henchman_group"]
    assert [model.number for model in group] == [1, 2, 3, 4, 5]


def test_captives_and_absentees_stay_away(owner: User) -> None:
    warband = founded(owner)
    first, second = look(warband).active("hero")[1:3]
    casualties.capture(warband_id=warband.pk, warrior=first.key, by=by(owner))
    casualties.miss_next(warband_id=warband.pk, warrior=second.key, by=by(owner))
    fielded = {model.warrior for model in roster_for_battle(warband.pk).models}
    assert not fielded & {first.key, second.key}
