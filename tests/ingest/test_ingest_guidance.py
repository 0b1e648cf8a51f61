from dataclasses import replace

import pytest

from okf_server.catalog.config import read_rules
from okf_server.ingest.guidance import Guidance, guidance
from okf_server.model.access import AccessList
from okf_server.model.config import (
    AccessConfig,
    BaseConfig,
    DocumentRules,
    Rules,
    SourceConfig,
    SourceKind,
)
from okf_server.model.item import Item

BASE = BaseConfig(name="kb", sources=(SourceConfig(kind=SourceKind.FOLDER, path="/docs"),))


def guided(owner: str = "", *, mount: str = "", base: str = "", title: str = "") -> Guidance:
    config = BaseConfig(
        name="finance",
        title=title,
        sources=(SourceConfig(kind=SourceKind.FOLDER, path="/docs", mount=mount),),
        rules=rules(base),
    )
    return guidance(config, [rules(owner)])


def rules(text: str) -> Rules:
    return read_rules(text.encode(), "_okf.yaml")


def item(path: str, access: AccessList | None = None, *, source: int = 0) -> Item:
    return Item(source=source, path=path, revision="", size=0, modified="", access=access)


def test_without_rules_all_is_a_reference() -> None:
    assert guided().type_of("a/b.md") == "Reference"
    assert guided().of("a/b.md") == DocumentRules()
    assert guided().title == "finance"


def test_the_longest_prefix_gives_the_type() -> None:
    made = guided("default_type: Note\ntypes: {hr/: Policy, hr/sops/: SOP}")
    assert made.type_of("x.md") == "Note"
    assert made.type_of("hr/x.md") == "Policy"
    assert made.type_of("hr/sops/x.md") == "SOP"
    assert made.type_of("hrx/x.md") == "Note"


def test_rules_of_a_mounted_source_hold_below_its_mount() -> None:
    made = guided(
        "default_type: Note\ntypes: {a/: Policy}\ndocuments: {a/x.md: {status: draft}}", mount="m"
    )
    assert made.type_of("m/a/x.md") == "Policy"
    assert made.type_of("m/b.md") == "Note"
    assert made.type_of("other.md") == "Reference"
    assert made.of("m/a/x.md").status == "draft"
    assert made.of("a/x.md").status is None


def test_the_base_speaks_over_the_owner_key_by_key() -> None:
    made = guided(
        "documents: {a.md: {status: draft, tags: [x], owner: me}}\ntypes: {a/: Policy}",
        base="documents: {a.md: {status: stable, team: us}}\ntypes: {a/: SOP}",
    )
    said = made.of("a.md")
    assert (said.status, said.tags, said.extra) == ("stable", ("x",), {"owner": "me", "team": "us"})
    assert made.type_of("a/b.md") == "SOP"


def test_names_are_compared_in_one_unicode_form() -> None:
    made = guided(
        'documents: {"Re\u0301sume\u0301.md": {status: draft}}\naccess: {"e\u0301/": ["*"]}'
    )
    assert made.of("R\u00e9sum\u00e9.md").status == "draft"
    assert made.access_of(item("\u00e9/x.md")).access.allow == ("*",)


def test_a_title_is_looked_for_in_both() -> None:
    assert guided("bundle_title: Owner", base="bundle_title: Base", title="Mine").title == "Mine"
    assert guided("bundle_title: Owner", base="bundle_title: Base").title == "Base"
    assert guided("bundle_title: Owner").title == "Owner"


def test_access_follows_the_order_of_the_rules() -> None:
    made = guided("documents: {a/x.md: {access: []}}\naccess: {a/: [group:hr]}")
    assert made.access_of(item("a/y.md")).access.allow == ("group:hr",)
    assert made.access_of(item("a/x.md")).access.allow == ()
    carried = AccessList(allow=("group:hr", "group:it"))
    assert made.access_of(item("b.md", carried)).access == carried
    assert made.access_of(item("a/x.md", carried)).access.allow == ()


def test_entries_that_match_nothing_are_named_with_what_was_likely_meant() -> None:
    made = guided(
        "documents: {a/x.md: {}, a/policy.pfd: {}}\ntypes: {a/: T, gone/: T, a/x.md: T, '': T}",
        base="documents: {b.md: {status: draft}}",
    )
    assert list(made.unmatched([(0, "a/x.md"), (0, "a/policy.pdf")])) == [
        "_okf.yaml: types: 'gone/' matches no item",
        "_okf.yaml: documents: 'a/policy.pfd' matches no item; did you mean 'a/policy.pdf'?",
        "okf.yaml: documents: 'b.md' matches no item",
    ]
    all_there = ("a/x.md", "a/policy.pfd", "gone/a", "b.md")
    assert list(made.unmatched((0, path) for path in all_there)) == []


def of_two(first: str, second: str, *, mounts: tuple[str, str] = ("", "")) -> Guidance:
    """Of a base with two sources, each with rules of its owner."""
    kind = SourceKind.FOLDER
    sources = tuple(SourceConfig(kind=kind, path=f"/{mount}", mount=mount) for mount in mounts)
    return guidance(BaseConfig(name="two", sources=sources), [rules(first), rules(second)])


@pytest.mark.parametrize("mounts", [("", ""), ("", "m")])
def test_an_owner_decides_over_the_items_of_their_own_source_alone(
    mounts: tuple[str, str],
) -> None:
    before = f"{mounts[1]}/" if mounts[1] else ""
    own = "access: {hr/: [group:hr], '': [group:b]}\ntypes: {hr/: Policy}"
    other = (
        f'access: {{{before}hr/pay/: ["*"], "{before}": ["*"]}}\ntypes: {{{before}hr/pay/: Note}}\n'
        f'documents: {{{before}hr/pay/x.md: {{access: ["*"], type: Note, tags: [open]}}}}'
    )
    made = of_two(other, own, mounts=mounts)
    pay = item(f"{before}hr/pay/x.md", source=1)
    assert made.access_of(pay).access.allow == ("group:hr",)
    assert (made.type_of_item(pay), made.of_item(pay)) == ("Policy", DocumentRules())
    assert made.access_of(item(f"{before}x.md", source=1)).access.allow == ("group:b",)
    assert made.access_of(item(f"{before}hr/pay/x.md")).access.allow == ("*",)


def test_an_entry_that_names_what_another_source_has_matches_nothing() -> None:
    made = of_two('access: {m/hr: ["*"]}', "access: {hr: [group:hr]}", mounts=("", "m"))
    assert list(made.unmatched([(1, "m/hr/x.md")])) == [
        "_okf.yaml: access: 'm/hr' matches no item",
    ]


def test_the_base_decides_of_a_folder_that_the_owner_writes_with_a_slash() -> None:
    made = guidance(
        replace(BASE, access=AccessConfig(rules=rules("access: {hr: [group:base]}").access)),
        [rules("access: {hr/: [group:owner]}\ntypes: {hr/: Policy}")],
    )
    assert made.access_of(item("hr/x.md")).access.allow == ("group:base",)
    typed = guided("types: {hr/: Policy}", base="types: {hr: SOP}")
    assert typed.type_of("hr/x.md") == "SOP"
