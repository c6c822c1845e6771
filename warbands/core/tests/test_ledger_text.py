"""The ledger's sentences: singular and plural, and nothing repeated."""

from accounts.models import User
from warbands.core.ledger_text import sentence_for
from warbands.core.state import HERO
from warbands.core.tests.factories import by, founded, look
from warbands.models import LedgerEntry
from warbands.roster import casualties


def test_one_shard_is_one_shard() -> None:
    assert sentence_for("sold_shards", {"shards": 1, "price": 45}) == "1 wyrdstone shard sold for 45 gc."
    assert sentence_for("sold_shards", {"shards": 2, "price": 60}) == "2 wyrdstone shards sold for 60 gc."


def test_the_reason_of_a_death_is_not_repeated(owner: User) -> None:
    warband = founded(owner)
    first, second = [member for member in look(warband).active() if member.kind == HERO][:2]
    casualties.kill(warband_id=warband.pk, warrior=first.key, by=by(owner), because="dead")
    casualties.kill(warband_id=warband.pk, warrior=second.key, by=by(owner), because="hanged")
    sentences = [sentence_for(entry.kind, entry.arguments) for entry in LedgerEntry.objects.filter(warband=warband)]
    assert any(line.startswith(f"{first.name} died.") for line in sentences), sentences
    assert any(line.startswith(f"{second.name} died (hanged as a thief).") for line in sentences), sentences
