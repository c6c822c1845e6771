"""Verbs of the aftermath: pure rules with the tables of the catalogue and scripted dice."""

from __future__ import annotations

from battles.engine.aftermath.advances import Option, roll_advance
from battles.engine.aftermath.belongings import map_reading, side_effect
from battles.engine.aftermath.experience import BattleFacts, Survivor, advances_due, gains
from battles.engine.aftermath.exploration import after_check, dice_allowed, location_at, read, roll_location, search
from battles.engine.aftermath.exploration_dice import ExplorationDice
from battles.engine.aftermath.income import sale_price_gc
from battles.engine.aftermath.injuries import casualty_roll, serious_injuries
from battles.engine.aftermath.tables import Effect, LocationRow
from battles.engine.profile import CHARACTERISTICS
from battles.simulation.conformance.tabletop.case_state import SHORT, CaseState
from battles.simulation.conformance.tabletop.registry import tabletop_function
from battles.simulation.conformance.values import Fields, Step
from battles.simulation.conformance.verbs.registry import ANY, FLAG, NUMBER, TEXT

HUMAN = dict(zip(CHARACTERISTICS, (4, 3, 3, 3, 3, 1, 3, 1, 7), strict=True))


def effect_lines(effects: tuple[Effect, ...]) -> list[str]:
    """Effects as `code value value ...`: parameters in the order of their names, without empty ones."""
    lines = []
    for code, parameters in effects:
        values = [str(parameters[name]) for name in sorted(parameters) if parameters[name] not in (None, "", ())]
        lines.append(" ".join([code, *values]))
    return lines


@tabletop_function(
    "AF",
    "injury",
    takes={"first_half": FLAG, "between": ANY},
    gives="injuries numbers second_dice effects effect_codes",
)
def injury(case_state: CaseState, step: Step) -> None:
    """The serious injuries of a hero: codes, D66 numbers, dice of sub-tables, effects. `first_half` is used after a
    killing blow, `between: [11, 35]` in the pits."""
    between = step.numbers("between")
    results = serious_injuries(
        case_state.roller, case_state.tables.injuries, "hero", first_half=step.flag("first_half"),
        between=(between[0], between[1]) if between else None,
    )  # fmt: skip
    case_state.found |= {
        "injuries": [result.code for result in results], "numbers": [result.d66 for result in results],
        "second_dice": [result.sub_roll for result in results if result.sub_roll],
        "effects": [line for result in results for line in effect_lines(result.effects)],
        "effect_codes": [code for result in results for code, _ in result.effects],
    }  # fmt: skip


@tabletop_function("AF", "casualty", gives="dies")
def casualty(case_state: CaseState, step: Step) -> None:
    """The roll for a henchman, hired sword or animal that was taken out of action."""
    case_state.found["dies"] = casualty_roll(case_state.roller, case_state.tables.casualties, "henchman").dies


@tabletop_function(
    "AF", "experience", needs={"survivors": ANY}, takes={"scenario": TEXT, "won": FLAG, "rating_behind": NUMBER},
    gives="gained reasons",
)  # fmt: skip
def experience(case_state: CaseState, step: Step) -> None:
    """Experience from a battle. Input: `survivors: {Otto: {is_hero, alive, fought, kills, is_leader, gains_experience,
    deeds}}`. `gained` has the sum by name, `reasons` lists `Otto survives 1`."""
    band = [_survivor(name, about) for name, about in step.subs("survivors").items()]
    awards = case_state.tables.awards[step.text("scenario", "")]
    facts = BattleFacts(step.flag("won"), step.number("rating_behind", 0))
    found = gains(tuple(band), awards, facts, case_state.tables.underdog)
    sums = {survivor.who: 0 for survivor in band}
    for gain in found:
        sums[gain.who] += gain.amount
    case_state.found |= {"gained": sums, "reasons": [f"{gain.who} {gain.reason} {gain.amount}" for gain in found]}


def _survivor(name: str, about: Fields) -> Survivor:
    for part in about:
        if part not in Survivor._fields:
            about.fail(part, f"A survivor has no {part}. It has {', '.join(Survivor._fields[1:])}.")
    return Survivor(
        name, about.flag("is_hero", True), gains_experience=about.flag("gains_experience", True),
        alive=about.flag("alive", True), fought=about.flag("fought", True), kills=about.number("kills", 0),
        is_leader=about.flag("is_leader"), deeds=tuple(about.sub("deeds").whole_numbers().items()),
    )  # fmt: skip


@tabletop_function(
    "AF", "advances_due", needs={"before": NUMBER, "after": NUMBER}, takes={"henchman": FLAG}, gives="advances_due"
)
def due(case_state: CaseState, step: Step) -> None:
    """The number of advances earned between two amounts of experience."""
    lines = case_state.tables.henchman_thresholds if step.flag("henchman") else case_state.tables.hero_thresholds
    case_state.found["advances_due"] = advances_due(step.number("before"), step.number("after"), lines)


@tabletop_function(
    "AF", "advance",
    takes={"henchman": FLAG, "race": TEXT, "now": ANY, "rises": ANY, "wizard": FLAG, "barred": ANY},
    gives="advance choices full total second_die",
)  # fmt: skip
def advance(case_state: CaseState, step: Step) -> None:
    """An advance of a hero or of henchmen: its code, the 2D6, and the possible results: `WS +1`, skill, spell,
    promotion. `now: {S: 4}` gives characteristics that differ from an ordinary human, `race` the race whose maximums
    apply (default human), `rises: {S: 1}` earlier increases."""
    group = step.flag("henchman")
    maxima = case_state.book.maxima_for(step.text("race", "human"))
    result = roll_advance(
        case_state.roller, case_state.tables.henchman_advances if group else case_state.tables.hero_advances, "one",
        now={**HUMAN, **_by_name(step.sub("now"))},
        maxima={name: getattr(maxima, name) for name in CHARACTERISTICS} if maxima else None,
        rises=_by_name(step.sub("rises")), rise_limit=case_state.tables.rise_limit if group else 0,
        is_wizard=step.flag("wizard"), barred=step.names("barred"),
    )  # fmt: skip
    case_state.found |= {
        "advance": result.code, "choices": [_option(option) for option in result.options], "full": result.was_full,
        "total": result.roll, "second_die": result.sub_roll,
    }  # fmt: skip


def _by_name(short: Fields) -> dict[str, int]:
    return {SHORT[name]: value for name, value in short.whole_numbers().items()}


def _option(option: Option) -> str:
    if option.kind != "characteristic":
        return option.kind
    name = next(short for short, full in SHORT.items() if full == option.characteristic)
    return f"{name} {option.amount:+d}"


@tabletop_function(
    "AF",
    "exploration_dice",
    needs={"heroes": NUMBER},
    takes={"won": FLAG, "extra": NUMBER, "cap": NUMBER},
    gives="dice_allowed",
)
def exploration_dice(case_state: CaseState, step: Step) -> None:
    """The number of exploration dice of a warband. `heroes` are those who fought and did not go out of action; `cap` is
    the limit after a shared victory."""
    case_state.found["dice_allowed"] = dice_allowed(
        heroes_standing=step.number("heroes"),
        won=step.flag("won"),
        extra=step.number("extra", 0),
        cap=step.number_or_none("cap"),
    )


@tabletop_function("AF", "search", takes={"count": NUMBER, "faces": ANY}, gives="faces shards equal location")
def explore(case_state: CaseState, step: Step) -> None:
    """Explore with `count` dice, or with these `faces`: shards, the set that counts (such as `3x6`), and its
    location."""
    if "faces" in step:
        result = read(step.numbers("faces"), case_state.tables.shards_found)
    else:
        result = search(case_state.roller, step.number("count"), case_state.tables.shards_found)
    row = location_at(case_state.tables.locations, result.found)
    case_state.found |= {
        "faces": list(result.faces), "shards": result.shards,
        "equal": f"{result.found[0]}x{result.found[1]}" if result.found else "none",
        "location": row.code if row else "none",
    }  # fmt: skip


def _place(case_state: CaseState, step: Step) -> LocationRow:
    row = next((row for row in case_state.tables.locations if row.code == step.text("location")), None)
    if row is None:
        raise ValueError(f"{step.text('location')} is not a location")
    return row


@tabletop_function("AF", "look", needs={"location": TEXT}, takes={"tags": ANY},
            gives="effects effect_codes choices needs_hero check total")  # fmt: skip
def look(case_state: CaseState, step: Step) -> None:
    """Everything at a location that needs no decision, for a warband with these tags."""
    find = roll_location(case_state.roller, _place(case_state, step), frozenset(step.names("tags")))
    case_state.found |= {
        "effects": effect_lines(find.effects),
        "effect_codes": [code for code, _ in find.effects], "total": find.sub_roll,
        "choices": len(find.choices), "needs_hero": find.needs_hero,
        "check": find.check[1].get("characteristic", "yes") if find.check else "none",
    }  # fmt: skip


@tabletop_function("AF", "after_check", needs={"location": TEXT, "passed": FLAG}, takes={"tags": ANY},
            gives="effects effect_codes")  # fmt: skip
def checked(case_state: CaseState, step: Step) -> None:
    """What a location gives after a passed or failed test."""
    effects = after_check(_place(case_state, step), frozenset(step.names("tags")), step.flag("passed"))
    case_state.found |= {"effects": effect_lines(effects), "effect_codes": [code for code, _ in effects]}


@tabletop_function("AF", "sale", needs={"shards": NUMBER, "warriors": NUMBER}, gives="gold_crowns")
def sale(case_state: CaseState, step: Step) -> None:
    """The price of shards that are sold together, by the number of warriors in the warband (without hired swords)."""
    tables = case_state.tables
    case_state.found["gold_crowns"] = sale_price_gc(
        step.number("shards"), step.number("warriors"), tables.sale_prices, tables.sale_sizes
    )


@tabletop_function("AF", "side_effect", needs={"item": TEXT}, gives="total left")
def drug(case_state: CaseState, step: Step) -> None:
    """The side effect of a drug after the battle: addicted, stupid, weaker, quicker or nothing."""
    item = case_state.book.items[step.text("item")]
    about = next(dict(effect.params) for effect in item.effects if effect.code == "side_effect")
    total, left = side_effect(case_state.roller, about, "hero")
    case_state.found |= {"total": total, "left": left or "nothing"}


@tabletop_function("AF", "read_map", needs={"item": TEXT}, gives="reading")
def read_map(case_state: CaseState, step: Step) -> None:
    """The result of reading a map that was bought unread: fake, vague, catacombs, accurate or master."""
    effects = case_state.book.items[step.text("item")].effects
    table = next(dict(effect.params) for effect in effects if effect.code == "map_roll")
    case_state.found["reading"] = map_reading(case_state.roller, table)


@tabletop_function(
    "AF", "change_dice", needs={"faces": ANY, "keys": ANY},
    takes={"again": NUMBER, "turns": NUMBER, "either": NUMBER, "away": NUMBER, "picks": NUMBER, "pairs": ANY},
    gives="kept keys settled",
)  # fmt: skip
def change_dice(case_state: CaseState, step: Step) -> None:
    """Rolled exploration dice, the possible changes, and the chosen ones as keys such as `again:0`, `raise:1`,
    `away:2`."""
    pairs = [[index for index in pair if isinstance(index, int)] for pair in step.rows("pairs")]
    hand = ExplorationDice(
        list(step.numbers("faces")), again=step.number("again", 0), turns=step.number("turns", 0),
        either=step.number("either", 0), away=step.number("away", 0), picks=step.number("picks", 0), pairs=pairs,
    )  # fmt: skip
    for key in step.names("keys"):
        hand.take(key, case_state.roller)
    case_state.found |= {"kept": list(hand.kept), "keys": hand.options(), "settled": hand.is_settled}


@tabletop_function("AF", "throw", needs={"dice": TEXT}, takes={"purpose": TEXT}, gives="total")
def throw(case_state: CaseState, step: Step) -> None:
    """Roll dice in the notation of the catalogue: D3, 2D6, D66, 2D6x5."""
    case_state.found["total"] = case_state.roller.roll(step.text("dice"), step.text("purpose", "die"))
