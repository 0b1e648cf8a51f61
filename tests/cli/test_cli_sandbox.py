from cli_running import call_okf

from okf_server.extract.sandbox import probe


def test_doctor_says_of_each_protection_whether_it_is_there() -> None:
    lines = call_okf("doctor").out.splitlines()
    told = [line for line in lines if " sandbox: " in line]
    assert told == [
        f"{'ok' if one.active else 'missing':<8} sandbox: {one.name}: {one.detail}"
        for one in probe()
    ]
    assert len(told) == 6
