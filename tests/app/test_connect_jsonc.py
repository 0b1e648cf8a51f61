"""One entry of a client's JSON is set and removed, and nothing else of the file moves."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.app.connect.jsonc import entry_of, loads, with_entry, without_entry
from okf_server.errors import ConfigError

ENTRY = {"command": "okf", "args": ["serve"]}
COMMENTED = """\
// ours
{
    "theme": "dark", // keep
    /* servers, "a": {} */
    "mcpServers": {
        "other": {"command": "x", "args": ["{", "//", "\\"}"],}, // theirs
    },
}
"""
_names = st.text(max_size=8)
_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_names, inner, max_size=3),
    max_leaves=8,
)
_documents = st.fixed_dictionaries(
    {"a": _values},
    optional={"servers": st.dictionaries(_names, _values, max_size=4), "z": _values},
)


def test_comments_commas_and_layout_stay() -> None:
    changed = with_entry(COMMENTED, "mcpServers", "okf", ENTRY)
    assert entry_of(changed, "mcpServers", "okf") == ENTRY
    assert [line for line in COMMENTED.splitlines() if line not in changed.splitlines()] == []
    assert '        "okf": {\n          "command": "okf"' in changed
    assert without_entry(changed, "mcpServers", "okf") == COMMENTED


@pytest.mark.parametrize("text", ["", "  \n", "{}", "{ }\n", '{"a": 1}', '{\n  "a": [1, 2]\n}\n'])
def test_a_missing_section_is_made(text: str) -> None:
    changed = with_entry(text, "servers", "okf", ENTRY)
    before = json.loads(text) if text.strip() else {}
    assert json.loads(changed) == {**before, "servers": {"okf": ENTRY}}


@given(_documents, st.sampled_from([None, 1, 2, 4]), _names)
def test_setting_and_removing_gives_the_same_value_back(
    document: dict[str, object], indent: int | None, name: str
) -> None:
    text = json.dumps(document, indent=indent)
    servers = document.get("servers", {})
    assert isinstance(servers, dict)
    changed = with_entry(text, "servers", name, ENTRY)
    assert json.loads(changed) == {**document, "servers": {**servers, name: ENTRY}}
    assert entry_of(changed, "servers", name) == ENTRY
    left = {key: value for key, value in servers.items() if key != name}
    assert json.loads(without_entry(changed, "servers", name)) == {**document, "servers": left}


@pytest.mark.parametrize(
    "text",
    ["[]", "1", "{", '{"a" 1}', '{"a": }', "{} x", '{"servers": 1}', "{]", "\x00", '{"a": nul}', "[" * 500],
)  # fmt: skip
def test_what_is_no_object_is_refused_and_not_mended(text: str) -> None:
    with pytest.raises(ConfigError):
        with_entry(text, "servers", "okf", ENTRY)


def test_comments_and_trailing_commas_are_read() -> None:
    assert loads('{"a": [1, 2,], /* x */ "b": "// no",}') == {"a": [1, 2], "b": "// no"}


def test_of_a_name_that_stands_twice_the_last_counts_as_it_does_to_clients() -> None:
    text = '{"servers": {"a": 1}, "servers": {"a": 2, "a": 3}}'
    assert entry_of(text, "servers", "a") == 3
    assert json.loads(with_entry(text, "servers", "a", 4))["servers"] == {"a": 4}


@pytest.mark.parametrize(
    "text",
    [
        '{"servers": {"a": 1,}}',
        '{"servers": {"a": 1}}',
        '{\n  "servers": {\n    "a": 1, // x, y\n  },\n}\n',
        '{"servers": {"a": 1 /* , */ , }, "z": 2}',
    ],
)
def test_a_comma_after_the_last_entry_comes_back_where_it_was(text: str) -> None:
    changed = with_entry(text, "servers", "okf", ENTRY)
    assert entry_of(changed, "servers", "okf") == ENTRY
    assert without_entry(changed, "servers", "okf") == text
