"""Sentences of the engine can be translated, names included."""

import pytest

from battles.core import engine_text
from battles.core.refusals import RefusedByRules
from battles.engine.errors import IllegalAction
from battles.engine.sentences import Sentence, say

GERMAN = {
    "{name} is stunned and can do nothing.": "{name} ist betäubt und kann nichts tun.",
    "Compulsory moves come first.": "Zuerst kommen die erzwungenen Bewegungen.",
}


def test_a_sentence_is_english_and_keeps_its_pattern() -> None:
    sentence = say("{name} is stunned and can do nothing.", name="Otto {x}")
    assert isinstance(sentence, Sentence)
    assert (sentence, sentence.pattern) == (
        "Otto {x} is stunned and can do nothing.",
        "{name} is stunned and can do nothing.",
    )


def test_a_refusal_of_the_rules_is_told_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_text, "gettext", lambda text: GERMAN.get(text, text))
    no = IllegalAction("stunned", say("{name} is stunned and can do nothing.", name="Otto"), "MV-CRAWL-02")
    assert str(RefusedByRules(no)) == "Otto ist betäubt und kann nichts tun."
    plain = IllegalAction("compulsory_first", "Compulsory moves come first.", "MV-ORDER-01")
    assert str(RefusedByRules(plain)) == "Zuerst kommen die erzwungenen Bewegungen."
    assert engine_text.translate("Not translated.") == "Not translated."
