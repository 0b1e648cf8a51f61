"""The rules of owners: `rules` of an okf.yaml and the `_okf.yaml` of a source."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from difflib import get_close_matches
from unicodedata import normalize

from okf_server.catalog.fields import Fields, Origin, suggestion
from okf_server.catalog.text import load_mapping
from okf_server.model.access import AccessList
from okf_server.model.concept import Status
from okf_server.model.config import DocumentRules, Rules
from okf_server.model.names import KINDS, of_kind, problem_with, spelled

RULE_KEYS = ("bundle_title", "default_type", "types", "documents", "access")
DOCUMENT_KEYS = (
    "type",
    "title",
    "description",
    "status",
    "tags",
    "stale_after",
    "verified",
    "access",
)
_MADE_BY_BUILDS = ("generated", "source_revision", "sources")
_TYPING_SLIP = 0.8


def parse_rules(value: object, origin: Origin, *, at: str = "") -> Rules:
    """The rules of a mapping; raises ConfigError. Paths and prefixes are normalized to `a/b` and `a/`."""
    fields = Fields({} if value is None else value, origin, at=at, known=RULE_KEYS)
    types = fields.fields("types")
    documents = fields.fields("documents")
    return Rules(
        bundle_title=fields.text("bundle_title"),
        default_type=fields.text("default_type"),
        types={prefix: types.needed(key) for prefix, key in _once(types, prefix_of)},
        documents={
            path: _document(documents.fields(key)) for path, key in _once(documents, path_of)
        },
        access=access_rules(fields, "access"),
    )


def read_rules(data: bytes, name: str) -> Rules:
    """The rules of an `_okf.yaml`; `name` is what messages call the file."""
    value, origin = load_mapping(data, name)
    return parse_rules(value, origin)


def access_rules(fields: Fields, key: str) -> Mapping[str, AccessList]:
    """Access lists by path prefix."""
    rules = fields.fields(key)
    return {prefix: _access(rules, written) for prefix, written in _once(rules, prefix_of)}


def path_of(key: str) -> str:
    """A path of a rule in Unicode NFC and without what leads nowhere: `./a//b` is `a/b`."""
    return "/".join(part for part in normalize("NFC", key).split("/") if part not in ("", "."))


def prefix_of(key: str) -> str:
    """A path prefix of a rule; it keeps a `/` at its end, and `/` alone is everything."""
    path = path_of(key)
    return f"{path}/" if path and key.endswith("/") else path


def principals(fields: Fields, key: str, kind: str | None = None) -> tuple[str, ...]:
    """Names of principals: `group:<name>`, `user:<name>` or `*`; of one kind also without it before them.

    In their one spelling, sorted, without repeats.
    """
    names = fields.texts(key)
    for name in names:
        problem = problem_with(of_kind(kind, name) if kind else name) or _of_another(kind, name)
        if problem:
            raise fields.error(key, f"names {name!r}, {problem[0]}", hint=problem[1])
    return tuple(sorted({spelled(of_kind(kind, name) if kind else name) for name in names}))


def _of_another(kind: str | None, name: str) -> tuple[str, str] | None:
    """What is wrong with a name under `groups` or `users` that begins with the other kind."""
    before, colon, _ = name.partition(":")
    if kind and colon and before != kind and before.strip().lower() in KINDS:
        return f"which is no {kind}", f"Write it under allow, or as {kind}:{name}."
    return None


def _once(fields: Fields, form: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """The paths of a mapping in one form, each with its key; raises ConfigError where two mean the same."""
    seen: dict[str, str] = {}
    for key in dict(fields.items()):
        path = form(key)
        other = seen.setdefault(path.rstrip("/"), key)
        if other != key:
            problem = f"has {other!r} and {key!r}, which mean the same"
            raise fields.error("", problem, hint="Write one of them, with all that holds there.")
        yield path, key


def _access(fields: Fields, key: str) -> AccessList:
    value = fields.get(key)
    if not isinstance(value, Mapping):
        if value is None:
            raise fields.error(
                key, "is empty", hint='Write [] for nobody, ["*"] for all signed in.'
            )
        return AccessList(allow=principals(fields, key))
    parts = fields.fields(key, ("groups", "users", "allow", "deny"))
    if isinstance(parts.get("deny"), Mapping):
        hint = "Write deny: [group:interns, user:bob]"
        raise parts.error("deny", "is a mapping, not a list of names", hint=hint)
    allow = (
        *principals(parts, "groups", "group"),
        *principals(parts, "users", "user"),
        *principals(parts, "allow"),
    )
    return AccessList(allow=allow, deny=principals(parts, "deny"))


def _document(fields: Fields) -> DocumentRules:
    extra = {key: value for key, value in fields.items() if key not in DOCUMENT_KEYS}
    for key in extra:
        _check_extra(fields, key)
    return DocumentRules(
        type=fields.text("type"),
        title=fields.text("title"),
        description=fields.text("description"),
        status=_status(fields),
        tags=fields.texts("tags"),
        stale_after=_time(fields, "stale_after") if "stale_after" in fields else None,
        verified=_verified(fields),
        access=_access(fields, "access") if "access" in dict(fields.items()) else None,
        extra=extra,
    )


def _check_extra(fields: Fields, key: str) -> None:
    if key in _MADE_BY_BUILDS:
        raise fields.error(key, "is made by the build and cannot be set", hint="Leave it out.")
    if get_close_matches(key, DOCUMENT_KEYS, n=1, cutoff=_TYPING_SLIP):
        raise fields.error(key, "is not known", hint=suggestion(key, DOCUMENT_KEYS))


def _status(fields: Fields) -> str | None:
    if "status" not in fields:
        return None
    return str(fields.choice("status", Status.STABLE))


def _verified(fields: Fields) -> tuple[Mapping[str, str], ...]:
    value = fields.get("verified")
    if value is None:
        return ()
    events = value if isinstance(value, list) else [value]
    return tuple(_event(fields, event) for event in events)


def _event(fields: Fields, event: object) -> Mapping[str, str]:
    inside = Fields(event, fields.origin, at=fields.path("verified"), known=("by", "at"))
    actor = inside.needed("by")
    if actor.endswith(":"):
        raise inside.error("by", f"is {actor!r}", hint="Say who: human:<name> or process:<name>.")
    return {"by": actor, "at": _time(inside, "at")}


def _time(fields: Fields, key: str) -> str:
    """An ISO 8601 datetime with its offset; a date alone is its first instant in UTC."""
    text = fields.needed(key)
    try:
        if len(text) == len("2027-03-31"):
            return f"{date.fromisoformat(text).isoformat()}T00:00:00Z"
        if datetime.fromisoformat(text).tzinfo is not None:
            return text
    except ValueError:
        pass
    hint = "Write it like 2027-03-31T00:00:00Z."
    raise fields.error(key, f"is {text!r}, not a datetime with an offset", hint=hint)
