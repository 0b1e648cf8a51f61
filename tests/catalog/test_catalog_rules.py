from pathlib import Path

import pytest

from okf_server.catalog.config import read_rules
from okf_server.errors import ConfigError
from okf_server.model.access import AccessList
from okf_server.model.config import Rules

SEED = """\
bundle_title: Acme Finance knowledge
default_type: Reference
types:                              # longest matching path prefix wins
  policies/: Policy
  sops/: SOP
documents:
  policies/travel-policy.md:
    status: stable
    description: Current rules for booking and reimbursing business travel.
    tags: [finance, travel]
    stale_after: 2027-03-31T00:00:00Z
    verified:
      - { by: "human:finance-owner", at: 2026-09-01T09:00:00Z }
  policies/travel-policy-2023.md:
    status: deprecated
access:
  finance/: [group:finance]
  hr/: {groups: [hr], users: [ceo@example.com]}
  public/: ["*"]
"""


def rules(text: str) -> Rules:
    return read_rules(text.encode(), "docs/_okf.yaml")


def document(text: str) -> str:
    return f"documents: {{a.md: {{{text}}}}}\n"


def test_the_documented_example_is_read() -> None:
    read = rules(SEED)
    assert read.bundle_title == "Acme Finance knowledge"
    assert read.default_type == "Reference"
    assert read.types == {"policies/": "Policy", "sops/": "SOP"}
    travel = read.documents["policies/travel-policy.md"]
    assert travel.status == "stable"
    assert travel.stale_after == "2027-03-31T00:00:00Z"
    assert travel.verified == ({"by": "human:finance-owner", "at": "2026-09-01T09:00:00Z"},)
    assert read.documents["policies/travel-policy-2023.md"].status == "deprecated"
    assert read.access["hr/"] == AccessList(allow=("group:hr", "user:ceo@example.com"))
    assert read.access["public/"] == AccessList(allow=("*",))


def test_the_sample_corpus_is_read() -> None:
    path = Path(__file__).parents[3] / "shared/corpora/finance/_okf.yaml"
    if not path.exists():
        pytest.skip("the shared corpora are not beside this repository")
    assert len(read_rules(path.read_bytes(), str(path)).documents) == 5


def test_an_empty_file_has_no_rules() -> None:
    assert rules("") == Rules()
    assert rules("# nothing yet\n") == Rules()


def test_a_bare_verified_event_is_a_list_of_one() -> None:
    read = rules(document("verified: {by: 'human:ana', at: 2026-09-01}"))
    assert read.documents["a.md"].verified == ({"by": "human:ana", "at": "2026-09-01T00:00:00Z"},)


def test_a_document_may_have_its_own_access() -> None:
    assert rules(document("access: []")).documents["a.md"].access == AccessList()
    assert rules(document("title: x")).documents["a.md"].access is None


def test_further_keys_of_a_document_are_kept() -> None:
    read = rules(document("owner: team-a, aliases: [x, y]"))
    assert read.documents["a.md"].extra == {"owner": "team-a", "aliases": ["x", "y"]}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("type: {}\n", ["unknown key 'type'", "types"]),
        (document("status: final"), ["status is 'final'", "draft, stable, deprecated"]),
        (document("statsu: draft"), ["statsu", "status"]),
        (document("stale_after: soon"), ["stale_after is 'soon'", "2027-03-31T00:00:00Z"]),
        (document("stale_after: 2027-03-31T00:00:00"), ["not a datetime with an offset"]),
        (document("stale_after: 2027-99-99"), ["not a datetime"]),
        (document("verified: {at: 2026-01-01}"), ["documents.a.md.verified.by is missing"]),
        (document("verified: {by: 'human:', at: 2026-01-01}"), ["'human:'", "Say who"]),
        (document("verified: {by: 'human:a'}"), ["verified.at is missing"]),
        (document("verified: ana"), ["verified is 'ana', not a mapping"]),
        (document("generated: x"), ["generated is made by the build"]),
        (document("tags: {a: b}"), ["tags is not a list of text"]),
        (document("access: [finance]"), ["'finance'", "group:<name>"]),
        ("types: {a/: }\n", ["types.a/ is missing"]),
        ("documents: [a.md]\n", ["documents is a list, not a mapping"]),
    ],
)
def test_what_is_wrong_is_named(text: str, parts: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        rules(text)
    assert str(caught.value).startswith("docs/_okf.yaml")
    assert [part for part in parts if part not in str(caught.value)] == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("m/hr/", "m//hr/"),
        ("m/hr/", "m/hr"),
        ("/m/hr/", "./m/hr/"),
        ("/", "."),
        ("e\u0301/", "\u00e9/"),
    ],
)
@pytest.mark.parametrize("section", ["access", "types", "documents"])
def test_two_spellings_of_one_path_are_refused(section: str, first: str, second: str) -> None:
    said = {"access": "[group:a]", "types": "Note", "documents": "{status: draft}"}[section]
    with pytest.raises(ConfigError) as refused:
        rules(f'{section}:\n  "{first}": {said}\n  "{second}": {said}\n')
    assert f"{section} has {first!r} and {second!r}, which mean the same" in str(refused.value)


def test_folders_whose_names_only_begin_alike_are_two() -> None:
    read = rules('access: {hr: [group:a], hrx: [group:b], hr/it: [group:c], "": ["*"]}')
    assert list(read.access) == ["hr", "hrx", "hr/it", ""]
