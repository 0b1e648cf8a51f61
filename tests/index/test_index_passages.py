"""Passages follow the structure of their concept and cover its text to the letter."""

from hypothesis import given, settings
from hypothesis import strategies as st

from okf_server.index.passages import context_text, heading_text, split
from okf_server.index.pieces import LIMIT, size
from okf_server.model.concept import Concept
from okf_server.model.document import BlockKind, Part, Span
from okf_server.model.locator import (
    LinesLocator,
    Locator,
    PdfLocator,
    SheetLocator,
    SlideLocator,
    TimeLocator,
)
from okf_server.model.passage import Passage, PassageKind

Block = tuple[BlockKind, str, int]


def document(*blocks: Block | str, title: str = "Guide") -> tuple[Concept, list[Span]]:
    """A concept of blocks: text alone is a paragraph, or a heading where it starts with `#`."""
    body, spans = "", []
    for block in blocks:
        kind, text, page = block if isinstance(block, tuple) else (_kind(block), block, 0)
        body += "\n\n" if body else ""
        first = body.count("\n") + 1
        locator = (
            PdfLocator(page=page)
            if page
            else LinesLocator(first=first, last=first + text.count("\n"))
        )
        level = len(text) - len(text.lstrip("#")) if kind is BlockKind.HEADING else 0
        start, end = len(body), len(body) + len(text)
        parts = _parts(text, start, first) if kind is BlockKind.TABLE else ()
        body += text
        spans.append(
            Span(start=start, end=end, kind=kind, locator=locator, level=level, parts=parts)
        )
    return Concept(id="guide", meta={"title": title}, body=body), spans


def _kind(text: str) -> BlockKind:
    if text.startswith("#"):
        return BlockKind.HEADING
    return BlockKind.TABLE if text.startswith("|") else BlockKind.PARAGRAPH


def _parts(text: str, start: int, first: int) -> tuple[Part, ...]:
    parts = []
    for number, line in enumerate(text.split("\n")):
        locator = LinesLocator(first=first + number, last=first + number)
        parts.append(Part(start=start, end=start + len(line), locator=locator))
        start += len(line) + 1
    return tuple(parts)


def texts(concept: Concept, passages: list[Passage]) -> list[str]:
    return [concept.body[passage.start : passage.end] for passage in passages]


def test_each_section_is_one_passage_with_its_heading() -> None:
    concept, spans = document(
        "# Guide", "Intro.", "## Hotels", "At most 250.", "## Meals", "60 a day."
    )
    passages = split(concept, spans)
    assert texts(concept, passages) == [
        "# Guide\n\nIntro.",
        "## Hotels\n\nAt most 250.",
        "## Meals\n\n60 a day.",
    ]
    assert [passage.headings for passage in passages] == [(), ("Hotels",), ("Meals",)]
    assert [passage.section for passage in passages] == ["guide", "hotels", "meals"]
    assert [passage.ordinal for passage in passages] == [0, 1, 2]


def test_the_heading_path_leaves_out_the_title_only() -> None:
    concept, spans = document("# Guide", "## Travel", "### Hotels", "At most 250.", title="Other")
    assert split(concept, spans)[0].headings == ("Guide", "Travel", "Hotels")


def test_a_heading_without_text_goes_with_what_follows() -> None:
    concept, spans = document("# Guide", "## Hotels", "At most 250.")
    assert texts(concept, split(concept, spans)) == ["# Guide\n\n## Hotels\n\nAt most 250."]


def test_a_last_heading_without_text_is_kept() -> None:
    concept, spans = document("Text.", "## Appendix")
    assert texts(concept, split(concept, spans)) == ["Text.", "## Appendix"]


def test_repeated_headings_have_their_own_slugs() -> None:
    concept, spans = document("## Notes", "One.", "## Notes", "Two.")
    assert [passage.section for passage in split(concept, spans)] == ["notes", "notes-1"]


def test_a_long_section_is_cut_at_the_ends_of_its_blocks() -> None:
    concept, spans = document(
        "## Long", *[f"{number} " + "word " * 60 + "end." for number in range(12)]
    )
    found = texts(concept, split(concept, spans))
    assert len(found) > 2
    assert all(size(text) <= LIMIT and text.endswith("end.") for text in found)


def test_a_giant_paragraph_is_cut_at_the_ends_of_sentences() -> None:
    concept, spans = document("One sentence follows another here. " * 200)
    found = texts(concept, split(concept, spans))
    assert all(text.endswith("here.") for text in found)
    assert all(size(text) <= LIMIT for text in found)


def test_lines_of_a_cut_paragraph_are_its_own() -> None:
    concept, spans = document("\n".join("A line of text." for _ in range(300)))
    lines = concept.body.split("\n")
    for passage in split(concept, spans):
        assert isinstance(passage.locator, LinesLocator)
        text = "\n".join(lines[passage.locator.first - 1 : passage.locator.last])
        assert concept.body[passage.start : passage.end] == text


def test_a_table_that_fits_stays_whole() -> None:
    concept, spans = document("Before.", "| a | b |\n|---|---|\n| 1 | 2 |")
    assert len(split(concept, spans)) == 1


def test_a_long_table_is_cut_by_rows_and_repeats_its_header() -> None:
    rows = "\n".join(f"| CC-{number} | Department of number {number} |" for number in range(120))
    concept, spans = document("## Centres", "| Code | Owner |\n|---|---|\n" + rows)
    first, *rest = split(concept, spans)
    assert first.header is None
    assert first.kind is PassageKind.TABLE
    for passage in rest:
        assert passage.header is not None
        assert concept.body[slice(*passage.header)] == "| Code | Owner |\n|---|---|"
        assert context_text(concept, passage).startswith(
            "Guide > Centres\n| Code | Owner |\n|---|---|\n| CC-"
        )
        assert isinstance(passage.locator, LinesLocator)
        assert passage.locator.last - passage.locator.first == concept.body.count(
            "\n", passage.start, passage.end
        )


def test_a_giant_row_is_cut_too() -> None:
    concept, spans = document("| a |\n|---|\n| " + "cell text " * 500 + "|")
    assert all(size(text) <= LIMIT for text in texts(concept, split(concept, spans)))


def test_a_passage_never_crosses_a_page() -> None:
    concept, spans = document(
        (BlockKind.PARAGRAPH, "One.", 1),
        (BlockKind.PARAGRAPH, "Two.", 1),
        (BlockKind.PARAGRAPH, "Three.", 2),
    )
    passages = split(concept, spans)
    assert texts(concept, passages) == ["One.\n\nTwo.", "Three."]
    assert [passage.locator for passage in passages] == [PdfLocator(page=1), PdfLocator(page=2)]


def test_a_table_over_two_pages_is_cut_between_them() -> None:
    text = "| a |\n|---|\n| 1 |\n| 2 |"
    concept, spans = document(text)
    places = (PdfLocator(page=1),) * 3 + (PdfLocator(page=2),)
    parts = tuple(
        Part(start=part.start, end=part.end, locator=page)
        for part, page in zip(spans[0].parts, places, strict=True)
    )
    span = Span(start=0, end=len(text), kind=BlockKind.TABLE, locator=places[0], parts=parts)
    assert [passage.locator for passage in split(concept, [span])] == [
        PdfLocator(page=1),
        PdfLocator(page=2),
    ]


def test_a_passage_of_speech_ends_where_nothing_is_said_for_long() -> None:
    body = "One.\n\nTwo.\n\nThree."
    starts = (1.0, 50.0, 3605.0)
    spans = [
        Span(
            start=at,
            end=at + len(text),
            kind=BlockKind.PARAGRAPH,
            locator=TimeLocator(from_s=start, to_s=start + 4),
        )
        for (at, text), start in zip(
            [(0, "One."), (6, "Two."), (12, "Three.")], starts, strict=True
        )
    ]
    found = split(Concept(id="talk", meta={}, body=body), spans)
    assert [(body[p.start : p.end], p.locator) for p in found] == [
        ("One.\n\nTwo.", TimeLocator(from_s=1.0, to_s=54.0)),
        ("Three.", TimeLocator(from_s=3605.0, to_s=3609.0)),
    ]


def test_slides_and_sheets_are_kept_apart() -> None:
    concept, spans = document("One.", "Two.", "Three.")
    places: tuple[Locator, ...] = (
        SlideLocator(slide=1),
        SlideLocator(slide=2),
        SheetLocator(sheet="Q1", range="A1:B2"),
    )
    spans = [
        Span(start=span.start, end=span.end, kind=span.kind, locator=locator)
        for span, locator in zip(spans, places, strict=True)
    ]
    assert [passage.locator for passage in split(concept, spans)] == list(places)


def test_code_that_fits_is_never_cut() -> None:
    code = "```\n" + "call()\n\n" * 90 + "```"
    concept, spans = document("word " * 120, (BlockKind.CODE, code, 0), "word " * 120)
    passages = split(concept, spans)
    assert code in texts(concept, passages)
    assert PassageKind.CODE in {passage.kind for passage in passages}


def test_text_that_no_block_covers_is_kept_without_a_place() -> None:
    concept = Concept(id="guide", meta={}, body="Covered.\n\nForgotten.\n")
    span = Span(start=0, end=8, kind=BlockKind.PARAGRAPH, locator=PdfLocator(page=1))
    passages = split(concept, [span])
    assert texts(concept, passages) == ["Covered.", "Forgotten."]
    assert passages[1].locator is None


def test_a_concept_without_text_can_still_be_found_by_its_title() -> None:
    passages = split(Concept(id="guide", meta={"title": "Guide"}, body="\n \n"), [])
    assert [(passage.start, passage.end, passage.locator) for passage in passages] == [(0, 0, None)]


def test_the_context_names_title_and_section() -> None:
    concept, spans = document("# Guide", "Intro.", "## Hotels", "At most 250.")
    assert (
        context_text(concept, split(concept, spans)[1])
        == "Guide > Hotels\n## Hotels\n\nAt most 250."
    )


def test_headings_lose_their_markup() -> None:
    assert heading_text("## **Hotels** and `rooms` ##") == "Hotels and rooms"
    assert heading_text("## [Hotels](https://example.com) \\& snake_case") == "Hotels & snake_case"
    assert heading_text("Setext\n======") == "Setext"
    assert heading_text("#") == ""


WORDS = st.text(st.sampled_from("ab 字é.|#\n\x00"), min_size=1, max_size=40).filter(str.strip)
BLOCKS = st.lists(
    st.tuples(
        st.sampled_from([kind for kind in BlockKind if kind is not BlockKind.HIDDEN]),
        WORDS,
        st.integers(1, 80),
        st.integers(0, 2),
    ),
    max_size=12,
)


@settings(max_examples=150)
@given(BLOCKS)
def test_passages_are_exact_ordered_disjoint_and_cover_all_text(
    blocks: list[tuple[BlockKind, str, int, int]],
) -> None:
    concept, spans = document(
        *((kind, (text * times).strip(), page) for kind, text, times, page in blocks)
    )
    passages = split(concept, spans)
    rest, end = "", 0
    for passage in passages:
        assert end <= passage.start <= passage.end <= len(concept.body)
        rest += concept.body[end : passage.start]
        end = passage.end
    assert not (rest + concept.body[end:]).strip()
    assert [passage.ordinal for passage in passages] == list(range(len(passages)))
    assert all(size(text) <= LIMIT * 2 for text in texts(concept, passages))
