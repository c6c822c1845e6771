"""API throttles. They identify clients by the same address as the limits of the pages."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

from accounts.addresses import address_of_request
from accounts.rate_headers import RateLimit, note

if TYPE_CHECKING:
    from rest_framework.views import APIView


class ReportingThrottle(SimpleRateThrottle):
    """Records its state for the RateLimit-* headers of the response."""

    def get_ident(self, request: Request) -> str:
        return address_of_request(request)

    def allow_request(self, request: Request, view: APIView) -> bool:
        is_allowed = super().allow_request(request, view)
        if getattr(self, "key", None) is not None and self.num_requests is not None and self.duration is not None:
            oldest = self.history[-1] if self.history else self.now
            seconds = max(0, math.ceil(oldest + self.duration - self.now))
            note(request, RateLimit(self.num_requests, self.num_requests - len(self.history), seconds))
        return is_allowed


class ByAddress(ReportingThrottle, AnonRateThrottle):
    """Limits visitors by address."""


class ByUser(ReportingThrottle, UserRateThrottle):
    """Limits users by account, and visitors by address."""
