"""Effect codes implemented by the roster, for the system check that every code of a pack is implemented."""

from __future__ import annotations

from typing import Final

OBEYED: Final = frozenset({
    "advances_slowly", "arms_set", "buys_mutation", "casts_from", "counts_as", "excludes_skill", "group_size",
    "heirloom", "hire_change", "hires_as", "leader_successor", "limit_per", "limit_together", "list_price_always",
    "loses_rule", "marks_bearer", "may_use_any", "may_use_list", "missile_weapons_max", "must_carry", "must_own",
    "mutations_at_least", "mutations_on_recruitment", "needs_company", "needs_experience", "needs_gift",
    "needs_skill", "never_casts", "never_leads", "never_uses", "never_uses_class", "no_armour", "no_equipment",
    "no_experience", "no_free_dagger", "no_missile_weapons", "not_fielded", "not_for_hire", "once_each",
    "open_beside_lists", "opens_skill_list", "paid_in_shards", "per_warband", "recruited_first", "refuses_company",
    "rides_any_mount", "second_only_for", "skill_limit", "starting_gold", "takes_hero_place", "takes_place_of",
    "terms_for_each", "upkeep_change", "uses_maxima", "warband_size_bonus", "wardogs_uncounted",
})  # fmt: skip
"""Effect codes that the rules and services of this app refer to by name."""
PRINTED: Final = frozenset({"never_promoted", "profile_already_changed"})
"""Effect codes that need no code, because the printed profile already includes them."""
