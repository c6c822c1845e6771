"""Worked cases without a table: rosters (ids RO-...) and aftermaths (ids AF-...). Their form is described in
docs/reference/conformance.md."""
