"""Sentences for aftermath lines about items, hired swords and studies; continues `text.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.aftermath.activities.belongings import words_of
from battles.engine.aftermath.exploration_dice import ExplorationDice
from battles.models import AftermathLine
from catalogue.packs.installed import book


def _words(line: AftermathLine) -> dict[str, str]:
    thing = book().items.get(str(line.data.get("item", "")))
    return {"name": line.subject_name, "item": thing.name if thing is not None else ""}


def _used_up(line: AftermathLine) -> str:
    said = _("%(name)s: %(item)s is used up.") % _words(line)
    if "left" not in line.data:
        return said
    return f"{said} " + (_("It has no side effect.") if not line.data["left"] else f"{words_of(line.data['left'])}.")


def _was_it_used(line: AftermathLine) -> str:
    if line.answer == "used":
        return _("%(name)s: %(item)s is used up.") % _words(line)
    if line.answer:
        return _("%(name)s: %(item)s was not needed.") % _words(line)
    return _("%(name)s carried %(item)s. Was it used in the battle?") % _words(line)


def _strained(line: AftermathLine) -> str:
    if line.data["broke"]:
        return _("%(name)s went down, and %(item)s is ruined.") % _words(line)
    return _("%(name)s went down, but %(item)s is intact.") % _words(line)


def _beast(line: AftermathLine) -> str:
    if line.data["dies"]:
        return _("%(item)s of %(name)s is dead.") % _words(line)
    return _("%(item)s of %(name)s has recovered.") % _words(line)


def _beast_asked(line: AftermathLine) -> str:
    if not line.answer:
        return _("Did the %(item)s of %(name)s go down in the battle?") % _words(line)
    if line.answer == "stood":
        return _("%(item)s of %(name)s did not go down.") % _words(line)
    return _beast(line)


def search_dice(line: AftermathLine) -> str:
    """The exploration dice, the options to change them, or the change that was made."""
    hand = ExplorationDice.from_data(line.data)
    faces = ", ".join(str(face) for face in hand.kept)
    kind = line.answer.partition(":")[0]
    if kind == "stand":
        return _("The dice are kept: %(faces)s.") % {"faces": faces}
    if kind:
        said = {
            "again": _("A die is re-rolled: %(faces)s becomes %(now)s."),
            "away": _("A die is discarded: %(faces)s becomes %(now)s."),
            "pick": _("A map adds a die to %(faces)s: %(now)s."),
        }.get(kind, _("A die is changed: %(faces)s becomes %(now)s."))
        return said % {"faces": faces, "now": ", ".join(str(face) for face in line.data["now"])}
    parts = [_("The exploration dice show %(faces)s.") % {"faces": faces}]
    for count, one, many in (
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
            parts.append(one if count == 1 else many % {"n": count})
    return " ".join(parts)


def _map_read(line: AftermathLine) -> str:
    return {
        "fake": _("%(item)s is a fake: the next opponent may choose the scenario."),
        "vague": _("%(item)s is vague: you may re-roll one die of the next exploration."),
        "catacombs": _("%(item)s shows the catacombs: you may choose the next scenario."),
        "accurate": _("%(item)s is accurate: you may re-roll three dice of the next exploration."),
        "master": _("%(item)s is a master map: you may re-roll one die in every exploration."),
    }[str(line.data["reading"])] % _words(line)


def _risen(line: AftermathLine) -> str:
    words = {"name": line.subject_name, "of": line.data["of"]}
    return {
        "": _("%(name)s of %(of)s is dead. Raise this hero to serve you?"),
        "raise": _("%(name)s of %(of)s rises as a member of your warband, with the same weapons."),
    }.get(line.answer, _("%(name)s of %(of)s was not raised.")) % words


def _study(line: AftermathLine) -> str:
    words = _words(line) | {"reader": line.data.get("reader", ""), "spell": line.data.get("spell", "")}
    if line.data.get("spell"):
        return _("%(reader)s studied the %(item)s and learned %(spell)s.") % words
    return (_("The %(item)s is saved for later.") if line.answer else _("Who reads the %(item)s?")) % words


def _heirs_magic(line: AftermathLine) -> str:
    words = {"name": line.subject_name, "spell": line.data.get("spell", "")}
    if line.data.get("spell"):
        return _("%(name)s learns the dead leader's magic: %(spell)s.") % words
    if line.answer:
        return _("%(name)s does not learn the dead leader's magic.") % words
    return _("%(name)s is the new leader and may learn the dead leader's magic instead of an advance.") % words


def _hungry(line: AftermathLine) -> str:
    words = {"name": line.subject_name, "price": line.data["price"], "n": line.data["count"]}
    return {
        "": _("%(name)s must eat: %(price)s gc."),
        "feed_gold": _("%(name)s was fed for %(price)s gc."),
        "feed_small": _("%(name)s ate %(n)s of the small warriors."),
    }.get(line.answer, _("%(name)s was not fed and left.")) % words


def _robs(line: AftermathLine) -> str:
    shards = int(line.data["shards"])
    sentence = ngettext(
        "%(name)s stole everything and left: %(gold)s gc and %(shards)s shard.",
        "%(name)s stole everything and left: %(gold)s gc and %(shards)s shards.",
        shards,
    )
    return sentence % {"name": line.subject_name, "gold": line.data["gold"], "shards": shards}


def _pockets(line: AftermathLine) -> str:
    if line.data["lost"]:
        return _("%(name)s stole a shard.") % {"name": line.subject_name}
    return _("%(name)s stole nothing.") % {"name": line.subject_name}


def _blood_price(line: AftermathLine) -> str:
    words = {"name": line.subject_name, "victim": line.data["victim"]}
    if line.data["victim"]:
        return _("%(name)s kills one of your warriors as payment: %(victim)s.") % words
    return _("%(name)s takes no payment this time.") % words


def _injury_again(line: AftermathLine) -> str:
    words = {"name": line.subject_name, "what": ", ".join(line.data["names"])}
    if line.answer == "again":
        return _("%(name)s: %(what)s, re-rolled.") % words
    return (_("%(name)s: %(what)s stands.") if line.answer else _("%(name)s: %(what)s. Re-roll it?")) % words


def _looted(line: AftermathLine) -> str:
    words = {"name": line.subject_name, "of": line.data["of"], "items": ", ".join(line.data["items"])}
    return _("%(name)s of %(of)s was looted: %(items)s.") % words


def stolen_words(line: AftermathLine) -> str:
    """The result of a theft."""
    words = _words(line)
    if line.data["stolen"]:
        return _("%(name)s: %(item)s, stolen for the stash.") % words
    return (
        _("Caught with %(item)s, and hanged.") if line.data["hanged"] else _("Caught with %(item)s, but escaped.")
    ) % words


def _deed(line: AftermathLine) -> str:
    words = _words(line) | {"gold": line.data.get("gold", 0), "n": line.data.get("count", 0)}
    if not line.answer:
        return {
            "slick_operator": _("%(name)s may try a con: gold, or miss a battle."),
            "banditry": _("%(name)s may rob travellers instead of searching: gold, or an injury."),
            "brews_instead": _("%(name)s may brew poison instead of searching."),
            "visits_market": _("%(name)s knows merchants of the black market."),
            "grants_wishes": _("%(name)s could make wishes: %(item)s."),
            "stays_away_for_points": _("%(name)s may miss the next battle for a campaign point."),
        }.get(str(line.data["deed"]), _("%(name)s may steal something.")) % words
    if line.answer == "no_deed":
        return _("%(name)s does not do it.") % words
    if "told" in line.data:
        return _("%(name)s, %(item)s: ") % words + " ".join(line.data["told"])
    if "stays" in line.data:
        return _("%(name)s misses the next battle to make plans.") % words
    if "nothing" in line.data:
        words["place"] = line.data["place"]
        said = _("%(name)s, %(place)s: nothing for sale.") if line.data["nothing"] else _("%(name)s, %(place)s.")
        return said % words
    if "stolen" in line.data:
        return stolen_words(line)
    if "count" in line.data:
        return _("%(name)s brewed %(n)s: %(item)s.") % words
    return (_("%(name)s came back with %(gold)s gc.") if line.data["gold"] else _("%(name)s failed.")) % words


def _wish(line: AftermathLine) -> str:
    words = _words(line) | {"got": line.data.get("got", "")}
    if not line.answer:
        return _("%(name)s has a wish granted: %(item)s. Choose what it brings.") % words
    return (_("The wish of %(name)s: %(got)s.") if words["got"] else _("%(name)s lets the wish go.")) % words


def _map_instead(line: AftermathLine) -> str:
    return {
        "": _("You may follow %(name)s instead of exploring the ruins."),
        "follow_map": _("%(name)s is followed instead of exploring."),
    }.get(line.answer, _("%(name)s is saved for later.")) % {"name": line.subject_name}


def _for_sale(line: AftermathLine) -> str:
    words = _words(line) | {"n": line.data.get("count", 0), "paid": line.data.get("paid", 0)}
    if "paid" in line.data:
        said = _("%(name)s: %(item)s (%(n)s) for %(paid)s gc.") % words
    elif line.answer:
        said = _("%(name)s: nothing was bought.") % words
    else:
        said = _("%(name)s: this is for sale.") % words
    if "gold" in line.data:
        said += " " + _("The secrets of the merchants bring %(gold)s gc.") % {"gold": line.data["gold"]}
    return said


def _bounty(line: AftermathLine) -> str:
    words = {"name": line.subject_name, **{key: line.data[key] for key in ("mark", "gold", "points")}}
    if words["points"]:
        return _("%(name)s brought in %(mark)s: %(gold)s gc, and %(points)s experience for the hunter.") % words
    return _("%(name)s brought in %(mark)s: %(gold)s gc.") % words


MORE_SENTENCES: Final[dict[str, Callable[[AftermathLine], str]]] = {
    "used_up": _used_up,
    "was_it_used": _was_it_used,
    "strained": _strained,
    "beast": _beast,
    "beast_asked": _beast_asked,
    "map_read": _map_read,
    "deed": _deed,
    "led_by_map": lambda line: (
        _("A map of %(name)s: %(what)s") % {"name": line.subject_name, "what": line.data["what"]}
    ),
    "map_instead": _map_instead,
    "wish": _wish,
    "wares": _for_sale,
    "as_common": _for_sale,
    "bounty": _bounty,
    "injury_again": _injury_again,
    "looted": _looted,
    "gave_share": lambda line: (
        ngettext(
            "%(n)d shard goes to %(to)s, as agreed in the alliance.",
            "%(n)d shards go to %(to)s, as agreed in the alliance.",
            line.data["shards"],
        )
        % {"n": line.data["shards"], "to": line.data["to"]}
    ),
    "got_share": lambda line: (
        ngettext(
            "%(n)d shard comes from %(of)s, as agreed in the alliance.",
            "%(n)d shards come from %(of)s, as agreed in the alliance.",
            line.data["shards"],
        )
        % {"n": line.data["shards"], "of": line.data["of"]}
    ),
    "elixir": lambda line: _("An elixir is used and the roll is repeated."),
    "talent_dies": lambda line: _("%(name)s: one showed talent and died because of it.") % {"name": line.subject_name},
    "extra_skill": lambda line: (
        _("%(name)s learns one more skill: %(skill)s.") % {"name": line.subject_name, "skill": line.data["skill"]}
        if line.answer
        else _("%(name)s learns one more skill.") % {"name": line.subject_name}
    ),
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
    "craving": lambda line: _("%(name)s found no %(item)s and left the warband.") % _words(line),
}


MORE_OPTIONS: Final[dict[str, Callable[[], str]]] = {
    "used": lambda: _("It was used up"),
    "kept": lambda: _("It was not needed"),
    "feed_gold": lambda: _("Buy food"),
    "feed_small": lambda: _("Feed it small warriors"),
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
    "stood": lambda: _("It did not go down"),
    "fell": lambda: _("It went down"),
}
"""Labels of the options of these lines."""
