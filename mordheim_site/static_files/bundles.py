"""Bundles static files: style sheets with the sheets they import, and the scripts of one folder. Otherwise a browser
needs another request for every import, and can send it only after it has read the importing file. Our sheets and
modules use only a small part of the syntax, so no parser is needed. Syntax that is not supported raises
`BundleError`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterable
from typing import Final

Read = Callable[[str], str]
"""Function that returns the text of a static file by its name, such as `css/base.css`."""

_STYLE_IMPORT: Final = re.compile(r'^@import "(?P<file>[^"]+)";\n', re.MULTILINE)
_FILE_IN_STYLES: Final = re.compile(r"url\((?!['\"]?(?:#|data:))")
_IMPORT: Final = re.compile(
    r'^import\s+(?:(?:\{(?P<names>[^}]*)\}|\*\s+as\s+(?P<whole>\w+))\s+from\s+)?"(?P<file>\.[^"]+)";\n', re.MULTILINE
)
_EXPORT_FROM: Final = re.compile(r'^export\s+\{(?P<names>[^}]*)\}\s+from\s+"(?P<file>\.[^"]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|const|class) (?P<name>\w+))", re.MULTILINE)
_LAZY_IMPORT: Final = re.compile(r'\bimport\("(?P<file>\.[^"]+)"\)')
_NOT_UNDERSTOOD: Final = re.compile(
    r"^(?:import\b|export\b).*$|^(?:[^\s/].*\s)?await\b.*$|\bimport\.meta\b.*$", re.MULTILINE
)


class BundleError(ValueError):
    """A file cannot be bundled; the message says what is wrong in which file."""


def style_bundle(name: str, read: Read) -> str:
    """The sheet `name` in which every `@import "other.css";` is replaced by the content of that sheet, each only once,
    in order."""
    return _styles(name, read, set())


def _styles(name: str, read: Read, seen: set[str]) -> str:
    seen.add(name)
    text = read(name)
    if _FILE_IN_STYLES.search(text):
        raise BundleError(f"{name}: a bundle cannot hold a sheet that names other files with url()")

    def imported(found: re.Match[str]) -> str:
        other = _resolved(name, found["file"])
        return "" if other in seen else _styles(other, read, seen)

    return _STYLE_IMPORT.sub(imported, text)


def script_bundle(name: str, read: Read, also: Collection[str] = ()) -> dict[str, str]:
    """The module `name` with all modules of its folder that it imports, and with those of `also`, which are in other
    folders and must not keep any state. Imports of other modules stay imports. Each
    module becomes a function, called in the order in which a browser would evaluate the modules, so that their names do
    not clash. The bundle exports what the module `name` exports. Modules that are only imported with
    `import("./name.js")` are in a second file, which the browser loads when one of them is first needed. Returns the
    texts by file name. Modules must not import each other in a circle."""
    return _Scripts(posixpath.dirname(name), read, also).bundled(name)


class _Scripts:
    """The modules of one folder while they are bundled."""

    def __init__(self, folder: str, read: Read, also: Collection[str] = ()) -> None:
        self.folder = folder
        self.also = also
        self.read = read
        self.outside: list[str] = []
        self.exported: dict[str, list[str]] = {}
        self.inside: dict[str, str] = {}  # Name of the file: the body of its function, in the order of evaluation.
        self.asked_for: list[str] = []
        self.first: list[str] = []  # What the entry itself imports; the rest is in the second file.
        self.lazy: set[str] = set()
        self.under_way: list[str] = []

    def bundled(self, entry: str) -> dict[str, str]:
        self.add(entry)
        self.first = first = list(self.inside)
        first_outside = list(self.outside)
        for name in self.asked_for:  # Grows while it is read.
            if name not in self.inside:
                self.lazy.add(name)
                self.add(name)
        later = f"{entry.removesuffix('.js')}-later.js"
        parts = self.imports(first_outside)
        if self.lazy:
            given = ", ".join(_variable(name) for name in (*first_outside, *first))
            parts.append(
                f'let $file;\nconst $later = () => ($file ??= import("{self.from_here(later)}")'
                f".then(({{ modules }}) => modules({{ {given} }})));\n"
            )
        parts += [self.function(name) for name in first]
        if exported := self.exported[entry]:
            parts.append(f"export const {{ {', '.join(exported)} }} = {_variable(entry)};\n")
        texts = {entry: "".join(parts)}
        if self.lazy:
            rest = [name for name in self.inside if name not in first]
            # Lazy modules use names of the others, but nothing can call them before all of these are evaluated.
            rest.sort(key=lambda name: name not in self.lazy)
            lazy = ", ".join(_variable(name) for name in rest if name in self.lazy)
            texts[later] = "".join(
                [
                    *self.imports(name for name in self.outside if name not in first_outside),
                    f"export function modules({{ {given} }}) {{\n",
                    *(self.function(name) for name in rest),
                    f"return {{ {lazy} }};\n}}\n",
                ]
            )
        return texts

    def imports(self, names: Iterable[str]) -> list[str]:
        return [f'import * as {_variable(name)} from "{self.from_here(name)}";\n' for name in names]

    def function(self, name: str) -> str:
        """The code for a module: a constant with its exports, or for a lazy module a function that returns them."""
        body = _LAZY_IMPORT.sub(lambda found: self.later(name, found["file"]), self.inside[name])
        function = f"(() => {{\n{body}}})()"
        if name in self.lazy:
            function = f"(() => {{\nlet found;\nreturn () => (found ??= {function});\n}})()"
        return f"const {_variable(name)} = {function};\n"

    def add(self, name: str) -> None:
        """Read a module and everything that it imports."""
        if name in self.under_way:
            raise BundleError(f"{name}: modules import each other in a circle: {', '.join(self.under_way)}")
        self.under_way.append(name)
        head: list[str] = []
        exported: list[str] = []

        def imported(found: re.Match[str]) -> str:
            source = self.needed(name, found["file"])
            if found["names"] is not None:
                head.append(f"const {{ {_destructured(found['names'])} }} = {source};\n")
            elif found["whole"] is not None:
                head.append(f"const {found['whole']} = {source};\n")
            return ""

        def passed_on(found: re.Match[str]) -> str:
            source = self.needed(name, found["file"])
            for part in _names(found["names"]):
                inner, _as, outer = part.partition(" as ")
                exported.append(f"{outer or inner}: {source}.{inner}")
            return ""

        def named(found: re.Match[str]) -> str:
            exported.append(found["name"])
            return ""

        text = _IMPORT.sub(imported, self.read(name))
        text = _EXPORT_FROM.sub(passed_on, text)
        text = _EXPORT.sub(named, text)
        if wrong := _NOT_UNDERSTOOD.search(text):
            raise BundleError(f"{name}: a bundle cannot hold this line: {wrong[0]}")
        for found in _LAZY_IMPORT.finditer(text):
            other = _resolved(name, found["file"])
            if self.is_inside(other) and other not in self.asked_for:
                self.asked_for.append(other)
        self.under_way.pop()
        self.exported[name] = [part.partition(":")[0] for part in exported]
        self.inside[name] = f"{''.join(head)}{text}return {{ {', '.join(exported)} }};\n"

    def needed(self, importer: str, path: str) -> str:
        """The expression for the exports of an imported module. The module is read now if it has not been read yet."""
        other = _resolved(importer, path)
        if not self.is_inside(other):
            if other not in self.outside:
                self.outside.append(other)
        elif other not in self.inside:
            self.add(other)
        return _variable(other) + ("()" if other in self.lazy else "")

    def later(self, importer: str, path: str) -> str:
        """The promise that replaces `import("./name.js")`."""
        other = _resolved(importer, path)
        if not self.is_inside(other):
            return f'import("{self.from_here(other)}")'
        if other not in self.lazy:
            return f"Promise.resolve().then(() => {_variable(other)})"
        if importer not in self.first:
            return f"Promise.resolve().then(() => {_variable(other)}())"
        return f"$later().then((found) => found.{_variable(other)}())"

    def is_inside(self, name: str) -> bool:
        return posixpath.dirname(name) == self.folder or name in self.also

    def from_here(self, name: str) -> str:
        path = posixpath.relpath(name, self.folder)
        return path if path.startswith(".") else f"./{path}"


def _resolved(importer: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))


def _variable(name: str) -> str:
    """The variable name for a module: `js/board/dice-faces.js` becomes `$board_dice_faces`."""
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js").partition("/")[2])


def _names(text: str) -> list[str]:
    """The names in the braces of an import or export."""
    return [" ".join(part.split()) for part in text.split(",") if part.strip()]


def _destructured(text: str) -> str:
    return ", ".join(part.replace(" as ", ": ") for part in _names(text))
