"""The settings of the counting app with time limits of a few seconds, for real workers in tests."""

from tests_support import counting_settings as _counting

globals().update({name: value for name, value in vars(_counting).items() if name.isupper()})

INSTALLED_APPS = [*_counting.INSTALLED_APPS, "tests_support.waiting"]
CELERY_TASK_SOFT_TIME_LIMIT = 2
CELERY_TASK_TIME_LIMIT = 4
JOB_MAX_ATTEMPTS = 2
JOB_LEASE_SECONDS = 8
"""Longer than the limits, so that no second worker claims a job before its limit ends it."""
