import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.extract.codec import (
    document_from_json,
    document_to_json,
    outcome_from_json,
    outcome_to_json,
)
from okf_server.model.document import (
    BlockKind,
    Document,
    Extracted,
    Failed,
    Member,
    Outcome,
    Part,
    Partial,
    Skipped,
    Span,
)
from okf_server.model.locator import (
    LinesLocator,
    MailLocator,
    PdfLocator,
    SectionLocator,
    SheetLocator,
    SlideLocator,
    TimeLocator,
)

_number = st.integers(0, 10**6)
_locators = st.one_of(
    st.builds(
        PdfLocator,
        page=_number,
        boxes=st.lists(st.tuples(*[st.floats(0, 1)] * 4), max_size=3).map(tuple),
    ),
    st.builds(SlideLocator, slide=_number),
    st.builds(SheetLocator, sheet=st.text(), range=st.just("A1:B2")),
    st.builds(
        SectionLocator,
        path=st.lists(st.text()).map(tuple),
        block=_number,
        to_block=st.none() | _number,
    ),
    st.builds(LinesLocator, first=_number, last=_number, path=st.lists(st.text()).map(tuple)),
    st.builds(MailLocator, part=st.text(), first=_number, last=_number),
    st.builds(TimeLocator, from_s=st.floats(0, 1e6), to_s=st.floats(0, 1e6)),
)
_spans = st.builds(
    Span,
    start=_number,
    end=_number,
    kind=st.sampled_from(BlockKind),
    locator=st.none() | _locators,
    level=st.integers(0, 6),
    parts=st.lists(st.builds(Part, start=_number, end=_number, locator=_locators)).map(tuple),
)
_facts = st.dictionaries(st.text(), st.text() | st.integers() | st.lists(st.text()))
_documents = st.builds(
    Document,
    body=st.text(),
    spans=st.lists(_spans, max_size=4).map(tuple),
    title=st.text(),
    details=_facts,
    meta=_facts,
    warnings=st.lists(st.text()).map(tuple),
    lines_from=st.none() | _number,
    hidden=st.lists(st.text()).map(tuple),
    members=st.lists(st.builds(Member, name=st.text(), data=st.binary(), inline=st.booleans())).map(
        tuple
    ),
)


@given(_documents)
def test_a_document_survives_json(document: Document) -> None:
    assert document_from_json(json.loads(json.dumps(document_to_json(document)))) == document


@given(_documents)
def test_equal_documents_are_equal_bytes(document: Document) -> None:
    again = document_from_json(document_to_json(document))
    assert json.dumps(document_to_json(again)) == json.dumps(document_to_json(document))


def test_a_body_kept_elsewhere_is_left_out_and_put_back() -> None:
    document = Document(body="text", spans=())
    value = document_to_json(document, body=False)
    assert "body" not in value
    assert document_from_json(value, body="text") == document


def test_a_place_is_written_once_however_many_rows_share_it() -> None:
    place = SectionLocator(path=("Long heading",), block=7)
    parts = tuple(Part(start=n, end=n + 1, locator=place) for n in range(100))
    span = Span(start=0, end=100, kind=BlockKind.TABLE, locator=place, parts=parts)
    assert len(document_to_json(Document(body="", spans=(span,)))["locators"]) == 1


@pytest.mark.parametrize(
    "outcome",
    [
        Extracted(document=Document(body="b", spans=())),
        Partial(document=Document(body="b", spans=()), reason="page 2"),
        Skipped(reason="unsupported kind: .zip"),
        Failed(reason="empty file", hint="Fill it."),
    ],
)
def test_an_outcome_survives_json(outcome: Outcome) -> None:
    assert outcome_from_json(json.loads(json.dumps(outcome_to_json(outcome)))) == outcome


def test_an_unknown_state_is_an_error() -> None:
    with pytest.raises(ValueError, match="sleeping"):
        outcome_from_json({"state": "sleeping"})
