"""The signs of fonts that draw something else than their letters say: Symbol, and the most used of Wingdings.

Office programs write such a sign as a character between U+F020 and U+F0FF, whose low byte is its place in the font.
"""

import re
from collections.abc import Mapping

_SIGN = re.compile(r"[\uf020-\uf0ff]")
_GREEK = dict(
    zip(
        "ABGDEZHQIKLMNXOPRSTUFCYWabgdezhqiklmnxoprVstufcywJjv",
        "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψωϑϕϖ",
        strict=True,
    )
)
_OTHERS = {
    0x22: "∀", 0x24: "∃", 0x27: "∋", 0x2A: "∗", 0x2D: "−", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥", 0x7E: "∼",
    0xA0: "€", 0xA2: "′", 0xA3: "≤", 0xA4: "⁄", 0xA5: "∞", 0xA6: "ƒ", 0xA7: "♣", 0xA8: "♦", 0xA9: "♥",
    0xAA: "♠", 0xAB: "↔", 0xAC: "←", 0xAD: "↑", 0xAE: "→", 0xAF: "↓", 0xB0: "°", 0xB1: "±", 0xB2: "″",
    0xB3: "≥", 0xB4: "×", 0xB5: "∝", 0xB6: "∂", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈",
    0xBC: "…", 0xBF: "↵", 0xC0: "ℵ", 0xC1: "ℑ", 0xC2: "ℜ", 0xC3: "℘", 0xC4: "⊗", 0xC5: "⊕", 0xC6: "∅",
    0xC7: "∩", 0xC8: "∪", 0xC9: "⊃", 0xCA: "⊇", 0xCB: "⊄", 0xCC: "⊂", 0xCD: "⊆", 0xCE: "∈", 0xCF: "∉",
    0xD0: "∠", 0xD1: "∇", 0xD2: "®", 0xD3: "©", 0xD4: "™", 0xD5: "∏", 0xD6: "√", 0xD7: "⋅", 0xD8: "¬",
    0xD9: "∧", 0xDA: "∨", 0xDB: "⇔", 0xDC: "⇐", 0xDD: "⇑", 0xDE: "⇒", 0xDF: "⇓", 0xE5: "∑", 0xF2: "∫",
}  # fmt: skip
_SAME = "!#%&()+,./0123456789:;<=>?[]_{|} "
_SYMBOL: Mapping[int, str] = {
    **{ord(key): value for key, value in _GREEK.items()},
    **{ord(sign): sign for sign in _SAME},
    **_OTHERS,
}
_WINGDINGS: Mapping[int, str] = {
    0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "□", 0xA7: "▪", 0xA8: "□", 0xD8: "➢", 0xE0: "→", 0xE8: "→",
    0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip


def drawn(text: str, font: str) -> str:
    """The text with what the font draws for its signs; nothing for a sign that only the font can tell."""
    signs = _SYMBOL if font.casefold().startswith("symbol") else _WINGDINGS
    return _SIGN.sub(lambda found: signs.get(ord(found[0]) & 0xFF, ""), text)
