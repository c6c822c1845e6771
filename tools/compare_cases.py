"""Compare the worked cases in the written rules with the case files, and list expected values that no file checks.

usage: python tools/compare_cases.py CASES.json [CHAPTER ...]

CASES.json is a list of {id, rulesets, expected, ...} from the written rules; `expected` is "field=value, field=value".
A field counts as checked if the file expects a field of that name, or of the equivalent name in
docs/reference/conformance.md. A reader has to judge what is listed.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import yaml

FOLDER = Path(__file__).resolve().parents[1] / "battles" / "engine" / "conformance"
FIELD = re.compile(r"(?:^|, )([A-Za-z0-9_]+)=")
SAME = {
    "legal": {"legal_targets", "refused", "may_choose"}, "pass": {"passed"}, "within_6": {"within"},
    "first": {"order"}, "rout": {"passed"}, "after_recovery": {"posture"}, "stands": {"stood_up", "posture"},
    "stood_up_this_turn": {"stood_up"}, "test_allowed": {"test_due"}, "continues_fleeing": {"fleeing"},
    "next_own_recovery": {"events"}, "the_one_after": {"posture"}, "may_stand": {"posture"},
    "phase": {"casts", "phase"}, "save": {"armour_worn"}, "legal_over_that_combat": {"refused"}, "max_move": {"spent"},
    "weapons_used": {"refused"}, "second_archer_nearest": {"may_choose"}, "detected": {"hidden"},
    "detection_allowed": {"refused"}, "hit_model": {"state", "struck_cover"}, "modifier": {"need_hit", "modifiers"},
    "charger": {"state"}, "stand_and_shoot_allowed": {"options"}, "reactions": {"asked"}, "warning": {"warnings"},
    "shot_spent": {"refused", "shot_spent"}, "may_fight": {"hammered"}, "victim_attacks_this_phase": {"hammered"},
    "D_attacks_this_phase": {"hammered"}, "D_may_fight": {"hammered"}, "still_engaged": {"engaged"},
    "counts_for_rout": {"losses"}, "fell": {"height", "flags"}, "rider": {"state"}, "stunned_may_crawl": {"may_crawl"},
    "red_fights": {"may_fight"}, "break_test": {"test_due"}, "allowed_splits": {"splits"}, "second_attack": {"events"},
    "enemy_need_hit": {"need_hit"}, "may_switch_to_axe": {"must_choose"}, "flees": {"fleeing"}, "charge": {"flags"},
    "move": {"max_move"}, "voluntary_rout_allowed": {"may_give_up"}, "intercepts": {"engaged"},
    "charger_need_hit": {"need_hit"}, "charger_strikes_first": {"strike_order"}, "shuffles": {"moved"},
    "all_alone_test": {"test_due"}, "rout_test_due": {"test_due"}, "stays": {"on_table"},
    "slayer_on_table": {"on_table"}, "zombies_on_table": {"on_table"}, "red_on_table": {"on_table"},
    "nearest_enemy": {"legal_targets"}, "sides_swapped": {"sides"}, "impact_strength": {"strength"},
    "mount_attacks": {"attacks"}, "order": {"strike_order", "events"}, "unit_of_X": {"unit"},
    "hits": {"rolls", "events"},
    "T1": {"state"}, "T2": {"state"}, "X": {"state"}, "Y": {"state"}, "error": {"error", "codes"},
    "value": {"value"}, "dead": {"mount"}, "moved": {"at"}, "parried": {"hits_left"},
}  # fmt: skip
"""Fields of the written cases -> equivalent fields of the case files."""


def checked() -> dict[str, dict[str, object]]:
    """Every case that exists as a file, by id."""
    found = {}
    for path in sorted(FOLDER.rglob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")) or ():
            found[case["id"]] = case
    return found


def unchecked(written: dict[str, str], case: dict[str, object]) -> list[str]:
    """Expected values of a written case that its file does not check."""
    expect = case["expect"]
    assert isinstance(expect, dict)
    names = {str(name).rpartition(".")[2] for name in expect}
    wanted = FIELD.findall(written["expected"])
    return [field for field in wanted if field not in names and not SAME.get(field, set()) & names]


def main() -> int:
    """List what is not checked. The exit code is 1 if there is anything."""
    written = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    files, count = checked(), 0
    for row in written:
        if sys.argv[2:] and row["id"].split("-")[0] not in sys.argv[2:]:
            continue
        case = files.get(row["id"])
        lacking = ["no file"] if case is None else unchecked(row, case)
        if lacking:
            count += 1
            print(f"{row['id']}: {', '.join(lacking)} (expected: {row['expected']})")
    print(f"{count} to look at")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
