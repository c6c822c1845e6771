"""Renames local variables, each within one function, loop or comprehension.

usage: python tools/rename_locals.py list NAME,NAME... [PATH ...]
       python tools/rename_locals.py apply DECISIONS

`list` prints a line "path:line old | code" for each variable with one of these names; `line` is where it first appears.
`apply` reads lines "path:line old new" and renames. A variable that only `for` loops use counts once for each loop.
Parameters of tests and fixtures are not renamed, nor are parameters that a call passes by keyword. A new name that is
already used in the scope is refused. Every changed file is parsed and compared with the renamed syntax tree.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Named = ast.Name | ast.arg | ast.ExceptHandler | ast.MatchAs | ast.MatchStar


@dataclass(eq=False)
class Scope:
    """A module, class, function or comprehension with the names it binds."""

    node: ast.AST
    parent: Scope | None
    bound: set[str] = field(default_factory=set)
    passed_on: set[str] = field(default_factory=set)
    """Names declared global or nonlocal."""
    kept: set[str] = field(default_factory=set)
    """Names bound by imports, functions and classes, which are not renamed."""

    def owner_of(self, name: str) -> Scope | None:
        """The scope that binds a name used here."""
        scope: Scope | None = self
        while scope is not None:
            visible = scope is self or not isinstance(scope.node, ast.ClassDef)
            if visible and name in scope.bound and name not in scope.passed_on:
                return scope
            scope = scope.parent
        return None


@dataclass(eq=False)
class Use:
    """One place where a name is used."""

    node: Named
    scope: Scope
    loops: tuple[ast.For | ast.AsyncFor, ...]
    """Loops of the same scope around the place, from the outermost."""
    text: ast.JoinedStr | None
    """The outermost f-string around the place. Positions in f-strings are not reliable before Python 3.12."""


def name_of(node: Named) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    return node.arg if isinstance(node, ast.arg) else node.name


class Reader:
    """Collects every use of a name with its scope."""

    def __init__(self, tree: ast.Module) -> None:
        self.uses: list[Use] = []
        self.visit(tree, Scope(tree, None), (), None)

    def visit(
        self, node: ast.AST, scope: Scope, loops: tuple[ast.For | ast.AsyncFor, ...], text: ast.JoinedStr | None
    ) -> None:
        if isinstance(node, ast.JoinedStr):
            text = text or node
        if isinstance(node, Named) and (name := name_of(node)) is not None:
            target = scope
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                pass
            elif isinstance(node, ast.Name) and getattr(node, "is_walrus", False):
                while isinstance(target.node, Comprehension) and target.parent is not None:
                    target = target.parent
                target.bound.add(name)
            else:
                scope.bound.add(name)
            self.uses.append(Use(node, scope, loops, text))
        if isinstance(node, ast.Global | ast.Nonlocal):
            scope.passed_on |= set(node.names)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            scope.kept |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            scope.kept.add(node.name)
        scope.bound |= scope.kept
        if isinstance(node, Function):
            self.visit_function(node, scope, loops, text)
        elif isinstance(node, ast.ClassDef):
            for outside in (*node.decorator_list, *node.bases, *node.keywords):
                self.visit(outside, scope, loops, text)
            inner = Scope(node, scope)
            for statement in node.body:
                self.visit(statement, inner, (), None)
        elif isinstance(node, Comprehension):
            self.visit(node.generators[0].iter, scope, loops, text)
            inner = Scope(node, scope)
            for number, generator in enumerate(node.generators):
                self.visit(generator.target, inner, (), text)
                if number:
                    self.visit(generator.iter, inner, (), text)
                for condition in generator.ifs:
                    self.visit(condition, inner, (), text)
            results = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
            for result in results:
                self.visit(result, inner, (), text)
        elif isinstance(node, ast.For | ast.AsyncFor):
            self.visit(node.iter, scope, loops, text)
            for part in (node.target, *node.body):
                self.visit(part, scope, (*loops, node), text)
            for part in node.orelse:
                self.visit(part, scope, loops, text)
        else:
            if isinstance(node, ast.NamedExpr):
                node.target.is_walrus = True  # type: ignore[attr-defined]
            for child in ast.iter_child_nodes(node):
                self.visit(child, scope, loops, text)

    def visit_function(
        self, node: Function, scope: Scope, loops: tuple[ast.For | ast.AsyncFor, ...], text: ast.JoinedStr | None
    ) -> None:
        args = node.args
        every = [*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))]
        annotations = [*(arg.annotation for arg in every), getattr(node, "returns", None)]
        outside = [*getattr(node, "decorator_list", ()), *args.defaults, *args.kw_defaults, *annotations]
        for part in filter(None, outside):
            self.visit(part, scope, loops, text)
        inner = Scope(node, scope)
        for arg in every:
            inner.bound.add(arg.arg)
            self.uses.append(Use(arg, inner, (), text))
        for statement in node.body if isinstance(node.body, list) else [node.body]:
            self.visit(statement, inner, (), text)


@dataclass
class Local:
    """A local variable: where it is first bound, its uses, and the part of the tree in which a new name must be
    unused."""

    name: str
    line: int
    uses: list[Use]
    scope: Scope
    around: ast.AST


def locals_of(tree: ast.Module, names: frozenset[str]) -> Iterator[Local]:
    """Local variables with these names. Loops that do not share a variable with code outside of them are treated
    separately."""
    by_scope: dict[tuple[Scope, str], list[Use]] = defaultdict(list)
    for use in Reader(tree).uses:
        name = name_of(use.node) or ""
        if name in names:
            scope = use.scope.owner_of(name)
            if scope is not None and isinstance(scope.node, Function | Comprehension) and name not in scope.kept:
                by_scope[scope, name].append(use)
    for (scope, name), uses in by_scope.items():
        loops = [binding_loop(use, name) for use in uses]
        groups: dict[ast.AST, list[Use]] = defaultdict(list)
        for use, loop in zip(uses, loops, strict=True):
            groups[scope.node if None in loops or loop is None else loop].append(use)
        for around, found in groups.items():
            yield Local(name, min(use.node.lineno for use in found), found, scope, around)


def binding_loop(use: Use, name: str) -> ast.AST | None:
    for loop in use.loops:
        if any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(loop.target)):
            return loop
    return None


def taken(local: Local, new: str) -> bool:
    """Whether the new name is already used where the variable is visible."""
    if any(isinstance(node, Named) and name_of(node) == new for node in ast.walk(local.around)):
        return True
    if isinstance(local.around, Function | Comprehension):
        return False
    return any(isinstance(node, Named) and name_of(node) == new for node in outside_binders(local.scope.node, new))


def outside_binders(node: ast.AST, name: str) -> Iterator[ast.AST]:
    """The nodes below, without loops and comprehensions that bind the name themselves."""
    for child in ast.iter_child_nodes(node):
        targets = [child.target] if isinstance(child, ast.For | ast.AsyncFor) else []
        targets += [generator.target for generator in getattr(child, "generators", [])]
        if not any(isinstance(part, ast.Name) and part.id == name for target in targets for part in ast.walk(target)):
            yield child
            yield from outside_binders(child, name)


def keywords_passed(trees: dict[str, ast.Module]) -> set[tuple[str, str]]:
    """(function, keyword) of every call."""
    found = set()
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                names = {called, *(getattr(part, "id", getattr(part, "attr", "")) for part in node.args[:1])}
                found |= {(name, keyword.arg) for name in names for keyword in node.keywords if keyword.arg}
    return found


def fixed(local: Local, passed: set[tuple[str, str]], path: str) -> str:
    """Why a parameter must keep its name; "" if it can be renamed."""
    function = local.scope.node
    if not any(isinstance(use.node, ast.arg) for use in local.uses) or isinstance(function, ast.Lambda):
        return ""
    name = getattr(function, "name", "")
    parent = local.scope.parent
    if name == "__init__" and parent is not None:
        name = getattr(parent.node, "name", "")
    if (name, local.name) in passed:
        return "passed by keyword"
    decorated = ast.dump(ast.Module(getattr(function, "decorator_list", []), []))
    if name.startswith("test_") or "fixture" in decorated or "parametrize" in decorated:
        return "a fixture"
    return ""


def edits_of(source: str, local: Local, new: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and text of each change, in bytes of the source."""
    lines = source.encode().split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    old, data, texts = local.name.encode(), source.encode(), {}
    for use in local.uses:
        node = use.node
        if use.text is not None:
            texts[use.text.lineno, use.text.col_offset] = use.text
            continue
        start = starts[node.lineno - 1] + node.col_offset
        if not isinstance(node, ast.Name | ast.arg):
            end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[operator]
            found = re.compile(rb"\b" + old + rb"\b").search(data, start, end)
            if found is None:
                raise ValueError(f"{local.name} is not where it should be")
            start = found.start()
        yield start, start + len(old), new
    for text in texts.values():
        start = starts[text.lineno - 1] + text.col_offset
        end = starts[text.end_lineno - 1] + text.end_col_offset
        for place in in_braces(data, start, end, old):
            yield place, place + len(old), new


def in_braces(data: bytes, start: int, end: int, old: bytes) -> Iterator[int]:
    """Positions of a name in the expressions of f-strings."""
    pattern = re.compile(rb"\{\{|\}\}|\{|\}|(?<![.\w])" + old + rb"(?![\w=])|(?<![.\w])" + old + rb"(?===)")
    depth = 0
    for found in pattern.finditer(data, start, end):
        word = found[0]
        if word == b"{{" and depth == 0:
            continue
        if word in (b"{", b"{{"):
            depth += len(word)
        elif word in (b"}", b"}}"):
            depth = max(0, depth - (len(word) if depth >= len(word) else depth))
        elif depth:
            yield found.start()


def renamed(path: str, source: str, decisions: dict[tuple[int, str], str], passed: set[tuple[str, str]]) -> str:
    """The source with these local variables renamed. Prints what cannot be renamed."""
    tree = ast.parse(source)
    edits: set[tuple[int, int, str]] = set()
    left = dict(decisions)
    for local in list(locals_of(tree, frozenset(name for _line, name in decisions))):
        new = left.pop((local.line, local.name), None) or decisions.get((local.line, local.name))
        if new is None:
            continue
        reason = f"{new} is used already" if taken(local, new) else fixed(local, passed, path)
        if reason:
            print(f"{path}:{local.line} {local.name} {new}: {reason}")
            continue
        edits |= set(edits_of(source, local, new))
        for use in local.uses:
            setattr(use.node, {ast.Name: "id", ast.arg: "arg"}.get(type(use.node), "name"), new)
    for (line, old), new in left.items():
        print(f"{path}:{line} {old} {new}: no such variable")
    data = source.encode()
    for start, end, new in sorted(edits, reverse=True):
        data = data[:start] + new.encode() + data[end:]
    text = data.decode()
    if ast.dump(ast.parse(text)) != ast.dump(tree):
        raise ValueError(f"{path}: the renamed source does not match its syntax tree")
    return text


def main() -> int:
    if len(sys.argv) < 3 or sys.argv[1] not in ("list", "apply"):
        print(__doc__)
        return 2
    tracked = subprocess.run(["git", "ls-files", "*.py"], capture_output=True, text=True, check=True).stdout
    sources = {path: Path(path).read_text(encoding="utf-8") for path in tracked.split() if "/migrations/" not in path}
    if sys.argv[1] == "list":
        names, folders = frozenset(sys.argv[2].split(",")), tuple(sys.argv[3:])
        for path, source in sources.items():
            if not folders or path.startswith(folders):
                lines = source.split("\n")
                for local in sorted(locals_of(ast.parse(source), names), key=lambda local: local.line):
                    print(f"{path}:{local.line} {local.name} | {lines[local.line - 1].strip()}")
        return 0
    passed = keywords_passed({path: ast.parse(source) for path, source in sources.items()})
    decisions: dict[str, dict[tuple[int, str], str]] = defaultdict(dict)
    for line in Path(sys.argv[2]).read_text(encoding="utf-8").splitlines():
        words = line.split("|")[0].split()
        if len(words) == 3:
            path, _colon, number = words[0].rpartition(":")
            decisions[path][int(number), words[1]] = words[2]
    for path, wanted in decisions.items():
        try:
            text = renamed(path, sources[path], wanted, passed)
        except ValueError as error:
            print(error)
            continue
        Path(path).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
