"""What a LaTeX file defines itself, and what of it is not printed."""

from pathlib import Path

import pytest
from reading import blocks_of, document_of, texts_of

from okf_server.model.document import BlockKind, Document
from okf_server.model.locator import LinesLocator


def _read(folder: Path, text: str) -> Document:
    path = folder / "a.tex"
    path.write_text(text)
    return document_of(path)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("\\newcommand{\\firm}{North Ltd}\nLet by \\firm\\ and \\firm{}.", "Let by North Ltd and North Ltd."),
        ("\\newcommand\\fee[1]{a fee of #1 euros}\nPays \\fee{250} now.", "Pays a fee of 250 euros now."),
        ("\\newcommand{\\g}[2][one]{#1/#2}\n\\g{a} \\g[two]{b}", "one/a two/b"),
        ("\\def\\pair#1#2{#1 and #2}\n\\pair{x}{y}", "x and y"),
        ("\\NewDocumentCommand{\\q}{O{five} m}{#1 #2}\n\\q{days} \\q[six]{weeks}", "five days six weeks"),
        ("\\let\\strong\\textbf\n\\newcommand{\\firm}{\\strong{North}\\xspace}\n\\firm pays.", "North pays."),
        ("\\newcommand{\\in}{North}\\newcommand{\\out}{\\in\\ Ltd}\n\\out.", "North Ltd."),
        ("\\newcommand{\\v}{1}\n\\renewcommand{\\v}{2}\nVersion \\v.", "Version 2."),
        ("\\newcommand{\\R}{\\mathbb{R}}\nIn $x\\in\\R$.", "In $x\\in\\mathbb{R}$."),
        ("\\newcommand{\\red}[1]{\\textcolor{red}{#1}}\n\\red{Late} fees.", "Late fees."),
        ("\\SI{20}{\\kilo\\gram}, \\qty{3}{\\metre\\per\\second\\squared}, \\num{5}", "20 kg, 3 m/s², 5"),
        ("\\SI{90}{\\percent} at \\SI{4}{\\celsius}", "90 % at 4 °C"),
    ],
)  # fmt: skip
def test_own_commands_are_replaced_by_what_they_stand_for(
    tmp_path: Path, text: str, read: str
) -> None:
    document = _read(tmp_path, f"{text}\n")
    assert document.body == f"{read}\n"
    assert document.warnings == ()


def test_a_command_that_cannot_be_replaced_is_told(tmp_path: Path) -> None:
    text = "\\def\\until#1.{#1 at last}\n\\newcommand{\\two}[2]{#1#2}\nPaid \\until May. And \\two x.\n"
    document = _read(tmp_path, text)
    assert document.warnings == (
        "what some of its own commands stand for was left out: \\two, \\until",
    )


def test_commands_that_call_themselves_end(tmp_path: Path) -> None:
    text = "\\newcommand{\\a}{x\\b\\b}\\newcommand{\\b}{y\\a\\a}\nRent \\a is due.\n"
    document = _read(tmp_path, text)
    assert document.body.startswith("Rent x")
    assert document.warnings[0].startswith("what some of its own commands stand for was left out")


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("\\iffalse Old draft \\fi New.", "Old draft"),
        ("\\iftrue New.\\else Old draft\\fi", "Old draft"),
        ("\\newif\\ifold\n\\ifold Old \\ifx ab draft\\fi\\else New.\\fi", "Old draft"),
        ("\\newif\\ifold\n\\oldtrue\n\\ifold New.\\else Old draft\\fi", "Old draft"),
        ("\\let\\ifold\\iffalse\n\\ifold Old draft\\fi New.", "Old draft"),
        ("New.\\phantom{Old draft}", "Old draft"),
        ("\\textcolor{white}{Old draft}New.", "Old draft"),
        ("\\textcolor[rgb]{1,1,1}{Old draft}New.", "Old draft"),
        ("{\\color{white} Old draft}New.", "Old draft"),
    ],
)
def test_what_is_not_printed_is_hidden(tmp_path: Path, text: str, hidden: str) -> None:
    document = _read(tmp_path, f"{text}\n")
    assert document.body == "New.\n"
    assert [" ".join(said.replace("ab ", "").split()) for said in document.hidden] == [hidden]
    assert document.warnings == (
        "holds text that is switched off or not printed; it is not searched",
    )


def test_a_sentence_of_a_command_that_nothing_calls_is_kept_for_the_reviewer(
    tmp_path: Path,
) -> None:
    text = (
        "\\newcommand{\\front}{The rent is due\n on the first day.}\n\\newcommand{\\x}{y}\nText.\n"
    )
    document = _read(tmp_path, text)
    assert document.body == "Text.\n"
    assert document.hidden == ("The rent is due on the first day.",)


def test_white_letters_on_a_painted_ground_are_seen(tmp_path: Path) -> None:
    document = _read(tmp_path, "\\colorbox{black}{\\textcolor{white}{Warning}}: hot.\n")
    assert document.body == "Warning: hot.\n"
    assert document.hidden == ()


def test_code_keeps_what_looks_like_a_command(tmp_path: Path) -> None:
    text = "\\newcommand{\\firm}{North}\n\\begin{verbatim}\n\\firm \\iffalse x\n\\end{verbatim}\n"
    assert texts_of(_read(tmp_path, text)) == ["```\n\\firm \\iffalse x\n```"]


def test_a_footnote_is_a_note_behind_its_paragraph(tmp_path: Path) -> None:
    text = "Pays monthly.\\footnote{Except\nin July.} Always.\n\nNext\\footnote[4]{\\emph{Two}.}.\n"
    assert blocks_of(_read(tmp_path, text)) == [
        (BlockKind.PARAGRAPH, "Pays monthly.[^1] Always.", LinesLocator(first=1, last=2)),
        (BlockKind.NOTE, "[^1]: Except in July.", LinesLocator(first=1, last=2)),
        (BlockKind.PARAGRAPH, "Next[^2].", LinesLocator(first=4, last=4)),
        (BlockKind.NOTE, "[^2]: Two.", LinesLocator(first=4, last=4)),
    ]


def test_lines_stay_where_they_are(tmp_path: Path) -> None:
    text = (
        "\\newcommand{\\firm}{North\n  Ltd}\n\nOne.\n\n\\iffalse\n\nold\n\n\\fi\n\nTwo \\firm.\n\n"
        "\\newcommand{\\of}[1]{(#1)}\nThree \\of{a\nb}.\n\nFour.\n"
    )
    assert [(text, place) for _, text, place in blocks_of(_read(tmp_path, text))] == [
        ("One.", LinesLocator(first=4, last=4)),
        ("Two North Ltd.", LinesLocator(first=12, last=12)),
        ("Three (a b).", LinesLocator(first=15, last=16)),
        ("Four.", LinesLocator(first=18, last=18)),
    ]
