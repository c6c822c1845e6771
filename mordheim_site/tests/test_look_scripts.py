"""Scripts are included with one tag, with a nonce if the page's policy has one."""

from pathlib import Path

from django.conf import settings
from django.template import Context, Template
from django.test import Client, RequestFactory


def shown(context: Context) -> str:
    return Template('{% load look %}{% script "js/site.js" %}').render(context)


def test_a_script_carries_the_nonce_of_the_request_if_there_is_one() -> None:
    request = RequestFactory().get("/")
    request.csp_nonce = 'a"b'  # type: ignore[attr-defined]
    assert 'src="/static/js/site.js" nonce="a&quot;b"></script>' in shown(Context({"request": request}))
    assert shown(Context()) == '<script type="module" src="/static/js/site.js"></script>'


def test_scripts_of_the_site_need_no_nonce_where_the_page_has_none(client: Client, db: None) -> None:
    answer = client.get("/campaigns/")
    assert '<script type="module" src="/static/js/site.js"></script>' in answer.content.decode()
    policy = answer.headers["Content-Security-Policy"]
    assert "'self'" in policy.partition("script-src")[2].partition(";")[0]


def test_no_template_writes_a_module_script_by_hand() -> None:
    for path in Path(settings.BASE_DIR, "templates").rglob("*.html"):
        assert 'type="module"' not in path.read_text(encoding="utf-8"), path
