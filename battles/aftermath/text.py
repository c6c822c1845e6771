"""Every line of an aftermath as a sentence, with its rolls as dice rows and its options as buttons. All texts are our
own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.aftermath.finds.effects import describe
from battles.aftermath.labels import CHARACTERISTICS, REASONS
from battles.aftermath.line_text import MORE_SENTENCES, search_dice, stolen_words
from battles.aftermath.stored.activity_lines import OUT, HireLine, PersonaLine, SeekLine
from battles.aftermath.stored.captive_lines import CaptiveLine, ExchangeLine, RansomLine
from battles.aftermath.stored.find_lines import LocationLine, SearchLine, effects_of
from battles.aftermath.stored.injury_lines import CasualtyLine, InjuryLine, OldWoundLine
from battles.aftermath.stored.records import GainRecord, PitRecord
from battles.aftermath.stored.roster_lines import (
    AdvanceLine,
    ExperienceLine,
    RatingLine,
    RulingLine,
    SaleLine,
    UpkeepLine,
    VeteranLine,
    VeteransLine,
)
from battles.models import AftermathLine
from catalogue.packs.installed import book
from warbands.core.ledger_text import correction_parts


def sentence_of(line: AftermathLine) -> str:
    """The line as one sentence, including the chosen option."""
    teller = SENTENCES.get(line.kind)
    return str(teller(line)) if teller is not None else line.kind.replace("_", " ").capitalize()


def _casualty(line: AftermathLine) -> str:
    casualty = CasualtyLine.read(line)
    words = {"name": line.subject_name, "by": casualty.by}
    if casualty.dies:
        text = _("%(name)s: one dies, killed by %(by)s.") if words["by"] else _("%(name)s: one dies.")
    else:
        text = _("%(name)s: one casualty recovers fully.")
    return text % words


def _injury(line: AftermathLine) -> str:
    injury = InjuryLine.read(line)
    row = book().injuries.get(injury.injury)
    what = injury.outcome or (row.summary if row is not None else "")
    words = {"name": line.subject_name, "injury": injury.injury_name, "what": what}
    text = _("%(name)s: %(injury)s. %(what)s") % words
    more = []
    if injury.misses:
        more.append(ngettext("Misses %(n)d battle.", "Misses %(n)d battles.", injury.misses) % {"n": injury.misses})
    if injury.captor:
        more.append(_("Captured by %(captor)s.") % {"captor": injury.captor})
    elif injury.captor is not None:
        more.append(_("No captor was left, so the warrior came home."))
    if injury.pits is not None:
        more.append(_pits(injury.pits))
    if injury.heir:
        more.append(_("%(heir)s is the new leader of the warband.") % {"heir": injury.heir})
    return " ".join([text, *more])


def _pits(pits: PitRecord) -> str:
    """The result of a duel in the pits as text: its length and its consequences. Rule: AF-INJ-04"""
    rounds = int(pits.get("rounds", 0))
    fought = ngettext("One turn in the pit.", "%(n)d turns in the pit.", rounds) % {"n": rounds} if rounds else ""
    if pits["won"]:
        sentence = _("Won and came home with %(gold)s gc.") % {"gold": pits.get("gold", 50)}
    elif pits.get("died"):
        sentence = _("Died in the pit.")
    else:
        wound = pits.get("injury_name") or _("bruises")
        sentence = _("Lost in the pit and came home without weapons or armour: %(wound)s.") % {"wound": wound}
    return " ".join(part for part in (fought, sentence) if part)


def _captive(line: AftermathLine) -> str:
    captive = CaptiveLine.read(line)
    words = {"name": line.subject_name, "of": captive.of, "gold": captive.gold or 0}
    return {
        "": _("%(name)s of %(of)s is your captive. What do you do?"),
        "free": _("%(name)s of %(of)s was released with all equipment."),
        "slavers": _("%(name)s of %(of)s was sold to slavers for %(gold)s gc; you keep the equipment."),
        "pit": (
            _("%(name)s of %(of)s won freedom in the pit.")
            if captive.won
            else _("%(name)s of %(of)s died in the pit; you keep the equipment.")
        ),
        "zombie": _("%(name)s of %(of)s was raised as a zombie; you keep the equipment."),
        "sacrifice": _("%(name)s of %(of)s was sacrificed; the leader gained experience."),
        "ransom": _("You ask for a ransom for %(name)s of %(of)s."),
        "exchange": _("You offer to exchange %(name)s of %(of)s."),
        "exchanged": _("%(name)s of %(of)s was exchanged for another captive."),
    }.get(
        "gone" if captive.gone else line.answer.partition(":")[0],
        _("%(name)s of %(of)s is no longer your captive."),
    ) % words


def _ransom(line: AftermathLine) -> str:
    offer = RansomLine.read(line)
    words = {"name": line.subject_name, "by": offer.by, "gold": offer.gold}
    return {
        "": _("%(by)s asks for %(gold)s gc to release %(name)s."),
        "pay": _("%(name)s was ransomed for %(gold)s gc."),
        "refuse": _("The offer to ransom %(name)s for %(gold)s gc was refused."),
    }.get(line.answer, _("%(name)s is no longer a captive.")) % words


def _exchange(line: AftermathLine) -> str:
    offer = ExchangeLine.read(line)
    words = {"name": line.subject_name, "by": offer.by, "other": offer.other}
    if line.answer == "agree" and offer.refused:
        return _("%(other)s was no longer a captive, so %(name)s stays captured.") % words
    return {
        "": _("%(by)s offers to exchange %(name)s for %(other)s."),
        "agree": _("%(name)s has returned, and %(other)s has been released."),
        "refuse": _("The offer to exchange %(name)s for %(other)s was refused."),
    }.get(line.answer, _("%(name)s is no longer a captive.")) % words


def _experience(line: AftermathLine) -> str:
    count = len(ExperienceLine.read(line).gains)
    if not count:
        return _("No warrior gained experience.")
    return ngettext("%(n)d warrior or group gains experience.", "%(n)d warriors and groups gain experience.", count) % {
        "n": count
    }


def _advance(line: AftermathLine) -> str:
    name, took = line.subject_name, AdvanceLine.read(line).took
    if took is None:
        return _("%(name)s has an advance to choose.") % {"name": name}
    words = {
        "name": name,
        "what": CHARACTERISTICS.get(took.get("characteristic", ""), took.get("name", "")),
        "before": took.get("before"),
        "after": took.get("after"),
    }
    return {
        "up": _("%(name)s: %(what)s %(before)s → %(after)s."),
        "skill": _("%(name)s learns %(what)s."),
        "spell": _("%(name)s learns the spell %(what)s."),
        "easier": _("%(name)s masters a spell: the difficulty of %(what)s is now 1 lower."),
        "promotion": _("One of %(name)s becomes a hero: %(what)s."),
        "no_room": _("%(name)s: the warband has no slot for another hero, so they roll again."),
    }.get(took["kind"], _("%(name)s can learn nothing more from this.")) % words


def _search(line: AftermathLine) -> str:
    shards = SearchLine.read(line).shards
    return ngettext("%(n)d shard of wyrdstone found.", "%(n)d shards of wyrdstone found.", shards) % {"n": shards}


def _location(line: AftermathLine) -> str:
    row = book().exploration.get(LocationLine.read(line).location)
    words = {"name": line.subject_name, "what": row.summary if row is not None else ""}
    is_of_dice = row is None or row.dice > 0
    text = (
        _("The dice lead to: %(name)s. %(what)s") if is_of_dice else _("The map leads to: %(name)s. %(what)s")
    ) % words
    if line.answer.startswith("hero:"):
        hero = next((option["label"] for option in line.options if option["key"] == line.answer), "")
        text = f"{text} " + _("Chosen: %(hero)s.") % {"hero": hero}
    return text


def _kept(line: AftermathLine) -> str:
    words = {"name": line.subject_name}
    if line.answer:
        return _("%(name)s: what was found there has been used.") % words
    return _("%(name)s: saved for later.") % words


def _sale(line: AftermathLine) -> str:
    sale = SaleLine.read(line)
    held = sale.shards
    if line.answer == "keep":
        return ngettext("%(n)d shard kept.", "%(n)d shards kept.", held) % {"n": held}
    if line.answer:
        sold = int(line.answer.partition(":")[2] or 0)
        words = {"n": sold, "gold": sale.gold or 0}
        return ngettext("%(n)d shard is sold for %(gold)d gc.", "%(n)d shards are sold for %(gold)d gc.", sold) % words
    return ngettext("You can sell %(n)d shard now.", "You can sell %(n)d shards now.", held) % {"n": held}


def _upkeep(line: AftermathLine) -> str:
    words = {"name": line.subject_name, "price": UpkeepLine.read(line).price}
    if line.answer == "camp":
        return _("%(name)s is not paid and stays in camp.") % words
    if line.answer == "pay":
        return _("%(name)s is paid %(price)s gc and stays.") % words
    return (
        _("%(name)s was not paid and left.") if line.answer else _("%(name)s asks for %(price)s gc to stay.")
    ) % words


def _seek(line: AftermathLine) -> str:
    search = SeekLine.read(line)
    found = search.thing or search.item
    words = {"name": line.subject_name, "thing": found, "needs": search.needs, "total": search.total or 0}
    words |= {"gold": search.gold or 0, "paid": search.paid or 0}
    if search.at == OUT:
        return _("%(name)s is looking for: %(thing)s.") % words
    if not search.found:
        return _("%(name)s found no %(thing)s: rolled %(total)s, needed %(needs)s.") % words
    if search.stolen is not None:
        return stolen_words(line, search)
    if line.answer in ("buy", "haggle", "buy_brace"):
        return _("%(name)s found: %(thing)s. Bought for %(paid)s gc.") % words
    if line.answer:
        return _("%(name)s found: %(thing)s. Not bought.") % words
    return _("%(name)s found: %(thing)s, for %(gold)s gc.") % words


def _persona(line: AftermathLine) -> str:
    search = PersonaLine.read(line)
    words = {"name": line.subject_name, "person": search.person}
    if search.at == OUT:
        return _("%(name)s is looking for %(person)s.") % words
    if not search.found:
        return _("%(name)s did not find %(person)s.") % words
    if not search.comes:
        return _("%(name)s found %(person)s, who does not join.") % words
    return {
        "": _("%(name)s found %(person)s."),
        "hire": _("%(name)s found %(person)s, who joins."),
        "item": _("%(name)s found %(person)s, who joins for the preferred payment."),
    }.get(line.answer, _("%(name)s found %(person)s, who was not hired.")) % words


def _ruling(line: AftermathLine) -> str:
    ruling = RulingLine.read(line)
    words = {"what": ", ".join(correction_parts(ruling.arguments)), "reason": ruling.reason}
    return _("Corrected by the arbitrator: %(what)s. %(reason)s") % words


def _rating(line: AftermathLine) -> str:
    rating = RatingLine.read(line)
    words = {"before": rating.before, "after": rating.after, "rolled": rating.rolled}
    if rating.rolled is not None and rating.rolled != rating.after:
        return _("The rating changes from %(before)d to %(after)d; after the last roll it was %(rolled)d.") % words
    return _("The rating changes from %(before)d to %(after)d.") % words


def _veteran(line: AftermathLine) -> str:
    veteran = VeteranLine.read(line)
    words = {"name": line.subject_name, "spent": veteran.spent, "price": veteran.price}
    return _("A veteran joins %(name)s: %(spent)s experience from the pool, %(price)s gc.") % words


def _hire(line: AftermathLine) -> str:
    hire = HireLine.read(line)
    text = _("%(name)s did not join.") if hire.came is False else _("%(name)s was hired for %(price)s gc.")
    return text % {"name": line.subject_name, "price": hire.price}


def _old_wound(line: AftermathLine) -> str:
    if OldWoundLine.read(line).stayed:
        return _("%(name)s misses the battle because of an old wound.") % {"name": line.subject_name}
    return _("%(name)s can fight despite the old wound.") % {"name": line.subject_name}


SENTENCES: Final[dict[str, Callable[[AftermathLine], str]]] = {
    "casualty": _casualty,
    "serious_injury": _injury,
    "captive": _captive,
    "ransom": _ransom,
    "exchange": _exchange,
    "search_dice": search_dice,
    "reward": lambda line: _("Scenario rewards are collected."),
    "veterans": lambda line: (
        _("Veterans with a total of %(pool)d experience are available.") % {"pool": VeteransLine.read(line).pool}
    ),
    "veteran": _veteran,
    "hire": _hire,
    "seek": _seek,
    "persona": _persona,
    "ruling": _ruling,
    "experience": _experience,
    "advance": _advance,
    "search": _search,
    "no_search": lambda line: _("No hero was able to explore the ruins."),
    "location": _location,
    "kept": _kept,
    "sale": _sale,
    "no_shards": lambda line: _("There is no wyrdstone to sell."),
    "upkeep": _upkeep,
    "leaves": lambda line: _("%(name)s has completed the contract and leaves.") % {"name": line.subject_name},
    "rating": _rating,
    "old_wound": _old_wound,
    **MORE_SENTENCES,
}


def details_of(line: AftermathLine) -> list[str]:
    """The details of a line: experience of each warrior with the reasons, and what a find gave."""
    if line.kind == ExperienceLine.kind:
        return [_gain(gain) for gain in ExperienceLine.read(line).gains]
    return [text for text in map(describe, effects_of(line)) if text]


def _gain(gain: GainRecord) -> str:
    reasons = ", ".join(f"{REASONS.get(reason, reason.replace('_', ' '))} +{n}" for reason, n in gain["parts"])
    words = {"name": gain["name"], "before": gain["before"], "after": gain["after"], "why": reasons}
    text = _("%(name)s: %(before)d → %(after)d (%(why)s)") % words
    if gain["due"]:
        text += ", " + ngettext("%(n)d advance", "%(n)d advances", gain["due"]) % {"n": gain["due"]}
    return text
