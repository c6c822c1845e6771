"""With Redis, a command from one browser reaches another through a real socket and a real web process."""

import http.cookiejar
import json
import re
import urllib.parse
import urllib.request

import pytest
from websockets.sync.client import connect

from tests_support.site import running_site

pytestmark = [pytest.mark.redis, pytest.mark.slow, pytest.mark.timeout(600)]


def test_an_order_is_heard_through_redis(redis_url: str) -> None:
    with running_site(REDIS_URL=redis_url) as site:
        jar = http.cookiejar.CookieJar()
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        front = browser.open(f"{site.url}/play/").read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', front)
        assert token is not None
        fields = {
            "csrfmiddlewaretoken": token.group(1), "opponent": "hot_seat", "ruleset": "core", "scenario": "skirmish",
            "size_in": "24", "density": "club", "set_up": "on",
        }  # fmt: skip
        board = browser.open(f"{site.url}/play/", urllib.parse.urlencode(fields).encode())
        address = board.geturl()
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', board.read().decode())
        assert token is not None
        begin = {"csrfmiddlewaretoken": token.group(1), "act": "begin"}
        html = browser.open(f"{address}nonce/", urllib.parse.urlencode(begin).encode()).read().decode()
        csrf = re.search(r'data-csrf="([^"]+)"', html)
        seq = re.search(r'data-seq="(\d+)"', html)
        assert csrf is not None
        assert seq is not None
        socket_url = address.replace("http", "ws", 1).replace("/battles/", "/ws/battles/")
        with connect(socket_url, origin=site.url) as socket:
            hello = json.loads(socket.recv(timeout=60))
            assert hello == {"seq": int(seq.group(1)), "hello": True}
            order = {"command": {"kind": "resign"}, "expected_seq": hello["seq"], "command_id": "r1"}
            request = urllib.request.Request(
                f"{address}commands/",
                json.dumps(order).encode(),
                {"Content-Type": "application/json", "Accept": "application/json", "X-CSRFToken": csrf.group(1)},
            )
            answer = json.loads(browser.open(request).read())
            assert answer["over"] is True
            data = json.loads(socket.recv(timeout=60))
            assert data["first"] == hello["seq"] + 1
            assert data["seq"] == answer["seq"]
