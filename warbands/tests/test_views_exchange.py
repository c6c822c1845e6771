"""Files of a warband in the browser: out for whoever may look, in with a report before anything is saved."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from warbands.exchange.save import save_of
from warbands.models import Visibility, Warband
from warbands.reconcile import reconcile
from warbands.services.loading import company_of
from warbands.tests.factories import founded

ClientOf = Callable[[User | None], Client]
pytestmark = pytest.mark.django_db

FORMS = ("text", "json", "csv", "tts", "sheet", "cards")


def read(client: Client, data: bytes, name: str = "band.txt") -> str:
    answer = client.post("/warbands/import/", {"file": SimpleUploadedFile(name, data)})
    assert answer.status_code == 200, answer.content.decode()
    return str(answer.context["kept"])


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_for_those_who_may_look(form: str, owner: User, stranger: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    address = f"/warbands/{warband.public_id}/export/{form}/"
    answer = client_of(owner).get(address)
    assert answer.status_code == 200
    assert answer.content[:5] == b"%PDF-" if form in ("sheet", "cards") else warband.warriors.first() is not None
    Warband.objects.filter(pk=warband.pk).update(visibility=Visibility.PRIVATE)
    assert client_of(stranger).get(address).status_code == 404


def test_a_form_that_does_not_exist_is_not_found(owner: User, client_of: ClientOf) -> None:
    assert client_of(owner).get(f"/warbands/{founded(owner).public_id}/export/doc/").status_code == 404


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_warband_goes_out_and_comes_in_the_same(form: str, owner: User, rival: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    data = client_of(owner).get(f"/warbands/{warband.public_id}/export/{form}/").content
    client = client_of(rival)
    kept = read(client, data)
    assert not Warband.objects.filter(owner=rival).exists()
    first = client.post("/warbands/import/", {"read": kept})
    again = client.post("/warbands/import/", {"read": kept})
    assert first["Location"] == again["Location"]
    copy = Warband.objects.get(owner=rival)
    assert save_of(company_of(copy)) == save_of(company_of(warband))
    assert reconcile(copy) == []
    assert client.get(f"/warbands/{copy.public_id}/history/").status_code == 200


def test_a_changed_report_saves_nothing(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    answer = client.post("/warbands/import/", {"read": "tampered:with"})
    assert answer.status_code == 422
    assert "too old or was changed" in answer.content.decode()
    assert not Warband.objects.filter(owner=owner).exists()


def test_a_broken_file_is_answered_with_each_mistake(client: Client) -> None:
    data = b'{"format": "mordheim-warband", "version": 1, "name": "", "warband_type": "skaven", "shards": "many"}'
    answer = client.post("/warbands/import/", {"text": data.decode()})
    assert answer.status_code == 422
    said = answer.content.decode()
    assert "name:" in said
    assert "shards:" in said


def test_a_hostile_name_stays_text_on_paper(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    Warband.objects.filter(pk=warband.pk).update(name='#eval("1/0") $x$ [*no*] \\ <b>')
    for form in ("sheet", "cards"):
        answer = client_of(owner).get(f"/warbands/{warband.public_id}/export/{form}/")
        assert answer.content[:5] == b"%PDF-"


def test_the_schema_is_published(client: Client) -> None:
    schema = client.get("/warbands/schema.json").json()
    assert schema["title"] == "mordheim-warband"
    assert "warriors" in schema["properties"]
