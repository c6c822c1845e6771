"""API throttles, counted by the same address as the limits of the pages."""

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from accounts.addresses import address_of_request


class ByAddress(AnonRateThrottle):
    """Visitors: per address."""

    def get_ident(self, request: Request) -> str:
        return address_of_request(request)


class ByUser(UserRateThrottle):
    """Users: per account; visitors: per address."""

    def get_ident(self, request: Request) -> str:
        return address_of_request(request)
