"""Keys that a provider withdraws or changes, as each of several workers sees them."""

import asyncio
from collections.abc import Iterator

import pytest
from auth_bench import AUDIENCES, Time
from oidc_small import FIRST, SECOND, SmallProvider, public_jwk, small_provider

from okf_server.errors import TokenError
from okf_server.model.config import AuthConfig
from okf_server.serve.auth.jwt_tokens import JwtVerifier
from okf_server.serve.auth.keys import REFETCH_S, KeySet
from okf_server.serve.auth.provider import Provider


@pytest.fixture
def provider() -> Iterator[SmallProvider]:
    with small_provider() as one:
        yield one


class Worker:
    """One of several processes: its keys are its own."""

    def __init__(self, provider: SmallProvider, time: Time, keys_s: int) -> None:
        self.asked = Provider(provider.issuer, clock=time.steady)
        keys = KeySet(self.asked, fresh_s=keys_s, clock=time.steady)
        self._verifier = JwtVerifier(AuthConfig(issuer=provider.issuer), keys, audiences=AUDIENCES)

    async def lets_in(self, token: str) -> bool:
        try:
            await self._verifier.verify(token)
        except TokenError:
            return False
        return True


@pytest.mark.parametrize("keys_s", [10, 60])
def test_a_withdrawn_key_is_honoured_by_no_worker_beyond_its_seconds(
    provider: SmallProvider, keys_s: int
) -> None:
    time = Time()
    workers = [Worker(provider, time, keys_s) for _ in range(3)]
    token = provider.token()

    async def withdraw() -> list[list[bool]]:
        first = []
        for worker in workers:  # each fetches at another time
            first.append(await worker.lets_in(token))
            time.passed += 3
        provider.keys = [public_jwk(SECOND, "second")]
        time.passed += keys_s - 9 - 0.1
        before = [await worker.lets_in(token) for worker in workers]
        time.passed += 6.1  # a whole period after the last of them fetched
        after = [await worker.lets_in(token) for worker in workers]
        for worker in workers:
            await worker.asked.close()
        return [first, before, after]

    assert asyncio.run(withdraw()) == [[True] * 3, [True] * 3, [False] * 3]


def test_a_token_of_a_new_key_ends_the_old_one_in_its_worker_at_once(
    provider: SmallProvider,
) -> None:
    time = Time()
    workers = [Worker(provider, time, 60) for _ in range(2)]
    old, new = provider.token(), provider.token(key=SECOND, header={"kid": "second"})

    async def rotate() -> list[bool]:
        for worker in workers:
            assert await worker.lets_in(old)
        provider.keys = [public_jwk(SECOND, "second")]
        time.passed += REFETCH_S
        told = [await workers[0].lets_in(new), *[await one.lets_in(old) for one in workers]]
        for worker in workers:
            await worker.asked.close()
        return told

    assert asyncio.run(rotate()) == [True, False, True]


def test_many_unknown_keys_at_a_time_are_one_question_to_the_provider(
    provider: SmallProvider,
) -> None:
    time = Time()
    worker = Worker(provider, time, 60)
    invented = [provider.token(key=FIRST, header={"kid": f"invented-{n}"}) for n in range(30)]

    async def flood() -> list[bool]:
        assert await worker.lets_in(provider.token())
        time.passed += REFETCH_S
        told = await asyncio.gather(*map(worker.lets_in, invented))
        await worker.asked.close()
        return told

    assert not any(asyncio.run(flood()))
    assert provider.asked.count("/jwks") == 2
