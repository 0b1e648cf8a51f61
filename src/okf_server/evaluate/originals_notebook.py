"""Read notebooks by the ordinal of the cell."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from okf_server.evaluate.originals_markup import without_addresses
from okf_server.model.locator import Locator, SectionLocator

_COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class NotebookOriginal:
    """An .ipynb file: the source of each cell and all text that it put out."""

    exact = True

    def __init__(self, path: Path) -> None:
        with path.open(encoding="utf-8-sig") as file:
            notebook = json.load(file)
        sheets = notebook.get("worksheets", [notebook])
        cells = [cell for sheet in sheets for cell in sheet.get("cells", ())]
        self._cells = ["\n".join(_texts(cell)) for cell in cells]

    def text_at(self, locator: Locator) -> str | None:
        """The cells of a place."""
        if not isinstance(locator, SectionLocator) or not 0 < locator.block <= len(self._cells):
            return None
        text = "\n".join(self._cells[locator.block - 1 : locator.to_block or locator.block])
        return f"{text}\n{without_addresses(text)}"

    def close(self) -> None:
        """Nothing is kept open."""


def _texts(value: Any) -> Iterator[str]:
    """All text in a value, lists of lines joined."""
    if isinstance(value, str):
        yield _COLOUR.sub("", value)
    elif isinstance(value, list) and all(isinstance(line, str) for line in value):
        yield _COLOUR.sub("", "".join(value))
    elif isinstance(value, list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)
