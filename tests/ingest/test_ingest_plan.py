from okf_server.extract.registry import open_readers
from okf_server.ingest.plan import Plan, plan
from okf_server.model.config import DocumentsConfig, SourceConfig, SourceKind
from okf_server.model.item import Item, Listing, Passed, State

FOLDER = SourceConfig(kind=SourceKind.FOLDER, path="/docs")
BUNDLE = SourceConfig(kind=SourceKind.BUNDLE, path="/bundle")


def item(path: str, *, source: int = 0, size: int = 1) -> Item:
    return Item(source=source, path=path, revision=f"sha256:{path}", size=size, modified="")


def planned(*listings: Listing, sources: tuple[SourceConfig, ...] = (FOLDER,)) -> Plan:
    return plan(listings, sources, open_readers(DocumentsConfig()))


def ids(made: Plan) -> dict[str, str]:
    return {one.item.path: one.concept for one in made.planned}


def settled(made: Plan) -> dict[str, tuple[State, str]]:
    return {record.path: (record.state, record.reason) for record in made.settled}


def folder(*paths: str) -> Listing:
    return Listing(items=tuple(item(path) for path in paths))


def test_every_entry_is_planned_or_settled() -> None:
    made = planned(
        Listing(
            items=(item("b.md"), item("a.PDF"), item("c.zip"), item("none"), item("e.txt", size=0)),
            passed=(
                Passed(path=".x", reason="hidden"),
                Passed(path="l", reason="link", failed=True),
            ),
        )
    )
    assert ids(made) == {"a.PDF": "a", "b.md": "b"}
    assert settled(made) == {
        ".x": (State.SKIPPED, "hidden"),
        "c.zip": (State.SKIPPED, "archive: unpack it"),
        "e.txt": (State.FAILED, "empty file"),
        "l": (State.FAILED, "link"),
        "none": (State.SKIPPED, "unknown kind: no suffix, and nothing that is read by its content"),
    }


def test_names_are_told_apart_among_what_can_be_read() -> None:
    made = planned(folder("r.md", "r.txt", "r.zip", "index.md", "b.xlsx", "b.zip", "_index.md"))
    assert ids(made)["r.md"] == "r"
    assert ids(made)["r.txt"] == "r-txt"
    assert ids(made)["b.xlsx"] == "b"
    assert len(set(ids(made).values())) == len(ids(made))


def test_an_id_does_not_depend_on_what_a_file_holds() -> None:
    empty = Listing(items=(item("b.pdf", size=0), item("b.xlsx")))
    assert ids(planned(empty))["b.xlsx"] == ids(planned(folder("b.pdf", "b.xlsx")))["b.xlsx"]


def test_foreign_concepts_keep_their_ids_and_others_go_aside() -> None:
    bundle = Listing(items=(item("A b/Ç.md", source=0), item("x.md", source=0)))
    made = planned(
        bundle,
        Listing(items=(item("X.txt", source=1), item("y.txt", source=1))),
        sources=(BUNDLE, FOLDER),
    )
    found = ids(made)
    assert (found["A b/Ç.md"], found["x.md"], found["y.txt"]) == ("A b/Ç", "x", "y")
    assert found["X.txt"].startswith("x-")


def test_what_two_sources_call_the_same_is_nobodys() -> None:
    made = planned(
        Listing(
            items=(item("a.md"), item("b.md")), passed=(Passed(path=".git/", reason="hidden"),)
        ),
        Listing(items=(item("a.md", source=1),), passed=(Passed(path=".git/", reason="hidden"),)),
        sources=(FOLDER, FOLDER),
    )
    assert ids(made) == {"b.md": "b"}
    failed = (State.FAILED, "sources[0] and sources[1] have this path")
    assert settled(made) == {
        ".git/ (sources[0])": (State.SKIPPED, "hidden"),
        ".git/ (sources[1])": (State.SKIPPED, "hidden"),
        "a.md (sources[0])": failed,
        "a.md (sources[1])": failed,
    }


def test_a_folder_named_like_a_file_of_the_snapshot_fails_alone() -> None:
    made = planned(folder("x.md", "x.json/a.md", "x.json/b/c.md", "y.json/a.md"))
    assert set(ids(made)) == {"x.md", "y.json/a.md"}
    assert {record.state for record in made.settled} == {State.FAILED}


def test_a_path_that_no_snapshot_can_hold_fails_alone() -> None:
    made = planned(folder("a.md", f"{'deep/' * 400}a.md"))
    assert ids(made) == {"a.md": "a"}
    assert made.settled[0].reason == "its path is too long"
