"""Names of principals: one spelling for each, wherever it was written."""

import re
import string
import unicodedata

EVERYBODY = "*"
"""Whoever is signed in."""

UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)

KINDS = ("group", "user")

_SMALL = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)

_WITHIN = re.compile(r"([a-z0-9][a-z0-9-]*:)(.*)", re.DOTALL)
_JOINED = re.compile(
    r"(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])"
)  # as Persian and Hindi are written


def spelled(name: str) -> str:
    """The one spelling of a name: tokens, rules and questions are compared in it.

    Unicode NFC; groups without slashes at their ends, also within a namespace; UUIDs in small letters, and
    addresses with A to Z in small: further letters that are alike tell mailboxes apart. All else is to the letter.
    """
    kind, colon, rest = unicodedata.normalize("NFC", name).partition(":")
    if kind == "group":
        rest = _path(rest)
    head, within, last = rest.rpartition(":")
    if UUID.fullmatch(last):
        last = last.lower()
    elif kind == "user" and "@" in name:
        last = last.translate(_SMALL)
    return f"{kind}{colon}{head}{within}{last}"


def of_kind(kind: str, name: str) -> str:
    """A name of one kind, with or without the kind before it."""
    return name if name.startswith(f"{kind}:") else f"{kind}:{name}"


def problem_with(name: str) -> tuple[str, str] | None:
    """Why no token can give a name, and what to write instead; None for a name that one can."""
    if name == EVERYBODY:
        return None
    kind, _, rest = spelled(name).partition(":")
    bare = _bare(rest)
    problems = (
        (
            kind not in KINDS or not bare or bare.endswith(":"),
            "which is no principal",
            "Write group:<name>, user:<name> or *.",
        ),
        (
            bare == EVERYBODY,
            "which nobody is called",
            'Everybody who is signed in is "*", as in allow: ["*"].',
        ),
        (
            EVERYBODY in bare,
            "which is a pattern, and names are taken to the letter",
            f"Write the whole name of every {kind} that is meant.",
        ),
        (
            bare != rest,
            "which has blanks around it",
            f'Write "{kind}:{bare}".',
        ),
        (
            not _JOINED.sub("", rest).isprintable(),
            "which has characters that cannot be seen",
            "Type it anew: it was pasted from where it is shown in another way.",
        ),
    )
    return next(((what, hint) for is_so, what, hint in problems if is_so), None)


def _path(rest: str) -> str:
    inner = rest.strip("/")
    within = _WITHIN.fullmatch(inner)
    return f"{within[1]}{within[2].lstrip('/')}" if within else inner


def _bare(rest: str) -> str:
    """Without blanks around the name and around what follows a namespace."""
    within = _WITHIN.fullmatch(rest.strip())
    return f"{within[1]}{within[2].strip()}" if within else rest.strip()
