from pathlib import Path

from reading import blocks_of, document_of, texts_of

from okf_server.model.document import BlockKind, Document
from okf_server.model.locator import LinesLocator


def _read(folder: Path, text: str) -> Document:
    path = folder / "a.rst"
    path.write_text(text)
    return document_of(path)


def test_titles_get_their_level_from_the_order_of_their_signs(tmp_path: Path) -> None:
    text = "====\nBook\n====\n\nOne\n---\n\nDeep\n~~~~\n\nTwo\n---\n"
    assert blocks_of(_read(tmp_path, text)) == [
        (BlockKind.HEADING, "# Book", LinesLocator(first=1, last=3, path=("Book",))),
        (BlockKind.HEADING, "## One", LinesLocator(first=5, last=6, path=("Book", "One"))),
        (
            BlockKind.HEADING,
            "### Deep",
            LinesLocator(first=8, last=9, path=("Book", "One", "Deep")),
        ),
        (BlockKind.HEADING, "## Two", LinesLocator(first=11, last=12, path=("Book", "Two"))),
    ]


def test_the_title_of_the_document_is_its_first_heading(tmp_path: Path) -> None:
    assert _read(tmp_path, "Travel\n======\n\nText.\n").title == "Travel"


def test_roles_lose_their_name_and_links_show_their_address(tmp_path: Path) -> None:
    text = "See :ref:`rules`, `the page <https://example.com/x>`_ and `Hotels`_.\n"
    assert texts_of(_read(tmp_path, text)) == [
        "See `rules`, the page (https://example.com/x) and Hotels."
    ]


def test_code_is_kept_as_it_is(tmp_path: Path) -> None:
    text = "Run this::\n\n    okf build .\n      --json\n\n.. code-block:: python\n   :linenos:\n\n   print(1)\n"
    document = _read(tmp_path, text)
    assert blocks_of(document) == [
        (BlockKind.PARAGRAPH, "Run this:", LinesLocator(first=1, last=1)),
        (BlockKind.CODE, "```\nokf build .\n  --json\n```", LinesLocator(first=3, last=4)),
        (BlockKind.CODE, "```python\nprint(1)\n```", LinesLocator(first=9, last=9)),
    ]


def test_lists_nest(tmp_path: Path) -> None:
    text = "- one\n  goes on\n\n  - inner\n\n- two\n\n1. first\n#. second\n"
    assert texts_of(_read(tmp_path, text)) == [
        "- one goes on", "    - inner", "- two", "1. first", "- second",
    ]  # fmt: skip


def test_grid_tables_have_a_place_for_each_row(tmp_path: Path) -> None:
    text = (
        "+-------+---------+\n| City  | Limit   |\n+=======+=========+\n"
        "| Paris | 150 EUR |\n|       | a night |\n+-------+---------+\n| Rome  | 120     |\n+-------+---------+\n"
    )
    document = _read(tmp_path, text)
    assert texts_of(document) == [
        "| City | Limit |\n| --- | --- |\n| Paris | 150 EUR a night |\n| Rome | 120 |"
    ]
    places = [part.locator for part in document.spans[0].parts]
    assert places[2:] == [LinesLocator(first=4, last=5), LinesLocator(first=7, last=7)]


def test_a_cell_that_spans_columns_stands_in_the_first(tmp_path: Path) -> None:
    text = "+---+---+\n| a | b |\n+---+---+\n| wide  |\n+---+---+\n"
    assert texts_of(_read(tmp_path, text)) == ["| a | b |\n| --- | --- |\n| wide |  |"]


def test_simple_tables_and_tables_of_lists_are_tables(tmp_path: Path) -> None:
    text = (
        "====  =====\nCity  Limit\n====  =====\nRome  120\n      EUR\n====  =====\n\n"
        ".. list-table:: Limits\n   :header-rows: 1\n\n   * - City\n     - Limit\n   * - Oslo\n     - 140\n"
    )
    assert texts_of(_read(tmp_path, text)) == [
        "| City | Limit |\n| --- | --- |\n| Rome | 120 EUR |",
        "Limits",
        "| City | Limit |\n| --- | --- |\n| Oslo | 140 |",
    ]


def test_footnotes_admonitions_and_formulas_keep_their_text(tmp_path: Path) -> None:
    text = ".. note::\n\n   Ask first.\n\n.. [1] See the\n   annex.\n\n.. math:: a^2\n\n.. warning:: Hot.\n"
    kinds = [(kind, text) for kind, text, _ in blocks_of(_read(tmp_path, text))]
    assert kinds == [
        (BlockKind.PARAGRAPH, "Note:\nAsk first."),
        (BlockKind.NOTE, "[^1]: See the annex."),
        (BlockKind.EQUATION, "$$\na^2\n$$"),
        (BlockKind.PARAGRAPH, "Hot."),
    ]


def test_references_are_marks_of_their_notes(tmp_path: Path) -> None:
    text = (
        "One [1]_, two [#]_, named [#law]_ and [Roe2020]_ hold.\n\nThree [#]_.\n\n::\n\n   a [#]_\n\n"
        ".. [1] First.\n.. [#] Second.\n.. [#law] The law.\n.. [#] Third, see [1]_.\n.. [Roe2020] A book.\n"
    )
    assert texts_of(_read(tmp_path, text)) == [
        "One[^1], two[^2], named[^law] and[^Roe2020] hold.",
        "Three[^3].",
        "```\na [#]_\n```",
        "[^1]: First.",
        "[^2]: Second.",
        "[^law]: The law.",
        "[^3]: Third, see[^1].",
        "[^Roe2020]: A book.",
    ]


def test_nothing_that_it_names_is_read_and_remarks_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("salaries")
    text = ".. include:: secret.txt\n.. raw:: html\n   :file: secret.txt\n\n.. A remark.\n.. _target:\n\nText.\n"
    assert texts_of(_read(tmp_path, text)) == ["Text."]


def test_html_and_links_in_it_are_escaped(tmp_path: Path) -> None:
    text = "Say <script>alert(1)</script> and [x](javascript:1).\n"
    assert texts_of(_read(tmp_path, text)) == [
        "Say \\<script>alert(1)\\</script> and [x]\\(javascript:1)."
    ]


def test_options_that_say_something_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.rst"
    path.write_text(
        ".. csv-table:: Rates\n   :widths: 1, 2\n   :header: City, Limit\n\n   Rome,90\n\n"
        ".. image:: map.png\n   :alt: Map of the northern depots\n"
    )
    assert texts_of(document_of(path)) == [
        "Rates",
        "| City | Limit |\n| --- | --- |\n| Rome | 90 |",
        "Map of the northern depots",
    ]


def test_a_row_that_does_not_fit_its_grid_loses_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.rst"
    path.write_text("+---+---+\n| a | b |\n+===+===+\n| Rome | 90 |\n+---+---+\n")
    assert "Rome" in document_of(path).body
    assert "90" in document_of(path).body
