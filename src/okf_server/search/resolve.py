"""Find the concept that a reference means, among those that the caller may see."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from okf_server.errors import NotFoundError, UsageError
from okf_server.index.records import ConceptRecord
from okf_server.index.visible import Visible
from okf_server.model.access import Principal
from okf_server.okf.reference import Reference, parse_reference
from okf_server.search.missing import near, refuse_unread
from okf_server.search.view import View

_SHOWN = 200

Test = Callable[[ConceptRecord], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a reference means: a concept, and perhaps a section or lines of it."""

    record: ConceptRecord
    section: str | None
    lines: tuple[int, int] | None


def resolve(view: View, text: str, *, principal: Principal) -> Target:
    """The target of a reference in any of its forms.

    Exact forms come first; then an id that the concept had before, another case, and the end of an id or
    path where only one concept has it. Raises NotFoundError, with near matches that the caller may see:
    what is hidden reads like what is missing. Raises UsageError for a reference that says nothing, or that names
    a commit.
    """
    reference = parse_reference(text)
    visible = view.visible(principal)
    known = (reference, *(_by_place(view, reference) if principal.trusted else ()))
    for each in known:
        for ordinal in _meant(view, each, visible):
            if ordinal in visible:
                return _target(view.index.concept(ordinal), each)
    if principal.trusted:  # nobody has decided who else may know of an item without a concept
        refuse_unread(view.unread, known)
    names = near(view.index, reference, visible)
    raise NotFoundError(
        f"There is no {text.strip()[:_SHOWN]!r} in the base {view.mark.base!r}.",
        hint=f"Did you mean {', '.join(names)}?"
        if names
        else "Search or browse the base for what it holds.",
    )


def _by_place(view: View, reference: Reference) -> Iterator[Reference]:
    """The same reference by the paths of items, where it gives a file's place on this machine.

    For the operator alone: from what is found others could tell how the machine is laid out.
    """
    if not reference.absolute or reference.base not in (None, view.mark.base):
        return
    for source in view.sources:
        item = source.item(reference.absolute)
        if item:
            yield parse_reference(item)


def _target(record: ConceptRecord, reference: Reference) -> Target:
    """The part of a concept that is meant: none where the whole reference is its document's path."""
    if record.path == reference.text:
        return Target(record=record, section=None, lines=None)
    if reference.commit:
        raise UsageError(
            f"{record.id} has no commit {reference.commit[:_SHOWN]!r}: commits are of git sources alone.",
            hint=f"Leave out @{reference.commit[:_SHOWN]} to read what is published.",
        )
    section = None if record.path == reference.path else reference.section
    return Target(record=record, section=section, lines=reference.lines)


def _meant(view: View, reference: Reference, visible: Visible) -> Iterator[int]:
    """Concepts that the reference may mean, the likeliest first; hidden ones too."""
    here = reference.base in (None, view.mark.base)
    stable = _only_ones(view, _stable_test(reference) if here else (), visible)
    by_id = (view.index.ordinal(concept_id) for concept_id in _ids(view, reference) if here)
    by_path = _only_ones(view, _path_tests(reference, here=here), visible)
    a_name_may_hold_it = "#" in reference.path
    exact = chain(by_path, by_id) if a_name_may_hold_it else chain(by_id, by_path)
    loose = _only_ones(view, _loose_tests(reference) if here else (), visible)
    return (ordinal for ordinal in chain(stable, exact, loose) if ordinal is not None)


def _only_ones(view: View, tests: Iterable[Test], visible: Visible) -> Iterator[int]:
    """For each test the visible concept that passes it, where it is the only one."""
    for test in tests:
        passing = (n for n, one in enumerate(view.index.concepts) if n in visible and test(one))
        first, second = next(passing, None), next(passing, None)
        if first is not None and second is None:
            yield first


def _ids(view: View, reference: Reference) -> Iterator[str]:
    yield reference.concept
    moved = view.moved.get(reference.concept)
    if moved is not None:
        yield moved


def _stable_test(reference: Reference) -> Iterator[Test]:
    """The identity that a concept keeps wherever it moves."""
    if reference.okf_id is not None:
        yield lambda record: record.okf_id == reference.okf_id


def _path_tests(reference: Reference, *, here: bool) -> Iterator[Test]:
    """The exact names that a document can have beside its concept's id."""
    yield lambda record: record.path == reference.text
    if here:
        document = reference.path.partition("#")[0]
        yield lambda record: record.path == reference.path
        yield lambda record: record.path == document


def _loose_tests(reference: Reference) -> Iterator[Test]:
    """What tells the concept that is meant from all others, the strictest test first."""
    path, concept = reference.path.casefold(), reference.concept.casefold()
    yield lambda record: record.id.casefold() == concept or record.path.casefold() == path
    yield lambda record: record.id.casefold().endswith(f"/{concept}")
    yield lambda record: record.path.casefold().endswith(f"/{path}")
