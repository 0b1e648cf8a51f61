"""Write how a base combines its rankings into its okf.yaml; comments and all else stay."""

import re
from pathlib import Path

from okf_server.catalog.config import parse_config
from okf_server.catalog.whole import write_whole
from okf_server.errors import ConfigError

_BLOCK = re.compile(r"^search:[ \t]*(#.*)?$", re.MULTILINE)
_FLOW = re.compile(r"^(search:[ \t]*\{)([^{}\n]*)(\})", re.MULTILINE)
_ANY = re.compile(r"^search:", re.MULTILINE)
_FLOW_KEYS = re.compile(r"(?:^|,)\s*(?:fusion|dense_weight)\s*:[^,]*")
_BLOCK_KEYS = re.compile(r"^[ \t]+(?:fusion|dense_weight):.*\n", re.MULTILINE)


def write_fusion(path: Path, fusion: str, dense_weight: float | None) -> None:
    """Set search.fusion and search.dense_weight where they are not so; raises ConfigError.

    That is where the file cannot be edited so.
    """
    wanted = (fusion, dense_weight)
    if _said(path.read_text(encoding="utf-8"), path) == wanted:
        return
    text = _edited(path.read_text(encoding="utf-8"), fusion, dense_weight)
    if _said(text, path) != wanted:
        hint = f"Write search.fusion: {fusion} and search.dense_weight: {_number(dense_weight)}."
        raise ConfigError(f"{path} is written in a way that is not edited here.", hint=hint)
    write_whole(path, text)


def _said(text: str, path: Path) -> tuple[str, float | None]:
    search = parse_config(text.encode(), path).search
    return search.fusion, search.dense_weight


def _edited(text: str, fusion: str, dense_weight: float | None) -> str:
    said = (f"fusion: {fusion}", f"dense_weight: {_number(dense_weight)}")
    if flow := _FLOW.search(text):
        kept = _FLOW_KEYS.sub("", flow[2]).strip(" ,")
        inside = ", ".join([*([kept] if kept else []), *said])
        return f"{text[: flow.start()]}{flow[1]}{inside}{flow[3]}{text[flow.end() :]}"
    if block := _BLOCK.search(text):
        rest = _BLOCK_KEYS.sub("", text[block.end() + 1 :])
        indent = re.match(r"(?:[ \t]*#.*\n)*([ \t]+)", rest)
        lines = "".join(f"{indent[1] if indent else '  '}{each}\n" for each in said)
        return f"{text[: block.end()]}\n{lines}{rest}"
    if _ANY.search(text):
        return text
    return f"{text.rstrip()}\nsearch: {{{', '.join(said)}}}\n"


def _number(weight: float | None) -> str:
    return "null" if weight is None else str(weight)
