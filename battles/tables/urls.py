"""URLs of the tables pages and API operations."""

from django.urls import URLPattern, path

from battles.tables import api, operations, views
from battles.tables.editor.operations import EDITS, ChangeTable
from battles.tables.operation import ResponseIsTable
from mordheim_site.operations.api import operation_view

urlpatterns: list[URLPattern] = [
    path("tables/", views.tables, name="tables"),
    path("tables/<pid:pid>/", views.table, name="table"),
    path("tables/<pid:pid>/manage/", views.manage, name="table_manage"),
    path("tables/<pid:pid>/file/", views.export, name="table_export"),
    path("tables/<pid:pid>/scene/", views.scene, name="table_scene"),
    path("tables/<pid:pid>/print/", views.print_view, name="table_paper"),
    path("tables/<pid:pid>/<slug:verb>/", views.change, name="table_change"),
]


def _post(address: str, operation: type[ResponseIsTable]) -> URLPattern:
    name = f"api-table-{address.replace('/', '-')}"
    return path(f"tables/<pid:pid>/{address}/", operation_view(post=operation).as_view(), name=name)


def _change(operation: type[ResponseIsTable]) -> URLPattern:
    verb = operation.declaration.name.removeprefix("tables_").replace("_", "-")
    return _post(f"changes/{verb}", operation)


api_urlpatterns: list[URLPattern] = [
    path("tables/", api.TablesView.as_view(), name="api-tables"),
    path("tables/<pid:pid>/", api.TableView.as_view(), name="api-table"),
    path("tables/pieces/", api.TablePiecesView.as_view(), name="api-table-pieces"),
    path("tables/<pid:pid>/scene/", api.TableSceneView.as_view(), name="api-table-scene"),
    *map(_change, EDITS.values()),
    _post("changes", ChangeTable),
    _post("undo", operations.UndoTableStep),
    _post("redo", operations.RedoTableStep),
    _post("copy", operations.CopyTable),
    _post("share", operations.ShareTable),
]
