"""Citations of text files whose encoding or markup hides the words."""

from pathlib import Path

import pytest
from citation_documents import passages_of
from citation_sentences import sentences

from okf_server.evaluate.citations import check_citations
from okf_server.model.locator import LinesLocator

_KOREAN = "출장비 규정 {}조: 호텔 숙박비는 1박에 {}원을 넘지 않으며 영수증은 제출해야 한다."
_JAPANESE = "旅費規程 {}条: ホテル代は一泊{}円を超えてはならず、領収書は提出すること。"
_RUSSIAN = "Правило {}: гостиница не дороже {} евро за ночь, чеки сдаются в срок."


def _found(path: Path, *, off: int = 0) -> float:
    cited = list(passages_of(path))
    assert len(cited) > 4
    for at, one in enumerate(cited):
        place = one.passage.locator
        assert isinstance(place, LinesLocator)
        moved = place._replace(first=place.first + off, last=place.last + off)
        cited[at] = one._replace(passage=one.passage._replace(locator=moved))
    fraction = check_citations(cited).fraction
    assert fraction is not None
    return fraction


@pytest.mark.parametrize(
    ("encoding", "sentence"),
    [("cp949", _KOREAN), ("shift_jis", _JAPANESE), ("euc_jp", _JAPANESE), ("cp1251", _RUSSIAN)],
)
def test_text_in_an_older_encoding_is_found_again(
    tmp_path: Path, encoding: str, sentence: str
) -> None:
    path = tmp_path / "a.txt"
    lines = [sentence.format(n, n * 1000) for n in range(120)]
    path.write_text("\n\n".join(lines), encoding=encoding)
    assert _found(path) == 1.0
    assert _found(path, off=2) < 0.2


def test_links_in_markdown_hide_no_words(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    texts = [
        text.replace("each", "[each](https://example.com/rules?id=1)") for text in sentences(80, 3)
    ]
    path.write_text("\n\n".join(texts))
    assert _found(path) == 1.0
    assert _found(path, off=2) < 0.2


def test_a_remark_alone_in_a_paragraph_of_rich_text_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / "a.rtf"
    row = r"\trowd\intbl Limit{\*\annotation In EUR.}\cell 90\cell\row\pard "
    remark = r"{\deleted gone}{\*\annotation Why was it taken out?}\par "
    path.write_bytes(rb"{\rtf1\ansi One.\par " + f"{row}{remark}Kept.\\par {remark}}}".encode())
    assert check_citations(list(passages_of(path))).fraction == 1.0


def test_notes_of_markup_do_not_part_the_sentences_that_refer_to_them(tmp_path: Path) -> None:
    for name, text in {
        "a.adoc": "The limit footnote:[In EUR.] is ninety a night.\n",
        "a.rst": "The limit [#]_ is ninety a night.\n\n.. [#] In EUR.\n",
    }.items():
        (tmp_path / name).write_text(text)
        assert check_citations(list(passages_of(tmp_path / name))).fraction == 1.0
