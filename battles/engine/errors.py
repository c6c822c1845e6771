"""Errors of the engine.

`IllegalAction` refuses a command that the rules do not allow; the battle is unchanged. `BadSetup` lists everything
wrong with a battle that cannot begin. Both carry a code for programs, a sentence for people and, where one exists, a
rule id.
"""

from __future__ import annotations


class IllegalAction(Exception):
    """A command that the rules refuse; the state is unchanged.

    `code` is snake_case and stable, `sentence` is English with names filled in, `rule` a rule id or "".
    """

    def __init__(self, code: str, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule

    def to_data(self) -> dict[str, str]:
        """The error as plain data: `{"code", "message", "rule"}`."""
        return {"code": self.code, "message": self.sentence, "rule": self.rule}


class BadSetup(ValueError):
    """A battle that cannot begin, with one sentence for every mistake in its setup."""

    def __init__(self, faults: list[IllegalAction]) -> None:
        super().__init__("; ".join(fault.sentence for fault in faults))
        self.faults = tuple(faults)
