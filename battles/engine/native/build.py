"""Compile the C code of this folder: `python -m battles.engine.native.build`.

Needs a C compiler and the headers of Python. Nothing else depends on it, so a missing compiler is no error.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from battles.engine.native.sources import HERE, digest

FLAGS = ("-std=c11", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-Wno-unused-parameter",
         "-Wno-missing-field-initializers", "-ffp-contract=off", "-fno-builtin-pow", "-fno-math-errno")  # fmt: skip
"""No flag may change the result of a calculation: no contraction of operations, no other order, and `pow` as it is."""


def target() -> Path:
    """The file of the compiled module."""
    return HERE / f"_geometry{sysconfig.get_config_var('EXT_SUFFIX')}"


def compiler() -> list[str]:
    """The command of the C compiler, or an empty list if there is none."""
    command = shlex.split(os.environ.get("CC", ""))
    if command:
        return command
    return next(([name] for name in ("cc", "gcc", "clang") if shutil.which(name)), [])


def compile_module() -> str:
    """Compile the module. Returns what went wrong, or an empty string."""
    command = compiler()
    if not command:
        return "There is no C compiler."
    unfinished = target().with_suffix(f".{os.getpid()}.tmp")
    done = subprocess.run(
        [
            *command, *FLAGS, f'-DSOURCES="{digest()}"', f"-I{sysconfig.get_paths()['include']}",
            *(str(path) for path in sorted(HERE.glob("*.c"))), "-lm", "-o", str(unfinished),
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        unfinished.unlink(missing_ok=True)
        return done.stderr.strip() or "The compiler failed."
    unfinished.replace(target())
    return done.stderr.strip()


def is_current() -> bool:
    """Whether the compiled module exists and belongs to these sources."""
    return target().exists() and digest().encode() in target().read_bytes()


def main() -> int:
    if is_current():
        return 0
    problem = compile_module()
    if problem:
        sys.stderr.write(f"The engine uses its geometry in Python: {problem}\n")
    return 1 if problem else 0


if __name__ == "__main__":
    raise SystemExit(main())
