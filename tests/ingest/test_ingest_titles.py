import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.ingest.titles import LONGEST_DESCRIPTION, description_of, title_of
from okf_server.model.document import BlockKind, Document, Span
from okf_server.okf.markdown import scan


def document(body: str, title: str = "") -> Document:
    return Document(body=body, spans=scan(body), title=title)


@pytest.mark.parametrize(
    ("path", "title", "expected"),
    [
        ("policies/travel-policy.md", "Acme Travel Policy (2026)", "Acme Travel Policy (2026)"),
        ("a/travel_policy--2026.md", "", "travel policy 2026"),
        ("vpn.HTML", "VPN  Setup\n", "VPN Setup"),
        ("Travel Policy.pdf", "Untitled 1", "Travel Policy"),
        ("550e8400-e29b-41d4-a716-446655440000.pdf", "Named", "Named"),
        ("0123456789abcdef01.docx", "Named", "Named"),
        ("2026.xlsx", "Named", "Named"),
        ("deadbeefdeadbeef.docx", "Named", "deadbeefdeadbeef"),
        ("20261130.pdf", "", "20261130"),
        ("---.pdf", "", "---"),
        (".pdf", "", ".pdf"),
        ("no suffix", "", "no suffix"),
    ],
)
def test_a_title_is_found(path: str, title: str, expected: str) -> None:
    assert title_of(path, document("text", title)) == expected


def test_a_machine_made_name_gives_way_to_the_first_heading() -> None:
    assert title_of("x/4711.docx", document("Intro\n\n## *Stock* plan\n", "Other")) == "Stock plan"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("# Title\n\nFirst one. Second one.\n", "First one."),
        ("See e.g. the list. Then more.", "See e.g. the list."),
        ("Ask Dr. Smith, J. Doe or z.B. mich! Now.", "Ask Dr. Smith, J. Doe or z.B. mich!"),
        ("Costs 3.5 percent. Yes.", "Costs 3.5 percent."),
        ("出張の規定です。詳細は下記。", "出張の規定です。"),
        ("A **bold** [link](x.md)\nover lines\n", "A bold link over lines"),
        ('He said "stop." Then left.', 'He said "stop."'),
        ("***\n\n!!!\n\nReal text.", "Real text."),
        ("- a list\n- alone\n", ""),
        ("| a |\n|---|\n| b |\n", ""),
        ("", ""),
    ],
)
def test_the_first_sentence_describes(body: str, expected: str) -> None:
    assert description_of(document(body)) == expected


def test_a_long_sentence_is_cut_at_a_word() -> None:
    text = description_of(document("word, " * 100))
    assert len(text) <= LONGEST_DESCRIPTION
    assert text.endswith("word…")


@given(st.text())
def test_any_text_has_a_short_description_on_one_line(body: str) -> None:
    span = Span(start=0, end=len(body), kind=BlockKind.PARAGRAPH, locator=None)
    text = description_of(Document(body=body, spans=(span,)))
    assert len(text) <= LONGEST_DESCRIPTION
    assert len(text.splitlines()) <= 1
