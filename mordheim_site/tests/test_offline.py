"""The manifest for installing the site as an app, and the service worker at the root."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from accounts.models import User
from mordheim_site.pages.offline import ICONS

pytestmark = pytest.mark.django_db


def test_the_manifest_has_the_name_of_the_site_and_icons_of_the_sizes_it_states(client: Client, settings: Any) -> None:
    settings.SITE_NAME = "Ashes"
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    about = json.loads(answer.content)
    assert (about["name"], about["start_url"], about["display"]) == ("Ashes", "/", "standalone")
    assert {icon["purpose"] for icon in about["icons"]} == {"any", "maskable"}
    for path, sizes, _purpose in ICONS:
        with Image.open(str(finders.find(path))) as picture:
            assert f"{picture.width}x{picture.height}" == sizes


def test_the_worker_is_served_at_the_root_with_the_release_and_is_short(client: Client) -> None:
    text = client.get("/service-worker.js").content.decode()
    assert text.startswith("self.RELEASE = ")
    assert "showNotification" in text
    assert len(text.splitlines()) < 300


def test_each_page_says_whom_it_is_for(client: Client, owner: User) -> None:
    assert 'data-viewer=""' in client.get("/rules/").content.decode()
    client.force_login(owner)
    assert f'data-viewer="{owner.public_id}"' in client.get("/rules/").content.decode()
