from hashlib import sha256
from pathlib import Path

import pytest

from building import Shelf, shelf
from okf_server.errors import ConfigError
from okf_server.ingest.report import Ending

TRAVEL = "# Acme Travel Policy (2026)\n\nHow we book. More.\n\n## Hotels\n\nIn London 260 USD.\n"
RULES = """\
default_type: Reference
types: {policies/: Policy}
documents:
  policies/travel-policy.md:
    status: stable
    description: Current rules for booking.
    tags: [finance, travel]
    stale_after: 2027-03-31T00:00:00Z
    verified: [{by: "human:finance-owner", at: 2026-09-01T09:00:00Z}]
"""


@pytest.fixture
def kb(tmp_path: Path) -> Shelf:
    return shelf(tmp_path)


def test_a_concept_says_what_it_is_and_where_it_came_from(kb: Shelf) -> None:
    kb.write("policies/travel-policy.md", TRAVEL)
    kb.write("_okf.yaml", RULES)
    report = kb.build()
    assert (report.ending, report.exit_code) == (Ending.PUBLISHED, 0)
    source_id = sha256(b"policies/travel-policy.md").hexdigest()[:16]
    assert kb.concept("policies/travel-policy") == (
        "---\n"
        "type: Policy\n"
        "title: Acme Travel Policy (2026)\n"
        "description: Current rules for booking.\n"
        "resource: okf://source/policies/travel-policy.md\n"
        "tags: [finance, travel]\n"
        "sources:\n"
        f"  - id: src-{source_id}\n"
        "    resource: okf://source/policies/travel-policy.md\n"
        "    title: travel-policy.md\n"
        '    last_modified: "2026-09-21T14:13:20Z"\n'
        'generated: { by: okf-server/0.1.0, at: "2026-09-21T14:13:20Z" }\n'
        "verified:\n"
        '  - { by: human:finance-owner, at: "2026-09-01T09:00:00Z" }\n'
        "status: stable\n"
        'stale_after: "2027-03-31T00:00:00Z"\n'
        f"source_revision: sha256:{sha256(TRAVEL.encode()).hexdigest()}\n"
        "---\n\n" + TRAVEL
    )


def test_files_bring_their_own_frontmatter_and_rules_lie_over_it(kb: Shelf) -> None:
    own = (
        "---\ntype: Metric\nowner: team-a\ntags: x, z\ntitle: Own\nstatus: draft\n"
        "sources: [{resource: https://a}]\n---\n\n# Heading\n\nText.\n"
    )
    kb.write("a/m.md", own)
    kb.write("_okf.yaml", "types: {a/: Policy}\ndocuments: {a/m.md: {status: stable, team: b}}")
    kb.build()
    head = kb.concept("a/m").split("---")[1]
    assert head.startswith("\ntype: Metric\ntitle: Own\ndescription: Text.\n")
    assert "tags: [x, z]\nsources:\n  - { resource: https://a }\n  - id: src-" in head
    assert "status: stable\n" in head
    assert head.endswith("owner: team-a\nteam: b\n")


def test_entries_that_match_nothing_and_identical_files_are_warned_of(kb: Shelf) -> None:
    kb.write("a.md", "# Same\n")
    kb.write("b.md", "# Same\n")
    kb.write("_okf.yaml", "documents: {c.md: {status: draft}}")
    report = kb.build()
    assert report.warnings == (
        "_okf.yaml: documents: 'c.md' matches no item",
        "identical files, mark all but one deprecated in _okf.yaml: a.md, b.md",
    )
    assert kb.current.manifest.warnings == report.warnings
    kb.write("_okf.yaml", "documents: {b.md: {status: deprecated}}")
    assert kb.build().warnings == ()


def test_rules_that_stand_where_none_are_read_are_warned_of(kb: Shelf) -> None:
    for place in ("hr/_okf.yaml", "it/deep/_okf.yaml"):
        kb.write(place, "access: {'': [group:hr]}\n")
    kb.write("hr/pay.md", "# Pay\n")
    (warning,) = kb.build().warnings
    assert warning.startswith("no rule in it holds, write them into the _okf.yaml at the root of")
    assert warning.endswith("source: hr/_okf.yaml, it/deep/_okf.yaml")


def test_each_warning_names_all_its_files(kb: Shelf) -> None:
    for number in range(30):
        kb.write(f"{number:02}.txt", f"caf\xe9 {number}".encode("latin-1"))
        kb.write(f"x/{number:02}.md", f"# {number % 15}\n")
    warnings = kb.build().warnings
    assert len(warnings) == 16
    assert warnings[0].startswith("read as ")
    assert warnings[0].endswith(", ".join(f"{number:02}.txt" for number in range(30)))
    assert all(warning.startswith("identical files") for warning in warnings[1:])


def test_every_concept_has_the_class_of_its_access_list(tmp_path: Path) -> None:
    kb = shelf(tmp_path, 'access: {rules: {hr/: [group:hr], public/: ["*"]}}\n')
    for path in ("hr/a.md", "hr/b.md", "public/c.md", "other.md", "hr/z.zip"):
        kb.write(path, f"# {path}\n")
    kb.build()
    access = kb.current.manifest.access
    lists = {
        record.path: access[record.access_class].allow
        for record in kb.current.manifest.items
        if record.concept
    }
    assert lists == {
        "hr/a.md": ("group:hr",),
        "hr/b.md": ("group:hr",),
        "other.md": (),
        "public/c.md": ("*",),
    }
    assert len(access) == 3


def test_a_wrong_rule_stops_the_build_with_its_place(kb: Shelf) -> None:
    kb.write("a.md", "# A\n")
    kb.write("_okf.yaml", "documentz: {}\n")
    with pytest.raises(ConfigError, match=r"docs/_okf\.yaml, line 1: unknown key 'documentz'"):
        kb.build()
