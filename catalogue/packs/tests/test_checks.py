"""The site does not start with broken packs, and names their mistakes."""

import pytest

from catalogue.packs import installed as books
from catalogue.packs import loader
from catalogue.packs.checks import packs_are_sound


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = loader.pack_texts() | {"rulebook/extra.yaml": b"items: [{code: sword}]\n"}
    monkeypatch.setattr(loader, "pack_texts", lambda: texts)
    monkeypatch.setattr(books, "site_parts", books.site_parts.__wrapped__)
    monkeypatch.setattr(books, "book", books.book.__wrapped__)


def test_sound_packs_pass() -> None:
    assert packs_are_sound(None) == []


@pytest.mark.usefixtures("broken")
def test_broken_packs_are_reported() -> None:
    messages = [str(error.msg) for error in packs_are_sound(None)]
    assert any("rulebook/extra.yaml, line 1" in message for message in messages)
