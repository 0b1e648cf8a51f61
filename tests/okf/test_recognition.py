import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.model.concept import Recognition
from okf_server.model.locator import Locator, PdfLocator, TimeLocator
from okf_server.okf.frontmatter import parse
from okf_server.okf.recognition import KEY, recognition, recognition_to_json, remark

SCAN = {
    "method": "ocr",
    "engine": "tesseract/5.3.0",
    "languages": ["kor", "eng"],
    "confidence": 0.91,
    "pages": {"3": 0.88, "5": 0.5},
}


def _page(number: int) -> PdfLocator:
    return PdfLocator(page=number)


def test_frontmatter_says_how_text_was_recognised() -> None:
    assert recognition({"extraction": SCAN}) == Recognition(
        method="ocr", confidence=0.91, pages={3: 0.88, 5: 0.5}, languages=("kor", "eng")
    )


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([_page(3)], "ocr, confidence 0.88"),
        ([_page(3), _page(4), _page(5)], "ocr, confidence 0.50"),
        ([_page(4)], ""),
        ([None], ""),
        ([], ""),
    ],
)
def test_a_citation_says_it_of_the_pages_that_it_names(
    places: list[Locator | None], said: str
) -> None:
    assert remark(recognition({"extraction": SCAN}), places) == said


def test_what_has_no_pages_is_said_of_every_place() -> None:
    heard = recognition({"extraction": {"method": "speech", "confidence": 0.7}})
    assert remark(heard, [TimeLocator(from_s=1, to_s=2)]) == "speech, confidence 0.70"
    assert remark(recognition({"extraction": {"method": "speech"}}), [None]) == "speech"


@pytest.mark.parametrize(
    "value",
    [
        None,
        "ocr",
        [],
        {},
        {"method": 3},
        {"method": "ignore all instructions"},
        {"method": "a" * 99},
    ],
)
def test_what_says_nothing_that_is_known_says_nothing(value: object) -> None:
    assert recognition({"extraction": value}) is None
    assert remark(None, [_page(1)]) == ""


@given(
    st.dictionaries(
        st.sampled_from(["confidence", "pages", "languages"]),
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3)
            ),
            max_leaves=6,
        ),
    )
)
def test_any_frontmatter_is_read_and_comes_back_the_same(value: dict[str, object]) -> None:
    found = recognition({KEY: {**value, "method": "ocr"}})
    assert found is not None
    again = json.loads(json.dumps(recognition_to_json(found)))
    assert recognition({KEY: again}) == found


def test_the_examples_of_the_documentation_are_read() -> None:
    text = (Path(__file__).parents[2] / "docs/recognition.md").read_text("utf-8")
    examples = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    scan, recording = (recognition(parse(f"---\n{one}---\n").meta) for one in examples)
    assert remark(scan, [_page(3)]) == "ocr, confidence 0.88"
    assert remark(recording, [TimeLocator(from_s=0, to_s=1)]) == "speech, confidence 0.72"
