"""The part of a concept that an expected answer names."""

from collections.abc import Sequence
from typing import NamedTuple

from okf_server.errors import UsageError
from okf_server.model.locator import LinesLocator, Locator
from okf_server.okf.ids import section_slugs
from okf_server.okf.reference import parse_reference


class Part(NamedTuple):
    """A section, lines of the original, or the whole where both are None."""

    section: str | None
    lines: tuple[int, int] | None

    def holds(self, section: str, headings: Sequence[str], locator: Locator | None) -> bool:
        """Whether a passage is of the section or one below it, or has one of the lines."""
        if self.lines:
            if not isinstance(locator, LinesLocator):
                return False
            return locator.first <= self.lines[1] and locator.last >= self.lines[0]
        return self.section is None or self.section in (section, *section_slugs(headings))


def part_of(reference: str) -> Part | None:
    """The part that a reference names; None where it says nothing."""
    try:
        parsed = parse_reference(reference)
    except UsageError:
        return None
    return Part(parsed.section, parsed.lines)
