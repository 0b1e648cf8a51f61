"""Read Hangul 5 files (HWP): their records, written as the elements of the open format."""

import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from okf_server.extract.blocks import Block
from okf_server.extract.compose import compose
from okf_server.extract.hwp_elements import TooDeepError, paragraph
from okf_server.extract.hwp_records import BadStreamError, Container, Tag, opened
from okf_server.extract.hwp_styles import styles_of
from okf_server.extract.hwpx_blocks import Blocks
from okf_server.extract.refusals import ENCRYPTED, MISSING, as_far_as_read, first_line, unreadable
from okf_server.model.document import Failed, Outcome

_SUFFIX = ".hwp"
_OLD = b"HWP Document File V"
_LOCKED = 1 << 1
_DISTRIBUTED = 1 << 2
_RIGHTS = 1 << 4 | 1 << 8 | 1 << 10
_DAMAGE = (OSError, zlib.error, BadStreamError, TooDeepError)

OLD = Failed(
    reason="a document of Hangul 3 or older",
    hint="Open it in Hangul and save it as .hwpx.",
)
DISTRIBUTED = Failed(
    reason="a distribution document: its author locked its text",
    hint="Ask its author for an ordinary copy.",
)
RIGHTS = Failed(
    reason="locked by rights management",
    hint="Ask its owner for a copy that is not locked.",
)


def extract(path: Path) -> Outcome:
    """The document of a .hwp file."""
    with path.open("rb") as file:
        if file.read(len(_OLD)) == _OLD:
            return OLD
    try:
        with opened(path) as container:
            return _refused(container) or _read(container)
    except ImportError:
        return MISSING
    except _DAMAGE as error:
        return unreadable(_SUFFIX, error)


def _refused(container: Container) -> Failed | None:
    if container.flags & _LOCKED:
        return ENCRYPTED
    if container.flags & _RIGHTS:
        return RIGHTS
    return DISTRIBUTED if container.flags & _DISTRIBUTED else None


def _read(container: Container) -> Outcome:
    sections = container.sections()
    if not sections:
        return unreadable(_SUFFIX, "there is no BodyText/Section0 in it")
    blocks = Blocks(styles_of(container.records("DocInfo")))
    damage: list[str] = []
    document = compose(list(_written(container, sections, blocks, damage)))
    return as_far_as_read(replace(document, hidden=tuple(blocks.hidden)), _SUFFIX, damage)


def _written(
    container: Container, sections: list[str], blocks: Blocks, damage: list[str]
) -> Iterator[Block]:
    """The blocks of all sections; of a damaged one those before the damage, which is noted."""
    for name in sections:
        blocks.begin_section(frozenset())
        try:
            for record in container.records(name):
                if record.tag == Tag.PARA_HEADER:
                    yield from blocks.of(paragraph(record))
        except _DAMAGE as error:
            damage.append(f"{name.rpartition('/')[2]}: {first_line(error)}")
