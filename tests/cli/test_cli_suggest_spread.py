"""okf suggest questions takes from all folders and languages, and from originals."""

import re
from pathlib import Path

import pytest
from cli_running import call_okf

WORLD = {
    "ko": "# 여비 규정\n\n숙박비는 하루 열 만원까지 지급합니다.\n",
    "ja": "# 出張旅費規程\n\n宿泊費は一泊につき一万円までとする。\n",
    "ka": "# სასტუმროს წესები\n\nსასტუმრო ღამეში ასი ლარი ღირს.\n",
    "th": "# นโยบายการเดินทาง\n\nค่าโรงแรมไม่เกินสองพันบาทต่อคืน\n",
    "de": "# Reisekosten\n\nDie Kosten werden nur mit einer Rechnung und dem Beleg erstattet.\n",
}
SHEET = "# Sheet A\n\nThe values of the sheet are checked by the owner.\n"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    docs, base = tmp_path_factory.mktemp("docs"), tmp_path_factory.mktemp("base") / "b"
    texts = {
        f"archive/topic-{number}.md": f"# Topic {number} of old times\n\n## First\n\nText {number}.\n"
        for number in range(30)
    }
    texts |= {f"world/{name}.md": text for name, text in WORLD.items()}
    texts |= {"ops/copy-of-sheet-a.md": SHEET, "ops/sheet-a.md": SHEET}
    for name, text in texts.items():
        (docs / name).parent.mkdir(exist_ok=True)
        (docs / name).write_text(text)
    ended = call_okf("build", docs, "--base", base, "--no-embeddings")
    assert ended.code == 0, ended.err
    return base


def drafted(base: Path, limit: int) -> tuple[list[str], list[str]]:
    """The references of the questions, and the questions without one."""
    text = call_okf("suggest", "questions", "--base", base, "--limit", str(limit)).out
    without = re.findall(r'question: "(.*)"\n    expected: \[\]', text)
    return re.findall(r'expected: \["(.*)"\]', text), without


def test_a_few_questions_are_of_all_folders_and_languages(base: Path) -> None:
    references, _ = drafted(base, 12)
    assert len(references) == 12
    assert {f"world/{name}" for name in WORLD} <= set(references)
    assert "ops/sheet-a" in references
    assert sum(one.startswith("archive/") for one in references) == 6


def test_the_original_is_expected_rather_than_its_copy(base: Path) -> None:
    references, _ = drafted(base, 200)
    assert "ops/sheet-a" in references
    assert "ops/copy-of-sheet-a" not in references


def test_questions_without_an_answer_are_in_the_languages_of_the_base(base: Path) -> None:
    _, without = drafted(base, 1)
    assert len(without) == 5
    assert any("헬리콥터" in one for one in without)
    assert any("ヘリコプター" in one for one in without)
    assert any("Elternzeit" in one for one in without)


def test_what_has_no_wording_is_asked_for_by_its_names(base: Path) -> None:
    out = call_okf("suggest", "questions", "--base", base).out
    assert '"სასტუმროს წესები"' in out
    assert "What does სასტუმროს" not in out
    assert "“นโยบายการเดินทาง” กล่าวว่าอย่างไร" in out
