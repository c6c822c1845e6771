"""Exact odds. Importing this package has groups of attacks worked out by `spreading`."""

from battles.engine.odds import spreading as spreading
