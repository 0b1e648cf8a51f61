"""What a build is asked for, and what it says."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from okf_server.model.item import ItemRecord, State

_OK, _FINDINGS, _PARTIAL = 0, 1, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """How a build runs.

    `allow_failures` publishes although items failed, `accept_deletions` although many items went.
    `embeddings` False leaves the semantic side out. `keep` overrides okf.yaml. `workers` are the processes
    that parse documents. Where `vectors_later` passages or more must be embedded and no vectors of the model
    are served yet, the base is published for keyword search first.
    """

    allow_failures: bool = False
    accept_deletions: bool = False
    embeddings: bool = True
    keep: int | None = None
    workers: int = 1
    vectors_later: int = 2_000


class Ending(StrEnum):
    """How a build ended. Only `published` has changed what is served."""

    PUBLISHED = "published"
    UNCHANGED = "unchanged"
    FAILURES = "failures"  # items failed, and the snapshot before them keeps serving
    DELETIONS = "deletions"  # too many items went
    INVALID = "invalid"  # the bundle would break the format
    NOTHING = "nothing"  # no item could be read, and there is nothing to serve


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildReport:
    """What a build did. `snapshot` is the id of what is served now, None where nothing is yet.

    `records` are the items of the sources as they are now, whether or not they were published. `reason` and
    `hint` say why nothing was published and what to do; `converted` and `embedded` count what was made anew.
    `removed` are the older snapshots that are not kept any more.
    """

    ending: Ending
    snapshot: str | None
    records: tuple[ItemRecord, ...]
    reason: str = ""
    hint: str = ""
    warnings: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    converted: int = 0
    embedded: int = 0
    seconds: float = 0.0

    @property
    def published(self) -> bool:
        """Whether a new snapshot is served now."""
        return self.ending is Ending.PUBLISHED

    @property
    def totals(self) -> Mapping[State, int]:
        """How many items ended in each state; they add up to all records."""
        counted = Counter(record.state for record in self.records)
        return {state: counted[state] for state in State}

    @property
    def exit_code(self) -> int:
        """0 all is served; 3 what could be read is served, some items failed; 1 nothing was published."""
        if self.ending not in (Ending.PUBLISHED, Ending.UNCHANGED):
            return _FINDINGS
        return _PARTIAL if self.totals[State.FAILED] else _OK
