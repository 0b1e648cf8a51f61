r"""Numbers with units of LaTeX's siunitx as they are printed: `\SI{20}{\kilo\gram}` is `20 kg`."""

import re

_PREFIXES = {
    "pico": "p", "nano": "n", "micro": "µ", "milli": "m", "centi": "c", "deci": "d", "deca": "da",
    "hecto": "h", "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P",
}  # fmt: skip
_UNITS = {
    "metre": "m", "meter": "m", "gram": "g", "kilogram": "kg", "second": "s", "ampere": "A", "kelvin": "K",
    "mole": "mol", "candela": "cd", "hertz": "Hz", "newton": "N", "pascal": "Pa", "joule": "J",
    "watt": "W", "coulomb": "C", "volt": "V", "ohm": "Ω", "farad": "F", "henry": "H", "tesla": "T",
    "siemens": "S", "lumen": "lm", "lux": "lx", "becquerel": "Bq", "gray": "Gy", "sievert": "Sv",
    "celsius": "°C", "degreeCelsius": "°C", "degree": "°", "arcminute": "′", "arcsecond": "″",
    "percent": "%", "litre": "L", "liter": "L", "minute": "min", "hour": "h", "day": "d", "bar": "bar",
    "tonne": "t", "hectare": "ha", "byte": "B", "bit": "bit", "electronvolt": "eV", "decibel": "dB",
}  # fmt: skip
_BEFORE = {"square": "²", "cubic": "³"}
_BEHIND = {"squared": "²", "cubed": "³"}
_PART = re.compile(r"\\([A-Za-z]+)\s*|\s+|[^\\\s]+")


def unit(text: str) -> str:
    """A unit as it is printed; what is not known of it stays."""
    parts = [""]
    power = ""
    for found in _PART.finditer(text):
        name = found[1] or ""
        if name == "per":
            parts.append("/")
        elif name in _PREFIXES:
            parts.append(_PREFIXES[name])
        elif name in _BEFORE:
            power = _BEFORE[name]
        elif name in _BEHIND:
            parts.append(_BEHIND[name])
        else:
            parts += [_separated(parts[-1]), _UNITS.get(name, found[0].replace("~", " ")), power]
            power = ""
    return "".join(parts).replace("%", "\\%").strip()


def quantity(number: str, of: str) -> str:
    """A number and its unit."""
    written = unit(of)
    gap = "" if written[:1] in ("°", "′", "″") and written != "°C" else " "
    return f"{number.strip()}{gap}{written}"


def _separated(before: str) -> str:
    """A dot between two units, nothing behind a prefix or a stroke."""
    joined = not before or before == "/" or before in _PREFIXES.values()
    return "" if joined else "·"
