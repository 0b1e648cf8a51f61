from dataclasses import replace

from published import manifest, record

from okf_server.model.item import ItemRecord, State
from okf_server.snapshot.diff import Change, ChangeKind, diff


def changes(old: dict[str, str], new: dict[str, str]) -> list[tuple[str, str, str]]:
    before = manifest([record(path, text) for path, text in old.items()])
    after = manifest([record(path, text) for path, text in new.items()])
    return [(change.kind.value, change.old_path, change.path) for change in diff(before, after)]


def test_what_came_went_and_changed_is_told_in_the_order_of_the_paths() -> None:
    old = {"a.md": "1", "b.md": "2", "c.md": "3"}
    new = {"a.md": "1", "b.md": "2!", "d.md": "4"}
    assert changes(old, new) == [
        ("changed", "b.md", "b.md"),
        ("removed", "", "c.md"),
        ("added", "", "d.md"),
    ]
    assert changes(old, old) == []


def test_a_file_that_moved_is_found_by_its_content() -> None:
    assert changes({"a.md": "1", "b.md": "2"}, {"x/a.md": "1", "b.md": "2"}) == [
        ("renamed", "a.md", "x/a.md")
    ]


def test_of_files_with_one_content_those_of_the_same_name_pair_first() -> None:
    assert changes({"a.md": "1", "b.md": "1"}, {"x/b.md": "1", "z.md": "1", "y.md": "1"}) == [
        ("renamed", "b.md", "x/b.md"),
        ("renamed", "a.md", "y.md"),
        ("added", "", "z.md"),
    ]


def test_a_concept_that_got_another_id_is_renamed() -> None:
    old = manifest([record("budget.md", "1")])
    new = manifest([replace(record("budget.md", "1"), concept="budget-md")])
    assert diff(old, new) == (
        Change(
            kind=ChangeKind.RENAMED,
            path="budget.md",
            concept="budget-md",
            old_path="budget.md",
            old_concept="budget",
        ),
    )


def test_new_metadata_alone_is_a_change() -> None:
    item = record("a.md", "1")
    old = manifest([item], files={"bundle/a.md": "00"})
    new = manifest([item], files={"bundle/a.md": "11"})
    assert [change.kind for change in diff(old, new)] == [ChangeKind.CHANGED]


def test_an_item_that_can_no_longer_be_read_is_removed() -> None:
    old = manifest([record("a.md", "1")])
    new = manifest([ItemRecord(path="a.md", state=State.FAILED, reason="broken")])
    assert [change.kind for change in diff(old, new)] == [ChangeKind.REMOVED]
