"""A block of our own between two marks in somebody's text file."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The lines around our block."""

    begin: str
    end: str

    @property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(
            rf"^{re.escape(self.begin)}\n(.*?)^{re.escape(self.end)}\n?", re.MULTILINE | re.DOTALL
        )

    def block_of(self, text: str) -> str | None:
        """What stands between the marks, None where they do not stand."""
        found = self._pattern.search(text)
        return found[1] if found else None

    def with_block(self, text: str, content: str) -> str:
        """The text with our block in its place, or at the end."""
        block = f"{self.begin}\n{content.rstrip()}\n{self.end}\n"
        if self.block_of(text) is not None:
            return self._pattern.sub(lambda _: block, text, count=1)
        gap = "" if not text else ("\n" if text.endswith("\n") else "\n\n")
        return f"{text}{gap}{block}"

    def without_block(self, text: str) -> str:
        """The text without our block and the blank line before it."""
        found = self._pattern.search(text)
        if found is None:
            return text
        before, after = text[: found.start()], text[found.end() :]
        return before.removesuffix("\n\n") + ("\n" if before.endswith("\n\n") else "") + after


TOML = Marks(
    begin="# okf-server begin: written by `okf connect`, removed by `okf connect codex --remove`",
    end="# okf-server end",
)
MARKDOWN = Marks(
    begin="<!-- okf-server begin: written by `okf connect`, removed with --remove -->",
    end="<!-- okf-server end -->",
)
