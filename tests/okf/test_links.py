"""Links in all the forms that real bundles use."""

import time
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.okf.links import (
    Link,
    LinkKind,
    leaves_bundle,
    links,
    plain,
    render_link,
    target,
    wiki_names,
)


def targets(body: str, concept: str = "a/b/here") -> list[str | None]:
    return [target(link, concept) for link in links(body)]


def written(body: str) -> list[tuple[str, str]]:
    return [(link.text, link.target) for link in links(body)]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/tables/customers.md", "tables/customers"),
        ("/tables/customers", "tables/customers"),
        ("other.md", "a/b/other"),
        ("./other.md", "a/b/other"),
        ("../other.md#part", "a/other"),
        ("../../top.md", "top"),
        ("../../../out.md", None),
        ("/../out.md", None),
        ("#part", "a/b/here"),
        ("", "a/b/here"),
        ("sub/", "a/b/sub/"),
        ("sub/index.md", "a/b/sub/"),
        ("index.md", "a/b/"),
        ("..", "a/"),
        ("/", "/"),
        ("/index.md", "/"),
        ("../attest/x.py", "a/attest/x.py"),
        ("%E6%95%B0/%E5%AE%A2 ".strip() + ".md", "a/b/数/客"),
        ("<my file.md>", "a/b/my file"),
        ("my%20file.md?plain=1", "a/b/my file"),
        ("a_\\(b\\).md", "a/b/a_(b)"),
        ("a_(b).md", "a/b/a_(b)"),
        ("Other.MD", "a/b/Other"),
        ("..%2F..%2F..%2Fout.md", None),
        ("a%00b.md", None),
        ("https://example.com/x.md", None),
        ("mailto:a@example.com", None),
        ("//host/x.md", None),
    ],
)
def test_a_link_leads_to_its_place_in_the_bundle(path: str, expected: str | None) -> None:
    assert targets(f"See [it]({path}) there.") == [expected]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('[a](x.md "title") and [b](<y z.md> \'t\')', [("a", "x.md"), ("b", "y z.md")]),
        ("[a [b] c](x.md)", [("a [b] c", "x.md")]),
        ("[![alt](i.png)](x.md)", [("![alt](i.png)", "x.md")]),
        ("[a\nb](x.md)", [("a\nb", "x.md")]),
        ("[a][one] [One][] [one]\n\n[one]: x.md 'T'", [("a", "x.md"), ("One", "x.md"), ("one", "x.md")]),
        ("[a][none] [ ] [x] [note]", []),
        ("[^1] text\n\n[^1]: note", []),
        ("\\[a](x.md)", []),
        ("[a] (x.md)", []),
        ("[[Name]] [[dir/Name|shown]] [[Name#part]]",
         [("Name", "Name"), ("shown", "dir/Name"), ("Name#part", "Name#part")]),
        ("| [[Name\\|shown]] |\n|--|", [("shown", "Name\\")]),
        ("- [a](x.md)\n  - [b](y.md)", [("a", "x.md"), ("b", "y.md")]),
        ("# [a](x.md)\n> [b](y.md)", [("a", "x.md"), ("b", "y.md")]),
    ],
)  # fmt: skip
def test_links_are_found_in_every_form(body: str, expected: list[tuple[str, str]]) -> None:
    assert written(body) == expected


@pytest.mark.parametrize(
    "body",
    [
        "`[a](x.md)`", "``a ` [a](x.md)``", "```\n[a](x.md)\n```", "    [a](x.md)",
        "~~~\n[[a]]\n", "<!-- [a](x.md) -->", "- item\n  ```\n  [a](x.md)\n  ```",
    ],
)  # fmt: skip
def test_what_stands_in_code_or_comments_is_no_link(body: str) -> None:
    assert links(body) == ()


def test_an_unclosed_code_mark_hides_nothing() -> None:
    assert written("a ` b [a](x.md)") == [("a", "x.md")]
    assert written("a `` b ` [a](x.md) `` [b](y.md)") == [("b", "y.md")]


def test_a_link_knows_its_place() -> None:
    body = "intro\n\nSee [it](x.md).\n"
    assert links(body) == (Link(kind=LinkKind.INLINE, text="it", target="x.md", start=11, end=21),)
    assert body[11:21] == "[it](x.md)"


def test_images_are_told_from_links() -> None:
    assert [link.kind for link in links("![a](a.png) [[b]]")] == [LinkKind.IMAGE, LinkKind.WIKI]


def test_a_wikilink_finds_a_concept_by_the_end_of_its_path_or_its_title() -> None:
    names = wiki_names(
        {"notes/Deep/Topic": "Other", "Topic": "", "notes/Other": "The Title", "x": "The title"}
    )
    found = links("[[topic]] [[deep/Topic#s]] [[Other.md]] [[The Title]]")
    assert [target(link, "y", names=names) for link in found] == [
        "Topic",
        "notes/Deep/Topic",
        "notes/Other",
        "x",
    ]
    assert targets("[[Nowhere]] [[#part]]") == ["Nowhere", "a/b/here"]


def test_only_a_path_can_leave_the_bundle() -> None:
    body = "[a](../../x.md) [b](https://e.example) [c](x.md) [[../x]] [d](#s)"
    assert [leaves_bundle(link, "a/here") for link in links(body)] == [
        True,
        False,
        False,
        False,
        False,
    ]


@given(
    st.text(max_size=40), st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
)
def test_a_rendered_link_is_read_back(text: str, path: str) -> None:
    rendered = render_link(f"x{text}", path)
    assert "\n" not in rendered
    assert [unquoted(link) for link in links(rendered)] == [path]


def unquoted(link: Link) -> str:
    return unquote(link.target)


def test_plain_text_cannot_become_markup() -> None:
    assert plain("a [b](c)\n# <script> `x`") == "a \\[b\\](c) # \\<script\\> \\`x\\`"


@given(
    st.lists(st.sampled_from([*list("[]()!\\`<> \n#^:|a\"'"), "[[", "]]", "](", "[a]: b\n"])).map(
        "".join
    )
)
def test_any_body_gives_links_in_order(body: str) -> None:
    found = links(body)
    assert list(found) == sorted(found, key=lambda link: link.start)
    for link in found:
        assert 0 <= link.start < link.end <= len(body)
        target(link, "a/b")


@pytest.mark.parametrize(
    "body",
    ["[" * 100_000, "[a](" * 50_000, '[a](b "' * 50_000, "`" * 100_000 + "[", "[a" * 80_000,
     "[[a" * 50_000, "[\\" * 80_000, "<!--[" * 40_000, "[a](b" + " " * 100_000, "[a]: " * 50_000,
     "".join("`" * (n % 300) + " [" for n in range(1_000)), "[a](" + "(" * 100_000, "[a](<" * 50_000],
)  # fmt: skip
def test_hostile_text_takes_linear_time(body: str) -> None:
    began = time.process_time()
    links(body)
    assert time.process_time() - began < 5
