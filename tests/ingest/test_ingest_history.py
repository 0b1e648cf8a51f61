from pathlib import Path

import pytest

from building import MODIFIED, Shelf, shelf


@pytest.fixture
def kb(tmp_path: Path) -> Shelf:
    return shelf(tmp_path)


def test_history_tells_what_came_changed_moved_and_went(kb: Shelf) -> None:
    for name in ("stays", "changes", "moves", "goes"):
        kb.write(f"{name}.md", f"# The {name}\n\nText of {name}.\n")
    kb.build()
    assert [line.split(":")[0] for line in kb.log()] == ["**Creation**"] * 4
    kb.write("changes.md", "# The changes\n\nOther text.\n")
    (kb.docs / "new").mkdir()
    (kb.docs / "moves.md").rename(kb.docs / "new" / "moves.md")
    (kb.docs / "goes.md").unlink()
    kb.write("comes.md", "# The [new] one\n")
    kb.build()
    assert kb.log()[:4] == [
        "**Update**: [The changes](/changes.md)",
        "**Creation**: [The \\[new\\] one](/comes.md)",
        "**Deletion**: goes (goes.md)",
        "**Rename**: [The moves](/new/moves.md), before moves (moves.md)",
    ]
    assert len(kb.log()) == 8
    assert kb.current.manifest.moved == {"moves": "new/moves"}


def test_moved_ids_lead_on_and_end_where_an_id_is_used_again(kb: Shelf) -> None:
    kb.write("a.md", "# A\n")
    kb.write("keep.md", "# Keep\n")
    kb.build()
    for old, new in (("a.md", "b.md"), ("b.md", "c.md")):
        (kb.docs / old).rename(kb.docs / new)
        kb.build()
    assert kb.current.manifest.moved == {"a": "c", "b": "c"}
    kb.write("b.md", "# Another\n")
    kb.build()
    assert kb.current.manifest.moved == {"a": "c"}
    (kb.docs / "c.md").unlink()
    kb.build(accept_deletions=True)
    assert kb.current.manifest.moved == {}


def test_an_id_that_changes_for_a_new_neighbour_is_found_under_the_old_one(kb: Shelf) -> None:
    kb.write("budget.csv", "a,b\n1,2\n")
    kb.build()
    kb.write("budget.txt", "Text")
    kb.build()
    assert kb.current.manifest.moved == {"budget": "budget-csv"}


def test_a_file_that_was_only_touched_is_published_and_is_no_news(kb: Shelf) -> None:
    kb.write("a.md", "# A\n")
    kb.build()
    kb.write("a.md", "# A\n", at=MODIFIED + 60)
    assert kb.build().published
    assert "2026-09-21T14:14:20Z" in kb.concept("a")
    assert len(kb.log()) == 1
