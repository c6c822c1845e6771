"""The ledger as text: one sentence for each kind of entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from catalogue.packs.installed import book
from mordheim_site.refusals import Sentence
from warbands.core.injury_sources import injury_source
from warbands.models import EntryKind

Arguments = Mapping[str, Any]


REASONS: Final[dict[str, Sentence]] = {
    "battle": gettext_lazy("in battle"),
    "exploration": gettext_lazy("exploration"),
    "captive": gettext_lazy("a captive"),
    "captive_slavers": gettext_lazy("sold to slavers"),
    "captive_pit": gettext_lazy("in the pit"),
    "captive_zombie": gettext_lazy("raised by the captors"),
    "captive_sacrifice": gettext_lazy("sacrificed by the captors"),
    "used_up": gettext_lazy("used up"),
    "broke": gettext_lazy("ruined"),
    "robbed": gettext_lazy("robbed"),
    "hungry": gettext_lazy("food for a beast"),
    "eaten": gettext_lazy("eaten"),
    "blood_price": gettext_lazy("killed as payment"),
    "brewed": gettext_lazy("brewed"),
    "stolen": gettext_lazy("stolen"),
    "hanged": gettext_lazy("hanged as a thief"),
    "deed": gettext_lazy("an activity after the battle"),
    "bounty": gettext_lazy("a bounty"),
    "division": gettext_lazy("division of loot with an ally"),
    "looted": gettext_lazy("looted from the dead"),
    "talent": gettext_lazy("showed talent"),
    "read": gettext_lazy("read"),
    "studied": gettext_lazy("studied"),
}
"""Texts for the reasons that the aftermath stores as codes; the names of injuries and locations come from the packs."""


def _reason(data: Arguments) -> str:
    code = str(data.get("because") or "")
    if code in REASONS:
        return str(REASONS[code])
    facts = book()
    found = injury_source(code, facts)
    return found.name if found is not None else code


def _effects_of_reason(data: Arguments) -> frozenset[str]:
    """Codes of the effects of the injury or location that caused an entry; empty for other causes."""
    found = injury_source(str(data.get("because") or ""), book())
    return frozenset(effect.code for effect in getattr(found, "effects", ()))


def _because(sentence: str, data: Arguments) -> str:
    reason = _reason(data)
    return f"{sentence[:-1]} ({reason})." if reason else sentence


def _hired(data: Arguments) -> str:
    if int(data.get("count", 1)) > 1:
        return _("%(count)s %(entry)s joined as %(name)s for %(price)s gc.") % data
    return _("%(name)s, %(entry)s, joined for %(price)s gc.") % data


def _reinforced(data: Arguments) -> str:
    count = int(data.get("count", 1))
    return (
        ngettext(
            "%(count)s joined %(name)s (now %(headcount)s) for %(price)s gc.",
            "%(count)s joined %(name)s (now %(headcount)s) for %(price)s gc.",
            count,
        )
        % data
    )


def _dismissed(data: Arguments) -> str:
    if data.get("count"):
        sentence = _("One of %(name)s left.") % data
    else:
        sentence = _heir(_("%(name)s left the warband.") % data, data)
    return _("%(sentence)s %(gold)s gc refunded.") % {"sentence": sentence, **data} if data.get("gold") else sentence


def _mutated(data: Arguments) -> str:
    if int(data.get("price", 0)) < 0:
        return _("%(name)s: %(mutation)s removed.") % data
    return _("%(name)s got %(mutation)s for %(price)s gc.") % data


def _bought(data: Arguments) -> str:
    amount = f"{data['count']} × {data['item']}" if int(data.get("count", 1)) > 1 else data["item"]
    words = {**data, "what": amount}
    return (
        _("Bought for %(name)s: %(what)s (%(price)s gc).") % words
        if data.get("name")
        else (_("Bought for the stash: %(what)s (%(price)s gc).") % words)
    )


def _sold(data: Arguments) -> str:
    amount = f"{data['count']} × {data['item']}" if int(data.get("count", 1)) > 1 else data["item"]
    words = {**data, "what": amount}
    return (
        _("Sold by %(name)s: %(what)s (%(price)s gc).") % words
        if data.get("name")
        else (_("Sold from the stash: %(what)s (%(price)s gc).") % words)
    )


def _given(data: Arguments) -> str:
    words = {**data, "from": data.get("from") or _("the stash"), "to": data.get("to") or _("the stash")}
    return _("%(item)s (%(count)s) moved from %(from)s to %(to)s.") % words


def _armed(data: Arguments) -> str:
    if data.get("source"):
        return _("%(name)s bought the same as %(source)s for %(price)s gc.") % data
    if "brings" in data:
        return _("%(name)s brings: %(items)s.") % {**data, "items": data["brings"] or "–"}
    count = int(data.get("count", 0))
    return ngettext(
        "Standard equipment bought for %(count)s warrior or group.",
        "Standard equipment bought for %(count)s warriors and groups.",
        count,
    ) % {"count": count}


def _advanced(data: Arguments) -> str:
    if data.get("learned"):
        sentence = _("%(name)s took an advance: %(learned)s.") % data
    elif data.get("characteristic"):
        raised = str(data["characteristic"]).replace("_", " ")
        sentence = _("%(name)s took an advance: +1 %(raised)s.") % {**data, "raised": raised}
    else:
        sentence = _("%(name)s took an advance without effect.") % data
    return f"{sentence[:-1]} ({data['detail']})." if data.get("detail") else sentence


def _entered(data: Arguments) -> str:
    if data.get("item"):
        amount = f"{data['count']} × {data['item']}" if int(data.get("count", 1)) > 1 else data["item"]
        return _("Entered from the paper roster for %(name)s: %(what)s.") % {**data, "what": amount}
    return _("The history of %(name)s was entered from a paper roster.") % data


def _heir(sentence: str, data: Arguments) -> str:
    """A sentence that names the new leader and the reason for the choice. Rule: RO-LEADER-03"""
    if not data.get("heir"):
        return sentence
    now = {
        "leadership": _("%(heir)s is the new leader: highest Leadership among the heroes (%(leadership)s)."),
        "named": _("%(heir)s is the new leader: named as successor by the rules of the warband."),
        "commands": _("%(heir)s takes command because of a special rule."),
    }.get(str(data.get("heir_reason")), _("%(heir)s is the new leader."))
    return f"{sentence} {now % data}"


def _killed(data: Arguments) -> str:
    if int(data.get("count", 1)) > 1:
        sentence = _("%(count)s of %(name)s died.") % data
    elif data.get("left"):
        sentence = _("One of %(name)s died.") % data
    else:
        sentence = _("%(name)s died.") % data
    # The injury result for death is called "Dead", so "Hartwig died (Dead)." would say it twice.
    names_the_death = "dies" in _effects_of_reason(data)
    return _heir(sentence if names_the_death else _because(sentence, data), data)


def _learned(data: Arguments) -> str:
    words = _("%(name)s lost %(lost)s.") if data.get("lost") else _("%(name)s learned %(learned)s.")
    return _because(words % data, data)


def _injured(data: Arguments) -> str:
    sentence = _("%(name)s: %(injury)s.") % data
    if data.get("detail"):
        sentence = f"{sentence[:-1]} ({data['detail']})."
    missed = int(data.get("misses", 0))
    if missed:
        sentence += " " + ngettext("Misses %(n)s battle.", "Misses %(n)s battles.", missed) % {"n": missed}
    return _heir(sentence, data)


def _experience(data: Arguments) -> str:
    points = int(data.get("points", 0))
    sentence = _because(_("%(name)s gained %(points)s experience, now %(total)s.") % {**data, "points": points}, data)
    due = int(data.get("due", 0))
    return (
        sentence + " " + ngettext("%(n)s advance earned.", "%(n)s advances earned.", due) % {"n": due}
        if due
        else sentence
    )


FATES: Final[dict[str, Sentence]] = {
    "alive": gettext_lazy("%(name)s is back on the roster"),
    "dead": gettext_lazy("%(name)s is dead"),
    "fit": gettext_lazy("%(name)s can fight the next battle"),
    "healed": gettext_lazy("the last injury of %(name)s is removed"),
}


def correction_parts(data: Arguments) -> list[str]:
    """What an arbitrator's correction changed: one text for each part."""
    parts = []
    if data["gold"]:
        parts.append(_("%(n)+d gc") % {"n": data["gold"]})
    if data["shards"]:
        parts.append(_("%(n)+d wyrdstone") % {"n": data["shards"]})
    if data["experience"]:
        parts.append(_("%(n)+d experience for %(name)s") % {"n": data["experience"], "name": data["name"]})
    if data["fate"]:
        parts.append(str(FATES[data["fate"]]) % data)
    return parts


def _corrected(data: Arguments) -> str:
    if "number" in data:
        return _("The roster was restored to its state after entry %(number)s.") % data
    if "fate" in data:
        return _("Corrected: %(what)s.") % {"what": ", ".join(correction_parts(data))}
    return _because(_("Corrected: %(what)s.") % {"what": data.get("what", "")}, data)


def _undone(data: Arguments) -> str:
    return _("Undone: %(sentence)s") % {"sentence": sentence_for(str(data["kind"]), data.get("of", {}))}


def _released(data: Mapping[str, Any]) -> str:
    """Sentence about a released captive and the leader from then on. Rule: RO-LEADER-02"""
    if data.get("leads"):
        return _("%(name)s came home and leads the warband again.") % data
    if data.get("keeps"):
        return (
            _("%(name)s came home. %(keeps)s was hired to lead in the meantime and stays in command (RO-LEADER-02).")
            % data
        )
    return _("%(name)s came home.") % data


def _renamed(data: Arguments) -> str:
    return " ".join(_("%(old)s was renamed to %(name)s.") % rename for rename in (data, *data.get("more", ())))


def _sold_shards(data: Arguments) -> str:
    shards = int(data.get("shards", 0))
    return (
        ngettext(
            "%(shards)s wyrdstone shard sold for %(price)s gc.",
            "%(shards)s wyrdstone shards sold for %(price)s gc.",
            shards,
        )
        % data
    )


SENTENCES: Final[dict[str, Callable[[Arguments], str]]] = {
    EntryKind.STARTED: lambda data: _("The draft was started with %(gold)s gc.") % data,
    EntryKind.ENTERED: _entered,
    EntryKind.IMPORTED: lambda data: _("Imported from a file with %(count)s lines of warriors.") % data,
    EntryKind.COPIED: lambda data: _("Copied from %(name)s.") % data,
    EntryKind.SUGGESTED: lambda data: _("The warband was filled to %(models)s models.") % data,
    EntryKind.ARMED: _armed,
    EntryKind.FOUNDED: lambda data: _("%(name)s was founded with %(models)s models.") % data,
    EntryKind.HIRED: _hired,
    EntryKind.REINFORCED: _reinforced,
    EntryKind.DISMISSED: _dismissed,
    EntryKind.RENAMED: _renamed,
    EntryKind.ARRANGED: lambda data: _("%(name)s was moved on the roster.") % data,
    EntryKind.MUTATED: _mutated,
    EntryKind.BOUGHT: _bought,
    EntryKind.SOLD: _sold,
    EntryKind.GIVEN: _given,
    EntryKind.GAINED_GOLD: lambda data: _because(_("%(price)s gc received.") % data, data),
    EntryKind.SPENT_GOLD: lambda data: _because(_("%(price)s gc spent.") % data, data),
    EntryKind.GAINED_SHARDS: lambda data: _because(_("Shards of wyrdstone: %(shards)s.") % data, data),
    EntryKind.SOLD_SHARDS: _sold_shards,
    EntryKind.FOUND_ITEM: lambda data: _because(_("Found: %(item)s (%(count)s).") % data, data),
    EntryKind.LOST_ITEM: lambda data: _because(_("Lost: %(item)s.") % data, data),
    EntryKind.EXPERIENCE: _experience,
    EntryKind.ADVANCED: _advanced,
    EntryKind.PROMOTED: lambda data: _("%(name)s of %(group)s became a hero.") % data,
    EntryKind.INJURED: _injured,
    EntryKind.KILLED: _killed,
    EntryKind.CAPTURED: lambda data: _heir(_("%(name)s was captured.") % data, data),
    EntryKind.RELEASED: _released,
    EntryKind.MISSES: lambda data: _("%(name)s misses %(count)s more battles.") % data,
    EntryKind.RETURNED: lambda data: _("%(name)s has recovered.") % data,
    EntryKind.LEADER: lambda data: _("%(name)s is the new leader of the warband.") % data,
    EntryKind.UPKEEP: lambda data: _("%(name)s was paid %(price)s gc.") % data,
    EntryKind.LEARNED: _learned,
    EntryKind.FOUGHT: lambda data: _("A battle was fought."),
    EntryKind.CORRECTED: _corrected,
    EntryKind.REPACKED: lambda data: _("The roster uses version %(number)s of %(name)s from now on.") % data,
    EntryKind.ARCHIVED: lambda data: _("The warband was archived."),
    EntryKind.RESTORED: lambda data: _("The warband was restored from the archive."),
    EntryKind.UNDONE: _undone,
}


def sentence_for(kind: str, arguments: Arguments) -> str:
    """The sentence of an entry in the reader's language."""
    return SENTENCES[kind](arguments)
