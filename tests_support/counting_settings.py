"""The site's settings with the counting app, for real workers in tests."""

from mordheim_site import settings as _site

globals().update({name: value for name, value in vars(_site).items() if name.isupper()})

INSTALLED_APPS = [*_site.INSTALLED_APPS, "tests_support.counting"]
