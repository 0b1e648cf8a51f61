"""Documents of the text formats, made for one test."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

from making_books import write_book
from making_word_97 import word_97


def _sentences(count: int, seed: int) -> list[str]:
    chance = Random(seed)
    subjects = ["travel", "hotel", "meal", "invoice", "supplier", "contract", "warehouse", "laptop"]
    verbs = ["needs", "approves", "replaces", "limits", "reports", "returns", "records", "refuses"]
    return [
        f"The {chance.choice(subjects)} number {seed * 1000 + n} {chance.choice(verbs)} "
        f"each claim within {chance.randint(2, 90)} days."
        for n in range(count)
    ]


def rst(path: Path) -> None:
    parts = ["========\nHandbook\n========\n"]
    for part in range(8):
        first, second, third, fourth, fifth = _sentences(5, part)
        parts.append(
            f"Part {part}\n------\n\n{first} See :ref:`rule-{part}` and\n`the page <https://example.com/{part}>`_. {second}\n\n"
            f"* {third}\n* Item {part} with ``code``\n\n.. note::\n\n   {fourth}\n\n"
            f".. code-block:: python\n\n   print({part}, 'rule')\n\n"
            f"+--------+------------------------------+\n| City   | Rule number {part}                |\n"
            f"+========+==============================+\n| Rome{part}  | {part * 17} days                      |\n"
            f"+--------+------------------------------+\n\n{fifth}\n"
        )
    path.write_text("\n".join(parts))


def rich_text(path: Path) -> None:
    parts = [r"{\rtf1\ansi{\header Running head\par}{\stylesheet{\s1\outlinelevel0 heading 1;}}"]
    for part in range(8):
        first, second, third, fourth = _sentences(4, part)
        parts.append(
            rf"\pard\s1 Part {part}\par\pard {first}{{\footnote {second}}}\par\par{{\v unseen}}\par"
            rf"\pard{{\listtext 1.\tab}}{third}\par"
            rf"\trowd\pard\intbl City\cell Rome{part}\cell\row\trowd\pard\intbl Rule\cell {fourth}\cell\row"
            rf"\pard caf\'e9 and \u54620?\u44544? of {part}\par"
        )
    path.write_text("".join([*parts, "}"]))


def old_word(path: Path) -> None:
    parts: list[str] = []
    for part in range(40):
        first, second, third = _sentences(3, part)
        parts += [f"Part {part}", first, "", second, f"UNSEEN {part}", third]
    marked = tuple((f"UNSEEN {part}", 0x083C) for part in range(8))
    word_97(path, "\r".join([*parts, ""]), marked)


def asciidoc(path: Path) -> None:
    parts = ["= Handbook\n:toc: left\n"]
    for part in range(8):
        first, second, third, fourth = _sentences(4, part)
        parts.append(
            f"== Part {part}\n\n{first}\n{second}\n\n* {third}\n** Inner item {part}\n\n"
            f"[source,sql]\n----\nselect {part} from rules\n----\n\n// a remark\n\n"
            f".Limits {part}\n|===\n|City |Rule\n\n|Rome{part}\n|{fourth}\n|===\n"
        )
    path.write_text("\n".join(parts))


def tex(path: Path) -> None:
    parts = ["\\documentclass{article}\n\\title{Handbook}\n\\begin{document}\n\\maketitle\n"]
    for part in range(8):
        first, second, third, fourth = _sentences(4, part)
        parts.append(
            f"\\section{{Part {part}}}\\label{{part:{part}}}\n{first} % a remark\n"
            f"See \\textbf{{rule}} \\cite{{key{part}}} of M\\\"uller and caf\\'e, 50\\% of $a_{part} < b$. {second}\n\n"
            f"\\begin{{itemize}}\n\\item {third}\n\\item \\emph{{Item}} {part}\n\\end{{itemize}}\n"
            f"\\begin{{tabular}}{{ll}}\nCity & Rule \\\\ \\hline\nRome{part} & {fourth} \\\\\n\\end{{tabular}}\n"
            f"\\begin{{equation}}\nx_{{{part}}} = y^2\n\\end{{equation}}\n"
        )
    path.write_text("".join([*parts, "\\end{document}\n"]))


def data(path: Path) -> None:
    rules = [
        {"id": n, "rule": text, "city": "Zürich", "limits": [n, n * 2.5], "on": n % 2 == 0}
        for n, text in enumerate(_sentences(60, 7))
    ]
    rows = ",\n  ".join(map(json.dumps, rules))
    path.write_text(f'{{"name": "rules", "rules": [\n  {rows}\n]}}\n')


def markup(path: Path) -> None:
    rules = "\n".join(
        f'  <rule id="{n}">\n    <city>Rome &amp; {n}</city>\n    <text>{text} <b>Really</b>\n      so.</text>\n'
        f'    <limit currency="EUR{n}"/>\n  </rule>'
        for n, text in enumerate(_sentences(40, 9))
    )
    path.write_text(f'<?xml version="1.0"?>\n<rules>\n{rules}\n</rules>\n')


def notebook(path: Path) -> None:
    cells: list[dict[str, object]] = []
    for part in range(12):
        first, second, third = _sentences(3, part)
        cells.append({"cell_type": "markdown", "source": [f"## Part {part}\n", "\n", first]})
        output = {"output_type": "stream", "text": [f"{third}\n"]}
        code = f"# {second}\nprint({part})"
        cells.append({"cell_type": "code", "source": code, "outputs": [output]})
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}))


def captions(path: Path) -> None:
    cues = ["WEBVTT - Town hall\n"]
    for n, text in enumerate(_sentences(120, 3)):
        start = n * 7
        clock = f"{start // 60:02d}:{start % 60:02d}.250"
        end = f"{(start + 6) // 60:02d}:{(start + 6) % 60:02d}.750"
        cues.append(f"{clock} --> {end} align:start\n<v {'Anna' if n % 5 else 'Ben'}>{text}\n")
    path.write_text("\n".join(cues))


def subtitles(path: Path) -> None:
    cues = []
    for n, text in enumerate(_sentences(120, 4)):
        head, _, tail = text.partition(" each ")
        start, end = divmod(n * 7, 60), divmod(n * 7 + 6, 60)
        times = " --> ".join(f"00:{minute:02d}:{second:02d},500" for minute, second in (start, end))
        cues.append(f"{n + 1}\n{times}\n<i>{head}</i>\neach {tail}\n")
    path.write_text("\n".join(cues))


def book(path: Path) -> None:
    chapters = []
    for part in range(8):
        heading = f"<h1>Part {part}</h1>" if part % 3 else ""
        texts = "".join(f"<p>{text}<a id='x'/></p>" for text in _sentences(4, part))
        row = f"<table><tr><td>Rome{part}</td><td>Rule&nbsp;{part}</td></tr></table>"
        chapters.append(f"{heading}{texts}{row}")
    write_book(path, chapters)


def calendar(path: Path) -> None:
    lines = ["BEGIN:VCALENDAR", "METHOD:REQUEST"]
    for number in range(12):
        texts = "\\n\\n".join(_sentences(4, number)).replace(",", "\\,")
        lines += [
            "BEGIN:VEVENT",
            f"SUMMARY:Meeting {number}\\, moved",
            f"DTSTART;TZID=Europe/Berlin:202611{number + 1:02d}T100000",
            f"DTEND:202611{number + 1:02d}T113015Z",
            f'ORGANIZER;CN="Anne {number}":mailto:anne{number}@example.com',
            f"ATTENDEE;PARTSTAT=NEEDS-ACTION;CN=Bob:mailto:bob{number}@example.com",
            f"DESCRIPTION:{texts}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    folded = (line[at : at + 70] for line in lines for at in range(0, len(line), 70))
    starts = (at for line in lines for at in range(0, len(line), 70))
    path.write_text(
        "".join(f"{' ' if at else ''}{part}\r\n" for at, part in zip(starts, folded, strict=True)),
        newline="",
    )


MAKERS: dict[str, Callable[[Path], None]] = {
    ".adoc": asciidoc,
    ".doc": old_word,
    ".epub": book,
    ".ics": calendar,
    ".ipynb": notebook,
    ".json": data,
    ".rst": rst,
    ".rtf": rich_text,
    ".srt": subtitles,
    ".tex": tex,
    ".vtt": captions,
    ".xml": markup,
}
