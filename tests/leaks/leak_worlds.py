"""Two worlds for every principal: one with all documents, one with those alone that it may read."""

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree

from okf_server.app import Bases
from okf_server.app.building import build_base
from okf_server.app.knowledge import Knowledge
from okf_server.ingest.report import BuildOptions
from okf_server.model.access import Principal
from okf_server.serve.calls import Calls
from okf_server.serve.cursor import Cursors
from okf_server.serve.service import Lazily, Service
from okf_server.settings import Settings

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
MODIFIED = 1_790_000_000
DOCUMENTS = 200
TWIN = 500
"""What is added to the number of a document for one in its place, which refers to what the first refers to."""

RULES = """\
access:
  rules:
    dept0/: ["*"]
    dept1/: {groups: [g1]}
    dept2/: {groups: [g1, g2]}
    dept3/: {users: [ana]}
    dept3/inner/: ["*"]
    dept4/: {allow: ["*"], deny: [group:g2]}
    dept5/: {groups: [g3], deny: ["user:bob"]}
    dept6/: []
    dept8/: {groups: ["entra:g1"]}
"""


def _person(name: str, *groups: str) -> Principal:
    names = {"*", f"user:{name}", *(f"group:{group}" for group in groups)}
    return Principal(id=name, names=frozenset(names))


PRINCIPALS = (
    _person("ana", "g1"),
    _person("bob", "g3"),
    _person("cat", "g2"),
    _person("dan", "g1", "g2"),
    _person("eve"),
    _person("fay", "g3"),
    _person("gil", "entra:g1"),
    _person("hal", "g1", "g2", "g3"),
    _person("ivy", "g2", "g3"),
    _person("g1"),
    _person("zed", "g9"),
    Principal(id="unknown", names=frozenset()),
)


@dataclass(frozen=True, kw_only=True)
class Doc:
    """A document with words of its own in everything that a surface can show of it."""

    number: int

    @property
    def dept(self) -> int:
        return self.number % 10

    @property
    def path(self) -> str:
        inner = "inner/" if self.number % 20 == 3 else ""
        return f"dept{self.dept}/{inner}own{self.number:03}x/doc{self.number:03}.md"

    @property
    def id(self) -> str:
        return self.path.removesuffix(".md")

    @property
    def okf_id(self) -> str:
        return f"okf_{self.number:032x}"

    @property
    def canary(self) -> str:
        return f"canary{self.number:03}x"

    @property
    def canaries(self) -> tuple[str, ...]:
        made = ("canary", "kind", "tag", "title", "own")
        return tuple(f"{word}{self.number:03}x" for word in made)

    def text(self) -> str:
        n, odd = f"{self.number:03}x", self.number % 3
        status = "deprecated" if odd == 2 else "stable"
        head = f"type: Kind{n}\ntags: [tag{n}, every]\nstatus: {status}\nokf_id: {self.okf_id}\n"
        repeated = f"All of department {self.dept} keep the same rule about visitors and badges."
        seen_by_all = Doc(number=(self.number - self.dept) % TWIN)
        also = f"## Also\n\nSee [the first](/{seen_by_all.path}).\n" if self.dept else ""
        body = f"# Title{n}\n\nShared words and canary{n} here.\n\n## Rule\n\n{repeated}\n\n{also}"
        return f"---\n{head}---\n{body}"


DOCS = tuple(Doc(number=number) for number in range(DOCUMENTS))


ODD = 20
"""Of so many documents one is another case of its department."""


def may_read(doc: Doc, principal: Principal) -> bool:
    """The oracle: the rules above by hand, without any code of the product."""
    names, odd = principal.names, doc.number % ODD == doc.dept
    named = {
        0: "*" in names,
        1: "group:g1" in names,
        2: bool({"group:g1", "group:g2"} & names),
        3: ("*" if odd else "user:ana") in names,
        4: "*" in names and "group:g2" not in names,
        5: "group:g3" in names and "user:bob" not in names,
        8: "group:entra:g1" in names,
        9: odd and "group:g2" in names,
    }
    return named.get(doc.dept, False)


class World:
    """A user's data directory with bases, served in this process; `embedder` as in an okf.yaml."""

    def __init__(self, root: Path, embedder: str = "null") -> None:
        self.root = root
        self.embedder = embedder
        (root / "here").mkdir(parents=True)
        self.settings = Settings(
            base=None,
            home=root / "home",
            cache=root / "cache",
            working_directory=root / "here",
            environment={},
        )

    def base(self, name: str, rules: str, documents: Iterable[tuple[str, str]]) -> None:
        """Build a base of these paths and texts; none where there are none."""
        directory = self.root / "home" / name
        written = [self._write(directory / "docs" / path, text) for path, text in documents]
        if not written:
            rmtree(directory, ignore_errors=True)
            return
        source = f"sources: [{{kind: folder, path: ./docs}}]\nsearch: {{embedder: {self.embedder}}}"
        (directory / "okf.yaml").write_text(f"name: {name}\ntitle: The {name}\n{source}\n{rules}")
        knowledge = Knowledge(directory, settings=self.settings, clock=lambda: NOW)
        report = build_base(knowledge, BuildOptions(embeddings=self.embedder != "null"))
        assert report.published, report

    def _write(self, file: Path, text: str) -> Path:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        os.utime(file, (MODIFIED, MODIFIED))
        return file

    def service(self) -> Service:
        return Service(
            bases=Lazily(lambda: Bases(settings=self.settings)),
            now=lambda: NOW,
            cursors=Cursors(key=b"a key for tests"),
            calls=Calls(workers=2, deadline_s=30),
        )

    def masked(self, text: str) -> str:
        """The text without what tells two snapshots of equal content apart; a pack's digest names its snapshot."""
        text = re.sub(r"\d{8}T\d{6}Z-[0-9a-f]{6}", "SNAPSHOT", text)
        text = re.sub(r"(pack |digest\W{1,6})sha256:[0-9a-f]{64}", r"\1DIGEST", text)
        text = re.sub(r"[\w-]{40,}\.[\w-]{22}", "CURSOR", text)
        return text.replace(str(self.root), "ROOT")


def whole_world(root: Path, embedder: str = "null") -> World:
    """Every document, a base that hardly anybody knows of, and one that is not published."""
    return _ruled(World(root, embedder), DOCS)


def twin_world(root: Path, principal: Principal, embedder: str = "null") -> World:
    """As the whole world, but other documents in the place of each that the principal may not read.

    They have as many words, so that those of the others weigh the same.
    """
    docs = [doc if may_read(doc, principal) else Doc(number=doc.number + TWIN) for doc in DOCS]
    return _ruled(World(root, embedder), docs)


def _ruled(world: World, docs: Sequence[Doc]) -> World:
    owners = "documents:\n" + "".join(
        f"  {doc.path}: {{access: [group:g2]}}\n" for doc in docs if doc.number % 20 == 9
    )
    world.base("kb", RULES, [("_okf.yaml", owners), *((doc.path, doc.text()) for doc in docs)])
    world.base(
        "takeover", "access: {rules: {/: {groups: [g9]}}}", [("plan.md", "# Takeover\n\nBuy.\n")]
    )
    drafts = world.root / "home/drafts"
    drafts.mkdir()
    (drafts / "okf.yaml").write_text("name: drafts\n")
    return world


def world_of(root: Path, principal: Principal) -> World:
    """What alone exists for a principal, open to everybody who asks."""
    world = World(root)
    seen = [(doc.path, doc.text()) for doc in DOCS if may_read(doc, principal)]
    world.base("kb", 'access: {rules: {/: ["*"]}}', seen)
    if "group:g9" in principal.names:
        world.base("takeover", 'access: {rules: {/: ["*"]}}', [("plan.md", "# Takeover\n\nBuy.\n")])
    return world
