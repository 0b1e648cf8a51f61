import re
from pathlib import Path

from reading import blocks_of, document_of, texts_of

from making_word import cell, notes, p, reference, run, table, word_file
from okf_server.evaluate.originals_word import WordOriginal
from okf_server.model.document import BlockKind
from okf_server.model.locator import SectionLocator


def test_footnotes_and_endnotes_follow_the_block_that_refers_to_them(tmp_path: Path) -> None:
    path = word_file(
        tmp_path / "a.docx",
        p("Refunds take 5 days", reference("footnote", 2), ", or less", reference("endnote", 1)),
        p("Next", reference("footnote", 1), "."),
        footnotes=notes("footnote", "A later one.", "Not in May."),
        endnotes=notes("endnote", "See the law."),
    )
    place = SectionLocator(path=(), block=1)
    assert blocks_of(document_of(path)) == [
        (BlockKind.PARAGRAPH, "Refunds take 5 days[^1], or less[^i]", place),
        (BlockKind.NOTE, "[^1]: Not in May.", place),
        (BlockKind.NOTE, "[^i]: See the law.", place),
        (BlockKind.PARAGRAPH, "Next[^2].", SectionLocator(path=(), block=2)),
        (BlockKind.NOTE, "[^2]: A later one.", SectionLocator(path=(), block=2)),
    ]


def test_notes_in_a_table_follow_it(tmp_path: Path) -> None:
    path = word_file(
        tmp_path / "a.docx",
        table(["Fee", "Limit"], [cell(p("Hotel", reference("footnote", 1))), "220"]),
        footnotes=notes("footnote", "Without breakfast."),
    )
    document = document_of(path)
    assert texts_of(document) == [
        "| Fee | Limit |\n| --- | --- |\n| Hotel[^1] | 220 |",
        "[^1]: Without breakfast.",
    ]
    assert {span.locator for span in document.spans} == {SectionLocator(path=(), block=1)}


def test_a_comment_names_who_wrote_it_and_when(tmp_path: Path) -> None:
    who = 'w:author="Ann &lt;b&gt; Lee" w:date="2026-03-04T09:00:00Z"'
    path = word_file(
        tmp_path / "a.docx",
        p("The limit is 220.", reference("comment", 1)),
        comments=notes("comment", "Is that still so?", attributes=who),
    )
    assert texts_of(document_of(path)) == [
        "The limit is 220.",
        "Comment by Ann \\<b> Lee, 2026-03-04: Is that still so?",
    ]


def test_a_comment_without_author_and_date_is_kept(tmp_path: Path) -> None:
    path = word_file(
        tmp_path / "a.docx",
        p("Text.", reference("comment", 1)),
        comments=notes("comment", "Why?"),
    )
    assert texts_of(document_of(path))[1] == "Comment by an unnamed person: Why?"


def test_a_reference_to_no_note_leaves_no_mark(tmp_path: Path) -> None:
    path = word_file(tmp_path / "a.docx", p("Text", reference("footnote", 9), "."))
    assert texts_of(document_of(path)) == ["Text."]


def test_a_mark_before_a_bracket_makes_no_link(tmp_path: Path) -> None:
    path = word_file(
        tmp_path / "a.docx",
        p("Text", reference("footnote", 1), "(see there)"),
        footnotes=notes("footnote", "There."),
    )
    assert texts_of(document_of(path))[0] == "Text[^1]\\(see there)"


def test_hidden_text_of_a_note_stays_hidden(tmp_path: Path) -> None:
    note = f"<w:footnote w:id='1'>{p('Seen.', run(' Unseen.', '<w:vanish/>'))}</w:footnote>"
    path = word_file(tmp_path / "a.docx", p("Text", reference("footnote", 1)), footnotes=note)
    document = document_of(path)
    assert texts_of(document)[1] == "[^1]: Seen."
    assert document.hidden == ("Unseen.",)


def test_another_reader_finds_a_note_at_the_place_of_its_reference(tmp_path: Path) -> None:
    path = word_file(
        tmp_path / "a.docx",
        p("First."),
        p(reference("footnote", 1)),
        p("Last.", reference("comment", 1)),
        footnotes=notes("footnote", "Alone."),
        comments=notes("comment", "Who says so?", attributes='w:author="Bo" w:date="2026-01-02"'),
    )
    document = document_of(path)
    original = WordOriginal(path)
    for span in document.spans:
        assert span.locator is not None
        held = original.text_at(span.locator)
        said = re.sub(r"\[\^\w+\]:?", "", document.body[span.start : span.end])
        assert said.strip() in (held or "")
    assert [s.locator.block for s in document.spans if isinstance(s.locator, SectionLocator)] == [
        1, 2, 2, 3, 3,
    ]  # fmt: skip
