"""Lines of the original, of a text that is kept line by line as it stands there."""

from collections.abc import Sequence
from dataclasses import dataclass

from okf_server.errors import NotFoundError, UsageError
from okf_server.index.locators import merge
from okf_server.model.document import Span
from okf_server.model.locator import LinesLocator, Locator
from okf_server.model.passage import Passage

Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLines:
    """A body whose lines are lines of the original, without the `before` ones above it, its frontmatter.

    `headed` tells whether its headings are the original's: `#` begins a comment in much that is plain text.
    """

    body: str
    before: int
    headed: bool

    @property
    def last(self) -> int:
        """The original's line that the body ends with."""
        unended = bool(self.body) and not self.body.endswith("\n")
        return self.before + self.body.count("\n") + unended

    def stretch(self, first: int, last: int) -> Stretch:
        """Where lines of the original stand in the body, without the end of the last; raises NotFoundError."""
        if not self.before < first <= last <= self.last:
            raise NotFoundError(
                f"Not all of the lines {first} to {last} are there.",
                hint=f"Its text is in lines {self.before + 1} to {self.last}.",
            )
        lines = self.body.split("\n")
        start = sum(len(line) + 1 for line in lines[: first - 1 - self.before])
        wanted = lines[first - 1 - self.before : last - self.before]
        return start, start + sum(len(line) + 1 for line in wanted) - 1

    def locator(self, stretch: Stretch, spans: Sequence[Span]) -> Locator | None:
        """The place of a stretch of the body, whose blocks are `spans`: its lines, and the headings of all of them."""
        start, end = stretch
        within = [span.locator for span in spans if span.start < end and span.end > start]
        covering = merge(within)
        if not isinstance(covering, LinesLocator):
            return covering
        first = 1 + self.body.count("\n", 0, start)
        last = first + self.body.count("\n", start, end)
        return LinesLocator(
            first=self.before + max(first, covering.first),
            last=self.before + min(last, covering.last),
            path=covering.path if self.headed else (),
        )


def text_lines(body: str, passages: Sequence[Passage]) -> TextLines | None:
    """The body by lines, where every one of its passages stands as many lines into the original as into the body."""
    before: set[int] = set()
    headed = False
    line = place = 0
    for passage in passages:
        found = passage.locator
        line += body.count("\n", place, passage.start)
        lines = body.count("\n", passage.start, passage.end)
        if not isinstance(found, LinesLocator) or found.last - found.first != lines:
            return None
        before.add(found.first - 1 - line)
        headed = headed or bool(found.path)
        line, place = line + lines, passage.end
    if len(before) != 1:
        return None
    return TextLines(body=body, before=before.pop(), headed=headed)


def asked_lines(text: TextLines | None, lines: tuple[int, int], *, name: str) -> Stretch:
    """Where the lines that a reference names stand in a body.

    Raises UsageError where its lines are not those of the original, NotFoundError where there are none such.
    """
    first, last = lines
    if text is None:
        raise UsageError(
            f"{name} is not read by lines: its text is not the original's line by line.",
            hint="Read it whole, or one of its sections.",
        )
    if not 0 < first <= last:
        raise UsageError(
            f"L{first}-L{last} names no lines.",
            hint="Lines count from 1, the first one comes first.",
        )
    try:
        return text.stretch(first, last)
    except NotFoundError as error:
        raise NotFoundError(f"{name}: {error.message}", hint=error.hint) from None
