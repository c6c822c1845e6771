"""Formats Django templates without changing what a browser shows.

`python -m tools.template_format [PATH ...]` rewrites templates; with `--check` it names those that would change and
lines that are too long, and exits with 1. Line breaks are added only where they are invisible: where there was white
space, between the attributes of a tag, or at the edge of a block element, on every path through the template's `if`,
`for` and `include`. The content of `pre`, `textarea`, `script` and `style` is not changed.
"""
