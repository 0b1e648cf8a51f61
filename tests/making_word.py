"""Make packages of Word and OpenDocument texts out of their XML, for tests."""

import zipfile
from pathlib import Path

_WORDS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_SPACES = (
    f'xmlns:w="{_WORDS}" xmlns:r="{_OFFICE}"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
    ' xmlns:v="urn:schemas-microsoft-com:vml"'
    ' xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)
_KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml.{}+xml"
_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
_ODF_SPACES = " ".join(
    [
        *(
            f'xmlns:{key}="{_ODF}{key}:1.0"'
            for key in ("office", "text", "table", "style", "manifest")
        ),
        f'xmlns:draw="{_ODF}drawing:1.0"',
        f'xmlns:svg="{_ODF}svg-compatible:1.0"',
        f'xmlns:fo="{_ODF}xsl-fo-compatible:1.0"',
        f'xmlns:chart="{_ODF}chart:1.0"',
        'xmlns:xlink="http://www.w3.org/1999/xlink"',
        'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ]
)
ODT_TYPE = "application/vnd.oasis.opendocument.text"

HEADING_STYLES = "".join(
    f'<w:style w:type="paragraph" w:styleId="H{n}"><w:name w:val="heading {n}"/></w:style>'
    for n in (1, 2, 3)
)


def run(text: str, properties: str = "") -> str:
    """A run of text."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def p(*runs: str, properties: str = "") -> str:
    """A paragraph; a run without markup is text."""
    made = "".join(one if one.startswith("<") else run(one) for one in runs)
    return f"<w:p><w:pPr>{properties}</w:pPr>{made}</w:p>"


def styled(style: str, *runs: str) -> str:
    """A paragraph of a style."""
    return p(*runs, properties=f'<w:pStyle w:val="{style}"/>')


def listed(level: int, text: str, key: int = 1) -> str:
    """A paragraph in a list."""
    numbering = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{key}"/></w:numPr>'
    return p(text, properties=numbering)


def table(*rows: list[str], style: str = "") -> str:
    """A table of cells, each the XML of what is in it or text."""
    made = "".join(f"<w:tr>{''.join(map(cell, row))}</w:tr>" for row in rows)
    return f'<w:tbl><w:tblPr><w:tblStyle w:val="{style}"/></w:tblPr>{made}</w:tbl>'


def cell(content: str, properties: str = "") -> str:
    """A cell."""
    if content.startswith("<w:tc>"):
        return content
    inner = content if content.startswith("<") else p(content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def reference(kind: str, key: int) -> str:
    """A run that refers to a note: `footnote`, `endnote` or `comment`."""
    return f'<w:r><w:{kind}Reference w:id="{key}"/></w:r>'


def notes(kind: str, *texts: str, attributes: str = "") -> str:
    """A part of footnotes, endnotes or comments, numbered from 1."""
    made = "".join(
        f'<w:{kind} w:id="{n}" {attributes}>{p(text)}</w:{kind}>' for n, text in enumerate(texts, 1)
    )
    return f'<w:{kind}s {_SPACES}><w:{kind} w:id="0" w:type="separator"/>{made}</w:{kind}s>'


def numbering(*levels: tuple[str, str], more: str = "") -> str:
    """A list whose levels are given by their form and text."""
    made = "".join(
        f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for n, (form, text) in enumerate(levels)
    )
    return (
        f'<w:abstractNum w:abstractNumId="0">{made}</w:abstractNum>'
        f'<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>{more}'
    )


def word_file(path: Path, *body: str, head: str = "", paper: str = "", **parts: str) -> Path:
    """A document; `paper` is the page's colour, `parts` are the contents of `styles`, `numbering`, `footnotes`, `endnotes`, `comments`."""
    colour = f'<w:background w:color="{paper}"/>' if paper else ""
    main = f"{head}<w:document {_SPACES}>{colour}{_body(body)}</w:document>"
    documents = {"word/document.xml": main}
    relations = ""
    for name, content in parts.items():
        whole = (
            content
            if content.startswith(("<w:" + name, "<c:"))
            else f"<w:{name} {_SPACES}>{content}</w:{name}>"
        )
        documents[f"word/{name}.xml"] = whole
        relations += f'<Relationship Id="{name}" Type="{_OFFICE}/{name}" Target="{name}.xml"/>'
    documents["word/_rels/document.xml.rels"] = _related(relations)
    return package(path, {**documents, **_frame(parts)})


def package(path: Path, parts: dict[str, str]) -> Path:
    """A ZIP package."""
    with zipfile.ZipFile(path, "w") as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return path


def odt_file(path: Path, *body: str, styles: str = "", **parts: str) -> Path:
    """An OpenDocument text; `styles` are automatic ones, `parts` embedded objects by their names."""
    content = (
        f"<office:document-content {_ODF_SPACES}>"
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:text>{''.join(body)}</office:text></office:body>"
        "</office:document-content>"
    )
    objects = {
        f"{name}/content.xml": text.replace("SPACES", _ODF_SPACES) for name, text in parts.items()
    }
    manifest = f"<manifest:manifest {_ODF_SPACES}/>"
    return package(
        path,
        {
            "mimetype": ODT_TYPE,
            "content.xml": content,
            "META-INF/manifest.xml": manifest,
            **objects,
        },
    )


def _body(blocks: tuple[str, ...]) -> str:
    return f"<w:body>{''.join(blocks)}</w:body>"


def _related(relations: str) -> str:
    return f'<Relationships xmlns="{_RELATIONS}">{relations}</Relationships>'


def _frame(parts: dict[str, str]) -> dict[str, str]:
    """What python-docx wants to find."""
    kinds = {"document": "document.main", **{name: name for name in parts}}
    overrides = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{_KIND.format(kind)}"/>'
        for name, kind in kinds.items()
    )
    return {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f"{overrides}</Types>",
        "_rels/.rels": _related(
            f'<Relationship Id="main" Type="{_OFFICE}/officeDocument" Target="word/document.xml"/>'
        ),
    }
