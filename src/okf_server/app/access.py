"""Who may read what, and why: the published snapshot beside what the rules say now."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from okf_server.access.resolve import SOURCE, Decision, is_expired
from okf_server.app.knowledge import Knowledge
from okf_server.catalog.config import read_config, read_rules
from okf_server.ingest.guidance import Guidance, guidance
from okf_server.model.access import AccessList
from okf_server.model.config import BaseConfig, Rules
from okf_server.model.item import Inside, Item, ItemRecord, outermost

_RULES = "_okf.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Readable:
    """Who may read a concept of the published snapshot, and the rule that decided.

    `expired` where its source told this too long ago. `now` is what the rules decide now, where that is
    something else; it holds from the next build on.
    """

    concept: str
    path: str
    access: AccessList
    rule: str
    expired: bool
    now: Decision | None


def explain(knowledge: Knowledge, reference: str) -> Readable:
    """Who may read what a reference means; raises NotFoundError."""
    found = knowledge.get(reference, max_chars=1)
    (readable,) = [one for one in readables(knowledge) if one.concept == found.concept.id]
    return readable


def readables(knowledge: Knowledge) -> Iterator[Readable]:
    """Every concept of the published snapshot, in the order of the paths; raises NotFoundError."""
    snapshot = knowledge.store.published()
    rules = _rules_now(read_config(knowledge.directory / "okf.yaml"))
    longest = timedelta(hours=knowledge.config.access.max_acl_age)
    now = knowledge.clock()
    for record in snapshot.manifest.items:
        if record.concept:
            access = snapshot.manifest.access[record.access_class]
            yield Readable(
                concept=record.concept,
                path=record.path,
                access=access,
                rule=record.access_rule or "not recorded",
                expired=is_expired(access, now=now, longest=longest),
                now=_otherwise(record, access, rules),
            )


def _rules_now(config: BaseConfig) -> Guidance:
    """What the files say now; an owner's file that is gone or is no file says nothing."""
    return guidance(config, [_owners(Path(source.path) / _RULES) for source in config.sources])


def _owners(path: Path) -> Rules:
    try:
        return read_rules(path.read_bytes(), str(path))
    except OSError:
        return Rules()


def _otherwise(record: ItemRecord, access: AccessList, rules: Guidance) -> Decision | None:
    """What is decided now where it differs; what a source told can only be asked of the source.

    Nothing where the source is no longer read: the item goes with the next build.
    """
    if record.access_rule.startswith(SOURCE) or record.source >= len(rules.sources):
        return None
    decided = rules.access_of(_item(record.path, record))
    return None if decided.access == access else decided


def _item(path: str, record: ItemRecord) -> Item:
    """The item of a path, within those that hold it."""
    first, members = outermost(path)
    item = _bare(first, record, inside=None)
    for number in members:
        inside = Inside(item=item, name="")
        item = _bare(f"{item.path}!{number}", record, inside=inside)
    return item


def _bare(path: str, record: ItemRecord, *, inside: Inside | None) -> Item:
    return Item(source=record.source, path=path, revision="", size=0, modified="", inside=inside)
