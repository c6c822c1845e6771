"""The rules of the roster: pure functions of WarbandState and Book. Ids (RO-...): docs/reference/roster-rules.md."""
