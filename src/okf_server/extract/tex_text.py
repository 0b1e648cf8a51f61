r"""Text of LaTeX as Markdown: commands without their names, accents as letters, formulas as they are."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator

from okf_server.extract import markup

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_VERBATIM = re.compile(r"\\begin\{((?:verbatim|Verbatim|lstlisting|minted|alltt)\*?)\}")
REMARK = "\x01"
"""Where a comment was: it ends no paragraph, and is no text."""

JOINED = "\x02\n"
"""A line that ended within what something was put in place of: its end is none of the text."""

BLANK = f" \t\n{REMARK}{JOINED}"
_LONGEST_ARGUMENT = 4000
_FORMULA = re.compile(r"(?<!\\)\$([^$]+)(?<!\\)\$|\\\((.{1,2000}?)\\\)", re.DOTALL)
_LABEL = re.compile(
    r"\\(?:label|index|vspace|hspace|input|include|bibliography\w*)\*?\{(?:[^{}]|\{[^{}]*\})*\}"
)
_DRAWN_OPTION = re.compile(r"(\\[A-Za-z@]+\*?)\[[^\[\]\n$]*\$[^\[\]\n]*\]")
_OPTION = re.compile(r"(\\[A-Za-z@]+\*?)\[[^\[\]\n]*\]")
_LINK = re.compile(r"\\href\{[^{}]*\}")
_KEYS = re.compile(r"\\[A-Za-z]{0,9}cite[A-Za-z]{0,9}\*?(?:\[[^\[\]]*\]){0,2}\{([^{}]*)\}")
_ACCENT = re.compile(r"\\([uvHcdbrk])(?:\s*\{\\?([A-Za-z])\}|\s+\\?([A-Za-z])(?![A-Za-z]))")
_SIGN_ACCENT = re.compile(
    r"\\([`'^\"~=.])\s*(?:\{\\?([A-Za-z])\}|\\([A-Za-z])(?![A-Za-z])\s?|([A-Za-z]))"
)
_BRACES = re.compile(r"\\.|[{}]|\n[ \t]*\n", re.DOTALL)
_COMBINING = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306",
    ".": "\u0307", '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323",
    "c": "\u0327", "k": "\u0328", "b": "\u0331",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å",
    "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "dots": "…", "ldots": "…", "textendash": "–",
    "textemdash": "—", "textbackslash": "\\", "S": "§", "P": "¶", "copyright": "©", "pounds": "£",
    "euro": "€", "texteuro": "€", "LaTeX": "LaTeX", "TeX": "TeX", "textquoteright": "’", "quad": " ",
    "qquad": " ", "newline": "\n", "item": " ", "footnote": " ", "par": " ",
}  # fmt: skip
_COMMAND = re.compile(r"\\([A-Za-z@]+)\*?[ \t]*")
_ESCAPED = re.compile(r"\\([%&$#_{} ,;!/-])|\\\\(?:\[[^\]\n]*\])?|~|---?|``|''|(?<!\\)[{}]")
_SIGNS = {"~": " ", "--": "–", "---": "—", "``": "“", "''": "”", "{": "", "}": ""}
_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfoot|endfirsthead|endlastfoot)(?![A-Za-z])"
    r"|\\(?:cline|cmidrule)(?:\([^()]*\))?\{[^{}]*\}"
)
_ROW_END = re.compile(r"\\\\\*?(?:\[[^\]\n]*\])?|\\tabularnewline(?![A-Za-z])")
_CELL_END = re.compile(r"(?<!\\)&")
_SETTINGS = re.compile(
    r"\\multi(?:column|row)\{[^{}]*\}\{[^{}]*\}(?=\{)"
    r"|\\(?:textcolor|colorbox|scalebox|raisebox|parbox|rotatebox|foreignlanguage)\{[^{}]*\}(?=\s*\{)"
    r"|\\fcolorbox\{[^{}]*\}\{[^{}]*\}(?=\s*\{)"
    r"|\\(?:color|pagecolor|pagestyle|thispagestyle|selectlanguage)\{[^{}]*\}"
    r"|\\(?:setlength|addtolength|setcounter|addtocounter)\{[^{}]*\}\{[^{}]*\}"
)
"""Arguments that say how something is set, and are no text."""


class Lines:
    """The numbers of lines, from 1, by place in a text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def number(self, at: int) -> int:
        """The line of a place."""
        return bisect_right(self._starts, at)


def without_comments(text: str) -> str:
    """The text with a sign for each comment; code keeps its percent signs, and no line moves."""
    parts: list[str] = []
    end = 0
    while code := _VERBATIM.search(text, end):
        stop = text.find(f"\\end{{{code[1]}}}", code.end())
        stop = stop if stop >= 0 else len(text)
        parts += [_marked(text[end : code.start()]), text[code.start() : stop]]
        end = stop
    return "".join([*parts, _marked(text[end:])])


def _marked(text: str) -> str:
    return _COMMENT.sub(rf"\1{REMARK}", text)


def argument(text: str, at: int) -> tuple[str, int]:
    """What stands between the brace at this place and the one that closes it, and where it ends."""
    depth = 0
    last = min(at + _LONGEST_ARGUMENT, len(text))
    for found in _BRACES.finditer(text, at, last):
        sign = found[0]
        if sign.startswith("\n"):
            return text[at + 1 : found.start()], found.start()  # no argument goes over a blank line
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth == 0:
            return text[at + 1 : found.start()], found.end()
    return text[at + 1 : last], last


def without_labels(text: str) -> str:
    """A formula without the names that it is referred to by."""
    return _LABEL.sub("", text)


def plain(text: str) -> str:
    """The words of a stretch of LaTeX without formulas, not yet Markdown."""
    text = text.replace(JOINED, "").replace(REMARK, "")
    for pattern, kept in ((_OPTION, r"\1"), (_LABEL, ""), (_LINK, ""), (_SETTINGS, "")):
        text = pattern.sub(kept, text)
    text = _KEYS.sub(r"[\1]", text)
    text = _SIGN_ACCENT.sub(_accented, _ACCENT.sub(_accented, text))
    text = _COMMAND.sub(lambda found: _LETTERS.get(found[1], ""), text)
    return _ESCAPED.sub(_unescaped, text)


def inline(text: str) -> str:
    """A stretch of LaTeX as Markdown, its lines trimmed; formulas stand between dollar signs."""
    text = _LABEL.sub("", _DRAWN_OPTION.sub(r"\1", text))  # formulas may stand in these
    parts: list[str] = []
    end = 0
    for found in _FORMULA.finditer(text):
        formula = " ".join((found[1] or found[2]).split())
        parts += [markup.within(plain(text[end : found.start()])), f"${formula}$"]
        end = found.end()
    parts.append(markup.within(plain(text[end:])))
    lines = (" ".join(markup.clean(line).split()) for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def rows(text: str) -> Iterator[tuple[list[str], int, int]]:
    """The rows of a table, each with where it starts and ends in the text."""
    start = 0
    for end, after in [*(found.span() for found in _ROW_END.finditer(text)), (len(text),) * 2]:
        raw = _RULES.sub(lambda found: " " * len(found[0]), text[start:end].replace(REMARK, " "))
        cells = [" ".join(plain(_math_kept(cell)).split()) for cell in _CELL_END.split(raw)]
        if any(cells):
            head = len(raw) - len(raw.lstrip())
            yield cells, start + head, start + len(raw.rstrip())
        start = after


def _math_kept(cell: str) -> str:
    return cell.replace("\\(", "$").replace("\\)", "$")


def _accented(found: re.Match[str]) -> str:
    letter = next(letter for letter in found.groups()[1:] if letter)
    return unicodedata.normalize("NFC", letter + _COMBINING[found[1]])


def _unescaped(found: re.Match[str]) -> str:
    if found[1]:
        return found[1] if found[1] in "%&$#_{}" else " "
    return " " if found[0].startswith("\\") else _SIGNS[found[0]]
