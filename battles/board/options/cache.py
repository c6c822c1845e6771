"""Cache of results about one model for the current position."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from django.utils.translation import get_language

from battles.board.reach import drawing
from battles.engine.battle import Battle as EngineBattle
from battles.engine.game import Game

T = TypeVar("T")
_KEPT = 128
_cache: OrderedDict[tuple[str, str, str, str], tuple[Game, Any]] = OrderedDict()
"""Results by position. Each is stored with its game object, so that no other object can get the id that is used in the
key."""
_lock = Lock()


def cached(engine: EngineBattle, model_id: str, what: str, make: Callable[[], T]) -> T:
    """The cached result of `make` for this position. The page and then the script request the same results."""
    key = (drawing.position(engine), model_id, what, get_language() or "")
    with _lock:
        if key in _cache:
            _cache.move_to_end(key)
            found: T = _cache[key][1]
            return found
    made = make()
    with _lock:
        _cache[key] = (engine.game, made)
        while len(_cache) > _KEPT:
            _cache.popitem(last=False)
    return made
