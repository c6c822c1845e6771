"""What the warbands room writes. Every change goes through `journal.write`, which keeps the ledger."""
