"""Where a base keeps the record of who asked what."""

from pathlib import Path

from okf_server.app.knowledge import Knowledge


def journal_of(knowledge: Knowledge) -> Path:
    """The directory of the journal, whether it is written or not."""
    asked = knowledge.config.audit.dir
    return Path(asked) if asked else knowledge.directory / ".okf" / "audit"
