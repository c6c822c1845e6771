"""Settings of the tests: those of the site, with a separate folder, a fast password hash, and messages in memory.

DATABASE_URL and REDIS_URL still choose the database and the servers, so the same tests run on PostgreSQL and Redis.
"""

import atexit
import os
import shutil
import tempfile

if "VAR_DIR" not in os.environ or os.environ.get("MORDHEIM_TEST_VAR_DIR") != os.environ["VAR_DIR"]:
    _folder = tempfile.mkdtemp(prefix="mordheim-test-")
    os.environ["VAR_DIR"] = os.environ["MORDHEIM_TEST_VAR_DIR"] = _folder
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 40)
os.environ.setdefault("LOG_LEVEL", "WARNING")
os.environ["DEMO"] = "0"
# Each worker of pytest-xdist has a Redis of its own (`tests_support/on_servers.py`).
if (_worker := os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")) and "REDIS_URLS" in os.environ:
    os.environ["REDIS_URL"] = os.environ["REDIS_URLS"].split()[int(_worker)]

from mordheim_site import settings as _site

globals().update({name: value for name, value in vars(_site).items() if name.isupper()})

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
GUESTS_PER_HOUR = 100_000
# Odds count thousands of states per page.
LIMITS = dict.fromkeys(_site.LIMITS, (1_000_000_000, 3600))
ACCOUNT_RATE_LIMITS = {"signup": "100000/h/ip", "login": "100000/h/ip"}
# Unhashed names on every server: hashed ones need `collectstatic`, which the tests of production run themselves.
STORAGES = {
    **_site.STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
if _site.EMBEDDED:
    CELERY_BROKER_URL = "memory://"
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
