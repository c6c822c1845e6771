"""URLs of the tables pages and API operations."""

from django.urls import URLPattern, path

from battles.tables import api, operations, views
from mordheim_site.operations.api import operation_view

urlpatterns: list[URLPattern] = [
    path("tables/", views.tables, name="tables"),
    path("tables/<pid:pid>/", views.table, name="table"),
    path("tables/<pid:pid>/manage/", views.manage, name="table_manage"),
    path("tables/<pid:pid>/file/", views.export, name="table_export"),
    path("tables/<pid:pid>/print/", views.print_view, name="table_paper"),
    path("tables/<pid:pid>/<slug:verb>/", views.change, name="table_change"),
]


def _post(address: str, operation: type[operations.ResponseIsTable]) -> URLPattern:
    return path(f"tables/<pid:pid>/{address}/", operation_view(post=operation).as_view(), name=f"api-table-{address}")


api_urlpatterns: list[URLPattern] = [
    path("tables/", api.TablesView.as_view(), name="api-tables"),
    path("tables/<pid:pid>/", api.TableView.as_view(), name="api-table"),
    _post("changes", operations.ChangeTable),
    _post("undo", operations.UndoTableStep),
    _post("redo", operations.RedoTableStep),
    _post("copy", operations.CopyTable),
    _post("share", operations.ShareTable),
]
