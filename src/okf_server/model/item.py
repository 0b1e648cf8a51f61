"""Items of a source and what became of them."""

import re
from dataclasses import dataclass
from enum import StrEnum

from okf_server.model.access import AccessList

_MEMBER = re.compile(r"(?:!+[0-9]{1,9})+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing of a source at one revision.

    `path` is relative to the base's sources with `/` between the parts, the source's mount in front: it is
    what users know the item by, and unique in a base. `revision` is `sha256:` and the hex digest of the
    bytes. `modified` is an ISO 8601 datetime in UTC with `Z`. `access` is what the source itself says and
    when it was recorded, or None where it says nothing. `inside` tells where a member of another item is.
    """

    source: int
    path: str
    revision: str
    size: int
    modified: str
    access: AccessList | None = None
    inside: "Inside | None" = None

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.inside.name if self.inside else self.path.rpartition("/")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inside:
    """The item that holds a member, and what the member is called there; `inline` as in `Member`."""

    item: Item
    name: str
    inline: bool = False


def outermost(path: str) -> tuple[str, tuple[int, ...]]:
    """The path of the item that a concept's original is or lies in, and the numbers of members from there on.

    No file that can be read is called like a member, because its name ends in a suffix.
    """
    found = _MEMBER.search(path)
    if found is None:
        return path, ()
    return path[: found.start()], tuple(int(number) for number in found[0].split("!") if number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """An entry of a source that is no item: skipped or failed, with the reason."""

    path: str
    reason: str
    failed: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """All that a source holds, in the order of the paths; `rules` are the bytes of its `_okf.yaml`."""

    items: tuple[Item, ...]
    passed: tuple[Passed, ...] = ()
    rules: bytes | None = None


class State(StrEnum):
    """How an item ended; every item ends in exactly one."""

    INDEXED = "indexed"
    PARTIAL = "partial"
    SKIPPED = "skipped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRecord:
    """What the manifest keeps of an item."""

    path: str
    state: State
    reason: str = ""
    hint: str = ""
    concept: str = ""  # its concept id; empty where there is none
    source: int = 0
    revision: str = ""
    size: int = 0
    modified: str = ""
    extractor: str = ""  # name/version of the extractor that read it
    access_class: int = 0
    access_rule: str = ""  # which rule decided on its access list
