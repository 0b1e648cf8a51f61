"""Originals whose blocks are texts, counted from 1."""

from collections.abc import Iterable

from okf_server.model.locator import Locator, SectionLocator


class BlockOriginal:
    """The blocks of a document that have text."""

    exact = True

    def __init__(self, texts: Iterable[str]) -> None:
        self._blocks = [text for text in texts if text.strip()]

    def text_at(self, locator: Locator) -> str | None:
        """The blocks of a place."""
        if not isinstance(locator, SectionLocator) or not 0 < locator.block <= len(self._blocks):
            return None
        return "\n".join(self._blocks[locator.block - 1 : locator.to_block or locator.block])

    def close(self) -> None:
        """Nothing is kept open."""
