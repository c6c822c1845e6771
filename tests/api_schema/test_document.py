"""The OpenAPI document can be requested repeatedly at low cost."""

from django.test import Client


def test_a_client_that_has_the_document_is_told_so(db: None, client: Client) -> None:
    first = client.get("/api/v1/schema/", {"format": "json"})
    assert first.status_code == 200
    etag = first.headers["ETag"]
    again = client.get("/api/v1/schema/", {"format": "json"}, headers={"If-None-Match": etag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    # Caches ask each time whether it is still the same.
    assert again.headers["Cache-Control"] == "no-cache"
    other = client.get("/api/v1/schema/", headers={"If-None-Match": etag})
    assert other.status_code == 200, "another format is another document"
    assert other.headers["ETag"] != etag


def test_the_page_has_the_base_styles_and_the_theme_of_the_reader(db: None, client: Client) -> None:
    client.cookies["theme"] = "dark"
    page = client.get("/api/v1/").content.decode()
    assert "css/api_docs" in page
    assert 'const theme = "dark"' in page
