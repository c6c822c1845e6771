"""Effects of scenarios: deployment, objectives and carried objects. Lengths in inches."""

from typing import Final

SCENARIO_EFFECTS: Final[dict[str, tuple[str, str]]] = {
    "deploy_edge": (
        "side:side distance:int any_edges?:bool random_edge?:bool side_gap?:int",
        "Deploys within this distance of a table edge.",
    ),
    "deploy_near_objective": ("side:side distance:int", "Deploys in or near the objective."),
    "deploy_away": ("side:side distance:int", "Deploys anywhere at least this far from enemies."),
    "deploy_middle": ("side:side distance:int", "Deploys within this distance of the middle of the table."),
    "deploy_corner": ("side:side distance:int", "Deploys within this distance of a corner of the south edge."),
    "deploy_spread": ("side:side distance:int apart:int", "Deploys this far from edges and from friends."),
    "deploy_quarter": ("side:side", "Deploys in one quarter of the table."),
    "deploy_scattered": ("side:side needs:int distance:int", "Each hero or group is deployed only on this roll."),
    "reinforcements": ("side:side needs:int from_turn:int", "The remaining warriors arrive on this roll each turn."),
    "win_by_majority": ("side:side distance:int", "Wins with more standing models near the objective."),
    "win_by_reaching_edge": ("side:side amount:int distance:int", "Wins with this many models at the far edge."),
    "win_by_leaving": ("side:side", "Wins when all remaining models have left by the far edge."),
    "wyrdstone_counters": (
        "dice:dice plus:int edge_distance:int apart:int each?:bool",
        "Wyrdstone counters can be picked up.",
    ),
    "carried_shards": ("dice:dice", "Each side carries shards into the battle."),
    "search_buildings": ("dice:dice needs:int last_always:bool", "Buildings are searched for the chest."),
    "carry_chest": ("win_by_own_edge:bool", "The chest is carried off the table."),
    "occupy_buildings": ("dice:dice plus:int", "Sides fight for this many buildings."),
    "attacker_is": (
        "who:attacker",
        "Who attacks: the winner of a roll chooses, the larger or smaller side, the lower or higher rating, or a roll.",
    ),
    "first_turn": ("side:side", "This side takes the first turn; both means a roll-off."),
    "win_at_limit": ("side:side", "Wins at the turn limit; both means the side with the higher score."),
    "at_most": ("kind:force amount:int", "A side brings at most this many of these."),
    "at_least": ("amount:int", "A side brings at least this many warriors."),
    "rating_at_most": ("amount:int", "A side has at most this rating."),
    "table_side": ("amount:int", "Generated ruins use a square table of this size."),
    "story": ("tag:story", "The story of the scenario: the hunt for a monster, or a lord and few against many."),
    "middle_building": ("", "The building in the middle is the objective."),
    "win_by_holding_middle": (
        "distance:int",
        "Wins with most standing models within this distance of the middle at the end.",
    ),
    "win_by_escaping": (
        "side:side way?:way percent:int more?:bool lost?:int",
        "Wins when this share has left by an edge; loses if more than a share is out of action.",
    ),
    "carried_prize": (
        "kind:prize leaves:way wanders?:bool slows?:bool waits?:bool",
        "One object in the middle wins the battle for the side that carries it off the table.",
    ),
    "lose_the_way": ("", "Warriors can get lost in the fog and wander about until they find their bearings."),
    "deploy_road": ("side:side", "Deploys on a road from east to west through the middle."),
    "deploy_unseen": ("side:side distance:int", "Deploys anywhere out of the enemies' sight, this far from them."),
    "pass_hazards": ("", "The noise of the fight brings rocks, winds, Orcs or a troll."),
    "stampede": ("figure:word", "Beasts run wild in the middle; dead ones may contain shards."),
    "wolf_pack": ("figure:word bear:word", "Wolves prowl in the middle; more wolves or a bear can arrive."),
    "village_mob": ("figure:word", "Houses contain villagers who attack models nearby; heroes loot the houses."),
    "escort": ("figure:word", "The defender escorts a model to the far edge; the attacker tries to kill it."),
    "deploy_flanks": (
        "side:side distance:int apart:int",
        "Deploys within this distance of the two edges next to the enemy's edge.",
    ),
    "guarded_hoard": (
        "figure:word guards:word needs:int",
        "Buildings are searched for a hoard; its owner and guardians rise when it is found.",
    ),
    "lurking_things": (
        "figure:word",
        "Creatures lurk in the woods, one for each warband, and the woods frighten warriors.",
    ),
    "deploy_around": ("side:side distance:int apart:int", "Deploys along any table edge, this far from enemies."),
    "deploy_camp": ("side:side", "Deploys in a camp at its own edge, with the leader farthest from all edges."),
    "deploy_out_of_charge": ("side:side", "Deploys anywhere from where no enemy can be charged immediately."),
    "hunt_leader": (
        "side:side",
        "This side wins when its leader leaves by its edge, and loses when the leader is taken out of action.",
    ),
    "surprised": ("side:side", "In its first turn, each model acts only if it rolls its Initiative or less on a D6."),
    "search_pool": ("dice:dice plus:int up_to:int", "Heroes next to a pool in the middle find shards in it."),
    "loot_cart": (
        "kind:word dice:dice plus?:int figure?:word",
        "A cart in the middle is looted; its owner may be taken captive.",
    ),
    "mule_train": ("", "The defender leads stubborn mules along a road; the attacker tries to take them."),
    "horse_herd": ("amount:int", "Horses in a paddock are tamed, mounted and ridden off the table."),
    "stealth": (
        "side:side sneaks?:bool sentries?:bool wary?:bool each?:bool",
        "This side cannot be seen until it is spotted.",
    ),
    "never_alone": ("side:side", "Models of this side take no all-alone tests."),
    "beacon": ("", "Half of the defending warband arrives when a fire is lit on the tower."),
    "ritual": ("turns:int figure:word", "The defender's spellcaster chants in the middle while the dead come to help."),
    "captive": ("turns:int", "A captive in the middle is freed and brought off the table, or sacrificed."),
    "deploy_inside": ("side:side distance:int", "Deploys anywhere this far from all edges."),
    "marsh": ("", "Bogs and quagmires swallow warriors."),
    "farm": ("figure:word", "Houses are defended by farmers, looted and set on fire."),
    "nest": ("figure:word", "The winner gets the nest when its guardians are out of action."),
    "head_money": ("", "The winner is paid for each enemy taken out of action."),
    "carried_things": (
        "kind:word dice?:dice plus?:int where?:word exit?:word wins?:word heroes_only?:bool slow?:bool search?:bool "
        "sink?:bool keeps?:bool",
        "Objects can be carried: where they start, where they must be brought, and who wins.",
    ),
    "figures_at": ("figure:word place?:word", "These creatures are on the table from the start."),
    "figures_wake": ("figure:word distance:int place?:word", "These creatures appear when a warrior comes close."),
    "figures_rise": ("figure:word dice:dice markers:int from_turn?:int", "More of these creatures arrive every round."),
    "dense_fog": ("dice:dice lost_on?:int times?:int", "Dice determine how far models can see; warriors can get lost."),
    "haze": ("movement:int range:int voices?:int", "All models have shorter moves and ranges."),
    "plants": ("", "Trees and bushes attack models near them."),
    "creeps": ("", "Warriors take a Leadership test at the start of their turn; those who fail cannot move."),
    "bolts": ("dice:dice", "Crossbows shoot from the building in the middle every round."),
    "howls": ("figure:word", "This creature howls at the nearest enemy in its turn."),
    "champion": (
        "figure:word falls:word",
        "A model of the scenario; taking it out of action affects the result.",
    ),
    "rout_share": ("side:side percent:int", "This side takes rout tests only after losing this share."),
    "lair": (
        "distance:int",
        (
            "One of the creatures, chosen by a D6, guards the middle; the side that takes it out of action "
            "and holds the place wins."
        ),
    ),
    "fire": ("", "A fire grows every turn, from smoke to the collapse of the roof."),
    "outpost": (
        "amount:int",
        "This many defenders start on the table; the others arrive together, with a growing chance.",
    ),
    "winning_heroes": ("", "Heroes of the winning side who stay in the battle learn or find something."),
}
