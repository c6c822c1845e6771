"""The documentation page of the API and the OpenAPI document behind it."""

from functools import cache
from hashlib import sha256
from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.generic import TemplateView
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SCHEMA_KWARGS, SpectacularAPIView
from rest_framework.request import Request

from mordheim_site.api.guide import guide
from mordheim_site.api.reference import Group, groups_of
from mordheim_site.look.prose import prose


@cache
def groups() -> dict[str, Group]:
    """The operations of the API by the first word of their address. Takes 0.5 s once for each process."""
    found = groups_of(SchemaGenerator().get_schema(request=None, public=True))
    return {group.name: group for group in found}


@cache
def guide_text() -> SafeString:
    """The guide as HTML, without its heading, which is that of the page."""
    return prose(guide().partition("\n")[2])


class ApiDocsView(TemplateView):
    """The guide and a list of all operations, or with `?group=NAME` the operations of one group in full."""

    http_method_names = ("get", "head")
    template_name = "api/reference.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The groups, and the guide or the group that is shown. Raises Http404 for an unknown group."""
        name = self.request.GET.get("group", "")
        if name and name not in groups():
            raise Http404(name)
        shown = groups().get(name)
        return super().get_context_data(
            **kwargs, groups=list(groups().values()), group=shown, guide="" if shown else guide_text()
        )


class SchemaDocument(NamedTuple):
    """One format of the OpenAPI document."""

    content: bytes
    content_type: str
    disposition: str
    etag: str


class SchemaView(SpectacularAPIView):
    """The OpenAPI document. It is the same for all users and takes 0.4 s, so a process creates each format once.

    A client that sends the ETag it has gets 304 without the half megabyte.
    """

    made: ClassVar[dict[tuple[str, str], SchemaDocument]] = {}
    """Documents by media type and language."""

    @extend_schema(**SCHEMA_KWARGS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """The document in the requested format and language."""
        renderer = request.accepted_renderer
        language = request.GET.get("lang", "")
        key = (renderer.media_type, language if language in dict(settings.LANGUAGES) else get_language() or "")
        if key not in self.made:
            fresh = super().get(request, *args, **kwargs)
            kind = f"{renderer.media_type}; charset={renderer.charset}" if renderer.charset else renderer.media_type
            content = renderer.render(fresh.data, renderer_context={})
            etag = quote_etag(sha256(content).hexdigest()[:32])
            self.made[key] = SchemaDocument(content, kind, fresh.headers["Content-Disposition"], etag)
        document = self.made[key]
        headers = {"Content-Disposition": document.disposition, "ETag": document.etag, "Cache-Control": "no-cache"}
        known = get_conditional_response(request._request, etag=document.etag)
        response = known or HttpResponse(document.content, content_type=document.content_type)
        for name, value in headers.items():
            response.headers[name] = value
        return response
