"""The parts of a package of XML files, such as a Word or OpenDocument text, and how they refer to each other."""

import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from okf_server.extract.xml_names import SAFE, child, name_of

_RELATIONS = "_rels/.rels"
_SKIPPED = frozenset({"del", "moveFrom"})
_WRAPPERS = frozenset({"sdtContent", "customXml", "smartTag", "ins", "moveTo", "Choice"})
_ALTERNATIVES = "AlternateContent"
_NUMBER = re.compile(r"-?\d{1,7}", re.ASCII)
_NO = frozenset({"0", "false", "off", "none"})


class Package:
    """An open package. Parts are named without a leading slash, whatever their case.

    Raises BadZipFile, KeyError for a part that is not there, and SyntaxError or ValueError for a part that is
    no XML or declares a document type, which these formats forbid.
    """

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path)
        self._names = {_plain(name): name for name in self._zip.namelist()}
        self._relations: dict[str, Mapping[str, tuple[str, str]]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._zip.close()

    def __contains__(self, part: str) -> bool:
        return _plain(part) in self._names

    def tree(self, part: str, *, typed: bool = False) -> Any:
        """The root element of a part, `typed` where a document type may be declared; it is never followed."""
        from lxml import etree  # noqa: PLC0415 - not in a core installation

        parser = etree.XMLParser(**SAFE, remove_pis=True)
        with self._zip.open(self._names[_plain(part)]) as file:
            found = etree.parse(file, parser)
        if found.docinfo.doctype and not typed:
            raise ValueError(f"{part} declares a document type")
        return found.getroot()

    def main(self, otherwise: str) -> str:
        """The part that the package is about."""
        return next((t for k, t in self._related("").values() if k == "officeDocument"), otherwise)

    def related(self, part: str, kind: str) -> Any | None:
        """The root of the first part that a part names as its `kind`, such as `styles`; None without one."""
        names = (t for k, t in self._related(part).values() if k == kind and t in self)
        name = next(names, None)
        return None if name is None else self.tree(name)

    def target(self, part: str, relation: str) -> str:
        """What a relation of a part names: an address or another part; empty where there is none."""
        return self._related(part).get(relation, ("", ""))[1]

    def _related(self, part: str) -> Mapping[str, tuple[str, str]]:
        if part not in self._relations:
            self._relations[part] = dict(self._read_relations(part))
        return self._relations[part]

    def _read_relations(self, part: str) -> Iterator[tuple[str, tuple[str, str]]]:
        folder, name = posixpath.split(part)
        relations = posixpath.join(folder, "_rels", f"{name}.rels") if part else _RELATIONS
        if relations not in self:
            return
        for relation in self.tree(relations):
            kind = str(relation.get("Type", "")).rpartition("/")[2]
            target = str(relation.get("Target", ""))
            if relation.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            yield str(relation.get("Id", "")), (kind, target)


def _plain(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").lower()


def attribute(element: Any, name: str, otherwise: str = "") -> str:
    """An attribute by its name without a namespace."""
    if element is None:
        return otherwise
    for key, value in element.attrib.items():
        if key.rpartition("}")[2] == name:
            return str(value)
    return otherwise


def switched_on(element: Any) -> bool | None:
    """The value of a property that is on where it stands without one; None where it does not stand."""
    return None if element is None else attribute(element, "val", "1").lower() not in _NO


def number(element: Any, name: str = "val", otherwise: int = 0) -> int:
    """An attribute that is a whole number, within what a document may sensibly say."""
    text = attribute(element, name)
    return int(text) if _NUMBER.fullmatch(text) else otherwise


def contents(element: Any) -> Iterator[Any]:
    """The elements below, those in controls and insertions too, one of each set of alternatives.

    What is deleted or was moved away is left out.
    """
    for one in element:
        name = name_of(one)
        if name == _ALTERNATIVES:
            yield from contents(_chosen(one))
        elif name == "sdt":
            inner = child(one, "sdtContent")
            yield from contents(inner) if inner is not None else ()
        elif name in _WRAPPERS:
            yield from contents(one)
        elif name and name not in _SKIPPED:
            yield one


def _chosen(alternatives: Any) -> Any:
    """What a current program shows; the copy for old programs where there is nothing else."""
    found = child(alternatives, "Choice")
    if found is None:
        found = child(alternatives, "Fallback")
    return alternatives if found is None else found
