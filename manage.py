#!/usr/bin/env python
"""Django's command line for this site: `manage.py serve`, `migrate`, `load_packs`, `season` and the rest."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim_site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit(f"The site cannot start: {error}")
    except Exception as error:
        from django.db import OperationalError

        from mordheim_site.database_errors import is_unavailable

        if "--traceback" in sys.argv or not isinstance(error, OperationalError) or not is_unavailable(error):
            raise
        reason = str(error).strip().partition("\n")[0]
        sys.exit(f"The database does not respond: {reason}. Check DATABASE_URL, and that the server is running.")


if __name__ == "__main__":
    main()
