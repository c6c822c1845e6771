"""The phases of a turn, with the ruleset's names for them. Rule: TURN-SEQ-01"""

from __future__ import annotations

from battles.engine.errors import IllegalAction
from battles.engine.rulesets.keys import Rules
from battles.engine.sentences import say


def phase_titles(rules: Rules) -> tuple[str, ...]:
    """The phases of a turn in order, with this ruleset's name for the combat phase."""
    return tuple(rules.combat_name if phase == "combat" else phase for phase in rules.phases)


def phase_named(rules: Rules, word: str) -> str:
    """The engine's code of a phase, from the ruleset's name or the engine's own.

    Raises IllegalAction (no_such_phase) for a phase that this ruleset does not have.
    """
    titles = phase_titles(rules)
    for phase, title in zip(rules.phases, titles, strict=True):
        if word in (phase, title):
            return phase
    known = ", ".join(titles).replace("_", " ")
    raise IllegalAction(
        "no_such_phase",
        say("No phase is called {word}; a turn has {known}.", word=repr(word), known=known),
        "TURN-SEQ-01",
    )
