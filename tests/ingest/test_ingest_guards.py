"""When a build publishes nothing."""

from okf_server.ingest.guards import refusal
from okf_server.ingest.report import BuildOptions, Ending
from okf_server.model.item import ItemRecord, State

ALLOWING = BuildOptions(allow_failures=True)
SHUT = ItemRecord(path="shut/", state=State.FAILED, reason="cannot be listed: Permission denied")


def read(path: str) -> ItemRecord:
    return ItemRecord(path=path, state=State.INDEXED, concept=path, revision=f"sha256:{path}")


SERVED = [read("shut/a.md"), read("shut/deep/b.md"), *(read(f"{n}.md") for n in range(8))]


def test_what_lies_in_a_folder_that_cannot_be_listed_is_not_lost_with_failures_allowed() -> None:
    refused = refusal(SERVED, [SHUT, *SERVED[2:]], ALLOWING)
    assert refused is not None
    ending, reason, hint = refused
    assert ending is Ending.DELETIONS
    assert "shut/ cannot be listed" in reason
    assert "2 of 10 items" in reason
    assert "shut/a.md" in reason
    assert "--accept-deletions" in hint


def test_it_goes_when_that_is_accepted() -> None:
    accepting = BuildOptions(allow_failures=True, accept_deletions=True)
    assert refusal(SERVED, [SHUT, *SERVED[2:]], accepting) is None


def test_a_folder_that_cannot_be_listed_and_held_nothing_is_a_failure_like_others() -> None:
    served = SERVED[2:]
    assert refusal(served, [SHUT, *served], ALLOWING) is None
    refused = refusal(served, [SHUT, *served], BuildOptions())
    assert refused is not None
    assert refused[0] is Ending.FAILURES


def test_what_moved_out_of_the_folder_is_not_lost() -> None:
    moved = [
        ItemRecord(path=f"new/{n}", state=State.INDEXED, concept=f"new/{n}", revision=one.revision)
        for n, one in enumerate(SERVED[:2])
    ]
    assert refusal(SERVED, [SHUT, *moved, *SERVED[2:]], ALLOWING) is None


def test_a_file_that_fails_is_no_folder() -> None:
    failed = ItemRecord(path="shut", state=State.FAILED, reason="empty file")
    assert refusal(SERVED, [failed, *SERVED[1:]], ALLOWING) is None
