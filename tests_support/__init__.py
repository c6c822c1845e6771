"""Shared by all tests: settings, test users, temporary servers, the browser."""
