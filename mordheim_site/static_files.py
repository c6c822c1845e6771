"""Static files with hashed names in production, including the imports between our own modules.

Without it a page would load `site.js` twice, once by its hashed and once by its plain name. Only files below `js/` are
rewritten; library bundles stay as they are.
"""

from django.contrib.staticfiles.storage import HashedFilesMixin, ManifestStaticFilesStorage

_IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns[1]


class HashedStaticFiles(ManifestStaticFilesStorage):
    """`ManifestStaticFilesStorage` that also follows the imports of our ES modules."""

    patterns = (*HashedFilesMixin.patterns, ("js/*.js", _IMPORTS))
