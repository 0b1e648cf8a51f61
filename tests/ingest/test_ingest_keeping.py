"""What a build keeps of the snapshot before it, and what it must not keep."""

import random
from email.message import EmailMessage
from pathlib import Path

import pytest
from test_ingest_equality import published

from building import MODIFIED, HashEmbedder, Shelf, shelf

HEAD = "---\ntype: Note\n"
SURROGATE = f'{HEAD}title: "T\\ud800"\ntags: [a]\n---\n\n# T\n\nHotel rates.\n'


def files_shared(kb: Shelf) -> set[str]:
    """The files of the served snapshot that another snapshot has as well, by hard links."""
    root = kb.current.path
    return {
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if path.is_file() and path.stat().st_nlink > 1
    }


def full(kb: Shelf, directory: Path) -> dict[str, str]:
    """What a base publishes of the same documents that is built at once."""
    directory.mkdir()
    (directory / "okf.yaml").write_bytes((kb.directory / "okf.yaml").read_bytes())
    fresh = Shelf(directory=directory, docs=kb.docs, embedder=kb.embedder, connectors=kb.connectors)
    fresh.build(allow_failures=True)
    assert fresh.current.manifest.content == kb.current.manifest.content
    assert fresh.current.manifest.warnings == kb.current.manifest.warnings
    return published(fresh)


def test_the_files_of_unchanged_concepts_are_those_of_the_snapshot_before(tmp_path: Path) -> None:
    kb = shelf(tmp_path)
    for name in "abc":
        kb.write(f"{name}.md", f"# {name}\n\nText of {name}.\n")
    kb.build()
    kb.write("b.md", "# b\n\nAnother text.\n")
    kb.build()
    assert {"bundle/a.md", "bundle/c.md"} <= files_shared(kb)
    assert "bundle/b.md" not in files_shared(kb)
    assert published(kb) == full(kb, tmp_path / "full")


def test_a_build_reads_nothing_again_that_is_the_same(tmp_path: Path) -> None:
    kb = shelf(tmp_path)
    kb.write("a.md", "# A\n\nText.\n")
    kb.build()
    kb.write("b.md", "# B\n\nText.\n")
    read: list[tuple[int, int]] = []
    kb.build(
        progress=lambda stage, done, total, _: (
            read.append((done, total)) if stage == "read" else None
        )
    )
    assert read == [(1, 1)]


@pytest.mark.parametrize(
    "rules",
    [
        "documents: {a.md: {status: draft}}\n",
        "types: {'': Policy}\n",
        "documents: {a.md: {title: Another}}\n",
        "access: {'': [group:hr]}\n",
    ],
)
def test_other_rules_make_other_concepts(tmp_path: Path, rules: str) -> None:
    kb = shelf(tmp_path)
    kb.write("a.md", "# A\n\nText.\n")
    kb.write("b.md", "# B\n\nText.\n")
    kb.build()
    kb.write("_okf.yaml", rules)
    kb.build()
    assert published(kb) == full(kb, tmp_path / "full")


def test_nothing_is_kept_of_a_damaged_snapshot(tmp_path: Path) -> None:
    kb = shelf(tmp_path)
    kb.write("a.md", "# A\n\nText of a.\n")
    kb.write("b.md", "# B\n\nText of b.\n")
    kb.build()
    (kb.current.path / "bundle/a.md").write_text("---\ntype: Note\ntitle: A\n---\n\n# Forged\n")
    kb.write("b.md", "# B\n\nAnother text.\n")
    assert any("damaged" in warning for warning in kb.build().warnings)
    assert "Forged" not in kb.concept("a")
    assert not files_shared(kb)
    assert published(kb) == full(kb, tmp_path / "full")


def test_a_new_neighbour_changes_what_depends_on_others(tmp_path: Path) -> None:
    """Links, editions, conflicts, repeated passages, listings, rows and ids follow from all concepts together."""
    kb = shelf(tmp_path)
    text = "Hotels cost at most 250 pounds a night in London.\n"
    kb.write(
        "plan-2024.md", f"# Plan 2024\n\nSee [the next](plan-2025.md) and [[Prices]].\n\n{text}"
    )
    kb.write(
        "rules.md", f"{HEAD}supersedes: old-rules\nconflicts_with: [a]\n---\n\n# Rules\n\n{text}"
    )
    kb.write("z/budget.txt", f"Budget\n\n{text}")
    kb.embedder = HashEmbedder()
    kb.build()
    kb.write("a.md", f"# A\n\n{text}")
    kb.write("plan-2025.md", f"# Plan 2025\n\n{text}")
    kb.write("old-rules.md", f"# Prices\n\n## {text}")
    kb.write("z/budget.md", f"# Budget\n\n{text}")
    kb.build()
    assert "bundle/plan-2024.md" in files_shared(kb)
    assert published(kb) == full(kb, tmp_path / "full")


def test_warnings_of_what_is_kept_are_said_again(tmp_path: Path) -> None:
    kb = shelf(tmp_path, kind="bundle")
    kb.write("bare.md", "---\ntitle: Bare\n---\n\n# Bare\n\nText.\n")
    kb.write("whole.md", f"{HEAD}title: Whole\n---\n\n# Whole\n\nText.\n")
    kb.write("untitled.md", f"{HEAD}---\n\nText without a title.\n")
    kb.build()
    kb.write("more.md", f"{HEAD}title: More\n---\n\n# More\n\nText.\n")
    warnings = kb.build().warnings
    assert any("has no type" in warning for warning in warnings)
    assert {"bundle/bare.md", "bundle/whole.md", "bundle/untitled.md"} <= files_shared(kb)
    assert published(kb) == full(kb, tmp_path / "full")


@pytest.mark.parametrize("kind", ["folder", "bundle"])
def test_a_title_that_no_file_can_hold_is_kept_as_it_was_made(tmp_path: Path, kind: str) -> None:
    kb = shelf(tmp_path, kind=kind)
    kb.embedder = HashEmbedder()
    kb.write("odd.md", SURROGATE)
    kb.build()
    kb.write("more.md", SURROGATE.replace("Hotel", "Travel"))
    kb.build()
    assert "bundle/odd.md" in files_shared(kb)
    assert published(kb) == full(kb, tmp_path / "full")


def test_a_mail_keeps_its_attachments(tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["Subject"] = "Rates"
    mail.set_content("See the list of hotel rates.")
    mail.add_attachment("Hotels cost 250 pounds.\n", filename="rates.txt")
    kb = shelf(tmp_path)
    kb.write("mail.eml", mail.as_bytes())
    kb.write("a.md", "# A\n")
    kb.build()
    kb.write("b.md", "# B\n")
    kb.build()
    assert kb.record("mail.eml!1").concept == "mail!1"
    assert published(kb) == full(kb, tmp_path / "full")


def body(chance: random.Random) -> str:
    """A document of some sections, with links and repeats."""
    words = [
        "hotel",
        "limit",
        "travel",
        "[leave](a.md)",
        "[[b]]",
        "| x |",
        "```",
        "税金",
        "Häuser",
        "die",
    ]
    return "\n\n".join(
        f"## {chance.choice(words)}\n\n{' '.join(chance.choices(words, k=chance.randint(1, 9)))}"
        for _ in range(chance.randint(1, 4))
    )


@pytest.mark.parametrize("seed", range(4))
def test_many_small_additions_end_in_the_snapshot_of_one_build(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    kb = shelf(tmp_path, kind=chance.choice(["folder", "bundle"]))
    kb.embedder = chance.choice([None, HashEmbedder()])
    for _ in range(6):
        name = f"{chance.choice(['', 'z/', 'z/y/'])}{chance.choice('abcdef')}.md"
        head = chance.choice(
            ["", f"{HEAD}status: draft\n---\n\n", f"{HEAD}okf_id: {name}\n---\n\n"]
        )
        kb.write(name, f"{head}{body(chance)}\n", at=MODIFIED + chance.randint(0, 2))
        kb.build()
    assert published(kb) == full(kb, tmp_path / "full")


def test_vectors_of_what_is_kept_come_from_the_snapshot(tmp_path: Path) -> None:
    kb = shelf(tmp_path)
    kb.embedder = HashEmbedder()
    kb.write("a.md", "# A\n\nText of a.\n")
    kb.build()
    (kb.base.state / "cache/vectors.db").unlink()
    kb.write("b.md", "# B\n\nText of b.\n")
    kb.embedder = HashEmbedder()
    kb.build()
    assert len(kb.embedder.asked) == 1
    assert "Text of b." in kb.embedder.asked[0]
    assert published(kb) == full(kb, tmp_path / "full")


def test_vectors_of_another_model_are_not_kept(tmp_path: Path) -> None:
    kb = shelf(tmp_path)
    kb.embedder = HashEmbedder()
    kb.write("a.md", "# A\n\nText of a.\n")
    kb.build()
    kb.embedder = HashEmbedder(identity="hash/2")
    kb.build()
    assert len(kb.embedder.asked) == 1
    assert published(kb) == full(kb, tmp_path / "full")
