r"""Read LaTeX: sections, text, lists, tables and formulas; its own macros are replaced, nothing is run and no file is read."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from okf_server.extract import markup, tex_text
from okf_server.extract.compose import compose
from okf_server.extract.decode import text_of
from okf_server.extract.outline import Outline
from okf_server.extract.refusals import CUT_OFF, for_these_reasons
from okf_server.extract.tex_macros import Macros
from okf_server.model.document import BlockKind, Extracted, Failed, Outcome

_LEVELS = {
    "title": 1, "part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4,
    "paragraph": 5, "subparagraph": 6,
}  # fmt: skip
_TOKEN = re.compile(
    r"\\begin\{(?P<begin>[A-Za-z]+\*?)\}"
    r"|\\end\{(?P<end>[A-Za-z]+\*?)\}"
    rf"|\\(?P<heading>{'|'.join(_LEVELS)})\*?(?:\[[^\[\]\n]*\])?(?=\{{)"
    r"|\\(?P<caption>caption)\*?(?:\[[^\[\]\n]*\])?(?=\{)"
    r"|\\(?P<item>item|bibitem)(?![A-Za-z])(?:\{[^}\n]*\})?"
    r"|(?P<open>\\\[|\$\$)"
    r"|(?P<blank>\n[ \t]*\n\s*)"
)
_MATH = re.compile(
    r"(?:equation|align|alignat|gather|multline|eqnarray|displaymath|math|flalign)\*?"
)
_CODE = re.compile(r"(?:verbatim|Verbatim|lstlisting|minted|alltt)\*?")
_TABLE = re.compile(r"(?:tabular|tabularx|tabulary|longtable|tabu)\*?")
_LEFT_OUT = re.compile(r"(?:comment|tikzpicture|filecontents|picture)\*?")
_LISTS = {"itemize": "-", "enumerate": "1.", "description": "-", "thebibliography": "-"}
_DOCUMENT = r"\begin{document}"
_END = r"\end{document}"
_CLOSING = {"$$": "$$", r"\[": r"\]"}
_MARK = re.compile(r"\[\^(\d{1,6})\]")
_NAMED = 8  # commands
_OPTIONS = re.compile(r"(?:\[[^\[\]\n]*\]|\{[^{}\n]*\})*")


def extract(path: Path) -> Outcome:
    """The document of a .tex file: what stands between the beginning and the end of its document."""
    read = text_of(path)
    if isinstance(read, Failed):
        return read
    macros = Macros()
    scan = _Scan(macros.read(tex_text.without_comments(read.text)), macros.notes)
    scan.run()
    hidden = [tex_text.inline(text) for text in macros.hidden]
    warnings = [*read.warnings, *_warnings(macros)]
    found = Extracted(document=compose(scan.outline.blocks, warnings=warnings, hidden=hidden))
    return for_these_reasons(found, [] if scan.ends else [CUT_OFF])


def _warnings(macros: Macros) -> Iterator[str]:
    if macros.hidden:
        yield "holds text that is switched off or not printed; it is not searched"
    if macros.left_out:
        names = ", ".join(f"\\{name}" for name in sorted(macros.left_out)[:_NAMED])
        yield f"what some of its own commands stand for was left out: {names}"


class _Scan:
    """A walk over the text; `_start` is where the paragraph at hand begins."""

    def __init__(self, text: str, notes: Mapping[int, str]) -> None:
        self._notes = notes
        self.outline = Outline()
        self._text = text
        self._lines = tex_text.Lines(text)
        self._start = 0
        self._lists: list[str] = []
        self._item = False

    @property
    def ends(self) -> bool:
        """Whether a document that begins has its end; a part of one has neither."""
        return _DOCUMENT not in self._text or _END in self._text

    def run(self) -> None:
        at = self._begin()
        self._start = at
        stop = self._text.rfind(_END, at)
        end = stop if stop >= 0 else len(self._text)
        while at < end:
            found = _TOKEN.search(self._text, at, end)
            if found is None:
                break
            self._flush(found.start())
            at = self._start = max(self._token(found), found.end())
        self._flush(end)

    def _begin(self) -> int:
        """Where the text begins; a title in front of it is a heading."""
        begin = self._text.find(_DOCUMENT)
        if begin < 0:
            return 0
        title = re.search(r"\\title(?=\{)", self._text[:begin])
        if title:
            self._heading("title", title.start(), title.end())
        return begin + len(_DOCUMENT)

    def _token(self, found: re.Match[str]) -> int:
        """Handle what is no running text; returns where the text goes on."""
        name = found[found.lastgroup or "blank"]
        handlers: dict[str, Callable[[str, int, int], int]] = {
            "begin": self._environment,
            "end": self._leave,
            "heading": self._heading,
            "caption": self._caption,
            "item": self._next_item,
            "open": self._display,
            "blank": self._blank,
        }
        return handlers[found.lastgroup or "blank"](name, found.start(), found.end())

    def _blank(self, _name: str, _start: int, end: int) -> int:
        return end

    def _heading(self, name: str, start: int, end: int) -> int:
        text, stop = tex_text.argument(self._text, end)
        if text.strip():
            self.outline.heading(_LEVELS[name], tex_text.plain(text), *self._span(start, stop))
            self._add_notes(start, stop)
        return stop

    def _caption(self, _name: str, start: int, end: int) -> int:
        text, stop = tex_text.argument(self._text, end)
        self.outline.add(BlockKind.CAPTION, tex_text.inline(text), *self._span(start, stop))
        self._add_notes(start, stop)
        return stop

    def _next_item(self, _name: str, _start: int, end: int) -> int:
        self._item = True
        return end

    def _leave(self, name: str, _start: int, end: int) -> int:
        if self._lists and name in _LISTS:
            self._lists.pop()
        return end

    def _environment(self, name: str, _start: int, end: int) -> int:
        if name in _LISTS:
            self._lists.append(_LISTS[name])
            return self._after_options(end) if name == "thebibliography" else end
        reads = ((_MATH, self._formula), (_CODE, self._code), (_TABLE, self._table))
        read = next((step for pattern, step in reads if pattern.fullmatch(name)), None)
        if read is None and not _LEFT_OUT.fullmatch(name):
            return self._after_options(end)
        closing = f"\\end{{{name}}}"
        stop = self._text.find(closing, end)
        stop = stop if stop >= 0 else len(self._text)
        if read is not None:
            read(end, stop)
        return stop + len(closing)

    def _after_options(self, at: int) -> int:
        found = _OPTIONS.match(self._text, at)
        return found.end() if found else at

    def _display(self, sign: str, _start: int, end: int) -> int:
        closing = _CLOSING[sign]
        stop = self._text.find(closing, end)
        stop = stop if stop >= 0 else len(self._text)
        self._formula(end, stop)
        return stop + len(closing)

    def _formula(self, start: int, stop: int) -> None:
        text = tex_text.without_labels(self._text[start:stop]).strip()
        if text:
            self.outline.add(BlockKind.EQUATION, text, *self._span(start, stop))

    def _code(self, start: int, stop: int) -> None:
        start = self._after_options(start)
        text = self._text[start:stop]
        if text.strip():
            self.outline.code(text, *self._span(start, stop))

    def _table(self, start: int, stop: int) -> None:
        start = self._after_options(start)
        self.outline.table(
            [
                (cells, *self._span(start + a, start + b))
                for cells, a, b in tex_text.rows(self._text[start:stop])
            ]
        )
        self._add_notes(start, stop)

    def _add_notes(self, start: int, stop: int) -> None:
        """Add the notes that a stretch refers to."""
        for found in _MARK.finditer(self._text, start, stop):
            if note := self._notes.get(int(found[1])):
                text = f"{found[0]}: {tex_text.inline(note)}"
                self.outline.add(BlockKind.NOTE, text, *self._span(start, stop))

    def _flush(self, end: int) -> None:
        """Add the text since the last token as a paragraph or a list item."""
        raw = self._text[self._start : end]
        text = tex_text.inline(raw)
        if text.strip():
            place = self._span(self._start, end)
            if self._item and self._lists:
                level = len(self._lists) - 1
                self.outline.add(
                    BlockKind.LIST,
                    " ".join(text.split()),
                    *place,
                    level=level,
                    marker=self._lists[-1],
                )
            else:
                self.outline.add(
                    BlockKind.PARAGRAPH, "\n".join(map(markup.starts, text.split("\n"))), *place
                )
            self._item = False
            self._add_notes(self._start, end)
        self._start = end

    def _span(self, start: int, stop: int) -> tuple[int, int]:
        """The first and the last line with text of a stretch."""
        raw = self._text[start:stop]
        first = start + len(raw) - len(raw.lstrip(tex_text.BLANK))
        last = max(start + len(raw.rstrip(tex_text.BLANK)) - 1, first)
        return self._lines.number(first), self._lines.number(last)
