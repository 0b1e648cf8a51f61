"""What is installed of the packages that models run on."""

from importlib.metadata import PackageNotFoundError, version

from okf_server.errors import ModelError

INSTALL = 'Install it with: pip install "okf-server[semantic]"'


def installed_version(package: str) -> str:
    """The version of a package, for the identity of an embedder; raises ModelError where it is missing."""
    try:
        return version(package)
    except PackageNotFoundError as error:
        raise ModelError(f"The package {package} is not installed.", hint=INSTALL) from error
