"""The site's SVG: elements, the sprites of icons and ornaments, and crests.

The layers of the live board are in `battles/board/svg`. No other module writes SVG markup; a test checks this.
"""
