"""Read what AsciiDoc says about its lines: attributes, whose values stand for their names, and conditions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_BLOCK = re.compile(r"(?:-{4,}|\.{4,}|`{3,}[\w+-]*|/{4,}|\+{4,})$")
_DEFINED = re.compile(r":(!?)([\w-]+)(!?):(?:\s+(.*))?$")
_CONDITION = re.compile(r"(ifdef|ifndef|ifeval|endif)::([^\[]*)\[(.*)\]$")
_REFERENCE = re.compile(r"(\\?)\{([A-Za-z0-9_][\w-]*)\}")
_COMPARED = re.compile(r"\s*(.*?)\s*(==|!=|<=|>=|<|>)\s*(.*?)\s*$")
_REPLACED_IN_CODE = re.compile(r"subs\s*=\s*\"?[^\]]*(?:attributes|normal)")
_ALWAYS = {
    "empty": "", "blank": "", "sp": " ", "nbsp": " ", "zwsp": "", "wj": "", "amp": "&", "lt": "<",
    "gt": ">", "plus": "+", "apos": "'", "quot": '"', "lsquo": "‘", "rsquo": "’", "ldquo": "“",
    "rdquo": "”", "deg": "°", "asterisk": "*", "tilde": "~", "backtick": "`", "backslash": "\\",
    "caret": "^", "vbar": "|", "startsb": "[", "endsb": "]", "two-colons": "::", "two-semicolons": ";;",
    "cpp": "C++", "asciidoctor": "", "backend": "html5", "backend-html5": "", "basebackend-html": "",
    "basebackend": "html", "doctype": "article", "doctype-article": "",
}  # fmt: skip
_LONGEST = 10_000  # letters of a value
_MOST = 8_000_000  # letters that names are replaced by


@dataclass(slots=True)
class Lines:
    """The lines that are shown, the number of each in the file, and what is not shown."""

    texts: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    unknown: dict[str, None] = field(default_factory=dict)
    _values: dict[str, str] = field(default_factory=lambda: dict(_ALWAYS))
    _holds: list[bool] = field(default_factory=list)
    _block: str = ""
    _replaced: bool = False
    _letters: int = 0

    def read(self, lines: Sequence[str]) -> "Lines":
        """Go through the lines of a file."""
        row = 0
        while row < len(lines):
            start, row = row, row + 1
            line = lines[start]
            if not self._block and _DEFINED.match(line):
                while line.endswith((" \\", " + \\")) and row < len(lines):
                    line = f"{line[:-1].rstrip()} {lines[row].strip()}"
                    row += 1
            self._line(line, start + 1)
        return self

    def _line(self, line: str, number: int) -> None:
        if not line.startswith("\\") and (found := _CONDITION.match(line)):
            self._condition(found, number)
        elif not all(self._holds):
            self._hide(line)
        elif not self._block and (found := _DEFINED.match(line)):
            self._define(found)
            self._show(line, number)
        else:
            self._text(line, number)

    def _text(self, line: str, number: int) -> None:
        if self._block:
            inside = self._replaced and line != self._block
            self._block = "" if line == self._block else self._block
            self._show(self.replaced(line) if inside else line, number)
            return
        if _BLOCK.match(line):
            self._block = "```" if line.startswith("```") else line
            self._show(line, number)
            return
        if line.startswith("[") or line.strip():
            self._replaced = bool(line.startswith("[") and _REPLACED_IN_CODE.search(line))
        self._show(line if line.startswith("//") else self.replaced(line), number)
        if line.startswith("= "):
            self._values.setdefault("doctitle", line[2:].strip())

    def replaced(self, text: str) -> str:
        """Text with the values of attributes in place of their names; a name that nothing defines stays."""
        return _REFERENCE.sub(self._value, text)

    def _value(self, found: re.Match[str]) -> str:
        name = found[2].lower()
        if found[1]:
            return found[0][1:]
        if name not in self._values or self._letters > _MOST:
            self.unknown[name] = None
            return found[0]
        self._letters += len(self._values[name])
        return self._values[name]

    def _define(self, found: re.Match[str]) -> None:
        name = found[2].lower()
        if found[1] or found[3]:
            self._values.pop(name, None)
        else:
            self._values[name] = self.replaced(found[4] or "")[:_LONGEST]

    def _condition(self, found: re.Match[str], number: int) -> None:
        kind, names, said = found.groups()
        if kind == "endif":
            if self._holds:
                self._holds.pop()
            return
        holds = self._compared(said) if kind == "ifeval" else self._are_defined(names, kind)
        if kind == "ifeval" or not said:
            self._holds.append(holds)
        elif holds and all(self._holds):
            self._text(said, number)
        else:
            self._hide(said)

    def _are_defined(self, names: str, kind: str) -> bool:
        every = "+" in names
        known = [name.strip().lower() in self._values for name in re.split(r"[,+]", names)]
        if kind == "ifdef":
            return all(known) if every else any(known)
        return not all(known) if every else not any(known)

    def _compared(self, said: str) -> bool:
        """Whether a comparison holds, of numbers or of texts; one that is none does not."""
        found = _COMPARED.match(_REFERENCE.sub(lambda n: self._values.get(n[2].lower(), ""), said))
        if found is None:
            return False
        one, other = found[1].strip("\"'"), found[3].strip("\"'")
        try:
            sign = (float(one) > float(other)) - (float(one) < float(other))
        except ValueError:
            sign = (one > other) - (one < other)
        return (
            sign
            in {"==": (0,), "!=": (-1, 1), "<": (-1,), ">": (1,), "<=": (-1, 0), ">=": (0, 1)}[
                found[2]
            ]
        )

    def _hide(self, line: str) -> None:
        if line.strip() and not line.startswith("//") and not _DEFINED.match(line):
            self.hidden.append(line.strip())

    def _show(self, line: str, number: int) -> None:
        self.texts.append(line)
        self.numbers.append(number)
