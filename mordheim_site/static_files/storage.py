"""Static files with hashed names: bundled, with the imports between our own modules followed, and compressed.

Without hashed imports a page would load `site.js` twice, once by its hashed and once by its plain name. Only files
below `js/` are rewritten; library bundles stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from mordheim_site.static_files.bundles import Read, imports_styles, script_bundle, style_bundle

_IMPORTS: Final = HashedFilesMixin._js_module_import_aggregation_patterns[1]
SCRIPT_BUNDLES: Final = ("js/board/main.js", "js/tabletop/track.js")
"""Modules that are delivered with what they import from their own folder. Style sheets with an `@import` always are."""

Paths = dict[str, tuple[Storage, str]]


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """What production serves, after `collectstatic`. A file that was not collected is an error."""

    patterns = (*HashedFilesMixin.patterns, ("js/*.js", _IMPORTS))

    def post_process(self, paths: Paths, dry_run: bool = False, **options: Any) -> Iterator[tuple[str, str, bool]]:
        yield from super().post_process({**paths, **bundled(paths)}, dry_run=dry_run, **options)


class HashedWhenCollected(HashedStaticFiles):
    """What `./run` serves: `serve` collects the files. Commands that run before that get the plain names."""

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        found = self.hashed_files.get(self.hash_key(self.clean_name(name)))
        return found if found is not None else name


def bundled(paths: Paths) -> Paths:
    """The bundles among the files to collect, each with its whole text in memory."""
    read, found = reader(paths), InMemoryStorage()
    bundles: Paths = {}
    for name in paths:
        if name in SCRIPT_BUNDLES:
            text = script_bundle(name, read)
        elif name.startswith("css/") and name.endswith(".css") and imports_styles(read(name)):
            text = style_bundle(name, read)
        else:
            continue
        found.save(name, ContentFile(text.encode()))
        bundles[name] = (found, name)
    return bundles


def reader(paths: Paths) -> Read:
    """A function that reads a file to collect by its name; raises KeyError for a name that is not among them."""

    def read(name: str) -> str:
        storage, path = paths[name]
        with storage.open(path) as opened:
            return opened.read().decode()

    return read
