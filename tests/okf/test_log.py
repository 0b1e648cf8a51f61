"""The history of a bundle: read tolerantly, written exactly."""

from okf_server.okf.log import LogEntry, is_day, merge, parse_log, render_log

SPEC = """\
# Directory Update Log

## 2026-05-22
* **Update**: Added a reference for [Customer Metrics](/tables/customer-metrics.md).
* **Creation**: Established the playbook.

## 2026-05-15
* **Initialization**: Created foundational directory structure.
"""
ENTRIES = (
    LogEntry(
        "2026-05-22",
        "Update",
        "Added a reference for [Customer Metrics](/tables/customer-metrics.md).",
    ),
    LogEntry("2026-05-22", "Creation", "Established the playbook."),
    LogEntry("2026-05-15", "Initialization", "Created foundational directory structure."),
)


def test_the_log_of_the_specification_is_read_and_written_the_same() -> None:
    assert parse_log(SPEC) == ENTRIES
    assert render_log(ENTRIES, title="Directory Update Log") == SPEC


def test_the_newest_day_is_written_first_whatever_the_order() -> None:
    assert render_log([ENTRIES[2], ENTRIES[0], ENTRIES[1]], title="Directory Update Log") == SPEC


def test_a_foreign_log_is_read_as_far_as_it_goes() -> None:
    text = (
        "---\ntype: Log\n---\n\n# History\r\n\n- before any day\n\n"
        "## 2026-05-22 (Friday)\n- one\n  goes on\n\n### Details\n\n* **Fix** two\n\nprose\n\n"
        "## 2026-13-45\n- odd day\n# 2026-05-01\nonly prose\n"
    )
    assert parse_log(text) == (
        LogEntry("", "", "before any day"),
        LogEntry("2026-05-22", "", "one goes on"),
        LogEntry("2026-05-22", "Fix", "two prose"),
        LogEntry("2026-05-22", "", "odd day"),
        LogEntry("2026-05-01", "", "only prose"),
    )


def test_new_entries_come_before_the_old_ones_of_their_day_and_count_once() -> None:
    new = [LogEntry("2026-05-22", "Update", "newer"), ENTRIES[1]]
    assert merge(new, ENTRIES) == (new[0], ENTRIES[1], ENTRIES[0], ENTRIES[2])


def test_entries_without_a_day_are_not_written() -> None:
    assert render_log([LogEntry("", "", "x"), LogEntry("2026-02-30", "", "y")]) == "# Log\n"


def test_an_entry_cannot_break_out_of_its_line() -> None:
    text = render_log([LogEntry("2026-05-22", "Creation", "a\n## 2026-01-01\n* b")], title="A\n# B")
    assert text == "# A # B\n\n## 2026-05-22\n* **Creation**: a ## 2026-01-01 * b\n"


def test_a_day_is_a_real_date_in_iso_form() -> None:
    assert is_day("2026-02-28")
    assert not any(map(is_day, ["2026-02-30", "2026-2-3", "20260228", "x", "२०२६-०२-०३", ""]))
