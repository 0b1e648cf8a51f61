"""Read the parts of a package of XML files, of Office or OpenDocument, and how they relate (ECMA-376, part 2).

No entity is resolved, no document type loaded and no address opened, whatever a part says.
"""

import contextlib
import posixpath
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple, Self
from urllib.parse import unquote

from okf_server.extract.wordings import too_deep
from okf_server.extract.xml_names import SAFE, name_of

_LARGEST_PART = 256 * 2**20  # bytes of a part that is read as a whole
_MOST_NAMED = 3
_CHUNK = 2**20
DAMAGED = (KeyError, OSError, EOFError, ValueError, SyntaxError, NotImplementedError, zlib.error)
"""What reading a damaged part raises; zipfile's and lxml's own errors are among them."""


class Relation(NamedTuple):
    """What a part names: another part, or an address outside. `kind` is the last word of its type."""

    id: str
    kind: str
    part: str
    address: str = ""


class Package:
    """A package that is open; names of parts are compared without their case.

    A part that is damaged is read as far as that goes; `damaged` has its name, and the limit that it passes.
    """

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path)
        self._names = {_normal(name): name for name in self._zip.namelist()}
        self._relations: dict[str, list[Relation]] = {}
        self.damaged: dict[str, str] = {}

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

    @property
    def parts(self) -> Iterable[str]:
        """The names of all parts, as they are in the package."""
        return self._names.values()

    def open(self, part: str) -> IO[bytes]:
        """The bytes of a part; raises KeyError where there is none."""
        return self._zip.open(self._names[_normal(part)])

    def root(self, part: str, *, typed: bool = False) -> Any:
        """The root element of a part; None where it is missing or nothing of it can be read."""
        try:
            return self.needed(part, typed=typed) if self.has(part) else None
        except (zipfile.BadZipFile, *DAMAGED):
            return None

    def needed(self, part: str, *, typed: bool = False) -> Any:
        """The root element of a part; raises BadZipFile or what `DAMAGED` names, which says what is wrong.

        A part that declares a document type is not read, because these formats forbid it, unless it may be `typed`.
        """
        if not self.has(part):
            raise ValueError(f"there is no {part or 'such part'} in it")
        if self._zip.getinfo(self._names[_normal(part)]).file_size > _LARGEST_PART:
            raise self._damage(part, ValueError(f"{part} is larger than {_LARGEST_PART >> 20} MB"))
        try:
            root = self._parsed(part)
        except (zipfile.BadZipFile, *DAMAGED) as error:
            self._damage(part, error)
            root = self._parsed(part, recover=True)
            if root is None:
                raise
        if root.getroottree().docinfo.doctype and not typed:
            raise self._damage(part, ValueError(f"{part} declares a document type"))
        return root

    @property
    def damage(self) -> list[str]:
        """What to say of the damaged parts; nothing where there are none."""
        named = [f"{part} ({why})" if why else part for part, why in self.damaged.items()]
        return [f"damaged: {', '.join(named[:_MOST_NAMED])}"] if named else []

    def relations(self, part: str) -> list[Relation]:
        """The parts inside the package that a part names; those of the package itself for an empty name."""
        return [relation for relation in self._related(part) if not relation.address]

    def addresses(self, part: str) -> dict[str, str]:
        """The addresses outside that a part names, by their id."""
        return {relation.id: relation.address for relation in self._related(part)}

    def target(self, part: str, relation: str) -> str:
        """What a relation of a part names, an address or another part; empty where there is none."""
        found = next((r for r in self._related(part) if r.id == relation), None)
        return "" if found is None else found.address or found.part

    def first(self, part: str, kind: str) -> str:
        """The first part of a kind that a part names and that is there; empty where there is none."""
        named = (relation.part for relation in self._related(part) if relation.kind == kind)
        return next(filter(self.has, named), "")

    def _parsed(self, part: str, *, recover: bool = False) -> Any:
        from lxml import etree  # noqa: PLC0415 - not in a core installation

        parser = etree.XMLParser(**SAFE, remove_pis=True, recover=recover)
        with self.open(part) as file:
            try:
                while chunk := file.read(_CHUNK):
                    parser.feed(chunk)
                return parser.close()
            except (zipfile.BadZipFile, *DAMAGED):
                if not recover:
                    raise
        with contextlib.suppress(*DAMAGED):
            return parser.close()
        return None

    def _damage(self, part: str, error: Exception) -> Exception:
        self.damaged.setdefault(
            part, too_deep(str(error))
        )  # else a parser's words, that say little
        return error

    def _related(self, part: str) -> list[Relation]:
        if part not in self._relations:
            folder, name = posixpath.split(part)
            root = self.root(posixpath.join(folder, "_rels", f"{name}.rels"))
            self._relations[part] = [] if root is None else list(_relations(root, folder))
        return self._relations[part]


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


def _relations(root: Any, folder: str) -> Iterator[Relation]:
    for element in root:
        target = str(element.get("Target") or "")
        if name_of(element) != "Relationship" or not target:
            continue
        id_, kind = str(element.get("Id", "")), str(element.get("Type", "")).rpartition("/")[2]
        if element.get("TargetMode") == "External":
            yield Relation(id_, kind, "", target)
        else:
            path = posixpath.normpath(posixpath.join("/", folder, unquote(target)))
            yield Relation(id_, kind, path.lstrip("/"))


def _normal(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").casefold()
