"""What answers say of text that was recognised in pictures or sound."""

import json
from pathlib import Path

import pytest
from search_library import NOW, find, library, written

from okf_server.index.records import concept_from_line, concept_line
from okf_server.model.access import OPERATOR
from okf_server.search.get import get
from okf_server.search.view import View

HEARD = {"method": "speech", "model": "tiny.en", "confidence": 0.7}


@pytest.fixture
def view(tmp_path: Path) -> View:
    return library(
        tmp_path,
        written("interview", "The hotel limit is 250 dollars.\n", extraction=HEARD),
        written("policy", "The hotel limit is 260 dollars.\n"),
    )


def test_a_hit_says_how_its_words_were_recognised_and_others_say_nothing(view: View) -> None:
    said = {hit.concept.id: hit.citation.extraction for hit in find(view, "hotel limit").hits}
    assert said == {"interview": "speech, confidence 0.70", "policy": ""}


def test_a_reading_says_it_too(view: View) -> None:
    def extraction(reference: str) -> str:
        reading = get(
            view, reference, principal=OPERATOR, section=None, start=0, max_chars=500, now=NOW
        )
        return reading.citation.extraction

    assert extraction("interview") == "speech, confidence 0.70"
    assert extraction("policy") == ""


def test_an_index_from_before_is_still_read(view: View) -> None:
    record = view.index.concepts[0]
    value = json.loads(concept_line(record))
    assert concept_from_line(json.dumps(value).encode()) == record
    del value["extraction"]
    assert concept_from_line(json.dumps(value).encode()).extraction == {}
