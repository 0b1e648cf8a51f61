"""Keys that a provider withdraws or changes, as each of several workers sees them."""

import asyncio

import pytest
from auth_bench import AUDIENCES, Time
from oidc_small import FIRST, SECOND, SmallProvider, public_jwk

from okf_server.errors import ProviderError, TokenError
from okf_server.model.config import AuthConfig
from okf_server.serve.auth.jwt_tokens import JwtVerifier
from okf_server.serve.auth.keys import REFETCH_S, KeySet
from okf_server.serve.auth.provider import Provider


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


def test_while_the_provider_is_down_nobody_can_tell_whether_an_unknown_key_is_its_own(
    provider: SmallProvider,
) -> None:
    time = Time()
    worker = Worker(provider, time, 60)
    known, later = provider.token(), provider.token(key=SECOND, header={"kid": "second"})

    async def told(token: str) -> str:
        try:
            return "in" if await worker.lets_in(token) else "refused"
        except ProviderError:
            return "unknown"

    async def go_down() -> tuple[list[str], int, list[str]]:
        before = [await told(known), await told(later)]
        provider.broken = True
        provider.keys.append(public_jwk(SECOND, "second"))
        asked = len(provider.asked)
        down = []
        for passed in (REFETCH_S, 0, 1, REFETCH_S, 0):
            time.passed += passed
            down += [await told(later), await told(known)]
        asked = len(provider.asked) - asked
        provider.broken = False
        time.passed += REFETCH_S
        up = [await told(later), await told(known)]
        await worker.asked.close()
        return before + down, asked, up

    during, asked, after = asyncio.run(go_down())
    assert during == ["in", "refused"] + 5 * ["unknown", "in"]
    assert asked == 2
    assert after == ["in", "in"]


def test_a_provider_that_shows_no_keys_says_nothing_of_a_token(provider: SmallProvider) -> None:
    time = Time()
    worker, token, right = Worker(provider, time, 60), provider.token(), provider.keys

    async def show_none() -> bool:
        provider.keys = []
        with pytest.raises(ProviderError):
            await worker.lets_in(token)
        provider.keys = right
        time.passed += REFETCH_S
        let_in = await worker.lets_in(token)
        await worker.asked.close()
        return let_in

    assert asyncio.run(show_none())
