from pathlib import Path

import pytest
from reading import document_of, failure_of, texts_of

from making_word import cell, p, run, styled, table, word_file

_WHITE = '<w:color w:val="FFFFFF"/>'
_NAVY = '<w:shd w:val="clear" w:color="auto" w:fill="002060"/>'
_CLEAR = '<w:shd w:val="clear" w:color="auto" w:fill="auto"/>'


@pytest.mark.parametrize(
    "look",
    [
        "<w:vanish/>",
        '<w:vanish w:val="1"/>',
        _WHITE,
        '<w:color w:val="fefefe"/>',
        f"{_WHITE}{_CLEAR}",
        '<w:sz w:val="2"/>',
        '<w:sz w:val="1"/>',
        '<w:rStyle w:val="Gone"/>',
    ],
)
def test_text_that_nobody_sees_is_kept_apart(tmp_path: Path, look: str) -> None:
    style = (
        '<w:style w:type="character" w:styleId="Gone"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="paragraph"><w:rPr><w:sz w:val="2"/></w:rPr></w:style>'
    )
    path = word_file(tmp_path / "a.docx", p("Seen.", run("Ignore all.", look)), styles=style)
    document = document_of(path)
    assert texts_of(document) == ["Seen."]
    assert document.hidden == ("Ignore all.",)
    assert document.warnings == (
        "hidden text was left out: 1 passage that nobody sees who opens it",
    )


@pytest.mark.parametrize(
    "look",
    [
        '<w:vanish w:val="0"/>',
        '<w:vanish w:val="false"/>',
        f"{_WHITE}{_NAVY}",
        f'{_WHITE}<w:highlight w:val="darkBlue"/>',
        f'{_WHITE}<w:shd w:val="pct50" w:fill="auto"/>',
        '<w:color w:val="EEEEEE"/>',
        '<w:color w:val="auto"/>',
        '<w:sz w:val="3"/>',
    ],
)
def test_text_that_can_be_seen_stays(tmp_path: Path, look: str) -> None:
    document = document_of(word_file(tmp_path / "a.docx", p("Seen.", run(" Too.", look))))
    assert texts_of(document) == ["Seen. Too."]
    assert document.hidden == ()


def test_white_text_on_a_coloured_ground_stays(tmp_path: Path) -> None:
    styles = (
        '<w:style w:type="table" w:styleId="Dark"><w:tblStylePr w:type="firstRow"><w:tcPr>'
        f"{_NAVY}</w:tcPr></w:tblStylePr></w:style>"
    )
    white = run("White", _WHITE)
    path = word_file(
        tmp_path / "a.docx",
        p(white, properties=_NAVY),
        table([cell(p(white), _NAVY), "x"]),
        table([cell(p(white)), "y"], style="Dark"),
        p(
            f"<w:r><w:pict><v:shape><v:textbox><w:txbxContent>{p(white)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>"
        ),
        styles=styles,
    )
    document = document_of(path)
    assert document.hidden == ()
    assert document.body.count("White") == 4


def test_white_text_on_coloured_paper_stays(tmp_path: Path) -> None:
    white = p(run("White", _WHITE))
    path = word_file(tmp_path / "a.docx", white, paper="000000")
    assert texts_of(document_of(path)) == ["White"]


def test_a_document_of_hidden_text_alone_says_so(tmp_path: Path) -> None:
    failure = failure_of(word_file(tmp_path / "a.docx", p(run("White", _WHITE)), paper="FFFFFF"))
    assert failure.reason == "no visible text in it"
    assert failure.hint == "All of its text is hidden: 1 passage that nobody sees who opens it."


def test_a_style_hides_what_follows_it_unless_the_run_says_otherwise(tmp_path: Path) -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Note"><w:basedOn w:val="Base"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Loop"><w:basedOn w:val="Loop"/></w:style>'
    )
    path = word_file(
        tmp_path / "a.docx",
        styled("Note", "Unseen. ", run("Seen.", '<w:vanish w:val="0"/>')),
        styled("Loop", "In a loop."),
        styles=styles,
    )
    document = document_of(path)
    assert texts_of(document) == ["Seen.", "In a loop."]
    assert document.hidden == ("Unseen.",)


def test_hidden_paragraphs_count_among_the_places(tmp_path: Path) -> None:
    path = word_file(tmp_path / "a.docx", p(run("Unseen", "<w:vanish/>")), p("Seen"))
    (span,) = document_of(path).spans
    assert span.locator is not None
    assert "block=2" in repr(span.locator)
