import time
from pathlib import Path

import pytest
from reading import blocks_of, document_of, outcome_of, texts_of

from okf_server.model.document import BlockKind, Document, Failed, Partial


def _page(tmp_path: Path, body: str) -> Document:
    path = tmp_path / "a.html"
    path.write_text(body)
    return document_of(path)


_MARGINS = """<header>Acme Inc</header><nav><a href=/>Home</a> <a href=/x>Shop</a></nav>
<div id="cookie-banner">We use cookies.</div><ul class="breadcrumb"><li>You are here</li></ul>
%s<aside>Related offers</aside><footer>© Acme</footer>"""


def test_margins_of_a_page_are_left_out(tmp_path: Path) -> None:
    document = _page(tmp_path, _MARGINS % "<h1>Leave</h1><p>Thirty days a year.</p>")
    assert texts_of(document) == ["# Leave", "Thirty days a year."]


def test_margins_are_kept_where_nothing_else_is(tmp_path: Path) -> None:
    assert "Related offers" in _page(tmp_path, _MARGINS % "").body


def test_the_main_part_is_taken_where_it_is_most_of_the_page(tmp_path: Path) -> None:
    main = "<main><p>The whole text of the page, in several words.</p></main><p>Ad</p>"
    assert texts_of(_page(tmp_path, main)) == ["The whole text of the page, in several words."]
    other = "<main><p>Hi</p></main><p>But the text stands elsewhere on this page.</p>"
    assert len(texts_of(_page(tmp_path, other))) == 2


def test_the_title_of_a_page_is_kept_though_it_stands_in_its_header(tmp_path: Path) -> None:
    page = "<header><h1>Leave</h1>Menu</header><article><p>Thirty days.</p><aside>A hint.</aside></article>"
    assert texts_of(_page(tmp_path, page)) == ["# Leave", "Thirty days.", "A hint."]


def test_a_page_of_a_title_alone_is_its_title(tmp_path: Path) -> None:
    document = _page(
        tmp_path, "<!doctype html><head><title>Acme &amp; Co</title></head><body></body>"
    )
    assert (document.title, document.body) == ("Acme & Co", "# Acme & Co\n")


def test_lists_terms_and_their_descriptions(tmp_path: Path) -> None:
    page = (
        "<ol start=3><li>three<ul><li>under</li></ul></li><li value=9>nine</li><li>ten</li></ol>"
        "<dl><dt>Term<dd>First.<dd>Second.<dl><dt>Sub<dd>Deep.</dl></dl>"
    )
    assert texts_of(_page(tmp_path, page)) == [
        "3. three", "    - under", "9. nine", "10. ten",
        "- Term", "    - First.", "    - Second.", "    - Sub", "        - Deep.",
    ]  # fmt: skip


def test_code_keeps_its_lines_and_names_its_language(tmp_path: Path) -> None:
    page = (
        '<div class="highlight-python"><pre>def a():\n    return 1</pre></div>'
        '<pre><code class="language-sql">select 1</code></pre><pre class="literal-block">plain</pre>'
        '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td><pre>x\ny</pre></td></table>'
        "<p>Call <code>a()</code> now.</p>"
    )
    assert texts_of(_page(tmp_path, page)) == [
        "```python\ndef a():\n    return 1\n```",
        "```sql\nselect 1\n```",
        "```\nplain\n```",
        "```\nx\ny\n```",
        "Call `a()` now.",
    ]


def test_formulas_are_latex_where_the_page_says_it(tmp_path: Path) -> None:
    page = (
        r'<p>So <math alttext="x^2"><mi>x</mi><mn>2</mn></math> holds.</p>'
        r'<div><math display="block"><semantics><mrow><mi>E</mi></mrow>'
        r'<annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math></div>'
        r'<p><span class="katex"><span class="katex-mathml"><math><annotation encoding="application/x-tex">\pi'
        r'</annotation></math></span><span class="katex-html" aria-hidden="true">π</span></span> is round.</p>'
        r'<p>And <span class="MathJax_Preview">y</span><script type="math/tex">y_1</script>.</p>'
        r'<p><img class="mwe-math-fallback-image-inline" alt="{\displaystyle a+b}"> wide</p>'
        r"<p>Bare <math><mi>z</mi><mo>=</mo><mn>3</mn></math></p>"
    )
    document = _page(tmp_path, page)
    assert texts_of(document) == [
        "So $x^2$ holds.", "$$\nE=mc^2\n$$", r"$\pi$ is round.", "And $y_1$.", "$a+b$ wide", "Bare $z=3$",
    ]  # fmt: skip
    assert document.spans[1].kind is BlockKind.EQUATION


@pytest.mark.parametrize("namespace", ["", ' xmlns="http://www.w3.org/1998/Math/MathML"'])
def test_formulas_that_a_page_only_draws_are_written_as_latex(
    tmp_path: Path, namespace: str
) -> None:
    page = (
        f"<p>Half <math{namespace}><mfrac><mi>a</mi><mi>b</mi></mfrac><!-- no sign --></math> and "
        f"<math{namespace}><mrow><msqrt><mi>x</mi></msqrt><msup><mi>y</mi><mn>2</mn></msup></mrow></math>.</p>"
    )
    assert texts_of(_page(tmp_path, page)) == [r"Half $\frac{a}{b}$ and $\sqrt{x}y^{2}$."]


def test_a_formula_that_nests_beyond_all_sense_keeps_its_signs(tmp_path: Path) -> None:
    page = f"<p>So <math>{'<msqrt>' * 300}<mi>x</mi>{'</msqrt>' * 300}</math>.</p>"
    assert texts_of(_page(tmp_path, page)) == ["So $x$."]


def test_notes_pictures_captions_and_quotations(tmp_path: Path) -> None:
    page = (
        '<p>Fact<sup><a href="#fn1">1</a></sup>, 10<sup>6</sup> m<sup>2</sup>, H<sub>2</sub>O, 4<sup>th</sup>.</p>'
        '<figure><img src=x alt="A red chart"><figcaption>Fig. 1</figcaption></figure>'
        '<p>Press <img src=y alt="Start"> now.<img src=z alt=""></p><blockquote><p>Said he.<br>Twice.</p></blockquote>'
        '<section class="footnotes"><ol><li id="fn1">See there.</li></ol></section>'
    )
    assert [(kind, text) for kind, text, _ in blocks_of(_page(tmp_path, page))] == [
        (BlockKind.PARAGRAPH, "Fact[1], 10⁶ m², H₂O, 4th."),
        (BlockKind.CAPTION, "A red chart"),
        (BlockKind.CAPTION, "Fig. 1"),
        (BlockKind.PARAGRAPH, "Press Start now."),
        (BlockKind.PARAGRAPH, "> Said he.\n> Twice."),
        (BlockKind.NOTE, "1. See there."),
    ]


def test_a_merged_cell_stands_once(tmp_path: Path) -> None:
    page = (
        "<table><caption>Rates</caption><tr><th colspan=2>City<th>Limit<tr><td rowspan=2>UK<td>London<td>240"
        "<tr><td>Leeds<td>150<tr><td colspan=3>All <b>net</b><br>of tax</table>"
    )
    caption, table = texts_of(_page(tmp_path, page))
    assert caption == "Rates"
    assert table.split("\n") == [
        "| City |  | Limit |",
        "| --- | --- | --- |",
        "| UK | London | 240 |",
        "|  | Leeds | 150 |",
        "| All net of tax |  |  |",
    ]


def test_items_of_a_list_in_a_cell_keep_their_numbers(tmp_path: Path) -> None:
    page = (
        "<table><tr><th>Step<th>Who<tr><td><ol start=3><li>Ask<li style='display:none'>Hide<li>Pay</ol>"
        "<td><ul><li>Ana<li>Bo</ul></table>"
    )
    (table,) = texts_of(_page(tmp_path, page))
    assert table.split("\n")[2:] == ["| 3. Ask 5. Pay | Ana Bo |"]


def test_a_row_that_the_next_one_says_again_is_left_out(tmp_path: Path) -> None:
    page = (
        "<table><tr><th>Year<th>Quarter<th>Sum<tr><td rowspan=3>2025<tr><td rowspan=2>Q1<td>"
        "<tr><td>12</table>"
    )
    (table,) = texts_of(_page(tmp_path, page))
    assert table.split("\n")[2:] == ["| 2025 | Q1 | 12 |"]


def test_tables_that_only_arrange_a_page_are_read_as_its_text(tmp_path: Path) -> None:
    long = "Words of a whole page. " * 30
    page = (
        f"<table><tr><td><h1>Top</h1><p>{long}</p></td><td><table><tr><th>A<th>B<tr><td>1<td>2</table></td></table>"
        "<table role=presentation><tr><td>left<td>right</table><p>After</p>"
    )
    document = _page(tmp_path, page)
    assert texts_of(document)[0] == "# Top"
    assert texts_of(document)[2:] == [
        "| A | B |\n| --- | --- |\n| 1 | 2 |",
        "left",
        "right",
        "After",
    ]
    assert [getattr(span.locator, "block", None) for span in document.spans] == [1, 1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            '<meta http-equiv="Content-Type" content="text/html; charset=euc-kr"><p>한글'.encode(
                "cp949"
            ),
            "한글",
        ),
        ('<?xml version="1.0" encoding="shift_jis"?><html><p>日本語'.encode("cp932"), "日本語"),
        ('<meta charset="gb2312"><p>中文'.encode("gb18030"), "中文"),
        ('<meta charset="iso-8859-1"><p>“quoted” €'.encode("cp1252"), "“quoted” €"),
        (b'<meta charset="x-user-defined"><p>plain', "plain"),
        ("<p>Grüße".encode("utf-16"), "Grüße"),
    ],
)
def test_the_encoding_that_a_page_names_is_read_as_browsers_do(
    tmp_path: Path, data: bytes, words: str
) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(data)
    assert texts_of(document_of(path)) == [words]


def test_a_page_that_is_nested_too_deep_is_read_in_part(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text("<p>start</p>" + "<div>" * 5000 + "deep")
    outcome = outcome_of(path)
    assert isinstance(outcome, Partial)
    assert outcome.reason.startswith("more than 2048 elements inside each other")
    assert outcome.document.body == "start\n"


@pytest.mark.parametrize(
    "page",
    [
        "<table>" * 2000 + "x",
        "<table><tr><td rowspan=65534 colspan=1000>a" + "<tr><td>b" * 20_000,
        "<ul><li>x" * 3000,
        "<style>" + ".a{color:red}" * 50_000 + "</style><p class=a>x",
        "<p aria-hidden=true>" * 2000 + " " * 100_000 + "x",
        "<a href=#>" * 20_000 + "x",
        "<p style='" + "a:b;" * 100_000 + "'>x",
        "<math>" * 3000 + "x",
        "<p class='" + "cookie" * 30_000 + "'>x",
        "<p style='left:" + "1" * 200_000 + "z'>x",
        "<td colspan="
        + "9" * 5000
        + "><ol start="
        + "9" * 5000
        + "><li value="
        + "9" * 5000
        + ">x",
        "&#xD800;&#0;&amp;" * 10_000 + "x",
        "<![CDATA[" * 1000 + "<!--" * 1000 + "x",
    ],
)
def test_a_hostile_page_ends_soon(tmp_path: Path, page: str) -> None:
    path = tmp_path / "a.html"
    path.write_text(page)
    started = time.perf_counter()
    outcome_of(path)
    assert time.perf_counter() - started < 20


def test_nothing_that_a_page_names_is_opened(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("SECRET")
    uri = (tmp_path / "secret.txt").as_uri()
    page = (
        f'<!DOCTYPE html [<!ENTITY x SYSTEM "{uri}">]><p>a &x; b</p><iframe src="{uri}"></iframe>'
        f'<object data="{uri}"></object><link rel=stylesheet href="{uri}">'
    )
    assert "SECRET" not in _page(tmp_path, page).body


def test_an_empty_page_says_that_it_has_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text("<html><body><p> </p></body></html>")
    assert isinstance(outcome_of(path), Failed)
