"""The league as a web site: permanent addresses, readable themes, previews, embedded standings, the sitemap."""

import io
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from campaigns.administration import addresses
from campaigns.administration import services as running_services
from campaigns.core.refusals import AddressTaken
from campaigns.core.tests.factories import entry_of, league, match_between, now, won
from campaigns.models import Theme
from campaigns.website.preview_image import preview_png
from mordheim_site.look.tokens import theme_tokens
from tests_support.colour import contrast
from tests_support.processes import ROOT
from warbands.builder import founding

CSS = Path(ROOT, "static", "css", "website", "themes.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("theme", [code for code in Theme.values if code != "plain"])
def test_the_colours_of_a_theme_can_be_read_by_day_and_night(theme) -> None:
    found = re.findall(rf"([^{{}}]*)\.league-theme-{theme} \{{\s+--league: (#[0-9a-f]{{6}})", CSS)
    by_day = {colour for where, colour in found if "data-theme" not in where}
    by_night = {colour for where, colour in found if "data-theme" in where}
    assert (len(by_day), len(by_night)) == (1, 1)
    for colour, name in ((by_day.pop(), "light"), (by_night.pop(), "dark")):
        for ground in ("page", "card"):
            assert contrast(colour, theme_tokens(name)[ground]) >= 4.5


def test_a_preview_is_the_same_for_the_same_words_and_holds_any_name() -> None:
    one = preview_png("Ashes", 3, ["The Rat Tithe"])
    assert one == preview_png("Ashes", 3, ["The Rat Tithe"])
    assert one != preview_png("Embers", 3, ["The Rat Tithe"])
    for name in ("", "x" * 200, "Пепел 灰 🔥", "a b " * 40):
        assert Image.open(io.BytesIO(preview_png(name, 0, [name, name]))).size == (1200, 630)
    assert len(one) < 60_000


pytestmark = pytest.mark.django_db


@pytest.fixture
def ashes(arbitrator, owner, rival):
    campaign = league(arbitrator, [owner, rival])
    won(campaign, owner, rival)
    return campaign


def test_an_old_address_leads_to_the_league_for_good(ashes, arbitrator, owner, rival, client_of) -> None:
    other = league(arbitrator, name="Embers")
    match = match_between(ashes, owner, rival)

    def move(slug):
        return addresses.change_address(campaign_id=ashes.pk, actor_id=arbitrator.pk, slug=slug, now=now())

    for bad in ("new", "desk", "x", "-a-", "Große", "a b", "../x", other.slug):
        with pytest.raises(AddressTaken):
            move(bad)
    move("the-long-night")
    visitor = client_of(None)
    for slug in ("the-long-night", "ashes"):
        page = visitor.get(f"/campaigns/{slug}/")
        assert 'rel="canonical" href="http://testserver/campaigns/the-long-night/"' in page.content.decode()
        assert visitor.get(f"/campaigns/{slug}/matches/{match.public_id}/").status_code == 200
        assert visitor.get(f"/api/v1/campaigns/{slug}/standings/").status_code == 200
    with pytest.raises(AddressTaken):
        addresses.change_address(campaign_id=other.pk, actor_id=arbitrator.pk, slug="ashes", now=now())
    move("ashes")
    assert visitor.get("/campaigns/the-long-night/").status_code == 200


def test_the_arbitrator_designs_the_page_of_the_league(ashes, arbitrator, owner, client_of) -> None:
    url, client = f"/campaigns/{ashes.slug}/manage/site/", client_of(arbitrator)
    drawn = io.BytesIO()
    Image.new("RGBA", (900, 300), "#80402080").save(drawn, "PNG")
    sent = {
        "address": "ashes",
        "theme": "river",
        "about": "We meet on **Thursdays**.<script>x</script>",
        "logo": SimpleUploadedFile("logo.png", drawn.getvalue()),
    }
    assert client_of(owner).get(url).status_code == 403
    assert client.post(url, sent).status_code == 302
    page = client_of(None).get("/campaigns/ashes/").content.decode()
    assert "league-theme-river" in page
    assert "<strong>Thursdays</strong>" in page
    assert "<script>x" not in page
    (logo,) = ashes.pictures.all()
    assert (logo.width, logo.height) == (256, 85)
    assert logo.public_id in page
    bad = {**sent, "logo": SimpleUploadedFile("logo.png", b"<svg/>")}
    assert client.post(url, bad).status_code == 422
    assert client.post(url, {**sent, "logo": "", "theme": "pink"}).status_code == 422
    assert client.post(url, {**sent, "logo": "", "no_logo": "on"}).status_code == 302
    assert not ashes.pictures.exists()


def test_previews_and_metadata_for_links_and_search_engines(ashes, arbitrator, owner, client_of) -> None:
    visitor = client_of(None)
    page = visitor.get("/campaigns/ashes/").content.decode()
    assert 'property="og:image" content="http://testserver/campaigns/ashes/preview.png"' in page
    assert visitor.get("/campaigns/ashes/preview.png")["Content-Type"] == "image/png"
    drawing = visitor.get("/campaigns/ashes/standings.svg")
    assert drawing["Content-Type"] == "image/svg+xml"
    assert ashes.entries.get(player=owner).warband.name in drawing.content.decode()
    assert "/campaigns/ashes/" in visitor.get("/sitemap.xml").content.decode()
    assert "Sitemap: http://testserver/sitemap.xml" in visitor.get("/robots.txt").content.decode()
    running_services.change(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), audience="members")
    for part in ("preview.png", "standings.svg"):
        assert visitor.get(f"/campaigns/ashes/{part}").status_code == 404
        assert client_of(owner).get(f"/campaigns/ashes/{part}").status_code == 404
    assert "/campaigns/ashes/" not in visitor.get("/sitemap.xml").content.decode()
    assert 'content="noindex"' in client_of(owner).get("/campaigns/ashes/").content.decode()


def test_the_list_is_searched_by_name_text_ruleset_and_whether_it_takes_people(ashes, arbitrator, client_of) -> None:
    running_services.change(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), about="Club of the Old Mill")
    league(arbitrator, name="Embers", ruleset="gazette")
    shut = league(arbitrator, name="Cinders")
    running_services.change(campaign_id=shut.pk, actor_id=arbitrator.pk, now=now(), allows_late_join=False)

    def found(**asked) -> set[str]:
        page = client_of(None).get("/campaigns/", asked)
        return {one["campaign"].name for one in page.context["found"]}

    assert found(q="old mill") == {"Ashes"}
    assert found(ruleset="gazette") == {"Embers"}
    assert found(open="1") == {"Ashes", "Embers"}
    assert found(q="nothing like it") == set()
    rows = {one["campaign"].name: one["campaign"] for one in client_of(None).get("/campaigns/").context["found"]}
    assert (rows["Ashes"].warbands, rows["Ashes"].played) == (2, 1)
    assert (rows["Embers"].warbands, rows["Embers"].played) == (0, 0)


def test_a_link_to_a_public_warband_of_the_league_shows_the_warband_itself(ashes, owner, rival, client_of) -> None:
    open_one, closed_one = entry_of(ashes, owner), entry_of(ashes, rival)
    founding.change_details(warband_id=open_one.warband_id, visibility="public")
    page = client_of(None).get(f"/campaigns/{ashes.slug}/people/{open_one.public_id}/").content.decode()
    picture = re.search(r'og:image" content="([^"]+)"', page)
    assert picture is not None
    assert picture[1].endswith(f"/warbands/{open_one.warband.public_id}/preview.png")
    assert client_of(None).get(picture[1]).status_code == 200
    page = client_of(None).get(f"/campaigns/{ashes.slug}/people/{closed_one.public_id}/").content.decode()
    assert f"/campaigns/{ashes.slug}/preview.png" in page
