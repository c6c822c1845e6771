"""Effects of scenarios: deployment, objectives and what is carried. Lengths in inches."""

from typing import Final

BOARD: Final[dict[str, tuple[str, str]]] = {
    "deploy_edge": ("side:side distance:int any_edges?:bool random_edge?:bool", "Set up within this of a table edge."),
    "deploy_near_objective": ("side:side distance:int", "Set up in or near the objective."),
    "deploy_away": ("side:side distance:int", "Set up anywhere at least this far from enemies."),
    "deploy_quarter": ("side:side", "Set up in one quarter of the table."),
    "deploy_scattered": ("side:side needs:int distance:int", "Each Hero or group is on the table only on this roll."),
    "reinforcements": ("side:side needs:int from_turn:int", "The missing arrive on this roll each turn."),
    "win_by_majority": ("side:side distance:int", "Wins with more standing models near the objective."),
    "win_by_reaching_edge": ("side:side amount:int distance:int", "Wins with this many models at the far edge."),
    "win_by_leaving": ("side:side", "Wins when all who are left have gone by the far edge."),
    "wyrdstone_counters": (
        "dice:dice plus:int edge_distance:int apart:int each?:bool",
        "Counters to be picked up.",
    ),
    "carried_shards": ("dice:dice", "Each side carries shards into the battle."),
    "search_buildings": ("dice:dice needs:int last_always:bool", "Buildings are searched for the chest."),
    "carry_chest": ("win_by_own_edge:bool", "The chest is carried off the table."),
    "occupy_buildings": ("dice:dice plus:int", "So many buildings are to be held."),
    "attacker_is": ("who:attacker", "Who attacks: the winner of a roll chooses, or the larger or smaller side."),
    "first_turn": ("side:side", "This side begins; both means a roll."),
    "win_at_limit": ("side:side", "Wins when the turns are over; both means whoever has scored more."),
    "at_most": ("kind:force amount:int", "A side brings at most so many of these."),
    "at_least": ("amount:int", "A side brings at least so many warriors."),
    "rating_at_most": ("amount:int", "A side has at most this rating."),
    "table_side": ("amount:int", "Ruins made for it are on a square table of this side."),
    "story": ("tag:story", "What the tale is about: a hunt for a monster, or a lord and few against many."),
    "middle_building": ("", "The building in the middle is what is fought for."),
    "win_by_holding_middle": (
        "distance:int",
        "With most standing models this near to the middle at the end.",
    ),
    "win_by_escaping": (
        "side:side way?:way percent:int more?:bool lost?:int",
        "Wins when this share has left by an edge; loses above a share out of action.",
    ),
    "carried_prize": (
        "kind:prize leaves:way wanders?:bool slows?:bool waits?:bool",
        "One thing in the middle wins for who carries it off the table.",
    ),
    "deploy_camp": ("side:side", "Set up in a camp along the own edge, the leader farthest from all edges."),
    "deploy_out_of_charge": ("side:side", "Set up anywhere from where no enemy can be charged at once."),
    "hunt_leader": ("side:side", "This side wins when its leader leaves by its edge, and loses when he is taken out."),
    "surprised": ("side:side", "In its first turn each of them acts only on a D6 up to his Initiative."),
    "search_pool": ("dice:dice plus:int up_to:int", "Heroes beside a pool in the middle find shards in it."),
}
