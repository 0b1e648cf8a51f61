"""What is installed of the packages that models run on."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from okf_server.errors import ModelError
from okf_server.model.install import install_command

INSTALL = f"Install it with: {install_command('semantic')}"

REINSTALL = (
    "What is installed of it is damaged or not for this machine; install it again with: "
    "python -m pip install --force-reinstall onnxruntime"
)


@cache
def installed_version(package: str) -> str:
    """The version of a package, for the identity of an embedder; raises ModelError where it is missing.

    Looked up once: what a process has loaded stays what it was.
    """
    try:
        return version(package)
    except PackageNotFoundError as error:
        raise ModelError(f"The package {package} is not installed.", hint=INSTALL) from error
