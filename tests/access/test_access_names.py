"""One spelling of every name: in tokens, in rules and in questions, so that none of them means another than the rest."""

import unicodedata
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from okf_server.access.resolve import visible_classes
from okf_server.access.verdict import principal_of as asked_for
from okf_server.access.verdict import verdict
from okf_server.catalog.rules import read_rules
from okf_server.errors import ConfigError, UsageError
from okf_server.model.access import AccessList, NameKind, Principal
from okf_server.model.config import AuthConfig
from okf_server.model.grant import Grant
from okf_server.model.names import problem_with, spelled
from okf_server.okf.yaml import dump
from okf_server.serve.auth.principals import principal_of

LOWER = "3f2b6c1e-0000-4000-8000-00000000000a"
CONFIG = AuthConfig(issuer="https://id.test")
TOLD: dict[str, Any] = {
    "email": "a@acme.test",
    "email_verified": True,
    "preferred_username": "a",
    "groups": [],
}

texts = st.text(max_size=8) | st.text("aB/:*@ -.é\u0301\u200b", max_size=8)


def signed_in(config: AuthConfig = CONFIG, *, sub: str = "s-1", **claims: object) -> Principal:
    return principal_of(Grant(issuer="https://id.test", subject=sub, claims=TOLD | claims), config)


def in_file(access: object) -> AccessList:
    """A list as it is read from a file that says this."""
    return read_rules(dump({"access": {"x": access}}).encode(), "_okf.yaml").access["x"]


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("group:/interns", "group:interns"),
        ("group:interns/", "group:interns"),
        ("group://finance/payroll//", "group:finance/payroll"),
        ("group:entra:/finance", "group:entra:finance"),
        ("group:HR Staff", "group:HR Staff"),
        ("group:Cafe\u0301", "group:Caf\u00e9"),
        (f"user:{LOWER.upper()}", f"user:{LOWER}"),
        (f"group:entra:{LOWER.upper()}", f"group:entra:{LOWER}"),
        ("user:Ana@Acme.Test", "user:ana@acme.test"),
        ("user:entra:Ana@Acme.Test", "user:entra:ana@acme.test"),
        ("user:Stra\u00dfe@Acme.Test", "user:stra\u00dfe@acme.test"),
        ("user:\u00c9va@Acme.Test", "user:\u00c9va@acme.test"),
        ("user:Ana", "user:Ana"),
        ("user:/ana", "user:/ana"),
        ("*", "*"),
    ],
)
def test_a_name_has_one_spelling(written: str, means: str) -> None:
    assert (spelled(written), problem_with(written)) == (means, None)


@given(kind=st.sampled_from(["group", "user"]), text=texts)
def test_a_spelling_is_its_own_spelling(kind: str, text: str) -> None:
    once = spelled(f"{kind}:{text}")
    assert spelled(once) == once


NEVER = [
    ("ana", "Write group:<name>, user:<name> or *."),
    ("Group:hr", "Write group:<name>, user:<name> or *."),
    ("group:", "Write group:<name>, user:<name> or *."),
    ("group:/", "Write group:<name>, user:<name> or *."),
    ("group: ", "Write group:<name>, user:<name> or *."),
    ("user:entra:", "Write group:<name>, user:<name> or *."),
    ("group:*", 'Everybody who is signed in is "*", as in allow: ["*"].'),
    ("user:*", 'Everybody who is signed in is "*", as in allow: ["*"].'),
    ("group:inter*", "Write the whole name of every group that is meant."),
    ("user:*@acme.test", "Write the whole name of every user that is meant."),
    ("group: interns", 'Write "group:interns".'),
    ("group:interns ", 'Write "group:interns".'),
    ("group:entra: interns", 'Write "group:entra:interns".'),
    ("group:in\u200bterns", "Type it anew"),
    ("group:HR\u00a0Staff", "Type it anew"),
]


@pytest.mark.parametrize(("name", "hint"), NEVER)
@pytest.mark.parametrize("key", ["allow", "deny"])
def test_a_rule_with_a_name_that_no_token_gives_is_refused(name: str, hint: str, key: str) -> None:
    with pytest.raises(ConfigError, match="names ") as refused:
        in_file({key: [name]})
    assert (repr(name) in str(refused.value), hint in (refused.value.hint or "")) == (True, True)


@pytest.mark.parametrize(("name", "hint"), NEVER)
def test_a_question_for_a_name_that_no_token_gives_is_refused(name: str, hint: str) -> None:
    with pytest.raises(UsageError) as refused:
        asked_for([name])
    assert hint in (refused.value.hint or "")


@pytest.mark.parametrize(
    ("access", "said"),
    [
        ({"groups": ["*"]}, "which nobody is called"),
        ({"groups": ["user:ana"]}, "which is no group"),
        ({"groups": ["Group:hr"]}, "which is no group"),
        ({"users": ["group:hr"]}, "which is no user"),
        ({"users": [" ana "]}, "which has blanks around it"),
        ({"deny": {"groups": ["interns"]}}, r"deny: \[group:interns"),
    ],
)
def test_a_short_form_that_names_nobody_is_refused(access: object, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        in_file(access)


def test_short_and_long_forms_mean_the_same() -> None:
    short = in_file({"groups": ["/hr", "group:it/"], "users": ["Ceo@Acme.test", "user:bob"]})
    assert short == in_file(["group:hr", "group:it", "user:ceo@acme.test", "user:bob"])


def test_a_name_with_a_joiner_between_letters_can_be_written() -> None:
    """Persian and Hindi words have characters that cannot be seen, between letters that have their own."""
    group = "\u06a9\u062a\u0627\u0628\u200c\u0647\u0627"
    assert in_file({"groups": [group]}).admits(signed_in(groups=[f"/{group}"]))


@given(
    text=texts,
    slashes=st.tuples(st.sampled_from(["", "/"]), st.sampled_from(["", "/"])),
    form=st.sampled_from(["NFC", "NFD"]),
)
@example(text="interns", slashes=("/", ""), form="NFC")
@example(text="interns ", slashes=("", ""), form="NFC")
def test_a_group_that_a_rule_can_deny_is_denied_however_it_is_written(
    text: str, slashes: tuple[str, str], form: Any
) -> None:
    bearer = signed_in(groups=[unicodedata.normalize(form, f"{slashes[0]}{text}{slashes[1]}")])
    try:
        rule = in_file({"allow": ["*"], "deny": [f"group:{text}"]})
    except ConfigError:
        assume(text.strip("/"))
        # nobody can write it, so that it is not known whether a rule means it
        assert not in_file({"allow": ["*"], "deny": ["group:other"]}).admits(bearer)
    else:
        assert not rule.admits(bearer)


@given(text=texts)
def test_whoever_has_a_subject_can_be_denied_by_it_or_is_denied_by_every_plain_name(
    text: str,
) -> None:
    assume(text)
    bearer = signed_in(sub=text)
    try:
        rule = in_file({"allow": ["*"], "deny": [f"user:{text}"]})
    except ConfigError:
        rule = in_file({"allow": ["*"], "deny": ["user:other"]})
    assert not rule.admits(bearer)


@pytest.mark.parametrize("username", ["Kim\u212a", "Cafe\u0301", "ana ", "a*"])
def test_a_username_that_would_become_another_one_is_not_taken(username: str) -> None:
    """U+212A is K in Unicode NFC: whoever chooses it would be somebody else."""
    bearer = signed_in(preferred_username=username)
    assert bearer.names == {"*", "user:s-1", "user:a@acme.test"}
    assert bearer.unknown == {NameKind.USERNAME}


SUBJECTS = [
    "110169484474386276334",
    "00u1abcd2EFGH3ijkl4",
    "auth0|5f7c8ec7c33c6c004bbafe82",
    "google-oauth2|110169484474386276334",
    "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
    "S-1-5-21-3623811015-3361044348-30300820-1013",
    "uid=jdoe,ou=people,dc=acme,dc=test",
    "CgcyMzQyNzQ5EgZnaXRodWI",
    "5f7c8ec7c33c6c004bbafe82",
    "U024BE7LH",
    "12345678",
    "248289761001",
    "001234.0123456789abcdef0123456789abcdef.1234",
    "ana@acme.test",
    LOWER,
]


@pytest.mark.parametrize("victim", SUBJECTS)
@pytest.mark.parametrize("own", ["u-17", "3f2b6c1e-0000-4000-8000-00000000000b", "00u9", "mallory"])
def test_a_username_that_is_anothers_subject_opens_nothing(victim: str, own: str) -> None:
    bearer = signed_in(sub=own, preferred_username=victim)
    assert not in_file({"users": [victim]}).admits(bearer)
    assert in_file({"users": [victim]}).admits(signed_in(sub=victim))


@pytest.mark.parametrize(("own", "victim"), [("mallory", "ana"), ("u1", "u2"), ("ab-12", "xy-3")])
def test_a_username_of_the_form_of_its_bearers_subject_opens_nothing(own: str, victim: str) -> None:
    assert not in_file({"users": [victim]}).admits(signed_in(sub=own, preferred_username=victim))


@pytest.mark.parametrize(
    "username", ["ana", "Ana.Lima", "ana_l", "jsmith42", "ACME\\ana", "\u5f20\u4f1f"]
)
@pytest.mark.parametrize(
    "own", [LOWER, "110169484474386276334", "auth0|5f7c", "00u1abcd2EFGH3ijkl4"]
)
def test_a_plain_username_is_a_name_beside_a_subject_that_is_an_id(own: str, username: str) -> None:
    rule = in_file({"users": [username]})
    assert rule.admits(signed_in(sub=own, preferred_username=username))
    only_subjects = AuthConfig(issuer="https://id.test", username_claim="sub")
    assert not rule.admits(signed_in(only_subjects, sub=own, preferred_username=username))


@pytest.mark.parametrize("username", [*SUBJECTS[:-1], "ana", "mallory2"])
def test_a_denial_means_a_username_that_opens_nothing_too(username: str) -> None:
    bearer = signed_in(sub="mallory", preferred_username=username)
    denied = in_file({"allow": ["*"], "deny": [f"user:{username}"]})
    assert not denied.admits(bearer)
    assert "deny names" in verdict(denied, bearer, expired=False).reason
    assert in_file({"allow": ["*"], "deny": ["user:somebody"]}).admits(bearer)


@pytest.mark.parametrize("group", ["/partner:x", "partner:/x", "//partner:x/"])
def test_no_spelling_of_a_plain_group_is_one_of_a_namespace(group: str) -> None:
    grant = Grant(issuer="https://id.test", subject="s-1", claims=TOLD | {"groups": [group]})
    names = principal_of(grant, CONFIG, among=(None, "partner")).names
    assert not [name for name in names if name.startswith("group:")]


def test_a_list_that_was_published_with_a_name_that_no_token_gives_keeps_everybody_out() -> None:
    published = AccessList(allow=("*",), deny=("group:*",))
    assert not published.admits(signed_in())
    said = verdict(published, asked_for(["user:s-1"]), expired=False)
    assert (said.admitted, "group:*, which no token can give" in said.reason) == (False, True)


def test_a_list_that_was_published_with_a_slash_holds_for_whom_it_means() -> None:
    published = AccessList(allow=("*",), deny=("group:/interns",))
    assert not published.admits(signed_in(groups=["interns"]))
    assert published.admits(signed_in(groups=["board"]))


words = st.sampled_from(
    ["hr", "/hr", "hr/", "HR", "it", "/it/ops", "it/ops", "a@b.test", "A@B.Test"]
)
names = st.builds("{}:{}".format, st.sampled_from(["group", "user"]), words | texts) | st.just("*")
taken = names.filter(lambda name: not problem_with(name))


@given(
    access=st.fixed_dictionaries(
        {"allow": st.lists(taken, max_size=3), "deny": st.lists(taken, max_size=2)}
    ),
    claims=st.fixed_dictionaries(
        {
            "sub": words | st.just(LOWER) | st.just(LOWER.upper()),
            "groups": st.lists(words | texts, max_size=3) | st.none(),
            "preferred_username": words | texts | st.none(),
            "email": words | st.none(),
        }
    ),
    expired=st.booleans(),
    namespace=st.sampled_from([None, "entra"]),
)
def test_explain_never_contradicts_the_server(
    access: dict[str, list[str]], claims: dict[str, Any], *, expired: bool, namespace: str | None
) -> None:
    """Rules as they are read from files, tokens as the server takes them, and a question for the names proved."""
    rule = in_file(access)
    bearer = signed_in(AuthConfig(issuer="i", namespace=namespace), **claims)
    reads = bool(visible_classes([rule], bearer)) and not expired
    proved = sorted(bearer.names)
    for asked in (proved, [name.replace("group:", "group:/") for name in proved]):
        told = replace(asked_for(asked, unknown=bearer.unknown), also=bearer.also)
        said = verdict(rule, told, expired=expired)
        assert said.admitted == reads


MAILBOXES = [
    ("stra\u00dfe@acme.test", "strasse@acme.test"),
    ("\ufb01nance@acme.test", "finance@acme.test"),
    ("\u017fam@acme.test", "sam@acme.test"),
    ("\u00c9va@acme.test", "\u00e9va@acme.test"),
    ("\u0130vo@acme.test", "i\u0307vo@acme.test"),
    ("ana@\uff21cme.test", "ana@acme.test"),
]


@pytest.mark.parametrize(
    ("bearer", "rule"), [*MAILBOXES, *((other, one) for one, other in MAILBOXES)]
)
def test_letters_that_are_alike_tell_mailboxes_apart(bearer: str, rule: str) -> None:
    assert in_file({"users": [bearer]}).admits(signed_in(email=bearer))
    assert not in_file({"users": [rule]}).admits(signed_in(email=bearer))


@pytest.mark.parametrize("email", ["\u212aate@acme.test", "ze\u0301@acme.test"])
def test_a_verified_email_that_would_become_anothers_is_not_taken(email: str) -> None:
    bearer = signed_in(email=email)
    assert bearer.names == {"*", "user:s-1", "user:a"}
    assert bearer.unknown == {NameKind.EMAIL}
