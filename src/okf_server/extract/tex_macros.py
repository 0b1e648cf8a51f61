r"""Put in place of a LaTeX file's own commands what they stand for, and take out what it does not print.

No other file is read, and nothing is run: a command that takes its arguments in another way than in braces
is left as it is, and told. Lines stay where they are.
"""

import re
from dataclasses import dataclass, field

from okf_server.extract import tex_units
from okf_server.extract.tex_text import JOINED, REMARK, inline

_COMMAND = re.compile(
    r"\\begin\{(?P<code>(?:verbatim|Verbatim|lstlisting|minted|alltt)\*?)\}"
    r"|\\verb\*?(?P<sign>[^A-Za-z\s*]).*?(?P=sign)"
    r"|\\(?P<name>[A-Za-z@]+)\*?"
    r"|\\."
)
_DEFINED = re.compile(
    r"\s*(?:\{\s*\\([A-Za-z@]+)\s*\}|\\([A-Za-z@]+))\s*(?:\[(\d)\])?\s*(?:\[([^\[\]]*)\])?\s*(?=\{)"
)
_DEF = re.compile(r"\s*\\([A-Za-z@]+)((?:#\d)*)\s*(?=\{)")
_ANY_DEF = re.compile(r"\s*\\([A-Za-z@]+)[^{}\n]*(?=\{)")
_SPECIFIED = re.compile(
    r"\s*\{?\s*\\([A-Za-z@]+)\s*\}?\s*\{\s*(?:O\{([^{}]*)\}|(o))?\s*((?:m\s*)*)\}\s*(?=\{)"
)
_LET = re.compile(r"\s*\\([A-Za-z@]+)\s*=?\s*(\\[A-Za-z@]+)")
_FLAG = re.compile(r"\s*\\if([A-Za-z@]+)")
_BRANCH = re.compile(r"\\(?:if(?!f(?![A-Za-z])|thenelse)[A-Za-z@]*|else|fi)(?![A-Za-z@])")
_OPTION = re.compile(r"\s*\[([^\[\]]*)\]")
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_PAINTED = re.compile(
    r"\\(?:f?colorbox|rowcolors?|cellcolor|columncolor|pagecolor|setbeamercolor|usetheme|newtcolorbox)"
    r"|\\begin\{(?:tcolorbox|mdframed|shaded)"
)
_WHITE = re.compile(
    r"(?:\[[^\]]*\])?\s*\{\s*(?:white|1(?:\.0)?(?:\s*,\s*1(?:\.0)?){0,2}|[fF]{6}|255\s*,\s*255\s*,\s*255)\s*\}"
)
_DEFINING = frozenset(["newcommand", "renewcommand", "providecommand", "DeclareRobustCommand"])
_SPECIFYING = frozenset(
    [f"{verb}DocumentCommand" for verb in ("New", "Renew", "Provide", "Declare")]
)
_PHANTOMS = frozenset(["phantom", "hphantom", "vphantom"])
_READ_AS_THEY_ARE = frozenset(
    ["title", "part", "chapter", "section", "subsection", "subsubsection", "paragraph",
     "subparagraph", "caption", "item", "bibitem", "begin", "end", "footnote", "footnotetext"]
)  # fmt: skip
_LONGEST = 50_000  # letters of an argument
_DEEPEST = 12  # commands within what others stand for
_SENTENCE = 6  # words
_MOST = 2_000_000  # letters that commands are replaced by


@dataclass(frozen=True, slots=True)
class _Macro:
    """What a command stands for, how many arguments it takes, and its first one where that may be left out."""

    body: str
    count: int = 0
    default: str | None = None


@dataclass(slots=True)
class Macros:
    """The commands of a file as they are defined, and what was taken out of its text."""

    hidden: list[str] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)
    left_out: set[str] = field(default_factory=set)
    _known: dict[str, _Macro] = field(default_factory=dict)
    _unread: set[str] = field(default_factory=set)
    _flags: dict[str, bool] = field(default_factory=lambda: {"true": True, "false": False})
    _used: set[str] = field(default_factory=set)
    _painted: bool = False
    _letters: int = 0

    def read(self, text: str) -> str:
        """The text of a file without definitions, its own commands replaced; notes are marks in it."""
        self._painted = bool(_PAINTED.search(text))
        written = self._expanded(text, 0)
        for name, macro in self._known.items():
            if name not in self._used:
                self._hide_prose(macro.body)
        return written

    def _expanded(self, text: str, depth: int) -> str:
        parts: list[str] = []
        at = 0
        while found := _COMMAND.search(text, at):
            parts.append(text[at : found.start()])
            written, at = self._written(found, depth)
            parts.append(written)
        return "".join([*parts, text[at:]])

    def _written(self, found: re.Match[str], depth: int) -> tuple[str, int]:
        """What stands in place of a command, and where the text goes on."""
        text, start, end = found.string, found.start(), found.end()
        if found["code"]:
            stop = text.find(f"\\end{{{found['code']}}}", end)
            stop = stop if stop >= 0 else len(text)
            return text[start:stop], stop
        name = found["name"] or ""
        if name in _READ_AS_THEY_ARE and not name.startswith("footnote"):
            return found[0], end
        steps = (
            self._switch,
            self._definition,
            self._condition,
            self._unseen,
            self._note,
            self._replaced,
        )
        for step in steps if name else ():
            told = step(name, text, end, depth)
            if told is not None:
                written, stop = told
                lost = text.count("\n", start, stop) - written.count("\n")
                return written + JOINED * lost, stop
        return found[0], end

    def _definition(self, name: str, text: str, at: int, _depth: int) -> tuple[str, int] | None:
        if name == "let" and (let := _LET.match(text, at)):
            switch = self._flags.get(let[2].removeprefix("\\if"))
            if switch is None:
                self._define(let[1], self._known.get(let[2][1:], _Macro(let[2])))
            else:
                self._flags[let[1].removeprefix("if")] = switch
            return "", let.end()
        if name in ("newenvironment", "renewenvironment"):
            return _after_arguments(text, at, 3)
        return self._command(name, text, at)

    def _switch(self, name: str, text: str, at: int, _depth: int) -> tuple[str, int] | None:
        r"""A switch that the file makes (`\newif\ifdraft`), or turns (`\drafttrue`)."""
        if name == "newif" and (flag := _FLAG.match(text, at)):
            self._flags[flag[1]] = False
            return "", flag.end()
        turned = re.fullmatch(r"(.+)(true|false)", name)
        if turned is None or turned[1] not in self._flags:
            return None
        self._flags[turned[1]] = turned[2] == "true"
        return "", at

    def _command(self, name: str, text: str, at: int) -> tuple[str, int] | None:
        """The definition of a command with its body in braces."""
        if name in _DEFINING and (found := _DEFINED.match(text, at)):
            called, count, default = found[1] or found[2], int(found[3] or 0), found[4]
        elif name in _SPECIFYING and (found := _SPECIFIED.match(text, at)):
            default = found[2] if found[2] is not None else "" if found[3] else None
            called, count = found[1], found[4].count("m") + (default is not None)
        elif name in ("def", "gdef") and (found := _DEF.match(text, at)):
            called, count, default = found[1], found[2].count("#"), None
        elif name in ("def", "gdef", "edef") and (found := _ANY_DEF.match(text, at)):
            self._unread.add(found[1])
            return "", _braced(text, found.end())[1]
        elif name == "DeclareMathOperator" and (found := _DEFINED.match(text, at)):
            body, end = _braced(text, found.end())
            self._define(found[1] or found[2], _Macro(f"\\operatorname{{{body}}}"))
            return "", end
        else:
            return None
        body, end = _braced(text, found.end())
        self._define(called, _Macro(_in_line(body), count, default))
        return "", end

    def _define(self, name: str, macro: _Macro) -> None:
        if name not in _READ_AS_THEY_ARE:
            self._known[name] = macro

    def _condition(self, name: str, text: str, at: int, depth: int) -> tuple[str, int] | None:
        r"""The branch of `\iffalse` and of the file's own switches that is printed; the other one is hidden."""
        holds = self._flags.get(name.removeprefix("if")) if name.startswith("if") else None
        if holds is None:
            return None
        first, second, end = _branches(text, at)
        kept, dropped = (first, second) if holds else (second, first)
        self._hide(dropped)
        gap = "" if holds else JOINED * dropped.count("\n")
        return gap + self._expanded(kept, depth), end

    def _unseen(self, name: str, text: str, at: int, _depth: int) -> tuple[str, int] | None:
        if name in _PHANTOMS and text[at : at + 1] == "{":
            said, end = _braced(text, at)
            self._hide(said)
            return "{}", end
        white = None if self._painted else _WHITE.match(text, at)
        if white is None or name not in ("textcolor", "color"):
            return None
        if name == "textcolor":
            said, end = _braced(text, white.end())
        else:
            said, end = _group(text, white.end())
        self._hide(said)
        return "{}", end

    def _hide(self, text: str) -> None:
        """Keep what is not printed, where it has words."""
        said = " ".join(text.replace(REMARK, "").split())
        if any(map(str.isalpha, said)):
            self.hidden.append(said)

    def _hide_prose(self, body: str) -> None:
        """Keep what a command stands for that nothing in the file calls, where it has a sentence."""
        said = inline(body)
        if sum(word.isalpha() for word in said.split()) >= _SENTENCE:
            self.hidden.append(said)

    def _note(self, name: str, text: str, at: int, depth: int) -> tuple[str, int] | None:
        if name not in ("footnote", "footnotetext"):
            return None
        option = _OPTION.match(text, at)
        at = option.end() if option else at
        if text[at : at + 1] != "{":
            return None
        said, end = _braced(text, at)
        number = len(self.notes) + 1
        self.notes[number] = self._expanded(_in_line(said), depth)
        return f"{{}}[^{number}]", end

    def _replaced(self, name: str, text: str, at: int, depth: int) -> tuple[str, int] | None:
        """What a command of the file, or a quantity, stands for."""
        macro = self._known.get(name)
        if macro is None and name in ("SI", "qty", "si", "unit", "num"):
            return _quantity(name, text, at)
        if macro is None:
            self.left_out |= {name} & self._unread
            return None
        read = _arguments(macro, text, at)
        if read is None or depth >= _DEEPEST or self._letters > _MOST:
            self.left_out.add(name)
            return None
        self._used.add(name)
        arguments, end = read
        body = re.sub(
            r"#([1-9])",
            lambda sign: arguments[int(sign[1]) - 1] if int(sign[1]) <= len(arguments) else "",
            macro.body,
        )
        self._letters += len(body)
        return self._expanded(body, depth + 1), end


def _quantity(name: str, text: str, at: int) -> tuple[str, int] | None:
    option = _OPTION.match(text, at)
    read = _arguments(
        _Macro("", 2 if name in ("SI", "qty") else 1), text, option.end() if option else at
    )
    if read is None:
        return None
    values, end = read
    if name == "num":
        return values[0], end
    return (tex_units.quantity(*values) if len(values) > 1 else tex_units.unit(values[0])), end


def _arguments(macro: _Macro, text: str, at: int) -> tuple[list[str], int] | None:
    """The arguments of a command and where they end; None where there are fewer."""
    read: list[str] = []
    if macro.default is not None:
        option = _OPTION.match(text, at)
        read.append(_in_line(option[1]) if option else macro.default)
        at = option.end() if option else at
    while len(read) < macro.count:
        brace = re.compile(r"[ \t]*\n?[ \t]*\{").match(text, at)
        if brace is None:
            return None
        said, at = _braced(text, brace.end() - 1)
        read.append(_in_line(said))
    return read, at


def _after_arguments(text: str, at: int, count: int) -> tuple[str, int] | None:
    for _ in range(count):
        brace = re.compile(r"\s*(?:\[[^\[\]]*\]\s*)*\{").match(text, at)
        if brace is None:
            return None
        at = _braced(text, brace.end() - 1)[1]
    return "", at


def _braced(text: str, at: int) -> tuple[str, int]:
    """What stands in the braces that open at this place, and where they end."""
    said, end = _group(text, at + 1)
    return said, min(end + 1, len(text))


def _group(text: str, at: int) -> tuple[str, int]:
    """What stands from here to the brace that closes the group, and where that is."""
    depth = 0
    last = min(at + _LONGEST, len(text))
    for found in _BRACES.finditer(text, at, last):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth < 0:
            return text[at : found.start()], found.start()
    return text[at:last], last


def _branches(text: str, at: int) -> tuple[str, str, int]:
    """What holds where a condition does, what else, and where it ends."""
    depth, middle = 0, -1
    start = at
    for found in _BRANCH.finditer(text, at):
        if found[0] == "\\fi" and depth == 0:
            cut = middle if middle >= 0 else found.start()
            second = text[cut + len("\\else") : found.start()] if middle >= 0 else ""
            return text[start:cut], second, found.end()
        if found[0] == "\\else":
            middle = found.start() if depth == 0 and middle < 0 else middle
        else:
            depth += -1 if found[0] == "\\fi" else 1
    return text[start:], "", len(text)


def _in_line(text: str) -> str:
    """Text in one line: a comment joins two."""
    text = re.sub(rf"{REMARK}[ \t]*\n?[ \t]*", "", text)
    return re.sub(r"\\xspace(?![A-Za-z])", "", text.replace("\n", " "))
