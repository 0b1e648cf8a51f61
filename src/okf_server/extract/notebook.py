"""Read Jupyter notebooks: the text and the code of each cell, and what it put out as text."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from okf_server.extract import markdown_unseen
from okf_server.extract.decode import text_of
from okf_server.extract.markup import clean
from okf_server.extract.refusals import unreadable
from okf_server.model.document import BlockKind, Document, Extracted, Failed, Outcome, Span
from okf_server.model.locator import LinesLocator, SectionLocator
from okf_server.okf import markdown

_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_FENCE = re.compile(r"^ {0,3}(`{3,})", re.MULTILINE)
_LANGUAGE = re.compile(r"[\w+#.-]{1,20}")
_IMAGE_DATA = re.compile(r"\(data:[^()\s]{100,}\)")
_SHOWN = ("text/markdown", "text/latex", "text/plain")


def extract(path: Path) -> Outcome:
    """The document of an .ipynb file; `block` of a place is the ordinal of the cell, from 1."""
    read = text_of(path)
    if isinstance(read, Failed):
        return read
    try:
        notebook = json.loads(read.text)
        cells = _cells(notebook)
    except (ValueError, RecursionError, TypeError, AttributeError, KeyError) as error:
        return unreadable(".ipynb", error)
    writer = _Writer()
    language = _language(notebook)
    for number, cell in enumerate(cells, 1):
        if isinstance(cell, dict):
            writer.add(number, list(_texts(cell, language)))
    return Extracted(
        document=Document(
            body=writer.body(),
            spans=tuple(writer.spans),
            title=writer.title,
            details={"cells": len(cells)},
            warnings=(*read.warnings, *([markdown_unseen.UNSEEN] if writer.hidden else [])),
            hidden=tuple(writer.hidden),
        )
    )


def _cells(notebook: Any) -> list[Any]:
    """The cells; version 3 of the format has them in sheets."""
    if "cells" in notebook:
        return list(notebook["cells"])
    return [cell for sheet in notebook["worksheets"] for cell in sheet["cells"]]


def _language(notebook: Mapping[str, Any]) -> str:
    metadata = notebook.get("metadata")
    about = metadata.get("language_info") if isinstance(metadata, dict) else None
    name = about.get("name") if isinstance(about, dict) else None
    return name if isinstance(name, str) and _LANGUAGE.fullmatch(name) else ""


def _texts(cell: Mapping[str, Any], language: str) -> Iterator[str]:
    """The Markdown of a cell, and of each of its outputs."""
    source = _joined(cell.get("source", cell.get("input", "")))
    kind = cell.get("cell_type")
    if kind == "heading":
        level = cell.get("level", 1)
        yield f"{'#' * (level if level in range(1, 7) else 1)} {' '.join(source.split())}"
    elif kind == "code":
        yield _fenced(source, language)
        outputs = cell.get("outputs")
        for output in outputs if isinstance(outputs, list) else ():
            if isinstance(output, dict):
                yield _fenced(_output(output), "")
    else:
        yield _IMAGE_DATA.sub("()", source)


def _output(output: Mapping[str, Any]) -> str:
    """An output as text; pictures and what is only for a browser have none."""
    if "ename" in output:
        return f"{output['ename']}: {output.get('evalue', '')}"
    if "text" in output:
        return _joined(output["text"])
    data = output.get("data")
    if not isinstance(data, dict):
        return ""
    return next((_joined(data[kind]) for kind in _SHOWN if data.get(kind)), "")


def _joined(value: Any) -> str:
    """A text that a notebook may keep as a list of its lines."""
    text = "".join(map(str, value)) if isinstance(value, list) else str(value)
    return clean(_ANSI.sub("", text))


def _fenced(code: str, language: str) -> str:
    text = code.strip("\n")
    if not text.strip():
        return ""
    longest = max((len(run) for run in _FENCE.findall(text)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


@dataclass(slots=True)
class _Writer:
    """What is written so far, and the headings that are open."""

    texts: list[str] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    title: str = ""
    _length: int = 0
    _path: list[tuple[int, str]] = field(default_factory=list)

    def add(self, cell: int, texts: Sequence[str]) -> None:
        """Write the texts of a cell; their blocks are of this cell."""
        for text in texts:
            seen, hidden = markdown_unseen.without_hidden(text)
            self.hidden += hidden
            written = seen.strip("\n")
            if not written.strip():
                continue
            gap = "\n\n" if self.texts else ""
            start = self._length + len(gap)
            self.texts += [gap, written]
            self._length = start + len(written)
            self.spans += [self._placed(span, start, cell) for span in markdown.scan(written)]

    def body(self) -> str:
        """The Markdown of all cells."""
        return "".join([*self.texts, "\n"]) if self.texts else ""

    def _placed(self, span: Span, start: int, cell: int) -> Span:
        if span.kind is BlockKind.HEADING:
            named = span.locator
            text = named.path[-1] if isinstance(named, LinesLocator) and named.path else ""
            self._path = [step for step in self._path if step[0] < span.level]
            self._path.append((span.level, text))
            if span.level == 1 and not self.title:
                self.title = text
        place = SectionLocator(path=tuple(text for _, text in self._path), block=cell)
        return span._replace(start=span.start + start, end=span.end + start, locator=place)
