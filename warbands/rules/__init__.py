"""The rules of the roster: pure functions of a Company and the Book. Ids (RO-...): docs/reference/roster-rules.md."""
