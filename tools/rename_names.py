"""Renames classes, functions and constants according to a map, with every import and use of them.

usage: python tools/rename_names.py MAP

MAP has a line "module:Old New" for each name: "warbands.core.ledger:By ActionContext". A line "*:old new folder ..."
renames every identifier `old` (variables, arguments and attributes too) in the Python files of these folders. Names in
backquotes and dotted names in strings, comments and documents are updated. Prints what has to be checked by hand: uses
that a local variable hides, and strings that equal a renamed name. Run it with a clean working tree.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

from move_modules import Edit, Uses, _edited, git, module_of

TEXTS = (".md", ".toml", ".yml", ".yaml", ".txt", ".html")
UNTOUCHED = ("CHANGELOG.md",)


class Names:
    """The map: `named` has the new names by module and old name, `anywhere` the old and new names by folder."""

    def __init__(self, map_file: Path) -> None:
        self.named: dict[tuple[str, str], str] = {}
        self.anywhere: list[tuple[str, str, list[str]]] = []
        for line in map_file.read_text(encoding="utf-8").splitlines():
            words = line.split("#")[0].split()
            if not words:
                continue
            module, _colon, old = words[0].rpartition(":")
            if module == "*":
                self.anywhere.append((old, words[1], words[2:]))
            else:
                self.named[module, old] = words[1]
        self.by_old = {old: new for (_module, old), new in self.named.items()}

    def follow_exports(self, trees: dict[str, ast.Module]) -> None:
        """Also rename names in modules that import and re-export them: `from package import Name`."""
        grew = True
        while grew:
            grew = False
            for path, tree in trees.items():
                here = module_of(path)
                for origin, node in from_imports(path, tree):
                    for alias in node.names:
                        key = (here, alias.name)
                        if (origin, alias.name) in self.named and alias.asname is None and key not in self.named:
                            self.named[key] = self.named[origin, alias.name]
                            grew = True


def from_imports(path: str, tree: ast.Module) -> Iterator[tuple[str, ast.ImportFrom]]:
    here = module_of(path)
    package = here if path.endswith("/__init__.py") else here.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            yield ".".join([*base, *([node.module] if node.module else [])]), node


def dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return f"{dotted(node.value)}.{node.attr}" if isinstance(node, ast.Attribute) else "?"


def renamed(path: str, source: str, tree: ast.Module, names: Names, report: list[str]) -> str:
    """The source with the names of the map renamed."""
    here = module_of(path)
    lines = source.split("\n")
    renames = {old: new for (module, old), new in names.named.items() if module == here}
    aliases: dict[str, str] = {}
    edits: list[Edit] = []
    for origin, node in from_imports(path, tree):
        for alias in node.names:
            new = names.named.get((origin, alias.name))
            if new is not None:
                end = alias.col_offset + len(alias.name.encode())
                edits.append((alias.lineno, alias.col_offset, alias.lineno, end, new))
                if alias.asname is None:
                    renames[alias.name] = new
            else:
                aliases[alias.asname or alias.name] = f"{origin}.{alias.name}"
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name in renames:
            start = lines[node.lineno - 1].index(f" {node.name}") + 1
            end = start + len(node.name.encode())
            edits.append((node.lineno, start, node.lineno, end, renames[node.name]))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            module = aliases.get(dotted(node.value), dotted(node.value))
            new = names.named.get((module, node.attr))
            if new is not None:
                end = node.end_col_offset or 0
                last = node.end_lineno or 0
                edits.append((last, end - len(node.attr.encode()), last, end, new))
        elif isinstance(node, ast.Call) and len(node.args) > 1 and dotted(node.func).endswith("setattr"):
            module = aliases.get(dotted(node.args[0]), dotted(node.args[0]))
            edits += quoted_names(node.args[1], lambda old, module=module: names.named.get((module, old)))
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(dotted(target) == "__all__" for target in node.targets):
            for item in getattr(node.value, "elts", ()):
                edits += quoted_names(item, renames.get)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and re.search("[a-z][A-Z_]", str(node.value)) and node.value in names.by_old:
            report.append(f'{path}:{node.lineno}: the string "{node.value}"')
    for old, new in renames.items():
        uses = Uses(old)
        uses.visit(tree)
        places = [(line, column, line, column + len(old.encode())) for line, column in uses.found]
        edits += [
            (*place, new) for place in places if lines[place[0] - 1].encode()[place[1] : place[3]] == old.encode()
        ]
        if uses.hidden:
            report.append(f"{path}: {old} is hidden in the functions at {uses.hidden}")
        if any(isinstance(node, ast.Name | ast.arg) and getattr(node, "id", getattr(node, "arg", "")) == new
               for node in ast.walk(tree)):  # fmt: skip
            report.append(f"{path}: {new} is used already")
    return in_strings(_edited(source, edits), renames)


def quoted_names(node: ast.AST, new_name: Callable[[str], str | None]) -> Iterator[Edit]:
    """The edit of a string that equals a renamed name."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        new = new_name(node.value)
        if new is not None:
            start = node.col_offset + 1
            yield node.lineno, start, node.lineno, start + len(node.value.encode()), new


def in_strings(source: str, renames: dict[str, str]) -> str:
    """The source with renamed names updated in backquotes and dotted names, in strings and comments."""
    if not renames:
        return source
    pattern = re.compile(
        r"(?<=[`.])(" + "|".join(map(re.escape, sorted(renames, key=len, reverse=True))) + r")(?=[`(.])"
    )
    return by_tokens(
        source, (tokenize.STRING, tokenize.COMMENT), lambda text: pattern.sub(lambda m: renames[m[1]], text)
    )


def by_tokens(source: str, kinds: tuple[int, ...], change) -> str:  # type: ignore[no-untyped-def]
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    parts, done = [], 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in kinds:
            start, end = (starts[line - 1] + column for line, column in (token.start, token.end))
            parts += [source[done:start], change(source[start:end])]
            done = end
    return "".join([*parts, source[done:]])


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    names, report = Names(Path(sys.argv[1])), list[str]()
    paths = [path for path in git("ls-files", "*.py").split() if "/migrations/" not in path]
    sources = {path: Path(path).read_text(encoding="utf-8") for path in paths}
    trees = {path: ast.parse(source) for path, source in sources.items()}
    for module, old in names.named:
        if not any(module_of(path) == module for path in paths):
            raise SystemExit(f"{module} does not exist ({old})")
    names.follow_exports(trees)
    for path, source in sources.items():
        text = renamed(path, source, trees[path], names, report)
        for old, new, folders in names.anywhere:
            if any(path == folder or path.startswith(f"{folder.rstrip('/')}/") for folder in folders):
                text = by_tokens(text, (tokenize.NAME,), lambda word, old=old, new=new: new if word == old else word)
                text = in_strings(text, {old: new})
        if text != source:
            Path(path).write_text(text, encoding="utf-8")
    # Only CamelCase in documents: a small word in backquotes may be a field, a code or a hook of the same name.
    wide = [old for old in names.by_old if old[:1].isupper() and not old.isupper()]
    in_documents = re.compile(r"`(" + "|".join(map(re.escape, wide)) + r")`") if wide else None
    for path in git("ls-files").split("\n"):
        if in_documents and path.endswith(TEXTS) and path not in UNTOUCHED and Path(path).is_file():
            before = Path(path).read_text(encoding="utf-8")
            after = in_documents.sub(lambda found: f"`{names.by_old[found[1]]}`", before)
            if after != before:
                Path(path).write_text(after, encoding="utf-8")
    print("\n".join(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
