from pathlib import Path

import pytest
from reading import blocks_of, document_of, texts_of

from okf_server.model.document import BlockKind
from okf_server.model.locator import SectionLocator

_PAGE = """<!doctype html><html><head><title>VPN setup</title><style>p {color: red}</style>
<script>var secret = "evil";</script></head><body>
<p>Before any heading.</p>
<h1>Connecting</h1><p>Use the <b>gateway</b>, <a href="https://vpn.example.com/a">online</a>.</p>
<div>Loose text <p>inside</p> and after</div>
<ul><li>one<ul><li>sub</li></ul></li><li><p>two</p><p>paragraphs</p></li></ul>
<h2>Ports</h2><table><tr><th>Name<th>Port<tr><td rowspan=2>web|app<td>80<tr><td>443</table>
<pre>x = 1
  y = 2</pre><noscript>no script</noscript><p style="display:none">unseen</p><p>Last<br>words</p></body></html>"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "vpn.html"
    path.write_text(_PAGE)
    return path


def test_a_page_is_blocks_with_path_and_ordinal(page: Path) -> None:
    blocks = blocks_of(document_of(page))
    top, ports = ("Connecting",), ("Connecting", "Ports")
    table = "| Name | Port |\n| --- | --- |\n| web\\|app | 80 |\n|  | 443 |"
    assert blocks == [
        (BlockKind.PARAGRAPH, "Before any heading.", SectionLocator(path=(), block=1)),
        (BlockKind.HEADING, "# Connecting", SectionLocator(path=top, block=2)),
        (
            BlockKind.PARAGRAPH,
            "Use the gateway, [online](https://vpn.example.com/a).",
            SectionLocator(path=top, block=3),
        ),
        (BlockKind.PARAGRAPH, "Loose text", SectionLocator(path=top, block=4)),
        (BlockKind.PARAGRAPH, "inside", SectionLocator(path=top, block=5)),
        (BlockKind.PARAGRAPH, "and after", SectionLocator(path=top, block=6)),
        (BlockKind.LIST, "- one", SectionLocator(path=top, block=7)),
        (BlockKind.LIST, "    - sub", SectionLocator(path=top, block=8)),
        (BlockKind.LIST, "- two paragraphs", SectionLocator(path=top, block=9, to_block=10)),
        (BlockKind.HEADING, "## Ports", SectionLocator(path=ports, block=11)),
        (BlockKind.TABLE, table, SectionLocator(path=ports, block=12)),
        (BlockKind.CODE, "```\nx = 1\n  y = 2\n```", SectionLocator(path=ports, block=13)),
        (BlockKind.PARAGRAPH, "Last\nwords", SectionLocator(path=ports, block=15)),
    ]


def test_scripts_styles_and_hidden_text_are_left_out(page: Path) -> None:
    body = document_of(page).body
    assert not any(word in body for word in ("evil", "color", "no script", "unseen"))


def test_the_first_heading_is_the_title_and_else_the_title_element(page: Path) -> None:
    assert document_of(page).title == "Connecting"
    page.write_text("<html><head><title>Only this</title></head><body><p>Text</p></body></html>")
    document = document_of(page)
    assert document.title == "Only this"
    assert "Only this" not in document.body


@pytest.mark.parametrize(
    ("encoding", "meta"),
    [
        ("utf-8", ""),
        ("cp1252", ""),
        ("cp1252", "windows-1252"),
        ("cp1251", "windows-1251"),
        ("utf-16", ""),
    ],
)
def test_the_encoding_is_found(tmp_path: Path, encoding: str, meta: str) -> None:
    words = "Привет" if encoding == "cp1251" else "Grüße – naïve"
    path = tmp_path / "a.htm"
    path.write_bytes(f'<meta charset="{meta}"><p>{words}</p>'.encode(encoding))
    assert texts_of(document_of(path)) == [words]


def test_broken_markup_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text("<p>one<p>two<table><tr><td>cell</div></b><h1>Title")
    assert "one" in document_of(path).body


def test_markup_in_text_stays_text(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text("<p>Write &lt;script&gt; and [x](y) and # 1.</p>")
    assert texts_of(document_of(path)) == ["Write \\<script> and [x]\\(y) and # 1."]


def test_a_very_deep_page_ends(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text("<div>" * 400 + "deep" + "</div>" * 400)
    assert texts_of(document_of(path)) == ["deep"]
