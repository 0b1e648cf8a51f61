"""The headers and footers of a Word document: which a section shows, without the numbers of its pages."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from okf_server.extract.opc import Package
from okf_server.extract.word_contents import contents
from okf_server.extract.xml_names import attribute, below, child, name_of, switched_on

_REFERENCES = ("headerReference", "footerReference")
_NUMBERS = re.compile(r"\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b", re.IGNORECASE)
_HERE = "\ufdd0"  # where the number of a page stands: no text has this sign
_BREAKS = frozenset({"tab", "ptab", "br", "cr"})
_PARTS = re.compile(r"([\t\n|·•]|\s[-–—]\s|,\s)")
_FEW = 3  # words beside a number that say no more than that it is that of a page
_BARE = re.compile(r"[\W_]*\d{1,3}(?:\s*/\s*\d{1,3})?[\W_]*")


@dataclass(frozen=True, slots=True)
class Section:
    """The blocks of a section, and the properties that stand at its end."""

    blocks: Sequence[Any]
    properties: Any


def sections(body: Any) -> Iterator[Section]:
    """The sections of a body, in order."""
    blocks: list[Any] = []
    for block in contents(body):
        blocks.append(block)
        properties = child(block, "pPr", "sectPr")
        if properties is not None:
            yield Section(blocks, properties)
            blocks = []
    yield Section(blocks, child(body, "sectPr"))


class Margins:
    """What stands above and below the pages, section by section: each names what differs from the one before."""

    def __init__(self, package: Package, main: str) -> None:
        self._package = package
        self._main = main
        self._parts: dict[tuple[str, str], str] = {}
        self._read: set[str] = set()
        self._said: set[str] = set()
        settings = package.root(package.first(main, "settings"))
        self._two_sided = bool(switched_on(child(settings, "evenAndOddHeaders")))

    def step(self, properties: Any) -> tuple[list[str], list[str]]:
        """The parts of the headers and footers that a section shows; those of the first page first."""
        for one in () if properties is None else properties:
            if name_of(one) in _REFERENCES:
                key = name_of(one), attribute(one, "type", "default")
                self._parts[key] = self._package.target(self._main, attribute(one, "id"))
        shown = list(self._kinds(properties))
        above, under = (
            [self._parts[name, kind] for kind in shown if (name, kind) in self._parts]
            for name in _REFERENCES
        )
        return above, under

    def blocks(self, part: str) -> Iterator[Any]:
        """The blocks of a header or footer that say something that none before has said."""
        root = None if part in self._read else self._package.root(part)
        self._read.add(part)
        for block in () if root is None else contents(root):
            clear_numbers(block)
            said = " ".join("".join(_texts(block)).split())
            if said not in self._said:
                yield block
            self._said.add(said)

    def _kinds(self, properties: Any) -> Iterator[str]:
        if switched_on(child(properties, "titlePg")):
            yield "first"
        yield "default"
        if self._two_sided:
            yield "even"


def _texts(block: Any) -> Iterator[str]:
    for one in block.iter():
        if name_of(one) == "t":
            yield one.text or ""
        elif name_of(one) in ("p", "docPr", "textpath"):
            yield f" {attribute(one, 'descr')}{attribute(one, 'string')}"


def clear_numbers(block: Any) -> None:
    """Take the numbers of pages out of a block, with the words that go with them."""
    for paragraph in below(block, "p"):
        _mark(paragraph)
        own = [one for one in paragraph.iter() if _owner(one) is paragraph]
        said = [one for one in own if name_of(one) == "t" or name_of(one) in _BREAKS]
        text = "".join(
            one.text or "" if name_of(one) == "t" else "\t" for one in said if not _is_stop(one)
        )
        if _HERE in text or _BARE.fullmatch(text):
            _replace(said, "" if _HERE not in text else without_numbers(text))


def _is_stop(one: Any) -> bool:
    """Whether it is a place of the ruler, which is no text."""
    return name_of(one) == "tab" and name_of(one.getparent()) == "tabs"


def _owner(element: Any) -> Any:
    return next(element.iterancestors("{*}p"), None)


def without_numbers(text: str, mark: str = _HERE) -> str:
    """A line of which these marks are numbers of pages; what goes with them in few words goes too."""
    parts = _PARTS.split(text)
    kept = [
        (part.replace(mark, ""), gap)
        for part, gap in zip(parts[::2], ["", *parts[1::2]], strict=True)
        if mark not in part or len(part.replace(mark, " ").split()) > _FEW
    ]
    said = [(part, gap) for part, gap in kept if part.strip()]
    return "".join(f"{gap if at else ''}{part}" for at, (part, gap) in enumerate(said)).strip()


def _replace(said: Iterable[Any], text: str) -> None:
    for one in said:
        if name_of(one) == "t":
            one.text, text = text, ""
        elif not _is_stop(one):
            one.getparent().remove(one)


def _mark(paragraph: Any) -> None:
    """Put a sign in the place of each field that is the number of a page."""
    open_fields: list[tuple[list[str], list[Any]]] = []
    for one in [*paragraph.iter()]:
        match name_of(one):
            case "fldSimple" if _NUMBERS.match(attribute(one, "instr")):
                _put(list(below(one, "t")), one)
            case "fldChar" if attribute(one, "fldCharType") == "begin":
                open_fields.append(([], []))
            case "fldChar" if attribute(one, "fldCharType") == "end" and open_fields:
                code, result = open_fields.pop()
                if _NUMBERS.match("".join(code)):
                    _put(result, one.getparent())
            case "instrText" if open_fields:
                open_fields[-1][0].append(one.text or "")
            case "t" if open_fields:
                open_fields[-1][1].append(one)
            case _:
                pass


def _put(result: Sequence[Any], behind: Any) -> None:
    for one in result:
        one.text = ""
    space = str(behind.tag).rpartition("}")[0] + "}"
    within = behind.makeelement(f"{space}t")
    within.text = _HERE
    if name_of(behind) == "fldSimple":
        run = behind.makeelement(f"{space}r")
        run.append(within)
        behind.append(run)
    else:
        behind.append(within)
