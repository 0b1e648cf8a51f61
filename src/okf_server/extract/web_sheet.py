"""Style sheets as far as a page carries them itself: simple selectors and their declarations.

A selector is simple where it names one element by its tag, id, classes and the `hidden` attribute. What a
sheet says of elements inside others is not known here, and is taken to say nothing.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

Declarations = Mapping[str, str]

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_SIMPLE = re.compile(r"([a-z][a-z0-9]*|\*)?((?:[.#][\w-]+|\[hidden\])*)", re.IGNORECASE)
_PART = re.compile(r"[.#][\w-]+|\[hidden\]", re.IGNORECASE)
_SCREEN = re.compile(r"@media\s+(?:all|(?:only\s+)?screen)\s*$", re.IGNORECASE)
_LARGEST = 2**20
_MOST_RULES = 20_000


@dataclass(frozen=True, slots=True)
class _Rule:
    """A simple selector, how specific it is and where it stands, and what it declares."""

    tag: str
    id: str
    classes: frozenset[str]
    hidden: bool
    weight: tuple[int, int, int]
    declarations: Declarations


@dataclass(slots=True)
class Sheet:
    """All rules of a page, by the id, a class or the tag that an element must have."""

    rules: dict[str, list[_Rule]] = field(default_factory=lambda: defaultdict(list))

    def of(self, tag: str, attributes: Mapping[str, str]) -> dict[str, str]:
        """What the sheet and the element's own style declare of it."""
        found = self._matching(tag, attributes) if self.rules else []
        found.sort(key=lambda rule: rule.weight)
        layers = [rule.declarations for rule in found]
        own = attributes.get("style", "")
        if own:
            layers.append(declarations(own))
        merged: dict[str, str] = {}
        for layer in layers:
            merged.update(layer)
        for layer in layers:
            merged.update({name: value for name, value in layer.items() if _important(value)})
        return {name: value.removesuffix("!important").strip() for name, value in merged.items()}

    def _matching(self, tag: str, attributes: Mapping[str, str]) -> list[_Rule]:
        classes = frozenset(attributes.get("class", "").split())
        own_id = attributes.get("id", "")
        keys = [tag, "*", *(f".{name}" for name in classes), f"#{own_id}"]
        return [
            rule
            for key in keys
            for rule in self.rules.get(key, ())
            if rule.tag in ("", "*", tag)
            and rule.classes <= classes
            and rule.id in ("", own_id)
            and (not rule.hidden or "hidden" in attributes)
        ]


def sheet_of(texts: Iterable[str]) -> Sheet:
    """The rules of a page's `<style>` elements, in their order."""
    sheet = Sheet()
    number = 0
    for text in texts:
        for selectors, block in _blocks(_COMMENT.sub(" ", text[:_LARGEST])):
            declared = declarations(block)
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
            found[name.strip().lower()] = " ".join(value.lower().split())
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
    found = _SIMPLE.fullmatch(selector)
    if not found or not selector:
        return None
    parts = _PART.findall(found[2])
    ids = [part[1:] for part in parts if part.startswith("#")]
    classes = frozenset(part[1:] for part in parts if part.startswith("."))
    if len(ids) > 1:
        return None
    return _Rule(
        tag=(found[1] or "").lower(),
        id=ids[0] if ids else "",
        classes=classes,
        hidden=any(part.startswith("[") for part in parts),
        weight=(len(ids), len(parts) - len(ids), number),
        declarations=declared,
    )


def _key(rule: _Rule) -> str:
    if rule.id:
        return f"#{rule.id}"
    if rule.classes:
        return f".{min(rule.classes)}"
    return rule.tag or "*"
