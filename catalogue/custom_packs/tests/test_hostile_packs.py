"""Reading any text as a pack quickly gives a pack or error messages, and does no harm."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogue.custom_packs.library import book_of_part
from catalogue.custom_packs.reader import MOST_TOLD, read_custom_pack
from catalogue.custom_packs.selectors import sample
from catalogue.packs.installed import book
from catalogue.packs.schema import KINDS
from warbands.core.state import WarbandState
from warbands.rules.check import check_roster
from warbands.rules.random_band import random_warband

HEADER = "pack: {code: mine, name: Mine, tier: 3, publication: Own pack, edition: First}\n"
ITEM = HEADER + "items: [{code: x, name: %s, item_class: misc, slot: misc}]\n"
PROFILE = (
    "{movement: 4, weapon_skill: 3, ballistic_skill: 3, strength: 3, toughness: 3, wounds: 1, initiative: 3, "
    "attacks: 1, leadership: 7}"
)

HOSTILE = {
    "a cycle": "a: &x [*x]\n",
    "a bomb": "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
    "deep": "[" * 100_000,
    "a tag": "a: !!python/object/apply:os.system [ls]\n",
    "a merge": HEADER + "items:\n  - <<: {code: x}\n",
    "two documents": "a: 1\n---\nb: 2\n",
    "a script": ITEM % '"<script>alert(1)</script>"',
    "a template": ITEM % '"{{ settings.SECRET_KEY }}"',
    "a nul": ITEM % r'"a\0b"',
    "a turned line": ITEM % '"a\u202eb"',
    "endless": HEADER + "items: [{code: x, name: x, item_class: misc, slot: misc, price_gc: 1e999}]\n",
    "wrong types": HEADER + "items: {a: 1}\nraces: [[3]]\nskills: no\nrules: null\n",
    "many lost codes": HEADER
    + "warrior_types: [{code: a, name: a, plural: a, kind: hero, characteristics: "
    + PROFILE
    + ", kit: ["
    + ", ".join(f"zz{n}" for n in range(15_000))
    + "]}]\n",
    "many unknown keys": HEADER + "items:\n" + "".join(f"  - {{code: r{n}, nme: R}}\n" for n in range(4_000)),
    "tables of everybody": HEADER + "tables: {code: t, name: T}\n",
    "a table of a thousand wounds": HEADER
    + "injuries:\n"
    + "".join(f"  - {{code: w{n}, name: W, low: 11, high: 66, effects: [dies]}}\n" for n in range(1_000)),
    "wounds without end": HEADER + "injuries: [{code: w, name: W, low: 11, high: 11, roll: 99D66x999, outcomes: []}]\n",
    "a place that leads to itself and pays a fortune": HEADER
    + "exploration: [{code: p, name: P, dice: 2, face: 1, effects: [{code: gain_gold, amount: 1000000}, "
    + "{code: leads_to, place: p}, {code: characteristic_check, characteristic: toughness, by: captor}]}]\n",
    "numbers that go round in circles": HEADER
    + "replaced_tables: [{code: n, name: N, shards_found: [{low: 9, high: 1, value: 5}, {low: 0, high: 0, value: 3}]}]",
    "a code of the site": ITEM.replace("code: x", "code: sword") % "Sword",
    "a code of another pack": ITEM.replace("code: x", "code: own_aaaaaaaa_1_x") % "Sword",
    "another tier": HEADER.replace("tier: 3", "tier: 1"),
    "an idle effect": HEADER + "rules: [{code: r, name: R, when: battle, effects: [{code: board_only_nothing}]}]\n",
    "a storm of attacks": HEADER
    + "rules: [{code: r, name: R, when: battle, effects: [{code: extra_attacks, amount: 1000000}]}]\n",
    "a purse without a bottom": HEADER
    + "rules: [{code: r, name: R, when: aftermath, effects: [{code: gain_gold, amount: 999999999999999, to: self}]}]\n",
    "dice without end": HEADER
    + "items: [{code: x, name: x, item_class: misc, slot: misc, price_gc: 1, price_dice: 99D66x999}]\n",
    "a giant": HEADER
    + "races: [{code: g, name: G, maxima: "
    + PROFILE.replace("movement: 4", "movement: 100")
    + "}]\n",
    "a list without a leader": HEADER
    + "warband_types: [{code: l, name: L, starting_gold_gc: 500, size_min: 3, size_max: 15}]\n",
    "nothing": "",
    "words": "just words",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_is_refused_soon_with_sentences(text: str) -> None:
    began = time.process_time()
    found = read_custom_pack(text)
    assert time.process_time() - began < 30
    assert found.part is None
    assert 1 <= len(found.problems) <= MOST_TOLD
    assert all(problem.line >= 1 and problem.sentence.endswith((".", "?")) for problem in found.problems)


LINES = sample().splitlines(keepends=True)
PIECES = st.sampled_from(
    ["&a ", "*a", "!!x ", "null", "[", "}", "0", "-1", "1e9", "<b>", "\t", "\x07", "own_", "é", '"']
)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    price_gc: 25\n    equipment_list", "    price_gc: 590\n    equipment_list", "smallest warband costs"),
        ("    race: human\n\nitems:", "    race: human\n    maximum: 1\n\nitems:", "not enough henchmen"),
    ],
)  # fmt: skip
def test_a_list_no_one_could_found_is_refused(old: str, new: str, said: str) -> None:
    assert old in sample()
    assert any(said in problem.sentence for problem in read_custom_pack(sample().replace(old, new)).problems)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_spoiled_sample_is_sound_or_told_and_what_is_sound_can_be_founded(data: st.DataObject) -> None:
    lines = list(LINES)
    for _change in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(lines) - 1))
        how = data.draw(st.sampled_from(["drop", "twice", "insert", "swap", "number"]))
        if how == "drop":
            lines[place] = "\n"
        elif how == "twice":
            lines[place] *= 2
        elif how == "insert":
            column = data.draw(st.integers(0, len(lines[place])))
            lines[place] = lines[place][:column] + data.draw(PIECES) + lines[place][column:]
        elif how == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[place], lines[other] = lines[other], lines[place]
        else:
            new = str(data.draw(st.integers(-3, 60)))
            lines[place] = "".join(new if letter.isdigit() and letter != "3" else letter for letter in lines[place])
    found = read_custom_pack("".join(lines))
    assert (found.part is None) == bool(found.problems)
    if found.part is None:
        return
    release = "own_aaaaaaaa_1"
    facts = book_of_part(found.part, release)
    for listed in facts.warband_types.values():
        if listed.source.pack == release:
            gold = listed.starting_gold_gc
            state = WarbandState(
                key="x", name="T", warband_type_code=listed.code, founding_gold_gc=gold, treasury_gc=gold, seed="s"
            )
            random_warband(state, facts, "seed")
            check_roster(state, facts)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_answered(raw: bytes) -> None:
    found = read_custom_pack(raw.decode("utf-8", "replace"))
    assert found.part is None or not found.problems


def test_reading_a_hostile_pack_leaves_the_book_as_it_was() -> None:
    before = {kind: len(book().facts_of(kind)) for kind in KINDS}
    for text in HOSTILE.values():
        read_custom_pack(text)
    assert {kind: len(book().facts_of(kind)) for kind in KINDS} == before
