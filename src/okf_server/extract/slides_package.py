"""Read a .pptx package: its slides in the order of the show, with notes, comments, tables, charts, diagrams."""

import zipfile
from collections.abc import Iterator
from typing import Any

from okf_server.extract import markup
from okf_server.extract.figures import figure_of, relations_of_figures
from okf_server.extract.opc import DAMAGED, Package, Relation
from okf_server.extract.refusals import first_line
from okf_server.extract.slides_colors import Palette
from okf_server.extract.slides_deck import Slide, remark
from okf_server.extract.slides_shapes import Shape, Tree
from okf_server.extract.slides_sight import Sight
from okf_server.extract.slides_text import Look, add_text, plain_text, title_text
from okf_server.extract.table_heads import ABOVE, LEFT, with_one_header
from okf_server.extract.xml_names import below, child, name_of, relation_of
from okf_server.model.document import BlockKind

_PRESENTATION = "ppt/presentation.xml"
_STYLES = {"title": "titleStyle", "ctrTitle": "titleStyle", "": "otherStyle"}
_WIDTH, _HEIGHT = 9_144_000.0, 6_858_000.0  # of a slide that does not say


class Presentation:
    """A package of PresentationML, open; raises as `Package.needed` where it has no presentation."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._part = package.first("", "officeDocument") or _PRESENTATION
        self._root = package.needed(self._part)
        self._relations = {r.id: r for r in package.relations(self._part)}
        self._authors = dict(self._people())
        self._masters: dict[str, _Master] = {}
        self._layouts: dict[str, Any] = {}
        self._said: set[str] = set()

    def slides(self) -> Iterator[Slide]:
        """The slides; one that cannot be read says so."""
        known = child(self._root, "sldIdLst")
        for number, element in enumerate(() if known is None else known, 1):
            relation = self._relations.get(relation_of(element))
            part = "" if relation is None else relation.part
            try:
                root = self._package.needed(part)
            except (zipfile.BadZipFile, *DAMAGED) as error:
                yield Slide(number=number, damaged=f"it cannot be read: {first_line(error)}")
                continue
            if child(root, "cSld") is None:
                yield Slide(number=number, damaged="it cannot be read: there is no slide in it")
                continue
            slide = Slide(number=number, hidden=root.get("show") in ("0", "false"))
            _SlideReader(self, slide, part, root).read()
            yield slide

    @property
    def package(self) -> Package:
        """The package that it reads from."""
        return self._package

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a slide."""
        given = child(self._root, "sldSz")
        try:
            return float(given.get("cx")), float(given.get("cy"))
        except (AttributeError, TypeError, ValueError):
            return _WIDTH, _HEIGHT

    def author(self, id_: str) -> str:
        """Who wrote a comment; empty where the deck does not say."""
        return self._authors.get(id_, "")

    def master_of(self, layout: str) -> "_Master":
        """The master of a layout, read once."""
        part = self._package.first(layout, "slideMaster") if layout else ""
        if part not in self._masters:
            self._masters[part] = _Master(self._package, part)
        return self._masters[part]

    def layout(self, part: str) -> Any:
        """The root of a layout, read once."""
        if part not in self._layouts:
            self._layouts[part] = self._package.root(part) if part else None
        return self._layouts[part]

    def once(self, text: str) -> str:
        """A text that slides repeat, the first time; then nothing."""
        if text in self._said:
            return ""
        self._said.add(text)
        return text

    def _people(self) -> Iterator[tuple[str, str]]:
        for relation in self._relations.values():
            if relation.kind in ("commentAuthors", "authors"):
                root = self._package.root(relation.part)
                for author in () if root is None else root:
                    if name_of(author):
                        yield str(author.get("id", "")), str(author.get("name", ""))


class _Master:
    """What slides take from their master."""

    def __init__(self, package: Package, part: str) -> None:
        self.root = package.root(part) if part else None
        self.tree = Tree(self.root)
        theme = package.first(part, "theme") if part else ""
        self.palette = Palette(package.root(theme) if theme else None, self.root)

    def style(self, role: str) -> Any:
        """The master's own style for texts of a role."""
        styles = child(self.root, "txStyles") if self.root is not None else None
        return child(styles, _STYLES.get(role, "bodyStyle")) if styles is not None else None


class _SlideReader:
    """Fills one slide."""

    def __init__(self, deck: Presentation, slide: Slide, part: str, root: Any) -> None:
        self._deck = deck
        self._package = deck.package
        self._slide = slide
        self._root = root
        self._part = part
        self._relations = self._package.relations(part)
        self._links = self._package.addresses(part)
        layout = self._first("slideLayout")
        self._layout = deck.layout(layout)
        self._master = deck.master_of(layout)
        self._parents = [Tree(self._layout), self._master.tree]
        self._tree = Tree(root, self._parents)

    def read(self) -> None:
        """Add all that the slide holds, then its notes and the comments on it."""
        shapes = self._tree.shapes()
        grounds = (self._root, self._layout, self._master.root)
        sight = Sight(self._master.palette, shapes, grounds, self._deck.size)
        for shape in shapes:
            if shape.furniture:
                self._repeated(shape)
            elif sight.hides(shape):
                self._slide.unseen += filter(None, [_all_text(shape.element)])
            else:
                self._shape(shape, sight)
                self._slide.add(BlockKind.CAPTION, markup.plain(self._deck.once(shape.description)))
        for shape in (shape for tree in self._parents for shape in tree.shapes()):
            if not shape.role or shape.furniture:
                self._repeated(shape)
        self._notes()
        for relation in self._relations:
            if relation.kind == "comments":
                self._comments(relation)

    def _shape(self, shape: Shape, sight: Sight) -> None:
        body = child(shape.element, "txBody")
        if shape.kind == "graphicFrame":
            self._frame(shape.element)
        elif body is not None:
            self._text(shape, body, sight)

    def _text(self, shape: Shape, body: Any, sight: Sight) -> None:
        inherited = [child(e, "txBody") for e in self._tree.inherited(shape)]
        styles = [child(b, "lstStyle") for b in (body, *inherited) if b is not None]
        styles.append(self._master.style(shape.role))
        look = Look(
            styles=[style for style in styles if style is not None],
            links=self._links,
            unseen=sight.of_runs(shape),
        )
        if shape.title:
            self._slide.title(title_text(self._slide, body, look))
        else:
            add_text(self._slide, body, look)

    def _repeated(self, shape: Shape) -> None:
        """Add what every slide shows alike, a footer or a legend of the layout, where it comes first."""
        body = child(shape.element, "txBody")
        if body is not None and shape.role not in ("sldNum", "dt"):
            text = self._deck.once(plain_text(body).strip())
            self._slide.add(BlockKind.PARAGRAPH, markup.plain(text))

    def _frame(self, frame: Any) -> None:
        self._slide.table(_table(frame))
        for relation in relations_of_figures(frame):
            root = self._package.root(self._package.target(self._part, relation))
            if root is not None:
                self._slide.figure(figure_of(root))

    def _notes(self) -> None:
        part = self._first("notesSlide")
        root = self._package.root(part) if part else None
        for shape in Tree(root).shapes():
            body = child(shape.element, "txBody")
            if shape.role == "body" and body is not None:
                self._slide.add(BlockKind.NOTE, markup.plain(plain_text(body)))

    def _comments(self, relation: Relation) -> None:
        root = self._package.root(relation.part)
        for comment in () if root is None else root.iter("{*}cm", "{*}reply"):
            said, body = child(comment, "text"), child(comment, "txBody")
            words = (said.text or "") if said is not None else ""
            words = plain_text(body) if body is not None else words
            author = self._deck.author(str(comment.get("authorId", "")))
            text = remark(author, str(comment.get("dt") or comment.get("created") or ""), words)
            self._slide.add(BlockKind.NOTE, markup.plain(text))

    def _first(self, kind: str) -> str:
        return next((r.part for r in self._relations if r.kind == kind), "")


def _table(frame: Any) -> list[list[str]]:
    """The rows of a table; a merged cell stands once, in its first place."""
    rows = ([e for e in row if name_of(e) == "tc"] for row in below(frame, "tr"))
    return with_one_header([list(map(_cell, row)) for row in rows])


def _cell(cell: Any) -> str:
    for merged, mark in (("vMerge", ABOVE), ("hMerge", LEFT)):
        if cell.get(merged) in ("1", "true"):
            return mark
    body = child(cell, "txBody")
    return "" if body is None else " ".join(plain_text(body).split())


def _all_text(element: Any) -> str:
    return " ".join(" ".join(t.text or "" for t in below(element, "t")).split())
