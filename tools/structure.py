"""Measures the structure of the project: `python tools/structure.py [FOLDER]` prints one line for each figure.

FOLDER is a checkout of the project, by default this one. Tests, migrations and packs are left out. Packages of several
modules that import each other in a circle count as cycles, imports inside functions included.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

APPS = ("mordheim_site", "accounts", "jobs", "catalogue", "warbands", "campaigns", "battles")
SKIPPED = {"tests", "migrations", "packs_data", "__pycache__"}


def modules(root: Path) -> Iterator[Path]:
    """Every module of the apps."""
    for app in APPS:
        for path in sorted((root / app).rglob("*.py")):
            if not SKIPPED.intersection(path.relative_to(root).parts) and not path.name.startswith("test_"):
                yield path


def name_of(path: Path, root: Path) -> str:
    """The dotted name of a module."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, known: set[str]) -> set[str]:
    """Modules of the project that this one imports anywhere in its text, except below `if TYPE_CHECKING`."""
    found: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    hidden = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in hidden:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & known
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found |= {whole} if whole in known else {node.module} & known
    return found


def with_packages(arrows: dict[str, set[str]]) -> dict[str, set[str]]:
    """Each import also loads the packages around the imported module, except those around the importing one."""
    return {
        name: found
        | {package for other in found for package in packages_of(other) - packages_of(name) if package in arrows}
        for name, found in arrows.items()
    }


def packages_of(module: str) -> set[str]:
    """The module and the packages around it."""
    parts = module.split(".")
    return {".".join(parts[:length]) for length in range(1, len(parts) + 1)}


def cycles(arrows: dict[str, set[str]]) -> list[int]:
    """Sizes of the groups of modules that import each other (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    sizes: list[int] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in arrows[module]:
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            size = len(stack) - stack.index(module)
            del stack[-size:]
            if size > 1:
                sizes.append(size)

    sys.setrecursionlimit(10_000)
    for module in arrows:
        if module not in index:
            visit(module)
    return sorted(sizes, reverse=True)


def main() -> None:
    """Print the figures."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[1])
    paths = list(modules(root))
    names = {name_of(path, root): path for path in paths}
    arrows = {name: imports(path, set(names)) - {name} for name, path in names.items()}
    folders = Counter(str(path.parent.relative_to(root)) for path in paths if path.name != "__init__.py")
    templates = [line for path in (root / "templates").rglob("*.html") for line in path.read_text("utf-8").splitlines()]
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    figures = {
        "modules": len(paths),
        "most modules in a folder": ", ".join(f"{folder} {count}" for folder, count in folders.most_common(3)),
        "modules at the top of battles/": folders["battles"],
        "longest module, lines": max(text.count("\n") for text in texts.values()),
        "imports between modules": sum(map(len, arrows.values())),
        "import cycles": ", ".join(map(str, cycles(arrows))) or "none",
        "import cycles with package files": ", ".join(map(str, cycles(with_packages(arrows)))) or "none",
        "longest template line": max(map(len, templates)),
        "template lines above 120 columns": sum(len(line) > 120 for line in templates),
        "dict[str, Any] in battles": sum(
            text.count("dict[str, Any]") for path, text in texts.items() if path.relative_to(root).parts[0] == "battles"
        ),
        "dict[str, Any] in all apps": sum(text.count("dict[str, Any]") for text in texts.values()),
    }
    for name, figure in figures.items():
        sys.stdout.write(f"{name}: {figure}\n")


if __name__ == "__main__":
    main()
