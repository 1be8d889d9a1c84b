"""What every store of accounts and personas does."""

import asyncio
from dataclasses import replace

from bot.engine.ids import AccountId, MemberId, PersonaId
from bot.engine.ports import Persona
from tests.contracts.stores import IDS, OnFake, OnPostgres, Store

ANNA, BEN = MemberId(2**62 + 1), MemberId(8)


async def account_of(store: Store, member: MemberId) -> AccountId:
    async with store.unit_of_work() as work:
        account = await work.accounts.of(member)
        await work.commit()
    return account


def a_persona(account: AccountId, *, name: str = "Tomas") -> Persona:
    return Persona(id=PersonaId(IDS.new()), account=account, name=name)


class PeopleContract:
    async def test_a_member_keeps_their_account(self, store: Store) -> None:
        first = await account_of(store, ANNA)

        assert await account_of(store, ANNA) == first
        assert await account_of(store, BEN) != first

    async def test_two_first_uses_at_once_get_one_account(self, store: Store) -> None:
        accounts = await asyncio.gather(*(account_of(store, ANNA) for _ in range(4)))

        assert len(set(accounts)) == 1

    async def test_an_account_that_was_not_committed_is_made_anew(self, store: Store) -> None:
        async with store.unit_of_work() as work:
            await work.accounts.of(ANNA)

        account = await account_of(store, ANNA)

        assert await account_of(store, ANNA) == account

    async def test_nobody_has_a_persona_at_first(self, store: Store) -> None:
        account = await account_of(store, ANNA)

        async with store.unit_of_work() as work:
            assert await work.personas.of(account) is None

    async def test_a_persona_comes_back_as_it_was_put(self, store: Store) -> None:
        account, other = await account_of(store, ANNA), await account_of(store, BEN)
        persona = replace(
            a_persona(account), pronouns="they/them", description="Tall.", chosen=False
        )

        async with store.unit_of_work() as work:
            await work.personas.put(persona)
            await work.personas.put(a_persona(other, name="Lena"))
            await work.commit()

        async with store.unit_of_work() as work:
            assert await work.personas.of(account) == persona

    async def test_putting_a_persona_again_replaces_it(self, store: Store) -> None:
        account = await account_of(store, ANNA)
        before = a_persona(account)
        after = replace(before, name="Old Tomas", description="Grey by now.")

        async with store.unit_of_work() as work:
            await work.personas.put(before)
            await work.personas.put(after)

            assert await work.personas.of(account) == after

    async def test_of_several_personas_the_one_last_put_is_in_use(self, store: Store) -> None:
        account = await account_of(store, ANNA)
        one, other = a_persona(account, name="Tomas"), a_persona(account, name="Lena")

        async with store.unit_of_work() as work:
            await work.personas.put(one)
            await work.personas.put(other)
            assert await work.personas.of(account) == other
            await work.personas.put(one)
            assert await work.personas.of(account) == one


class TestFakePeople(OnFake, PeopleContract):
    pass


class TestPostgresPeople(OnPostgres, PeopleContract):
    pass
