"""Sentences for aftermath lines about items, hired swords and tomes; continues `text.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.aftermath.activities.belongings import words_of
from battles.aftermath.stored.activity_lines import (
    ActivityResult,
    DeedLine,
    HeirsMagicLine,
    SoldAsCommonLine,
    StudyLine,
    WaresLine,
    WishLine,
)
from battles.aftermath.stored.captive_lines import RisenLine
from battles.aftermath.stored.find_lines import (
    GaveShareLine,
    GotShareLine,
    LedByMapLine,
    MapReadLine,
    SearchDiceLine,
)
from battles.aftermath.stored.injury_lines import BountyLine, InjuryAgainLine, LootedLine
from battles.aftermath.stored.item_lines import (
    BeastAskedLine,
    BeastLine,
    CravingLine,
    ItemDamageLine,
    ItemUseLine,
    UsedUpLine,
)
from battles.aftermath.stored.roster_lines import BloodPriceLine, ExtraSkillLine, HungryLine, PocketsLine, RobsLine
from battles.models import AftermathLine
from catalogue.packs.installed import book


def _words(line: AftermathLine, item: str | None) -> dict[str, str]:
    fact = book().items.get(item or "")
    return {"name": line.subject_name, "item": fact.name if fact is not None else ""}


def _used_up(line: AftermathLine) -> str:
    used = UsedUpLine.read(line)
    text = _("%(name)s: %(item)s is used up.") % _words(line, used.item)
    if used.left is None:
        return text
    return f"{text} " + (f"{words_of(used.left)}." if used.left else _("It has no side effect."))


def _was_it_used(line: AftermathLine) -> str:
    words = _words(line, ItemUseLine.read(line).item)
    if line.answer == "used":
        return _("%(name)s: %(item)s is used up.") % words
    if line.answer:
        return _("%(name)s: %(item)s was not needed.") % words
    return _("%(name)s carried %(item)s. Was it used in the battle?") % words


def _strained(line: AftermathLine) -> str:
    damage = ItemDamageLine.read(line)
    words = _words(line, damage.item)
    if damage.broke:
        return _("%(name)s was taken out of action, and the %(item)s is ruined.") % words
    return _("%(name)s was taken out of action, but the %(item)s is intact.") % words


def _beast(line: AftermathLine) -> str:
    beast = BeastLine.read(line)
    words = _words(line, beast.item)
    return (_("%(name)s's %(item)s is dead.") if beast.dies else _("%(name)s's %(item)s has recovered.")) % words


def _beast_asked(line: AftermathLine) -> str:
    words = _words(line, BeastAskedLine.read(line).item)
    if not line.answer:
        return _("Was %(name)s's %(item)s taken out of action in the battle?") % words
    if line.answer == "stood":
        return _("%(name)s's %(item)s was not taken out of action.") % words
    return _beast(line)


def search_dice(line: AftermathLine) -> str:
    """The exploration dice, the options to change them, or the change that was made."""
    dice = SearchDiceLine.read(line)
    hand = dice.hand
    faces = ", ".join(str(face) for face in hand.kept)
    kind = line.answer.partition(":")[0]
    if kind == "stand":
        return _("The dice are kept: %(faces)s.") % {"faces": faces}
    if kind:
        text = {
            "again": _("A die is re-rolled: %(faces)s becomes %(now)s."),
            "away": _("A die is discarded: %(faces)s becomes %(now)s."),
            "pick": _("A map adds a die to %(faces)s: %(now)s."),
        }.get(kind, _("A die is changed: %(faces)s becomes %(now)s."))
        return text % {"faces": faces, "now": ", ".join(str(face) for face in dice.now)}
    parts = [_("The exploration dice show %(faces)s.") % {"faces": faces}]
    for count, singular, many in (
        (hand.again, _("You may re-roll one die."), _("You may re-roll %(n)d dice.")),
        (hand.turns, _("You may change one die by 1."), _("You may change %(n)d dice by 1.")),
        (hand.either, _("You may re-roll or change one die."), _("You may re-roll or change %(n)d dice.")),
        (hand.away, _("You must discard one die."), _("You must discard %(n)d dice.")),
        (hand.picks, _("You choose the face of one more die."), _("You choose the faces of %(n)d more dice.")),
        (
            len(hand.pairs),
            _("You must discard one die of a pair."),
            _("You must discard one die of each of %(n)d pairs."),
        ),
    ):
        if count:
            parts.append(singular if count == 1 else many % {"n": count})
    return " ".join(parts)


def _map_read(line: AftermathLine) -> str:
    read = MapReadLine.read(line)
    return {
        "fake": _("%(item)s is a fake: the next opponent may choose the scenario."),
        "vague": _("%(item)s is vague: you may re-roll one die of the next exploration."),
        "catacombs": _("%(item)s shows the catacombs: you may choose the next scenario."),
        "accurate": _("%(item)s is accurate: you may re-roll three dice of the next exploration."),
        "master": _("%(item)s is a master map: you may re-roll one die in every exploration."),
    }[read.reading] % _words(line, read.item)


def _risen(line: AftermathLine) -> str:
    words = {"name": line.subject_name, "of": RisenLine.read(line).of}
    return {
        "": _("%(name)s of %(of)s is dead. Raise this hero to serve you?"),
        "raise": _("%(name)s of %(of)s rises as a member of your warband, with the same weapons."),
    }.get(line.answer, _("%(name)s of %(of)s was not raised.")) % words


def _study(line: AftermathLine) -> str:
    study = StudyLine.read(line)
    words = _words(line, study.item) | {"reader": study.reader or "", "spell": study.spell or ""}
    if study.spell:
        return _("%(reader)s studied the %(item)s and learned %(spell)s.") % words
    return (_("The %(item)s is saved for later.") if line.answer else _("Who reads the %(item)s?")) % words


def _heirs_magic(line: AftermathLine) -> str:
    words = {"name": line.subject_name, "spell": HeirsMagicLine.read(line).spell or ""}
    if words["spell"]:
        return _("%(name)s learns the dead leader's magic: %(spell)s.") % words
    if line.answer:
        return _("%(name)s does not learn the dead leader's magic.") % words
    return _("%(name)s is the new leader and may learn the dead leader's magic instead of an advance.") % words


def _hungry(line: AftermathLine) -> str:
    hungry = HungryLine.read(line)
    words = {"name": line.subject_name, "price": hungry.price, "n": hungry.count}
    return {
        "": _("%(name)s must eat: %(price)s gc."),
        "feed_gold": _("%(name)s was fed for %(price)s gc."),
        "feed_small": _("%(name)s ate %(n)s of the small warriors."),
    }.get(line.answer, _("%(name)s was not fed and left.")) % words


def _robs(line: AftermathLine) -> str:
    stolen = RobsLine.read(line)
    sentence = ngettext(
        "%(name)s stole everything and left: %(gold)s gc and %(shards)s shard.",
        "%(name)s stole everything and left: %(gold)s gc and %(shards)s shards.",
        stolen.shards,
    )
    return sentence % {"name": line.subject_name, "gold": stolen.gold, "shards": stolen.shards}


def _pockets(line: AftermathLine) -> str:
    if PocketsLine.read(line).lost:
        return _("%(name)s stole a shard.") % {"name": line.subject_name}
    return _("%(name)s stole nothing.") % {"name": line.subject_name}


def _blood_price(line: AftermathLine) -> str:
    words = {"name": line.subject_name, "victim": BloodPriceLine.read(line).victim}
    if words["victim"]:
        return _("%(name)s kills one of your warriors as payment: %(victim)s.") % words
    return _("%(name)s takes no payment this time.") % words


def _injury_again(line: AftermathLine) -> str:
    words = {"name": line.subject_name, "what": ", ".join(InjuryAgainLine.read(line).names)}
    if line.answer == "again":
        return _("%(name)s: %(what)s, re-rolled.") % words
    return (_("%(name)s: %(what)s is kept.") if line.answer else _("%(name)s: %(what)s. Re-roll it?")) % words


def _looted(line: AftermathLine) -> str:
    looted = LootedLine.read(line)
    words = {"name": line.subject_name, "of": looted.of, "items": ", ".join(looted.items)}
    return _("%(name)s of %(of)s was looted: %(items)s.") % words


def stolen_words(line: AftermathLine, result: ActivityResult) -> str:
    """The result of a theft, as text."""
    words = _words(line, result.item)
    if result.stolen:
        return _("%(name)s: %(item)s, stolen for the stash.") % words
    return (
        _("Caught with %(item)s, and hanged.") if result.hanged else _("Caught with %(item)s, but escaped.")
    ) % words


def _deed(line: AftermathLine) -> str:
    deed = DeedLine.read(line)
    words = _words(line, deed.item) | {"gold": str(deed.gold or 0), "n": str(deed.count or 0)}
    if not line.answer:
        return {
            "slick_operator": _("%(name)s may try a con: gold, or miss a battle."),
            "banditry": _("%(name)s may rob travellers instead of searching: gold, or an injury."),
            "brews_instead": _("%(name)s may brew poison instead of searching."),
            "visits_market": _("%(name)s knows merchants of the black market."),
            "grants_wishes": _("%(name)s may make a wish with %(item)s."),
            "stays_away_for_points": _("%(name)s may miss the next battle for a campaign point."),
        }.get(deed.deed, _("%(name)s may steal something.")) % words
    if line.answer == "no_deed":
        return _("%(name)s does not do it.") % words
    if deed.told is not None:
        return _("%(name)s, %(item)s: ") % words + " ".join(deed.told)
    if deed.stays is not None:
        return _("%(name)s misses the next battle to make plans.") % words
    if deed.nothing is not None:
        words["place"] = deed.place or ""
        text = _("%(name)s, %(place)s: nothing for sale.") if deed.nothing else _("%(name)s, %(place)s.")
        return text % words
    if deed.stolen is not None:
        return stolen_words(line, deed)
    if deed.count is not None:
        return _("%(name)s brewed %(n)s: %(item)s.") % words
    return (_("%(name)s came back with %(gold)s gc.") if deed.gold else _("%(name)s failed.")) % words


def _wish(line: AftermathLine) -> str:
    wish = WishLine.read(line)
    words = _words(line, wish.item) | {"got": wish.got or ""}
    if not line.answer:
        return _("%(name)s has a wish granted: %(item)s. Choose what it brings.") % words
    return (_("%(name)s's wish: %(got)s.") if words["got"] else _("%(name)s does not use the wish.")) % words


def _map_instead(line: AftermathLine) -> str:
    return {
        "": _("You may follow %(name)s instead of exploring the ruins."),
        "follow_map": _("The warband follows %(name)s instead of exploring."),
    }.get(line.answer, _("%(name)s is saved for later.")) % {"name": line.subject_name}


def _for_sale(line: AftermathLine, result: ActivityResult) -> str:
    words = _words(line, result.item) | {"n": str(result.count or 0), "paid": str(result.paid or 0)}
    if result.paid is not None:
        text = _("%(name)s: %(item)s (%(n)s) for %(paid)s gc.") % words
    elif line.answer:
        text = _("%(name)s: nothing was bought.") % words
    else:
        text = _("%(name)s: this is for sale.") % words
    if result.gold is not None:
        text += " " + _("The secrets of the merchants bring %(gold)s gc.") % {"gold": result.gold}
    return text


def _bounty(line: AftermathLine) -> str:
    bounty = BountyLine.read(line)
    words = {"name": line.subject_name, "mark": bounty.mark, "gold": bounty.gold, "points": bounty.points}
    if bounty.points:
        return _("%(name)s brought in %(mark)s: %(gold)s gc, and %(points)s experience for the hunter.") % words
    return _("%(name)s brought in %(mark)s: %(gold)s gc.") % words


def _gave_share(line: AftermathLine) -> str:
    share = GaveShareLine.read(line)
    sentence = ngettext(
        "%(n)d shard goes to %(to)s, as agreed in the alliance.",
        "%(n)d shards go to %(to)s, as agreed in the alliance.",
        share.shards,
    )
    return sentence % {"n": share.shards, "to": share.to}


def _got_share(line: AftermathLine) -> str:
    share = GotShareLine.read(line)
    sentence = ngettext(
        "%(n)d shard comes from %(of)s, as agreed in the alliance.",
        "%(n)d shards come from %(of)s, as agreed in the alliance.",
        share.shards,
    )
    return sentence % {"n": share.shards, "of": share.of}


def _extra_skill(line: AftermathLine) -> str:
    words = {"name": line.subject_name, "skill": ExtraSkillLine.read(line).skill}
    return (
        _("%(name)s learns one more skill: %(skill)s.") if line.answer else _("%(name)s learns one more skill.")
    ) % words


MORE_SENTENCES: Final[dict[str, Callable[[AftermathLine], str]]] = {
    "used_up": _used_up,
    "was_it_used": _was_it_used,
    "strained": _strained,
    "beast": _beast,
    "beast_asked": _beast_asked,
    "map_read": _map_read,
    "deed": _deed,
    "led_by_map": lambda line: (
        _("%(name)s's map: %(what)s") % {"name": line.subject_name, "what": LedByMapLine.read(line).what}
    ),
    "map_instead": _map_instead,
    "wish": _wish,
    "wares": lambda line: _for_sale(line, WaresLine.read(line)),
    "as_common": lambda line: _for_sale(line, SoldAsCommonLine.read(line)),
    "bounty": _bounty,
    "injury_again": _injury_again,
    "looted": _looted,
    "gave_share": _gave_share,
    "got_share": _got_share,
    "elixir": lambda line: _("An elixir is used and the roll is repeated."),
    "talent_dies": lambda line: _("%(name)s: one showed talent and died because of it.") % {"name": line.subject_name},
    "extra_skill": _extra_skill,
    "hungry": _hungry,
    "robs": _robs,
    "pockets": _pockets,
    "blood_price": _blood_price,
    "walks_out": lambda line: _("%(name)s leaves the warband.") % {"name": line.subject_name},
    "unpaid": lambda line: _("%(name)s asks for no upkeep this time.") % {"name": line.subject_name},
    "risen": _risen,
    "study": _study,
    "heirs_magic": _heirs_magic,
    "falls_apart": lambda line: _("No warrior is left who can control the undead: the warband disbands."),
    "doom": lambda line: _("%(name)s saw doom in the cards and misses the next battle.") % {"name": line.subject_name},
    "craving": lambda line: (
        _("%(name)s found no %(item)s and left the warband.") % _words(line, CravingLine.read(line).item)
    ),
}


MORE_OPTIONS: Final[dict[str, Callable[[], str]]] = {
    "used": lambda: _("It was used up"),
    "kept": lambda: _("It was not needed"),
    "feed_gold": lambda: _("Buy food"),
    "feed_small": lambda: _("Feed it weaker members of the warband"),
    "unfed": lambda: _("Let it go hungry"),
    "camp": lambda: _("Leave in camp, unpaid"),
    "stand_injury": lambda: _("Accept the result"),
    "do": lambda: _("Do it"),
    "follow_map": lambda: _("Follow the map"),
    "search_ruins": lambda: _("Explore the ruins"),
    "no_deed": lambda: _("Not this time"),
    "raise": lambda: _("Raise"),
    "rest": lambda: _("Do not raise"),
    "later": lambda: _("Not now"),
    "roll": lambda: _("Roll the advance"),
    "stood": lambda: _("Not taken out of action"),
    "fell": lambda: _("Taken out of action"),
}
"""Labels of the options of these lines, by kind of option."""
