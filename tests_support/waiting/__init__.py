"""An app for tests of time limits: jobs that take longer than they may."""
