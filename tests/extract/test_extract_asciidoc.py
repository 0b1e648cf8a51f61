from pathlib import Path

from reading import blocks_of, document_of, texts_of

from okf_server.model.document import BlockKind, Document
from okf_server.model.locator import LinesLocator


def _read(folder: Path, text: str) -> Document:
    path = folder / "a.adoc"
    path.write_text(text)
    return document_of(path)


def test_headings_and_paragraphs_have_their_lines(tmp_path: Path) -> None:
    document = _read(tmp_path, "= Book\n:toc: left\n\n== Travel\n\nBook *early*\nand late.\n")
    assert document.title == "Book"
    assert blocks_of(document) == [
        (BlockKind.HEADING, "# Book", LinesLocator(first=1, last=1, path=("Book",))),
        (BlockKind.HEADING, "## Travel", LinesLocator(first=4, last=4, path=("Book", "Travel"))),
        (
            BlockKind.PARAGRAPH,
            "Book *early*\nand late.",
            LinesLocator(first=6, last=7, path=("Book", "Travel")),
        ),
    ]


def test_code_keeps_its_language_and_its_lines(tmp_path: Path) -> None:
    text = "[source,python]\n----\nprint(1)\n----\n\n....\nas it is\n....\n"
    assert blocks_of(_read(tmp_path, text)) == [
        (BlockKind.CODE, "```python\nprint(1)\n```", LinesLocator(first=3, last=3)),
        (BlockKind.CODE, "```\nas it is\n```", LinesLocator(first=7, last=7)),
    ]


def test_a_table_has_a_place_for_each_row(tmp_path: Path) -> None:
    text = (
        '.Limits\n[cols="1,2"]\n|===\n|City |Limit\n\n|Paris\n|150 EUR\na night\n|Rome |120\n|===\n'
    )
    document = _read(tmp_path, text)
    assert texts_of(document) == [
        "Limits",
        "| City | Limit |\n| --- | --- |\n| Paris | 150 EUR a night |\n| Rome | 120 |",
    ]
    places = [part.locator for part in document.spans[1].parts]
    assert places[2:] == [LinesLocator(first=6, last=8), LinesLocator(first=9, last=9)]


def test_lists_nest_by_their_signs(tmp_path: Path) -> None:
    text = "* one\n** inner\ngoes on\n* two\n\n. first\n.. second\n"
    assert texts_of(_read(tmp_path, text)) == [
        "- one", "    - inner goes on", "- two", "1. first", "    1. second",
    ]  # fmt: skip


def test_notes_stand_behind_the_text_that_refers_to_them(tmp_path: Path) -> None:
    text = (
        "Ten days.footnote:[Not in\nMay.] Or fivefootnote:law[By law.].\n\n* Oncefootnote:law[]\n\n"
        "|===\n|Limitfootnote:[In EUR.] |5\n|===\n"
    )
    assert [(kind, text) for kind, text, _ in blocks_of(_read(tmp_path, text))] == [
        (BlockKind.PARAGRAPH, "Ten days.[^1] Or five[^2]."),
        (BlockKind.NOTE, "[^1]: Not in May."),
        (BlockKind.NOTE, "[^2]: By law."),
        (BlockKind.LIST, "- Once[^2]"),
        (BlockKind.TABLE, "| Limit[^3] | 5 |\n| --- | --- |"),
        (BlockKind.NOTE, "[^3]: In EUR."),
    ]


def test_frames_keep_their_text_and_remarks_are_none(tmp_path: Path) -> None:
    text = "NOTE: Ask first.\n\n====\nAn example.\n====\n\n////\nhidden\n////\n// hidden too\nterm:: meaning\n"
    assert texts_of(_read(tmp_path, text)) == ["NOTE: Ask first.", "An example.", "term: meaning"]


def test_nothing_that_it_names_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("salaries")
    text = "include::secret.txt[]\nimage::secret.txt[A picture]\n\nText.\n"
    assert texts_of(_read(tmp_path, text)) == ["Text."]


def test_a_block_that_never_closes_ends_with_the_file(tmp_path: Path) -> None:
    assert texts_of(_read(tmp_path, "----\ncode\nmore")) == ["```\ncode\nmore\n```"]
