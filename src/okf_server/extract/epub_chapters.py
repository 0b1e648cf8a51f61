"""A chapter of an e-book, which is XHTML, as a part of an HTML page."""

import html
import re
from typing import Any

from okf_server.extract.decode import declared_charset, decode, is_noise
from okf_server.extract.web_tree import cut

_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31});")
_OF_XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
_DECLARED = re.compile(r"^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!DOCTYPE[^>\[]*(?:\[[^\]]*\]\s*)?>)?")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_MARGINS = frozenset({"aside", "header", "footer", "main", "article"})
_ROLES = {
    "doc-footnote": frozenset(
        {"footnote", "footnotes", "endnote", "endnotes", "rearnote", "rearnotes"}
    ),
    "doc-noteref": frozenset({"noteref"}),
}
_LEFT_OUT = ("script", "style", "link", "meta", "base", "title")


def body(data: bytes, label: str) -> tuple[str, str]:
    """What stands in the body of a chapter, and what is missing of it, if anything is.

    A chapter without a heading gets the label that the contents give it.
    """
    from lxml import etree  # noqa: PLC0415 - not in a core installation

    text, _ = decode(data, declared=declared_charset(data))
    if is_noise(text):
        return "", "a chapter is encrypted or damaged"
    text = _DECLARED.sub("", _ENTITY.sub(_letter, text), count=1)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    missing = ""
    try:
        root = _without_names(etree.fromstring(text.encode("utf-8", "replace"), parser))
    except etree.XMLSyntaxError:
        if not text.strip():
            return "", ""
        forgiving = etree.HTMLParser(no_network=True, huge_tree=True)
        root = etree.fromstring(text, forgiving)
        missing = cut(forgiving)
    found = root if root.tag == "body" else next(root.iter("body"), root)
    etree.strip_elements(found, *_LEFT_OUT, with_tail=False)
    for element in found.iter(etree.Element):
        _as_text(element)
    found.tag = "section"
    found.attrib.clear()
    heading = any(element.tag in _HEADINGS for element in found.iter())
    title = f"<h1>{html.escape(label)}</h1>" if label and not heading else ""
    written = etree.tostring(found, method="html", encoding="unicode", with_tail=False)
    return title + str(written), missing


def _as_text(element: Any) -> None:
    """Make an element one that a page shows as its text: a book has no margins, and marks its notes by `epub:type`."""
    kinds = {str(v) for k, vs in element.attrib.items() if k.endswith("type") for v in vs.split()}
    role = next((role for role, known in _ROLES.items() if kinds & known), "")
    if element.tag in _MARGINS:
        element.tag = "section"
    if role or not element.get("role", "").startswith("doc-"):
        element.attrib.pop("role", None)
    if role:
        element.set("role", role)


def _letter(found: re.Match[str]) -> str:
    """The letter of a named entity, which only a DTD would tell; a browser knows them by itself."""
    return found[0] if found[1] in _OF_XML else html.unescape(found[0]).replace("&", "&amp;")


def _without_names(root: Any) -> Any:
    """The tree without namespaces, so that its elements are those of HTML."""
    for element in root.iter():
        if isinstance(element.tag, str):
            element.tag = element.tag.rpartition("}")[2].lower()
    return root
