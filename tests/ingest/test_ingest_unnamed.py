"""Files whose names do not say what they are."""

from pathlib import Path

from building import shelf
from okf_server.model.item import State

_RTF = rb"{\rtf1\ansi The lease ends in June.\par}"


def test_a_file_without_a_suffix_is_read_as_what_it_is(tmp_path: Path) -> None:
    kb = shelf(tmp_path)
    kb.write("README", "Start here.\n")
    kb.write("lease", _RTF)
    kb.write("lease.bin", _RTF)
    kb.write("Makefile", "all:\n")
    kb.write("tool", b"\x7fELF\0\0")
    kb.write("main.py", "print()\n")

    report = kb.build()

    assert {record.path: (record.state, record.reason) for record in report.records} == {
        "Makefile": (
            State.SKIPPED,
            "unknown kind: no suffix, and nothing that is read by its content",
        ),
        "README": (State.INDEXED, ""),
        "lease": (State.INDEXED, ""),
        "lease.bin": (State.INDEXED, ""),
        "main.py": (State.SKIPPED, "unsupported kind: .py"),
        "tool": (State.SKIPPED, "unknown kind: no suffix, and nothing that is read by its content"),
    }
    assert "Start here." in kb.concept("readme")
    assert "The lease ends in June." in kb.concept("lease")


def test_what_a_file_without_a_suffix_holds_changes_no_other_id(tmp_path: Path) -> None:
    kb = shelf(tmp_path)
    kb.write("README.md", "# Read me\n")
    kb.write("README.txt", "Read me.")
    kb.write("README", b"\x7fELF\0\0")
    kb.build()
    before = (kb.record("README.md").concept, kb.record("README.txt").concept)

    kb.write("README", "Now words.\n")
    kb.build()

    assert (kb.record("README.md").concept, kb.record("README.txt").concept) == before
    assert kb.record("README").concept not in (*before, "")
