"""YAML values: what is read as what, within which limits, and written back the same."""

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from okf_server.okf import yaml_read
from okf_server.okf.yaml import dump, load


def codes(text: str) -> list[str]:
    return [finding.code for finding in load(text)[1]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[on, No, yes, y, off]", ["on", "No", "yes", "y", "off"]),
        ("[007, 1.10, 1_000, 12:30:45, 0x1F, 0o17, +5, 1e3]",
         ["007", "1.10", "1_000", "12:30:45", "0x1F", "0o17", "+5", "1e3"]),
        ("[2026-05-28, 2026-05-28T14:30:00Z]", ["2026-05-28", "2026-05-28T14:30:00Z"]),
        ("[0, -3, 42, 1.5, -0.25]", [0, -3, 42, 1.5, -0.25]),
        ("[.inf, .nan, 12345678901234567890]", [".inf", ".nan", "12345678901234567890"]),
        ("[true, False, null, ~, '', 'true']", [True, False, None, None, "", "true"]),
        ("a:\nb: ''\n", {"a": None, "b": ""}),
        ("1: x\n1.10: y\non: z\n~: n\n", {"1": "x", "1.10": "y", "on": "z", "~": "n"}),
        ("<<: {a: 1}\nb: 2", {"<<": {"a": 1}, "b": 2}),
        ("a: !!str 7\nb: !!int 7\nc: !!int '7'", {"a": "7", "b": 7, "c": 7}),
        ("a: |\n  ---\n  text\n", {"a": "---\ntext\n"}),
        ("", None),
        ("# only a comment", None),
    ],
)  # fmt: skip
def test_scalars_are_read_by_the_core_schema_without_loss(text: str, expected: object) -> None:
    assert load(text) == (expected, ())


def test_the_last_value_of_a_repeated_key_counts_and_is_reported_with_its_line() -> None:
    value, findings = load("a: 1\nb: 2\na: 3\n", first_line=2)
    assert value == {"a": 3, "b": 2}
    assert [(each.code, each.line) for each in findings] == [("OKF022", 4)]


def test_a_foreign_tag_is_ignored_and_reported() -> None:
    value, findings = load("a: !!python/object/apply:os.system ['true']\nb: !secret x\n")
    assert value == {"a": ["true"], "b": "x"}
    assert [each.code for each in findings] == ["OKF033", "OKF033"]


@pytest.mark.parametrize(
    "text",
    [
        "a: b: c", "a: @x", "a: 'open", "[a", "? [a, b]\n: 1", "a: {{x}}", "a: &b x\n*b : y", "a: *unknown", "&a [*a]", "&a {b: *a}",
        "[" * 60 + "]" * 60, "[" * 100_000, "- " * 100_000, "{a: " * 5_000, "x: " + "a" * 4_000_000,
    ],
)  # fmt: skip
def test_what_cannot_be_read_gives_no_value_and_one_finding(text: str) -> None:
    value, findings = load(text)
    assert value is None
    assert [each.code for each in findings] == ["OKF018"]


def test_an_alias_bomb_is_refused() -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 8)]
    assert codes("\n".join(levels)) == ["OKF018"]
    assert codes("\n".join(levels[:3])) == []


def test_aliases_cannot_nest_deeper_than_the_limit() -> None:
    nested = "[" * 30 + "]" * 30
    assert codes(f"a: &a {nested}\nb: [*a]") == []
    assert codes(f"a: &a {nested}\nb: {'[' * 30}*a{']' * 30}") == ["OKF018"]


def test_control_characters_and_lone_surrogates_are_replaced() -> None:
    assert load("a: x\0y\x07\n")[0] == {"a": "x\ufffdy\ufffd"}
    assert codes("a: \udc80") == ["OKF024"]


def test_only_the_first_document_counts() -> None:
    value, findings = load("a: 1\n---\nb: 2\n")
    assert value == {"a": 1}
    assert [each.code for each in findings] == ["OKF022"]


def test_the_pure_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: [on, 1.10, 007, &x {b: c}, *x]\nd: |\n  text\n'e': ~\n"
    expected = load(text)
    monkeypatch.setattr(yaml_read, "_LOADER", yaml.SafeLoader)
    assert load(text) == expected
    assert codes("[" * 500) == ["OKF018"]


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**15) + 1, 10**15 - 1)
    | st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: "e" not in repr(x))
    | st.text(max_size=30)
    | st.sampled_from(
        ["007", "1.10", "on", "No", "2026-05-28T14:30:00Z", "null", "~", "- x", "a: b", "a #b", "a:",
         "{{x}}", "[x", "'q'", '"', "\\", "x\n\ny ", " lead", "trail ", "---", "...", "!t", "&a", "*a",
         "\u2028", "\x85", "\ufeff", "\x7f", "N", "=", "<<", "%x", "@x", "`x`", "a,b", "a]", "Straße"]
    )
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=20), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=400, deadline=None)
@given(VALUES)
def test_what_is_written_reads_back_the_same(value: object) -> None:
    assert load(dump(value)) == (value, ())


MARKS = st.text(
    st.sampled_from("aB1 :#,?[]{}&*!|>'\"%@`-_=~.\n\t\\<^$/()+;é\u2028\x85\ufeff"), max_size=8
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(MARKS, MARKS | st.lists(MARKS) | st.dictionaries(MARKS, MARKS), max_size=3))
def test_readers_of_yaml_1_1_take_text_for_text(value: dict[str, object]) -> None:
    text = dump(value)
    assert yaml.load(text, Loader=yaml.SafeLoader) == value
    assert yaml.load(text, Loader=yaml_read._LOADER) == value


def test_metadata_is_written_as_the_specification_shows_it() -> None:
    meta: dict[str, object] = {
        "type": "Playbook",
        "title": "Incident response: data freshness alert",
        "tags": ["oncall", "incident"],
        "generated": {"by": "human:ana", "at": "2026-04-12T09:00:00Z"},
        "sources": [{"resource": "okf://source/a.docx", "title": "A"}, {"resource": "x" * 99}],
        "empty": [],
    }
    assert dump(meta) == (
        "type: Playbook\n"
        'title: "Incident response: data freshness alert"\n'
        "tags: [oncall, incident]\n"
        'generated: { by: human:ana, at: "2026-04-12T09:00:00Z" }\n'
        "sources:\n"
        "  - { resource: okf://source/a.docx, title: A }\n"
        f"  - resource: {'x' * 99}\n"
        "empty: []\n"
    )


def test_a_very_long_key_survives() -> None:
    value = {"k" * 2_000: {"l" * 2_000: [1]}}
    assert load(dump(value)) == (value, ())
