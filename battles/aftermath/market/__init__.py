"""The market of an aftermath: what a side may buy, for its page and for programs."""
