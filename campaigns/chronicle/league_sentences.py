"""Chronicle text for awards, deals, the map and posts."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.chronicle.parts import ChronicleText, EventFacts, Name
from campaigns.chronicle.results import side_names
from campaigns.chronicle.sentences import PhraseChooser, actor_of, entry_of, writes_sentence_for


@writes_sentence_for("painted_confirmed")
def _painted(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    warband = entry_of(event.data)
    if warband is None:
        return None
    names = {"warband": warband, "actor": actor_of(event)}
    return ChronicleText(warband.text, (voice.say(event.kind, event.key),), names, leads_to=warband)


@writes_sentence_for("award_given")
def _award(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    warband, title = entry_of(event.data), event.data.title_given
    if warband is None or not title:
        return None
    names = {"warband": warband, "title": Name(title), "actor": actor_of(event)}
    sentences = [voice.say(event.kind, event.key)]
    reason = event.data.reason
    if reason:
        names["reason"] = Name(reason)
        sentences.append(voice.say("award_reason", event.key))
    return ChronicleText(_("An honour"), tuple(sentences), names, leads_to=warband)


@writes_sentence_for("deal_agreed", "alliance_made", "alliance_ended")
def _pact(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    sides = side_names(event.data)
    if len(sides) != 2:
        return None
    shape = "deal_ransom" if event.kind == "deal_agreed" and event.data.is_ransom else event.kind
    title = {"deal_agreed": _("A deal"), "alliance_made": _("A pact"), "alliance_ended": _("A pact ends")}
    return ChronicleText(title[event.kind], (voice.say(shape, event.key),), {"one": sides[0], "other": sides[1]})


@writes_sentence_for("district_taken")
def _district(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    warband, district = entry_of(event.data), event.data.district
    if warband is None or not district:
        return None
    loser = event.data.taken_from
    shape = "district_taken_from" if loser else "district_taken"
    names = {"warband": warband, "district": Name(district), "loser": Name(loser)}
    return ChronicleText(district, (voice.say(shape, event.key),), names, leads_to=warband)


@writes_sentence_for("income_paid")
def _income(voice: PhraseChooser, event: EventFacts) -> ChronicleText:
    names = {
        "gold": Name(str(event.data.gold_gc)), "count": Name(str(event.data.districts)),
    }  # fmt: skip
    return ChronicleText(_("Income"), (voice.say(event.kind, event.key),), names)


@writes_sentence_for("faction_joined")
def _faction(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    warband, faction = entry_of(event.data), event.data.faction
    if warband is None or not faction:
        return None
    return ChronicleText(faction, (voice.say(event.kind, event.key),), {"warband": warband, "faction": Name(faction)})


@writes_sentence_for("post_published")
def _post(voice: PhraseChooser, event: EventFacts) -> ChronicleText | None:
    title = event.data.title
    if not title:
        return None
    post = Name(title, "post", event.data.post)
    shape = "post_report" if event.data.is_report else "post_news"
    names = {"actor": actor_of(event), "title": post}
    return ChronicleText(
        _("News") if shape == "post_news" else title, (voice.say(shape, event.key),), names, leads_to=post
    )
