"""Posts with pictures in the API, and limits shared with the pages."""

from __future__ import annotations

import base64
import io
import json

import pytest
from django.core.cache import cache
from PIL import Image

from accounts.models import User
from campaigns.core.tests.factories import league
from campaigns.models import Post

pytestmark = pytest.mark.django_db


def test_a_program_publishes_with_a_picture(arbitrator: User, client_of) -> None:
    campaign, picture = league(arbitrator), io.BytesIO()
    Image.new("RGB", (8, 8)).save(picture, "PNG")
    photo = {"content": base64.b64encode(picture.getvalue()).decode(), "description": "A dark square"}
    address, client = f"/api/v1/campaigns/{campaign.slug}/posts/", client_of(arbitrator)
    body = {"title": "News", "body": "Look.", "photos": [photo]}
    assert client.post(address, json.dumps(body), content_type="application/json").status_code == 201
    assert Post.objects.get().pictures.get().description == "A dark square"
    broken = {**body, "photos": [{"content": "QUJD"}]}
    refused = client.post(address, json.dumps(broken), content_type="application/json")
    assert refused.status_code == 422
    assert Post.objects.count() == 1


def test_comments_by_page_and_program_share_a_limit(settings, arbitrator: User, client_of) -> None:
    campaign = league(arbitrator)
    client, address = client_of(arbitrator), f"/campaigns/{campaign.slug}/posts/"
    assert client.post(f"{address}new/", {"title": "News", "body": "Look."}).status_code == 302
    post = Post.objects.get().public_id
    settings.LIMITS = {**settings.LIMITS, "messages": (1, 3600)}
    cache.clear()
    assert client.post(f"{address}comment/", {"post": post, "body": "First."}).status_code == 302
    again = json.dumps({"post": post, "body": "Second."})
    url = f"/api/v1/campaigns/{campaign.slug}/comments/"
    assert client.post(url, again, content_type="application/json").status_code == 429
    assert Post.objects.get().comments.count() == 1
