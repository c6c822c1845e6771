"""Duels played with dice, one by one, by the rules' own steps: what exact odds are compared with.

A position and the faces rolled in it decide what a step comes to. Each answer of the step code is therefore kept and
looked up when another duel comes to the same position and rolls the same faces: a hundred thousand duels ask the step
code some thousand times, and every duel still rolls its own dice. Nothing of the branching code is used.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from battles.engine.flow import Context
from battles.engine.odds.duels import duel_game, is_decided, key_of, step, turn_is_over
from battles.engine.state import CHARGED


class RecordedDice:
    """First the faces given, then seeded ones; all are kept."""

    def __init__(self, faces, source):
        self.faces, self._given, self._source = [], list(faces), source
        self.position = 0

    def face(self, purpose):
        if self.position < len(self._given):
            face = self._given[self.position]
        else:
            face = self._source()
        self.position += 1
        self.faces.append(face)
        return face


class Place:
    """A position in which a die falls, with what each row of faces led to: a Place, or a finished duel.

    `state` moves on to the last position before the first die, once that is known, and `turns` counts the player turns
    that ended on the way.
    """

    __slots__ = ("is_ready", "state", "tree", "turns")

    def __init__(self, state):
        self.state = state
        self.tree = {}
        self.is_ready, self.turns = False, 0


class Tally(NamedTuple):
    first: int
    second: int
    undecided: int


class Duels:
    """Plays duels between the same two fighters from the same start."""

    def __init__(self, rules, first, second, seed):
        self.game, state = duel_game(rules, first, second)
        state.models["a1"] = state.models["a1"]._replace(flags=state.models["a1"].flags | CHARGED)
        self._places = {}
        self._random = Random(seed).random
        self.start = self._place(state)
        self.worked_out = 0

    def _face(self):
        return int(self._random() * 6) + 1

    def _place(self, state):
        """The place of a state: the same one for states that go on alike."""
        key = key_of(state)
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = Place(state)
        return found

    def _work_out(self, place, faces):
        """Let the step code play on from a place, beginning with these faces, and keep where it led."""
        self.worked_out += 1
        dice = RecordedDice(faces, self._face)
        state, turns = place.state.fork(), place.turns
        while True:
            before = None if place.is_ready else state.fork()
            step(Context(self.game, state, dice))
            if dice.position and before is not None:
                place.state, place.turns, place.is_ready = before, turns, True
            turns += turn_is_over(state) or is_decided(state)
            if dice.position or is_decided(state) or turns > 40:
                break
        tree = place.tree
        for face in dice.faces[:-1]:
            tree = tree.setdefault(face, {})
        end = (_winner(state) if is_decided(state) else self._place(state), turns)
        tree[dice.faces[-1] if dice.faces else 0] = end
        return end

    def _next(self, place):
        faces, tree = [], place.tree
        if 0 in tree:
            return tree[0]
        while True:
            face = self._face()
            faces.append(face)
            branch = tree.get(face)
            if branch is None:
                return self._work_out(place, faces)
            if type(branch) is tuple:
                return branch
            tree = branch

    def play(self, turns=40):
        """One duel: "first", "second" or "undecided" after this many player turns."""
        place, taken = self.start, 0
        while taken < turns:
            place, more = self._next(place)
            taken += more
            if type(place) is str:
                return place
        return "undecided"

    def tally(self, count):
        found = {"first": 0, "second": 0, "undecided": 0}
        for _ in range(count):
            found[self.play()] += 1
        return Tally(**found)


def _winner(state):
    out = [model_id for model_id in ("a1", "b1") if state.models[model_id].gone]
    if out == ["b1"]:
        return "first"
    return "second" if out == ["a1"] else "undecided"
