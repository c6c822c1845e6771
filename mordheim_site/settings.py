"""Settings of the site. Everything that differs between machines comes from the environment (docs/operators/deploy.md).

Without any variable the site runs embedded: SQLite, a broker of files and an in-process channel layer under VAR_DIR.
REDIS_URL switches broker, cache and channel layer together; DATABASE_URL switches the database.
"""

import gc
import socket
from pathlib import Path
from typing import Any

from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from mordheim_site import environment, environment_checks
from mordheim_site.api.settings import REST_FRAMEWORK, SPECTACULAR_SETTINGS  # noqa: F401 - settings, too
from mordheim_site.serve.settled import THRESHOLD

# Objects created at start stay; looking for garbage among them took a fifth of the start-up time.
gc.set_threshold(THRESHOLD)

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = environment.var_dir(BASE_DIR / "var")

# --- what kind of site this is -------------------------------------------------------------------------------------
DEBUG = environment.flag("DEBUG", default=False)
HTTPS = environment.flag("HTTPS", default=False)
environment_checks.check_debug(debug=DEBUG, https=HTTPS)
REDIS_URL = environment.redis_url()
environment_checks.check_redis_url(REDIS_URL)
EMBEDDED = not REDIS_URL
SECRET_KEY = environment.secret_key(VAR_DIR, must_be_given=not EMBEDDED)
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]", socket.gethostname().lower()])
environment_checks.check_hosts(ALLOWED_HOSTS, https=HTTPS)
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS", [])
environment_checks.check_origins(CSRF_TRUSTED_ORIGINS)
# Proxies whose X-Forwarded-For is trusted. uvicorn runs with --no-proxy-headers: nothing else reads that header.
TRUSTED_PROXIES = environment.networks("TRUSTED_PROXIES")
SOCKETS_PER_ADDRESS = environment.whole_number("SOCKETS_PER_ADDRESS", 60, lowest=1, highest=100_000)
SITE_NAME = environment.env.str("SITE_NAME", default="") or "Mordheim"
# The key that identifies this site to push services; without it, no push messages are sent.
PUSH_KEY = environment.push_key(VAR_DIR, is_alone=EMBEDDED)
# The site's own address, for links in mails and webhooks, which are not written during a request.
SITE_URL = environment.site_url(must_be_public=HTTPS)
environment_checks.check_site_url(SITE_URL, ALLOWED_HOSTS, is_given=bool(environment.given("SITE_URL")))
# Allows webhooks to call http://localhost, for trying out a listener. Never set it on a public site.
LOCAL_WEBHOOKS = environment.local_webhooks(is_public=HTTPS)

# --- rooms ---------------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "mordheim_site",
    "accounts",
    "jobs",
    "catalogue",
    "warbands",
    "campaigns",
    "battles",
    "battles.simulation",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "rest_framework",
]

MIDDLEWARE = [
    "mordheim_site.middleware.request_id.RequestIdMiddleware",
    "mordheim_site.middleware.request_metrics.MeasureMiddleware",
    "mordheim_site.middleware.permissions_policy.PermissionsPolicyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "mordheim_site.middleware.monitoring_pages.MachinePagesMiddleware",
    "mordheim_site.middleware.api_responses.ApiResponsesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "mordheim_site.middleware.plain_text.PlainTextMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.dashboard.middleware.WaitingCountMiddleware",
    "accounts.middleware.ReaderSettingsMiddleware",
    "accounts.middleware.GuestSignInMiddleware",
    "mordheim_site.middleware.refusals.RefusalMiddleware",
]

if EMBEDDED:
    # In production nginx compresses.
    MIDDLEWARE.insert(2, "django.middleware.gzip.GZipMiddleware")

ROOT_URLCONF = "mordheim_site.urls"
ASGI_APPLICATION = "mordheim_site.asgi.application"
WSGI_APPLICATION = "mordheim_site.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["mordheim_site.look.loader.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "mordheim_site.context.site",
            ],
            "builtins": ["mordheim_site.templatetags.components"],
            "libraries": {"board_keys": "battles.board.template_tags", "rule_links": "catalogue.rules.template_tags"},
        },
    },
]

# --- data ----------------------------------------------------------------------------------------------------------
DATABASES = {"default": environment.database(VAR_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MEDIA_ROOT = VAR_DIR / "media"
MEDIA_URL = "/media/"
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

if EMBEDDED:
    CACHES: dict[str, Any] = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    CHANNEL_LAYERS: dict[str, Any] = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
else:
    # Redis answers within milliseconds. If it accepts connections but does not answer, pages must not wait for it.
    REDIS_TIMEOUTS = {"socket_connect_timeout": 0.5, "socket_timeout": 1}
    CACHES = {
        "default": {
            "BACKEND": "mordheim_site.redis_cache.FallbackRedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": REDIS_TIMEOUTS,
        }
    }
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": REDIS_URL, **REDIS_TIMEOUTS}]},
        }
    }

# --- jobs (read by celery.py under the prefix CELERY_) ---------------------------------------------------------------
BROKER_DIR = VAR_DIR / "broker"
if EMBEDDED:
    CELERY_BROKER_URL = "files://localhost"
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "data_folder_in": str(BROKER_DIR / "messages"),
        "data_folder_out": str(BROKER_DIR / "messages"),
        "control_folder": str(BROKER_DIR / "control"),
        "store_processed": False,
        "polling_interval": 0.05,
    }
else:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 3600,
        "socket_connect_timeout": 1,
        "socket_timeout": 1,
        # A worker whose connection no longer answers opens a new one after this time instead of 51 s.
        "health_check_interval": 3,
        # Do not wait for a broker that is down: the job table sends again. Workers reconnect by themselves.
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
        "interval_max": 0,
    }
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
# For every task; jobs with a longer lease have longer limits (jobs/services.py). jobs/time_limits.py enforces the hard
# limit where Celery does not: in threads.
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_TASK_TIME_LIMIT = 270
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_DEFAULT_QUEUE = "mordheim"
CELERY_TIMEZONE = "UTC"
JOB_LEASE_SECONDS = environment.whole_number("JOB_LEASE_SECONDS", 4, lowest=1, highest=3600)
JOB_MAX_ATTEMPTS = environment.whole_number("JOB_MAX_ATTEMPTS", 5, lowest=1, highest=50)
JOB_REAP_SECONDS = environment.whole_number("JOB_REAP_SECONDS", 2, lowest=1, highest=600)
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    "reap-jobs": {"task": "jobs.reap", "schedule": JOB_REAP_SECONDS, "options": {"expires": JOB_REAP_SECONDS}},
    "heartbeat": {"task": "jobs.heartbeat", "schedule": 10, "options": {"expires": 10}},
    "close-due-aftermaths": {
        "task": "battles.close_due_aftermaths",
        "schedule": 300,
        "options": {"expires": 300},
    },
    "pass-due-clocks": {"task": "battles.pass_due_clocks", "schedule": 3, "options": {"expires": 3}},
    "sweep-guests": {"task": "accounts.sweep_guests", "schedule": 3600, "options": {"expires": 3600}},
    "finish-leaving": {"task": "accounts.finish_leaving", "schedule": 3600, "options": {"expires": 3600}},
    "sweep-bundles": {"task": "jobs.sweep_bundles", "schedule": 3600, "options": {"expires": 3600}},
    "league-notices": {"task": "campaigns.hourly", "schedule": 3600, "options": {"expires": 3600}},
}
# The management command that `serve` queues if the database contains no campaign: its name and arguments, or None.
DEMO_COMMAND: tuple[str, ...] | None = ("season", "--demo") if environment.flag("DEMO", default=True) else None

# --- people --------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "accounts:front"
LOGOUT_REDIRECT_URL = "accounts:front"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_USER_DISPLAY = "accounts.adapter.shown_name"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "email"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "signup": "accounts.settings.forms.SignupForm",
    "change_password": "accounts.settings.forms.ChangePasswordForm",
}
ACCOUNT_USERNAME_BLACKLIST = ["admin", "root", "guest", "arbitrator", "staff", "site", "moderator"]
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.username_validators"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_RATE_LIMITS = {
    "signup": environment.rate_text("LIMIT_SIGN_UPS", (20, 3600)) + "/ip",
    # More wrong passwords for one account than one address may try, so that nobody can lock another user out.
    "login_failed": "10/m/ip,60/5m/key",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
MFA_TOTP_ISSUER = SITE_NAME
MFA_FORMS = {
    "login_webauthn": "accounts.passkey_forms.LoginForm",
    "authenticate_webauthn": "accounts.passkey_forms.AuthenticateForm",
    "reauthenticate_webauthn": "accounts.passkey_forms.ReauthenticateForm",
    "add_webauthn": "accounts.passkey_forms.AddForm",
}
VERSION = environment.env.str("VERSION", default="")[:40]  # Without it, the commit of the checkout is used.
GUEST_DAYS = 30
GUESTS_PER_HOUR = environment.whole_number("GUESTS_PER_HOUR", 60, lowest=1, highest=1_000_000)
# Limits for one person: (how often, in how many seconds). See accounts/limits.py.
LIMITS = {
    "battles": environment.rate("LIMIT_BATTLES", (30, 3600)),
    "warbands": environment.rate("LIMIT_WARBANDS", (40, 3600)),
    "commands": environment.rate("LIMIT_COMMANDS", (300, 60)),
    "pictures": environment.rate("LIMIT_PICTURES", (60, 3600)),
    "messages": environment.rate("LIMIT_MESSAGES", (30, 60)),
    "packs": environment.rate("LIMIT_PACKS", (60, 3600)),
    "checks": environment.rate("LIMIT_PACK_CHECKS", (60, 60)),
    "computations": environment.rate("LIMIT_COMPUTATIONS", (120, 60)),
    "previews": environment.rate("LIMIT_PREVIEWS", (900, 60)),
}
# Limits for one address. "odds": explored states, 1,000 more for each request; see battles/odds/work.py.
ADDRESS_LIMITS = {"odds": environment.rate("LIMIT_ODDS_STATES", (210_000, 60))}
# Limits for all guests of one address together, generous enough for a club.
GUEST_LIMITS = {
    "guest_battles": environment.rate("LIMIT_GUEST_BATTLES", (20, 600)),
    "guest_bot_turns": environment.rate("LIMIT_GUEST_BOT_TURNS", (400, 600)),
}

# Jobs send all mails, so that no page waits for the mail server (jobs/mail.py).
EMAIL_BACKEND = "jobs.mail.QueuedBackend"
MAIL_DELIVERY_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = str(VAR_DIR / "mail")
if environment.given("EMAIL_URL"):
    EMAIL_CONFIG = environment_checks.email_config(environment.given("EMAIL_URL"))
    MAIL_DELIVERY_BACKEND = EMAIL_CONFIG.pop("EMAIL_BACKEND")
    globals().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = 10  # Seconds for one answer of the mail server.
DEFAULT_FROM_EMAIL = environment_checks.from_address(
    environment.given("DEFAULT_FROM_EMAIL") or "Mordheim <noreply@localhost>"
)

# --- headers -------------------------------------------------------------------------------------------------------
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "mordheim_site.errors.csrf_failure"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    # The operator decides about preloading, which cannot be undone for months, and about subdomains, which may not be
    # ours.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = environment.flag("HSTS_SUBDOMAINS", default=False)
    SECURE_HSTS_PRELOAD = environment.flag("HSTS_PRELOAD", default=False)
    # Both settings above are the operator's decision, so the deployment check ignores them.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- words, time, static files ---------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
# Only English until our own texts are translated; otherwise only Django's texts would change.
LANGUAGES = [("en", _("English"))]
TIME_ZONE = "UTC"
# Looking up each text in catalogues would take a third of the time of a state of the board.
USE_I18N = len(LANGUAGES) > 1
USE_TZ = True
STATIC_URL = "/static/"
STATIC_ROOT = Path(environment.env.str("STATIC_ROOT", default=str(VAR_DIR / "static")))
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
if DEBUG:
    STATICFILES_BACKEND = "django.contrib.staticfiles.storage.StaticFilesStorage"
elif EMBEDDED:
    STATICFILES_BACKEND = "mordheim_site.static_files.storage.HashedWhenCollected"
else:
    STATICFILES_BACKEND = "mordheim_site.static_files.storage.HashedStaticFiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": STATICFILES_BACKEND},
}
WHITENOISE_USE_FINDERS = EMBEDDED
WHITENOISE_AUTOREFRESH = DEBUG

# --- what is written down --------------------------------------------------------------------------------------------
METRICS_TOKEN = environment.env.str("METRICS_TOKEN", default="")
# The port at which a worker serves its metrics; 0 for none.
METRICS_PORT = environment.whole_number("METRICS_PORT", 0, lowest=0, highest=65535)
METRICS_HOST = environment.env.str("METRICS_HOST", default="") or "127.0.0.1"
# A worker touches this file every 10 s, for health checks; "" for none.
ALIVE_FILE = environment.env.str("ALIVE_FILE", default="")
LOG_LEVEL = environment_checks.log_level(environment.given("LOG_LEVEL"))
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "mordheim_site.monitoring.logs.JsonFormatter"}},
    "filters": {"outages": {"()": "mordheim_site.monitoring.outages.OutageFilter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json", "filters": ["outages"]}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django.server": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        # uvicorn sets up handlers of its own before it imports the site. These replace them: every line is JSON.
        "uvicorn": {"handlers": ["console"], "level": LOG_LEVEL, "propagate": False},
        "uvicorn.error": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        # nginx logs every request already.
        "uvicorn.access": {"handlers": [], "propagate": False},
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
    },
}
