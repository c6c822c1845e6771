"""A whole league night, as people play it: in browsers, on either database, on several processes."""
