"""URLs of the tables pages."""

from django.urls import URLPattern, path

from battles.tables import views

urlpatterns: list[URLPattern] = [
    path("tables/", views.tables, name="tables"),
    path("tables/<pid:pid>/", views.table, name="table"),
    path("tables/<pid:pid>/manage/", views.manage, name="table_manage"),
    path("tables/<pid:pid>/file/", views.export, name="table_export"),
    path("tables/<pid:pid>/print/", views.print_view, name="table_paper"),
    path("tables/<pid:pid>/<slug:verb>/", views.change, name="table_change"),
]
