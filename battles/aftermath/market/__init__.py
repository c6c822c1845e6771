"""The market of an aftermath: what a warband may buy, for its page and for the API."""
