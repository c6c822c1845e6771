"""Test data, created by the services a player would use."""

from __future__ import annotations

import datetime
import itertools

from accounts.models import User
from catalogue.packs.book import Book
from catalogue.packs.installed import book
from warbands.builder import founding
from warbands.core.ledger import ActionContext
from warbands.core.reconcile import reconcile
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband

NOON = datetime.datetime(2026, 3, 5, 12, 0, tzinfo=datetime.UTC)
_presses = itertools.count(1)


def by(user: User, source_key: str = "", version: int | None = None) -> ActionContext:
    """A request by this user, a minute after the last one."""
    return ActionContext(
        actor_id=user.pk,
        at=NOON + datetime.timedelta(minutes=next(_presses)),
        source_key=source_key,
        version=version,
    )


def draft(owner: User, warband_type: str = "reiklanders", *, seed: str = "lanterns") -> Warband:
    """A draft with its leader."""
    started = founding.start_draft(owner_id=owner.pk, warband_type=warband_type, at=NOON, seed=seed)
    return Warband.objects.get(pk=started.warband_id)


def founded(owner: User, warband_type: str = "reiklanders", *, seed: str = "lanterns") -> Warband:
    """A founded warband: the suggested one of its list."""
    warband = draft(owner, warband_type, seed=seed)
    founding.suggest(warband_id=warband.pk, by=by(owner))
    founding.found(warband_id=warband.pk, by=by(owner))
    warband.refresh_from_db()
    return warband


def look(warband: Warband) -> WarbandState:
    """The current warband as plain values."""
    warband.refresh_from_db()
    return load_state(warband)


def empty_draft(
    warband_type: str = "reiklanders", gold_gc: int | None = None, facts: Book | None = None
) -> WarbandState:
    """A warband without rows, for tests of the pure rules."""
    facts = facts or book()
    gold = facts.warband_types[warband_type].starting_gold_gc if gold_gc is None else gold_gc
    return WarbandState(
        key="x", name="Test", warband_type_code=warband_type, founding_gold_gc=gold, treasury_gc=gold, seed="test"
    )


def assert_reconciled(warband: Warband) -> None:
    """Check that replaying the ledger gives the rows."""
    warband.refresh_from_db()
    assert reconcile(warband) == []
