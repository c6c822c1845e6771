"""The nine scenarios of the rulebook; plans use their parts as aims."""
