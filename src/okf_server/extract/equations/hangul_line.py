"""A line of LaTeX while it is written: its items, and what of them an operator reaches."""

from dataclasses import dataclass, field

_OPENING = frozenset("([")
_CLOSING = frozenset(")]")
_RELATIONS = frozenset(
    [
        "=", ",", ";", ":", r"\lt", r"\gt", r"\leq", r"\geq", r"\neq", r"\equiv", r"\approx", r"\in",
        r"\rightarrow", r"\leftarrow", r"\leftrightarrow", r"\Rightarrow", r"\Leftarrow",
    ]
)  # fmt: skip


@dataclass(slots=True)
class Item:
    """Something that takes a script, and that stands above or below as a whole.

    `inner` is the LaTeX of a group without its braces; `big` marks an operator with limits.
    """

    latex: str
    glued: bool = False
    inner: str | None = None
    big: bool = False
    raised: bool = False
    lowered: bool = False

    @property
    def argument(self) -> str:
        """The LaTeX to put between braces."""
        return self.latex if self.inner is None else self.inner

    def script(self, sign: str, argument: str) -> None:
        """Put an argument above (`^`) or below (`_`)."""
        again = self.raised if sign == "^" else self.lowered
        base = f"{{{self.latex}}}" if again else self.latex
        self.latex, self.inner = f"{base}{sign}{{{argument}}}", None
        self.raised = (self.raised and not again) or sign == "^"
        self.lowered = (self.lowered and not again) or sign == "_"


@dataclass(slots=True)
class Line:
    """Items of which the last ones can still change."""

    font: str = ""
    items: list[Item] = field(default_factory=list)
    done: list[str] = field(default_factory=list)

    def add(self, item: Item) -> None:
        """Put an item at the end."""
        self.items.append(item)

    def last(self) -> Item:
        """The item that a script belongs to."""
        if not self.items:
            self.add(Item("{}"))
        return self.items[-1]

    def switch(self, font: str) -> None:
        """Set what follows in other letters."""
        self._close()
        self.font = font

    def pop_run(self) -> Item:
        """Take back what stands without a space before an operator.

        A bracket that opens before it and a relation are not part of it.
        """
        taken: list[Item] = []
        depth = 0
        while self.items:
            item = self.items[-1]
            depth += (item.latex in _CLOSING) - (item.latex in _OPENING)
            if depth < 0 or (is_relation(item.latex) and taken):
                break
            taken.append(self.items.pop())
            if not item.glued:
                break
        taken.reverse()
        glued = bool(taken) and taken[0].glued
        inner = taken[0].argument if len(taken) == 1 else joined(taken)
        return Item(inner, glued=glued)

    def latex(self) -> str:
        """All of it."""
        self._close()
        return " ".join(text for text in self.done if text)

    def _close(self) -> None:
        text = joined(self.items)
        self.done.append(f"{self.font}{{{text}}}" if self.font and text else text)
        self.items = []


def is_relation(latex: str) -> bool:
    """Whether a sign parts two sides, so that no fraction reaches over it."""
    return latex in _RELATIONS


def joined(items: list[Item]) -> str:
    """Items as the script spaces them."""
    text = ""
    for item in items:
        apart = bool(text) and (not item.glued or _would_merge(text, item.latex))
        text += f" {item.latex}" if apart else item.latex
    return text


def _would_merge(before: str, after: str) -> bool:
    """Whether a command would swallow the letters behind it."""
    command = before[before.rfind("\\") + 1 :] if "\\" in before[-16:] else ""
    return command.isalpha() and after[:1].isalpha()
