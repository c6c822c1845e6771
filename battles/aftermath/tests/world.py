"""Battles between two warbands that have just ended, created with the services that players use."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from battles.aftermath.context import AftermathContext
from battles.aftermath.decisions import choices
from battles.aftermath.stages import closing
from battles.core import engine_cache
from battles.core.bridge.fighters import fighters_of
from battles.models import Aftermath, AftermathStatus, Battle, BattleStatus, Opponent
from battles.play import commands
from battles.setup import services as setup_services
from battles.tables.library import table_for
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.sheet import Sheet, SideSheet
from campaigns.models import Campaign
from catalogue.packs.installed import book
from warbands.core.ledger import ActionContext
from warbands.core.state import GROUP, HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, founded
from warbands.models import Warband
from warbands.trading import treasury

SEED = bytes(range(32))


def seat(player: User, warband: Warband, rating: int, bot: str = "") -> setup_services.SideTerms:
    """The side of a warband in the battle."""
    return setup_services.SideTerms(
        name=warband.name,
        fighters=fighters_of(load_state(warband), book()),
        player_id=None if bot else player.pk,
        warband_id=warband.pk,
        bot=bot,
        rating=rating,
        nonce=warband.name,
    )


def begun(owner: User, rival: User, *, seed: bytes = SEED, match_id: int | None = None, bot: str = "") -> Battle:
    """A battle between two founded warbands."""
    first = Warband.objects.filter(owner=owner).first() or founded(owner, "reiklanders", seed="lanterns")
    second = Warband.objects.filter(owner=rival).first() or founded(rival, "undead", seed="procession")
    chosen = table_for(seed="aftermath", density="low", size_in=24)
    terms = setup_services.Terms(
        options={}, scenario={}, table_name=chosen.name, table=chosen.data, opponent=Opponent.INVITED
    )
    battle = setup_services.create(
        terms=terms,
        seats=[seat(owner, first, 80), seat(rival, second, 200, bot)],
        created_by_id=owner.pk,
        now=NOON,
        seed=seed,
        match_id=match_id,
    )
    # An earlier test's battle may have had the same number before it was rolled back.
    engine_cache.forget(battle.public_id)
    return battle


def ended(owner: User, rival: User, **terms: Any) -> Battle:
    """A battle in which the rival has conceded, with casualties added on both sides."""
    battle = begun(owner, rival, **terms)
    surrender(battle, rival)
    for row in Aftermath.objects.filter(side__battle=battle).select_related("warband"):
        bloody(row)
    battle.refresh_from_db()
    return battle


def surrender(battle: Battle, player: User) -> None:
    """This player's side resigns."""
    side = battle.sides.filter(player=player).order_by("-letter").first() or battle.sides.get(letter="b")
    resigns: dict[str, Any] = {
        "battle_id": battle.pk,
        "side": side.letter,
        "command": {"kind": "resign"},
        "expected_seq": battle.seq,
        "now": NOON,
    }
    if side.bot:
        commands.carry_out_bot_command(**resigns)
    else:
        commands.carry_out_command(actor_id=player.pk, command_id="gives-up", **resigns)
    battle.refresh_from_db()
    assert battle.status == BattleStatus.FINISHED


def bloody(row: Aftermath) -> None:
    """Casualties: every second hero and two models of each group are out of action, and the leader has three kills."""
    state = load_state(row.warband)
    enemy = (
        Aftermath.objects.filter(side__battle=row.side.battle)
        .exclude(pk=row.pk)
        .select_related("warband", "side")
        .get()
    )
    blow = {
        "model": "",
        "facts": [],
        "by_name": "Somebody",
        "by_roster": "",
        "by_role": "henchman",
        "by_warband": enemy.side.name,
        "by_warband_id": enemy.warband.public_id,
        "by_type": enemy.warband.warband_type_code,
        "by_side": enemy.side.letter,
    }
    heroes = [member.key for member in state.active(HERO)][::2]
    groups = [member.key for member in state.active(GROUP) for _ in range(min(2, member.headcount))]
    row.facts = {
        **row.facts,
        "fallen": [{**blow, "roster_id": key} for key in [*heroes, *groups]],
        "kills": {state.active(HERO)[1].key: 3},
    }
    row.save(update_fields=["facts"])


def print_of(warband: Warband) -> list[Any]:
    """Everything about a warband that an aftermath may change, without ids, which differ from run to run."""
    warband.refresh_from_db()
    state = load_state(warband)
    kit: dict[str, list[tuple[str, str, int]]] = {}
    for line in state.kit.values():
        kit.setdefault(line.holder, []).append((line.item_code, line.material_code, line.count))
    members = [
        (
            member.position,
            member.name,
            member.kind,
            member.headcount,
            member.experience,
            sorted(member.increases.items()),
            member.skills,
            member.spells,
            [(injury["code"], injury["detail"]) for injury in member.injuries],
            member.status,
            member.misses_battles,
            member.is_leader,
            member.kills,
            member.battles_fought,
            member.advances_taken,
            sorted(kit.get(member.key, [])),
        )
        for member in sorted(state.members.values(), key=lambda member: member.position)
    ]
    return [state.treasury_gc, state.shards, sorted(kit.get("", [])), members]


def at_rest(owner: User, rival: User, *, gold: int = 0, shards: int = 0, first: str = "reiklanders") -> Battle:
    """A tabletop battle without casualties whose aftermaths have run, with nothing rolled, so that it is cheap to
    create. Both treasuries contain `gold`; side a has `shards` and can sell them."""
    mine = Warband.objects.filter(owner=owner).first() or founded(owner, first, seed="lanterns")
    theirs = Warband.objects.filter(owner=rival).first() or founded(rival, "undead", seed="procession")
    # In leagues of these warbands, battles outside of the league change rosters.
    for campaign in Campaign.objects.filter(entries__warband__in=(mine, theirs)).distinct():
        campaign.house_rules["af_outside_battles"] = True
        campaign.save(update_fields=["house_rules"])
    sides = {
        letter: SideSheet([member.key for member in load_state(row).active()])
        for letter, row in (("a", mine), ("b", theirs))
    }
    battle = sheets.send(
        mine=mine.public_id, theirs=theirs.public_id, actor_id=owner.pk, sheet=Sheet(sides, winner="a"), now=NOON
    )
    Battle.objects.filter(pk=battle.pk).update(dice_seed=SEED)
    battle.refresh_from_db()
    rows = sheets.begin(battle, NOON)
    for row, warband in zip(rows, (mine, theirs), strict=True):
        if gold:
            treasury.gain(warband_id=warband.pk, gold_gc=gold, by=ActionContext(actor_id=None, at=NOON))
        row.stage, row.status = "over", AftermathStatus.DONE
        row.save(update_fields=["stage", "status"])
    if shards:
        treasury.gain_shards(warband_id=mine.pk, shards=shards, by=ActionContext(actor_id=None, at=NOON))
        context = AftermathContext(Aftermath.objects.select_related("side__battle").get(pk=rows[0].pk), NOON)
        closing.offer_sale(context)
        choices.settle_status(context.row, NOON)
    Battle.objects.filter(pk=battle.pk).update(aftermath_done_at=NOON)
    battle.refresh_from_db()
    return battle
