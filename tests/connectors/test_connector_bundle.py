from pathlib import Path

from okf_server.connectors.bundle import BundleConnector
from okf_server.connectors.folder import FolderConnector


def reasons(connector: BundleConnector | FolderConnector) -> dict[str, str]:
    return {entry.path: entry.reason for entry in connector.list().passed}


def test_a_bundle_has_concepts_and_the_rest_is_said(tmp_path: Path) -> None:
    for name in ("index.md", "log.md", "a/index.md", "a/b.md", "README.md", "viz.html", "x.MD"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    connector = BundleConnector(tmp_path, 0, "", exclude=())
    assert [item.path for item in connector.list().items] == ["README.md", "a/b.md"]
    assert reasons(connector) == {
        "a/index.md": "reserved: made anew",
        "index.md": "reserved: made anew",
        "log.md": "reserved: made anew",
        "viz.html": "asset of a bundle",
        "x.MD": "asset of a bundle",
    }


def test_a_folder_reads_rules_at_its_root_only(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "_okf.yaml").write_text("default_type: Note")
    connector = FolderConnector(tmp_path, 0, "", exclude=())
    assert connector.list().rules is None
    assert reasons(connector) == {
        "a/_okf.yaml": "only the _okf.yaml at the root of a source is read"
    }
