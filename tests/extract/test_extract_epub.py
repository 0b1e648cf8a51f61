import zipfile
from pathlib import Path

import pytest
from reading import blocks_of, document_of, failure_of, outcome_of, texts_of

from making_books import write_book
from okf_server.model.document import BlockKind, Partial
from okf_server.model.locator import SectionLocator

_ENCRYPTED = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<EncryptedData><EncryptionMethod Algorithm="{}"/></EncryptedData></encryption>'
)


def test_chapters_are_read_in_their_order_with_the_labels_of_the_contents(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    write_book(
        path, ["<h1>Start</h1><p>Caf&eacute;&nbsp;one.<a id='x'/></p>", "<p>No heading.</p>"]
    )
    document = document_of(path)
    assert document.title == "The Handbook"
    assert document.details["authors"] == "Jane Roe"
    found = [(text, place) for _, text, place in blocks_of(document)]
    assert found == [
        ("# Start", SectionLocator(path=("Start",), block=1)),
        ("Café one.", SectionLocator(path=("Start",), block=2)),
        ("# Chapter 1", SectionLocator(path=("Chapter 1",), block=3)),
        ("No heading.", SectionLocator(path=("Chapter 1",), block=4)),
    ]


def test_formulas_of_a_book_are_written_as_latex(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    formula = "<m:mfrac><m:mi>a</m:mi><m:mi>b</m:mi></m:mfrac>"
    namespace = "http://www.w3.org/1998/Math/MathML"
    write_book(path, [f'<p>Half <m:math xmlns:m="{namespace}">{formula}</m:math>.</p>'])
    assert r"Half $\frac{a}{b}$." in texts_of(document_of(path))


def test_a_book_with_drm_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    encryption = _ENCRYPTED.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc")
    write_book(path, ["<p>x</p>"], {"META-INF/encryption.xml": encryption})
    assert failure_of(path).reason == "protected by its publisher (DRM)"


def test_fonts_that_are_scrambled_hide_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    encryption = _ENCRYPTED.format("http://www.idpf.org/2008/embedding")
    write_book(path, ["<p>Readable.</p>"], {"META-INF/encryption.xml": encryption})
    assert "Readable." in texts_of(document_of(path))


def test_a_chapter_that_is_missing_makes_the_book_partial(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.epub", tmp_path / "a.epub"
    write_book(whole, ["<p>One.</p>", "<p>Two.</p>"])
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            if name != "OPS/text/c 1.xhtml":
                target.writestr(name, source.read(name))
    outcome = outcome_of(path)
    assert isinstance(outcome, Partial)
    assert outcome.reason == "a chapter is missing or damaged: c 1.xhtml"
    assert "One." in outcome.document.body


def test_a_chapter_that_is_no_xml_is_read_as_a_browser_does(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    write_book(path, ["<p>One<br>two <b>three</p><p>Four"])
    texts = texts_of(document_of(path))
    assert "Four" in texts


@pytest.mark.parametrize(
    "chapter",
    [
        "<p>&x;</p>",
        "<script>alert(1)</script><p>text</p>",
        "<iframe src='file:///etc/passwd'></iframe><p>text</p>",
    ],
)
def test_nothing_in_a_chapter_is_run_or_fetched(tmp_path: Path, chapter: str) -> None:
    path = tmp_path / "a.epub"
    write_book(path, [f"<h1>Start</h1>{chapter}"])
    body = document_of(path).body
    assert "alert" not in body
    assert "root:" not in body


@pytest.mark.parametrize("missing", ["META-INF/container.xml", "OPS/book.opf"])
def test_a_package_without_its_parts_is_no_book(tmp_path: Path, missing: str) -> None:
    whole, path = tmp_path / "whole.epub", tmp_path / "a.epub"
    write_book(whole, ["<p>One.</p>"])
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            if name != missing:
                target.writestr(name, source.read(name))
    assert failure_of(path).reason == (
        "not a readable .epub file: a part that every book has is missing"
    )


def test_notes_sidebars_and_articles_of_a_book_are_its_text(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    ops = 'xmlns:epub="http://www.idpf.org/2007/ops"'
    write_book(
        path,
        [
            (
                f"<h1>Fees</h1><p {ops}>Free<a epub:type='noteref' href='#n'>1</a> of charge.</p>"
                f"<aside {ops} epub:type='footnote' id='n'>Except in May.</aside>"
                "<aside>A sidebar.</aside><header role='banner'><p>A motto.</p></header>"
            ),
            f"<article><h1>Long</h1><p>{'Many words. ' * 50}</p></article>",
        ],
    )
    blocks = [(kind, text) for kind, text, _ in blocks_of(document_of(path))]
    assert blocks[:5] == [
        (BlockKind.HEADING, "# Fees"),
        (BlockKind.PARAGRAPH, "Free[1] of charge."),
        (BlockKind.NOTE, "Except in May."),
        (BlockKind.PARAGRAPH, "A sidebar."),
        (BlockKind.PARAGRAPH, "A motto."),
    ]
