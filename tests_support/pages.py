"""Reading rendered pages in tests."""

import re


def one_line(page: str) -> str:
    """A page on one line: no white space around tags, and single spaces elsewhere."""
    page = re.sub(r"\s+", " ", page)
    return re.sub(r" (?=</?[a-z]|/?>)", "", re.sub(r"(?<=>) ", "", page))
