"""Worked cases without a table: rosters (ids RO-...) and what follows a battle (ids AF-...). Form:
docs/reference/conformance.md."""
