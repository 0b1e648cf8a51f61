"""Make concepts of documents."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from okf_server.access.resolve import classes
from okf_server.ingest.guidance import Guidance
from okf_server.ingest.keeping import Kept
from okf_server.ingest.metadata import Described, frontmatter, repaired, repairs
from okf_server.ingest.plan import Plan, Planned
from okf_server.ingest.reading import CHANGED, Originals
from okf_server.model.access import AccessList
from okf_server.model.concept import Concept, Status
from okf_server.model.config import DocumentRules
from okf_server.model.document import Document, Extracted, Failed, Outcome, Partial, Skipped
from okf_server.model.item import ItemRecord, State
from okf_server.okf.findings import Severity
from okf_server.okf.frontmatter import parse
from okf_server.okf.trust import status, text_of

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """An item, the concept that was made of it, and the document it was made of.

    `data` are the bytes of a foreign concept that is published as it is.
    """

    planned: Planned
    record: ItemRecord
    concept: Concept
    document: Document
    data: bytes | None = None
    warnings: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What the concept calls itself."""
        return text_of(self.concept.meta, "title")

    @property
    def status(self) -> Status:
        """Where the concept is in its life."""
        return status(self.concept.meta)


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """What was made, in the order of the concepts' ids, and a record of every entry of the sources.

    `access` are the access lists by class.
    """

    made: tuple[Made | Kept, ...]
    records: tuple[ItemRecord, ...]
    access: tuple[AccessList, ...]


def compose(
    plan: Plan,
    outcomes: Mapping[str, Outcome | Kept],
    rules: Guidance,
    originals: Originals,
) -> Composed:
    """The concepts of all items that could be read. Each entry ends in exactly one state."""
    results = [_result(one, outcomes[one.item.path], rules, originals) for one in plan.planned]
    made = [result for result in results if isinstance(result, Made | Kept)]
    decided = [rules.access_of(one.planned.item) for one in made]
    access, numbers = classes([one.access for one in decided])
    made = [
        replace(one, record=replace(one.record, access_class=number, access_rule=decision.rule))
        for one, number, decision in zip(made, numbers, decided, strict=True)
    ]
    records = [one.record for one in made]
    records += [result for result in results if isinstance(result, ItemRecord)]
    records += plan.settled
    return Composed(
        made=tuple(sorted(made, key=lambda one: one.record.concept)),
        records=tuple(sorted(records, key=lambda record: record.path)),
        access=access,
    )


def _result(
    planned: Planned, outcome: Outcome | Kept, rules: Guidance, originals: Originals
) -> Made | Kept | ItemRecord:
    match outcome:
        case Kept():
            return outcome
        case Skipped(reason=reason):
            return _record(planned, State.SKIPPED, reason=reason)
        case Failed(reason=reason, hint=hint):
            return _record(planned, State.FAILED, reason=reason, hint=hint)
        case Extracted(document=document):
            return _made(planned, document, rules, originals)
        case Partial(document=document):
            made = _made(planned, document, rules, originals)
            return _partial(made, outcome) if isinstance(made, Made) else made


def _partial(made: Made, outcome: Partial) -> Made:
    reason, hint = outcome.reason, outcome.hint
    return replace(made, record=replace(made.record, state=State.PARTIAL, reason=reason, hint=hint))


def _made(
    planned: Planned, document: Document, rules: Guidance, originals: Originals
) -> Made | ItemRecord:
    described = Described(
        item=planned.item,
        document=document,
        rules=rules.of_item(planned.item),
        kind=rules.type_of_item(planned.item),
    )
    if planned.foreign:
        return _foreign(planned, described, originals)
    concept = Concept(id=planned.concept, meta=frontmatter(described), body=_body(document.body))
    record = _record(planned, State.INDEXED)
    return Made(
        planned=planned,
        record=record,
        concept=concept,
        document=document,
        warnings=document.warnings,
    )


def _foreign(planned: Planned, described: Described, originals: Originals) -> Made | ItemRecord:
    """A concept of somebody's bundle: the file as it is, or repaired where it breaks the format."""
    document = described.document
    data = originals.data(planned)
    if data is None:
        return _record(planned, State.FAILED, reason=CHANGED.reason, hint=CHANGED.hint)
    if replace(described.rules, access=None) == DocumentRules() and _is_clean(data, document):
        concept = Concept(id=planned.concept, meta=document.meta, body=document.body)
        warnings = document.warnings
    else:
        concept = Concept(id=planned.concept, meta=repaired(described), body=_body(document.body))
        warnings, data = (*document.warnings, *repairs(document.meta)), None
    return Made(
        planned=planned,
        record=_record(planned, State.INDEXED),
        concept=concept,
        document=document,
        data=data,
        warnings=warnings,
    )


def _is_clean(data: bytes, document: Document) -> bool:
    """Whether a file obeys the format, and its reader read what every reader of the format reads."""
    parsed = parse(data)
    broken = any(finding.severity is Severity.ERROR for finding in parsed.findings)
    same = (parsed.meta, parsed.body) == (document.meta, document.body)
    return parsed.present and same and not broken and bool(text_of(parsed.meta, "type"))


def _body(text: str) -> str:
    """A body that comes back from its file the same; no position in it moves."""
    clean = text.replace("\r", " ").rstrip("\n")
    if not clean.isascii():
        clean = _SURROGATE.sub("\ufffd", clean)
    return f"{clean}\n" if clean else ""


def _record(planned: Planned, state: State, *, reason: str = "", hint: str = "") -> ItemRecord:
    item = planned.item
    return ItemRecord(
        path=item.path,
        state=state,
        reason=reason,
        hint=hint,
        concept=planned.concept if state in (State.INDEXED, State.PARTIAL) else "",
        source=item.source,
        revision=item.revision,
        size=item.size,
        modified=item.modified,
        extractor=planned.reader.identity,
    )
