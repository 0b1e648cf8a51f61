"""Read what an okf.yaml says of serving."""

import ipaddress
import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from okf_server.catalog.fields import Fields
from okf_server.catalog.rules import principals
from okf_server.model.config import AuthConfig, IntrospectionConfig, ServeConfig

_LAST_PORT = 65_535
_LONGEST_LEEWAY_S = 300
_LONGEST_CACHE_S = 60
_SHORTEST_KEYS_S, _LONGEST_KEYS_S = 10, 3_600
_NAMESPACE = re.compile(r"[a-z0-9][a-z0-9-]*")
_SCOPE = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]+")  # RFC 6749, section 3.3


def parse_serve(fields: Fields) -> ServeConfig:
    """The `serve` of an okf.yaml; raises ConfigError."""
    default = ServeConfig()
    port = fields.number("port", least=0, most=_LAST_PORT)
    named = principals(fields, "stdio_principal")
    return ServeConfig(
        host=fields.text("host") or default.host,
        port=default.port if port is None else port,
        auth=_providers(fields),
        stdio_principal=named if "stdio_principal" in fields else None,
        proxies=_proxies(fields),
    )


def _proxies(fields: Fields) -> tuple[str, ...]:
    proxies = fields.texts("proxies")
    for one in proxies:
        try:
            ipaddress.ip_network(one)
        except ValueError as error:
            hint = "Write addresses or networks, such as 10.1.2.3 or 10.1.0.0/16."
            raise fields.error("proxies", f"has {one!r}", hint=hint) from error
    return proxies


def _providers(fields: Fields) -> tuple[AuthConfig, ...]:
    """The identity providers: one mapping, or a list of them."""
    value, known = fields.get("auth"), tuple(AuthConfig.__slots__)
    if value is None or value is False or value == "off":
        return ()
    if not isinstance(value, list):
        return (_auth(fields.fields("auth", known)),)
    at = fields.path("auth")
    found = [
        _auth(Fields(one, fields.origin, at=f"{at}[{number}]", known=known))
        for number, one in enumerate(value)
    ]
    if problem := _not_together(found):
        raise fields.error("auth", problem[0], hint=problem[1])
    return tuple(found)


def _not_together(found: Sequence[AuthConfig]) -> tuple[str, str] | None:
    """What keeps these providers from being used side by side, and what to do."""
    spaces = [one.namespace for one in found]
    opaque = [one for one in found if one.introspection and not one.introspection.all_tokens]
    resources = {one.resource for one in found} - {None}
    problems = (
        (not found, "names no provider", "Name one, or leave auth out."),
        (
            len({one.issuer for one in found}) < len(found),
            "names an issuer twice",
            "Give each provider one entry.",
        ),
        (
            len(set(spaces)) < len(spaces),
            "has providers whose people would have the same names",
            "Give each but one a namespace of its own, so that their people are told apart.",
        ),
        (
            len(resources) > 1,
            "names several resources",
            "A server has one address for clients: write it once.",
        ),
        (
            len(opaque) > 1,
            "has several providers that look up opaque tokens",
            "Set all_tokens: true for the others; a token must not be shown to a foreign provider.",
        ),
    )
    return next(((what, hint) for is_so, what, hint in problems if is_so), None)


def _auth(fields: Fields) -> AuthConfig:
    default = AuthConfig(issuer="")
    leeway_s = fields.number("leeway_s", least=0, most=_LONGEST_LEEWAY_S)
    keys_s = fields.number("keys_s", least=_SHORTEST_KEYS_S, most=_LONGEST_KEYS_S)
    known = tuple(IntrospectionConfig.__slots__)
    lookup = fields.fields("introspection", known)
    return AuthConfig(
        issuer=_address(fields, "issuer") or fields.needed("issuer"),
        resource=_address(fields, "resource"),
        audiences=fields.texts("audiences"),
        required_scopes=_scopes(fields),
        groups_claim=fields.text("groups_claim") or default.groups_claim,
        username_claim=fields.text("username_claim") or default.username_claim,
        namespace=_namespace(fields),
        leeway_s=default.leeway_s if leeway_s is None else leeway_s,
        keys_s=default.keys_s if keys_s is None else keys_s,
        introspection=_introspection(lookup) if "introspection" in fields else None,
    )


def _introspection(fields: Fields) -> IntrospectionConfig:
    cache_s = fields.number("cache_s", least=0, most=_LONGEST_CACHE_S)
    default = IntrospectionConfig(client_id="", client_secret_env="")
    return IntrospectionConfig(
        client_id=fields.needed("client_id"),
        client_secret_env=fields.needed("client_secret_env"),
        url=_address(fields, "url"),
        cache_s=default.cache_s if cache_s is None else cache_s,
        all_tokens=fields.flag("all_tokens", default=default.all_tokens),
    )


def _scopes(fields: Fields) -> tuple[str, ...]:
    scopes = fields.texts("required_scopes")
    for scope in scopes:
        if not _SCOPE.fullmatch(scope):
            hint = "Write each as an entry of its own, without spaces and quotes."
            raise fields.error("required_scopes", f"has {scope!r}", hint=hint)
    return scopes


def _namespace(fields: Fields) -> str | None:
    namespace = fields.text("namespace")
    if namespace is not None and not _NAMESPACE.fullmatch(namespace):
        hint = "Use small letters, digits and hyphens."
        raise fields.error("namespace", f"is {namespace!r}", hint=hint)
    return namespace


def _address(fields: Fields, key: str) -> str | None:
    """An https address; plain http is for this machine only, since whoever can change it decides who gets in."""
    address = fields.text(key)
    if address is None:
        return None
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        parts.port  # noqa: B018 - reading it checks it
    except ValueError as error:
        raise fields.error(
            key, f"is {address!r}, which is no address", hint="Write https://..."
        ) from error
    plain = parts.scheme == "http" and _is_here(host)
    if not host or not (plain or parts.scheme == "https") or "@" in parts.netloc:
        hint = "Write https://HOST/PATH; http is taken for this machine alone."
        raise fields.error(key, f"is {address!r}", hint=hint)
    if parts.query or parts.fragment or re.search(r'[\s"\\]', address):
        raise fields.error(key, f"is {address!r}", hint="Leave out what follows the path.")
    return address


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
