"""Problem reports: anyone can tell the site's staff that something on a page is wrong."""
