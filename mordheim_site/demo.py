"""The league that a first start creates: settings.DEMO_COMMAND, run once by a job, only on an empty site."""

import logging

from django.conf import settings
from django.core.management import get_commands
from django.utils.translation import gettext as _

from accounts.models import User
from jobs import services
from jobs.models import Job

logger = logging.getLogger(__name__)

KIND = "site.demo"


def request_demo() -> Job | None:
    """Enqueue the demo league if the database is empty and the command exists; otherwise return None."""
    command = settings.DEMO_COMMAND
    if not command or command[0] not in get_commands() or User.objects.exists():
        return None
    return services.enqueue(kind=KIND, key="first-start", title=_("A demo league"))
