"""Hangul documents (HWPX) made for one test: pieces of XML, and the package around them."""

import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

_NAMESPACES = " ".join(
    f'xmlns:{prefix}="http://www.hancom.co.kr/hwpml/2011/{name}"'
    for prefix, name in (("hp", "paragraph"), ("hs", "section"), ("hc", "core"), ("hh", "head"))
)
_CONTAINER = (
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="Contents/content.hpf" media-type="application/hwpml-package+xml"/>'
    "</rootfiles></container>"
)
_VERSION = '<v:version xmlns:v="http://www.hancom.co.kr/hwpml/2011/version" tagetApplication="WORDPROCESSOR"/>'

SHAPES = {
    "plain": "0", "chapter": "1", "part": "2", "bullet": "3", "numbered": "4", "lettered": "5",
    "deep bullet": "6", "shaded": "7",
}  # fmt: skip
"""Paragraph shapes of the header that `package` writes."""

LETTERS = {
    "black": "0",
    "white": "1",
    "tiny": "2",
    "white on blue": "3",
    "above": "4",
    "below": "5",
}
"""Character shapes of that header."""

FILLED = "2"
"""The border fill of that header that is dark blue."""


def p(*inner: str, shape: str = "plain", style: str = "0") -> str:
    """A paragraph of runs; text that is no XML becomes a run."""
    runs = "".join(one if one.startswith("<") else run(one) for one in inner)
    return f'<hp:p id="0" paraPrIDRef="{SHAPES[shape]}" styleIDRef="{style}">{runs}</hp:p>'


def run(*inner: str, letters: str = "black") -> str:
    """A run; text that is no XML becomes text of the document."""
    parts = "".join(one if one.startswith("<") else t(escape(one)) for one in inner)
    return f'<hp:run charPrIDRef="{LETTERS[letters]}">{parts}</hp:run>'


def t(xml: str) -> str:
    """Text with marks in it."""
    return f"<hp:t>{xml}</hp:t>"


def listed(*paragraphs: str) -> str:
    return f"<hp:subList>{''.join(paragraphs)}</hp:subList>"


def cell(
    *paragraphs: str,
    at: tuple[int, int] | None = None,
    span: tuple[int, int] = (1, 1),
    fill: str = "1",
) -> str:
    """A table cell; `at` is row and column, `span` rows and columns."""
    address = "" if at is None else f'<hp:cellAddr rowAddr="{at[0]}" colAddr="{at[1]}"/>'
    spans = f'<hp:cellSpan rowSpan="{span[0]}" colSpan="{span[1]}"/>'
    return f'<hp:tc borderFillIDRef="{fill}">{listed(*paragraphs)}{address}{spans}</hp:tc>'


def table(*rows: Iterable[str], caption: str = "") -> str:
    """A table of rows of cells."""
    body = "".join(f"<hp:tr>{''.join(row)}</hp:tr>" for row in rows)
    return f'<hp:tbl borderFillIDRef="1">{caption and captioned(caption)}{body}</hp:tbl>'


def texts(*rows: Iterable[str]) -> str:
    """A table of cells that hold a line each."""
    return table(*([cell(p(text)) for text in row] for row in rows))


def captioned(*inner: str) -> str:
    return f'<hp:caption side="BOTTOM">{listed(p(*inner))}</hp:caption>'


def box(*paragraphs: str, name: str = "rect", caption: str = "") -> str:
    """A shape with text in it."""
    inner = f"<hp:drawText>{listed(*paragraphs)}</hp:drawText>{caption and captioned(caption)}"
    return f"<hp:{name}>{inner}<hp:shapeComment>a shape</hp:shapeComment></hp:{name}>"


def control(xml: str) -> str:
    return f"<hp:ctrl>{xml}</hp:ctrl>"


def note(*paragraphs: str, number: int, name: str = "footNote", form: str = "DIGIT") -> str:
    """A footnote or endnote, numbered as the program does it."""
    count = f'<hp:autoNum num="{number}"><hp:autoNumFormat type="{form}"/></hp:autoNum>'
    lead = run(control(count))
    body = listed(*(one.replace("><hp:run", f">{lead}<hp:run", 1) for one in paragraphs))
    return control(f'<hp:{name} number="{number}" suffixChar="41">{body}</hp:{name}>')


def memo(*paragraphs: str, author: str = "Kim") -> str:
    parameters = (
        f'<hp:parameters><hp:stringParam name="Author">{author}</hp:stringParam></hp:parameters>'
    )
    return control(f'<hp:fieldBegin type="MEMO">{parameters}{listed(*paragraphs)}</hp:fieldBegin>')


def furniture(*paragraphs: str, name: str = "header") -> str:
    return control(f'<hp:{name} applyPageType="BOTH">{listed(*paragraphs)}</hp:{name}>')


def equation(script: str) -> str:
    return f"<hp:equation><hp:script>{escape(script)}</hp:script></hp:equation>"


def attribute(text: str) -> str:
    """Text in quotes, for an attribute."""
    return quoteattr(text)


def section(*children: str) -> str:
    """The XML of a section."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><hs:sec {_NAMESPACES}>{"".join(children)}</hs:sec>'
    )


def header() -> str:
    """The XML of a header with the styles that this module names."""
    heads = [
        ("NONE", 0, 0), ("OUTLINE", 0, 0), ("OUTLINE", 1, 0), ("BULLET", 0, 1), ("NUMBER", 0, 1),
        ("NUMBER", 1, 1), ("BULLET", 1, 1), ("NONE", 0, 0),
    ]  # fmt: skip
    shapes = "".join(
        f'<hh:paraPr id="{key}"><hh:heading type="{kind}" idRef="{numbering}" level="{level}"/>'
        f'<hh:border borderFillIDRef="{FILLED if key == 7 else 1}"/></hh:paraPr>'
        for key, (kind, level, numbering) in enumerate(heads)
    )
    letters = "".join(
        f'<hh:charPr id="{key}" height="{height}" textColor="{colour}" shadeColor="{shade}"/>'
        for key, (height, colour, shade) in enumerate(
            [
                (1000, "#000000", "none"), (1000, "#FFFFFF", "none"), (100, "#000000", "none"),
                (1000, "#FFFFFF", "#0000FF"),
            ]
        )
    )  # fmt: skip
    letters += "".join(
        f'<hh:charPr id="{LETTERS[where]}" height="1000" textColor="#000000"><hh:{name}/></hh:charPr>'
        for where, name in (("above", "supscript"), ("below", "subscript"))
    )
    fills = (
        '<hh:borderFill id="1"/><hh:borderFill id="2"><hc:fillBrush>'
        '<hc:winBrush faceColor="#000080"/></hc:fillBrush></hh:borderFill>'
    )
    styles = '<hh:style id="0" paraPrIDRef="0"/><hh:style id="9" name="개요 2" paraPrIDRef="2"/>'
    numbering = (
        '<hh:numbering id="1"><hh:paraHead level="1" numFormat="DIGIT">^1.</hh:paraHead>'
        '<hh:paraHead level="2" numFormat="HANGUL_SYLLABLE">^2.</hh:paraHead></hh:numbering>'
    )
    inner = f"{fills}{letters}{numbering}{shapes}{styles}"
    return f"<hh:head {_NAMESPACES}><hh:refList>{inner}</hh:refList></hh:head>"


def package(path: Path, *sections: str, parts: Mapping[str, str | bytes] | None = None) -> Path:
    """Write a package: sections in order, other parts beside or instead of the usual ones."""
    names = [f"section{number}" for number in range(len(sections))]
    items = "".join(f'<i:item id="{n}" href="Contents/{n}.xml"/>' for n in ("header", *names))
    spine = "".join(f'<i:itemref idref="{name}"/>' for name in ("header", *names))
    content = (
        '<i:package xmlns:i="http://www.idpf.org/2007/opf/">'
        f"<i:manifest>{items}</i:manifest><i:spine>{spine}</i:spine></i:package>"
    )
    members: dict[str, str | bytes] = {
        "mimetype": "application/hwp+zip",
        "version.xml": _VERSION,
        "META-INF/container.xml": _CONTAINER,
        "Contents/content.hpf": content,
        "Contents/header.xml": header(),
        **{f"Contents/{name}.xml": xml for name, xml in zip(names, sections, strict=True)},
        **(parts or {}),
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members.items():
            made.writestr(name, data)
    return path


def document(path: Path, *children: str) -> Path:
    """Write a package of one section."""
    return package(path, section(*children))
