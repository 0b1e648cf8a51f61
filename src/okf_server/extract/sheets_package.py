"""Read an .xlsx or .xlsm package: its sheets in order, with what belongs to each. Macros are never looked at."""

from collections.abc import Iterator
from typing import Any

from okf_server.extract.opc import Package, Relation, elements
from okf_server.extract.sheets_drawings import add_drawings
from okf_server.extract.sheets_facts import Facts
from okf_server.extract.sheets_grid import Area, Budget, Note, Sheet, area_of, in_line
from okf_server.extract.sheets_rows import SheetRows, string_of
from okf_server.extract.sheets_styles import Style, styles_of
from okf_server.extract.xml_names import below, child, relation_of

_WORKBOOK = "xl/workbook.xml"
_MOST_STRINGS = 5_000_000
_SHEET_KINDS = ("worksheet", "xlMacrosheet", "chartsheet")


class Workbook:
    """A package of SpreadsheetML, open; raises as `Package.needed` where it has no workbook."""

    def __init__(self, package: Package, facts: Facts) -> None:
        self._package = package
        self._facts = facts
        self._part = package.first("", "officeDocument") or _WORKBOOK
        self._root = package.needed(self._part)
        self._relations = {r.id: r for r in package.relations(self._part)}
        properties = child(self._root, "workbookPr")
        given = properties.get("date1904") if properties is not None else None
        self._styles = self._read_styles(from_1904=given in ("1", "true"))
        self._strings: list[str] | None = None

    def sheets(self, budget: Budget) -> Iterator[Sheet]:
        """The sheets with cells, one after the other; raises SyntaxError where one is damaged."""
        known = child(self._root, "sheets")
        for element in () if known is None else known:
            relation = self._relations.get(relation_of(element))
            if relation is not None and relation.kind in _SHEET_KINDS:
                yield self._sheet(element, relation, budget)

    def _sheet(self, element: Any, relation: Relation, budget: Budget) -> Sheet:
        hidden = element.get("state", "visible") != "visible"
        sheet = Sheet(name=str(element.get("name", "")), hidden=hidden)
        relations = self._package.relations(relation.part)
        sheet.tables = list(self._tables(relations))
        if self._package.has(relation.part) and relation.kind != "chartsheet":
            rows = SheetRows(sheet, strings=self._read_strings(), styles=self._styles)
            with self._package.open(relation.part) as file:
                rows.read(file, budget)
        sheet.notes = sorted(self._notes(relations))
        add_drawings(sheet, relation.part, self._package)
        return sheet

    def _read_styles(self, *, from_1904: bool) -> list[Style]:
        part = next((r.part for r in self._relations.values() if r.kind == "styles"), "")
        return styles_of(self._package.root(part), from_1904=from_1904)

    def _read_strings(self) -> list[str]:
        """The strings that cells name by number; read once, with the first sheet."""
        if self._strings is None:
            part = next((r.part for r in self._relations.values() if r.kind == "sharedStrings"), "")
            self._strings = []
            if self._package.has(part):
                with self._package.open(part) as file:
                    for element in elements(file, ["si"]):
                        self._strings.append(in_line(string_of(element)))
                        if len(self._strings) >= _MOST_STRINGS:
                            break
        return self._strings

    def _tables(self, relations: list[Relation]) -> Iterator[Area]:
        for relation in relations:
            if relation.kind != "table":
                continue
            root = self._package.root(relation.part)
            area = None if root is None else area_of(root.get("ref", ""))
            if root is not None and area is not None:
                self._facts.tables.append(str(root.get("displayName") or root.get("name") or ""))
                yield area

    def _notes(self, relations: list[Relation]) -> Iterator[Note]:
        """The comments; threads replace the notes that stand for them in old programs."""
        threads = [r.part for r in relations if r.kind == "threadedComment"]
        threaded = [note for part in threads for note in self._thread(part)]
        yield from threaded
        answered = {(note.row, note.column) for note in threaded}
        for relation in relations:
            root = self._package.root(relation.part) if relation.kind == "comments" else None
            if root is not None:
                yield from (n for n in _comments(root) if (n.row, n.column) not in answered)

    def _thread(self, part: str) -> Iterator[Note]:
        root = self._package.root(part)
        people = self._people() if root is not None else {}
        for comment in () if root is None else below(root, "threadedComment"):
            text = child(comment, "text")
            author = people.get(str(comment.get("personId")), "")
            who = ", ".join(filter(None, [author, str(comment.get("dT", ""))[:10]]))
            yield from _note(comment, who, "" if text is None else text.text or "")

    def _people(self) -> dict[str, str]:
        parts = [r.part for r in self._relations.values() if r.kind == "person"]
        roots = [root for root in map(self._package.root, parts) if root is not None]
        people = [person for root in roots for person in below(root, "person")]
        return {str(p.get("id")): str(p.get("displayName", "")) for p in people}


def _comments(root: Any) -> Iterator[Note]:
    authors = [(e.text or "").strip() for e in below(root, "author")]
    for comment in below(root, "comment"):
        text = child(comment, "text")
        if text is None:
            continue
        words = string_of(text).strip()
        at = comment.get("authorId") or ""
        author = authors[int(at)] if at.isdecimal() and int(at) < len(authors) else ""
        yield from _note(comment, "" if words.startswith(author) else author, words)


def _note(comment: Any, author: str, text: str) -> Iterator[Note]:
    area = area_of(comment.get("ref", ""))
    if area is not None and text.strip():
        yield Note(area.top, area.left, author, text.strip())
