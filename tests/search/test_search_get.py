"""Reading concepts by every form of reference."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from search_library import GUEST, HR, NOW, library, written

from okf_server.errors import NotFoundError, UsageError
from okf_server.model.access import OPERATOR, Principal
from okf_server.model.answer import Reading
from okf_server.model.item import ItemRecord, State
from okf_server.model.locator import LinesLocator, PdfLocator
from okf_server.model.passage import Passage, PassageKind
from okf_server.search.get import get
from okf_server.search.lines import TextLines, asked_lines, text_lines
from okf_server.search.view import View

OKF_ID = "okf_" + "0" * 31 + "1"
BODY = "# Travel\n\nIntro.\n\n## Hotels\n\nAt most 250.\n\n### Breakfast\n\nIncluded.\n\n## Meals\n\n60 a day.\n"


@pytest.fixture
def view(tmp_path: Path) -> View:
    return library(
        tmp_path,
        written(
            "policies/travel-policy",
            BODY,
            path="docs/Policies/Travel Policy.md",
            title="Travel",
            okf_id=OKF_ID,
        ),
        written("policies/pay", "Secret salaries.\n", path="docs/Policies/Pay.md", access_class=1),
        written("hr/notes", "One.\n"),
        written("it/notes", "Two.\n"),
        moved={"travel": "policies/travel-policy", "old-pay": "policies/pay"},
    )


def read(
    view: View,
    reference: str,
    *,
    principal: Principal = OPERATOR,
    section: str | None = None,
    start: int = 0,
    max_chars: int = 1000,
) -> Reading:
    return get(
        view,
        reference,
        principal=principal,
        section=section,
        start=start,
        max_chars=max_chars,
        now=NOW,
    )


@pytest.mark.parametrize(
    "reference",
    [
        "policies/travel-policy",
        "policies/travel-policy.md",
        "acme:policies/travel-policy",
        "Policies/Travel-Policy",
        "travel-policy",
        "travel",
        "docs/Policies/Travel Policy.md",
        "docs/policies/travel policy.md",
        "acme:docs/Policies/Travel Policy.md",
        "Travel Policy.md",
        "okf://source/docs/Policies/Travel%20Policy.md",
        f"okf://concept/{OKF_ID}",
        f"okf://concept/acme:{OKF_ID}",
        OKF_ID,
        "okf://concept/policies/travel-policy",
        "okf://concept/acme:policies/travel-policy.md",
        "okf://concept/docs/Policies/Travel%20Policy.md",
        "  ./policies/travel-policy ",
    ],
)
def test_a_concept_is_read_by_every_form_of_reference(view: View, reference: str) -> None:
    reading = read(view, reference)
    assert reading.concept.id == "policies/travel-policy"
    assert reading.text == BODY
    assert reading.sections == ("travel", "hotels", "breakfast", "meals")
    assert reading.next_start is None
    assert reading.citation.path == "docs/Policies/Travel Policy.md"
    assert reading.citation.uri == "file:///srv/Acme%20files/Policies/Travel%20Policy.md"
    assert reading.concept.meta["okf_id"] == OKF_ID


@pytest.mark.parametrize(
    ("reference", "section"), [("travel#hotels", None), ("travel", "hotels"), ("travel", "Hotels")]
)
def test_a_section_is_read_with_all_below_it(
    view: View, reference: str, section: str | None
) -> None:
    reading = read(view, reference, section=section)
    assert reading.text.rstrip() == "## Hotels\n\nAt most 250.\n\n### Breakfast\n\nIncluded."
    assert reading.section == "hotels"
    assert reading.start == BODY.index("## Hotels")


def test_a_missing_section_names_those_that_there_are(view: View) -> None:
    with pytest.raises(
        NotFoundError, match=r"no section 'flights'.*travel, hotels, breakfast, meals"
    ):
        read(view, "travel#flights")


@pytest.mark.parametrize(
    ("reference", "first", "last", "path"),
    [
        ("travel", 1, 15, ("Travel",)),
        ("travel#travel", 1, 15, ("Travel",)),
        ("travel#hotels", 5, 11, ("Travel", "Hotels")),
        ("travel#breakfast", 9, 11, ("Travel", "Hotels", "Breakfast")),
    ],
)
def test_a_citation_names_the_lines_and_the_headings_of_all_that_is_read(
    view: View, reference: str, first: int, last: int, path: tuple[str, ...]
) -> None:
    place = read(view, reference).citation.locator
    assert place == LinesLocator(first=first, last=last, path=path)


def test_a_citation_of_sections_side_by_side_names_none_of_them(tmp_path: Path) -> None:
    view = library(tmp_path, written("a", "# One\n\nFirst.\n\n# Two\n\nSecond.\n"))
    assert read(view, "a").citation.locator == LinesLocator(first=1, last=7, path=())


@pytest.mark.parametrize(
    ("lines", "text", "path"),
    [
        ("L7", "At most 250.", ("Travel", "Hotels")),
        ("L3-L5", "Intro.\n\n## Hotels", ("Travel",)),
        ("L3-5", "Intro.\n\n## Hotels", ("Travel",)),
        ("L15-L15", "60 a day.", ("Travel", "Meals")),
        ("L1-L15", BODY.rstrip(), ("Travel",)),
    ],
)
def test_exactly_the_lines_that_are_named_are_read_and_cited(
    view: View, lines: str, text: str, path: tuple[str, ...]
) -> None:
    reading = read(view, f"docs/Policies/Travel Policy.md:{lines}")
    first, _, last = lines.removeprefix("L").replace("L", "").partition("-")
    assert reading.text == text
    assert reading.next_start is None
    assert reading.citation.locator == LinesLocator(int(first), int(last or first), path)
    assert read(view, f"policies/travel-policy:{lines}").text == text


@pytest.mark.parametrize("lines", ["L99-L100", "L15-L16", "L0-L3", "L3-L1", "L0"])
def test_lines_that_are_not_there_are_an_error_that_says_which_are(view: View, lines: str) -> None:
    with pytest.raises((NotFoundError, UsageError), match=r"in lines 1 to 15|count from 1"):
        read(view, f"policies/travel-policy:{lines}")


def test_lines_count_in_the_original_and_not_in_the_text_below_its_frontmatter() -> None:
    page = TextLines(body="Five.\nSix.\n", before=4, headed=False)
    assert (page.stretch(5, 5), page.stretch(6, 6), page.last) == ((0, 5), (6, 10), 6)
    with pytest.raises(NotFoundError, match="lines 5 to 6"):
        page.stretch(4, 5)


def test_lines_of_what_has_pages_are_refused() -> None:
    pages = [Passage("a", 0, 0, 3, PassageKind.TEXT, (), "", PdfLocator(page=1))]
    assert text_lines("one", pages) is None
    with pytest.raises(UsageError, match="not read by lines"):
        asked_lines(None, (1, 2), name="a")


@pytest.mark.parametrize("commit", ["abc", "0a1b2c3d", "main"])
def test_a_commit_is_refused_where_there_is_no_git(view: View, commit: str) -> None:
    with pytest.raises(UsageError, match=f"no commit '{commit}': commits are of git sources alone"):
        read(view, f"policies/travel-policy:L3@{commit}")


def test_a_denied_concept_has_no_lines_and_no_commit(view: View) -> None:
    for reference in ("policies/pay:L1", "policies/pay:L99", "policies/pay:L1@abc"):
        with pytest.raises(NotFoundError, match="There is no"):
            read(view, reference, principal=GUEST)


def test_a_long_text_is_read_in_turns_that_end_with_blocks(tmp_path: Path) -> None:
    body = "".join(f"Paragraph number {number} of many.\n\n" for number in range(50)).strip() + "\n"
    view = library(tmp_path, written("a", body))
    text, start = "", 0
    while True:
        reading = read(view, "a", start=start, max_chars=200)
        assert len(reading.text) <= 200
        assert reading.text.endswith("many.") or reading.next_start is None
        assert body[reading.start : reading.start + len(reading.text)] == reading.text
        text += body[start : reading.start] + reading.text
        if reading.next_start is None:
            break
        text += body[reading.start + len(reading.text) : reading.next_start]
        start = reading.next_start
    assert text == body


def test_a_block_longer_than_asked_is_cut_at_a_blank(tmp_path: Path) -> None:
    view = library(tmp_path, written("a", "word " * 100), written("b", "x" * 500))
    assert read(view, "a", max_chars=52).text == "word " * 9 + "word"
    assert len(read(view, "b", max_chars=52).text) == 52


@pytest.mark.parametrize("start", [10_000, -5])
def test_a_start_outside_the_text_is_brought_inside(view: View, start: int) -> None:
    assert 0 <= read(view, "travel", start=start).start <= len(BODY)


@pytest.mark.parametrize(
    "reference",
    ["policies/pay", "pay", "old-pay", "docs/Policies/Pay.md", "POLICIES/PAY", "Pay.md"],
)
def test_a_denied_concept_reads_like_a_missing_one(
    view: View, tmp_path: Path, reference: str
) -> None:
    without = library(
        tmp_path / "without",
        written(
            "policies/travel-policy",
            BODY,
            path="docs/Policies/Travel Policy.md",
            title="Travel",
            okf_id=OKF_ID,
        ),
        written("hr/notes", "One.\n"),
        written("it/notes", "Two.\n"),
    )
    with pytest.raises(NotFoundError) as denied:
        read(view, reference, principal=GUEST)
    with pytest.raises(NotFoundError) as missing:
        read(without, reference, principal=GUEST)
    assert str(denied.value) == str(missing.value)
    assert read(view, reference, principal=HR).text == "Secret salaries.\n"


def test_near_matches_are_named(view: View) -> None:
    with pytest.raises(NotFoundError, match="Did you mean policies/travel-policy"):
        read(view, "policies/travel-rules")


@pytest.mark.parametrize(
    "reference",
    [
        "notes",
        "other:hr/notes",
        "hr",
        "../hr/notes",
        "okf://concept/okf_" + "9" * 32,
        "x" * 10_000,
        "okf://concept/1",
        f"other:{OKF_ID}",
    ],
)
def test_what_means_no_single_concept_is_not_found(view: View, reference: str) -> None:
    with pytest.raises(NotFoundError):
        read(view, reference)


@pytest.mark.parametrize("reference", ["", "\x00", "okf://concept/"])
def test_a_reference_that_says_nothing_is_refused(view: View, reference: str) -> None:
    with pytest.raises(UsageError):
        read(view, reference)


def test_a_snapshot_that_was_removed_is_told(view: View) -> None:
    shutil.rmtree(view.bundle)
    with pytest.raises(NotFoundError):
        read(view, "policies/travel-policy")


@pytest.mark.parametrize(
    "reference",
    [
        "/srv/Acme files/Policies/Travel Policy.md",
        "file:///srv/Acme%20files/Policies/Travel%20Policy.md",
        "file://localhost/srv/Acme%20files/Policies/Travel%20Policy.md",
        "acme:/srv/Acme files/Policies/Travel Policy.md",
    ],
)
def test_a_document_is_read_by_the_place_of_its_file(view: View, reference: str) -> None:
    assert read(view, reference).concept.id == "policies/travel-policy"
    assert read(view, f"{reference}:L7").text == "At most 250."
    assert read(view, f"{reference}#meals").section == "meals"


def test_every_answers_own_address_is_a_reference(view: View) -> None:
    for concept in ("policies/travel-policy", "hr/notes", "policies/pay"):
        assert read(view, read(view, concept).citation.uri).concept.id == concept


@pytest.mark.parametrize(
    "reference",
    [
        "/srv/Acme files",
        "/srv/Acme filesx/Policies/Travel Policy.md",
        "/etc/passwd",
        "file:///srv/Acme%20files/../Acme%20files/Policies/Travel%20Policy.md",
        "file://",
        "other:/srv/Acme files/Policies/Travel Policy.md",
    ],
)
def test_a_place_that_is_no_documents_is_not_found(view: View, reference: str) -> None:
    with pytest.raises(NotFoundError):
        read(view, reference)


def test_a_denied_file_is_not_found_by_its_place(view: View) -> None:
    with pytest.raises(NotFoundError, match="There is no"):
        read(view, "/srv/Acme files/Policies/Pay.md", principal=GUEST)


def test_only_what_is_written_nearly_so_is_suggested(view: View, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="Search or browse the base"):
        read(view, "policies/holidays")
    twins = library(
        tmp_path / "twins",
        written("case/policy-964d82", "Ours."),
        written("case/policy-d11ba4", "Theirs."),
        written("case/people", "All."),
    )
    with pytest.raises(NotFoundError, match=r"mean case/policy-964d82, case/policy-d11ba4\?"):
        read(twins, "case/policy")
    with pytest.raises(NotFoundError, match=r"mean policies/travel-policy\?"):
        read(view, "polices/Travel Polizy.pdf")


def test_an_item_that_is_not_indexed_says_why_to_the_operator_alone(view: View) -> None:
    unread = (
        ItemRecord(
            path="docs/Old Scan.pdf",
            state=State.FAILED,
            reason="no text layer",
            hint="Install OCR.",
        ),
        ItemRecord(path="docs/film.mkv", state=State.SKIPPED, reason="a kind that is not read"),
    )
    known = replace(view, unread=unread)
    for reference in ("docs/Old Scan.pdf", "docs/old-scan", "/srv/Acme files/Old Scan.pdf"):
        with pytest.raises(NotFoundError, match=r"could not be read: no text layer\. Install OCR"):
            read(known, reference)
        with pytest.raises(NotFoundError, match="There is no"):
            read(known, reference, principal=HR)
    with pytest.raises(NotFoundError, match=r"was skipped: a kind.*okf status"):
        read(known, "docs/film.mkv")


HIDDEN = "Seen.\n\n<!-- " + "zebra " * 40 + "-->\n\nSeen too.\n\n<!-- end -->\n"


def _hiding(tmp_path: Path) -> View:
    return library(tmp_path, written("a", HIDDEN))


@pytest.mark.parametrize("max_chars", [1, 5, 20, 100, 260, 1000])
def test_what_nobody_sees_is_in_no_part_of_a_text(tmp_path: Path, max_chars: int) -> None:
    view = _hiding(tmp_path)
    start: int | None = 0
    parts: list[str] = []
    while start is not None:
        reading = read(view, "a", start=start, max_chars=max_chars)
        parts.append(reading.text)
        assert "zebra" not in reading.text + reading.citation.quote
        assert reading.next_start is None or reading.next_start > start
        start = reading.next_start
    assert "".join("".join(parts).split()) == "Seen.Seentoo."


def test_a_text_that_begins_in_what_nobody_sees_begins_behind_it(tmp_path: Path) -> None:
    reading = read(_hiding(tmp_path), "a", start=20, max_chars=30)
    assert reading.text.strip() == "Seen too."
    assert HIDDEN[reading.start :].startswith("\n\nSeen too.")
