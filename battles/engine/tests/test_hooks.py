"""Every hook has one Protocol, and every function registered on it has the Protocol's signature.

The type check compares them too, as far as the functions' annotations are real types.
"""

from __future__ import annotations

import inspect

import pytest

from battles.engine import hook_types
from battles.engine.hooks import HOOKS, functions_on
from battles.engine.tests import builder as _builder  # noqa: F401 - imports every module with hook functions

POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def protocol_of(hook: str) -> type:
    found: type = getattr(hook_types, hook.title().replace("_", "") + "Hook")
    return found


def positional_types(signature: inspect.Signature) -> list[str]:
    return [str(parameter.annotation) for parameter in signature.parameters.values() if parameter.kind in POSITIONAL]


def test_there_is_a_protocol_for_each_hook_and_no_other() -> None:
    protocols = {name for name in vars(hook_types) if name.endswith("Hook")}
    assert protocols == {protocol_of(hook).__name__ for hook in HOOKS}


@pytest.mark.parametrize("hook", HOOKS)
def test_the_functions_of_a_hook_have_the_signature_of_its_protocol(hook: str) -> None:
    expected = inspect.signature(protocol_of(hook).__call__)
    arguments = positional_types(expected)[1:]
    returns = set(expected.return_annotation.split(" | "))
    functions = functions_on(hook)
    assert functions, "no trait uses this hook"
    for code, function in functions:
        signature = inspect.signature(function)
        assert positional_types(signature) == arguments, f"{code}: {function.__name__}"
        assert {signature.return_annotation} <= returns, f"{code}: {function.__name__}"


@pytest.mark.parametrize("hook", HOOKS)
def test_the_protocol_of_a_hook_says_what_its_functions_may_do(hook: str) -> None:
    assert (protocol_of(hook).__doc__ or "").endswith(".")
