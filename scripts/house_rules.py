"""Hold the rules that no other gate holds: README, CHANGELOG, hints, and the words that no file may carry.

python scripts/house_rules.py [ROOT]   prints each breach and exits with 1 when there is one
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

README_LINES = 120
PACKAGE = "src/okf_server"
TO_PROGRAMS = {"TokenError", "ProviderError"}
OPEN_ENDS = re.compile(r"\b(?:T[O]DO|F[I]XME|X[X]X)\b")
MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:work|farm|root|home/\w+)/")
REGISTRIES = re.compile(r"python[h]osted\.org|--(?:(?:extra-)?index-url|find-links)")
SECTIONS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
RELEASE = re.compile(r"## \[(?P<version>Unreleased|\d+\.\d+\.\d+)\](?: - \d{4}-\d{2}-\d{2})?")


def readme(root: Path) -> Iterator[str]:
    """A newcomer reads the README in a minute."""
    count = len((root / "README.md").read_text("utf-8").splitlines())
    if count > README_LINES:
        yield f"README.md has {count} lines; at most {README_LINES} are read"


def changelog(root: Path) -> Iterator[str]:
    """Keep a Changelog: known sections under dated releases, the current version among them."""
    versions = []
    for number, line in enumerate((root / "CHANGELOG.md").read_text("utf-8").splitlines(), 1):
        if line.startswith("### ") and line[4:] not in SECTIONS:
            yield f"CHANGELOG.md:{number}: section {line[4:]!r} is none of {sorted(SECTIONS)}"
        if line.startswith("## "):
            release = RELEASE.fullmatch(line)
            if release is None:
                yield f"CHANGELOG.md:{number}: write '## [1.2.3] - 2026-01-31', not {line!r}"
            else:
                versions.append(release["version"])
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    if project["version"] not in versions:
        yield f"CHANGELOG.md says nothing of version {project['version']}"


def words(root: Path) -> Iterator[str]:
    """No open ends, no path of one machine, no registry host in any file that is kept."""
    for path in _kept(root):
        try:
            lines = path.read_text("utf-8").splitlines()
        except (UnicodeDecodeError, FileNotFoundError):
            continue  # a binary file, or one being removed
        for number, line in enumerate(lines, 1):
            for rule in (OPEN_ENDS, MACHINE_PATHS, REGISTRIES):
                if found := rule.search(line):
                    yield f"{path.relative_to(root)}:{number}: {found[0]!r} must not be kept"


def hints(root: Path) -> Iterator[str]:
    """Every failure that a person is told about says what to do next.

    Tokens and providers are told to programs, which are given no more than that.
    """
    errors = root / PACKAGE / "errors/__init__.py"
    if not errors.is_file():
        return
    told = set(re.findall(r"^class (\w+Error)\(", errors.read_text("utf-8"), re.MULTILINE))
    for path in sorted((root / PACKAGE).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            given = {keyword.arg for keyword in node.keywords}
            if node.func.id in told - TO_PROGRAMS and "hint" not in given:
                place = f"{path.relative_to(root)}:{node.lineno}"
                yield f"{place}: {node.func.id} without hint=, which says what to do next"


def _kept(root: Path) -> list[Path]:
    command = ["git", "-C", str(root), "ls-files", "-z"]
    listing = subprocess.run(command, check=True, capture_output=True).stdout  # noqa: S603 - our own
    return [root / name for name in listing.decode().split("\0") if name]


def main(root: Path) -> int:
    """Print every breach; 1 when there is one."""
    breaches = [*readme(root), *changelog(root), *words(root), *hints(root)]
    for breach in breaches:
        print(breach, file=sys.stderr)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1]))
