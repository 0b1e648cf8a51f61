"""The places of generated pages, looked up by another reader of HTML."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from okf_server.evaluate.originals_mail import _without_tags
from okf_server.evaluate.originals_web import WebOriginal
from okf_server.extract.web_document import page_outcome, read_page
from okf_server.extract.web_flow import Stretch
from okf_server.model.document import Extracted, Partial
from okf_server.model.locator import MailLocator

_words = st.lists(
    st.sampled_from(["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]),
    min_size=1,
    max_size=4,
)
_text = _words.map(" ".join) | st.sampled_from(["a &lt; b", "5 &amp; 6", " ", "x<br>y", "é ü 한글"])
_inline = st.one_of(
    _text,
    st.tuples(st.sampled_from(["b", "a href=#", "code", "span hidden", "sup"]), _text).map(
        lambda part: f"<{part[0]}>{part[1]}</{part[0].split()[0]}>"
    ),
    _text.map(lambda alt: f'<img src=x alt="{alt}">'),
)
_flow = st.lists(_inline, max_size=4).map("\n".join)


def _wrapped(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    # what the standard lets stand in each other: two parsers differ in mending the rest
    tags = ["div", "section", "blockquote", "div style='display:none'", "nav", "main"]
    narrow = ["p", "h2", "pre"]
    many = st.lists(children, max_size=4).map("\n".join)
    return st.one_of(
        st.tuples(st.sampled_from(narrow), _flow).map(lambda p: f"<{p[0]}>{p[1]}</{p[0]}>"),
        st.just("<p><div>block</div>after</p>loose"),
        st.tuples(st.sampled_from(tags), many).map(lambda p: f"<{p[0]}>{p[1]}</{p[0].split()[0]}>"),
        st.lists(children, min_size=1, max_size=3).map(
            lambda items: f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"
        ),
        st.lists(st.lists(_flow, min_size=1, max_size=3), min_size=1, max_size=3).map(
            lambda rows: (
                "<table>"
                + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
                + "</table>"
            )
        ),
    )


_pages = st.lists(st.recursive(_flow, _wrapped, max_leaves=12), max_size=5).map("\n".join)


def _letters(text: str) -> list[str]:
    return sorted(c for c in text.casefold() if c.isalpha())


def _held(text: str, original: str) -> bool:
    """Whether all letters of a text are there, however a reader arranges them."""
    rest = _letters(original)
    for letter in _letters(text):
        if letter not in rest:
            return False
        rest.remove(letter)
    return True


@settings(
    max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(_pages)
def test_every_block_of_a_page_is_where_it_says(tmp_path: Path, page: str) -> None:
    path = tmp_path / "a.html"
    path.write_text(page)
    outcome = page_outcome(page, "")
    assert isinstance(outcome, Extracted | Partial)
    original = WebOriginal(path)
    for span in outcome.document.spans:
        assert span.locator is not None
        text = original.text_at(span.locator)
        assert text is not None
        assert _held(outcome.document.body[span.start : span.end], text)


@settings(
    max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(_pages)
def test_every_block_of_a_page_stands_in_its_lines(page: str) -> None:
    def place(_path: object, first: Stretch, last: Stretch) -> MailLocator:
        return MailLocator("1", first.lines[0], max(first.lines[0], last.lines[1]))

    lines = page.split("\n")
    for block in read_page(page, place).page.blocks:
        assert isinstance(block.locator, MailLocator)
        assert 0 < block.locator.first <= block.locator.last <= len(lines)
        text = _without_tags("\n".join(lines[block.locator.first - 1 : block.locator.last]))
        said = block.text + " ".join(cell for row in block.rows for cell in row.cells)
        assert _held(said, text)
