"""WSGI entry point: pages only, no live battles (asgi.py serves both)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim_site.settings")
application = get_wsgi_application()
