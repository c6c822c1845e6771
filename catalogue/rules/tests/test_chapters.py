"""The texts of the rules as pages show them."""

import re

from catalogue.rules.chapters import chapters, with_names


def test_a_difference_names_the_rulesets_that_it_compares_as_players_do() -> None:
    assert with_names("as mordheim; a stunned model may only crawl") == (
        "as in Mordheim (1999 rulebook); a stunned model may only crawl"
    )
    assert with_names("same numbers as core") == "same numbers as Core (community edition)"
    assert with_names("core of the town, as much as skirmishers") == "core of the town, as much as skirmishers"
    shown = [text for found in chapters().values() for rule in found for _name, text in rule.by_ruleset_name]
    assert not [text for text in shown if re.search(r"\bas (core|mordheim|gazette|skirmish)\b|core_keywords", text)]
