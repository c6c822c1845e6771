"""A complete league evening as people play it: in browsers, on either database, on several processes."""
