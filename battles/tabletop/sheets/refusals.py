"""Reasons why the sheet of a tabletop battle cannot be used. Rule: AF-PAPER-01"""

from __future__ import annotations

from typing import Final, Self

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Refusal


class BadSheet(Refusal):
    """The sheet contains something impossible."""

    code = "bad_sheet"
    rule_id = "AF-PAPER-01"

    @classmethod
    def at(cls, field: str) -> Self:
        """The refusal with the field of an API request, such as `sides.a.falls.0.by`."""
        return cls(fields={field: [cls.message]})


class WrongSides(BadSheet):
    """The sheet needs a side for each warband of the battle."""

    code = "wrong_sides"
    message = _("The sheet was not sent: it needs a side for each warband, lettered from “a” onwards.")


class UnknownWinner(BadSheet):
    """The winner is not a side of the battle."""

    code = "unknown_winner"
    message = _("The sheet was not sent: the winner must be a side of the battle, or empty for a tie.")


class UnknownScenario(BadSheet):
    """No scenario has this code."""

    code = "unknown_scenario"
    message = _("The sheet was not sent: choose the scenario that was played.")


class NoParticipants(BadSheet):
    """A side has no warriors."""

    code = "nobody_fought"
    message = _("The sheet was not sent: enter which warriors of each warband took part.")


class NotOnRoster(BadSheet):
    """The key is not that of a warrior on this side's roster."""

    code = "not_on_roster"
    message = _("The sheet was not sent: a warrior is not on the roster of their side.")


class DidNotFight(BadSheet):
    """A warrior went out of action, earned experience or used something without taking part in the battle."""

    code = "did_not_fight"
    message = _("The sheet was not sent: only warriors who took part can go out of action or earn experience.")


class TooManyFalls(BadSheet):
    """More models of a group went out of action than it has."""

    code = "too_many_falls"
    message = _("The sheet was not sent: more models went out of action than took part.")


class UnknownAttacker(BadSheet):
    """The attacker is not a warrior of an enemy."""

    code = "unknown_attacker"
    message = _("The sheet was not sent: an attacker is not on an enemy's roster.")


class UnknownDeed(BadSheet):
    """The scenario does not give experience for this reason, or not this often."""

    code = "unknown_deed"
    message = _("The sheet was not sent: the scenario does not award experience for one of these reasons.")


class UnknownOccasion(BadSheet):
    """The scenario does not give rewards for this occasion, or not this often."""

    code = "unknown_occasion"
    message = _("The sheet was not sent: the scenario does not give rewards for this, or not this often.")
    rule_id = "AF-REWARD-01"


class ShardsNotCounted(BadSheet):
    """The scenario has no wyrdstone that warriors carry off the table."""

    code = "shards_not_counted"
    message = _(
        "The sheet was not sent: this scenario has no wyrdstone to carry off the table, so enter no shards. "
        "The aftermath adds the shards that exploration finds."
    )
    rule_id = "AF-REWARD-01"


class NoPrize(BadSheet):
    """The scenario has no prize."""

    code = "no_prize"
    message = _("The sheet was not sent: this scenario has no prize that a side could take.")
    rule_id = "AF-REWARD-01"


class AttackerMissing(BadSheet):
    """The attacker is not a side of the battle, or is missing although the rewards of the scenario depend on it."""

    code = "attacker_missing"
    message = _("The sheet was not sent: enter which side attacked. The rewards of this scenario depend on it.")
    rule_id = "AF-REWARD-01"


class NotABountyHunter(BadSheet):
    """The warrior with a target is not a bounty hunter."""

    code = "not_a_bounty_hunter"
    message = _("The sheet was not sent: only bounty hunters have a target, and this warrior is not one.")
    rule_id = "AF-BOUNTY-01"


class BadMark(BadSheet):
    """The target is not an enemy hero."""

    code = "bad_mark"
    message = _("The sheet was not sent: the target of a bounty hunter must be an enemy hero.")
    rule_id = "AF-BOUNTY-01"


class NotUsedUp(BadSheet):
    """The warrior does not have this item, or using it does not use it up."""

    code = "not_used_up"
    message = _("The sheet was not sent: the warrior has no such item, or it is not used up when it is used.")
    rule_id = "AF-USED-01"


class NoOldWound(BadSheet):
    """The warrior has no old wound for which a die is rolled before a battle."""

    code = "no_old_wound"
    message = _("The sheet was not sent: the warrior has no old wound that needs a die before this battle.")
    rule_id = "AF-MUSTER-02"


class MissesBattle(BadSheet):
    """With this result, the warrior misses the battle because of an old wound."""

    code = "misses_battle"
    message = _("The sheet was not sent: a warrior who took part misses the battle because of an old wound.")


class NoSheetYet(Refusal):
    """The match has no sheet."""

    code = "no_sheet_yet"
    message = _("This match has no sheet yet. Send one to report its battle with miniatures.")
    status = 404


IN_REQUESTS: Final[tuple[type[BadSheet], ...]] = (
    WrongSides,
    UnknownWinner,
    UnknownScenario,
    NoParticipants,
    NotOnRoster,
    DidNotFight,
    TooManyFalls,
    UnknownAttacker,
    UnknownDeed,
    UnknownOccasion,
    ShardsNotCounted,
    NoPrize,
    AttackerMissing,
    NotABountyHunter,
    BadMark,
    NotUsedUp,
    NoOldWound,
    MissesBattle,
)
"""The refusals that an API request with a sheet can get."""
