"""Links between concepts: found in every form that real bundles use, resolved inside the bundle."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote, unquote

from okf_server.okf.prose import blanked, prose


class LinkKind(StrEnum):
    """How a link is written."""

    INLINE = "inline"  # [text](target) and [text][label]
    IMAGE = "image"
    WIKI = "wiki"  # [[target|text]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link as written: `body[start:end]`; `target` still has its escapes and fragment."""

    kind: LinkKind
    text: str
    target: str
    start: int
    end: int


_TEXT = r"\[((?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.)*+\])*+)\]"
_TARGET = r"<([^<>\n]*)>|((?:[^\s()<\\]|\\.|\((?:[^\s()\\]|\\.)*+\))(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+|)"
_TITLE = r"\"[^\"]*+\"|'[^']*+'|\([^()]*+\)"
_LINK = re.compile(
    rf"(?<!\\)(!?){_TEXT}(?:\(\s*+(?:{_TARGET})(?:\s++(?:{_TITLE}))?\s*+\)|\[([^\[\]]*+)\]|(?!\())",
    re.DOTALL,
)
_DEFINITION = re.compile(
    r"^ {0,3}\[(?!\^)((?:[^\[\]\\]|\\.)++)\]:[ \t]*+\n?[ \t]*+(?:<([^<>\n]*)>|(\S++))", re.MULTILINE
)
_WIKI = re.compile(r"(!?)\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_NEEDS_ESCAPE = re.compile(r"[\\\[\]<>`]")


def links(body: str) -> tuple[Link, ...]:
    """The links of a body in order; what stands in code or in a comment is no link."""
    if "[" not in body:
        return ()
    texts = [(start, text) for start, text in prose(body) if "[" in text]
    labels: dict[str, str] = {}
    for _, text in texts:
        for match in _DEFINITION.finditer(text):
            labels.setdefault(_label(match[1]), match[2] or match[3] or "")
    found = [link for start, text in texts for link in _links(text, start, labels)]
    return tuple(sorted(found, key=lambda link: link.start))


def target(link: Link, concept: str, *, names: Mapping[str, str] | None = None) -> str | None:
    """Where a link of `concept` leads inside the bundle, or None where it leads out of it.

    `a/b` is the concept `a/b.md` (or a folder, where the link says no more), `a/` the folder and its
    index.md, `/` the root, `a/b.py` another file. A fragment alone leads to the concept itself. Wikilinks
    are looked up in `names` (see `wiki_names`), and taken from the root where they are not found.
    """
    path = _path(link)
    if path is None:
        return None
    if not path:
        return concept
    if link.kind is LinkKind.WIKI:
        known = (names or {}).get(_without_md(path).casefold())
        if known is not None:
            return known
        path = f"/{path}"
    return _resolved(path, concept)


def leaves_bundle(link: Link, concept: str) -> bool:
    """Whether a link is a path that climbs out of the bundle's root."""
    path = _path(link)
    return bool(path) and link.kind is not LinkKind.WIKI and _resolved(path or "", concept) is None


def wiki_names(titles: Mapping[str, str]) -> dict[str, str]:
    """Concept ids by every name that a wikilink may use; `titles` has each id and its title, if any.

    A name is the end of a path or a title, without regard to case; paths come first, and where several
    concepts have a name, the one with the shortest path.
    """
    names: dict[str, str] = {}
    ordered = sorted(titles, key=lambda each: (each.count("/"), each))
    for concept in ordered:
        parts = concept.casefold().split("/")
        for at in range(len(parts)):
            names.setdefault("/".join(parts[at:]), concept)
    for concept in ordered:
        if title := titles[concept]:
            names.setdefault(title.casefold(), concept)
    return names


def render_link(text: str, path: str) -> str:
    """A Markdown link to a path, with its text on one line and harmless."""
    return f"[{plain(text)}]({quote(path)})"


def plain(text: str) -> str:
    """`text` on one line, so that no character of it is Markdown's link, code or HTML mark."""
    return _NEEDS_ESCAPE.sub(r"\\\g<0>", " ".join(text.split()))


def _path(link: Link) -> str | None:
    """The decoded path of a link without fragment and query; None for a web address."""
    text = link.target.strip()
    if link.kind is LinkKind.WIKI:
        return text.partition("#")[0].strip().rstrip("\\")
    if _SCHEME.match(text):
        return None
    text = _ESCAPE.sub(r"\1", text)
    return unquote(text.partition("#")[0].partition("?")[0])


def _resolved(path: str, concept: str) -> str | None:
    if "\0" in path:
        return None
    parts = [] if path.startswith("/") else concept.split("/")[:-1]
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    folder = path.endswith(("/", "/.", "/..")) or path in {".", ".."}
    if parts and parts[-1] == "index.md":
        parts.pop()
        folder = True
    if not parts:
        return "/"
    inside = "/".join(parts)
    return f"{inside}/" if folder else _without_md(inside)


def _without_md(path: str) -> str:
    return path[:-3] if path.lower().endswith(".md") else path


def _links(text: str, start: int, labels: Mapping[str, str]) -> Iterator[Link]:
    wiki = list(_WIKI.finditer(text))
    for match in wiki:
        yield Link(
            kind=LinkKind.WIKI,
            text=(match[3] or match[2]).strip(),
            target=match[2],
            start=start + match.start(),
            end=start + match.end(),
        )
    for match in _LINK.finditer(blanked(text, ((each.start(), each.end()) for each in wiki))):
        if (written := _written_target(match, labels)) is not None:
            yield Link(
                kind=LinkKind.IMAGE if match[1] else LinkKind.INLINE,
                text=match[2],
                target=written,
                start=start + match.start(),
                end=start + match.end(),
            )


def _written_target(match: re.Match[str], labels: Mapping[str, str]) -> str | None:
    """The target beside the text, or the one that the label defines; None where there is none."""
    if match[3] is not None or match[4] is not None:
        return match[3] or match[4] or ""
    if match[2].startswith("^") or match.string.startswith(":", match.end()):
        return None
    return labels.get(_label(match[5] or match[2]))


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()
