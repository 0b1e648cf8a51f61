r"""Write the equation script of Hangul as LaTeX: `1 over x ^{2}` is `\frac{1}{x^{2}}`.

The script parts what it says by spaces: a word such as `over` reaches up to the next one on either side, a
group in braces is one thing, `~` and a backtick are spaces, `#` ends a row and `&` a cell. What it names
without a meaning is kept as it stands, so that no letter is lost.
"""

from okf_server.extract.equations import hangul_words as words
from okf_server.extract.equations.hangul_line import Item, Line, is_relation
from okf_server.extract.equations.hangul_tokens import Token, Tokens

LONGEST = 20_000
"""Characters of a script that are read; a longer one is kept as it is."""

_DEEPEST = 40
_RIGHT = frozenset(["RIGHT", "right", "Right"])
_SCRIPTS = {"^": "^", "_": "_", "SUP": "^", "sup": "^", "SUB": "_", "sub": "_"}
_LIMITS = {"from": "_", "FROM": "_", "to": "^", "TO": "^"}
_ENDS = frozenset([*words.OVER, "#", "&", "}", ",", ";", ""])


def to_latex(script: str) -> str:
    """The LaTeX of a script, in one line, without dollar signs around it."""
    if len(script) > LONGEST:
        return " ".join(script.split())
    reader = _Reader(Tokens(script))
    return " ".join(_laid_out(reader.rows(frozenset()), "aligned").split())


def _laid_out(rows: list[list[str]], environment: str) -> str:
    """Rows in an environment; the only cell of the only row as it is."""
    if len(rows) == 1 and len(rows[0]) == 1:
        return rows[0][0]
    return _grid(rows, environment)


def _grid(rows: list[list[str]], environment: str) -> str:
    columns = max(map(len, rows))
    layout = "{r|" + "r" * (columns - 1) + "}" if environment == "array" else ""
    body = r" \\ ".join(" & ".join(row) for row in rows)
    return rf"\begin{{{environment}}}{layout} {body} \end{{{environment}}}"


class _Reader:
    """One pass over the tokens of a script."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._depth = 0

    def rows(self, closing: frozenset[str]) -> list[list[str]]:
        """Rows of cells up to a closing token, which is taken, or a brace that closes more."""
        rows: list[list[str]] = [[]]
        line = Line()
        while True:
            token = self._tokens.peek()
            if token.kind == "end" or token.text in closing or (closing and token.text == "}"):
                break
            if token.text in ("#", "&"):
                self._tokens.take()
                rows[-1].append(line.latex())
                line = Line(font=line.font)
                if token.text == "#":
                    rows.append([])
            else:
                self._step(line)
        rows[-1].append(line.latex())
        return _without_blank_end(rows)

    def _step(self, line: Line) -> None:
        """Write the next thing at the end of a line, or around what stands there."""
        token = self._tokens.take()
        text = token.text
        if text in words.OVER:
            above = line.pop_run()
            pattern = words.OVER[text]
            line.add(Item(pattern % (above.latex, self._argument()), glued=above.glued))
        elif text in words.FONTS:
            line.switch(words.FONTS[text])
        elif text in words.RAISED:
            self._raise(line, text)
        elif text in _SCRIPTS or (text in _LIMITS and line.items and line.items[-1].big):
            self._script(line, token)
        elif text not in words.DROPPED and text != "}":
            line.add(self._item(token))

    def _raise(self, line: Line, word: str) -> None:
        if line.items and is_relation(line.items[-1].latex):
            line.add(Item("{}"))
        line.last().script("^", words.RAISED[word])
        if word in words.UNITS:
            line.add(Item(words.UNITS[word], glued=True))

    def _script(self, line: Line, token: Token) -> None:
        sign = _SCRIPTS.get(token.text) or _LIMITS[token.text]
        degree = self._degree() if token.text == "^" and not (token.glued and line.items) else ""
        if degree:
            line.add(Item(rf"\sqrt[{degree}]{{{self._argument()}}}"))
            return
        base = line.last()
        if self._tokens.peek().text == "{":
            argument = self._item(self._tokens.take()).argument
        elif token.text in _LIMITS:
            argument = self._limit()
        elif base.big:
            argument = self._run(until=frozenset(_SCRIPTS))
        else:
            argument = self._short()
        base.script(sign, argument)

    def _degree(self) -> str:
        """The degree of a root that is written before it, as in `^3sqrt{x}`; passes over it."""
        braced = self._tokens.peek().text == "{"
        number = self._tokens.peek(1 if braced else 0)
        root = self._tokens.peek(3 if braced else 1)
        closed = not braced or self._tokens.peek(2).text == "}"
        if number.kind != "number" or root.text not in ("sqrt", "SQRT") or not closed:
            return ""
        for _ in range(4 if braced else 2):
            self._tokens.take()
        return number.text

    def _short(self) -> str:
        """The letters and digits of a script without braces, with a sign before them."""
        line = Line()
        while True:
            token = self._tokens.peek()
            if token.text in _ENDS or token.text in _SCRIPTS or token.text in _RIGHT:
                break
            signed = len(line.items) == 1 and line.items[0].latex in ("+", "-")
            if line.items and not (token.glued and (token.kind in ("word", "number") or signed)):
                break
            line.add(self._item(self._tokens.take()))
        return line.latex()

    def _limit(self) -> str:
        """What stands behind `from` or `to`, over spaces around a relation too."""
        line = Line()
        while True:
            line.add(Item(self._run(until=frozenset(_SCRIPTS))))
            token = self._tokens.peek()
            sign = words.SYMBOLS.get(token.text) or words.SIGNS.get(token.text, token.text)
            if not is_relation(sign) or token.text in _ENDS:
                return line.latex()
            line.add(self._item(self._tokens.take()))

    def _argument(self) -> str:
        """A group without its braces, or what stands up to the next space."""
        if self._tokens.peek().text != "{":
            return self._run()
        item = self._item(self._tokens.take())
        line = Line(items=[item])
        while self._tokens.peek().text in _SCRIPTS:
            self._script(line, self._tokens.take())
        return item.argument

    def _run(self, until: frozenset[str] = frozenset()) -> str:
        """What stands up to the next space, relation or bracket that closes more."""
        line = Line()
        depth = 0
        while True:
            token = self._tokens.peek()
            text = token.text
            depth += (text in ("(", "[")) - (text in (")", "]"))
            apart = bool(line.items) and not token.glued and text not in _SCRIPTS
            if text in _ENDS or text in until or text in _RIGHT or apart or depth < 0:
                break
            if line.items and not until and is_relation(words.SIGNS.get(text, text)):
                break
            self._step(line)
        return line.items[0].argument if len(line.items) == 1 and not line.done else line.latex()

    def _item(self, token: Token) -> Item:
        """One thing: a sign, a word, a group, or a word with what it takes."""
        text = token.text
        if self._depth >= _DEEPEST:
            return Item("" if text == "{" else text, glued=token.glued)
        self._depth += 1
        try:
            item = self._group() if text == "{" else self._named(token)
        finally:
            self._depth -= 1
        item.glued = token.glued
        return item

    def _group(self) -> Item:
        inner = _laid_out(self.rows(frozenset("}")), "matrix")
        self._tokens.skip("}")
        return Item(f"{{{inner}}}", inner=inner)

    def _named(self, token: Token) -> Item:
        text = token.text
        if text in words.BIG:
            return Item(words.BIG[text], big=True)
        if text in words.ACCENTS:
            return self._marked(words.ACCENTS[text])
        if text in words.GRIDS and self._tokens.skip("{"):
            rows = self.rows(frozenset("}"))
            self._tokens.skip("}")
            return Item(_grid(rows, words.GRIDS[text]))
        taken = self._taking(text)
        return Item(taken) if taken else _plain(token)

    def _taking(self, text: str) -> str:
        """The LaTeX of a word that takes what follows it; empty for any other."""
        name = text.lower()
        if name in words.TAKING:
            count, pattern = words.TAKING[name]
            return pattern.format(*[self._argument() for _ in range(count)])
        readers = {
            "left": self._bracketed,
            "right": self._delimiter,
            "root": self._root,
            "rel": self._relation,
            "buildrel": self._relation,
        }
        return readers[name]() if name in readers else ""

    def _marked(self, commands: tuple[str, str]) -> Item:
        argument = self._argument()
        single = len(argument) == 1 or (argument[:1] == "\\" and argument[1:].isalpha())
        return Item(f"{commands[0 if single else 1]}{{{argument}}}")

    def _bracketed(self) -> str:
        opening = self._delimiter()
        inner = _laid_out(self.rows(_RIGHT), "matrix")
        closed = any(self._tokens.skip(word) for word in _RIGHT)
        closing = self._delimiter() if closed else "."
        return rf"\left{opening} {inner} \right{closing}"

    def _delimiter(self) -> str:
        """The sign behind LEFT or RIGHT; a dot where none is drawn."""
        token = self._tokens.peek()
        if token.text not in words.DELIMITERS:
            return "."
        text = self._tokens.take().text
        return words.DELIMITERS[text]

    def _root(self) -> str:
        degree = self._argument()
        if self._tokens.skip("of") or self._tokens.skip("OF"):
            return rf"\sqrt[{degree}]{{{self._argument()}}}"
        return rf"\sqrt{{{degree}}}"

    def _relation(self) -> str:
        if self._tokens.peek().text in _ENDS or self._tokens.peek().text == "{":
            return ""
        sign = _plain(self._tokens.take()).latex
        above = self._argument() if self._tokens.peek().text == "{" else ""
        below = self._argument() if self._tokens.peek().text == "{" else ""
        marked = rf"\overset{{{above}}}{{{sign}}}" if above else sign
        return rf"\underset{{{below}}}{{{marked}}}" if below else marked


def _plain(token: Token) -> Item:
    """A word, a number or a sign that takes nothing."""
    text = token.text
    match token.kind:
        case "text":
            quoted = " ".join(text.strip('"').split())
            return Item(
                quoted if quoted.isdecimal() or not quoted else rf"\text{{{_safe(quoted)}}}"
            )
        case "hangul":
            return Item(rf"\text{{{text}}}")
        case "word":
            return Item(words.SYMBOLS.get(text) or words.SIZES.get(text, text))
        case _:
            return Item(words.SIGNS.get(text, text))


def _safe(text: str) -> str:
    return "".join(words.SIGNS.get(c, c) if c in "%$\\" else c for c in text if c not in "{}")


def _without_blank_end(rows: list[list[str]]) -> list[list[str]]:
    """The rows without a last one that says nothing."""
    while len(rows) > 1 and not any(rows[-1]):
        rows.pop()
    return rows
