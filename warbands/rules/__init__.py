"""The rules of the roster: pure functions of a Company and the Book. docs/reference/roster-rules.md lists the ids RO-..."""
