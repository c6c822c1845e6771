"""Django's PostgreSQL backend with a limit for the time that a statement may take."""
