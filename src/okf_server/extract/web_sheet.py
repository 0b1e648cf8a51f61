"""Style sheets as far as a page carries them itself: plain selectors and their declarations.

A selector is plain where it names elements by tag, id, classes and the `hidden` attribute, one inside another
or not. What a sheet says of states, siblings and other attributes is taken to say nothing.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Declarations = Mapping[str, str]

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_SIMPLE = re.compile(r"([a-z][a-z0-9]*|\*)?((?:[.#][\w-]+|\[hidden\])*)", re.IGNORECASE)
_PART = re.compile(r"[.#][\w-]+|\[hidden\]", re.IGNORECASE)
_SCREEN = re.compile(r"@media\s+(?:all|(?:only\s+)?screen)\s*$", re.IGNORECASE)
_OF_LOOK = frozenset(
    """
    background background-color background-image clip clip-path color content-visibility display filter font
    font-size height left letter-spacing margin-left margin-top max-height max-width opacity overflow position
    right scale text-indent top transform translate visibility width
    -webkit-filter -webkit-text-fill-color
    """.split()  # noqa: SIM905 - a list literal takes twenty lines
)
"""Properties without which a rule hides nothing."""

_COMBINATOR = re.compile(r"(\s*>\s*|\s+)")
_LARGEST = 2**20
_LONGEST_VALUE = 300
_MOST_STEPS = 8
_MOST_RULES = 20_000


class Named(NamedTuple):
    """What selectors know an element by."""

    tag: str
    id: str = ""
    classes: frozenset[str] = frozenset()
    hidden: bool = False


def named(tag: str, attributes: Mapping[str, str]) -> Named:
    """What selectors know an element by."""
    classes = frozenset(attributes.get("class", "").split())
    return Named(tag, attributes.get("id", ""), classes, "hidden" in attributes)


@dataclass(frozen=True, slots=True)
class _Rule:
    """A selector, how specific it is and where it stands, and what it declares.

    `above` is what the elements around must be, from the innermost on, and whether directly so.
    """

    what: Named
    above: tuple[tuple[Named, bool], ...]
    weight: tuple[int, int, int, int]
    declarations: Declarations

    def fits(self, element: Named, around: Sequence[Named]) -> bool:
        """Whether it speaks of an element, `around` which are these, the outermost first."""
        return _fits(self.what, element) and self._stands_in(around)

    def _stands_in(self, around: Sequence[Named]) -> bool:
        at = len(around) - 1
        for wanted, directly in self.above:
            while at >= 0 and not _fits(wanted, around[at]):
                at = -1 if directly else at - 1
            if at < 0:
                return False
            at -= 1
        return True


def _fits(wanted: Named, element: Named) -> bool:
    return (
        wanted.tag in ("", "*", element.tag)
        and wanted.id in ("", element.id)
        and wanted.classes <= element.classes
        and (element.hidden or not wanted.hidden)
    )


@dataclass(slots=True)
class Sheet:
    """All rules of a page, by the id, a class or the tag that an element must have."""

    rules: dict[str, list[_Rule]] = field(default_factory=lambda: defaultdict(list))

    def of(self, element: Named, style: str = "", around: Sequence[Named] = ()) -> dict[str, str]:
        """What the sheet and its own style declare of an element."""
        found = self._matching(element, around) if self.rules else []
        found.sort(key=lambda rule: rule.weight)
        layers = [rule.declarations for rule in found]
        if style:
            layers.append(declarations(style))
        merged: dict[str, str] = {}
        for layer in layers:
            merged.update(layer)
        for layer in layers:
            merged.update({name: value for name, value in layer.items() if _important(value)})
        return {name: value.removesuffix("!important").strip() for name, value in merged.items()}

    def _matching(self, element: Named, around: Sequence[Named]) -> list[_Rule]:
        keys = [element.tag, "*", *(f".{name}" for name in element.classes), f"#{element.id}"]
        rules = (rule for key in keys for rule in self.rules.get(key, ()))
        return [rule for rule in rules if rule.fits(element, around)]


def sheet_of(texts: Iterable[str]) -> Sheet:
    """The rules of a page's `<style>` elements, in their order."""
    sheet = Sheet()
    number = 0
    for text in texts:
        for selectors, block in _blocks(_COMMENT.sub(" ", text[:_LARGEST])):
            declared = declarations(block)
            if _OF_LOOK.isdisjoint(declared):
                continue
            for selector in selectors.split(","):
                rule = _rule(selector.strip(), declared, number)
                number += 1
                if rule is not None and number <= _MOST_RULES:
                    sheet.rules[_key(rule)].append(rule)
    return sheet


def declarations(text: str) -> dict[str, str]:
    """The declarations of a style, names and values in lower case."""
    found: dict[str, str] = {}
    for one in text[:_LARGEST].split(";"):
        name, colon, value = one.partition(":")
        if colon:
            found[name.strip().lower()] = " ".join(value[:_LONGEST_VALUE].lower().split())
    return found


def _important(value: str) -> bool:
    return value.endswith("!important")


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Selectors and declarations; rules for print, other media and other conditions are passed over."""
    skipped_to = -1
    depth = 0
    prelude = 0
    for found in re.finditer(r"[{}]", text):
        if found[0] == "}":
            depth = max(depth - 1, 0)
            skipped_to = -1 if depth <= skipped_to else skipped_to
            prelude = found.end()
            continue
        selectors = text[prelude : found.start()].rpartition(";")[2].strip()
        depth += 1
        prelude = found.end()
        if skipped_to >= 0 or _SCREEN.match(selectors):
            continue
        if selectors.startswith("@"):
            skipped_to = depth - 1
            continue
        end = text.find("}", found.end())
        yield selectors, text[found.end() : end if end >= 0 else len(text)]


def _rule(selector: str, declared: Declarations, number: int) -> _Rule | None:
    """The rule of a selector; None where it asks for more than is known of elements here."""
    tokens = _COMBINATOR.split(selector)
    found = [_compound(token) for token in tokens[::2]]
    steps = [step for step in found if step is not None]
    if len(steps) < len(found) or len(steps) > _MOST_STEPS:
        return None
    directly = [">" in combinator for combinator in tokens[1::2]]
    return _Rule(
        what=steps[-1],
        above=tuple(zip(reversed(steps[:-1]), reversed(directly), strict=True)),
        weight=(
            sum(bool(step.id) for step in steps),
            sum(len(step.classes) + step.hidden for step in steps),
            sum(step.tag not in ("", "*") for step in steps),
            number,
        ),
        declarations=declared,
    )


def _compound(text: str) -> Named | None:
    found = _SIMPLE.fullmatch(text)
    if not found or not text:
        return None
    parts = _PART.findall(found[2])
    ids = [part[1:] for part in parts if part.startswith("#")]
    classes = frozenset(part[1:] for part in parts if part.startswith("."))
    hidden = any(part.startswith("[") for part in parts)
    if len(ids) > 1:
        return None
    return Named((found[1] or "").lower(), "".join(ids), classes, hidden)


def _key(rule: _Rule) -> str:
    if rule.what.id:
        return f"#{rule.what.id}"
    if rule.what.classes:
        return f".{min(rule.what.classes)}"
    return rule.what.tag or "*"
