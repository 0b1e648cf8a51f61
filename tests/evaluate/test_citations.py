import re
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from citation_documents import MAKERS, passages_of

from okf_server.evaluate.citations import CitationReport, Cited, check_citations
from okf_server.evaluate.originals import OPENERS, RECOGNISERS
from okf_server.extract.registry import suffixes
from okf_server.model.install import install_command
from okf_server.model.locator import (
    LinesLocator,
    Locator,
    MailLocator,
    PdfLocator,
    SectionLocator,
    SheetLocator,
    SlideLocator,
    TimeLocator,
)
from okf_server.model.passage import Passage, PassageKind

_CORPORA = Path(__file__).parents[3] / "shared" / "corpora"


def _shifted(locator: Locator | None) -> Locator:
    """The place one page, slide, row, line, block or second further on."""
    match locator:
        case PdfLocator(page=page):
            return locator._replace(page=page + 1)
        case SlideLocator(slide=slide):
            return SlideLocator(slide=slide + 1)
        case SheetLocator(range=cells):
            moved = re.sub(r"\d+", lambda found: str(int(found[0]) + 1), cells)
            return locator._replace(range=moved)
        case _:
            return _shifted_on(locator)


def _shifted_on(locator: Locator | None) -> Locator:
    """The place one line, block or second further on."""
    match locator:
        case LinesLocator(first=first, last=last) | MailLocator(first=first, last=last):
            return locator._replace(first=first + 1, last=last + 1)
        case SectionLocator(block=block, to_block=to_block):
            return locator._replace(block=block + 1, to_block=to_block and to_block + 1)
        case TimeLocator(from_s=from_s, to_s=to_s):
            return TimeLocator(from_s=from_s + 1, to_s=to_s + 1)
        case _:
            raise AssertionError(locator)


def _moved(cited: Cited, locator: Locator | None) -> Cited:
    return cited._replace(passage=cited.passage._replace(locator=locator))


def _made(folder: Path, suffix: str) -> list[Cited]:
    path = folder / f"made{suffix}"
    MAKERS[suffix](path)
    return list(passages_of(path))


def _fraction(report: CitationReport, suffix: str) -> float:
    found = report.formats[suffix.lstrip(".")].fraction
    assert found is not None
    return found


@pytest.mark.parametrize("suffix", MAKERS)
def test_every_passage_is_found_at_its_place(tmp_path: Path, suffix: str) -> None:
    cited = _made(tmp_path, suffix)
    report = check_citations(cited)
    assert report.misses == ()
    assert report.formats[suffix.lstrip(".")].checked == len(cited) > 4
    assert report.fraction == 1.0


@pytest.mark.parametrize("suffix", MAKERS)
def test_the_measure_falls_when_places_are_one_off(tmp_path: Path, suffix: str) -> None:
    cited = [_moved(one, _shifted(one.passage.locator)) for one in _made(tmp_path, suffix)]
    report = check_citations(cited)
    assert _fraction(report, suffix) < 0.2
    assert len(report.misses) > len(cited) * 0.8


def test_the_measure_falls_when_boxes_are_half_an_inch_off(tmp_path: Path) -> None:
    def lower(locator: Locator | None) -> Locator:
        assert isinstance(locator, PdfLocator)
        off = 36 / 842
        boxes = tuple((a, b + off, c, d + off) for a, b, c, d in locator.boxes)
        return locator._replace(boxes=boxes)

    cited = [_moved(one, lower(one.passage.locator)) for one in _made(tmp_path, ".pdf")]
    assert _fraction(check_citations(cited), ".pdf") < 0.1


@pytest.mark.parametrize("suffix", MAKERS)
def test_a_place_that_does_not_exist_is_a_miss(tmp_path: Path, suffix: str) -> None:
    one = _made(tmp_path, suffix)[0]
    locator = one.passage.locator
    for _ in range(2000):
        locator = _shifted(locator)
    (miss,) = check_citations([_moved(one, locator)]).misses
    assert miss.why == "no such place in the original" or miss.why.startswith("0% ")


def test_a_place_of_another_kind_is_a_miss(tmp_path: Path) -> None:
    one = _made(tmp_path, ".txt")[0]
    (miss,) = check_citations([_moved(one, SlideLocator(slide=1))]).misses
    assert miss.why == "no such place in the original"


def test_a_passage_without_a_place_is_a_miss(tmp_path: Path) -> None:
    one = _made(tmp_path, ".txt")[0]
    report = check_citations([_moved(one, None)])
    assert report.fraction == 0.0
    assert [miss.why for miss in report.misses] == ["no locator"]


def test_text_that_was_changed_since_is_a_miss(tmp_path: Path) -> None:
    cited = _made(tmp_path, ".md")
    path = cited[0].original
    path.write_text(path.read_text().replace("days", "months"))
    assert _fraction(check_citations(cited), ".md") < 0.1


def test_an_original_that_is_gone_or_broken_is_a_miss(tmp_path: Path) -> None:
    gone, broken = _made(tmp_path, ".txt"), _made(tmp_path, ".xlsx")
    gone[0].original.unlink()
    broken[0].original.write_bytes(b"PK not a workbook")
    report = check_citations([*gone, *broken])
    assert report.fraction == 0.0
    assert all(miss.why.startswith("the original cannot be opened: ") for miss in report.misses)


def test_a_format_whose_reader_is_not_installed_is_not_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cited = _made(tmp_path, ".pdf") + _made(tmp_path, ".txt")
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    report = check_citations(cited)
    assert report.formats["pdf"].fraction is None
    assert report.formats["pdf"].note == f"not checked: {install_command('evaluate')}"
    assert report.fraction == 1.0
    assert report.to_json()["formats"]["pdf"]["fraction"] is None


def test_a_format_without_an_independent_reader_is_not_checked(tmp_path: Path) -> None:
    one = _made(tmp_path, ".txt")[0]._replace(suffix=".xyz")
    report = check_citations([one])
    assert report.fraction is None
    assert report.formats["xyz"].note == "not checked: no independent reader"


def test_passages_without_text_are_passed_over(tmp_path: Path) -> None:
    blank = Passage(
        concept="a",
        ordinal=0,
        start=0,
        end=0,
        kind=PassageKind.TEXT,
        headings=(),
        section="",
        locator=None,
    )
    report = check_citations([Cited(blank, "", tmp_path / "a.txt", ".txt")])
    assert report.misses == ()
    assert report.fraction is None


def test_the_report_is_json_with_every_miss(tmp_path: Path) -> None:
    good, bad = _made(tmp_path, ".csv")[:2]
    value = check_citations([good, _moved(bad, _shifted(bad.passage.locator))]).to_json()
    assert value["citation_fidelity"] == 0.5
    assert value["formats"]["csv"] == {"fraction": 0.5, "checked": 2, "found": 1, "note": ""}
    assert value["misses"][0]["locator"]["kind"] == "lines"


def _corpus(folder: Path) -> Iterator[Cited]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in MAKERS and path.is_file():
            try:
                yield from passages_of(path)
            except AssertionError:
                continue  # a scan, an empty or a broken file: each has its own test


@pytest.mark.skipif(not _CORPORA.is_dir(), reason="the corpora lie beside the repository")
@pytest.mark.parametrize("corpus", ["northwind", "finance"])
def test_every_citation_of_the_corpora_holds(corpus: str) -> None:
    report = check_citations(_corpus(_CORPORA / corpus))
    assert report.misses == ()
    assert report.fraction == 1.0


@pytest.mark.parametrize("number", [0.1, 1e20, 123456789012, 1e-5, 1e21, 2.5e-12, -1e15, 0])
def test_numbers_without_a_format_are_found_again_however_they_are_written(
    tmp_path: Path, number: float
) -> None:
    path = tmp_path / "a.xlsx"
    workbook = openpyxl.Workbook()
    sheet = workbook.worksheets[0]
    sheet["B2"] = "Totals"
    sheet.merge_cells("B2:D4")
    for column, value in enumerate([date(2026, 1, 2), number, True], 1):
        sheet.cell(6, column, value)
    workbook.save(path)
    report = check_citations(passages_of(path))
    assert report.formats["xlsx"].checked
    assert (report.fraction, report.misses) == (1.0, ())


def test_every_format_that_is_read_has_an_independent_reader() -> None:
    assert set(suffixes()) == OPENERS.keys() | RECOGNISERS.keys()


def test_an_old_workbook_is_looked_up_without_a_word_on_the_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.xls"
    MAKERS[".xls"](path)
    path.write_bytes(path.read_bytes() + b"more")
    check_citations(passages_of(path))
    assert capsys.readouterr().out == ""
