"""Turns an event into chronicle text. Each kind of event with a text of its own has a small function."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.chronicle.parts import ChronicleText, EventFacts, Name
from campaigns.chronicle.phrases import PHRASES
from campaigns.chronicle.results import casualties, joined, shape_of, side_names
from campaigns.core.event_data import EventData, FinalRow
from campaigns.house_rules.switch_text import switch_words, value_words
from mordheim_site.registry import Registry

# Kinds without a sentence of their own: the answer that follows has one.
QUIET: Final = frozenset(
    {
        "result_reported",
        "report_taken_back",
        "match_dated",
        "match_answered",
        "stand_in_allowed",
        "stand_in_ended",
        "takeover_asked",
        "takeover_refused",
        "scenario_drawn",
        "deal_offered",
        "deal_declined",
        "deal_withdrawn",
        "alliance_proposed",
        "alliance_declined",
        "resource_counted",
        "painted_declared",
        "painted_taken_back",
        "campaign_brought_in",
        "address_changed",
        "match_staked",
        "district_given",
        "comment_written",
    }
)

SentenceWriter = Callable[["PhraseChooser", EventFacts], ChronicleText | None]
WRITERS: Registry[str, SentenceWriter] = Registry("sentence of the chronicle", is_open=lambda: True)
"""Functions that write sentences, by kind of event; the modules of this package add theirs when imported."""


class PhraseChooser:
    """Chooses the wording by the key of the event, but never the wording just used for the previous event of this
    shape."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}

    def say(self, shape: str, key: str) -> str:
        """One of the phrases for this shape of event."""
        phrases = PHRASES[shape]
        index = zlib.crc32(f"{shape}:{key}".encode()) % len(phrases)
        if len(phrases) > 1 and self._last.get(shape) == index:
            index = (index + 1) % len(phrases)
        self._last[shape] = index
        return str(phrases[index])


def writes_sentence_for(*kinds: str) -> Callable[[SentenceWriter], SentenceWriter]:
    """Decorator: register the function that writes about these kinds of events."""

    def register(writer: SentenceWriter) -> SentenceWriter:
        for kind in kinds:
            WRITERS.add(kind, writer)
        return writer

    return register


def kinds_with_words() -> frozenset[str]:
    """All kinds that have a function of their own."""
    return frozenset(WRITERS)


def event_text(happening: EventFacts) -> ChronicleText | None:
    """One event as text; None if it has no text."""
    return _written_text(PhraseChooser(), happening)


def event_texts(happenings: Iterable[EventFacts]) -> list[tuple[EventFacts, ChronicleText]]:
    """Events as text, in the given order. Events without a text are left out."""
    voice = PhraseChooser()
    texts = [(happening, _written_text(voice, happening)) for happening in happenings]
    return [(happening, entry) for happening, entry in texts if entry is not None]


def _written_text(voice: PhraseChooser, happening: EventFacts) -> ChronicleText | None:
    if happening.kind in QUIET:
        return None
    writer = WRITERS.get(happening.kind)
    text = writer(voice, happening) if writer is not None else None
    return text if text is not None else _in_its_own_words(happening)


def _in_its_own_words(happening: EventFacts) -> ChronicleText | None:
    """Text of an event of an unknown kind: the sentence stored with it, or None."""
    sentence = happening.data.sentence
    if not sentence:
        return None
    title = happening.data.title or happening.data.warband or _("In the ruins")
    return ChronicleText(title, ("{sentence}",), {"sentence": Name(sentence)}, leads_to=entry_of(happening.data))


def actor_of(happening: EventFacts) -> Name:
    return Name(happening.actor or _("a former player"))


def entry_of(data: EventData | FinalRow) -> Name | None:
    return Name(data.warband, "entry", data.entry) if data.warband else None


def match_of(data: EventData) -> Name | None:
    return Name("", "match", data.match) if data.match else None


@writes_sentence_for("campaign_created")
def _created(voice: PhraseChooser, event: EventFacts) -> ChronicleText:
    names = {"actor": actor_of(event), "campaign": Name(event.data.name or _("The league"))}
    return ChronicleText(_("The beginning"), (voice.say(event.kind, event.key),), names, is_pivotal=True)


_FIELDS: Final[dict[str, str]] = {
    "name": "name", "notice": "notice", "audience": "audience", "warbands_per_player": "warbands",
    "points_win": "points", "points_draw": "points", "points_loss": "points",
}  # fmt: skip


def _field_word(code: str) -> str:
    return {
        "name": _("the name"),
        "notice": _("the notice"),
        "audience": _("the visibility"),
        "warbands": _("the number of warbands per player"),
        "points": _("the points"),
    }.get(_FIELDS.get(code, ""), "")


@writes_sentence_for("campaign_changed")
def _changed(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    words = list(dict.fromkeys(word for word in map(_field_word, event.data.fields) if word))
    if not words or words == [_field_word("notice")]:
        return None
    names = {"actor": actor_of(event), "fields": Name(", ".join(words))}
    return ChronicleText(_("Terms changed"), (voice.say(event.kind, event.key),), names)


@writes_sentence_for("house_rules_changed")
def _house_rules(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    switches = event.data.switches
    if not switches:
        return None
    lines = [f"{switch_words(code)[0]}: {value_words(code, value)}" for code, value in switches.items()]
    names = {"actor": actor_of(event), "rules": Name("; ".join(lines))}
    return ChronicleText(_("House rules changed"), (voice.say(event.kind, event.key),), names)


@writes_sentence_for("packs_changed")
def _packs(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    lines = [_("with version %(n)s of %(name)s") % {"name": pack.name, "n": pack.number} for pack in event.data.own]
    gone = [*event.data.left_out, *event.data.dropped]
    if gone:
        lines.append(_("without %(names)s") % {"names": ", ".join(gone)})
    if event.data.let_in:
        lines.append(_("with %(names)s again") % {"names": ", ".join(event.data.let_in)})
    if not lines:
        return None
    names = {"actor": actor_of(event), "packs": Name("; ".join(lines))}
    return ChronicleText(_("Packs changed"), (voice.say(event.kind, event.key),), names)


@writes_sentence_for("campaign_paused", "campaign_running")
def _status(voice: PhraseChooser, event: EventFacts) -> ChronicleText:
    title = _("A truce") if event.kind == "campaign_paused" else _("Swords out again")
    reason = event.data.reason
    shape = "campaign_paused_why" if event.kind == "campaign_paused" and reason else event.kind
    return ChronicleText(title, (voice.say(shape, event.key),), {"actor": actor_of(event), "reason": Name(reason)})


@writes_sentence_for("clock_ruled")
def _clock(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    sides, reason = side_names(event.data), event.data.reason
    if len(sides) < 2 or not reason:
        return None
    given = event.data.given
    names = {"actor": actor_of(event), "one": sides[0], "other": joined(sides[1:]), "reason": Name(reason)}
    names["warband"] = next((side for side in sides if side.text == given), Name(given))
    text = voice.say("clock_given" if given else "clock_stopped", event.key)
    return ChronicleText(_("The clock"), (text,), names, leads_to=match_of(event.data))


@writes_sentence_for("aftermath_reverted", "aftermath_corrected")
def _aftermath_changed(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    sides, reason = side_names(event.data), event.data.reason
    if len(sides) < 2 or not reason:
        return None
    names = {"actor": actor_of(event), "one": sides[0], "other": joined(sides[1:]), "reason": Name(reason)}
    return ChronicleText(_("The aftermath"), (voice.say(event.kind, event.key),), names, leads_to=match_of(event.data))


@writes_sentence_for("campaign_closed")
def _closed(voice: PhraseChooser, event: EventFacts) -> ChronicleText:
    names: dict[str, Name] = {"actor": actor_of(event)}
    sentences = [voice.say(event.kind, event.key)]
    table = [row for row in event.data.table if row.played]
    if table:
        names["first"] = entry_of(table[0]) or Name("")
        names["points"] = Name(str(table[0].points))
        sentences.append(voice.say("final_first", event.key))
    if len(table) > 1:
        names["second"] = entry_of(table[1]) or Name("")
        sentences.append(voice.say("final_second", event.key))
    return ChronicleText(_("The end"), tuple(sentences), names, is_pivotal=True)


@writes_sentence_for("warband_joined")
def _joined(voice: PhraseChooser, event: EventFacts) -> ChronicleText:
    warband = entry_of(event.data) or Name(_("A warband"))
    shape = "warband_joined_unplayed" if event.data.is_unplayed else "warband_joined"
    names = {"warband": warband, "actor": actor_of(event)}
    return ChronicleText(warband.text, (voice.say(shape, event.key),), names, leads_to=warband)


@writes_sentence_for("warband_withdrew")
def _withdrew(voice: PhraseChooser, event: EventFacts) -> ChronicleText:
    warband = entry_of(event.data) or Name(_("A warband"))
    return ChronicleText(warband.text, (voice.say(event.kind, event.key),), {"warband": warband}, leads_to=warband)


@writes_sentence_for("role_given")
def _role(voice: PhraseChooser, event: EventFacts) -> ChronicleText:
    role = {
        "arbitrator": _("the arbitrator"),
        "co_arbitrator": _("a co-arbitrator"),
        "player": _("a player"),
        "guest": _("a guest"),
    }.get(event.data.role, event.data.role)
    names = {
        "person": Name(event.data.person or _("A player")),
        "role": Name(role),
        "actor": actor_of(event),
    }
    return ChronicleText(_("Roles"), (voice.say(event.kind, event.key),), names)


@writes_sentence_for("arbitrator_replaced")
def _replaced(voice: PhraseChooser, event: EventFacts) -> ChronicleText:
    shape = "arbitrator_left" if event.data.has_left else "arbitrator_replaced"
    return ChronicleText(_("Roles"), (voice.say(shape, event.key),), {"person": Name(event.data.person)})


@writes_sentence_for("rounds_planned")
def _planned(voice: PhraseChooser, event: EventFacts) -> ChronicleText:
    count = event.data.count
    names = {"actor": actor_of(event), "count": Name(str(count)), "first": Name(str(event.data.first))}
    shape = "one_round_planned" if count == 1 else "rounds_planned"
    return ChronicleText(_("The pairings"), (voice.say(shape, event.key),), names)


@writes_sentence_for("match_arranged", "result_disputed", "match_voided", "match_declined")
def _about_a_match(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    sides = side_names(event.data)
    if len(sides) < 2:
        return None
    title = {
        "match_arranged": _("A challenge"), "result_disputed": _("A dispute"), "match_voided": _("Match cancelled"),
        "match_declined": _("Challenge declined"),
    }[event.kind]  # fmt: skip
    names = {"one": sides[0], "other": joined(sides[1:])}
    return ChronicleText(title, (voice.say(event.kind, event.key),), names, leads_to=match_of(event.data))


@writes_sentence_for("match_played", "result_ruled")
def _played(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    result = shape_of(event.data)
    if result is None:
        return None
    names = {"winner": result.winner, "loser": result.loser}
    sentences = [voice.say(result.shape, event.key)]
    shape, counts = casualties(event.data)
    if shape:
        sentences.append(voice.say(shape, event.key))
        names |= counts
    leader = event.data.new_leader
    if leader:
        names["leader"] = next((side for side in side_names(event.data) if side.text == leader), Name(leader))
        sentences.append(voice.say("new_leader", event.key))
    if event.kind == "result_ruled":
        names |= {"actor": actor_of(event), "reason": Name(event.data.reason or _("none was given"))}
        sentences.append(voice.say("ruled", event.key))
    title = _("%(one)s against %(other)s") % {"one": result.winner.text, "other": result.loser.text}
    return ChronicleText(
        _("A battle with several sides") if result.shape.startswith("many_") else title,
        tuple(sentences),
        names,
        leads_to=match_of(event.data),
        is_pivotal=result.shape == "win_upset" or bool(leader),
    )


@writes_sentence_for("battle_played")
def _battle(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    sides = side_names(event.data)
    if len(sides) > 1:
        names = {"one": sides[0], "other": joined(sides[1:])}
        title = _("%(one)s against %(other)s") % {"one": names["one"].text, "other": names["other"].text}
        return ChronicleText(title, (voice.say(event.kind, event.key),), names, leads_to=match_of(event.data))
    warband = entry_of(event.data)
    if warband is None:
        return None
    return ChronicleText(
        warband.text, (voice.say("battle_played_alone", event.key),), {"warband": warband}, leads_to=warband
    )


@writes_sentence_for("aftermath_done")
def _aftermath(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    warband = entry_of(event.data)
    if warband is None:
        return None
    names = {"warband": warband}
    sentences = [voice.say(event.kind, event.key)]
    shards, gold = event.data.shards, event.data.gold_gc
    finds = [ngettext("%(n)d shard", "%(n)d shards", shards) % {"n": shards}] if shards > 0 else []
    finds += [_("%(n)d gc") % {"n": gold}] if gold > 0 else []
    if finds:
        names["finds"] = Name(_(" and ").join(finds))
        sentences.append(voice.say("aftermath_finds", event.key))
    return ChronicleText(warband.text, tuple(sentences), names, leads_to=warband)


@writes_sentence_for("warrior_died", "advance_taken")
def _warrior(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    warband, warrior = entry_of(event.data), event.data.warrior
    if warband is None or not warrior:
        return None
    killer, gained = event.data.killer, event.data.gained
    names = {"warband": warband, "warrior": Name(warrior), "killer": Name(killer), "gained": Name(gained)}
    shape = event.kind
    if event.kind == "warrior_died" and killer:
        shape = "warrior_died_by"
    if event.kind == "advance_taken" and not gained:
        shape = "advance_taken_plain"
    is_pivotal = event.kind == "warrior_died" and event.data.is_leader
    return ChronicleText(warrior, (voice.say(shape, event.key),), names, leads_to=warband, is_pivotal=is_pivotal)
