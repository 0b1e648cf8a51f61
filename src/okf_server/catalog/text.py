"""Read a configuration file's YAML."""

from collections.abc import Mapping

from okf_server.catalog.fields import Origin
from okf_server.errors import ConfigError
from okf_server.okf.yaml import load

YAML_HINT = (
    "Mend it there: indent with spaces, close brackets and quotes, and put a value that holds `: ` "
    "or ` #` in quotes."
)


def load_mapping(data: bytes, name: str) -> tuple[Mapping[str, object], Origin]:
    """The mapping of a YAML file and the file as messages name it; raises ConfigError.

    Where data of unknown makers is repaired and flagged, configuration is refused: nobody should guess
    what it means.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{name} is not UTF-8 (byte {error.start})."
        raise ConfigError(message, hint="Save the file as UTF-8.") from error
    value, findings = load(text)
    for finding in findings:
        where = f"{name}, line {finding.line}" if finding.line else name
        hint = YAML_HINT if finding.code == "OKF018" else finding.hint
        raise ConfigError(f"{where}: {finding.message}.", hint=hint)
    if value is None:
        return {}, Origin(name=name, text=text)
    if not isinstance(value, Mapping):
        raise ConfigError(f"{name} is not a mapping of keys.", hint="Write `key: value` lines.")
    return value, Origin(name=name, text=text)
