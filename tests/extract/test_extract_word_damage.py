import zipfile
from pathlib import Path

import pytest
from reading import blocks_of, document_of, failure_of, outcome_of, texts_of

from making_office import changed
from making_word import cell, notes, p, reference, run, styled, table, word_file
from okf_server.model.document import BlockKind, Partial
from okf_server.model.locator import SectionLocator

_BOMB = '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'


def test_a_document_type_is_refused(tmp_path: Path) -> None:
    path = word_file(tmp_path / "a.docx", p("&b;&c;"), head=_BOMB)
    failure = failure_of(path)
    assert failure.reason == "not a readable .docx file: word/document.xml declares a document type"


def test_deep_nesting_ends_in_an_outcome(tmp_path: Path) -> None:
    nested = "x"
    for _ in range(60):
        nested = table([cell(nested), "y"])
    assert "y" in document_of(word_file(tmp_path / "a.docx", nested)).body
    deep = "<w:smartTag>" * 5000 + run("deep") + "</w:smartTag>" * 5000
    outcome_of(word_file(tmp_path / "b.docx", p("Text."), f"<w:p>{deep}</w:p>"))


def test_a_damaged_part_costs_what_is_damaged_and_is_named(tmp_path: Path) -> None:
    text, note = p("Kept", reference("footnote", 1)), notes("footnote", "So too.")
    path = word_file(tmp_path / "a.docx", text, styles="", footnotes=note.removesuffix("s>"))
    changed(path, {"word/styles.xml": '<w:styles xmlns:w="w"><w:style'})
    outcome = outcome_of(path)
    assert isinstance(outcome, Partial)
    assert texts_of(outcome.document) == ["Kept[^1]", "[^1]: So too."]
    assert outcome.document.spans[0].locator == SectionLocator(path=(), block=1)
    assert outcome.reason == "damaged: word/styles.xml, word/footnotes.xml"


def test_a_text_that_breaks_off_is_read_up_to_there_with_its_places(tmp_path: Path) -> None:
    whole = word_file(tmp_path / "a.docx", p("One."), p("Two."), p("Three."))
    with zipfile.ZipFile(whole) as package:
        text = package.read("word/document.xml").decode()
    outcome = outcome_of(changed(whole, {"word/document.xml": text[: text.index("Three.") - 9]}))
    assert isinstance(outcome, Partial)
    assert texts_of(outcome.document) == ["One.", "Two."]
    assert outcome.document.spans[1].locator == SectionLocator(path=(), block=2)
    assert outcome.reason == "damaged: word/document.xml"


@pytest.mark.parametrize("content", ["", "no XML", "<w:document/>", "\x00\x01"])
def test_a_package_without_a_text_fails_with_a_reason(tmp_path: Path, content: str) -> None:
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("word/document.xml", content)
    assert failure_of(path).reason


def test_embedded_files_of_other_formats_are_reported(tmp_path: Path) -> None:
    outcome = outcome_of(word_file(tmp_path / "a.docx", p("Text."), '<w:altChunk r:id="x"/>'))
    assert isinstance(outcome, Partial)
    assert outcome.reason == "files of other formats are embedded in the text, and are not read"
    alone = word_file(tmp_path / "b.docx", '<w:altChunk r:id="x"/>')
    assert failure_of(alone).reason == outcome.reason


def test_changes_are_read_as_accepted(tmp_path: Path) -> None:
    path = word_file(
        tmp_path / "a.docx",
        "<w:p>"
        + run("Kept")
        + f"<w:ins>{run(' new')}</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>"
        + f"<w:moveFrom>{run('away')}</w:moveFrom><w:moveTo>{run(' here')}</w:moveTo>"
        + f"<w:ins><w:del>{run('both')}</w:del></w:ins></w:p>",
        f"<w:moveFrom>{p('Gone.')}</w:moveFrom>",
        f"<w:tbl><w:tr><w:trPr><w:del/></w:trPr>{cell('dropped')}</w:tr>"
        f"<w:tr>{cell('row')}{cell('x')}</w:tr></w:tbl>",
        styled("none", run("Same", "<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>")),
    )
    document = document_of(path)
    assert texts_of(document) == ["Kept new here", "| row | x |\n| --- | --- |", "Same"]
    assert document.warnings == ("tracked changes were read as accepted",)


def test_text_boxes_and_controls_stand_once(tmp_path: Path) -> None:
    box = f"<w:txbxContent>{p('Boxed.')}</w:txbxContent>"
    choice = f"<mc:Choice><w:drawing><wps:txbx>{box}</wps:txbx></w:drawing></mc:Choice>"
    copy = f"<mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback>"
    control = f"<w:sdt><w:sdtPr/><w:sdtContent>{run('Chosen')}</w:sdtContent></w:sdt>"
    path = word_file(
        tmp_path / "a.docx",
        f"<w:p>{run('Anchor. ')}{control}<w:r><mc:AlternateContent>{choice}{copy}"
        "</mc:AlternateContent></w:r></w:p>",
        f"<w:sdt><w:sdtContent>{p('Block.')}<w:sdt><w:sdtContent>{p('Inner.')}</w:sdtContent></w:sdt>"
        "</w:sdtContent></w:sdt>",
    )
    assert texts_of(document_of(path)) == ["Anchor. Chosen", "Boxed.", "Block.", "Inner."]


def test_the_code_of_fields_is_no_text(tmp_path: Path) -> None:
    def mark(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    instruction = "<w:r><w:instrText>PAGEREF x</w:instrText></w:r>"
    box = (
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/></w:checkBox>'
        "</w:ffData></w:fldChar></w:r>"
    )
    path = word_file(
        tmp_path / "a.docx",
        p(
            run("Page "),
            mark("begin"),
            instruction,
            run("nested"),
            mark("separate"),
            run("7"),
            mark("end"),
        ),
        p(box, instruction, mark("end"), run(" agreed")),
        p(mark("end"), run("Stray.")),
    )
    assert texts_of(document_of(path)) == ["Page 7", "☒ agreed", "Stray."]


def test_links_code_and_signs_are_kept(tmp_path: Path) -> None:
    mono = '<w:rFonts w:ascii="Consolas"/>'
    path = word_file(
        tmp_path / "a.docx",
        p(
            "Call ",
            run("exit()", mono),
            " now",
            "<w:r><w:sym w:font='Wingdings' w:char='F0FC'/></w:r>",
        ),
        p(run("x = 1;", mono)),
        p(run("  y = 2;", mono)),
        p(run("Typed on a typewriter", mono)),
        f"<w:p><w:hyperlink r:id='none'>{run('No target')}</w:hyperlink></w:p>",
    )
    assert blocks_of(document_of(path))[1][0] is BlockKind.CODE
    assert texts_of(document_of(path)) == [
        "Call `exit()` now✓",
        "```\nx = 1;\n  y = 2;\n```",
        "Typed on a typewriter",
        "No target",
    ]


def test_equations_stand_in_the_text_or_alone(tmp_path: Path) -> None:
    x = "<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>"
    path = word_file(
        tmp_path / "a.docx",
        f"<w:p>{run('Where ')}{x}{run(' is.')}</w:p>",
        f"<w:p><m:oMathPara>{x}{x}</m:oMathPara></w:p>",
        table([cell(f"<w:p>{x}</w:p>"), "y"]),
    )
    assert texts_of(document_of(path)) == [
        "Where $x$ is.",
        "$$\nx\n$$",
        "$$\nx\n$$",
        "| $x$ | y |\n| --- | --- |",
    ]


def test_a_chart_is_a_table_at_its_anchor(tmp_path: Path) -> None:
    def points(cache: str, *values: str, code: str = "") -> str:
        made = "".join(f'<c:pt idx="{n}"><c:v>{v}</c:v></c:pt>' for n, v in enumerate(values))
        return f"<c:{cache}>{code}{made}</c:{cache}>"

    shares = points("numCache", "0.4300000000000001", "5", code="<c:formatCode>0%</c:formatCode>")
    series = (
        f"<c:ser><c:tx>{points('strCache', 'Sales')}</c:tx>"
        f"<c:cat>{points('strCache', 'May', 'June')}</c:cat><c:val>{shares}</c:val></c:ser>"
    )
    title = "<c:title><c:tx><a:p><a:r><a:t>Sales by month</a:t></a:r></a:p></c:tx></c:title>"
    chart = (
        f"<c:chartSpace xmlns:c='c' xmlns:a='a'><c:chart>{title}{series}</c:chart></c:chartSpace>"
    )
    path = word_file(
        tmp_path / "a.docx",
        p("Before."),
        '<w:p><w:r><w:drawing><c:chart r:id="chart"/></w:drawing></w:r></w:p>',
        '<w:p><w:r><w:drawing><c:chart r:id="lost"/></w:drawing></w:r></w:p>',
        p("After.", reference("footnote", 1)),
        chart=chart,
        footnotes=notes("footnote", "A note."),
    )
    assert texts_of(document_of(path)) == [
        "Before.",
        "Sales by month",
        "|  | Sales |\n| --- | --- |\n| May | 43% |\n| June | 500% |",
        "After.[^1]",
        "[^1]: A note.",
    ]
