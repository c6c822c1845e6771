"""The rows follow the packs, a second load writes nothing, and the commands report their results."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from catalogue.models import PackEntry, PackRow
from catalogue.packs.installed import book
from catalogue.packs.rows import facts_with_kind, load_book

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=out)
    return out.getvalue()


def test_load_packs_writes_a_row_a_fact_and_then_nothing() -> None:
    PackRow.objects.all().delete()
    assert "new" in run("load_packs")
    facts = sum(1 for _ in facts_with_kind(book()))
    assert PackEntry.objects.count() == facts
    before = set(PackEntry.objects.values_list("pk", flat=True))
    with CaptureQueriesContext(connection) as queries:
        assert "up to date" in run("load_packs")
    assert not [query for query in queries if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
    assert set(PackEntry.objects.values_list("pk", flat=True)) == before


def test_a_new_version_changes_only_what_differs() -> None:
    load_book(source=book(), at=timezone.now())
    sword = PackEntry.objects.get(kind="items", code="sword")
    PackEntry.objects.filter(pk=sword.pk).update(name="Blade")
    PackEntry.objects.create(pack=sword.pack, kind="items", code="ghost", name="Ghost", tier=1, data={})
    PackEntry.objects.filter(kind="items", code="axe").delete()
    PackRow.objects.update(version="old")
    loaded = load_book(source=book(), at=timezone.now())
    assert (loaded.created, loaded.updated, loaded.removed, loaded.was_current) == (1, 1, 1, False)
    sword.refresh_from_db()
    assert sword.name == "Sword"
    assert sword.data["price_gc"] == 10


def test_check_packs_reports_every_mistake(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("pack: {code: mine, name: Mine, tier: 9, publication: X, edition: X}\n")
    (tmp_path / "items.yaml").write_text("items:\n  - {code: broom, name: Broom}\n")
    out = StringIO()
    with pytest.raises(CommandError, match="mistakes"):
        call_command("check_packs", str(tmp_path), stdout=out, stderr=out)
    assert "pack.yaml, line 1 at pack.tier" in out.getvalue()
    assert "The key “item_class” is missing." in out.getvalue()


def test_check_packs_finds_no_mistakes_in_our_packs() -> None:
    from catalogue.packs.loader import PACKS_DIR

    assert "no mistakes" in run("check_packs", str(PACKS_DIR))
    assert "no mistakes" in run("check_packs", str(PACKS_DIR / "rulebook"))


def test_check_packs_reports_missing_files(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no YAML"):
        run("check_packs", str(tmp_path))
    with pytest.raises(CommandError, match="nothing at"):
        run("check_packs", str(tmp_path / "gone"))
