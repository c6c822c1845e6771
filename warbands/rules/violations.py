"""Violations: what is wrong with a roster, each as a sentence with its rule id and possible fixes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal

import yaml

from mordheim_site.refusals import Refusal, Sentence

CODES: Final = Path(__file__).parent / "violation_codes.yaml"
FixAction = Literal["hire", "dismiss", "drop", "mutate", "lead", "trade"]


@dataclass(frozen=True, slots=True)
class Fix:
    """One possible fix: `target` is the code of a warrior type for "hire", otherwise the key of a member or of an
    equipment line."""

    label: Sentence
    action: FixAction
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One reason why the roster is not legal.

    `is_lack`: something is missing, which can be added later; changes that cause any other violation are refused.
    `warrior` is the member's key, `item` the item's code, if there is one.
    """

    code: str
    sentence: Sentence
    rule_id: str
    warrior: str = ""
    item: str = ""
    is_lack: bool = False
    remedies: tuple[Fix, ...] = ()

    @property
    def identity(self) -> tuple[str, str, str]:
        """Key by which violations before and after a change are compared."""
        return self.code, self.warrior, self.item


class AgainstRules(Refusal):
    """A change would break a rule that the roster obeyed before."""

    code = "against_rules"

    def __init__(self, violation: Violation) -> None:
        super().__init__(code=violation.code, message=violation.sentence, rule_id=violation.rule_id)
        self.violation = violation

    @classmethod
    def meanings(cls) -> dict[str, str]:
        """The codes of the rules with which a change can be refused."""
        return dict(violation_codes())


@cache
def violation_codes() -> Mapping[str, str]:
    """The codes of violations, with their meanings."""
    found: Mapping[str, str] = yaml.load(CODES.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return found


RULES: Final[dict[str, str]] = {
    "RO-FOUND-GOLD-01": "Everything hired and bought for the first roster is paid from the founding gold of the list.",
    "RO-GOLD-01": "Gold and wyrdstone never become negative.",
    "RO-SIZE-MIN-01": "A warband has at least the models that its list requires.",
    "RO-SIZE-MAX-01": "A warband has at most the models its list allows; hired swords do not count.",
    "RO-SIZE-MAX-02": "Some members count as several models towards the size, or as none.",
    "RO-ENTRY-MIN-01": "Some entries must be taken.",
    "RO-ENTRY-MIN-02": "Some entries must be filled before others are recruited, and some can never be bought.",
    "RO-ENTRY-MAX-01": "Entries have a maximum number of warriors.",
    "RO-ENTRY-MAX-02": "Some entries depend on others: a number per other entry, a joint maximum, or one needed.",
    "RO-LEADER-01": "A warband has one leader.",
    "RO-LEADER-02": "A captured leader who returns, for a ransom or otherwise, leads again; the substitute "
    "steps down. A leader who was hired in the meantime stays leader.",
    "RO-LEADER-03": "The hero with the highest Leadership replaces a lost leader and may use the leader's list.",
    "RO-HEROES-01": "A warband has at most six heroes.",
    "RO-GROUP-SIZE-01": "A henchman group has one to five models.",
    "RO-GROUP-KIT-01": "All models of a henchman group carry the same.",
    "RO-LIST-01": "Weapons and armour come from the warrior's own equipment list, unless a skill opens more.",
    "RO-LIST-02": "Henchmen carry only items of their list.",
    "RO-LIST-03": "Some armour is allowed outside the lists, and weapons and armour that were found may be used.",
    "RO-WHO-01": "Some items are only for certain warriors.",
    "RO-WHO-02": "Some items have a maximum number per warband.",
    "RO-WHO-03": "Some warriors never use certain items.",
    "RO-SET-01": "Some warriors always carry a certain weapon.",
    "RO-SET-02": "Some warriors use only one of their sets of weapons.",
    "RO-SET-03": "Some warbands must have a certain item when founded.",
    "RO-DAGGER-01": "Every warrior who uses weapons has one free dagger.",
    "RO-SLOT-CLOSE-01": "A warrior has at most two close combat weapons besides the free dagger.",
    "RO-SLOT-MISSILE-01": "A warrior has at most two missile weapons; a brace counts as one.",
    "RO-ARMOUR-01": "A warrior has at most one armour, one helmet, one shield and one buckler.",
    "RO-ARMOUR-02": "Some warriors never wear armour.",
    "RO-KIT-NONE-01": "Animals and some creatures carry nothing.",
    "RO-HANDS-01": "A warrior with one hand cannot use two-handed items.",
    "RO-MATERIAL-01": "Only close combat weapons are made of better metal.",
    "RO-MUT-01": "Mutations are only for certain entries; marks and blessings once each.",
    "RO-MUT-02": "Some entries need a mutation.",
    "RO-MUT-03": "Mutations are bought at recruitment; the second and later ones on a model cost double.",
    "RO-SKILL-01": "Skills come from the lists open to the warrior, once each.",
    "RO-SKILL-02": "Some skills do not go together.",
    "RO-SKILL-03": "Some skills need another skill, experience, or have a maximum number per warband.",
    "RO-SPELL-01": "Spells come from the caster's own list.",
    "RO-SPELL-02": "A caster starts with random spells.",
    "RO-MAXIMA-01": "No characteristic is raised above the maximum of the race.",
    "RO-MAXIMA-02": "Henchmen can raise each characteristic once.",
    "RO-EXP-01": "A new warrior starts with the experience of the entry.",
    "RO-EXP-02": "Some warriors never gain experience.",
    "RO-ADV-01": "Each step reached on the experience track gives one advance.",
    "RO-HIRE-01": "Hired swords serve only the warbands they are willing to serve, one of each kind.",
    "RO-HIRE-02": "Hired swords and dramatis personae have their own equipment and take no other.",
    "RO-HIRE-03": "Hired swords are paid after every battle, or they leave.",
    "RO-HIRE-04": "Some hired swords never serve with certain others.",
    "RO-HIRE-05": "Some hired swords have different fees and upkeep for certain warbands.",
    "RO-HIRE-06": "Some hired swords are paid in wyrdstone shards.",
    "RO-VET-01": "A recruit who joins a group with experience costs more for each point.",
    "RO-BUY-01": "Items of the own list have the list price, others the chart's price; rare items must be found.",
    "RO-BUY-02": "Some warriors start with one item at a lower price.",
    "RO-SELL-01": "Equipment sells for half its price; a draft gets back what was paid.",
    "RO-FIELD-01": "Some members stay in camp: wagons, and members whose master is missing.",
    "RO-RATING-01": "Rating is 5 per warrior, 20 per large one, plus experience; hired swords have their own rating.",
    "RO-LEDGER-01": "Every total is the sum of the ledger.",
    "RO-UNDO-01": "A change can be undone while nothing depends on it.",
    "RO-UNDO-02": "Several changes are undone together newest first, and only if no remaining change depends on them.",
    "RO-UNDO-03": "A warband can be restored only to an entry of its ledger.",
    "RO-HOUSE-01": "A campaign's house rules for rosters apply to every warband in it, and are listed on its sheet.",
    "RO-CORRECT-01": "An arbitrator's correction is one entry of the ledger with its reason.",
}
"""Rule id -> text of the rule in our own words: the index in docs/reference/roster-rules.md."""
