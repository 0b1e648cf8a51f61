"""Frontmatter: a file's text to its metadata and body, and back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from okf_server.okf.findings import Finding, finding
from okf_server.okf.recovery import recover
from okf_server.okf.yaml import dump, load

_OPENING = re.compile(r"(?:[ \t]*\n)*+---[ \t]*\n")
_CLOSING = re.compile(r"^---[ \t]*$", re.MULTILINE)
_LONGEST = 262_144
_UTF16_DASHES = b"-\0-\0-\0"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """A file's metadata and body.

    `body` has LF line ends and starts after the closing delimiter and one empty line below it; `body_line` is
    the line of the file where it starts. Without frontmatter (`present` is False) the body is the whole text.
    An OKF018 finding says that there is something like frontmatter that cannot be read as such.
    """

    meta: dict[str, object]
    body: str
    body_line: int
    findings: tuple[Finding, ...] = ()
    present: bool = False


def decode(data: bytes) -> tuple[str, tuple[Finding, ...]]:
    """The text of a file with LF line ends and without a byte order mark; never raises."""
    text, findings = _decoded(data)
    return _line_feeds(text.removeprefix("\ufeff")), findings


def parse(data: bytes | str) -> Parsed:
    """The metadata and body of a file; never raises, and loses no text."""
    text, findings = (data, ()) if isinstance(data, str) else _decoded(data)
    marked = text.startswith("\ufeff")
    text = _line_feeds(text.removeprefix("\ufeff"))
    opening = _OPENING.match(text)
    if opening is None:
        return Parsed(meta={}, body=text, body_line=1, findings=findings)
    closing = _CLOSING.search(text, opening.end(), opening.end() + _LONGEST)
    if closing is None:
        within = f" within {_LONGEST:,} characters" if len(text) > opening.end() + _LONGEST else ""
        problem = finding("OKF018", f"no line `---` closes the frontmatter{within}", line=1)
        return Parsed(meta={}, body=text, body_line=1, findings=(*findings, problem))
    first_line = text.count("\n", 0, opening.end()) + 1
    meta, notes = _meta(text[opening.end() : closing.start()], first_line)
    findings = (*findings, *notes)
    if meta is None:
        return Parsed(meta={}, body=text, body_line=1, findings=findings)
    if marked or first_line > 2:  # noqa: PLR2004 - the opening delimiter is line 1
        message = "a byte order mark" if marked else "blank lines"
        findings = (*findings, finding("OKF021", f"{message} before the frontmatter", line=1))
    start = min(closing.end() + 1, len(text))
    if text.startswith("\n", start):
        start += 1
    return Parsed(
        meta=meta,
        body=text[start:],
        body_line=text.count("\n", 0, start) + 1,
        findings=findings,
        present=True,
    )


def _meta(text: str, first_line: int) -> tuple[dict[str, object] | None, tuple[Finding, ...]]:
    value, notes = load(text, first_line=first_line)
    if any(note.code == "OKF018" for note in notes):
        meta, recovered = recover(text, first_line=first_line)
        return meta, (*notes, *recovered)
    if value is None:
        return {}, notes
    if isinstance(value, dict):
        return value, notes
    problem = finding("OKF018", "the frontmatter is no mapping of keys to values", line=first_line)
    return None, (*notes, problem)


def emit(meta: Mapping[str, object], body: str) -> str:
    """The text of a concept file: `---` block, blank line, body, one line end; deterministic.

    `parse` gives back the same metadata (see `dump`), and the same body where that ends in one line end.
    """
    block = dump(dict(meta)) if meta else ""
    text = _line_feeds(body).rstrip("\n")
    return f"---\n{block}---\n\n{text}\n" if text else f"---\n{block}---\n"


def _line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _utf16(data: bytes) -> str:
    """The name of the encoding where the text is UTF-16, by its mark or by the zeros of its first delimiter."""
    if data.startswith(_UTF16_MARKS):
        return "utf-16"
    start = data[: len(_UTF16_DASHES)]
    if start == _UTF16_DASHES:
        return "utf-16-le"
    return "utf-16-be" if start == _UTF16_DASHES[::-1] else ""


def _decoded(data: bytes) -> tuple[str, tuple[Finding, ...]]:
    encoding = _utf16(data)
    if encoding:
        text = data.decode(encoding, errors="replace")
        return text, (finding("OKF023", "the file is UTF-16, not UTF-8"),)
    try:
        return data.decode(), ()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = finding("OKF023", f"byte {error.start} is no UTF-8 and was replaced", line=line)
        return data.decode(errors="replace"), (problem,)
