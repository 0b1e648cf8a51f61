"""A block of our own between two marks in somebody's text file; lines end with a line feed."""

import re
from dataclasses import dataclass

from okf_server.errors import ConfigError


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The lines around our block."""

    begin: str
    end: str

    def block_of(self, text: str) -> str | None:
        """What stands between the marks, None where they do not stand; raises ConfigError for half of them."""
        found = self._found(text)
        return found[1] if found else None

    def with_block(self, text: str | None, content: str) -> str:
        """The text with our block in its place, or at the end: after a line feed in a file that there is."""
        block = f"{self.begin}\n{content.rstrip()}\n{self.end}\n"
        if text is None:
            return block
        if found := self._found(text):
            return text[: found.start()] + block + text[found.end() :]
        return f"{text}\n{block}"

    def without_block(self, text: str) -> str | None:
        """The text without our block and the line feed before it; None where the file began with it and has no more."""
        found = self._found(text)
        if found is None:
            return text
        before, after = text[: found.start()], text[found.end() :]
        if not before:
            return after.removeprefix("\n") or None
        if before.endswith("\n\n") or not after or after.startswith("\n"):
            before = before.removesuffix("\n")
        return before + after

    def _found(self, text: str) -> re.Match[str] | None:
        """The block: what stands between marks that belong to two blocks must not be taken for one."""
        lines = text.splitlines()
        begins, ends = lines.count(self.begin), lines.count(self.end)
        pattern = rf"^{re.escape(self.begin)}\n(.*?)^{re.escape(self.end)}\n?"
        found = re.search(pattern, text, re.MULTILINE | re.DOTALL)
        if begins != ends or begins > 1 or (begins and found is None):
            raise ConfigError(
                "The marks of okf connect do not stand in a pair.",
                hint="Take out the marks, and what belongs to them, by hand.",
            )
        return found


def toml_marks(server: str) -> Marks:
    """The marks around the table of one server."""
    return Marks(
        begin=f"# okf-server begin {server}: written by `okf connect`, removed with --remove",
        end=f"# okf-server end {server}",
    )


MARKDOWN = Marks(
    begin="<!-- okf-server begin: written by `okf connect`, removed with --remove -->",
    end="<!-- okf-server end -->",
)
