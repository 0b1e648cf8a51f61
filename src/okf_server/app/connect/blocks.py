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

    def with_block(self, text: str, content: str) -> str:
        """The text with our block in its place, or at the end."""
        block = f"{self.begin}\n{content.rstrip()}\n{self.end}\n"
        if found := self._found(text):
            return text[: found.start()] + block + text[found.end() :]
        gap = "" if not text else ("\n" if text.endswith("\n") else "\n\n")
        return f"{text}{gap}{block}"

    def without_block(self, text: str) -> str:
        """The text without our block and the blank line before it, or after it where it came first."""
        found = self._found(text)
        if found is None:
            return text
        before, after = text[: found.start()], text[found.end() :]
        if not before:
            return after.removeprefix("\n")
        return before.removesuffix("\n\n") + ("\n" if before.endswith("\n\n") else "") + after

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
