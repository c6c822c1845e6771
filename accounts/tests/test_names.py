"""Names are one visible line in every form."""

import json
import re
import unicodedata
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, models, transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.names import BadName, NameField, TooManyAccents, clean_name, tidied, validate_name
from catalogue.custom_packs.reader import read_custom_pack
from catalogue.custom_packs.selectors import sample
from tests_support.cast import PASSWORD
from warbands.core.tests.factories import founded
from warbands.models import Warband, Warrior

BAD = {
    "CR": "Otto\rthe Bold",
    "LF": "Otto\nBcc: all@example.org",
    "CRLF": "Otto\r\nSet-Cookie: a=b",
    "tab": "Otto\tBold",
    "NUL": "Otto\x00",
    "escape": "Otto\x1b[31m",
    "C1": "Otto\x85Bold",
    "line separator": "Otto\u2028Bold",
    "right-to-left override": "Otto \u202edloB",
    "isolate": "Otto \u2066Bold\u2069",
    "mark": "Otto\u200f",
    "zero-width space": "Ot\u200bto",
    "zero-width alone": "\u200b\u200b",
    "joiners alone": "\u200d\u200c",
    "byte order mark": "\ufeffOtto",
    "soft hyphen": "Ot\u00adto",
    "Hangul filler": "\u3164",
    "Braille blank": "\u2800\u2800",
    "combining alone": "\u0301",
    "no-break spaces": "\u00a0\u00a0",
    "tag letters": "Otto\U000e0041",
    "private use": "Otto\ue000",
    "surrogate": "Otto\ud800",
    "stacked marks": "O\u0336\u0310\u0321tto",
    "a joiner between marks": "O\u0336\u0310\u200d\u0321tto",
    "enclosing marks": "O\u20dd\u20de\u20dftto",
}
GOOD = {
    "Otto the Bold": "Otto the Bold",
    "  Otto ": "Otto",
    "Jose\u0301": "Jos\u00e9",
    "Bj\u00f6rn \u00d8rsted": "Bj\u00f6rn \u00d8rsted",
    "\u0648\u0627\u062d\u062f": "\u0648\u0627\u062d\u062f",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Nguy\u1ec5n \u1ebe": "Nguy\u1ec5n \u1ebe",
    "e\u0302\u0301\u0323\u0332": "\u1ec7\u0332\u0301",
    "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd": "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",
    "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f": "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",
    "\u0928\u092e\u0938\u094d\u0924\u0947": "\u0928\u092e\u0938\u094d\u0924\u0947",
    "Crew 1\ufe0f\u20e3": "Crew 1\ufe0f\u20e3",
    "\u9ed1\u9a0e\u58eb": "\u9ed1\u9a0e\u58eb",
    "The \U0001f469\u200d\U0001f680 Crew": "The \U0001f469\u200d\U0001f680 Crew",
    "Don\u2019t \u201cask\u201d \u2014 \u2116 1": "Don\u2019t \u201cask\u201d \u2014 \u2116 1",
    "": "",
}


OLD_NAMES = (
    ("A\r\n\u202eB", "A B"), ("\u200b", "?"), ("Jose\u0301", "Jos\u00e9"), (BAD["stacked marks"], "O\u0321\u0336tto"),
)  # fmt: skip


@pytest.mark.parametrize("kind", BAD)
def test_names_that_are_refused(kind: str) -> None:
    with pytest.raises(BadName):
        clean_name(BAD[kind])
    with pytest.raises(ValidationError):
        validate_name(BAD[kind])


@pytest.mark.parametrize("typed", GOOD)
def test_names_that_are_kept(typed: str) -> None:
    kept = unicodedata.normalize("NFC", GOOD[typed])
    assert clean_name(typed) == kept
    assert clean_name(clean_name(typed)) == kept
    assert tidied(kept) in (kept, "?")


def test_a_name_with_stacked_marks_says_what_is_wrong() -> None:
    with pytest.raises(TooManyAccents, match="more than two accents"):
        clean_name(BAD["stacked marks"])


MARKS = st.sampled_from([chr(code) for code in (*range(0x300, 0x370), *range(0x20D0, 0x20F1)) if code != 0x34F])
LETTERS = st.sampled_from("aeiounsxzGKO\u1ec7\u03b1\u0436\u05d0\u0628\u0915\uac00\u9ed1")


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(LETTERS, st.lists(MARKS, max_size=6).map("".join)), min_size=1, max_size=6))
def test_no_stored_name_stacks_more_than_two_marks(letters: list[tuple[str, str]]) -> None:
    typed = "".join(letter + marks for letter, marks in letters)
    composed = unicodedata.normalize("NFC", typed)
    runs = [len(run) for run in re.findall(r"[\u0300-\u036f\u20d0-\u20f0]+", composed)]
    if max(runs, default=0) > 2:
        with pytest.raises(TooManyAccents):
            clean_name(typed)
        shown = tidied(typed)
        assert clean_name(shown) == shown
    else:
        assert clean_name(typed) == composed
        assert tidied(composed) == composed


def test_every_column_of_names_is_guarded() -> None:
    """A new column called name or title has to be a NameField. Names of the catalogue are excluded, because they come
    with the site."""
    from django.apps import apps

    rooms = {"accounts", "battles", "campaigns", "catalogue", "warbands"}
    open_ones = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        if model._meta.app_label in rooms
        for field in model._meta.get_fields()
        if isinstance(field, models.CharField)
        and not isinstance(field, NameField)
        and field.name in {"name", "title", "display_name", "username", "table_name", "subject_name"}
    }
    assert {name for name in open_ones if not name.startswith("catalogue.")} == set()


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["LF", "right-to-left override", "zero-width alone", "stacked marks"])
def test_bad_names_are_refused_by_every_form_and_api(kind: str, owner: User, client_of: Any) -> None:
    bad, client = BAD[kind], client_of(owner)
    warband = founded(owner)
    member = warband.warriors.order_by("pk").first()
    assert member is not None

    def program(address: str, body: dict[str, Any], method: str = "post") -> int:
        answer = getattr(client, method)(f"/api/v1/{address}", json.dumps(body), content_type="application/json")
        return int(answer.status_code)

    def page(address: str, **body: str) -> int:
        return int(client.post(address, body).status_code)

    before = sorted(Warband.objects.values_list("name", flat=True))
    assert program("warbands/", {"warband_type": "reiklanders", "name": bad}) in (400, 422)
    assert page("/warbands/new/reiklanders/", name=bad) == 422
    actions = f"warbands/{warband.public_id}/actions/"
    assert program(f"{actions}rename/", {"warrior": member.public_id, "name": "Fine"}) == 200
    assert program(f"{actions}rename/", {"warrior": member.public_id, "name": bad}) in (400, 422)
    assert Warrior.objects.get(pk=member.pk).name == "Fine"
    assert program("campaigns/", {"name": bad}) in (400, 422)
    assert page("/accounts/settings/", display_name=bad, theme="dark", timezone="UTC") == 422
    assert page("/tables/new/", name=bad, width="48", length="48") in (404, 422)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert page("/accounts/api-key/", act="make", name=bad) == 422
    signup = Client().post("/accounts/signup/", {"username": f"x{bad}", "password1": PASSWORD})
    assert signup.status_code == 200
    assert sorted(Warband.objects.values_list("name", flat=True)) == before
    owner.refresh_from_db()
    assert owner.display_name == ""
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_saving_and_updating_both_look_at_the_name(owner: User) -> None:
    warband = founded(owner)
    warband.name = "A\u202eB"
    with pytest.raises(BadName), transaction.atomic():
        warband.save()
    with pytest.raises(BadName), transaction.atomic():
        Warband.objects.filter(pk=warband.pk).update(name="A\nB")
    with pytest.raises(BadName), transaction.atomic():
        Warband.objects.bulk_create([warband])
    warband.name = "Jose\u0301"
    warband.save(update_fields=["name"])
    assert warband.name == "Jos\u00e9"
    assert Warband.objects.filter(name="Jos\u00e9").exists()


@pytest.mark.django_db
def test_an_invalid_stored_name_is_shown_cleaned_and_its_row_can_be_saved(owner: User) -> None:
    warband = founded(owner)
    for stored, shown in (
        ("A\r\n\u202eB", "A B"),
        ("\u200b", "?"),
        ("Jose\u0301", "Jos\u00e9"),
        (BAD["stacked marks"], "O\u0336\u0321tto"),
    ):
        with connection.cursor() as cursor:
            cursor.execute("UPDATE warbands_warband SET name = %s WHERE id = %s", [stored, warband.pk])
        warband = Warband.objects.get(pk=warband.pk)
        assert warband.name == shown
        warband.save()
        assert list(Warband.objects.values_list("name", flat=True)) == [shown]


def test_a_pack_reports_bad_names_with_their_line() -> None:
    text = sample()
    reading = read_custom_pack(text.replace("name: Sewer Watch", 'name: "Otto\\nBold"', 1))
    assert any("one line of visible text" in problem.sentence for problem in reading.problems)
    assert "\n" not in reading.name


@pytest.mark.parametrize("name", ["rival", "RIVAL", "Staff"])
def test_a_display_name_is_not_the_user_name_of_another_account(name: str, owner: User, rival: User) -> None:
    client = Client()
    client.force_login(owner)
    sent = {"display_name": name, "theme": "dark", "timezone": "UTC"}
    assert client.post("/accounts/settings/", sent).status_code == 422
    answer = client.patch("/api/v1/account/settings/", {"display_name": name}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "name_of_another_user")
    owner.refresh_from_db()
    assert owner.display_name == ""
    assert client.post("/accounts/settings/", sent | {"display_name": "Owner"}).status_code == 302, "their own name"
