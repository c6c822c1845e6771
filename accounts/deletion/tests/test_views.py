"""Closing an account: takes effect at once, can be undone by signing in, is final after fourteen days, and is refused
while leagues depend on the account."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.api_keys import services as api_keys_services
from accounts.deletion import services as deletion_services
from accounts.guests import services as guests_services
from accounts.models import ApiKey, User
from accounts.tasks import finish_due_deletions
from battles.core.tests.factories import two_people
from battles.models import Battle
from battles.tables import services as tables_services
from battles.tables.editor.actions import blank
from battles.tables.models import DrawnTable
from campaigns.core.tests.factories import NOON, entry_of, league, match_between
from campaigns.members import services as members_services
from campaigns.models import Entry, Membership, Notice, NoticeChoice, Post, PushDevice, Role
from campaigns.notices import mail
from campaigns.posts import services as posts_services
from catalogue.custom_packs.tests import factories
from catalogue.models import CustomPack
from jobs import export_files
from mordheim_site.refusals import Refusal
from tests_support.cast import PASSWORD
from warbands.core.tests.factories import draft
from warbands.models import Template, Warband
from warbands.templates import services as templates_services

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
PAGE = "/accounts/close/"


def signed_in(name: str = "owner") -> Client:
    client = Client()
    assert client.post("/accounts/login/", {"login": name, "password": PASSWORD}).status_code == 302
    return client


def close_long_ago(user: User) -> None:
    deletion_services.close(user_id=user.pk, now=timezone.now() - deletion_services.WAIT - timedelta(minutes=1))


def test_closing_signs_out_everywhere_and_ends_keys_devices_and_mails(owner: User) -> None:
    here, elsewhere = signed_in(), signed_in()
    key = api_keys_services.create_key(user_id=owner.pk)
    PushDevice.objects.create(user=owner, endpoint="https://push.example/1", point="B", auth="x", made_at=NOON)
    mail.choose(user_id=owner.pk, muted=[], rhythm="daily")
    assert "fourteen days" in here.get(PAGE).content.decode()
    assert here.post(PAGE, {"proof": "something else"}).status_code == 422
    assert elsewhere.get("/accounts/settings/").status_code == 200
    answer = here.post(PAGE, {"proof": PASSWORD}, follow=True)
    assert "Your account is closed" in answer.content.decode()
    for client in (here, elsewhere):
        assert client.get("/accounts/settings/").status_code == 302
    assert Client(headers={"Authorization": f"Token {key}"}).get("/api/v1/warbands/").status_code == 401
    assert not PushDevice.objects.exists()
    assert NoticeChoice.objects.get(user=owner).rhythm == "off"


def test_signing_in_reopens_the_account_but_old_sessions_stay_closed(owner: User) -> None:
    old = signed_in()
    signed_in().post(PAGE, {"proof": PASSWORD})
    again = signed_in()
    assert "open again" in again.get("/").content.decode()
    assert again.get("/accounts/settings/").status_code == 200
    assert old.get("/accounts/settings/").status_code == 302
    owner.refresh_from_db()
    assert owner.closed_at is None
    assert deletion_services.finish_due(now=timezone.now() + 2 * deletion_services.WAIT) == 0


def test_users_without_a_password_confirm_with_their_name(owner: User, client_of: ClientOf) -> None:
    owner.set_unusable_password()
    owner.save()
    client = client_of(owner)
    assert client.post(PAGE, {"proof": "rival"}).status_code == 422
    assert client.post(PAGE, {"proof": "owner"}).status_code == 302
    owner.refresh_from_db()
    assert owner.closed_at is not None


def test_password_attempts_on_the_closing_page_are_limited(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    statuses = [client.post(PAGE, {"proof": f"guess {number}"}).status_code for number in range(11)]
    assert statuses == [422] * 10 + [429]
    assert client.post(PAGE, {"proof": PASSWORD}).status_code == 429


def test_a_guest_has_no_account_to_close(client_of: ClientOf) -> None:
    guest = guests_services.create_guest(now=timezone.now())
    assert client_of(guest).get(PAGE).status_code == 422
    with pytest.raises(deletion_services.GuestHasNoAccount):
        deletion_services.close(user_id=guest.pk, now=timezone.now())


def test_an_arbitrator_hands_their_leagues_over_first(owner: User, rival: User, client_of: ClientOf) -> None:
    campaign = league(owner, [rival], name="Ashes of the Year")
    page = client_of(owner).get(PAGE).content.decode()
    assert "Ashes of the Year" in page
    assert 'name="proof"' not in page
    assert client_of(owner).post(PAGE, {"proof": PASSWORD}).status_code == 422
    with pytest.raises(deletion_services.RunsLeagues):
        deletion_services.close(user_id=owner.pk, now=timezone.now())
    owner.refresh_from_db()
    assert owner.closed_at is None
    members_services.give_role(
        campaign_id=campaign.pk, actor_id=owner.pk, user_id=rival.pk, role=Role.ARBITRATOR, now=timezone.now()
    )
    assert deletion_services.close(user_id=owner.pk, now=timezone.now()).closed_at is not None


def test_a_co_arbitrator_takes_their_leagues_over(
    owner: User, rival: User, stranger: User, client_of: ClientOf, run_jobs: Callable[[], object]
) -> None:
    campaign = league(owner, [rival, stranger], name="Ashes of the Year")
    for person in (stranger, rival):
        data = {"user_id": person.pk, "role": Role.CO_ARBITRATOR, "now": timezone.now()}
        members_services.give_role(campaign_id=campaign.pk, actor_id=owner.pk, **data)
    page = client_of(owner).get(PAGE).content.decode()
    assert "goes to the co-arbitrator who joined it first" in page
    assert 'name="proof"' in page
    deletion_services.close(user_id=owner.pk, now=timezone.now())
    roles = dict(Membership.objects.values_list("user__username", "role"))
    assert roles == {"owner": "co_arbitrator", "rival": "arbitrator", "stranger": "co_arbitrator"}
    run_jobs()
    assert Notice.objects.filter(user=rival, sentence__contains="rival is the arbitrator from now on").count() == 1
    assert deletion_services.finish_due(now=timezone.now() + deletion_services.WAIT + timedelta(minutes=1)) == 1
    seat = Membership.objects.get(campaign=campaign, user=owner)
    assert (seat.role, seat.left_at is not None) == ("co_arbitrator", True)
    chronicle = client_of(None).get(f"/campaigns/{campaign.slug}/chronicle/").content.decode()
    assert "The arbitrator left the site; rival runs the league" in chronicle


def test_nothing_is_final_before_its_time_or_while_the_user_runs_a_league(owner: User, rival: User) -> None:
    campaign = league(rival, [rival, owner])
    now = timezone.now()
    deletion_services.close(user_id=owner.pk, now=now)
    assert deletion_services.finish_due(now=now + deletion_services.WAIT - timedelta(seconds=1)) == 0
    Membership.objects.filter(campaign=campaign, user=owner).update(role=Role.ARBITRATOR)
    assert deletion_services.finish_due(now=now + deletion_services.WAIT) == 0
    owner.refresh_from_db()
    assert (owner.username, owner.left_at) == ("owner", None)


def test_final_deletion_removes_the_account_and_data_of_no_one_else(
    owner: User, rival: User, arbitrator: User, run_jobs: Callable[[], object]
) -> None:
    User.objects.filter(pk=owner.pk).update(email="owner@example.org", display_name="Otto", is_staff=True)
    EmailAddress.objects.create(user=owner, email="owner@example.org", primary=True)
    campaign = league(arbitrator, [owner, rival])
    match = match_between(campaign, owner, rival)
    playing, lonely = entry_of(campaign, owner).warband, draft(owner, "skaven")
    theirs = draft(rival, "skaven")
    Warband.objects.update(notes_private="Secret", notes_public="Known")
    post = posts_services.publish(
        campaign_id=campaign.pk, actor_id=owner.pk, title="Report", body="Mine", now=NOON, match_id=match.pk
    )
    kept_in, shown = (
        templates_services.save_template(warband_id=playing.pk, owner_id=owner.pk, at=NOON) for _time in range(2)
    )
    Template.objects.filter(pk=shown.pk).update(audience="public")
    unreleased, released, public = (
        factories.draft(owner),
        factories.released(owner).pack,
        factories.released(owner).pack,
    )
    CustomPack.objects.filter(pk=public.pk).update(visibility="public")
    hidden, linked = (
        tables_services.save_table(owner_id=owner.pk, data=blank(name, 2400, 2400), at=NOON) for name in ("A", "B")
    )
    DrawnTable.objects.filter(pk=linked.pk).update(audience="link")
    battle = two_people(owner, rival)
    run_jobs()
    file = export_files.file_of(export_files.request_export(user_id=owner.pk, now=timezone.now()))
    run_jobs()
    assert file.exists()
    close_long_ago(owner)

    finish_due_deletions()

    gone = User.objects.get(pk=owner.pk)
    assert (gone.shown_name, gone.email, gone.display_name) == ("Deleted account", "", "")
    assert gone.username == f"left-{gone.public_id}"
    assert (gone.is_active, gone.is_staff, gone.has_usable_password(), gone.last_login) == (False, False, False, None)
    assert not EmailAddress.objects.filter(user=gone).exists()
    assert not ApiKey.objects.filter(user=gone).exists()
    assert not Notice.objects.filter(user=gone).exists()
    assert not NoticeChoice.objects.filter(user=gone).exists()
    assert not file.exists()
    assert not Warband.objects.filter(pk=lonely.pk).exists()
    playing.refresh_from_db()
    assert (playing.notes_private, playing.notes_public) == ("", "Known")
    assert Entry.objects.get(warband=playing).withdrawn_at is not None
    assert Membership.objects.get(campaign=campaign, user=gone).left_at is not None
    assert Post.objects.get(pk=post.pk).author == gone
    assert set(Template.objects.filter(owner=gone)) == {shown} - {kept_in}
    assert not CustomPack.objects.filter(pk=unreleased.pk).exists()
    put_away = CustomPack.objects.get(pk=released.pk)
    assert (put_away.text, put_away.archived_at is not None, put_away.releases.count()) == ("", True, 1)
    assert CustomPack.objects.get(pk=public.pk).archived_at is None
    assert set(DrawnTable.objects.filter(owner=gone)) == {linked} - {hidden}
    assert Battle.objects.get(pk=battle.pk).sides.count() == 2
    theirs.refresh_from_db()
    assert theirs.notes_private == "Secret"
    notices = Notice.objects.filter(source_key=f"left:{gone.public_id}:{match.public_id}")
    assert set(notices.values_list("user__username", flat=True)) == {"rival", "arbitrator"}
    with pytest.raises(AssertionError):
        signed_in()

    before = (gone.left_at, Notice.objects.count(), campaign.events.count())
    finish_due_deletions()
    again = User.objects.get(pk=owner.pk)
    assert (again.left_at, Notice.objects.count(), campaign.events.count()) == before
    assert not deletion_services.reopen(user_id=owner.pk)


def test_the_league_and_the_person_can_still_be_read(owner: User, rival: User, client_of: ClientOf) -> None:
    User.objects.filter(pk=owner.pk).update(display_name="Ottokar")
    campaign = league(rival, [owner, rival], audience="public")
    match = match_between(campaign, owner, rival)
    home, entry = f"/campaigns/{campaign.slug}/", entry_of(campaign, owner)
    addresses = [
        home,
        f"{home}people/",
        f"{home}matches/{match.public_id}/",
        f"/campaigns/warbands/{entry.warband.public_id}/",
        f"/warbands/{entry.warband.public_id}/",
    ]
    before = {address: client_of(rival).get(address).status_code for address in addresses}
    assert before[f"{home}people/"] == 200
    assert "Ottokar" in client_of(rival).get(f"{home}people/").content.decode()
    close_long_ago(owner)
    finish_due_deletions()
    client = client_of(rival)
    for address in addresses:
        assert client.get(address).status_code == before[address], address
        assert "Ottokar" not in client.get(address).content.decode(), address


def test_a_failed_deletion_does_not_stop_the_others(
    owner: User, rival: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    close_long_ago(owner)
    close_long_ago(rival)

    def stumble(user: User, now: object) -> None:
        if user.pk == owner.pk:
            raise Refusal("broken", "Broken")

    broken = {**deletion_services.APPS, "broken": deletion_services.AppDeletion(stumble)}
    monkeypatch.setattr(deletion_services, "APPS", broken)
    assert deletion_services.finish_due(now=timezone.now()) == 1
    owner.refresh_from_db()
    assert (owner.username, owner.left_at) == ("owner", None)
    assert User.objects.get(pk=rival.pk).left_at is not None


def test_names_of_those_who_left_are_taken(client: Client, db: None) -> None:
    answer = client.post("/accounts/signup/", {"username": "left-somebody", "password1": PASSWORD})
    assert not User.objects.filter(username="left-somebody").exists()
    assert "reserved for deleted accounts" in answer.content.decode()
