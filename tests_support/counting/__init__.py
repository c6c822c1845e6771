"""An app for tests of the job table: a job that counts and writes one row for each number."""
