"""API of the data export: request, status, download. Users can reach only their own export."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from jobs.export_shapes import BundleShape, export_shape
from jobs.export_views import answer_with
from jobs.operations import RequestExport
from mordheim_site.operations.api import handler_of


class ZipRenderer(BaseRenderer):
    """Accepts requests for application/zip; the view returns the bytes itself."""

    media_type = "application/zip"
    format = "zip"

    def render(self, data: Any, *_given: Any, **_more: Any) -> bytes:
        """Render an error as JSON. Files do not get here."""
        return JSONRenderer().render(data)


class BundleView(APIView):
    """Status of the export. A POST requests a new one."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=BundleShape, operation_id="account_export")
    def get(self, request: Request) -> Response:
        return Response(export_shape(_user(request)))

    post = handler_of(RequestExport)


class BundleFileView(APIView):
    """The ZIP file."""

    permission_classes = (IsAuthenticated,)
    renderer_classes = (JSONRenderer, ZipRenderer)

    def finalize_response(self, request: Request, response: HttpResponse, *args: Any, **kwargs: Any) -> HttpResponse:
        """Return errors as JSON, regardless of the Accept header."""
        if isinstance(response, Response) and response.exception:
            request.accepted_renderer, request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
        return super().finalize_response(request, response, *args, **kwargs)  # type: ignore[no-any-return]

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY}, operation_id="account_export_file")
    def get(self, request: Request) -> HttpResponse:
        return answer_with(_user(request))


def _user(request: Request) -> User:
    user = request.user
    assert isinstance(user, User)
    return user


urlpatterns = [
    path("account/export/", BundleView.as_view(), name="api-account-export"),
    path("account/export/file/", BundleFileView.as_view(), name="api-account-export-file"),
]
