"""An app for tests of the job ledger: a job that counts, and leaves one row for each number it came past."""
