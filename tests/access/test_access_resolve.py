import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.access.resolve import AccessRules, access_of, classes, visible_classes
from okf_server.model.access import OPERATOR, AccessList, Principal
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
    assert access_of("a/b.md", None, rules) == IT


def test_what_the_source_carries_comes_before_the_rules_of_the_base() -> None:
    assert access_of("a/b.md", HR, AccessRules(base={"a/": ALL})) == HR


def test_the_longest_prefix_wins() -> None:
    rules = AccessRules(owners={"": ALL, "hr/": HR, "hr/it/": IT})
    assert access_of("x.md", None, rules) == ALL
    assert access_of("hr/x.md", None, rules) == HR
    assert access_of("hr/it/x.md", None, rules) == IT


def test_a_prefix_ends_at_a_folder() -> None:
    rules = AccessRules(base={"hr": HR, "pub/": ALL})
    assert access_of("hr/x.md", None, rules) == HR
    assert access_of("hr", None, rules) == HR
    assert access_of("hrx/x.md", None, rules) == NOBODY
    assert access_of("publ.md", None, rules) == NOBODY


def test_the_base_decides_where_both_name_the_same_prefix() -> None:
    assert access_of("hr/x.md", None, AccessRules(owners={"hr/": ALL}, base={"hr/": HR})) == HR


def test_without_a_rule_the_default_holds() -> None:
    assert access_of("x.md", None, AccessRules()) == NOBODY
    open_ = AccessRules(default=DefaultAccess.AUTHENTICATED)
    assert access_of("x.md", None, open_) == ALL


@pytest.mark.parametrize("rules", [{"documents": {"x.md": HR}}, {"owners": {"": HR}}])
def test_an_owner_narrows_what_the_source_carries(rules: dict[str, dict[str, AccessList]]) -> None:
    carried = AccessList(allow=("group:hr", "group:it"), deny=("user:bob",))
    narrowed = access_of("x.md", carried, AccessRules(**rules))  # type: ignore[arg-type]
    assert narrowed == AccessList(allow=("group:hr",), deny=("user:bob",))


@given(carried=LISTS, owner=LISTS, names=NAMES)
def test_an_owner_never_widens_what_the_source_carries(
    carried: AccessList, owner: AccessList, names: set[str]
) -> None:
    # Whoever signed in has the name `*`.
    asker = Principal(id="x", names=frozenset(names | {"*"}))
    narrowed = access_of("x.md", carried, AccessRules(documents={"x.md": owner}))
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
