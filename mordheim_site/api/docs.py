"""The Swagger page and the OpenAPI document behind it.

The library of the Swagger page writes inline styles, so this page has its own content security policy.
"""

from hashlib import sha256
from typing import Any, ClassVar, NamedTuple

from csp.constants import NONCE, NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp
from django.conf import settings
from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.decorators import method_decorator
from django.utils.http import quote_etag
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SCHEMA_KWARGS, SpectacularAPIView, SpectacularSwaggerView
from rest_framework.request import Request

POLICY = {
    "default-src": [SELF],
    "script-src": [SELF, NONCE],
    "style-src": [SELF, UNSAFE_INLINE],
    "img-src": [SELF, "data:"],
    "object-src": [NONE],
    "base-uri": [SELF],
    "frame-ancestors": [NONE],
}


@method_decorator(csp(POLICY), name="dispatch")
class ApiDocsView(SpectacularSwaggerView):
    """API documentation in the browser; its scripts are served from this site, so it works offline."""

    http_method_names = ("get", "head")
    template_name = "api_docs.html"


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
