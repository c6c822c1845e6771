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


if __name__ == "__main__":
    main()
