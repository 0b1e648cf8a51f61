"""What a person sees of a Word document besides its plain text: signs, WordArt, pictures that are described."""

from pathlib import Path

from reading import blocks_of, document_of, texts_of

from making_word import cell, p, run, table, word_file
from okf_server.model.document import BlockKind
from okf_server.model.locator import SectionLocator


def _picture(description: str) -> str:
    return f'<w:r><w:drawing><w:docPr id="1" name="Picture 1" descr="{description}"/></w:drawing></w:r>'


def test_signs_of_the_symbol_font_are_the_letters_that_it_draws(tmp_path: Path) -> None:
    symbol = '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'
    path = word_file(
        tmp_path / "a.docx",
        p('<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>', run(" \uf0a3 \uf062", symbol)),
        p('<w:r><w:sym w:font="Unknown Icons" w:char="F041"/></w:r>', run("plain \uf041")),
        p('<w:r><w:sym w:font="Arial" w:char="0394"/></w:r>', "<w:r><w:sym w:char='none'/></w:r>"),
    )
    assert texts_of(document_of(path)) == ["α ≤ β", "plain \uf041", "Δ"]


def test_word_art_is_text(tmp_path: Path) -> None:
    art = "<w:r><w:pict><v:shape><v:textpath string='Annual report'/></v:shape></w:pict></w:r>"
    (block,) = blocks_of(document_of(word_file(tmp_path / "a.docx", p(art))))
    assert block == (BlockKind.PARAGRAPH, "Annual report", SectionLocator(path=(), block=1))


def test_a_described_picture_is_a_caption_at_its_place_and_stands_once(tmp_path: Path) -> None:
    words = "Map of the northern depots"
    path = word_file(
        tmp_path / "a.docx",
        p("Before."),
        p(_picture(words)),
        p(_picture(words)),
        table([cell(p(_picture("Route of the night train"))), "x"]),
    )
    assert blocks_of(document_of(path))[1:] == [
        (BlockKind.CAPTION, words, SectionLocator(path=(), block=2)),
        (BlockKind.TABLE, "|  | x |\n| --- | --- |", SectionLocator(path=(), block=4)),
        (BlockKind.CAPTION, "Route of the night train", SectionLocator(path=(), block=4)),
    ]


def test_names_ornaments_and_guesses_describe_no_picture(tmp_path: Path) -> None:
    guess = "A cartoon duck holding a paper&#xA;Description automatically generated"
    path = word_file(
        tmp_path / "a.docx",
        p("Text.", *map(_picture, ("scan_0012.png", "Company logo", guess, " "))),
    )
    assert texts_of(document_of(path)) == ["Text."]
