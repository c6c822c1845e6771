"""Static files as `./run` serves them: collected once, hashed, bundled and compressed."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from mordheim_site.static_files.storage import SCRIPT_BUNDLES, HashedStaticFiles, HashedWhenCollected
from tests_support.processes import ROOT

COLLECT = "from mordheim_site.static_files.collecting import collect_if_changed; print(collect_if_changed())"


def collect(folder: Path) -> str:
    """Collect in a separate process with the settings of the site. Returns whether it had to."""
    inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    environment = {**inherited, "DJANGO_SETTINGS_MODULE": "mordheim_site.settings", "VAR_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", COLLECT],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return done.stdout.strip().splitlines()[-1]


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert collect(folder) == "True"
    return folder


def storage_of(folder: Path) -> ManifestStaticFilesStorage:
    return HashedStaticFiles(location=str(folder / "static"), base_url="/static/")


def test_files_are_collected_again_only_after_a_change(collected: Path) -> None:
    assert collect(collected) == "False"
    os.utime(collected / "static" / "staticfiles.json", (0, 0))
    assert collect(collected) == "True"


def test_style_sheets_of_every_page_are_one_compressed_file(collected: Path) -> None:
    storage = storage_of(collected)
    path = Path(storage.path(storage.stored_name("css/site.css")))
    text = path.read_text(encoding="utf-8")
    assert "@import" not in text
    assert ":root" in text
    assert gzip.decompress(Path(f"{path}.gz").read_bytes()).decode() == text


@pytest.mark.parametrize("name", SCRIPT_BUNDLES)
def test_a_bundled_script_imports_hashed_files_of_other_folders_alone(collected: Path, name: str) -> None:
    storage = storage_of(collected)
    text = Path(storage.path(storage.stored_name(name))).read_text(encoding="utf-8")
    imported = re.findall(r'from "(?:\.\./)+([^"]+)";', text)
    assert imported or SCRIPT_BUNDLES[name]
    for file in imported:
        plain = re.sub(r"\.[0-9a-f]{12}\.js$", ".js", file)
        assert storage.stored_name(f"js/{plain}") == f"js/{file}" != f"js/{plain}"
    assert 'from "./' not in text
    later = re.findall(r'import\("\./([^"]+)"\)', text)
    assert [file for file in later if not re.search(r"\.[0-9a-f]{12}\.js$", file)] == []


def test_commands_that_run_before_collecting_get_plain_names(tmp_path: Path) -> None:
    assert (
        HashedWhenCollected(location=str(tmp_path), base_url="/static/").url("css/site.css") == "/static/css/site.css"
    )


def test_a_file_that_was_not_collected_is_an_error_in_production(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no_such"):
        HashedStaticFiles(location=str(tmp_path), base_url="/static/").url("css/no_such.css")


def test_a_long_chain_of_imports_is_collected(tmp_path: Path) -> None:
    """Each module imports the next, twice as far as Django's own limit allows."""
    source, steps = FileSystemStorage(location=str(tmp_path / "source")), 10
    for step in range(steps):
        text = (
            f'import {{ go }} from "./step{step + 1}.js";\ngo();\n'
            if step < steps - 1
            else "export const go = () => {};\n"
        )
        source.save(f"js/chain/step{step}.js", ContentFile(text.encode()))
    storage = HashedStaticFiles(location=str(tmp_path / "static"), base_url="/static/")
    names = [f"js/chain/step{step}.js" for step in range(steps)]
    for name in names:
        storage.save(name, source.open(name))
    assert [
        done for _, _, done in storage.post_process({name: (source, name) for name in names}) if done is not True
    ] == []
