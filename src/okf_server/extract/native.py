"""Read Markdown and plain text as they are: the body is the file's own text."""

from collections.abc import Iterator
from pathlib import Path

from okf_server.extract import markdown_unseen
from okf_server.extract.decode import lines_of, text_of
from okf_server.model.document import BlockKind, Document, Extracted, Failed, Outcome, Span
from okf_server.model.locator import LinesLocator
from okf_server.okf import frontmatter


def extract_markdown(file: Path | bytes) -> Outcome:
    """The document of a Markdown file: its frontmatter apart, its title the first heading of level 1."""
    read = text_of(file)
    if isinstance(read, Failed):
        return read
    parsed = frontmatter.parse(read.text)
    spans = markdown_unseen.scan(parsed.body, first_line=parsed.body_line)
    hidden = markdown_unseen.hidden_in(parsed.body, spans)
    warnings = [*read.warnings, *(finding.message for finding in parsed.findings)]
    warnings += [markdown_unseen.UNSEEN] if hidden else []
    return Extracted(
        document=Document(
            body=parsed.body,
            spans=spans,
            title=_title(spans),
            meta=parsed.meta,
            lines_from=parsed.body_line,
            warnings=tuple(warnings),
            hidden=hidden,
        )
    )


def extract_text(file: Path | bytes) -> Outcome:
    """The document of a plain text file: paragraphs between blank lines."""
    read = text_of(file)
    if isinstance(read, Failed):
        return read
    spans = tuple(_paragraphs(read.text))
    return Extracted(
        document=Document(body=read.text, spans=spans, lines_from=1, warnings=read.warnings)
    )


def _title(spans: tuple[Span, ...]) -> str:
    for span in spans:
        if span.kind is BlockKind.HEADING and span.level == 1:
            place = span.locator
            return place.path[-1] if isinstance(place, LinesLocator) and place.path else ""
    return ""


def _paragraphs(text: str) -> Iterator[Span]:
    position = 0
    lines: list[tuple[int, str]] = []  # of the paragraph so far: where each starts
    for number, line in enumerate([*lines_of(text), ""]):
        if line.strip():
            lines.append((position, line))
        elif lines:
            yield _paragraph(lines, last=number)
            lines = []
        position += len(line) + 1


def _paragraph(lines: list[tuple[int, str]], *, last: int) -> Span:
    end, line = lines[-1]
    return Span(
        start=lines[0][0],
        end=end + len(line),
        kind=BlockKind.PARAGRAPH,
        locator=LinesLocator(first=last - len(lines) + 1, last=last),
    )
