"""Custom packs from draft to version: saved with mistakes, released when valid, never changed again, found by their
codes."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from catalogue.custom_packs import services as custom_packs_services
from catalogue.custom_packs.codes import local_of, release_of
from catalogue.custom_packs.library import book_of_release, book_with, known_pins
from catalogue.custom_packs.reader import read_custom_pack
from catalogue.custom_packs.selectors import sample, skeletons
from catalogue.custom_packs.tests.factories import NOON, draft, next_version, released, swapped
from catalogue.models import CustomPack, PackRelease
from catalogue.packs.installed import book

pytestmark = pytest.mark.django_db


def test_a_draft_is_kept_with_its_mistakes_and_not_released(owner: User) -> None:
    pack = draft(owner, sample().replace("item: sword", "item: swrd"))
    with pytest.raises(custom_packs_services.PackHasMistakes) as raised:
        custom_packs_services.release(pack_id=pack.pk, note="", edition=pack.edition, at=NOON)
    assert "line 20" in raised.value.fields["text"][0]
    assert "Did you mean “sword”?" in raised.value.fields["text"][0]
    assert CustomPack.objects.get().text.count("swrd") == 1
    assert not PackRelease.objects.exists()


def test_the_name_of_a_pack_is_that_of_its_header(owner: User) -> None:
    pack = draft(owner)
    assert pack.name == "Sewer Watch"
    renamed = sample().replace("name: Sewer Watch, tier", "name: Drain Guard, tier")
    assert custom_packs_services.save_draft(pack_id=pack.pk, text=renamed, edition=1, at=NOON).name == "Drain Guard"


def test_two_windows_do_not_overwrite_each_other(owner: User) -> None:
    pack = draft(owner)
    custom_packs_services.save_draft(pack_id=pack.pk, text=sample() + "# one\n", edition=1, at=NOON)
    with pytest.raises(custom_packs_services.StaleDraft):
        custom_packs_services.save_draft(pack_id=pack.pk, text=sample() + "# two\n", edition=1, at=NOON)
    with pytest.raises(custom_packs_services.StaleDraft):
        custom_packs_services.release(pack_id=pack.pk, note="", edition=1, at=NOON)
    assert CustomPack.objects.get().text.endswith("# one\n")


def test_the_same_text_is_not_released_twice(owner: User) -> None:
    first = released(owner)
    with pytest.raises(custom_packs_services.NothingNew):
        custom_packs_services.release(pack_id=first.pack_id, note="", edition=1, at=NOON)
    assert PackRelease.objects.count() == 1


def test_a_second_press_begins_one_pack(owner: User) -> None:
    made = [
        custom_packs_services.create_pack(owner_id=owner.pk, text="", at=NOON, source_key="form:1")
        for _press in range(2)
    ]
    assert made[0].pk == made[1].pk


def test_a_released_pack_is_not_deleted_and_a_draft_is(owner: User) -> None:
    first = released(owner)
    with pytest.raises(custom_packs_services.PackWasReleased):
        custom_packs_services.delete(pack_id=first.pack_id)
    other = draft(owner, "")
    custom_packs_services.delete(pack_id=other.pk)
    assert CustomPack.objects.count() == 1


def test_invalid_pack_text_is_refused(owner: User) -> None:
    for text in ("a" * 200_001, "a\x00b"):
        with pytest.raises(custom_packs_services.InvalidPackText):
            draft(owner, text)
    for raw in (b"\xff\xfe\x00", b"a" * 200_001):
        with pytest.raises(custom_packs_services.InvalidPackText):
            custom_packs_services.text_of(raw)


def test_a_fork_begins_where_the_version_stood(owner: User, rival: User) -> None:
    first = released(owner)
    next_version(first, sample() + "# later\n")
    copy = custom_packs_services.fork(release=first, owner_id=rival.pk, at=NOON)
    assert (copy.owner, copy.text, copy.forked_from) == (rival, sample(), first)
    assert copy.key != first.pack.key


def test_the_sample_and_every_skeleton_are_sound() -> None:
    assert read_custom_pack(sample()).is_sound
    header = "pack: {code: mine, name: Mine, tier: 3, publication: Own pack, edition: First}\n"
    whole = read_custom_pack(header + "".join(skeleton.text for skeleton in skeletons()))
    assert whole.problems == ()
    assert whole.part is not None


def test_facts_of_a_version_are_found_by_code_and_listed_nowhere(owner: User) -> None:
    release = released(owner).code
    watch = f"{release}_sewer_watch"
    facts = book()
    assert watch in facts.warband_types
    assert facts.warband_types[watch].source.pack == release
    assert facts.leader_of(watch).name == "Watch Sergeant"
    assert facts.prices_for(f"{release}_watchman")[f"{release}_drain_hook"] == 12
    assert facts.packs[release].name == "Sewer Watch"
    assert [skill.name for skill in facts.skills_of(f"{release}_drain_lore")] == ["Knows the Drains"]
    assert watch not in list(facts.warband_types)
    assert facts.warband_types.get(f"{release}_none") is None
    assert "own_aaaaaaaa_1_sewer_watch" not in facts.warband_types
    assert (release_of(watch), local_of(watch), local_of("sword")) == (release, "sewer_watch", "sword")


def test_a_draft_is_not_in_the_book(owner: User) -> None:
    pack = draft(owner)
    assert f"own_{pack.key}_0_sewer_watch" not in book().warband_types


def test_a_version_stays_as_it_was_when_the_next_comes(owner: User) -> None:
    first = released(owner)
    second = next_version(first, swapped(("price_gc: 60", "price_gc: 75")))
    prices = [book().warrior_types[f"{release.code}_watch_sergeant"].price_gc for release in (first, second)]
    assert prices == [60, 75]
    both = book_with({first.pack.code: 2})
    assert f"{second.code}_sewer_watch" in list(both.warband_types)
    assert f"{first.code}_sewer_watch" not in list(both.warband_types)


def test_a_loaded_version_needs_no_query(owner: User, django_assert_num_queries: Any) -> None:
    code = f"{released(owner).code}_sewer_watch"
    assert code in book().warband_types
    with django_assert_num_queries(0):
        assert book().leader_of(code).price_gc == 60
    with django_assert_num_queries(0):
        assert book_with({}) is book()
        assert book_with({"rulebook": "x", "town_cryer": "x"}) is book()


def test_a_publication_left_out_is_looked_up_and_not_listed() -> None:
    facts = book_with({"town_cryer": None, "rulebook": None})
    gone = [item for item in book().items.values() if item.source.pack == "town_cryer"]
    assert gone
    assert all(item.code in facts.items for item in gone)
    assert not {item.code for item in gone} & set(facts.items)
    assert not facts.deals_in(gone[0])
    assert facts.deals_in(facts.items["sword"])
    assert "town_cryer" not in list(facts.packs)
    assert "rulebook" in list(facts.packs)
    assert book_with({"town_cryer": None, "rulebook": None}) is facts


def test_own_codes_are_put_in_front_wherever_they_are_named(owner: User) -> None:
    text = sample() + (
        "spell_lists: [{code: drips, name: Drips}]\n"
        "spells: [{code: drip, name: Drip, spell_list: drips, roll: 1, difficulty: 7, effects: [], automation: text}]\n"
    )
    text += "mutations: [{code: gills, name: Gills, price_gc: 5, who: {only: [watchman, undead]}, effects: []}]\n"
    release = released(owner, text).code
    facts = book_of_release(release)
    assert facts.spells_of(f"{release}_drips")[0].spell_list == f"{release}_drips"
    assert facts.mutations[f"{release}_gills"].who.only == (f"{release}_watchman", "undead")
    assert facts.skill_lists[f"{release}_drain_lore"].who.only == (f"{release}_sewer_watch",)
    assert facts.own_effects(f"{release}_watch_sergeant")


def test_only_packs_known_to_this_site_are_imported(owner: User) -> None:
    pack = released(owner).pack
    data = {
        pack.code: 1,
        "own_aaaaaaaa": 1,
        "own_x": {"a": 1},
        "town_cryer": None,
        "rulebook": None,
        "sylvania": "sha",
        "none": None,
        "": 3,
    }
    assert known_pins(data) == {pack.code: 1, "town_cryer": None}
    assert known_pins({pack.code: 2, "town_cryer": True}) == {}


def test_the_operator_learns_which_versions_the_site_has_outgrown(owner: User) -> None:
    release = released(owner)
    out = io.StringIO()
    call_command("check_custom_packs", stdout=out)
    assert "1 versions, no mistakes." in out.getvalue()
    PackRelease.objects.filter(pk=release.pk).update(text=sample().replace("item: sword", "item: gone"))
    output = io.StringIO()
    with pytest.raises(CommandError):
        call_command("check_custom_packs", stderr=output)
    assert f"{release.code}, line 20" in output.getvalue()
