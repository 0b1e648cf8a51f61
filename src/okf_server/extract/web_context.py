"""What the elements around a text say of it: is it a heading, an item of a list, a part of the page's margin?"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto

from okf_server.extract.web_grid import span
from okf_server.extract.web_look import PLAIN, Look, look_of


class Zone(Enum):
    """Which part of a page a text stands in."""

    PAGE = auto()
    ARTICLE = auto()
    MAIN = auto()
    MARGIN = auto()  # navigation, page header and footer, banners


@dataclass(slots=True, kw_only=True)
class Numbering:
    """The numbers of a list's items; none where it has bullets."""

    numbered: bool = False
    next: int = 1
    step: int = 1

    def marker(self, value: str) -> str:
        """The marker of the next item, `value` where the item says its own number."""
        if not self.numbered:
            return "-"
        number = int(value) if re.fullmatch(r"\d{1,9}", value, re.ASCII) else self.next
        self.next = number + self.step
        return f"{max(number, 0)}."


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Item:
    """An item of a list, or a term (`dt`) or its description (`dd`); each is only equal to itself."""

    depth: int
    marker: str = "-"
    description: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What is known of a text by the elements that it stands in.

    `muted` text only decorates. `depth` is that of the open list's items, -1 outside of lists. `heading` is
    the level of the heading that it is in, or 0. `raised` is `sup`, `sub` or empty.
    """

    look: Look = PLAIN
    zone: Zone = Zone.PAGE
    muted: bool = False
    heading: int = 0
    item: Item | None = None
    list: Numbering | None = None
    depth: int = -1
    pre: bool = False
    language: str = ""
    quote: bool = False
    note: bool = False
    caption: bool = False
    target: str = ""
    code: bool = False
    raised: str = ""


_HEADING = re.compile(r"h([1-6])")
_MARGIN_ROLES = frozenset(["navigation", "banner", "contentinfo", "complementary", "search"])
_MARGIN_TAGS = frozenset(["header", "footer", "aside"])
_COOKIES = re.compile(r"(?:cookie|consent|gdpr)(?:s|-?law)?[-_ ]?(?:\w+[-_ ])?"
                      r"(?:banner|notice|bar|popup|dialog|overlay|modal|consent|message|wrapper)|onetrust", re.IGNORECASE)  # fmt: skip
_LOGO = re.compile(r"(?:^|[-_\s])logo(?:$|[-_\s])", re.IGNORECASE)
_MARGIN_CLASSES = frozenset(
    """
    breadcrumb breadcrumbs catlinks interlanguage-link mw-jump-link mw-portlet nav-menu navbar navbox
    pagination printfooter share-buttons site-footer site-header site-nav skip-link social-share
    vector-menu
    """.split()  # noqa: SIM905 - a list literal takes twenty lines
)
_LONGEST_CLASS = 500
_NOTES = frozenset(["doc-footnote", "doc-footnotes", "doc-endnote", "doc-endnotes"])
_NOTE_CLASS = re.compile(r"(?:^|\s)(?:footnotes?|endnotes?|footnote-list|footnote-item)(?:\s|$)")
_DECORATION = frozenset(["headerlink", "anchor-link", "linenos", "lineno", "linenumber", "gutter",
                         "katex-html", "mathjax_preview", "mathjax", "mathjax_display",
                         "mw-editsection", "material-icons"])  # fmt: skip
_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight|brush:?)[-\s]\s*([A-Za-z0-9+#_.]{1,20})"
)
_NO_LANGUAGE = frozenset(["default", "none", "notranslate", "text", "plaintext", "console-output"])
_CODE = frozenset(["code", "kbd", "samp", "tt"])
_LISTS = frozenset(["ul", "ol", "dl", "menu", "dir"])
_ITEMS = frozenset(["li", "dt", "dd"])


def inside(
    tag: str, attributes: Mapping[str, str], above: Context, style: Mapping[str, str]
) -> Context:
    """The context of what an element holds; `style` is what is declared of it."""
    changes: dict[str, object] = {}
    look = (
        look_of(tag, attributes, style, above.look)
        if style or attributes or tag == "dialog"
        else above.look
    )
    if look is not above.look:
        changes["look"] = look
    if attributes or tag in _MARGIN_TAGS or tag in ("nav", "main", "article"):
        changes["zone"] = _zone(tag, attributes, above.zone)
        changes |= _marks(attributes)
    changes |= _structure(tag, attributes, above)
    return replace(above, **changes) if changes else above  # type: ignore[arg-type]


def _zone(tag: str, attributes: Mapping[str, str], above: Zone) -> Zone:
    role = attributes.get("role", "")
    if above is Zone.MARGIN:
        return above
    if tag == "nav" or role in ("navigation", "search") or _is_banner(attributes):
        return Zone.MARGIN
    if above is Zone.PAGE and (tag in _MARGIN_TAGS or role in _MARGIN_ROLES):
        return Zone.MARGIN if role not in _NOTES else above
    if tag == "main" or role == "main":
        return Zone.MAIN
    return Zone.ARTICLE if tag == "article" and above is Zone.PAGE else above


def _is_banner(attributes: Mapping[str, str]) -> bool:
    classes = attributes.get("class", "")[:_LONGEST_CLASS]
    if not _MARGIN_CLASSES.isdisjoint(classes.split()):
        return True
    return bool(
        _LOGO.search(classes)
        or _COOKIES.search(f"{attributes.get('id', '')[:_LONGEST_CLASS]} {classes}")
    )


def _marks(attributes: Mapping[str, str]) -> dict[str, object]:
    """What an element's class and role say of its text."""
    changes: dict[str, object] = {}
    classes = attributes.get("class", "")[:_LONGEST_CLASS].lower()
    if attributes.get("role", "") in _NOTES or _NOTE_CLASS.search(classes):
        changes["note"] = True
    if attributes.get("role", "") == "doc-noteref":
        changes["raised"] = "sup"
    if not _DECORATION.isdisjoint(classes.split()):
        changes["muted"] = True
    if language := language_of(attributes):
        changes["language"] = language
    return changes


def language_of(attributes: Mapping[str, str]) -> str:
    """The programming language that an element names for the code in it."""
    named = attributes.get("data-lang", "") or attributes.get("data-language", "")
    found = _LANGUAGE.search(
        f"language-{named}" if named else attributes.get("class", "")[:_LONGEST_CLASS]
    )
    language = found[1].lower() if found else ""
    return "" if language in _NO_LANGUAGE else language


def _structure(tag: str, attributes: Mapping[str, str], above: Context) -> dict[str, object]:
    if tag in _LISTS:
        return _list(tag, attributes, above)
    if tag in _ITEMS:
        return {"item": _item(tag, attributes, above)}
    if tag == "a":
        return {"target": attributes.get("href", "").strip()}
    level = _level(tag, attributes)
    return {"heading": level} if level else _text_level(tag, above)


def _level(tag: str, attributes: Mapping[str, str]) -> int:
    heading = _HEADING.fullmatch(tag)
    if heading:
        return int(heading[1])
    return span(attributes.get("aria-level", "2"), 6) if attributes.get("role") == "heading" else 0


def _text_level(tag: str, above: Context) -> dict[str, object]:
    if tag in ("sup", "sub"):
        return {"raised": tag}
    if tag in ("pre", "listing", "xmp"):
        return {"pre": True}
    if tag in _CODE and not above.pre:
        return {"code": True}
    if tag == "blockquote":
        return {"quote": True}
    return {"caption": True} if tag in ("figcaption", "caption") else {}


def _list(tag: str, attributes: Mapping[str, str], above: Context) -> dict[str, object]:
    within_description = above.item is not None and above.item.description
    depth = above.item.depth if above.item and within_description else above.depth + 1
    reverse = "reversed" in attributes
    numbering = Numbering(
        numbered=tag == "ol",
        next=int(start)
        if re.fullmatch(r"\d{1,9}", start := attributes.get("start", "1"), re.ASCII)
        else 1,
        step=-1 if reverse else 1,
    )
    return {"list": numbering, "depth": depth, "item": None}


def _item(tag: str, attributes: Mapping[str, str], above: Context) -> Item:
    numbering = above.list or Numbering()
    depth = max(above.depth, 0)
    if tag == "dd":
        return Item(depth=depth + 1, description=True)
    return Item(depth=depth, marker=numbering.marker(attributes.get("value", "")))
