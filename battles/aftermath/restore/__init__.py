"""Restores a warband to its state after an earlier entry of its ledger."""
