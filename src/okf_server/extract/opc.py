"""Read the parts of an Office package and how they relate (ECMA-376, part 2).

No entity is resolved, no document type loaded and no address opened, whatever a part says.
"""

import posixpath
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple, Self
from urllib.parse import unquote

from okf_server.extract.xml_names import SAFE, name_of

_LARGEST_PART = 256 * 2**20  # bytes of a part that is read as a whole
DAMAGED = (KeyError, OSError, EOFError, ValueError, SyntaxError, NotImplementedError, zlib.error)
"""What reading a damaged part raises; zipfile's and lxml's own errors are among them."""


class Relation(NamedTuple):
    """A part that another part names; `kind` is the last word of its type."""

    id: str
    kind: str
    part: str


class Package:
    """A package that is open; names of parts are compared without their case."""

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path)
        self._names = {_normal(name): name for name in self._zip.namelist()}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._zip.close()

    def has(self, part: str) -> bool:
        """Whether there is such a part."""
        return _normal(part) in self._names

    def open(self, part: str) -> IO[bytes]:
        """The bytes of a part; raises KeyError where there is none."""
        return self._zip.open(self._names[_normal(part)])

    def root(self, part: str) -> Any:
        """The root element of a part; None where it is missing, damaged or too large."""
        try:
            return self.needed(part)
        except (zipfile.BadZipFile, *DAMAGED):
            return None

    def needed(self, part: str) -> Any:
        """The root element of a part; raises BadZipFile or what `DAMAGED` names, which says what is wrong."""
        from lxml import etree  # noqa: PLC0415 - not in a core installation

        if not self.has(part):
            raise ValueError(f"there is no {part or 'such part'} in it")
        if self._zip.getinfo(self._names[_normal(part)]).file_size > _LARGEST_PART:
            raise ValueError(f"{part} is larger than {_LARGEST_PART >> 20} MB")
        with self.open(part) as file:
            return etree.parse(file, etree.XMLParser(**SAFE)).getroot()

    def relations(self, part: str) -> list[Relation]:
        """The parts inside the package that a part names; those of the package itself for an empty name."""
        folder, name = posixpath.split(part)
        root = self.root(posixpath.join(folder, "_rels", f"{name}.rels"))
        return [] if root is None else list(_relations(root, folder))

    def addresses(self, part: str) -> dict[str, str]:
        """The addresses outside that a part names, by their id."""
        folder, name = posixpath.split(part)
        root = self.root(posixpath.join(folder, "_rels", f"{name}.rels"))
        outside = () if root is None else (e for e in root if e.get("TargetMode") == "External")
        return {str(e.get("Id", "")): str(e.get("Target", "")) for e in outside}

    def first(self, part: str, kind: str) -> str:
        """The first part of a kind that a part names; empty where there is none."""
        return next((r.part for r in self.relations(part) if r.kind == kind), "")


def elements(file: IO[bytes], names: Sequence[str]) -> Iterator[Any]:
    """The elements with these local names as they end, each forgotten after its turn.

    Raises SyntaxError where the XML is damaged, after what stands before the damage.
    """
    from lxml import etree  # noqa: PLC0415 - not in a core installation

    tags = tuple(f"{{*}}{name}" for name in names)
    for _, element in etree.iterparse(file, events=("end",), tag=tags, **SAFE):
        yield element
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]


def attribute(element: Any, name: str) -> str:
    """An attribute by its local name, in whatever namespace; empty where there is none."""
    found = element.get(name)
    if found is None:
        found = next((v for k, v in element.attrib.items() if k.endswith(f"}}{name}")), "")
    return str(found)


def relation_of(element: Any, name: str = "id") -> str:
    """The id of the relation that an element names; empty where it names none."""
    return next((str(v) for k, v in element.attrib.items() if k.endswith(f"}}{name}")), "")


def below(element: Any, name: str) -> Iterator[Any]:
    """The elements below with a local name, in the order of the document."""
    return iter(element.iter(f"{{*}}{name}"))


def _relations(root: Any, folder: str) -> Iterator[Relation]:
    for element in root:
        target = element.get("Target")
        if name_of(element) != "Relationship" or element.get("TargetMode") == "External":
            continue
        if target:
            kind = str(element.get("Type", "")).rpartition("/")[2]
            path = posixpath.normpath(posixpath.join("/", folder, unquote(target)))
            yield Relation(str(element.get("Id", "")), kind, path.lstrip("/"))


def _normal(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").casefold()
