"""Documents of every format, made for one test, and passages that point into them."""

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import citation_texts
import docx
import odfdo
from citation_office import (
    binary_workbook,
    deck,
    old_deck,
    old_workbook,
    open_deck,
    open_workbook,
    workbook,
)
from citation_sentences import sentences
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Table

import making_hangul as hangul
import making_hangul5 as hangul5
from making_office import changed
from making_ole import ole_file, outlook
from okf_server.evaluate.citations import Cited
from okf_server.extract.registry import open_readers
from okf_server.index.passages import split
from okf_server.model.concept import Concept
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Extracted


def pdf(path: Path) -> None:
    styles = getSampleStyleSheet()
    story: list[object] = []
    for page in range(6):
        story.append(Paragraph(f"Chapter {page}", styles["Heading1"]))
        story += [
            Paragraph(" ".join(sentences(6, page * 10 + n)), styles["BodyText"]) for n in range(4)
        ]
        rows = [
            ["Item", "Rule"],
            *([f"R{page}{n}", s] for n, s in enumerate(sentences(5, 500 + page))),
        ]
        story += [Table(rows, style=[("GRID", (0, 0), (-1, -1), 1, colors.black)]), PageBreak()]
    SimpleDocTemplate(str(path), pagesize=A4).build(story)


def word(path: Path) -> None:
    made = docx.Document()
    made.add_heading("Handbook", 0)
    for part in range(8):
        made.add_heading(f"Part {part}", 1)
        for text in sentences(4, part):
            head, _, tail = text.partition(" each ")
            paragraph = made.add_paragraph(f"{head} ")
            paragraph.add_run("each").bold = True
            paragraph.add_run(f" {tail}")
        for text in sentences(2, 100 + part):
            made.add_paragraph(text, style="List Bullet")
        table = made.add_table(3, 2)
        for row, text in enumerate(sentences(3, 200 + part)):
            table.cell(row, 0).text, table.cell(row, 1).text = f"{part}-{row}", text
    made.save(str(path))


def template(path: Path) -> None:
    word(path)
    changed(path, {}, old="document.main+xml", new="template.main+xml")


def hangul_document(path: Path) -> None:
    parts = []
    for part in range(8):
        children = [hangul.p(f"Part {part}", shape="chapter")]
        for number, text in enumerate(sentences(4, part)):
            head, _, tail = text.partition(" each ")
            note = hangul.note(hangul.p(f"See rule {part}{number}."), number=part * 4 + number + 1)
            children.append(hangul.p(f"{head} ", "each", f" {tail}", hangul.run(note)))
        children += [hangul.p(text, shape="bullet") for text in sentences(2, 100 + part)]
        boxed = hangul.box(hangul.p(sentences(1, 300 + part)[0]))
        rows = [[f"{part}-{row}", text] for row, text in enumerate(sentences(3, 200 + part))]
        children.append(hangul.p(hangul.run(boxed, hangul.texts(*rows))))
        parts.append(hangul.section(*children))
    hangul.package(path, *parts)


def open_document(path: Path) -> None:
    made = odfdo.Document("text")
    made.body.clear()
    for part in range(8):
        made.body.append(odfdo.Header(1, f"Part {part}"))
        for number, text in enumerate(sentences(4, part)):
            paragraph = odfdo.Paragraph(text)
            key = f"{part}-{number}"
            note = odfdo.Note(note_id=key, citation=key, body=f"See rule {part}{number}.")
            paragraph.insert_note(after="each", note_element=note)
            made.body.append(paragraph)
        made.body.append(odfdo.List(sentences(2, 100 + part)))
        table = odfdo.Table("T", width=2, height=3)
        for row, text in enumerate(sentences(3, 200 + part)):
            table.set_value((0, row), f"{part}-{row}")
            table.set_value((1, row), text)
        made.body.append(table)
    made.save(path)


def hangul5_document(path: Path) -> None:
    parts = []
    for part in range(6):
        made = [hangul5.paragraph(hangul5.text(f"Part {part}"), shape=hangul5.OUTLINE)]
        for number, text in enumerate(sentences(4, part)):
            note = hangul5.note(f"See rule {part}{number}.", part * 4 + number + 1)
            pieces = (hangul5.text(text), hangul5.anchor(17, "fn  "))
            made.append(hangul5.paragraph(*pieces, controls=[note]))
        rows = enumerate(sentences(3, 200 + part))
        cells = [
            hangul5.cell(text, row, column)
            for row, rule in rows
            for column, text in enumerate((f"{part}-{row}", rule))
        ]
        made.append(hangul5.paragraph(hangul5.anchor(11, "tbl "), controls=[hangul5.table(*cells)]))
        parts.append(b"".join(made))
    hangul5.document(path, *parts)


def page(path: Path) -> None:
    parts = []
    for part in range(8):
        parts.append(f"<h2>Part {part}</h2>")
        parts += [f"<p>{text.replace('each', '<b>each</b>')}</p>" for text in sentences(4, part)]
        parts.append("<ul>" + "".join(f"<li>{text}" for text in sentences(3, 100 + part)) + "</ul>")
        rows = "".join(f"<tr><td>{n}<td>{t}" for n, t in enumerate(sentences(3, 200 + part)))
        parts.append(f"<table>{rows}</table><div>Loose end {part} <p>of a part</p></div>")
    path.write_text(f"<title>Rules</title><h1>Rules</h1>{''.join(parts)}")


def markdown(path: Path) -> None:
    parts = ["---\ntype: Policy\n---\n\n# Rules\n"]
    for part in range(8):
        parts.append(f"\n## Part {part}\n\n" + "\n".join(sentences(4, part)) + "\n")
        rows = "\n".join(f"| {n} | {text} |" for n, text in enumerate(sentences(3, 200 + part)))
        parts.append(f"\n| No | Rule |\n|---|---|\n{rows}\n\n1. {sentences(1, 300 + part)[0]}\n")
    path.write_text("".join(parts))


def text(path: Path) -> None:
    path.write_bytes(
        "\r\n\r\n".join("\r\n".join(sentences(3, part)) for part in range(40)).encode()
    )


def table(path: Path) -> None:
    rows = [f'{n},"{sentence}",{n * 7}' for n, sentence in enumerate(sentences(80, 5))]
    path.write_text("\n".join(["No,Rule,Amount", *rows]))


def tabbed(path: Path) -> None:
    path.write_text("\n".join(f"{n}\t{text}" for n, text in enumerate(sentences(80, 6))))


def _page_text() -> str:
    """A page as mails and archives hold it, a paragraph in three lines."""
    parts = []
    for part in range(8):
        rows = "".join(f"<tr><td>{n}\n<td>{t}\n" for n, t in enumerate(sentences(3, 600 + part)))
        parts.append(f"<h2>Part {part}</h2>\n<table>{rows}</table>")
        parts += [
            f"<p>{text.replace('each', '<b>each</b>')}\n</p>" for text in sentences(4, 500 + part)
        ]
    return f"<html>\n<body>\n{chr(10).join(parts)}\n</body></html>\n"


def mail(path: Path) -> None:
    made = EmailMessage()
    made["From"] = "Änne Groß <anne@example.com>"
    made["To"] = ", ".join(f"Person {n} <p{n}@example.com>" for n in range(12))
    made["Subject"] = "Über Regeln, Grüße und noch mehr Text zur Übung"
    made["Date"] = "Mon, 02 Nov 2026 10:00:00 +0100"
    made.set_content("\n\n".join("\n".join(sentences(3, part)) for part in range(20)))
    made.make_mixed()
    for _ in range(2):
        below = EmailMessage()
        below.set_content(_page_text(), subtype="html", cte="quoted-printable")
        made.attach(below)
    path.write_bytes(made.as_bytes(policy=SMTP))


def archive(path: Path) -> None:
    made = EmailMessage()
    made["Subject"] = "Rules"
    made.set_content("p {color: red}", subtype="css")
    made.make_related()
    below = EmailMessage()
    below.set_content(_page_text(), subtype="html", cte="base64")
    made.attach(below)
    path.write_bytes(made.as_bytes(policy=SMTP))


def message(path: Path) -> None:
    text = "\r\n\r\n".join("\r\n".join(sentences(3, part)) for part in range(20))
    fields = {"0037": "The rules", "0C1A": "Anne", "0C1F": "anne@example.com", "1000": text}
    path.write_bytes(ole_file(outlook(fields)))


MAKERS: dict[str, Callable[[Path], None]] = {
    ".csv": table,
    ".docx": word,
    ".dotx": template,
    ".eml": mail,
    ".html": page,
    ".hwp": hangul5_document,
    ".hwpx": hangul_document,
    ".md": markdown,
    ".odp": open_deck,
    ".ods": open_workbook,
    ".odt": open_document,
    ".mhtml": archive,
    ".msg": message,
    ".pdf": pdf,
    ".ppt": old_deck,
    ".pptx": deck,
    ".tsv": tabbed,
    ".txt": text,
    ".xls": old_workbook,
    ".xlsb": binary_workbook,
    ".xlsx": workbook,
    **citation_texts.MAKERS,
}


def passages_of(path: Path) -> Iterator[Cited]:
    """The passages of a file, as a snapshot has them."""
    found = open_readers(DocumentsConfig()).of_suffix(path.suffix)
    assert found is not None
    outcome = found.extract(path, path.suffix)
    assert isinstance(outcome, Extracted), outcome
    concept = Concept(id=path.stem, meta={"title": path.stem}, body=outcome.document.body)
    for passage in split(concept, outcome.document.spans):
        yield Cited(passage, concept.body[passage.start : passage.end], path, path.suffix)
