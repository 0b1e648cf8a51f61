"""Read Hangul documents of the open format (HWPX): the package's own XML, section by section."""

import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from okf_server.extract.blocks import Block
from okf_server.extract.compose import compose
from okf_server.extract.hwpx_blocks import Blocks
from okf_server.extract.hwpx_package import (
    ForbiddenXml,
    children,
    ended_deletions,
    header_name,
    section_names,
)
from okf_server.extract.hwpx_styles import Styles, read_styles
from okf_server.extract.refusals import MISSING, as_far_as_read, first_line, unreadable
from okf_server.model.document import Outcome

_SUFFIX = ".hwpx"
_DAMAGE = (SyntaxError, zipfile.BadZipFile, zlib.error, EOFError)
_DELETED = "Text that is marked as deleted was left out."
_BARE = "The styles could not be read: headings and hidden text are not told apart."


def extract(path: Path) -> Outcome:
    """The document of a .hwpx file; deleted text and what nobody sees are no part of it."""
    try:
        with zipfile.ZipFile(path) as package:
            return _read(package)
    except ImportError:
        return MISSING
    except (zipfile.BadZipFile, ForbiddenXml, NotImplementedError) as error:
        return unreadable(_SUFFIX, error)


def _read(package: zipfile.ZipFile) -> Outcome:
    sections = section_names(package)
    if not sections:
        return unreadable(_SUFFIX, "there is no Contents/section0.xml in it")
    styles = _styles(package)
    blocks = Blocks(styles or Styles())
    damage: list[str] = []
    written = list(_written(package, sections, blocks, damage))
    warnings = [
        text for text, said in ((_DELETED, blocks.deleted), (_BARE, styles is None)) if said
    ]
    document = compose(written, warnings=warnings)
    return as_far_as_read(replace(document, hidden=tuple(blocks.hidden)), _SUFFIX, damage)


def _written(
    package: zipfile.ZipFile, sections: list[str], blocks: Blocks, damage: list[str]
) -> Iterator[Block]:
    """The blocks of all sections; of a damaged one those before the damage, which is noted."""
    for name in sections:
        try:
            blocks.begin_section(ended_deletions(package, name))
            with package.open(name) as file:
                for element in children(file):
                    yield from blocks.of(element)
        except _DAMAGE as error:
            damage.append(f"{name.rpartition('/')[2]}: {first_line(error)}")


def _styles(package: zipfile.ZipFile) -> Styles | None:
    """The styles of the document; none where it has no header, None where that cannot be read."""
    name = header_name(package)
    if name is None:
        return Styles()
    try:
        with package.open(name) as file:
            return read_styles(children(file))
    except _DAMAGE:
        return None
