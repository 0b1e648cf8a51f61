"""How the index.md of a folder is written."""

from okf_server.okf.frontmatter import parse
from okf_server.okf.links import links
from okf_server.okf.listing import ListingEntry, render_index


def test_concepts_stand_under_the_title_and_folders_below() -> None:
    text = render_index(
        "Policies",
        concepts=[ListingEntry(title="Travel", target="travel.md", description="Who may fly.")],
        folders=[ListingEntry(title="archive", target="archive/")],
    )
    assert text == (
        "# Policies\n\n* [Travel](travel.md) - Who may fly.\n\n# Folders\n\n* [archive](archive/)\n"
    )


def test_folders_stand_under_the_title_where_there_are_no_concepts() -> None:
    text = render_index("Top", concepts=[], folders=[ListingEntry(title="hr", target="hr/")])
    assert text == "# Top\n\n* [hr](hr/)\n"
    assert render_index("Top", concepts=[], folders=[]) == "# Top\n\n"


def test_only_the_root_declares_the_version() -> None:
    text = render_index("Top", concepts=[], folders=[], is_root=True)
    assert text.startswith('---\nokf_version: "0.2"\n---\n\n# Top\n')
    assert parse(text).meta == {"okf_version": "0.2"}


def test_titles_and_descriptions_are_text_and_targets_are_encoded() -> None:
    text = render_index(
        "T",
        concepts=[
            ListingEntry(
                title="List [of] `all`\nthings",
                target="größe (1).md",
                description="<b>one</b>\n# two " + "word " * 100,
            )
        ],
        folders=[],
    )
    line = text.split("\n")[2]
    assert line.startswith(
        "* [List \\[of\\] \\`all\\` things](gr%C3%B6%C3%9Fe%20%281%29.md) - \\<b\\>one"
    )
    assert line.endswith("word …")
    assert len(line) < 400
    assert len(links(text)) == 1
