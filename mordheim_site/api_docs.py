"""The Swagger page. Its library writes styles into the page, so this one page has a policy of its own."""

from csp.constants import NONCE, NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularSwaggerView

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
    """Read the API in the browser, offline: scripts come from the sidecar."""

    http_method_names = ("get", "head")
    template_name = "api_docs.html"
