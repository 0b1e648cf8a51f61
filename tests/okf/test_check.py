"""What a check says of bundles, conformant or not."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okf_server.okf.check import Report, check_bundle
from okf_server.okf.findings import CHECKS, CONFORMANCE, Severity

NOW = datetime(2026, 7, 1, tzinfo=UTC)
GOOD = """\
type: Metric
title: Revenue
description: Recognized revenue for a fiscal year.
tags: [finance]
generated: { by: agent/1.0, at: 2026-06-20T22:53:05Z }
verified: { by: human:ana, at: 2026-06-25T09:00:00Z }
sources:
  - { id: policy, resource: https://wiki.example/policy }
"""


def concept(meta: str = GOOD, body: str = "# Definition\n\nText.[^policy]\n") -> bytes:
    return f"---\n{meta}---\n\n{body}".encode()


def changed(**keys: str | None) -> bytes:
    """A good concept but for the keys given: another value, or none."""
    lines = [
        line
        for line in GOOD.splitlines(keepends=True)
        if line.partition(":")[0] not in keys and not ("sources" in keys and line[0] == " ")
    ]
    lines += [f"{key}: {value}\n" for key, value in keys.items() if value is not None]
    return concept("".join(lines))


def check(*files: tuple[str, bytes], required_tags: Sequence[str] = ()) -> Report:
    return check_bundle(files, now=NOW, required_tags=required_tags)


def codes(*files: tuple[str, bytes], required_tags: Sequence[str] = ()) -> list[str]:
    return [each.code for each in check(*files, required_tags=required_tags).findings]


def test_a_good_bundle_has_no_findings() -> None:
    report = check(
        ("index.md", b'---\nokf_version: "0.2"\n---\n\n# All\n\n* [Revenue](revenue.md) - x\n'),
        ("log.md", b"# Log\n\n## 2026-05-22\n* **Update**: x\n\n## 2026-05-15\n* y\n"),
        ("revenue.md", concept()),
    )
    assert report == Report(concepts=1, findings=(), conformant=True)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (changed(type=None), ["OKF001"]),
        (changed(type="''"), ["OKF001"]),
        (changed(type="'  '"), ["OKF001"]),
        (changed(type="[a, b]"), ["OKF001"]),
        (changed(type="42"), ["OKF001"]),
        (changed(type="No"), []),
        (changed(title=None), ["OKF002"]),
        (changed(title="7"), ["OKF037"]),
        (changed(description=None), ["OKF003"]),
        (changed(description="Short"), ["OKF003"]),
        (changed(description="[a]"), ["OKF037"]),
        (changed(resource="{ a: b }"), ["OKF037"]),
        (changed(type="bigThing"), ["OKF004"]),
        (changed(type="BigQuery Table"), []),
        (changed(generated=None), ["OKF005"]),
        (changed(generated="{ by: agent/1.0 }"), ["OKF005"]),
        (changed(generated="{ by: agent/1.0, at: 2026-06-20 }"), ["OKF005"]),
        (changed(generated="true"), ["OKF036"]),
        (changed(generated="{ at: 2026-06-20T22:53:05Z }"), ["OKF036"]),
        (changed(generated="{ by: somebody, at: 2026-06-20T22:53:05Z }"), ["OKF039"]),
        (changed(generated=None, timestamp="2026-06-20"), ["OKF016"]),
        (changed(tags="[Big, 'two words']"), ["OKF006", "OKF006"]),
        (changed(tags="[a, a, a]"), ["OKF010"]),
        (changed(tags="one"), ["OKF025"]),
        (changed(tags="[1, null]"), ["OKF025"]),
        (changed(sources=None), ["OKF012", "OKF035"]),
        (changed(sources="[x]"), ["OKF034", "OKF035"]),
        (changed(sources="[{ id: policy }]"), ["OKF034"]),
        (changed(sources="x"), ["OKF034", "OKF035"]),
        (changed(sources="[{ id: policy, resource: x, last_modified: 2026-01-01 }]"), ["OKF015"]),
        (changed(usage_window="{ from: 2026-01-01, to: 2026-02-01T00:00:00Z }"), ["OKF015"]),
        (changed(type="Attested Computation"), ["OKF014"]),
        (changed(type="Attested Computation", runtime="bigquery"), []),
        (changed(stale_after="2026-12-31"), ["OKF015"]),
        (changed(stale_after="2026-12-31T00:00:00"), ["OKF015"]),
        (changed(stale_after="soon"), ["OKF015"]),
        (changed(stale_after="2026-12-31T00:00:00Z"), []),
        (changed(stale_after="2026-07-01T00:00:00Z"), ["OKF040"]),
        (changed(verified=None), ["OKF017"]),
        (changed(verified="[]"), ["OKF017"]),
        (changed(verified="human:ana"), ["OKF030"]),
        (changed(verified="[{ by: human:ana }]"), ["OKF030"]),
        (changed(verified="[{ at: 2026-06-25T09:00:00Z }, x]"), ["OKF030", "OKF030"]),
        (changed(verified="{ by: human:ana, at: 2026-06-25 }"), ["OKF015"]),
        (changed(verified="{ by: ana, at: 2026-06-25T09:00:00Z }"), ["OKF039"]),
        (changed(status="active"), ["OKF031"]),
        (changed(status="[3]"), ["OKF031"]),
        (changed(status="deprecated"), []),
        (changed(okf_id="okf_1"), ["OKF038"]),
        (changed(description="a: b: a longer text"), ["OKF018", "OKF020"]),
        (changed(x="1\nx: 2"), ["OKF022"]),
        (changed(x="!secret y"), ["OKF033"]),
        (concept(body="  \n"), ["OKF007"]),
        (concept(body="x" * 2_001 + "[^policy]"), ["OKF009"]),
        (concept(body="    " + "x" * 2_001), []),
        (concept(body="a\0b"), ["OKF024"]),
        (concept(body="`[^code]` text [^other]\n\n[^other]: said\n[^gone]"), ["OKF035"]),
        (b"\xef\xbb\xbf" + concept(), ["OKF021"]),
        (concept().replace(b"Text", b"\xff"), ["OKF023"]),
        (b"# No frontmatter\n", ["OKF018"]),
        (b"", ["OKF018"]),
        (b"---\n- a\n---\n", ["OKF018"]),
        (b"---\ntype: X\n", ["OKF018"]),
        (b"---\n---\nx\n", ["OKF001", "OKF002", "OKF003", "OKF005", "OKF012", "OKF017"]),
    ],
)
def test_each_quirk_of_a_concept_has_its_code(data: bytes, expected: list[str]) -> None:
    assert codes(("revenue.md", data)) == expected


def test_required_tags_are_asked_for_only_where_configured() -> None:
    files = ("a.md", concept())
    assert codes(files) == []
    assert codes(files, required_tags=["finance", "approved"]) == ["OKF011"]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a/index.md", "---\ntype: Index\n---\n# A\n", ["OKF019"]),
        ("a/index.md", '---\nokf_version: "0.2"\n---\n# A\n', ["OKF019"]),
        ("index.md", "---\nokf_version: 0.1\n---\n# A\n", []),
        ("index.md", "---\nokf_version: 7\n---\n# A\n", ["OKF029"]),
        ("index.md", '---\nokf_version: "0.2"\ntitle: x\n---\n# A\n', ["OKF019"]),
        ("index.md", "* [A](https://a.example)\n", ["OKF041"]),
        ("index.md", "---\n\n# A\n\n---\n", []),
        ("index.md", "", []),
        ("index.md", "---\nokf_version: a: b\n---\n# A\n", ["OKF019", "OKF020", "OKF029"]),
        ("log.md", "---\ntype: Log\n---\n# Log\n\n## 2026-01-02\n* x\n", ["OKF032"]),
        ("log.md", "# Log\n\n## 2026-01-02\n* x\n\n## 2026-01-03\n* y\n", ["OKF019"]),
        ("log.md", "# Log\n\n## 2 January\n* x\n", ["OKF019", "OKF019"]),
        ("log.md", "# Log\n\n* x\n", ["OKF019"]),
        ("log.md", "# Log\n\n## 2026-02-30\n\n## 2026-01-03\n* y\n", ["OKF019"]),
        ("a/log.md", "# 2026-01-02\n\n### part\n* x\n", []),
        ("log.md", "# Log\n", []),
    ],
)
def test_reserved_files_have_their_form(path: str, text: str, expected: list[str]) -> None:
    assert sorted(codes((path, text.encode()))) == expected


def test_frontmatter_of_a_log_does_not_touch_conformance() -> None:
    assert check(("log.md", b"---\ntype: Log\n---\n\n## 2026-01-02\n* x\n")).conformant
    assert not check(("a/index.md", b"---\ntype: Index\n---\n# A\n")).conformant


def test_a_readme_without_frontmatter_breaks_conformance() -> None:
    report = check(("README.md", b"# Read me\n"), ("a.md", concept()))
    assert not report.conformant
    assert report.concepts == 2
    assert [(each.path, each.code) for each in report.findings] == [("README.md", "OKF018")]


def test_an_error_of_quality_leaves_a_bundle_conformant() -> None:
    report = check(("a.md", changed(type="Attested Computation")))
    assert report.conformant
    assert report.findings[0].severity is Severity.ERROR


def test_recovered_yaml_is_named_with_its_line_and_breaks_conformance() -> None:
    report = check(("a.md", b"---\ntype: X\ntitle: One: two\n---\n\nText\n"))
    found = [(each.code, each.line) for each in report.findings if each.line]
    assert found == [("OKF018", 3), ("OKF020", 3)]
    assert not report.conformant


def test_links_that_lead_nowhere_or_out_are_told_with_their_line() -> None:
    body = (
        "[^policy] [ok](/a/b.md) [ok](b.md) [ok](/a/) [ok](..) [ok](#x) [ok](/a/b)\n"
        "[broken](c.md)\n[out](../../x.md)\n[page](d) [[b]] [[nobody]]\n"
        "[program](x.py) ![image](none.png) [file](/a/data.csv) [web](https://e.example/x.md)\n"
    )
    report = check(("a/a.md", concept(body=body)), ("a/b.md", changed(title="B")))
    assert [(each.code, each.path, each.line) for each in report.findings] == [
        ("OKF026", "a/a.md", 13), ("OKF027", "a/a.md", 14),
        ("OKF026", "a/a.md", 15), ("OKF026", "a/a.md", 15),
    ]  # fmt: skip


def test_what_concepts_share_is_told_of_each() -> None:
    one = "okf_" + "0" * 32
    files = [
        ("a.md", changed(title="Same", okf_id=one, type="Policy")),
        ("b.md", changed(title="SAME", okf_id=one, type="policy")),
    ]
    found = [(each.code, each.path) for each in check(*files).findings]
    assert found == [
        (code, path) for path in ("a.md", "b.md") for code in ("OKF004", "OKF013", "OKF038")
    ]


def test_paths_that_a_disk_may_confuse_are_told() -> None:
    report = check(("A.md", concept()), ("a.md", changed(title="Other")), ("a\u0301.md", changed(title="3")),
                   ("\u00e1.md", changed(title="Four")))  # fmt: skip
    assert [(each.code, each.path) for each in report.findings if each.code == "OKF028"] == [
        ("OKF028", "a.md"), ("OKF028", "\u00e1.md"),
    ]  # fmt: skip


def test_one_bad_file_never_hides_another() -> None:
    bomb = "a: &a [x]\n" + "".join(f"b{n}: [*a]\n" for n in range(20_000))
    report = check(
        ("a.md", b"\xff\xfe\x00"),
        ("b.md", b"---\n" + b"[" * 10_000 + b"\n---\n"),
        ("c.md", f"---\n{bomb}---\n".encode()),
        ("d.md", b"\0" * 1_000),
        ("e.md", changed(type=None)),
    )
    assert {each.path for each in report.findings} == {"a.md", "b.md", "c.md", "d.md", "e.md"}
    assert report.concepts == 5


def test_repeated_findings_in_one_file_are_summed_up() -> None:
    body = "".join(f"[x](gone{n}.md)\n" for n in range(500))
    found = [each for each in check(("a.md", concept(body=body))).findings if each.code == "OKF026"]
    assert len(found) == 51
    assert any("450 more" in each.message for each in found)


def test_findings_do_not_depend_on_the_order_of_the_files() -> None:
    files = [("b.md", changed(title=None)), ("a.md", b""), ("c.md", changed(title=None))]
    assert check(*files) == check(*reversed(files))


PIECES = st.sampled_from(
    [b"---\n", b"type: X\n", b"tags: [1, [2], {a: b}]\n", b"status: {}\n", b"verified: [[]]\n", b"\xff",
     b"sources: {a: 1}\n", b"generated: [1]\n", b"okf_id: []\n", b"stale_after: {}\n", b"title: [x]\n",
     b"okf_version: []\n", b"## 2026-01-01\n", b"* [a](../..)\n", b"[^a]\n", b"type: []\n", b": :\n"]
)  # fmt: skip
NAMES = st.sampled_from(["index.md", "log.md", "a.md", "x/index.md", "x/log.md", "x/y.md", "z.bin"])


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(NAMES, st.lists(PIECES, max_size=12).map(b"".join)))
def test_no_bundle_stops_a_check(files: dict[str, bytes]) -> None:
    report = check(*files.items())
    assert {each.path for each in report.findings} <= set(files)


def test_the_codes_of_conformance_are_errors() -> None:
    assert all(CHECKS[code].severity is Severity.ERROR for code in CONFORMANCE)


def test_a_check_is_linear_in_hostile_text() -> None:
    began = time.process_time()
    check(("a.md", concept(body="[^a" * 100_000)), ("b.md", concept(body="[a](b.md)\n" * 30_000)))
    assert time.process_time() - began < 10
