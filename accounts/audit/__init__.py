"""The audit log: what happened to accounts, keys, roles and exports, for the site's staff."""
