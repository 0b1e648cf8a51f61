"""Values as YAML that every reader understands alike."""

import json
import math
import re
from functools import lru_cache

# a plain scalar starts with a letter and has nothing that means something to YAML
_PLAIN = re.compile(
    r"[^\W\d_](?:[\w ./()+%@$=;,'\"&!?*^~|<>{}\[\]–—’…-]|:(?![ ,\[\]{}]|$)|(?<! )#)*(?<! )"
)
_FLOW_MARKS = re.compile(r"[,?\[\]{}]")
# words that some reader takes for a boolean or null
_TAKEN = frozenset(["true", "false", "yes", "no", "on", "off", "y", "n", "null"])
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WIDEST = 100
_LONGEST_KEY = 500  # a key on its value's line may have 1,024 characters


def dump(value: object) -> str:
    """`value` as block YAML that ends with a line end; deterministic, keys in their order.

    What `load` gave comes back the same: `load(dump(value))[0] == value`. Readers of YAML 1.1 and 1.2 alike
    read text as text. A value of another type than text, number, boolean, None, list or mapping is written
    as its `str`; a lone surrogate as U+FFFD.
    """
    return "".join(f"{line}\n" for line in _lines(value))


def _lines(value: object) -> list[str]:
    if isinstance(value, dict) and value:
        return [line for key, each in value.items() for line in _entry(str(key), each)]
    if isinstance(value, list | tuple) and value:
        return [line for each in value for line in _element(each)]
    return [_flow(value)]


def _entry(key: str, value: object) -> list[str]:
    name = _text(key, flow=False)
    before = [] if len(name) <= _LONGEST_KEY else [f"? {name}"]
    head = ":" if before else f"{name}:"
    if (inline := _inline(value, _WIDEST - len(head))) is not None:
        return [*before, f"{head} {inline}"]
    return [*before, head, *(f"  {line}" for line in _lines(value))]


def _element(value: object) -> list[str]:
    if (inline := _inline(value, _WIDEST)) is not None:
        return [f"- {inline}"]
    first, *rest = _lines(value)
    return [f"- {first}", *(f"  {line}" for line in rest)]


def _inline(value: object, width: int) -> str | None:
    """`value` on one line: a scalar always, a collection of scalars where it fits."""
    if not isinstance(value, dict | list | tuple):
        return _scalar(value, flow=False)
    members = value.values() if isinstance(value, dict) else value
    if any(isinstance(each, dict | list | tuple) and each for each in members):
        return None
    text = _flow(value)
    return text if not value or len(text) <= width else None


def _flow(value: object) -> str:
    if isinstance(value, dict):
        pairs = (f"{_text(str(key), flow=True)}: {_flow(each)}" for key, each in value.items())
        return f"{{ {', '.join(pairs)} }}" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_flow, value))}]"
    return _scalar(value, flow=True)


def _scalar(value: object, *, flow: bool) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return repr(value)
    return _text(str(value), flow=flow)


@lru_cache(maxsize=1024)
def _text(text: str, *, flow: bool) -> str:
    """`text` plain where no reader can take it for anything else, in double quotes otherwise."""
    plain = _PLAIN.fullmatch(text) and text.lower() not in _TAKEN
    if plain and not (flow and _FLOW_MARKS.search(text)):
        return text
    quoted = json.dumps(_SURROGATE.sub("\ufffd", text), ensure_ascii=False)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)
