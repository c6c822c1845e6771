"""Colour calculations: contrast as WCAG 2 defines it, distance as CIEDE2000, and simulated colour blindness.

Colours are `#RRGGBB`. The matrices are those of Machado, Oliveira and Fernandes (2009) at full severity, applied to
linear light; `grey` keeps only the luminance.
"""

import math
from typing import Final

Vector = tuple[float, float, float]

SIGHTS: Final[dict[str, tuple[Vector, Vector, Vector]]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": ((0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722)),
}
_XYZ: Final[tuple[Vector, Vector, Vector]] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final[Vector] = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Vector:
    """Linear light, 0 to 1 for each of red, green and blue."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def _times(matrix: tuple[Vector, Vector, Vector], vector: Vector) -> Vector:
    first, second, third = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def contrast(first: str, other: str) -> float:
    """The WCAG 2 ratio, 1 to 21."""
    light, dark = sorted((_times(SIGHTS["grey"], linear(colour))[0] for colour in (first, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, sight: str = "normal") -> Vector:
    """CIE L*a*b* under D65, as seen with a kind of colour vision."""
    seen = tuple(min(1.0, max(0.0, c)) for c in _times(SIGHTS[sight], linear(colour)))
    x, y, z = (value / white for value, white in zip(_times(_XYZ, seen), _WHITE, strict=True))  # type: ignore[arg-type]
    fx, fy, fz = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(first: str, other: str, sight: str = "normal") -> float:
    """CIEDE2000 distance between two colours as seen with a kind of colour vision."""
    l1, a1, b1 = lab(first, sight)
    l2, a2, b2 = lab(other, sight)
    mean_c7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(mean_c7 / (mean_c7 + 25**7)))
    c1, c2 = math.hypot(a1 * (1 + g), b1), math.hypot(a2 * (1 + g), b2)
    h1, h2 = (math.degrees(math.atan2(b, a * (1 + g))) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    mean_h = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(mean_h - 30))
        + 0.24 * math.cos(math.radians(2 * mean_h))
        + 0.32 * math.cos(math.radians(3 * mean_h + 6))
        - 0.20 * math.cos(math.radians(4 * mean_h - 63))
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    r_c = 2 * math.sqrt(mean_c**7 / (mean_c**7 + 25**7))
    r_t = -r_c * math.sin(math.radians(60 * math.exp(-(((mean_h - 275) / 25) ** 2))))
    dl, dc = (l2 - l1) / s_l, (c2 - c1) / s_c
    return math.sqrt(dl**2 + dc**2 + (dh / s_h) ** 2 + r_t * dc * (dh / s_h))
