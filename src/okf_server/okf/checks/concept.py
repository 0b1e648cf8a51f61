"""What the frontmatter of a concept says of itself: type, names, tags, identity."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from okf_server.model.concept import Status
from okf_server.okf.findings import Finding, finding, shown
from okf_server.okf.trust import tags, text_of

ATTESTED = "Attested Computation"

_SHORTEST_DESCRIPTION = 10
_MIXED_CASE = re.compile(r"[a-z][A-Z]")
_SPEC_TYPES = frozenset({"BigQuery Table", "BigQuery Dataset"})
_UNTIDY_TAG = re.compile(r"[A-Z\s]")
_OKF_ID = re.compile(r"okf_[0-9a-f]{32}")

Meta = Mapping[str, object]


def check_type(meta: Meta) -> Iterator[Finding]:
    """OKF001, OKF004, OKF014."""
    value = meta.get("type")
    if not isinstance(value, str) or not value.strip():
        said = "is missing or empty" if value is None or isinstance(value, str) else "is no string"
        yield finding("OKF001", f"`type` {said}")
        return
    kind = value.strip()
    if _MIXED_CASE.search(kind) and kind not in _SPEC_TYPES:
        yield finding("OKF004", f"the type `{kind}` is spelt in mixed case")
    if kind == ATTESTED and not text_of(meta, "runtime"):
        yield finding("OKF014", "an Attested Computation needs `runtime`")


def check_names(meta: Meta) -> Iterator[Finding]:
    """OKF002, OKF003, OKF037."""
    for key in ("title", "description", "resource"):
        if meta.get(key) is not None and not isinstance(meta[key], str):
            yield finding("OKF037", f"`{key}` is not a string")
    if not text_of(meta, "title") and not _is_odd(meta, "title"):
        yield finding("OKF002", "`title` is missing")
    description = text_of(meta, "description")
    if len(description) < _SHORTEST_DESCRIPTION and not _is_odd(meta, "description"):
        said = "is too short" if description else "is missing"
        yield finding("OKF003", f"`description` {said}")


def _is_odd(meta: Meta, key: str) -> bool:
    """Whether there is a value that is no string, which OKF037 reports already."""
    return meta.get(key) is not None and not isinstance(meta[key], str)


def check_tags(meta: Meta, required: Sequence[str]) -> Iterator[Finding]:
    """OKF006, OKF010, OKF011, OKF025."""
    value = meta.get("tags")
    if value is not None and not _is_list_of_text(value):
        yield finding("OKF025", "`tags` is not a list of strings")
    known = tags(meta)
    for tag in known:
        if _UNTIDY_TAG.search(tag):
            yield finding("OKF006", f"the tag `{tag}` has capitals or spaces")
    written = (
        [each.strip() for each in value if isinstance(each, str)] if isinstance(value, list) else []
    )
    for tag, count in Counter(written).items():
        if count > 1:
            yield finding("OKF010", f"the tag `{tag}` stands {count} times")
    for tag in required:
        if tag not in known:
            yield finding("OKF011", f"the required tag `{tag}` is missing")


def _is_list_of_text(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) and each.strip() for each in value)


def check_lifecycle(meta: Meta) -> Iterator[Finding]:
    """OKF031, and OKF038 for the form of an `okf_id`."""
    status = meta.get("status")
    if status is not None and status not in list(Status):
        yield finding("OKF031", f"`status` is {shown(status)}, not draft, stable or deprecated")
    okf_id = meta.get("okf_id")
    if okf_id is not None and not (isinstance(okf_id, str) and _OKF_ID.fullmatch(okf_id)):
        yield finding("OKF038", f"`okf_id` is {shown(okf_id)}, not okf_ and 32 digits 0-9a-f")
