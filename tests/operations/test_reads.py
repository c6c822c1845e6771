"""Programs can read what pages show: each page that a person opens has an API address with the same data. `READS` names
it; `NO_READS` has the pages without data of their own, each with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.operations.test_operations import API, NOT_OURS
from tests.shell.answers import ANSWERS
from tests.shell.world import our_routes

SITE: Final = "a part of the site itself, not data"
FORM: Final = "a form; the operation that it sends is in the API"
PICTURE: Final = "a picture or a file of data that the API has as JSON"
FRAGMENT: Final = "a part of a page whose data is in the API address of the whole"
PREVIEW: Final = (
    "a preview on the board; `choices/` lists what is possible, and a command is refused with the same reason"
)
READS: Final[dict[str, str]] = {
    "": "me/",
    "search/": "catalogue/search/",
    "catalogue/": "catalogue/",
    "catalogue/<slug:slug>/": "catalogue/items/",
    "catalogue/<slug:slug>/<slug:code>/": "catalogue/items/<slug:code>/",
    "packs/": "catalogue/packs/",
    "packs/<slug:code>/": "catalogue/packs/",
    "packs/own/": "packs/",
    "packs/own/<pid:pid>/": "packs/<pid:pid>/",
    "packs/own/<pid:pid>/edit/": "packs/<pid:pid>/",
    "packs/own/<pid:pid>/scenario/": "packs/<pid:pid>/",
    "packs/own/<pid:pid>/<int:number>.yaml": "packs/<pid:pid>/<int:number>/",
    "odds/": "odds/",
    "odds/duel/": "odds/",
    "battles/track/<pid:pid>/odds/": "odds/",
    "rules/": "rules/",
    "rules/<slug:code>/": "rules/<slug:code>/",
    "people/<pid:pid>/": "people/<pid:pid>/",
    "warbands/": "warbands/",
    "dashboard/warbands/": "warbands/",
    "warbands/<pid:pid>/": "warbands/<pid:pid>/",
    "warbands/<pid:pid>/draft/": "warbands/<pid:pid>/offers/",
    "warbands/<pid:pid>/trade/": "warbands/<pid:pid>/offers/",
    "warbands/<pid:pid>/print/": "warbands/<pid:pid>/",
    "warbands/<pid:pid>/settings/": "warbands/<pid:pid>/settings/",
    "warbands/<pid:pid>/warriors/<pid:wid>/": "warbands/<pid:pid>/",
    "warbands/<pid:pid>/history/": "warbands/<pid:pid>/history/",
    "warbands/<pid:pid>/restore/": "warbands/<pid:pid>/history/",
    "warbands/<pid:pid>/earlier-history/": "warbands/<pid:pid>/",
    "warbands/<pid:pid>/warriors/<pid:wid>/earlier-history/": "warbands/<pid:pid>/",
    "warbands/<pid:pid>/export/<slug:form>/": "warbands/<pid:pid>/export/",
    "warbands/templates/": "warbands/templates/",
    "warbands/templates/<pid:tid>/": "warbands/templates/<pid:tid>/",
    "campaigns/": "campaigns/",
    "dashboard/campaigns/": "campaigns/",
    "campaigns/warbands/<pid:pid>/": "campaigns/<slug:slug>/people/",
    "campaigns/<slug:slug>/": "campaigns/<slug:slug>/",
    "campaigns/<slug:slug>/standings/": "campaigns/<slug:slug>/standings/",
    "campaigns/<slug:slug>/bracket/": "campaigns/<slug:slug>/matches/",
    "campaigns/<slug:slug>/matches/": "campaigns/<slug:slug>/matches/",
    "campaigns/<slug:slug>/matches/<pid:pid>/": "campaigns/<slug:slug>/matches/<pid:pid>/",
    "campaigns/<slug:slug>/people/": "campaigns/<slug:slug>/people/",
    "campaigns/<slug:slug>/people/<pid:pid>/": "campaigns/<slug:slug>/people/",
    "campaigns/<slug:slug>/chronicle/": "campaigns/<slug:slug>/chronicle/",
    "campaigns/<slug:slug>/feed/": "campaigns/<slug:slug>/chronicle/",
    "campaigns/<slug:slug>/calendar.ics": "campaigns/<slug:slug>/matches/",
    "campaigns/<slug:slug>/statistics/": "campaigns/<slug:slug>/statistics/",
    "campaigns/<slug:slug>/graveyard/": "campaigns/<slug:slug>/graveyard/",
    "campaigns/<slug:slug>/deals/": "campaigns/<slug:slug>/deals/",
    "campaigns/<slug:slug>/deals/new/": "campaigns/<slug:slug>/stashes/<pid:pid>/",
    "campaigns/<slug:slug>/map/": "campaigns/<slug:slug>/map/",
    "campaigns/<slug:slug>/posts/": "campaigns/<slug:slug>/posts/",
    "campaigns/<slug:slug>/posts/<pid:pid>/": "campaigns/<slug:slug>/posts/<pid:pid>/",
    "campaigns/<slug:slug>/posts/<pid:pid>/edit/": "campaigns/<slug:slug>/posts/<pid:pid>/",
    "campaigns/<slug:slug>/rules/": "campaigns/<slug:slug>/house-rules/",
    "campaigns/<slug:slug>/invite/": "campaigns/<slug:slug>/",
    "campaigns/<slug:slug>/manage/": "campaigns/<slug:slug>/settings/",
    "campaigns/<slug:slug>/manage/packs/": "campaigns/<slug:slug>/packs/",
    "campaigns/<slug:slug>/manage/packs/<pid:pid>/": "campaigns/<slug:slug>/packs/<pid:pid>/",
    "campaigns/<slug:slug>/manage/house-rules/": "campaigns/<slug:slug>/house-rules/",
    "campaigns/<slug:slug>/manage/export/": "campaigns/<slug:slug>/export/",
    "campaigns/<slug:slug>/manage/webhooks/": "campaigns/<slug:slug>/webhooks/",
    "campaigns/warbands/<pid:pid>/version/": "campaigns/<slug:slug>/packs/<pid:pid>/",
    "inbox/": "notices/",
    "tables/": "tables/",
    "tables/<pid:pid>/": "tables/<pid:pid>/",
    "tables/<pid:pid>/file/": "tables/<pid:pid>/",
    "tables/<pid:pid>/scene/": "tables/<pid:pid>/scene/",
    "battles/": "battles/",
    "dashboard/battles/": "battles/",
    "battles/<pid:pid>/": "battles/<pid:pid>/",
    "battles/<pid:pid>/scene/": "battles/<pid:pid>/table/",
    "battles/<pid:pid>/state/": "battles/<pid:pid>/",
    "battles/<pid:pid>/draw/": "battles/<pid:pid>/",
    "battles/<pid:pid>/choices/<slug:model_id>/": "battles/<pid:pid>/choices/<slug:model_id>/",
    "battles/<pid:pid>/card/<slug:model_id>/": "battles/<pid:pid>/",
    "battles/<pid:pid>/moves/<slug:model_id>/<slug:code>/": "battles/<pid:pid>/choices/<slug:model_id>/",
    "battles/<pid:pid>/odds/<slug:model_id>/<slug:target>/": "battles/<pid:pid>/choices/<slug:model_id>/",
    "battles/<pid:pid>/typed/lines/": "battles/<pid:pid>/typed/",
    "battles/<pid:pid>/nonce/": "battles/<pid:pid>/nonce/",
    "battles/<pid:pid>/events/": "battles/<pid:pid>/events/",
    "battles/<pid:pid>/aftermath/": "battles/<pid:pid>/aftermath/",
    "battles/<pid:pid>/sheet/": "battles/<pid:pid>/sheet/",
    "battles/<pid:pid>/replay/": "battles/<pid:pid>/replay/",
    "battles/<pid:pid>/report/": "battles/<pid:pid>/report/",
    "battles/<pid:pid>/dice/": "battles/<pid:pid>/dice/",
    "battles/match/<pid:pid>/": "campaigns/<slug:slug>/matches/<pid:pid>/",
    "battles/line-up/<pid:pid>/": "battles/line-up/<pid:pid>/",
    "battles/match/<pid:pid>/sheet/": "battles/match/<pid:pid>/sheet/",
    "battles/match/<pid:pid>/track/": "battles/match/<pid:pid>/track/",
    "battles/track/<pid:pid>/": "battles/track/<pid:pid>/",
    "battles/track/<pid:pid>/cards/": "warbands/<pid:pid>/",
    "battles/confirm/<slug:key>/": "battles/confirm/<slug:key>/",
}
"""The API address, below /api/v1/, with the data of a page."""
NO_READS: Final[dict[str, str]] = {
    **dict.fromkeys(("healthz", "readyz", "metrics", "design/", "manifest.webmanifest", "service-worker.js"), SITE),
    **dict.fromkeys(
        ("offline/", "offline/pages/", "help/", "help/first-battle/", "changes/", "sitemap.xml", "robots.txt"), SITE
    ),
    "warbands/blank/<slug:form>/": "blank paper, without data",
    **dict.fromkeys(("warbands/schema.json", "packs/own/schema.json"), SITE),
    **dict.fromkeys(("report/", "packs/own/new/", "warbands/import/", "campaigns/new/", "campaigns/import/"), FORM),
    **dict.fromkeys(("warbands/new/", "warbands/new/<slug:code>/", "warbands/<pid:pid>/delete/"), FORM),
    **dict.fromkeys(
        ("play/", "play/solo/", "play/sandbox/", "battles/track/", "battles/tabletop/", "battles/<pid:pid>/join/"), FORM
    ),
    **dict.fromkeys(("battles/<pid:pid>/resign/", "battles/match/<pid:pid>/play/", "join/<pid:code>/"), FORM),
    **dict.fromkeys(("campaigns/<slug:slug>/matches/challenge/", "campaigns/<slug:slug>/posts/new/"), FORM),
    **dict.fromkeys(("battles/stand-ins/", "battles/stand-ins/<slug:key>/"), FORM),
    **dict.fromkeys(("campaigns/<slug:slug>/manage/site/", "inbox/stop/<pid:key>/"), FORM),
    **dict.fromkeys(("campaigns/<slug:slug>/preview.png", "campaigns/<slug:slug>/standings.svg"), PICTURE),
    "campaigns/<slug:slug>/people/rosters.pdf": PICTURE,
    **dict.fromkeys(
        ("rules/quick-reference/<slug:ruleset>.pdf", "campaigns/<slug:slug>/rules/quick-reference.pdf"), PICTURE
    ),
    **dict.fromkeys(("campaigns/<slug:slug>/pictures/<pid:pid>.webp", "warbands/portraits/<pid:pid>/"), PICTURE),
    "battles/track/<pid:pid>/photos/<pid:photo>/": PICTURE,
    "battles/stand-ins/photos/<pid:pid>/": PICTURE,
    **dict.fromkeys(("warbands/<pid:pid>/preview.png", "tables/<pid:pid>/print/"), PICTURE),
    **dict.fromkeys(("battles/<pid:pid>/sight/<slug:model_id>/", "battles/<pid:pid>/path/<slug:model_id>/"), PREVIEW),
    "battles/<pid:pid>/check/<slug:model_id>/": PREVIEW,
    "jobs/<pid:public_id>/": "the progress of a job; what it makes is in the API",
    "jobs/<pid:public_id>/card/": FRAGMENT,
    "battles/track/<pid:pid>/guide/": "texts of rules and of the scenario; both are in the API by their codes",
    "battles/track/<pid:pid>/dice/": "tables of rules and the spells of the roster; both are in the API by their codes",
    "moderation/": "for the staff of the site",
}
"""Pages that show no data which a program needs, with the reason."""


def pages_to_read() -> set[str]:
    """The addresses of all pages that a person can open."""
    found = {route.address for route in our_routes() if not route.address.startswith((API, *NOT_OURS))}
    return {address for address in found if address in ANSWERS and ANSWERS[address][2] != 405}


def api_to_read() -> set[str]:
    """The addresses of the API that can be read, below /api/v1/."""
    return {
        route.address.removeprefix(API)
        for route in our_routes()
        if route.address.startswith(API) and hasattr(getattr(route.view, "cls", None), "get")
    }


def missing(reads: Mapping[str, str], exceptions: Mapping[str, str]) -> set[str]:
    """Pages for which no API address is stated."""
    return pages_to_read() - set(reads) - set(exceptions)


def test_everything_that_pages_show_can_be_read_by_programs() -> None:
    assert missing(READS, NO_READS) == set(), "add an API address, or a reason to NO_READS"
    assert set(READS.values()) <= api_to_read(), "an API address that cannot be read"


def test_every_page_of_the_lists_exists_once() -> None:
    assert not (set(READS) | set(NO_READS)) - pages_to_read()
    assert not set(READS) & set(NO_READS)


def test_a_page_without_an_api_address_is_found() -> None:
    page = "campaigns/<slug:slug>/chronicle/"
    assert missing({address: api for address, api in READS.items() if address != page}, NO_READS) == {page}
