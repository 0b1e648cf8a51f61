"""Whether the end of a page is there."""

import re

_ENDS = ("</body", "</html")
_BEGINS = re.compile(r"<(?:html|body)[\s>]")
_NOTHING_ELSE = re.compile(r"</?[a-z!?]")
_CLOSED = ("table", "ul", "ol", "div", "section", "article", "main", "title", "pre")
"""Elements whose end no page may leave out (HTML, 13.1.2.4)."""


def is_cut_off(text: str) -> bool:
    """Whether a page ends in the midst of a tag, a comment, a script or an element that has to be closed."""
    page = text.lower()
    ended = max(map(page.rfind, _ENDS))
    tag = page.rfind("<")
    if tag > ended and ">" not in page[tag:] and _NOTHING_ELSE.match(page, tag):
        return True
    for begin, end in (("<!--", "-->"), ("<script", "</script"), ("<style", "</style")):
        at = page.rfind(begin)
        if at > ended and page.find(end, at) < 0:
            return True
    return ended < 0 and is_unmarked(page) and any(_is_open(page, name) for name in _CLOSED)


def is_unmarked(text: str) -> bool:
    """Whether a page says where it begins and not where it ends, which it may."""
    page = text.lower()
    return bool(_BEGINS.search(page)) and max(map(page.rfind, _ENDS)) < 0


def _is_open(page: str, name: str) -> bool:
    begun = re.findall(rf"<{name}[\s>]", page)
    return len(begun) > page.count(f"</{name}")
