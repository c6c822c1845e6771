"""A typed client of the API, generated from its schema as docs/reference/api.md describes, and programs that use it."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

CONFIG = "content_type_overrides: {application/zip: application/octet-stream}\npost_hooks: []\n"
"""The line in docs/reference/api.md. The hooks that format the generated files are left out."""


def generate_client(schema: bytes, folder: Path) -> Path:
    """The folder with the generated package `mordheim_api_client`. Fails on any warning; skips the test if the
    generator is not installed."""
    if find_spec("openapi_python_client") is None:
        pytest.skip("openapi-python-client is not installed (requirements-dev.txt)")
    (folder / "schema.json").write_bytes(schema)
    (folder / "config.yml").write_text(CONFIG, encoding="utf-8")
    made = run(
        "-m", "openapi_python_client", "generate", "--path", folder / "schema.json", "--config", folder / "config.yml",
        "--output-path", folder / "client", "--fail-on-warning",
    )  # fmt: skip
    assert "Warning" not in made.stdout + made.stderr, made.stdout + made.stderr
    return folder / "client"


def run(*arguments: Any, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments in a folder. If it fails, the test fails with its output."""
    done = subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, cwd=folder, timeout=500, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done
