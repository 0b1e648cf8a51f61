"""Runs of a page's text, and the Markdown that they make together."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from okf_server.extract import markup, raised

_MARK = re.compile(r"\d{1,4}|[*†‡§a-z]")
_BLANK = re.compile(r"\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A stretch of text of one look; `code` is in a code font, `formula` LaTeX, `target` where it links to.

    `raised` is `sup` or `sub` for text above or below the line, `note` for what refers to a note. A line break
    is a run of its own.
    """

    text: str
    target: str = ""
    code: bool = False
    formula: bool = False
    raised: str = ""


BREAK = Run(text="\n")


def flat(text: str) -> str:
    """Text of a page as it flows: every run of white space is one blank."""
    return _BLANK.sub(" ", markup.clean(text))


def flowing(runs: Iterable[Run]) -> str:
    """The runs as Markdown, a line for each line of the page, nothing in it that would start a block."""
    lines = (" ".join(line.split()) for line in _joined(runs).split("\n"))
    return "\n".join(markup.starts(line) for line in lines if line)


def in_one_line(runs: Iterable[Run]) -> str:
    """The runs as Markdown in one line, for headings and cells."""
    return " ".join(_joined(runs).split())


def plain(runs: Iterable[Run]) -> str:
    """The text alone, in one line."""
    return " ".join("".join(run.text for run in runs).split())


def only_formula(runs: Iterable[Run]) -> str:
    """The LaTeX of a block that is a formula and nothing else; else empty."""
    told = [run for run in runs if run.text.strip()]
    return told[0].text.strip() if len(told) == 1 and told[0].formula else ""


def _joined(runs: Iterable[Run]) -> str:
    return "".join(_marked(run) for run in _merged(runs))


def _merged(runs: Iterable[Run]) -> Iterator[Run]:
    """Neighbours of one look as one run."""
    last: Run | None = None
    for run in runs:
        if last is not None and not run.formula and replace(run, text=last.text) == last:
            last = replace(last, text=last.text + run.text)
            continue
        if last is not None:
            yield last
        last = run
    if last is not None:
        yield last


def _marked(run: Run) -> str:
    core = run.text.strip()
    if not core or run is BREAK:
        return run.text
    start = run.text.index(core)
    marked = _core(run, core)
    return f"{run.text[:start]}{marked}{run.text[start + len(core) :]}"


def _core(run: Run, core: str) -> str:
    if run.formula:
        return f"${' '.join(core.split())}$"
    text = markup.within(_raised(core, run.raised) if run.raised else core)
    if run.code and "`" not in core and "\n" not in core:
        text = f"`{core}`"
    return markup.link(text, run.target)


def _raised(text: str, how: str) -> str:
    """Text above or below the line as such.

    What refers to a note is put in brackets, where the page does not do so itself.
    """
    if how == "note" and _MARK.fullmatch(text):
        return f"[{text}]"
    return raised.below(text) if how == "sub" else raised.above(text)
