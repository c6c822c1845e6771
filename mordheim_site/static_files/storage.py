"""Static files with hashed names: bundled, minified, compressed, and with hashed names in imports between our modules.
Without the last step a page would load `site.js` twice, once by its hashed and once by its plain name. Only files below
`js/` are rewritten; bundles of libraries are unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from mordheim_site.static_files.bundles import Read, script_bundle, style_bundle
from mordheim_site.static_files.minifying import smaller_script, smaller_style

_IMPORTS: Final = HashedFilesMixin._js_module_import_aggregation_patterns[1]
REQUESTS: Final = "js/requests.js"
SCRIPT_BUNDLES: Final[dict[str, tuple[str, ...]]] = {
    "js/board/main.js": (), "js/board/scene/board.js": (), "js/board/scene/preview.js": (),
    "js/roster/owner.js": ("js/fragments.js", REQUESTS), "js/tabletop/courier.js": (REQUESTS,),
    "js/tabletop/sheet.js": (REQUESTS,), "js/tabletop/track.js": (REQUESTS,),
}  # fmt: skip
"""Modules that are bundled with what they import from their own folder, and with the named ones of other folders, so
that pages for phones need fewer requests. Style sheets with an `@import` are always bundled."""

Paths = dict[str, tuple[Storage, str]]


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Storage used in production, after `collectstatic`. A file that was not collected is an error."""

    patterns = (*HashedFilesMixin.patterns, ("js/*.js", _IMPORTS))
    max_post_process_passes = 20
    """A pass settles the hashed names of one more step in a chain of imports. Django's limit of 5 was just enough."""

    def post_process(self, paths: Paths, dry_run: bool = False, **options: Any) -> Iterator[tuple[str, str, bool]]:
        texts = bundled(paths)
        for name, (storage, path) in texts.items():
            if name not in paths and not dry_run:  # Files that only exist as parts of bundles.
                self.delete(name)
                self.save(name, storage.open(path))
        yield from super().post_process({**paths, **texts}, dry_run=dry_run, **options)


class HashedWhenCollected(HashedStaticFiles):
    """Storage used by `./run`, where `serve` collects the files. Commands that run before that get plain names."""

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        found = self.hashed_files.get(self.hash_key(self.clean_name(name)))
        return found if found is not None else name


def bundled(paths: Paths) -> Paths:
    """Our style sheets and scripts as browsers get them, with the complete text of each in memory."""
    read, found = reader(paths), InMemoryStorage()
    texts: dict[str, str] = {}
    for name in paths:
        if name in SCRIPT_BUNDLES:
            texts |= script_bundle(name, read, SCRIPT_BUNDLES[name])
        elif name.startswith("js/") and name.endswith(".js"):
            texts[name] = read(name)
        elif name.startswith("css/") and name.endswith(".css"):
            texts[name] = style_bundle(name, read)
    for name, text in texts.items():
        smaller = smaller_script(name, text) if name.endswith(".js") else smaller_style(text)
        found.save(name, ContentFile(smaller.encode()))
    return {name: (found, name) for name in texts}


def reader(paths: Paths) -> Read:
    """A function that reads a file to be collected by its name, and raises KeyError for other names."""

    def read(name: str) -> str:
        storage, path = paths[name]
        with storage.open(path) as opened:
            return opened.read().decode()

    return read
