"""Builds a save from the names of another program: warriors and items are found by name, and everything else is
reported."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final

from django.utils.translation import gettext as _

from catalogue.packs.book import FREE_ITEM, Book
from warbands.exchange.aliases import aliases
from warbands.exchange.names import Report, folded
from warbands.exchange.refusals import UnreadableFile
from warbands.exchange.save import Save, SavedKit, SavedWarrior
from warbands.exchange.vocabulary import entries_of, vocabulary

SHORT = {
    "M": "movement", "WS": "weapon_skill", "BS": "ballistic_skill", "S": "strength", "T": "toughness",
    "W": "wounds", "I": "initiative", "A": "attacks", "LD": "leadership",
}  # fmt: skip
"""Abbreviations of characteristics in capitals, and their field names."""
INCREASE = re.compile(r"([+-]\d) ?(M|WS|BS|S|T|W|I|A|LD)", re.IGNORECASE)
MOST: Final = {"skills": 60, "spells": 60, "mutations": 60, "injuries": 40}
"""Maximum number of skills, spells and so on of a saved warrior, by kind."""
MOST_LINES: Final = 59
"""Maximum number of equipment lines of a saved warrior; the free dagger is not counted."""


def clean(words: object, most: int = 80) -> str:
    """A text from a file as a name: printable, trimmed, at most `most` characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in str(words)).split())[:most]


def whole(value: object, low: int, high: int, default: int = 0) -> int:
    """A number from a file as a whole number within bounds, or the default."""
    try:
        number = int(float(str(value)))
    except (ValueError, OverflowError):
        return default
    return max(low, min(high, number))


def _without_number(text: str) -> str:
    """The name without the number of its roll: "6 Word of Pain" and "1 - Stag's Leap"."""
    return re.sub(r"^\d+\s*-?\s+", "", text)


class Builder:
    """Collects the warriors of a warband of one list."""

    def __init__(self, book: Book, report: Report, list_name: str, name: str) -> None:
        self.book, self.report, self.words = book, report, vocabulary(book)
        listed = self.words.lists.find(list_name, report, may_guess=True)
        if listed is None:
            raise UnreadableFile(_("The list “%(name)s” is not in any pack of this site.") % {"name": clean(list_name)})
        self.listed, self.entries = listed, entries_of(book, listed)
        self.name = clean(name) or book.warband_types[listed].name
        self.warriors: list[SavedWarrior] = []
        self.stash: dict[str, int] = {}

    def entry(self, name: str) -> str | None:
        """The code of a warrior type of this list, or of a hired sword, by its name; None if unknown."""
        quiet = Report()
        own = frozenset(warrior_type.code for warrior_type in self.book.warrior_types_of(self.listed))
        found = self.words.entries.find(name, quiet, only=self.entries, first=own, may_guess=True)
        if found is None:
            return self.words.entries.kin(name, self.report, only=own)
        self.report.matched += quiet.matched
        self.report.guessed += quiet.guessed
        return found

    def warrior(
        self,
        entry: str,
        name: str,
        *,
        headcount: int = 1,
        experience: int | None = None,
        belongings: list[tuple[str, int]],
        raised: dict[str, int] | None = None,
        is_leader: bool = False,
        misses: int = 0,
    ) -> None:
        """Add a line to the roster. `belongings` are names of items, skills, spells, mutations and injuries, each with
        a count."""
        fact = self.book.warrior_types[entry]
        held: dict[str, Any] = {"skills": [], "spells": [], "mutations": [], "injuries": []}
        raised = dict(raised or {})
        kit: dict[str, int] = {}
        metals: dict[str, str] = {}
        for text, count in belongings:
            self._sort(text, count, name, entry, held, kit, metals, raised)
        self._cut(name, held, kit)
        if fact.hire is not None and not kit:
            kit = dict(Counter((*fact.kit, *(fact.choices[0] if fact.choices else ()))))
            metals |= {piece.item: piece.material for piece in fact.kit_materials}
        if self.takes_kit(entry):
            kit.setdefault(FREE_ITEM, 1)
        prices = self.book.prices_for(entry)
        start = fact.starting_experience
        self.warriors.append(
            SavedWarrior(
                entry=entry,
                kind="henchman_group" if fact.kind == "henchman" else fact.kind,
                name=clean(name) or fact.name,
                headcount=headcount if fact.kind == "henchman" else 1,
                paid_gc=fact.price_gc * headcount,
                experience=start if experience is None else experience,
                experience_at_start=start,
                increases={
                    SHORT[key.upper()]: max(-10, min(10, by))
                    for key, by in raised.items()
                    if key.upper() in SHORT and by
                },
                misses_battles=misses,
                is_leader=is_leader or fact.is_leader,
                kit=[
                    SavedKit(
                        item=code,
                        material=metals.get(code, ""),
                        count=min(99, count),
                        paid_gc=self._paid(code, prices, count) * headcount,
                    )
                    for code, count in kit.items()
                ],
                **held,
            )
        )

    def takes_kit(self, entry: str) -> bool:
        """Whether this warrior type starts with the free dagger."""
        return bool(self.book.entries_for(entry)) and FREE_ITEM in self.book.items

    def _paid(self, item: str, prices: dict[str, int], count: int) -> int:
        """The price of this many items for one model: from the model's own list, else from the price chart. One dagger
        is free."""
        if item == FREE_ITEM:
            return prices.get(item, 0) * (count - 1)
        return prices.get(item, self.book.items[item].price_gc or 0) * count

    def _sort(
        self,
        text: str,
        count: int,
        where: str,
        entry: str,
        held: dict[str, Any],
        kit: dict[str, int],
        metals: dict[str, str],
        raised: dict[str, int],
    ) -> None:
        """Assign one name to the equipment or the other belongings of a warrior. Unknown names are reported, never
        guessed."""
        known = aliases()
        form, bare = folded(text, whole=True), _without_number(text)
        if known.is_heading(text):
            return
        if (step := INCREASE.fullmatch(text.strip())) is not None:
            short = step[2].upper()
            raised[short] = raised.get(short, 0) + int(step[1]) * count
            self.report.matched += 1
            return
        items = known.sets.get(form) or known.sets.get(folded(text))
        if items is not None:
            for item_code, number in items.items():
                kit[item_code] = kit.get(item_code, 0) + number * count
            self.report.matched += 1
            return
        if (pair := known.made_of.get(form) or self._made_of(text)) is not None:
            made, metal = pair
            kit[made], metals[made] = kit.get(made, 0) + count, metal
            self.report.matched += 1
            return
        if form in known.marks:
            code, effect, params = known.marks[form]
            held["injuries"].append({"code": code, "effects": [{"code": effect, "params": dict(params)}]})
            self.report.matched += 1
            return
        item = self.words.items.find(text, self.report)
        if item is None:
            for kind in ("skills", "spells", "mutations", "injuries"):
                code = getattr(self.words, kind).find(bare, self.report, first=self._usual(kind, entry))
                if code is not None:
                    self._hold(kind, code, held)
                    return
            item = self.words.items.find(text, self.report, may_guess=True)
        if item is not None:
            kit[item] = kit.get(item, 0) + count
            return
        self.report.left_out.append((clean(where), clean(text)))

    def _made_of(self, text: str) -> tuple[str, str] | None:
        """The item and the material of a name such as "Gromril axe"; None if the whole name is an item."""
        metal, _space, item = clean(text).partition(" ")
        materials, items = self.words.items.exact(f"{metal} weapon"), self.words.items.exact(item)
        if len(materials) != 1 or len(items) != 1 or self.words.items.exact(text):
            return None
        made_into = self.book.items[materials[0]].made_into
        return (items[0], materials[0]) if made_into and self.book.items[items[0]].slot == made_into else None

    def _usual(self, kind: str, entry: str) -> frozenset[str]:
        """Skills and spells from the lists that this warrior type learns from. They are preferred if a name is
        ambiguous."""
        fact = self.book.warrior_types[entry]
        if kind == "skills":
            return frozenset(code for code, skill in self.book.skills.items() if skill.skill_list in fact.skill_lists)
        if kind == "spells":
            return frozenset(code for code, spell in self.book.spells.items() if spell.spell_list == fact.spell_list)
        return frozenset()

    def _hold(self, kind: str, code: str, held: dict[str, Any]) -> None:
        if kind == "injuries":
            effects = [
                {"code": effect.code, "params": dict(effect.params)} for effect in self.book.injuries[code].effects
            ]
            held[kind].append({"code": code, "effects": effects})
        elif kind == "mutations" or code not in held[kind]:
            held[kind].append(code)

    def _cut(self, where: str, held: dict[str, Any], kit: dict[str, int]) -> None:
        """Remove and report everything that exceeds the maximums of a roster."""
        for kind, most in MOST.items():
            lines: list[Any] = held[kind]
            for line in lines[most:]:
                self.report.left_out.append((clean(where), str(line["code"] if kind == "injuries" else line)))
            del lines[most:]
        for code in list(kit)[MOST_LINES:]:
            self.report.left_out.append((clean(where), self.book.items[code].name))
            del kit[code]

    def keep(self, text: str, count: int) -> None:
        """Add an item to the stash by its name."""
        items = aliases().sets.get(folded(text, whole=True)) or aliases().sets.get(folded(text))
        if items is None:
            code = self.words.items.find(text, self.report, may_guess=True)
            items = {code: 1} if code is not None else {}
        for item, number in items.items():
            self.stash[item] = min(99, self.stash.get(item, 0) + number * count)
        if not items and not aliases().is_heading(text):
            self.report.left_out.append((_("the stash"), clean(text)))

    def spent_gc(self) -> int:
        """The cost of the collected warriors and their equipment."""
        return sum(warrior.paid_gc + sum(line.paid_gc for line in warrior.kit) for warrior in self.warriors)

    def save(self, *, treasury_gc: int = 0, shards: int = 0, founding_gold_gc: int | None = None) -> Save:
        """The collected data as a save."""
        gold = self.book.warband_types[self.listed].starting_gold_gc if founding_gold_gc is None else founding_gold_gc
        return Save(
            name=self.name,
            warband_type=self.listed,
            founding_gold_gc=gold,
            treasury_gc=treasury_gc,
            shards=shards,
            warriors=self.warriors,
            stash=[SavedKit(item=code, count=count) for code, count in self.stash.items()],
        )
