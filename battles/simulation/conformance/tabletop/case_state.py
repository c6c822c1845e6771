"""One case without a table: a roster, a roller with scripted dice, and the results of the steps."""

from __future__ import annotations

from battles.aftermath.campaign_tables import CampaignTables, campaign_tables
from battles.engine.aftermath.rolls import Roller
from battles.engine.dice import ScriptedDice
from battles.simulation.conformance.case import Case
from battles.simulation.conformance.case_reader import Value
from battles.simulation.conformance.values import Fields
from catalogue.packs.book import Book
from catalogue.packs.installed import book
from warbands.core.state import STASH, Member, WarbandState
from warbands.rules import roster_changes
from warbands.rules.member_facts import ABBREVIATIONS, advances_due, characteristics_of
from warbands.rules.prices import price_for

SHORT = {short: name for name, short in ABBREVIATIONS.items()}
NOTHING = object()
"""Returned if there is no result with this name."""
BAND_FIELDS = {
    "gold": "gold crowns in the treasury",
    "shards": "wyrdstone in the treasury",
    "models": "models of the warband, without hired swords",
    "members": "names of the members on the roster, in any order",
    "stash": "contents of the stash, `sword` or `2 sword`, in any order",
}
MEMBER_FIELDS = {
    "headcount": "models of the group",
    "kind": "hero, henchman_group, animal, hired_sword, dramatis_persona",
    "kit": "equipment of each model, `sword` or `2 sword`, in any order",
    "skills": "learned skills, in any order",
    "spells": "known spells, in any order",
    "mutations": "bought mutations, in any order",
    "experience": "experience points",
    "advances_due": "advances earned and not yet taken",
    "paid": "gold crowns paid for the models themselves",
    "leads": "is this the leader?",
    "on_roster": "is the member on the roster now?",
}


class CaseState:
    """What the verbs of a case work on. `names` maps the names in the case to members; `found` has the results."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.book: Book = book()
        self.tables: CampaignTables = campaign_tables(self.book)
        self.dice = ScriptedDice(*_script(case.dice))
        self.roller = Roller(self.dice)
        self.found: dict[str, object] = {}
        """Results by the names of docs/reference/conformance.md."""
        self.names: dict[str, str] = {}
        self._last_key = 0
        self.state = self._new_state(case.band)

    # -- drawing up ---------------------------------------------------------------------------------------------------

    def _new_state(self, about: Fields) -> WarbandState:
        code = about.text("list", next(iter(self.book.warband_types)))
        gold = about.number("gold", self.book.warband_types[code].starting_gold_gc)
        state = WarbandState(key="band", name="Band", warband_type_code=code, founding_gold_gc=gold, treasury_gc=gold)
        state.seed, state.shards = "worked case", about.number("shards", 0)
        self.state = state
        for name, entry in about.subs("members").items():
            self.enter(name, entry)
        for item in _items(about, "stash"):
            self.hand(STASH, item)
        if about.flag("founded"):
            state.status = "active"
        return state

    def enter(self, name: str, about: Fields) -> Member:
        """Hire a member under a name in the case, with everything that the case states about it. Everything is paid
        for."""
        member = roster_changes.hire(
            self.state, self.book, about.text("entry"), name=name, headcount=about.number("headcount", 1),
            new_key=self.new_key,
        )  # fmt: skip
        self.names[name] = member.key
        for mutation in about.names("mutations"):
            roster_changes.mutate(self.state, self.book, member, mutation)
        for item in _items(about, "kit"):
            self.hand(member.key, item)
        for part in ("skills", "spells", "skill_lists"):
            if part in about:
                setattr(member, part, list(about.names(part)))
        member.increases = about.sub("increases").whole_numbers()
        member.injuries = [self._injury(code) for code in about.entries("injuries")]
        member.experience = about.number("experience", member.experience)
        member.advances_taken = about.number("advances_taken", member.advances_taken)
        member.status = about.text("status", member.status)
        member.kind = about.text("kind", member.kind)
        member.is_leader = about.flag("leads", member.is_leader)
        return member

    def _injury(self, entry: Value) -> dict[str, object]:
        """An injury given by its code, or as `{code: face}` with the face of its second die."""
        code, face = next(iter(entry.items())) if isinstance(entry, dict) else (str(entry), 0)
        row = self.book.injuries[code]
        lines = [
            line for line in row.outcomes if isinstance(face, int) and (line.low or 0) <= face <= (line.high or 0)
        ] if face else []  # fmt: skip
        lasting = [*row.effects, *(effect for line in lines for effect in line.effects)]
        return {"code": code, "effects": [{"code": effect.code, "params": dict(effect.params)} for effect in lasting]}

    def hand(self, holder: str, item: Fields) -> None:
        """Buy {item, count, material, price} for a holder at this price; for nothing if the item is not for sale."""
        code, count = item.text("item"), item.number("count", 1)
        if code not in self.book.items:
            raise ValueError(f"{code} is not an item of the catalogue")
        material, price = item.text("material", ""), item.number_or_none("price")
        member = self.state.members.get(holder)
        if price is None and price_for(self.state, member, code, self.book, material) is None:
            price = 0
        roster_changes.buy(
            self.state, self.book, holder, code, count=count, material=material, price_gc=price, new_key=self.new_key
        )

    def new_key(self) -> str:
        """A key that no row of this case has yet."""
        self._last_key += 1
        return f"row-{self._last_key}"

    # -- reporting ----------------------------------------------------------------------------------------------------

    def member(self, name: str) -> Member:
        """A member by its name in the case."""
        if name not in self.names:
            raise ValueError(f"no member is called {name}")
        return self.state.members[self.names[name]]

    def find(self, name: str) -> object:
        """The result with a name of docs/reference/conformance.md; NOTHING if there is none."""
        if name in self.found:
            return self.found[name]
        member_name, dot, part = name.rpartition(".")
        if dot:
            return self._of_member(member_name, part)
        state = self.state
        held: dict[str, object] = {
            "gold": state.treasury_gc, "shards": state.shards, "models": state.models_count(),
            "members": [name for name, key in self.names.items() if key in {member.key for member in state.active()}],
            "stash": self._kit(STASH), "refused": False, "error": False,
        }  # fmt: skip
        return held.get(name, NOTHING)

    def _of_member(self, member_name: str, part: str) -> object:
        if part == "on_roster":
            member = self.state.members.get(self.names[member_name])
            return member is not None and member.is_active
        member = self.member(member_name)
        if part in SHORT:
            return getattr(characteristics_of(member, self.book), SHORT[part])
        if part in ("headcount", "kind", "skills", "spells", "mutations", "experience"):
            return getattr(member, part)
        if part == "kit":
            return self._kit(member.key)
        if part == "advances_due":
            return advances_due(member, self.book)
        answers: dict[str, object] = {"paid": member.paid_gc, "leads": member.is_leader}
        return answers.get(part, NOTHING)

    def _kit(self, holder: str) -> list[str]:
        lines = self.state.held_by(holder)
        return [f"{line.count} {line.item_code}" if line.count > 1 else line.item_code for line in lines]


def _items(fields: Fields, key: str) -> list[Fields]:
    """The items in a list: each is a code, or {item, count, material, price}."""
    place = fields.place.inner(key)
    return [
        Fields(item if isinstance(item, dict) else {"item": item}, place.inner(number))
        for number, item in enumerate(fields.entries(key))
    ]


def _script(line: str) -> list[tuple[str, int]]:
    dice: list[tuple[str, int]] = []
    for part in filter(None, (piece.strip() for piece in line.split(","))):
        if part != "none":
            purpose, faces = part.split(" ")
            dice.extend((purpose, int(face)) for face in faces.split("+"))
    return dice
