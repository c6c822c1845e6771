"""Restoring a warband to an earlier entry of its ledger."""
