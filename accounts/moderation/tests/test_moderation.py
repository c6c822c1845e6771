"""Staff remove names, pictures and packs with a reason, owners learn why, and everything can be restored."""

from __future__ import annotations

import io
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from django.utils import timezone
from PIL import Image

from accounts.models import AuditEntry, AuditEvent, Removal, User
from accounts.moderation import services
from accounts.moderation.kinds import KINDS
from battles.aftermath.tests.test_views import league
from battles.models import PaperRoster, TrackPhoto
from battles.tabletop.photos.services import add_photo
from battles.tabletop.stand_ins.paper_rosters import set_photo
from battles.tabletop.stand_ins.tests.test_opponents_without_account import entered
from battles.tabletop.tests.test_tracker import begun
from campaigns.models import Campaign, Picture
from catalogue.custom_packs import services as packs
from catalogue.models import CustomPack, PackVisibility
from tests_support.cast import make_user
from warbands.core.reconcile import reconcile
from warbands.core.tests.factories import founded
from warbands.models import Portrait, Warband
from warbands.portraits.services import set_portrait

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator() -> User:
    """A member of the staff who may remove content."""
    user = User.objects.create_user("magnus", password="a-long-password", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="add_removal"))
    return user


@pytest.fixture
def staff(moderator: User) -> Client:
    client = Client()
    client.force_login(moderator)
    return client


@pytest.fixture
def warband(owner: User) -> Warband:
    return founded(owner)


def picture() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (20, 20), "red").save(file, "PNG")
    return file.getvalue()


def removed(staff: Client, page: str, kind: str, key: str) -> Removal:
    """Remove an item on the page of the staff."""
    answer = staff.post("/moderation/", {"page": page, "item": f"{kind} {key}", "reason": "It insults a player."})
    assert answer.status_code == 302, answer.content.decode()
    return Removal.objects.get(kind=kind, key=key, restored_at=None)


def restored(staff: Client, removal: Removal) -> int:
    return staff.post(f"/moderation/{removal.public_id}/restore/").status_code


def photo_of_battle(owner: User) -> TrackPhoto:
    match = league(make_user("arbitrator"), owner, make_user("rival"))[1]
    return add_photo(
        track_id=begun(match, owner).public_id,
        actor_id=owner.pk,
        upload=picture(),
        description="",
        command_id="",
        now=timezone.now(),
    )


def paper_roster(owner: User) -> PaperRoster:
    return set_photo(stand_in_id=entered(owner).pk, upload=picture(), at=timezone.now())


def make_items(warband: Warband, owner: User) -> dict[str, tuple[str, str]]:
    """One item of each kind: (page, key) by kind."""
    warrior = warband.warriors.order_by("pk")[0]
    set_portrait(warband_id=warband.pk, warrior=warrior.public_id, upload=picture(), at=timezone.now())
    campaign = Campaign.objects.create(slug="reik", name="Reik", created_by=owner)
    shown = Picture.objects.create(
        campaign=campaign, content=b"x", media_type="image/webp", width=1, height=1, at=timezone.now(), uploader=owner
    )
    Campaign.objects.filter(pk=campaign.pk).update(logo=shown)
    pack = packs.create_pack(owner_id=owner.pk, text="name: Rude\n", at=timezone.now())
    packs.share(pack_id=pack.pk, visibility=PackVisibility.PUBLIC)
    roster, photo, paper = f"/warbands/{warband.public_id}/", photo_of_battle(owner), paper_roster(owner)
    return {
        "battle_photo": (f"/battles/track/{photo.track.public_id}/", photo.public_id),
        "paper_roster": (f"/warbands/{paper.stand_in.warband.public_id}/", paper.public_id),
        "warband_name": (roster, warband.public_id),
        "warrior_name": (roster, warrior.public_id),
        "portrait": (roster, warrior.public_id),
        "user_name": (f"/people/{owner.public_id}/", owner.public_id),
        "campaign_name": ("/campaigns/reik/", "reik"),
        "campaign_picture": ("/campaigns/reik/", shown.public_id),
        "pack": (f"/packs/own/{pack.public_id}/", pack.public_id),
    }


def values(kind: str, key: str) -> Any:
    """What other users see of an item."""
    match kind:
        case "warband_name":
            return Warband.objects.get(public_id=key).name
        case "warrior_name":
            return Warband.objects.get(warriors__public_id=key).warriors.get(public_id=key).name
        case "portrait":
            return list(Portrait.objects.filter(warrior_key=key).values_list("public_id", "content", "media_type"))
        case "battle_photo":
            return list(TrackPhoto.objects.filter(public_id=key).values_list("content", "media_type", "uploader_id"))
        case "paper_roster":
            return list(PaperRoster.objects.filter(public_id=key).values_list("content", "media_type", "stand_in_id"))
        case "user_name":
            return User.objects.get(public_id=key).shown_name
        case "campaign_name":
            return Campaign.objects.get(slug=key).name
        case "campaign_picture":
            rows = Picture.objects.filter(public_id=key)
            return list(rows.values_list("content", "width", "uploader_id")), Campaign.objects.get(slug="reik").logo_id
        case _:
            return CustomPack.objects.values_list("visibility", "archived_at").get(public_id=key)


def test_every_kind_is_found_on_its_page_removed_and_restored(staff: Client, warband: Warband, owner: User) -> None:
    items = make_items(warband, owner)
    assert set(items) == set(KINDS)
    for kind, (page, key) in items.items():
        shown = staff.get("/moderation/", {"page": page}).content.decode()
        assert f'value="{kind} {key}"' in shown, kind
        before = values(kind, key)
        removal = removed(staff, page, kind, key)
        assert values(kind, key) != before, kind
        assert removal.owner == owner
        assert f'value="{kind} {key}"' not in staff.get("/moderation/", {"page": page}).content.decode(), kind
        assert restored(staff, removal) == 302
        if kind == "campaign_picture":
            assert values(kind, key)[0] == before[0]
            assert values(kind, key)[1] is not None
        else:
            assert values(kind, key) == before, kind
    assert not reconcile(Warband.objects.get(pk=warband.pk)), "names are changed through the ledger"


def test_the_owner_sees_what_was_removed_and_why(staff: Client, warband: Warband, owner: User) -> None:
    EmailAddress.objects.create(user=owner, email="owner@example.org", verified=True, primary=True)
    removal = removed(staff, f"/warbands/{warband.public_id}/", "warband_name", warband.public_id)
    (written,) = mail.outbox
    assert written.to == ["owner@example.org"]
    assert "It insults a player." in written.body
    client = Client()
    client.force_login(owner)
    assert "It insults a player." in client.get("/").content.decode()
    assert removal.item in client.get("/accounts/removals/").content.decode()
    assert client.post(f"/accounts/removals/{removal.public_id}/read/").status_code == 302
    assert "It insults a player." not in client.get("/").content.decode()
    assert "It insults a player." in client.get("/accounts/removals/").content.decode()


def test_removals_are_in_the_audit_log(staff: Client, moderator: User, warband: Warband, owner: User) -> None:
    removal = removed(staff, f"/warbands/{warband.public_id}/", "user_name", owner.public_id)
    restored(staff, removal)
    entries = AuditEntry.objects.filter(event__in=[AuditEvent.REMOVED, AuditEvent.RESTORED]).order_by("pk")
    assert [(entry.event, entry.user, entry.actor) for entry in entries] == [
        ("removed", owner, moderator), ("restored", owner, moderator),
    ]  # fmt: skip
    assert entries[0].detail["reason"] == "It insults a player."


def test_a_removed_pack_cannot_be_shared_again(staff: Client, warband: Warband, owner: User) -> None:
    page, key = make_items(warband, owner)["pack"]
    removal = removed(staff, page, "pack", key)
    pack = CustomPack.objects.get(public_id=key)
    with pytest.raises(services.RemovedByStaff, match="It insults a player"):
        packs.share(pack_id=pack.pk, visibility=PackVisibility.PUBLIC)
    packs.share(pack_id=pack.pk, visibility=PackVisibility.PRIVATE)
    restored(staff, removal)
    assert packs.share(pack_id=pack.pk, visibility=PackVisibility.LINK).visibility == "link"


def test_a_removed_name_is_not_restored_if_it_was_replaced(staff: Client, warband: Warband, owner: User) -> None:
    removal = removed(staff, f"/warbands/{warband.public_id}/", "user_name", owner.public_id)
    User.objects.filter(pk=owner.pk).update(display_name="Better")
    assert restored(staff, removal) == 409
    assert User.objects.get(pk=owner.pk).shown_name == "Better"
    assert restored(staff, removal) == 409


def test_a_reason_is_required_and_nothing_is_removed_twice(staff: Client, warband: Warband) -> None:
    data = {"page": f"/warbands/{warband.public_id}/", "item": f"warband_name {warband.public_id}", "reason": ""}
    assert staff.post("/moderation/", data).status_code == 422
    assert Warband.objects.get(pk=warband.pk).name == warband.name
    removed(staff, data["page"], "warband_name", warband.public_id)
    answer = staff.post("/moderation/", {**data, "reason": "Again"})
    assert answer.status_code == 409
    assert Removal.objects.count() == 1


def test_only_staff_with_the_permission_remove(owner: User, stranger: User, warband: Warband) -> None:
    body = {"kind": "warband_name", "key": warband.public_id, "reason": "No."}
    for user in (owner, stranger, User.objects.create_user("clerk", password="a-long-password", is_staff=True)):
        client = Client()
        client.force_login(user)
        assert client.get("/moderation/").status_code == 404
        assert client.post("/moderation/", {"item": f"warband_name {warband.public_id}"}).status_code == 404
        assert client.post("/api/v1/removals/", body, content_type="application/json").status_code == 404
    assert Warband.objects.get(pk=warband.pk).name == warband.name


def test_programs_of_staff_remove_and_restore(staff: Client, owner: User, warband: Warband) -> None:
    body = {"kind": "warband_name", "key": warband.public_id, "reason": "It insults a player."}
    answer = staff.post("/api/v1/removals/", body, content_type="application/json")
    assert answer.status_code == 201, answer.content
    removal = answer.json()["id"]
    assert Warband.objects.get(pk=warband.pk).name != warband.name
    assert staff.post(f"/api/v1/removals/{removal}/read/").status_code == 404, "only the owner reads it"
    again = staff.post(f"/api/v1/removals/{removal}/restore/", content_type="application/json")
    assert again.json()["restored_at"]
    assert Warband.objects.get(pk=warband.pk).name == warband.name
    unknown = staff.post("/api/v1/removals/", {**body, "kind": "planet"}, content_type="application/json")
    assert (unknown.status_code, unknown.json()["code"]) == (409, "nothing_to_remove")
