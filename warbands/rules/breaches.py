"""A breach: what is wrong with a roster, as a sentence with the rule that says so and ways to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from mordheim_site.refusals import Refusal, Sentence

MendAction = Literal["hire", "dismiss", "drop", "mutate", "lead", "trade"]


@dataclass(frozen=True, slots=True)
class Mending:
    """One press that helps: `target` is an entry's code for "hire", a member's key or a kit line's key otherwise."""

    label: Sentence
    action: MendAction
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """One way in which the roster is not legal.

    `is_lack`: something is missing, which a later press may supply; the others are too much of something and are
    refused at once. `warrior` is the member's key, `item` the item's code, where one is meant.
    """

    code: str
    sentence: Sentence
    rule_id: str
    warrior: str = ""
    item: str = ""
    is_lack: bool = False
    mending: tuple[Mending, ...] = ()

    @property
    def identity(self) -> tuple[str, str, str]:
        """What makes it the same breach before and after a change."""
        return self.code, self.warrior, self.item


class AgainstRules(Refusal):
    """A change would make the roster break a rule it kept before."""

    code = "against_rules"

    def __init__(self, breach: Breach) -> None:
        super().__init__(code=breach.code, message=breach.sentence, rule_id=breach.rule_id)
        self.breach = breach


RULES: Final[dict[str, str]] = {
    "RO-FOUND-GOLD-01": "Everything hired and bought for the first roster is paid from the founding gold of the list.",
    "RO-GOLD-01": "No purse falls below nothing.",
    "RO-SIZE-MIN-01": "A warband has at least the models its list asks for.",
    "RO-SIZE-MAX-01": "A warband has at most the models its list allows; hirelings do not count.",
    "RO-SIZE-MAX-02": "Some count as several models towards the size, or as none.",
    "RO-ENTRY-MIN-01": "Some entries must be taken.",
    "RO-ENTRY-MIN-02": "Some entries are filled up before anybody else is recruited, and some are never bought.",
    "RO-ENTRY-MAX-01": "No more warriors of an entry than it allows.",
    "RO-ENTRY-MAX-02": "Some entries depend on others: so many for each, so many together, none without.",
    "RO-LEADER-01": "One warrior leads.",
    "RO-LEADER-02": "A captured leader who comes home, for a ransom or otherwise, leads again; whoever led in the "
    "meantime steps down. Only a leader who was hired in the meantime stays.",
    "RO-LEADER-03": "A lost leader is followed by the hero with the highest Leadership, who may use the leader's list.",
    "RO-HEROES-01": "A warband has at most six heroes.",
    "RO-GROUP-SIZE-01": "A henchman group counts one to five.",
    "RO-GROUP-KIT-01": "Everybody in a henchman group carries the same.",
    "RO-LIST-01": "Weapons and armour come from the warrior's own equipment list, unless a skill opens more.",
    "RO-LIST-02": "Henchmen carry nothing but what their list names.",
    "RO-LIST-03": "Some armour is open beside the lists, and weapons and armour that were found may be used.",
    "RO-WHO-01": "Some things are not for everybody.",
    "RO-WHO-02": "Of some things a warband has only so many.",
    "RO-WHO-03": "Some warriors never use certain things.",
    "RO-SET-01": "Some warriors carry a certain weapon always.",
    "RO-SET-02": "Some warriors keep to one of their sets of arms.",
    "RO-SET-03": "Some warbands are founded with a certain thing.",
    "RO-DAGGER-01": "Whoever bears weapons owns one dagger free.",
    "RO-SLOT-CLOSE-01": "Two close combat weapons at most, besides the free dagger.",
    "RO-SLOT-MISSILE-01": "Two missile weapons at most; a brace counts as one.",
    "RO-ARMOUR-01": "One armour, one helmet, one shield and one buckler at most.",
    "RO-ARMOUR-02": "Some warriors never wear armour.",
    "RO-KIT-NONE-01": "Animals and some creatures carry nothing.",
    "RO-HANDS-01": "A warrior with one hand holds nothing that takes two.",
    "RO-MATERIAL-01": "Only close combat weapons are made of better metal.",
    "RO-MUT-01": "Mutations are for the entries that may have them; marks and blessings once each.",
    "RO-MUT-02": "Some entries need a mutation.",
    "RO-MUT-03": "Mutations are bought at recruitment; the second and later ones on a model cost double.",
    "RO-SKILL-01": "Skills come from the lists open to the warrior, once each.",
    "RO-SKILL-02": "Some skills do not go together.",
    "RO-SKILL-03": "Some skills need another skill, experience, or a place among those who have it.",
    "RO-SPELL-01": "Spells come from the caster's own list.",
    "RO-SPELL-02": "A caster starts with spells by a roll.",
    "RO-MAXIMA-01": "No characteristic is raised past the most of the race.",
    "RO-MAXIMA-02": "Henchmen raise each characteristic once.",
    "RO-EXP-01": "A new warrior starts with the experience of his entry.",
    "RO-EXP-02": "Some warriors never gain experience.",
    "RO-ADV-01": "Each line crossed on the track earns one advance.",
    "RO-HIRE-01": "Hired swords serve only the warbands they are willing to serve, one of each kind.",
    "RO-HIRE-02": "Hired swords and dramatis personae bring their own kit and take no other.",
    "RO-HIRE-03": "Hired swords are paid after every battle or leave.",
    "RO-HIRE-04": "Some hirelings never serve beside certain others.",
    "RO-HIRE-05": "Some hirelings ask other fees and other pay of certain warbands.",
    "RO-HIRE-06": "Some hirelings are paid in shards of wyrdstone.",
    "RO-VET-01": "A recruit who joins a group with experience costs more for each point.",
    "RO-BUY-01": "List price for the warrior's own list, the price chart's price otherwise; rare things must be found.",
    "RO-BUY-02": "Some begin with one thing below its price.",
    "RO-SELL-01": "Kit sells for half its price; a draft gets back what was paid.",
    "RO-FIELD-01": "Some stay in camp: wagons, and those who lack whom they follow.",
    "RO-RATING-01": "Rating is 5 a warrior, 20 a large one, plus experience; hirelings have a rating of their own.",
    "RO-LEDGER-01": "Every total is the sum of the ledger.",
    "RO-UNDO-01": "A change may be taken back while nothing depends on it.",
    "RO-UNDO-02": "What a writer takes back as one goes the newest first, and only if nothing that stays hangs on it.",
    "RO-UNDO-03": "A warband goes back only to a moment that its ledger holds.",
    "RO-HOUSE-01": "A campaign's house rules of rosters hold for every warband in it, and are listed on its sheet.",
    "RO-CORRECT-01": "An arbitrator's correction is one entry of the ledger with its reason.",
}
"""Rule id -> what it says, in our own words. The index of docs/roster-rules.md."""
