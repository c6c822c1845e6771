"""Hand-written rosters at the limits of the books: five legal and five illegal for each list of the rulebook.

A line contains a warrior type of the list, its number, items for each, and mutations: "captain: sword shield", "warrior
x5: axe", "mutant + spines great_claw: hammer". `gold` is the founding gold (the list's own by default).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from catalogue.packs.book import Book
from warbands.core.state import WarbandState
from warbands.core.tests.factories import empty_draft
from warbands.rules.roster_changes import buy, hire, mutate

ROW = re.compile(r"^(?P<entry>\w+)(?: x(?P<count>\d+))?(?: \+ (?P<mutations>[\w ]+))?(?:: (?P<items>[\w ]+))?$")
PLENTY = 5000


@dataclass(frozen=True)
class Band:
    """One case: its roster, and the rule it breaks ("" for a legal one)."""

    warband_type: str
    rows: str
    breaks: str = ""
    gold_gc: int | None = None

    def state(self, book: Book) -> WarbandState:
        """The roster as plain values."""
        gold = PLENTY if self.breaks and self.breaks != "RO-FOUND-GOLD-01" else self.gold_gc
        state = empty_draft(self.warband_type, gold)
        for row in self.rows.split(", "):
            found = ROW.match(row)
            assert found is not None, row
            member = hire(state, book, f"{self.warband_type}_{found['entry']}", headcount=int(found["count"] or 1))
            for mutation in (found["mutations"] or "").split():
                mutate(state, book, member, mutation)
            for item in (found["items"] or "").split():
                price = None if item in book.prices_for(member.warrior_type_code) else book.items[item].price_gc or 0
                buy(state, book, member.key, item, price_gc=price)
        return state


def _mercenaries(code: str) -> list[Band]:
    return [
        Band(code, "mercenary_captain: sword, champion: axe, warrior x3: hammer"),
        Band(
            code,
            "mercenary_captain: sword pistol pistol light_armour helmet, "
            "youngblood, youngblood, warrior x5: spear shield",
        ),
        Band(
            code,
            "mercenary_captain: halberd, champion: morning_star buckler, "
            "champion: double_handed_weapon, marksman x4: crossbow",
        ),
        Band(
            code,
            "mercenary_captain: axe sword, champion, youngblood: axe, swordsman x3: sword buckler, warrior x2",
        ),
        Band(code, "mercenary_captain, warrior x5: axe, warrior x5, youngblood"),
        Band(code, "champion: sword, warrior x5", "RO-LEADER-01"),
        Band(code, "mercenary_captain, champion", "RO-SIZE-MIN-01"),
        Band(code, "mercenary_captain, champion, champion, champion", "RO-ENTRY-MAX-01"),
        Band(code, "mercenary_captain, warrior x5, warrior x5, warrior x5", "RO-SIZE-MAX-01"),
        Band(code, "mercenary_captain, marksman x3: halberd", "RO-LIST-01"),
        Band(code, "mercenary_captain, swordsman x5, swordsman", "RO-ENTRY-MAX-01"),
        Band(code, "mercenary_captain: sword axe hammer, warrior x2", "RO-SLOT-CLOSE-01"),
        Band(code, "mercenary_captain: light_armour heavy_armour, warrior x2", "RO-ARMOUR-01"),
        Band(code, "mercenary_captain: pistol pistol pistol pistol bow, marksman x2", "RO-SLOT-MISSILE-01"),
        Band(code, "mercenary_captain: sigmarite_warhammer, warrior x2", "RO-WHO-01"),
        Band(code, "mercenary_captain + spines, warrior x2", "RO-MUT-01"),
        Band(code, "mercenary_captain, warrior x6", "RO-GROUP-SIZE-01"),
        Band(code, "mercenary_captain, warrior x2: lantern", "RO-LIST-02"),
    ]


CULT = "cult_of_the_possessed"
BANDS: list[Band] = [
    *_mercenaries("reiklanders"),
    *_mercenaries("middenheimers"),
    *_mercenaries("marienburgers"),
    Band(
        "reiklanders",
        "mercenary_captain: crossbow heavy_armour, "
        "champion: crossbow heavy_armour, champion: crossbow heavy_armour, warrior x5: sword",
        "RO-FOUND-GOLD-01",
        500,
    ),
    Band(
        "marienburgers",
        "mercenary_captain: crossbow heavy_armour, "
        "champion: crossbow heavy_armour, champion: crossbow heavy_armour, warrior x5: axe",
        "",
        600,
    ),
    Band(CULT, "magister: sword, mutant + spines: axe, brethren x3: hammer"),
    Band(CULT, "magister: bow, possessed, possessed + tentacle, brethren x4: axe"),
    Band(CULT, "magister, mutant + great_claw cloven_hoofs, beastman x3: double_handed_weapon"),
    Band(CULT, "magister: hammer, darksoul x5: flail, brethren x2: bow"),
    Band(CULT, "magister, mutant + hideous: sword shield helmet, mutant + extra_arm: axe axe, brethren x3: spear"),
    Band(CULT, "magister, mutant: axe, brethren x3", "RO-MUT-02"),
    Band(CULT, "magister, possessed: sword, brethren x3", "RO-KIT-NONE-01"),
    Band(CULT, "magister + spines, brethren x3", "RO-MUT-01"),
    Band(CULT, "magister, brethren x3 + spines", "RO-MUT-01"),
    Band(CULT, "magister, mutant + spines spines, brethren x3"),
    Band(CULT, "magister, beastman x4", "RO-ENTRY-MAX-01"),
    Band(CULT, "magister, darksoul x3: bow", "RO-LIST-01"),
    Band(CULT, "magister, mutant + great_claw: double_handed_weapon, brethren x3", "RO-HANDS-01"),
    Band("witch_hunters", "witch_hunter_captain: sword pistol, warrior_priest: hammer, zealot x3: axe"),
    Band(
        "witch_hunters",
        "witch_hunter_captain: crossbow_pistol sword, witch_hunter: axe, witch_hunter: sword, flagellant x3: flail",
    ),
    Band("witch_hunters", "witch_hunter_captain, witch_hunter, witch_hunter, witch_hunter, warhound x5"),
    Band("witch_hunters", "witch_hunter_captain: sword, zealot x5: bow, zealot x2: spear"),
    Band(
        "witch_hunters",
        "witch_hunter_captain: light_armour helmet, warrior_priest: sword shield, flagellant x5: double_handed_weapon",
    ),
    Band("witch_hunters", "witch_hunter_captain, warrior_priest, warrior_priest, zealot x2", "RO-ENTRY-MAX-01"),
    Band("witch_hunters", "witch_hunter_captain, flagellant x3: bow", "RO-LIST-01"),
    Band("witch_hunters", "witch_hunter_captain, warhound x3: axe", "RO-KIT-NONE-01"),
    Band("witch_hunters", "witch_hunter_captain, zealot x5, zealot x5, flagellant x2", "RO-SIZE-MAX-01"),
    Band("witch_hunters", "witch_hunter, zealot x3", "RO-LEADER-01"),
    Band(
        "sisters_of_sigmar",
        "sigmarite_matriarch: sigmarite_warhammer, sister_superior: steel_whip, sigmarite_sister x3: hammer",
    ),
    Band("sisters_of_sigmar", "sigmarite_matriarch, augur: sigmarite_warhammer, novice x5: hammer"),
    Band(
        "sisters_of_sigmar",
        "sigmarite_matriarch: flail light_armour, sister_superior, sister_superior, sister_superior, novice x2",
    ),
    Band("sisters_of_sigmar", "sigmarite_matriarch: sling, sigmarite_sister x5: sigmarite_warhammer shield"),
    Band("sisters_of_sigmar", "sigmarite_matriarch: heavy_armour helmet, novice x5: sling, novice x2"),
    Band("sisters_of_sigmar", "sigmarite_matriarch, augur: light_armour, novice x2", "RO-ARMOUR-02"),
    Band("sisters_of_sigmar", "sigmarite_matriarch: sword, novice x2", "RO-LIST-01"),
    Band("sisters_of_sigmar", "sigmarite_matriarch, augur, augur, novice x2", "RO-ENTRY-MAX-01"),
    Band("sisters_of_sigmar", "sigmarite_matriarch, sigmarite_sister x2: bow", "RO-LIST-01"),
    Band("sisters_of_sigmar", "sister_superior, novice x3", "RO-LEADER-01"),
    Band("undead", "vampire: sword, necromancer, zombie x3"),
    Band("undead", "vampire: axe shield, dreg: hammer, dreg: bow, ghoul x4"),
    Band("undead", "vampire: heavy_armour, necromancer: bow, dire_wolf x5"),
    Band("undead", "vampire: double_handed_weapon, zombie x5, zombie x5, dreg, dreg, dreg"),
    Band("undead", "vampire: light_armour helmet sword, ghoul x2, zombie x2"),
    Band("undead", "necromancer, zombie x3", "RO-LEADER-01"),
    Band("undead", "vampire, zombie x2: axe", "RO-KIT-NONE-01"),
    Band("undead", "vampire, ghoul x3: sword", "RO-KIT-NONE-01"),
    Band("undead", "vampire, dreg, dreg, dreg, dreg", "RO-ENTRY-MAX-01"),
    Band("undead", "vampire: crossbow, zombie x2", "RO-LIST-01"),
    Band("skaven", "assassin_adept: sword sword, black_skaven: halberd, verminkin x3: spear"),
    Band("skaven", "assassin_adept: weeping_blades, night_runner: sling, night_runner, giant_rat x5"),
    Band("skaven", "assassin_adept: fighting_claws, eshin_sorcerer: sword, verminkin x4: hammer shield"),
    Band("skaven", "assassin_adept: throwing_knives, black_skaven, rat_ogre, verminkin x1"),
    Band("skaven", "assassin_adept, verminkin x5, giant_rat x5, giant_rat x5, giant_rat x4"),
    Band("skaven", "assassin_adept, rat_ogre, rat_ogre", "RO-ENTRY-MAX-01"),
    Band("skaven", "assassin_adept, rat_ogre: sword, verminkin x2", "RO-KIT-NONE-01"),
    Band("skaven", "assassin_adept, giant_rat x5, giant_rat x5, giant_rat x5, giant_rat x5", "RO-SIZE-MAX-01"),
    Band("skaven", "assassin_adept: crossbow, verminkin x2", "RO-LIST-01"),
    Band("skaven", "assassin_adept, verminkin x2: weeping_blades", "RO-LIST-01"),
]
