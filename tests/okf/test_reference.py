"""What references may mean."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.errors import UsageError
from okf_server.okf.reference import Reference, parse_reference

ID = "okf_" + "0a" * 16


def test_a_concept_id() -> None:
    assert parse_reference("policies/travel-policy") == Reference(
        text="policies/travel-policy",
        base=None,
        path="policies/travel-policy",
        concept="policies/travel-policy",
    )


def test_a_base_a_concept_and_a_section() -> None:
    found = parse_reference(" finance:policies/travel.md#hotels-1 ")
    assert (found.base, found.concept, found.section) == ("finance", "policies/travel", "hotels-1")
    assert found.path == "policies/travel.md#hotels-1"


def test_a_source_path_with_blanks_and_capitals() -> None:
    found = parse_reference("HR/Leave Policy 2024.docx")
    assert found.path == found.text == "HR/Leave Policy 2024.docx"
    assert found.base is None


def test_a_hash_in_a_file_name_leaves_both_readings_open() -> None:
    found = parse_reference("guides/C# style.docx")
    assert found.path == "guides/C# style.docx"
    assert (found.concept, found.section) == ("guides/C", "style.docx")


def test_a_stable_id_with_and_without_a_section() -> None:
    assert parse_reference(f"okf://concept/{ID}").okf_id == ID
    found = parse_reference(f"okf://concept/{ID}#hotels")
    assert (found.okf_id, found.section) == (ID, "hotels")


@pytest.mark.parametrize("text", ["policies/travel#hotels", "hr:old/pay.md", f"{ID}#a", "a b/c"])
def test_the_address_of_a_concept_means_what_stands_in_it(text: str) -> None:
    assert parse_reference(f"okf://concept/{quote(text)}") == parse_reference(text)
    assert parse_reference(f"okf://concept/{text}") == parse_reference(text)


def test_a_stable_id_stands_alone_or_behind_the_name_of_a_base() -> None:
    assert parse_reference(ID).okf_id == parse_reference(f"hr:{ID}").okf_id == ID
    assert parse_reference("okf_12").okf_id is None


def test_the_address_of_a_source_is_decoded() -> None:
    found = parse_reference("okf://source/HR/Leave%20Policy%20%232.docx")
    assert found.path == "HR/Leave Policy #2.docx"


@pytest.mark.parametrize(
    ("text", "base", "path", "lines", "commit"),
    [
        ("src/app.py:L10-L42@0a1b2c3d", None, "src/app.py", (10, 42), "0a1b2c3d"),
        ("src/app.py:L10-42", None, "src/app.py", (10, 42), None),
        ("src/app.py:L7", None, "src/app.py", (7, 7), None),
        ("src/app.py:L42-L10", None, "src/app.py", (42, 10), None),
        ("code:src/app.py:L7@ABCDEF0", "code", "src/app.py", (7, 7), "ABCDEF0"),
        ("src/app.py:L7@main", None, "src/app.py", (7, 7), "main"),
        ("makefile:L7", None, "makefile", (7, 7), None),
        ("code:makefile:L7", "code", "makefile", (7, 7), None),
        ("src/app.py@0a1b2c3d", None, "src/app.py@0a1b2c3d", None, None),
        ("src/app.py:L", None, "src/app.py:L", None, None),
        ("a:b", "a", "b", None, None),
        ("A:b", None, "A:b", None, None),
        ("C:\\docs\\x.docx", None, "C:\\docs\\x.docx", None, None),
        ("notes/12:30 meeting.md", None, "notes/12:30 meeting.md", None, None),
        ("base:", None, "base:", None, None),
        ("a:b:c.md", "a", "b:c.md", None, None),
    ],
)
def test_colons_are_a_base_or_lines_or_a_part_of_the_name(
    text: str,
    base: str | None,
    path: str,
    lines: tuple[int, int] | None,
    commit: str | None,
) -> None:
    found = parse_reference(text)
    assert (found.base, found.path, found.lines, found.commit) == (base, path, lines, commit)
    assert found.text == text


def test_a_leading_slash_or_dot_is_no_part_of_the_path() -> None:
    assert parse_reference("/tables/orders.md").concept == "tables/orders"
    assert parse_reference("./orders").path == "orders"


def test_an_empty_section_is_none() -> None:
    assert parse_reference("orders#").section is None


@pytest.mark.parametrize(
    "text", ["", "  ", "a\0b", "a\nb", "okf://concept/a%00b", "okf://concept/", "okf://x"]
)
def test_nothing_to_look_for_is_a_usage_error(text: str) -> None:
    with pytest.raises(UsageError):
        parse_reference(text)


@given(st.text() | st.text(st.sampled_from("ab:#@L1-/.")))
def test_any_text_is_a_reference_or_a_usage_error(text: str) -> None:
    try:
        found = parse_reference(text)
    except UsageError:
        return
    assert found.text
