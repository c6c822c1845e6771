"""`manage.py check_packs PATH`: every mistake of a pack (a folder or one file), each with file, line and sentence."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalogue.packs.loader import PACKS_DIR, PackErrors, installed_parts, pack_texts, read_pack_files


class Command(BaseCommand):
    help = "Check pack files and list every mistake at once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="a folder of YAML files, or one file")
        parser.add_argument("--alone", action="store_true", help="do not let it refer to the packs of the site")

    def handle(self, *args: Any, path: Path, alone: bool, **options: Any) -> None:
        if not path.exists():
            raise CommandError(f"There is nothing at {path}.")
        texts = pack_texts(path.resolve())
        if not texts:
            raise CommandError(f"There is no YAML file in {path}.")
        ours = path.resolve().is_relative_to(PACKS_DIR)
        try:
            files = read_pack_files(texts, base=() if alone or ours else installed_parts()[0])
        except PackErrors as errors:
            for problem in errors.problems:
                self.stderr.write(str(problem))
            raise CommandError(f"{len(errors.problems)} mistakes.") from errors
        self.stdout.write(f"{len(files)} files, no mistakes.")
