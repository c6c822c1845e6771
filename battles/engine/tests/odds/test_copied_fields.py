"""Written-out copies must miss no field."""

from dataclasses import fields

from battles.engine.steps.harm.attacks import Attack, Group


def test_a_copied_group_has_every_value_and_attacks_of_its_own():
    group = Group("a1", "b1", "blow", [Attack("a1", "b1", "blow", strength=5, on_wound="kebab")], facts=["fact"])
    twin = group.copy()
    for field in fields(Group):
        if field.name != "attacks":
            assert getattr(twin, field.name) == getattr(group, field.name)
    for field in fields(Attack):
        assert getattr(twin.attacks[0], field.name) == getattr(group.attacks[0], field.name)
    twin.attacks[0].hit_mods.append("changed")
    twin.attacks[0].ignores.add("cover")
    twin.facts.append("other")
    assert (group.attacks[0].hit_mods, group.attacks[0].ignores, group.facts) == ([], set(), ["fact"])
