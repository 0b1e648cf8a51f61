"""The yardstick of the build: insert the same text into SQLite FTS5, nothing else."""

import sqlite3
import sys
from pathlib import Path


def main() -> None:
    """Insert every Markdown file below a folder into a database."""
    root, database = Path(sys.argv[1]), sys.argv[2]
    connection = sqlite3.connect(database)
    connection.execute("create virtual table page using fts5(path, body)")
    connection.executemany(
        "insert into page values (?, ?)",
        ((str(path), path.read_text("utf-8")) for path in sorted(root.rglob("*.md"))),
    )
    connection.commit()
    connection.close()


if __name__ == "__main__":
    main()
