"""Moves Python modules of an app according to a map, and rewrites everything that refers to them.

usage: python tools/move_modules.py MAP APP

MAP has a line "old new" for each module, relative to APP: "services.play play.commands". A package is moved with its
contents. Imports, uses of imported modules, and dotted names and paths in strings, comments and documents are updated;
nothing else changes. Names like `services` or `views`, which many packages have, are imported as `<package>_<name>`.
Prints what has to be checked by hand: plain imports, and uses that a local variable hides. Run it with a clean working
tree.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from pathlib import Path

SHARED_NAMES = frozenset(
    [
        *("services", "views", "api", "selectors", "forms", "rules", "serializers", "models", "text", "page", "index"),
        *("phase", "search", "tasks", "start", "document", "lines"),
    ]
)
TEXTS = (".py", ".md", ".toml", ".yml", ".yaml", ".html", ".txt")
UNTOUCHED = ("CHANGELOG.md",)
Edit = tuple[int, int, int, int, str]
"""First line and byte column, last line and byte column, and its replacement."""


def git(*words: str) -> str:
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout


def module_of(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


class Moves:
    """The moves: `moved` maps full names of modules, `files` the old path of each module."""

    def __init__(self, map_file: Path, app: str) -> None:
        self.files = {module_of(path): path for path in git("ls-files", "*.py").split()}
        lines = (line.split("#")[0].split() for line in map_file.read_text(encoding="utf-8").splitlines())
        named = {f"{app}.{words[0]}": f"{app}.{words[1]}" for words in lines if words}
        self.moved: dict[str, str] = {}
        for old, new in named.items():
            if old not in self.files:
                raise SystemExit(f"{old} does not exist")
            self.moved[old] = new
            if self.is_package(old):
                inside = (module for module in self.files if module.startswith(f"{old}.") and module not in named)
                self.moved |= {module: new + module[len(old) :] for module in inside}
        if len(set(self.moved.values())) != len(self.moved):
            raise SystemExit("two modules would get the same name")
        longest = sorted(self.moved, key=len, reverse=True)
        self._dotted = re.compile(r"(?<![\w./])(" + "|".join(map(re.escape, longest)) + r")(?!\w)(?!\.json)")
        self._paths = {self.files[old]: self.new_path(old) for old in self.moved}
        self._path = re.compile("|".join(map(re.escape, sorted(self._paths, key=len, reverse=True))))

    def is_package(self, module: str) -> bool:
        return self.files[module].endswith("/__init__.py")

    def new_path(self, old: str) -> str:
        return self.moved[old].replace(".", "/") + ("/__init__.py" if self.is_package(old) else ".py")

    def in_text(self, text: str) -> str:
        """A text with the dotted names and paths of moved modules updated."""
        text = self._dotted.sub(lambda found: self.moved[found[1]], text)
        return self._path.sub(lambda found: self._paths[found[0]], text)


class Uses(ast.NodeVisitor):
    """Where a name of the module's own scope is used; `hidden` are lines of functions with a variable of that name."""

    def __init__(self, name: str) -> None:
        self.name, self.found, self.hidden = name, list[tuple[int, int]](), list[int]()

    def visit_Name(self, node: ast.Name) -> None:
        if node.id == self.name:
            self.found.append((node.lineno, node.col_offset))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Skip names of fields, which may be equal to the name of a module."""
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                self.visit(statement.annotation)
                if statement.value is not None:
                    self.visit(statement.value)
            elif isinstance(statement, ast.Assign) and all(
                isinstance(target, ast.Name) for target in statement.targets
            ):
                self.visit(statement.value)
            else:
                self.visit(statement)
        for outside in (*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)):
            self.visit(outside)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        args = node.args
        for outside in (*getattr(node, "decorator_list", ()), *args.defaults, *filter(None, args.kw_defaults)):
            self.visit(outside)
        every = [*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))]
        for arg in every:
            if arg.annotation is not None:
                self.visit(arg.annotation)
        if getattr(node, "returns", None) is not None:
            self.visit(node.returns)  # type: ignore[union-attr]
        body = node.body if isinstance(node.body, list) else [node.body]
        if self.name in {arg.arg for arg in every} | _assigned(body):
            self.hidden.append(node.lineno)
            return
        for statement in body:
            self.visit(statement)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _function

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        targets = {
            target.id for part in node.generators for target in ast.walk(part.target) if isinstance(target, ast.Name)
        }
        if self.name in targets:
            self.visit(node.generators[0].iter)
            self.hidden.append(node.lineno)
        else:
            self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension


def _assigned(body: list[ast.stmt] | list[ast.expr]) -> set[str]:
    """Names that are bound by a function's own statements, without those of nested functions and comprehensions."""
    found: set[str] = set()
    waiting: list[ast.AST] = [*body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            continue
        else:
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                found.add(node.id)
            waiting.extend(ast.iter_child_nodes(node))
    return found


def _bound(tree: ast.AST) -> set[str]:
    """Every name that a file uses in any way."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    return found


def rewritten(path: str, moves: Moves, report: list[str]) -> str:
    """The text of a Python file with its imports and their uses rewritten."""
    source = Path(path).read_text(encoding="utf-8")
    tree = ast.parse(source)
    here = module_of(path)
    package = here if path.endswith("/__init__.py") else here.rpartition(".")[0]
    my_new_package = moves.moved.get(here, here).rpartition(".")[0]
    taken, aliases, renames, edits = _bound(tree), dict[str, str](), dict[str, str](), list[Edit]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            report.extend(
                f"{path}:{node.lineno}: import {name.name}" for name in node.names if name.name in moves.moved
            )
        if not isinstance(node, ast.ImportFrom):
            continue
        base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        origin = ".".join([*base, *([node.module] if node.module else [])])
        groups: dict[str, list[tuple[str, str | None]]] = {}
        for alias in node.names:
            new = moves.moved.get(f"{origin}.{alias.name}")
            if new is None:
                groups.setdefault(moves.moved.get(origin, origin), []).append((alias.name, alias.asname))
                continue
            parent, _dot, name = new.rpartition(".")
            used = alias.asname
            if used is None and name != alias.name:
                if new not in aliases:
                    clashes = name in taken or (name in SHARED_NAMES and parent != my_new_package)
                    aliases[new] = f"{parent.rpartition('.')[2]}_{name}" if clashes else name
                    taken.add(aliases[new])
                renames[alias.name] = aliases[new]
                used = aliases[new] if aliases[new] != name else None
            groups.setdefault(parent, []).append((name, used))
        if (
            set(groups) != {node.module}
            or node.level
            or any(f"{origin}.{name.name}" in moves.moved for name in node.names)
        ):
            edits.append(
                (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0, _imports(node, groups))
            )
    for old, new in renames.items():
        uses = Uses(old)
        uses.visit(tree)
        edits += [(line, column, line, column + len(old.encode()), new) for line, column in uses.found]
        if uses.hidden:
            report.append(f"{path}: {old} is hidden in the functions at {uses.hidden}")
    return _edited(source, edits)


def _imports(node: ast.ImportFrom, groups: dict[str, list[tuple[str, str | None]]]) -> str:
    indent = " " * node.col_offset
    lines = [
        f"from {module} import "
        + ", ".join(f"{name} as {used}" if used else name for name, used in sorted(names, key=str))
        for module, names in sorted(groups.items())
    ]
    return f"\n{indent}".join(lines)


def _edited(source: str, edits: list[Edit]) -> str:
    lines = [line.encode() for line in source.split("\n")]
    for first, start, last, end, text in sorted(set(edits), reverse=True):
        lines[first - 1 : last] = [lines[first - 1][:start] + text.encode() + lines[last - 1][end:]]
    return b"\n".join(lines).decode()


def in_strings(source: str, moves: Moves) -> str:
    """The source with moved names updated in strings and comments only, because its imports have already been
    rewritten."""
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    parts, done = [], 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            start, end = (starts[line - 1] + column for line, column in (token.start, token.end))
            parts += [source[done:start], moves.in_text(source[start:end])]
            done = end
    return "".join([*parts, source[done:]])


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    app, report = sys.argv[2], list[str]()
    moves = Moves(Path(sys.argv[1]), app)
    texts = {path: rewritten(path, moves, report) for path in git("ls-files", "*.py").split()}
    for path in git("ls-files").split("\n"):
        if path.endswith(TEXTS) and path not in UNTOUCHED and Path(path).is_file():
            before = Path(path).read_text(encoding="utf-8")
            after = in_strings(texts[path], moves) if path.endswith(".py") else moves.in_text(before)
            if "/migrations/" not in path and after != before:
                Path(path).write_text(after, encoding="utf-8")
    for old in moves.moved:
        new = Path(moves.new_path(old))
        new.parent.mkdir(parents=True, exist_ok=True)
        git("mv", moves.files[old], str(new))
        for folder in new.parents:
            if str(folder) in (app, "."):
                break
            if not (folder / "__init__.py").exists():
                (folder / "__init__.py").touch()
                git("add", str(folder / "__init__.py"))
    print("\n".join(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
