"""The nine scenarios of the rulebook. Custom scenarios use parts of them as aims."""
