"""The index.md of a folder (OKF specification, section 8)."""

from collections.abc import Sequence
from dataclasses import dataclass

from okf_server.okf.links import plain, render_link
from okf_server.okf.yaml import dump

OKF_VERSION = "0.2"

_LONGEST_DESCRIPTION = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingEntry:
    """A concept or folder of a listing; `target` is relative to the listing, `name.md` or `name/`."""

    title: str
    target: str
    description: str = ""


def render_index(
    title: str,
    *,
    concepts: Sequence[ListingEntry],
    folders: Sequence[ListingEntry],
    is_root: bool = False,
) -> str:
    """The text of an index.md: the concepts under the title, then the folders.

    The root's listing declares the version of the format; no other has frontmatter.
    """
    sections = [(title, concepts), ("Folders", folders)] if concepts else [(title, folders)]
    text = "\n".join(
        f"# {plain(heading)}\n\n{''.join(map(_line, entries))}"
        for heading, entries in sections
        if entries or heading is title
    )
    return f"---\n{dump({'okf_version': OKF_VERSION})}---\n\n{text}" if is_root else text


def _line(entry: ListingEntry) -> str:
    description = " ".join(entry.description.split())
    if len(description) > _LONGEST_DESCRIPTION:
        description = f"{description[:_LONGEST_DESCRIPTION].rsplit(' ', 1)[0]} …"
    link = render_link(entry.title, entry.target)
    return f"* {link} - {plain(description)}\n" if description else f"* {link}\n"
