"""The registry that apps fill while Django starts."""

import pytest

from mordheim_site.registry import DuplicateKey, Registry, RegistryClosed, UnknownKey


def open_registry() -> Registry[str, int]:
    return Registry("number", is_open=lambda: True)


def test_values_keep_their_order() -> None:
    numbers = open_registry()
    numbers.add("two", 2)
    numbers.add("one", 1)
    assert list(numbers.items()) == [("two", 2), ("one", 1)]
    assert numbers["one"] == 1
    assert numbers.get("three") is None


def test_a_key_cannot_have_two_values() -> None:
    numbers = open_registry()
    numbers.add("one", 1)
    assert numbers.add("one", 1) == 1
    with pytest.raises(DuplicateKey, match="already a number 'one'"):
        numbers.add("one", 2)
    assert numbers["one"] == 1


def test_an_unknown_key_is_named_with_the_known_ones() -> None:
    numbers = open_registry()
    with pytest.raises(UnknownKey, match="Known: none"):
        numbers["one"]
    numbers.add("two", 2)
    with pytest.raises(UnknownKey) as error:
        numbers["one"]
    assert str(error.value) == "There is no number 'one'. Known: two."


def test_nothing_is_added_once_all_apps_are_ready() -> None:
    numbers: Registry[str, int] = Registry("number")
    with pytest.raises(RegistryClosed, match=r"AppConfig\.ready"):
        numbers.add("one", 1)
