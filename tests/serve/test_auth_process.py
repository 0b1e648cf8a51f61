"""`okf serve` with sign-in, as a process of its own."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from oidc_small import CLIENT, SECRET, small_provider
from signed_in import RESOURCE, RULES, published, search, seen

PROGRAM = "from okf_server.cli.main import main; main()"


def test_the_command_signs_people_in_as_its_configuration_says(tmp_path: Path) -> None:
    directory = published(tmp_path)
    with small_provider() as provider:
        lookup = f"{{client_id: '{CLIENT}', client_secret_env: LOOKUP_SECRET}}"
        auth = (
            f"{{issuer: '{provider.issuer}', audiences: ['{RESOURCE}'], introspection: {lookup}}}"
        )
        (directory / "okf.yaml").write_text(f"{RULES}\nserve: {{port: 0, auth: {auth}}}\n")
        words = [sys.executable, "-c", PROGRAM, "serve", "--base", str(directory)]
        environment = {**os.environ, "LOOKUP_SECRET": SECRET}  # noqa: TID251 - the child needs PATH
        with subprocess.Popen(words, stderr=subprocess.PIPE, env=environment, text=True) as process:
            assert process.stderr is not None
            lines = iter(process.stderr.readline, "")
            url = next(found[1] for line in lines if (found := re.search(r" url=(\S+)", line)))
            jwt, opaque = provider.token(groups=["finance"]), provider.opaque(groups=["hr/payroll"])
            try:
                statuses = [search(url, token).status_code for token in (None, "unknown", jwt)]
                both = (seen(url, jwt), seen(url, opaque))
            finally:
                process.send_signal(signal.SIGTERM)
                noise = process.stderr.read()

    assert statuses == [401, 401, 200]
    assert both == ({"public/canteen", "finance/budget"}, {"public/canteen", "hr/salaries"})
    assert process.returncode == 0
    assert "auth.refused" in noise
    assert all(secret not in noise for secret in (SECRET, opaque, jwt.split(".")[1]))


def test_a_server_without_sign_in_loads_nothing_for_it() -> None:
    program = "import sys, okf_server.serve.http; print('jwt' in sys.modules)"
    words = [sys.executable, "-c", program]

    assert subprocess.run(words, check=True, capture_output=True, text=True).stdout == "False\n"
