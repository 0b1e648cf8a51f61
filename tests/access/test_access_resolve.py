from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.access.resolve import (
    AccessRules,
    access_of,
    classes,
    expired_classes,
    visible_classes,
)
from okf_server.model.access import OPERATOR, AccessList, NameKind, Principal
from okf_server.model.config import DefaultAccess

HR = AccessList(allow=("group:hr",))
IT = AccessList(allow=("group:it",))
ALL = AccessList(allow=("*",))
NOBODY = AccessList()

NAMES = st.sets(st.sampled_from(["*", "group:hr", "group:it", "user:ana"]))
LISTS = st.builds(
    lambda allow, deny: AccessList(allow=tuple(sorted(allow)), deny=tuple(sorted(deny))),
    NAMES,
    NAMES,
)


def person(*names: str) -> Principal:
    return Principal(id="ana", names=frozenset({"*", "user:ana", *names}))


def test_the_documents_own_list_comes_first() -> None:
    rules = AccessRules(documents={"a/b.md": IT}, owners={"a/": HR}, base={"a/b.md": HR})
    assert access_of("a/b.md", None, rules).access == IT


def test_what_the_source_carries_comes_before_the_rules_of_the_base() -> None:
    assert access_of("a/b.md", HR, AccessRules(base={"a/": ALL})).access == HR


def test_the_longest_prefix_wins() -> None:
    rules = AccessRules(owners={"": ALL, "hr/": HR, "hr/it/": IT})
    assert access_of("x.md", None, rules).access == ALL
    assert access_of("hr/x.md", None, rules).access == HR
    assert access_of("hr/it/x.md", None, rules).access == IT


def test_a_prefix_ends_at_a_folder() -> None:
    rules = AccessRules(base={"hr": HR, "pub/": ALL})
    assert access_of("hr/x.md", None, rules).access == HR
    assert access_of("hr", None, rules).access == HR
    assert access_of("hrx/x.md", None, rules).access == NOBODY
    assert access_of("publ.md", None, rules).access == NOBODY


def test_the_base_decides_where_both_name_the_same_prefix() -> None:
    assert (
        access_of("hr/x.md", None, AccessRules(owners={"hr/": ALL}, base={"hr/": HR})).access == HR
    )


def test_without_a_rule_the_default_holds() -> None:
    assert access_of("x.md", None, AccessRules()).access == NOBODY
    open_ = AccessRules(default=DefaultAccess.AUTHENTICATED)
    assert access_of("x.md", None, open_).access == ALL


@pytest.mark.parametrize("rules", [{"documents": {"x.md": HR}}, {"owners": {"": HR}}])
def test_an_owner_narrows_what_the_source_carries(rules: dict[str, dict[str, AccessList]]) -> None:
    carried = AccessList(allow=("group:hr", "group:it"), deny=("user:bob",))
    narrowed = access_of("x.md", carried, AccessRules(**rules)).access  # type: ignore[arg-type]
    assert narrowed == AccessList(allow=("group:hr",), deny=("user:bob",))


@given(carried=LISTS, owner=LISTS, names=NAMES)
def test_an_owner_never_widens_what_the_source_carries(
    carried: AccessList, owner: AccessList, names: set[str]
) -> None:
    # Whoever signed in has the name `*`.
    asker = Principal(id="x", names=frozenset(names | {"*"}))
    narrowed = access_of("x.md", carried, AccessRules(documents={"x.md": owner})).access
    assert not narrowed.admits(asker) or (carried.admits(asker) and owner.admits(asker))


def test_classes_depend_on_the_lists_alone() -> None:
    distinct, numbers = classes([IT, HR, IT, NOBODY])
    assert distinct == (NOBODY, HR, IT)
    assert numbers == (2, 1, 2, 0)
    assert classes([NOBODY, HR, IT])[0] == distinct


def test_a_principal_sees_the_classes_that_admit_it() -> None:
    lists = (NOBODY, HR, IT, ALL, AccessList(allow=("*",), deny=("user:ana",)))
    assert visible_classes(lists, person("group:hr")) == {1, 3}
    assert visible_classes(lists, person()) == {3}
    assert visible_classes(lists, Principal(id="unknown")) == frozenset()
    assert visible_classes(lists, OPERATOR) == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("rules", "carried", "rule"),
    [
        (AccessRules(documents={"a/x.md": HR}, base={"a/": IT}), None, "documents: a/x.md"),
        (AccessRules(owners={"a/": HR}, base={"": IT}), None, "_okf.yaml access: a/"),
        (AccessRules(owners={"a/": HR}, base={"a/": IT}), None, "okf.yaml access.rules: a/"),
        (AccessRules(owners={"": HR}), None, "_okf.yaml access: /"),
        (AccessRules(), None, "access.default: deny"),
        (AccessRules(base={"": IT}), HR, "the source's own permissions"),
        (
            AccessRules(owners={"a/": ALL}),
            HR,
            "the source's own permissions, narrowed by _okf.yaml access: a/",
        ),
    ],
)
def test_the_rule_that_decided_is_named(
    rules: AccessRules, carried: AccessList | None, rule: str
) -> None:
    assert access_of("a/x.md", carried, rules).rule == rule


NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("recorded", "expired"),
    [
        ("", False),
        ("2026-11-30T11:00:00Z", False),
        ("2026-11-29T12:00:00Z", False),
        ("2026-11-29T11:59:59Z", True),
        ("2026-11-30T11:00:00", True),
        ("yesterday", True),
    ],
)
def test_permissions_of_a_source_age_and_rules_in_files_do_not(
    recorded: str, *, expired: bool
) -> None:
    lists = [ALL, AccessList(allow=("*",), recorded=recorded)]
    found = expired_classes(lists, now=NOW, longest=timedelta(hours=24))
    assert found == ({1} if expired else set())


def test_what_an_owner_narrows_is_as_old_as_what_the_source_told() -> None:
    carried = AccessList(allow=("*",), recorded="2026-11-29T11:00:00Z")
    narrowed = access_of("x.md", carried, AccessRules(owners={"": HR})).access
    assert narrowed == AccessList(allow=("group:hr",), recorded="2026-11-29T11:00:00Z")


def test_equal_ids_of_two_providers_never_meet() -> None:
    theirs = AccessList(allow=("group:entra:7",))
    assert not theirs.admits(person("group:7", "group:gdrive:7"))
    assert theirs.admits(person("group:entra:7"))


UUID = "6a5e9d2c-0d0f-4a76-9f0e-1f2d3c4b5a69"


@pytest.mark.parametrize(
    ("denied", "kind"),
    [
        ("group:interns", NameKind.GROUP),
        ("group:entra:a@b", NameKind.GROUP),
        ("user:bob", NameKind.USERNAME),
        ("user:entra:bob", NameKind.USERNAME),
        ("user:eve@acme.test", NameKind.EMAIL),
        (f"user:{UUID}", None),
        (f"user:entra:{UUID}", None),
    ],
)
def test_a_name_that_may_be_the_principals_is_denied(denied: str, kind: NameKind | None) -> None:
    one = AccessList(allow=("*",), deny=(denied,))
    names = frozenset({"*", "user:ana"})
    shut_out = {
        unknown
        for unknown in NameKind
        if not one.admits(Principal(id="ana", names=names, unknown=frozenset({unknown})))
    }

    assert shut_out == ({kind} if kind else set())
    assert one.admits(Principal(id="ana", names=names))
    assert one.admits(OPERATOR)


@given(one=LISTS, names=NAMES, unknown=st.sets(st.sampled_from(NameKind)))
def test_what_is_unknown_never_admits(
    one: AccessList, names: set[str], unknown: set[NameKind]
) -> None:
    known = Principal(id="ana", names=frozenset(names))
    partly = Principal(id="ana", names=frozenset(names), unknown=frozenset(unknown))

    assert one.admits(known) or not one.admits(partly)


def test_addresses_are_the_same_in_capitals_and_other_names_are_not() -> None:
    rule = AccessList(allow=("user:Eve@Example.com", "user:Ana", "group:HR@Example.com"))

    assert rule.admits(Principal(id="e", names=frozenset({"user:eve@EXAMPLE.com"})))
    assert not rule.admits(Principal(id="a", names=frozenset({"user:ana"})))
    assert not rule.admits(Principal(id="g", names=frozenset({"group:hr@example.com"})))


def test_an_owner_narrows_to_an_address_in_other_capitals() -> None:
    carried = AccessList(allow=("user:Eve@Example.com",))
    owner = AccessRules(documents={"x.md": AccessList(allow=("user:eve@example.com",))})

    assert access_of("x.md", carried, owner).access.allow == ("user:eve@example.com",)
