"""Who of a warband fights, and where its warriors are set up: chosen once, used for every battle until changed."""
