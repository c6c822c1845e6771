"""Formats Django templates without changing what a browser shows.

`python -m tools.template_format [PATH ...]` rewrites templates; with `--check` it names those that would change and the
lines that are too long, and exits with 1.

A line break is put only where it cannot be seen: where white space was, inside a tag between attributes, or at the edge
of a block element on every path through the template's `if`, `for` and `include`. `pre`, `textarea`, `script` and
`style` keep their content.
"""
