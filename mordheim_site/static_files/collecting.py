"""Collects static files when `./run` starts, but only if one of them has changed."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

from mordheim_site.static_files.storage import HashedStaticFiles


def collect_if_changed() -> bool:
    """Collect, hash and compress the static files unless this was already done after their last change. Returns whether
    it was necessary."""
    if not isinstance(staticfiles_storage, HashedStaticFiles) or _is_current(Path(staticfiles_storage.path(""))):
        return False
    call_command("collectstatic", interactive=False, verbosity=0)
    return True


def _is_current(root: Path) -> bool:
    manifest = root / HashedStaticFiles.manifest_name
    if not manifest.exists():
        return False
    collected = manifest.stat().st_mtime
    sources = [
        Path(storage.path(path))
        for finder in get_finders()
        for path, storage in finder.list(ignore_patterns=["CVS", ".*", "*~"])
    ]
    sources += Path(__file__).parent.glob("*.py")
    return all(source.stat().st_mtime < collected for source in sources)
