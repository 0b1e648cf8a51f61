"""What a build publishes depends on the items, the rules and the versions, and on nothing else."""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from building import MODIFIED, HashEmbedder, Shelf, shelf
from okf_server.index.keyword import Ranked
from okf_server.index.read import open_index
from okf_server.model.answer import Filters
from okf_server.snapshot.disk import digests

FOLDERS = ["", "hr/", "hr/old/", "Fin ance/", "日本/"]
NAMES = [
    "a.md",
    "A.txt",
    "b.csv",
    "index.md",
    "Ünïcode näme.md",
    "budget.md",
    "budget.txt",
    "x.zip",
]
WORDS = ["travel", "hotel", "limit", "leave", "sick", "pay", "claim", "expense", "code", "policy"]


def edit(kb: Shelf, chance: random.Random) -> None:
    """Do to the documents what people do to documents."""
    files = sorted(p for p in kb.docs.rglob("*") if p.is_file() and p.name != "_okf.yaml")
    act = chance.choice(["write", "write", "write", "rename", "delete", "rules"])
    target = chance.choice(FOLDERS) + chance.choice(NAMES)
    if act == "rules":
        status = chance.choice(["draft", "stable", "deprecated"])
        rules = f"types: {{hr/: {chance.choice(WORDS)}}}\ndocuments: {{hr/a.md: {{status: {status}}}}}\n"
        kb.write("_okf.yaml", rules)
    elif act == "write" or not files:
        text = " ".join(chance.choices(WORDS, k=chance.randint(0, 40)))
        kb.write(
            target, f"# {text[:9]}\n\n{text}.\n" if text else "", at=MODIFIED + chance.randint(0, 9)
        )
    elif act == "delete":
        chance.choice(files).unlink()
    else:
        (kb.docs / target).parent.mkdir(parents=True, exist_ok=True)
        chance.choice(files).rename(kb.docs / target)


def published(kb: Shelf) -> dict[str, str]:
    """The digests of all that equality is about: not the history, nor the files of the keyword engine."""
    return {
        path: digest
        for path, digest in digests(kb.current.path).items()
        if path not in ("bundle/log.md", "manifest.json") and not path.startswith("index/keyword/")
    }


@pytest.mark.parametrize("seed", range(8))
def test_after_any_history_a_base_equals_one_built_at_once(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    kb = shelf(tmp_path / "old")
    kb.embedder = HashEmbedder()
    kb.write("first.md", "# First\n")
    for _ in range(5):
        for _ in range(chance.randint(1, 6)):
            edit(kb, chance)
        kb.build(allow_failures=True, accept_deletions=True)
    shutil.copytree(kb.docs, tmp_path / "new/docs.copy")
    fresh = shelf(tmp_path / "new/elsewhere")
    fresh.docs.rmdir()
    (tmp_path / "new/docs.copy").rename(fresh.docs)
    fresh.embedder = HashEmbedder()
    fresh.build()
    assert published(kb) == published(fresh)
    assert kb.current.manifest.items == fresh.current.manifest.items
    assert kb.current.manifest.content == fresh.current.manifest.content
    assert [rankings(kb, word) for word in WORDS] == [rankings(fresh, word) for word in WORDS]


def rankings(kb: Shelf, word: str) -> list[list[Ranked]]:
    """How keyword and semantic search rank the passages for a word."""
    index = open_index(kb.current.path / "index")
    visible = index.visible(None, Filters())
    return [
        index.rank_keyword(word, visible=visible, limit=50),
        index.rank_semantic(HashEmbedder().query(word), visible=visible, limit=50),
    ]


BUILD = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from building import HashEmbedder, Shelf
from test_ingest_equality import published
kb = Shelf(directory=Path(sys.argv[2]) / "kb", docs=Path(sys.argv[2]) / "docs", embedder=HashEmbedder())
kb.build(workers=2)
print(json.dumps([kb.current.manifest.content, published(kb)]))
"""


def built_elsewhere(kb: Shelf, folder: Path, **environment: str) -> object:
    shutil.copytree(kb.docs.parent, folder)
    shutil.rmtree(folder / "kb/.okf", ignore_errors=True)
    variables = [f"{name}={value}" for name, value in environment.items()]
    command = [sys.executable, "-c", BUILD, str(Path(__file__).parent), str(folder)]
    done = subprocess.run(["env", *variables, *command], check=True, capture_output=True)
    return json.loads(done.stdout)


def test_folder_hash_seed_time_zone_and_locale_change_nothing(tmp_path: Path) -> None:
    kb = shelf(tmp_path / "here")
    chance = random.Random(99)
    for _ in range(30):
        edit(kb, chance)
    kb.write(
        "page.html", "<title>T</title><h1>Head</h1><p>Text.</p><table><tr><td>1</td></tr></table>"
    )
    kb.embedder = HashEmbedder()
    kb.build()
    expected = [kb.current.manifest.content, published(kb)]
    elsewhere = built_elsewhere(
        kb, tmp_path / "some where/else", PYTHONHASHSEED="7", TZ="Asia/Tokyo", LC_ALL="C"
    )
    assert elsewhere == expected


def test_every_kind_of_document_is_converted_to_the_same_bytes(tmp_path: Path) -> None:
    corpus = Path(__file__).parents[3] / "shared/corpora/northwind"
    if not corpus.exists():
        pytest.skip("the shared corpora are not beside this repository")
    kb = shelf(tmp_path / "here")
    shutil.copytree(corpus, kb.docs, dirs_exist_ok=True)
    kb.embedder = HashEmbedder()
    report = kb.build(workers=2)
    assert report.totals["indexed"] >= 58  # type: ignore[index]
    assert kb.build(workers=2).converted < report.converted
    elsewhere = built_elsewhere(kb, tmp_path / "there", PYTHONHASHSEED="1", TZ="America/Lima")
    assert elsewhere == [kb.current.manifest.content, published(kb)]
