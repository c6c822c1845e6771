"""The OpenAPI document can be requested repeatedly at low cost."""

from django.test import Client

from mordheim_site.api.docs import groups

METHODS = {"get", "post", "put", "patch", "delete"}


def test_a_client_that_has_the_document_is_told_so(db: None, client: Client) -> None:
    first = client.get("/api/v1/schema/", {"format": "json"})
    assert first.status_code == 200
    etag = first.headers["ETag"]
    again = client.get("/api/v1/schema/", {"format": "json"}, headers={"If-None-Match": etag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    # Caches must revalidate it each time.
    assert again.headers["Cache-Control"] == "no-cache"
    other = client.get("/api/v1/schema/", headers={"If-None-Match": etag})
    assert other.status_code == 200, "another format is another document"
    assert other.headers["ETag"] != etag


def test_the_page_lists_every_operation_and_shows_it_with_the_others_of_its_group(db: None, client: Client) -> None:
    document = client.get("/api/v1/schema/", {"format": "json"}).json()
    index = client.get("/api/v1/").content.decode()
    pages = {group.name: client.get("/api/v1/", {"group": group.name}).content.decode() for group in groups().values()}
    found = 0
    for path, methods in document["paths"].items():
        for method in METHODS & set(methods):
            operation = methods[method]
            assert f'#{operation["operationId"]}"' in index
            page = pages[operation["tags"][0]]
            assert f'id="{operation["operationId"]}"' in page
            assert path in page
            found += 1
    assert found == sum(len(group.operations) for group in groups().values()) > 300
    assert "Generated clients" in index, "the guide"


def test_an_operation_shows_its_fields_an_example_and_its_errors(db: None, client: Client) -> None:
    [hire] = [operation for operation in groups()["warbands"].operations if operation.path.endswith("/actions/hire/")]
    fields = {field.name: field for field in hire.fields}
    assert (fields["warrior_type"].kind, fields["warrior_type"].is_required) == ("text", True)
    assert (fields["version"].kind, fields["version"].is_required) == ("whole number or null", False)
    assert hire.request.startswith("curl -X POST -H 'Authorization: Bearer KEY' https://SITE/api/v1/warbands/")
    assert '"warrior_type"' in hire.request
    answers = {answer.status: answer for answer in hire.answers}
    assert answers["200"].example
    assert answers["422"].is_error
    page = client.get("/api/v1/", {"group": "warbands"}).content.decode()
    assert "A rule forbids this." in page


def test_an_unknown_group_is_not_found(db: None, client: Client) -> None:
    assert client.get("/api/v1/", {"group": "dragons"}).status_code == 404
