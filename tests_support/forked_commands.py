"""Commands of `manage.py` in forks of one process that has loaded the site; a new process takes seconds to load it.

`python -m tests_support.forked_commands` reads lists of arguments, one JSON line each, and writes exit code and output
for each.
"""

from __future__ import annotations

import json
import os
import random
import select
import subprocess
import sys
import tempfile
import traceback
from typing import Any, TextIO

from tests_support.processes import ROOT


class ForkedCommands:
    """The process for one environment. It is started with the first command."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._process: subprocess.Popen[str] | None = None

    def run(self, *arguments: str, seconds: float) -> str:
        """Run `manage.py` and return what it printed. Raises CalledProcessError or TimeoutExpired."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests_support.forked_commands"],
                env=self._environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None
        assert answers is not None
        requests.write(json.dumps(arguments) + "\n")
        requests.flush()
        if not select.select([answers], [], [], seconds)[0]:
            self.close()
            raise subprocess.TimeoutExpired(["manage.py", *arguments], seconds)
        line = answers.readline()
        if not line:
            raise subprocess.CalledProcessError(self._process.wait(), ["manage.py", *arguments])
        code, output, errors = json.loads(line)
        if code:
            raise subprocess.CalledProcessError(code, ["manage.py", *arguments], output, errors)
        return str(output)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def serve(requests: TextIO, answers: TextIO) -> None:
    """Carry out lists of arguments in sequence, each in a fork."""
    import django

    django.setup()
    from catalogue.packs.installed import book

    book()
    for line in requests:
        with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
            child = os.fork()
            if child == 0:
                carry_out(json.loads(line), output, errors)
            _pid, status = os.waitpid(child, 0)
            texts: list[Any] = [os.waitstatus_to_exitcode(status)]
            for file in (output, errors):
                file.seek(0)
                texts.append(file.read())
        answers.write(json.dumps(texts) + "\n")
        answers.flush()


def carry_out(arguments: list[str], output: TextIO, errors: TextIO) -> None:
    """Run the command in this process, with its output in these files, and end the process."""
    from django.core.management import execute_from_command_line

    os.dup2(output.fileno(), 1)
    os.dup2(errors.fileno(), 2)
    random.seed()
    try:
        execute_from_command_line(["manage.py", *arguments])
    except Exception:
        traceback.print_exc()
        sys.exit(1)
    sys.exit(0)


if __name__ == "__main__":
    # What the site prints while it loads is not part of the answer.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    serve(sys.stdin, replies)
