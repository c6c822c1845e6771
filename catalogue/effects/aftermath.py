"""Effects after the battle: injuries, advances, finds, trade and the hiring of others."""

from typing import Final

AFTERMATH: Final[dict[str, tuple[str, str]]] = {
    # Injuries
    "dies": ("", "Off the roster for good."),
    "lose_equipment": ("", "All he carried is lost."),
    "lose_weapons_and_armour": ("", "His weapons and armour are lost."),
    "captor_takes_equipment": ("", "All he carried goes to the captors."),
    "more_injuries": ("dice:dice rerolls:injuries", "So many more injury rolls; some results are rolled again."),
    "injury_between": ("low:int high:int", "An injury roll between these D66 results."),
    "characteristic_change": ("characteristic:characteristic amount:int", "A lasting change of a characteristic."),
    "characteristic_choice": (
        "characteristics:characteristics amount:int",
        "A lasting change of one of these, chosen.",
    ),
    "maximum_bonus": ("characteristic:characteristic amount:int to:to", "His maximum rises."),
    "miss_games": ("amount?:int dice?:dice", "Out of the next games."),
    "may_miss_battle": ("fails_up_to:int", "Before each battle a D6 up to this keeps him away."),
    "loses_eye": ("retires_at:int", "Loses an eye; at so many he retires."),
    "hatred_of": ("whom:word", "Hates those who did it."),
    "captured": ("", "Held by the other side."),
    "ransom": ("", "Goes free for an agreed price or exchange."),
    "pit_duel": ("warrior_type:warrior_type", "A duel against this profile decides."),
    "side_effect": (
        "dice:dice addicted_up_to?:int initiative_gained_on?:int stupid_up_to?:int toughness_lost_up_to?:int",
        "What a drug does after the battle.",
    ),
    "breaks_when_out": ("fails_up_to:int", "Ruined by a D6 up to this when the wearer was taken out of action."),
    "raise_dead_hero": ("warrior_type:warrior_type", "An enemy Hero who died rises as one of these."),
    # Advances
    "new_skill": ("or_spell?:bool", "A new skill; a wizard may take a spell."),
    "promotion": ("skill_lists:int", "One of the group becomes a Hero with so many skill lists."),
    "opens_skill_list": ("skill_list:skill_list to:to", "One more skill list is open to him."),
    "gain_skill": ("skill:skill to:to", "Gains a skill."),
    "gain_experience": ("to:to amount?:int dice?:dice", "Experience."),
    # Finds
    "gain_gold": ("amount?:int dice?:dice to?:to", "Gold for the treasury."),
    "gain_gold_rolled": ("", "As much gold as the roll of this table showed."),
    "gain_shards": ("amount?:int dice?:dice plus?:int", "Shards of wyrdstone."),
    "gain_shards_per": ("per:word amount:int maximum?:int", "Shards for each of something."),
    "gain_carried_shards": (
        "lost_per_own_hero:int won_per_enemy_hero:int",
        "The shards carried, less losses, plus prizes.",
    ),
    "gain_item": ("item:item amount?:int dice?:dice worth_times?:int made_of?:item", "Items for the stash."),
    "gain_item_of_choice": ("items:items dice:dice", "Items of one of these kinds, as the player likes."),
    "gain_artefact": ("", "A magical artefact by a D6, each only once in a campaign."),
    "gain_warriors": ("warrior_type:warrior_type amount?:int dice?:dice to?:to", "Warriors who join for nothing."),
    "gain_recruit": ("race:race amount:int", "A recruit for a Henchman group of this race."),
    "bless_weapon": ("needs:int enemies:who", "One weapon wounds these on this roll from now on."),
    "characteristic_check": (
        "characteristic:characteristic by:to passes_for?:who",
        "A check decides between the passed and the failed outcome.",
    ),
    "may_send": ("by:to", "The player may send somebody, or leave it."),
    "may_keep_gem": ("rare_item_bonus:int", "Kept instead of sold, it helps to find rare items."),
    "hated_next_by": ("enemies:who", "The next such warband hates this one in battle."),
    "free_hired_sword": ("battles:int", "One hired sword serves without pay."),
    # Exploration
    "exploration_reroll": ("amount:int", "So many exploration dice may be rolled again."),
    "permanent_exploration_reroll": ("amount:int", "From now on an exploration die may be rolled again; once only."),
    "exploration_shift": ("amount:int", "One exploration die is turned up or down by this."),
    "exploration_pick": ("roll:int keep:int", "Rolls more exploration dice and keeps some."),
    "exploration_dice": ("amount:int", "More exploration dice."),
    "next_exploration": ("extra_dice:int discard:int", "Next time more dice, some of which are put away."),
    "map_roll": (
        "fake_up_to:int vague_up_to:int catacomb_on:int accurate_on:int master_on:int",
        "A D6 tells what a bought map is worth.",
    ),
    # Trade and hire
    "rare_item_bonus": ("amount:int", "Added to rolls for rare items."),
    "price_cut": ("dice:dice minimum_gc:int times:int", "Takes this off one price."),
    "hire_for_item": ("item:item", "Hired for an item in place of gold."),
    "leaves_after_battles": ("amount:int", "Leaves after so many battles."),
    "rests_battles": ("amount:int", "Not hired again until so many battles have passed."),
    "joins_by_rating_gap": ("gaps:ints needs:ints", "Joins on a D6 by the difference of ratings."),
    "leader_successor": ("warrior_type:warrior_type", "Leads when the leader dies."),
    "successor_may_learn_magic": ("", "A new leader may learn the dead leader's magic."),
    "may_rebuy_leader": ("after_battles:int", "A new leader may be bought after so many battles."),
}
