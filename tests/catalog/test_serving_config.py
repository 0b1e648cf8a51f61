"""What an okf.yaml may say of serving."""

from pathlib import Path

import pytest

from okf_server.catalog.config import read_config
from okf_server.errors import ConfigError
from okf_server.model.config import AuthConfig, IntrospectionConfig, ServeConfig

LOOKUP = "introspection: {client_id: okf, client_secret_env: SECRET"


def serving(directory: Path, text: str) -> ServeConfig:
    path = directory / "okf.yaml"
    path.write_text(f"name: acme\nserve: {text}\n")
    return read_config(path).serve


def test_nobody_is_signed_in_unless_it_is_asked_for(tmp_path: Path) -> None:
    assert serving(tmp_path, "{}") == ServeConfig()
    for off in ("off", "'off'", "false", "null"):
        assert serving(tmp_path, f"{{auth: {off}}}") == ServeConfig()


def test_every_key_of_sign_in_is_read(tmp_path: Path) -> None:
    text = (
        "{auth: {issuer: 'https://id.test/realms/a', resource: 'https://okf.test/mcp',"
        " audiences: [okf, api], required_scopes: [read], groups_claim: a.b, username_claim: upn,"
        f" namespace: entra, leeway_s: 0, keys_s: 300, {LOOKUP}, url: 'https://id.test/look', cache_s: 0,"
        " all_tokens: true}}}"
    )

    assert serving(tmp_path, text).auth == (
        AuthConfig(
            issuer="https://id.test/realms/a",
            resource="https://okf.test/mcp",
            audiences=("okf", "api"),
            required_scopes=("read",),
            groups_claim="a.b",
            username_claim="upn",
            namespace="entra",
            leeway_s=0,
            keys_s=300,
            introspection=IntrospectionConfig(
                client_id="okf",
                client_secret_env="SECRET",
                url="https://id.test/look",
                cache_s=0,
                all_tokens=True,
            ),
        ),
    )


def test_who_asks_on_standard_input_is_named_like_in_an_access_list(tmp_path: Path) -> None:
    said = serving(tmp_path, "{stdio_principal: [user:ana, group:finance]}")

    assert said.stdio_principal == ("group:finance", "user:ana")
    assert serving(tmp_path, "{stdio_principal: []}").stdio_principal == ()


def test_proxies_are_addresses_and_networks(tmp_path: Path) -> None:
    said = serving(tmp_path, "{proxies: [10.1.2.3, '2001:db8::/32']}")

    assert said.proxies == ("10.1.2.3", "2001:db8::/32")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("auth: {}", "issuer is missing"),
        ("auth: {issuer: 'http://id.test'}", "serve.auth.issuer is"),
        ("auth: {issuer: 'ftp://127.0.0.1'}", "serve.auth.issuer is"),
        ("auth: {issuer: 'https://'}", "serve.auth.issuer is"),
        ("auth: {issuer: 'https://a:b@id.test'}", "serve.auth.issuer is"),
        ("auth: {issuer: 'https://id.test:port'}", "serve.auth.issuer is"),
        ("auth: {issuer: 'https://id.test/?x=1'}", "serve.auth.issuer is"),
        ("auth: {issuer: 'https://id.test', resource: okf}", "serve.auth.resource is"),
        (
            "auth: {issuer: 'https://id.test', required_scopes: ['a b']}",
            "required_scopes has 'a b'",
        ),
        ("auth: {issuer: 'https://id.test', namespace: 'A:B'}", "serve.auth.namespace is"),
        ("auth: {issuer: 'https://id.test', leeway_s: 3600}", "300 or less"),
        ("auth: {issuer: 'https://id.test', keys_s: 1}", "10 or more"),
        ("proxies: [proxy.test]", "proxies has 'proxy.test'"),
        ("proxies: [10.1.2.3/8]", "proxies has '10.1.2.3/8'"),
        ("auth: {issuer: 'https://id.test', isuer: x}", "unknown key 'isuer'"),
        (f"auth: {{issuer: 'https://id.test', {LOOKUP}, cache_s: 600}}}}", "60 or less"),
        ("auth: {issuer: 'https://id.test', introspection: {client_id: x}}", "client_secret_env"),
        ("stdio_principal: [ana]", "names 'ana', which is no principal"),
    ],
)
def test_what_cannot_be_meant_is_refused(tmp_path: Path, text: str, key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        serving(tmp_path, f"{{{text}}}")

    assert key in str(caught.value)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8080", "[::1]:8080"])
def test_plain_http_is_taken_for_this_machine(tmp_path: Path, host: str) -> None:
    (auth,) = serving(tmp_path, f"{{auth: {{issuer: 'http://{host}/realm'}}}}").auth

    assert auth.issuer == f"http://{host}/realm"


def test_several_providers_stand_in_a_list(tmp_path: Path) -> None:
    text = (
        "{auth: [{issuer: 'https://a.test', resource: 'https://okf.test/mcp'},"
        " {issuer: 'https://b.test', namespace: b}]}"
    )

    assert serving(tmp_path, text).auth == (
        AuthConfig(issuer="https://a.test", resource="https://okf.test/mcp"),
        AuthConfig(issuer="https://b.test", namespace="b"),
    )


A, B = "issuer: 'https://a.test'", "issuer: 'https://b.test'"


@pytest.mark.parametrize(
    ("providers", "problem"),
    [
        ("", "names no provider"),
        (f"{{{A}}}, {{{A}, namespace: a}}", "names an issuer twice"),
        (f"{{{A}}}, {{{B}}}", "the same names"),
        (f"{{{A}, namespace: x}}, {{{B}, namespace: x}}", "the same names"),
        (
            f"{{{A}, resource: 'https://x.test'}}, {{{B}, namespace: b, resource: 'https://y.test'}}",
            "several resources",
        ),
        (f"{{{A}, {LOOKUP}}}}}, {{{B}, namespace: b, {LOOKUP}}}}}", "look up opaque tokens"),
        (f"{{{A}}}, {{{B}, isuer: x}}", "unknown key 'isuer' in serve.auth[1]"),
        (f"{{{A}}}, x", "serve.auth[1] is 'x', not a mapping"),
    ],
)
def test_providers_that_could_not_be_told_apart_are_refused(
    tmp_path: Path, providers: str, problem: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        serving(tmp_path, f"{{auth: [{providers}]}}")

    assert problem in str(caught.value)


@pytest.mark.parametrize("word", ["off", "false", "", "null"])
def test_sign_in_that_is_off_is_as_if_it_were_not_named(tmp_path: Path, word: str) -> None:
    assert serving(tmp_path, f"{{port: 5002, auth: {word}}}") == ServeConfig(port=5002)
