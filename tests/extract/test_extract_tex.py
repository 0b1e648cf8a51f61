from pathlib import Path

from reading import blocks_of, document_of, texts_of

from okf_server.model.document import BlockKind, Document
from okf_server.model.locator import LinesLocator


def _read(folder: Path, text: str) -> Document:
    path = folder / "a.tex"
    path.write_text(text)
    return document_of(path)


def test_the_title_and_sections_are_headings(tmp_path: Path) -> None:
    text = (
        "\\documentclass{article}\n\\title{The \\emph{Book}}\n\\begin{document}\n\\maketitle\n"
        "\\section{Travel}\\label{s}\nText.\n\\subsection*{Hotels}\nMore.\n\\end{document}\nnot this\n"
    )
    document = _read(tmp_path, text)
    assert document.title == "The Book"
    assert blocks_of(document) == [
        (BlockKind.HEADING, "# The Book", LinesLocator(first=2, last=2, path=("The Book",))),
        (
            BlockKind.HEADING,
            "## Travel",
            LinesLocator(first=5, last=5, path=("The Book", "Travel")),
        ),
        (BlockKind.PARAGRAPH, "Text.", LinesLocator(first=5, last=6, path=("The Book", "Travel"))),
        (
            BlockKind.HEADING,
            "### Hotels",
            LinesLocator(first=7, last=7, path=("The Book", "Travel", "Hotels")),
        ),
        (
            BlockKind.PARAGRAPH,
            "More.",
            LinesLocator(first=8, last=8, path=("The Book", "Travel", "Hotels")),
        ),
    ]


def test_commands_lose_their_names_and_accents_are_letters(tmp_path: Path) -> None:
    text = "Z\\\"urich, caf\\'e, Fran\\c{c}ois, Mart\\'\\i n, \\O resund and Stra\\ss{}e: \\textbf{50\\%} of ``it'' -- \\cite{knuth}.\n"
    assert texts_of(_read(tmp_path, text)) == [
        "Zürich, café, François, Martín, Øresund and Straße: 50% of “it” – [knuth]."
    ]


def test_formulas_stay_as_they_are(tmp_path: Path) -> None:
    text = "If $a<b_1$ or \\(x\\), then\n\\begin{equation}\\label{e}\nE = mc^2\n\\end{equation}\n\\[ y \\]\n"
    document = _read(tmp_path, text)
    assert texts_of(document) == ["If $a<b_1$ or $x$, then", "$$\nE = mc^2\n$$", "$$\ny\n$$"]
    assert document.spans[1].locator == LinesLocator(first=2, last=3)


def test_lists_tables_and_code_are_read(tmp_path: Path) -> None:
    text = (
        "\\begin{itemize}\n\\item one\n\\begin{enumerate}\n\\item inner\n\\end{enumerate}\n\\end{itemize}\n"
        "\\begin{table}[h]\n\\caption{Limits}\n\\begin{tabular}{|l|r|}\n\\hline\nCity & Limit \\\\ \\hline\n"
        "Rome & \\textbf{120} \\\\\n\\end{tabular}\n\\end{table}\n\\begin{verbatim}\nx % y\n\\end{verbatim}\n"
    )
    document = _read(tmp_path, text)
    assert texts_of(document) == [
        "- one", "    1. inner", "Limits", "| City | Limit |\n| --- | --- |\n| Rome | 120 |",
        "```\nx % y\n```",
    ]  # fmt: skip
    assert [part.locator for part in document.spans[3].parts][2:] == [
        LinesLocator(first=12, last=12)
    ]


def test_a_remark_is_no_text_and_ends_no_paragraph(tmp_path: Path) -> None:
    document = _read(tmp_path, "One % remark\n% another\ntwo 5\\% three.\n")
    assert blocks_of(document) == [
        (BlockKind.PARAGRAPH, "One\ntwo 5% three.", LinesLocator(first=1, last=3))
    ]


def test_nothing_that_it_names_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret.tex").write_text("salaries")
    text = "\\input{secret}\n\\include{secret.tex}\nText \\href{https://example.com}{here}.\n"
    assert texts_of(_read(tmp_path, text)) == ["Text here."]
