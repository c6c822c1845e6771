"""The colour tokens: read from `static/css/tokens.json` and written into `tokens.css` as one block of custom
properties. Run `python -m mordheim_site.look.tokens` after changing a token; a test checks that the stylesheet is up to
date."""

import json
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
TOKENS_FILE: Final = ROOT / "static" / "css" / "tokens.json"
STYLESHEET: Final = ROOT / "static" / "css" / "tokens.css"
BLOCK_START: Final = "/* tokens: written from tokens.json, change them there */"
BLOCK_END: Final = "/* end of tokens */"

Tokens = dict[str, dict[str, str]]


@cache
def load_tokens() -> Tokens:
    """Every token as `{"light": {name: "#RRGGBB"}, "dark": {...}, "both": {...}}`."""
    loaded: Tokens = json.loads(TOKENS_FILE.read_text(encoding="utf-8"))
    return loaded


def theme_tokens(theme: str) -> dict[str, str]:
    """The tokens of one theme: its own and those shared by both."""
    tokens = load_tokens()
    return {**tokens[theme], **tokens["both"]}


def _rule(selectors: str, scheme: str, values: dict[str, str], indent: str = "") -> str:
    """One CSS rule as the formatter writes it: one declaration per line."""
    lines = [f"color-scheme: {scheme};", *(f"--{name}: {value.lower()};" for name, value in values.items())]
    body = "".join(f"{indent}  {line}\n" for line in lines)
    return f"{indent}{selectors} {{\n{body}{indent}}}"


def css_block() -> str:
    """The custom properties of both themes. The device's setting comes first; the reader's own choice overrides it."""
    tokens = load_tokens()
    light, dark = tokens["light"], tokens["dark"]
    paper = {**light, "page": "#fff", "sunk": "#fff"}
    # The attribute is repeated so that the rule overrides the theme the user chose.
    printed = ":root,\n  :root[data-theme][data-theme]"
    return "\n".join(
        (
            BLOCK_START,
            _rule(":root", "light", {**light, **tokens["both"]}),
            "@media (prefers-color-scheme: dark) {",
            _rule(':root:not([data-theme="light"])', "dark", dark, "  "),
            "}",
            _rule(':root[data-theme="dark"]', "dark", dark),
            "@media print {",
            _rule(printed, "light", paper, "  "),
            "}",
            BLOCK_END,
        )
    )


def written_block(stylesheet: str) -> str:
    """The block that a stylesheet contains. Raises ValueError if it has no such block."""
    start = stylesheet.index(BLOCK_START)
    return stylesheet[start : stylesheet.index(BLOCK_END) + len(BLOCK_END)]


def rewrite_stylesheet() -> None:
    """Write the current tokens into `tokens.css`."""
    text = STYLESHEET.read_text(encoding="utf-8")
    STYLESHEET.write_text(text.replace(written_block(text), css_block()), encoding="utf-8")


if __name__ == "__main__":
    rewrite_stylesheet()
