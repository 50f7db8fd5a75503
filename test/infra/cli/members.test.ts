/** `cli members`: the first administrator is made here, and what the commands refuse. */
import { describe, expect, it } from 'vitest';
import { CommandFailure, type Run, UsageError, type Values } from '#infra/cli/command.ts';
import { add, changeRole, list, makeLink, remove } from '#infra/cli/commands/members.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';
import { askSession, cookieOf, OWN_PAGE, signIn } from '#test/support/members.ts';

useTable();
captureLogs();
const tenants = useTenants();

type Added = { id: string; link: string; linkExpiresAt: string };
const dataOf = async <Data>(run: Run, values: Values): Promise<Data> => (await run(values)).data as Data;
const tokenIn = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

it('the first administrator is added with a one-time link, which signs in', async () => {
  const account = tenants.mine.account.id;
  const { text, data } = await add({ account, name: ' Ada ', role: 'admin' });
  const { id, link } = data as Added;
  expect(data).toMatchObject({ account, name: 'Ada', role: 'admin', sessions: [] });
  expect(link).toMatch(/^https:\/\/collections\.example\/console#\/enter\/cl_/);
  expect(text).toContain(link);
  const answer = await signIn(tokenIn(link));
  expect(answer.body.data).toMatchObject({ account: { id: account }, member: { id, name: 'Ada', role: 'admin' } });
  expect(await list({ account })).toMatchObject({
    data: [{ id, role: 'admin', sessions: [{ current: false }] }],
    text: expect.stringMatching(/^MEMBER +ROLE +SESSIONS +ADDED +NAME\nmbr_\w+ +admin +1 +\S+ +Ada$/),
  });
});

it('a role and a removal by an operator hold at once, and a link is made for the address that is given', async () => {
  const account = tenants.other.account.id;
  await add({ account, name: 'Ada', role: 'admin' });
  const { id: member, link } = await dataOf<Added>(add, { account, name: 'Bola', role: 'viewer' });
  const again = await dataOf<Added>(makeLink, { account, member, 'base-url': 'https://pay.shop.example/' });
  expect(again.link).toMatch(/^https:\/\/pay\.shop\.example\/console#\/enter\/cl_/);
  expect((await signIn(tokenIn(link))).status).toBe(401);
  const headers = { ...OWN_PAGE, cookie: cookieOf(await signIn(tokenIn(again.link))) };
  expect((await changeRole({ account, member, role: 'agent' })).text).toBe(
    'Bola is an agent from the next request on.',
  );
  expect((await askSession(headers)).body.data).toMatchObject({ member: { role: 'agent' } });
  expect((await remove({ account, member })).text).toBe('Bola is no member any more, and is signed out everywhere.');
  expect((await askSession(headers)).status).toBe(401);
  expect(await dataOf(list, { account })).toHaveLength(1);
  await expect(remove({ account, member })).rejects.toThrow('Member not found.');
});

describe('cli members', () => {
  it.each([
    [{ name: ' ' }, '--name must have 1 to 100 characters'],
    [{ name: 'x'.repeat(101) }, '--name must have 1 to 100 characters'],
    [{ name: 'Bola\u0007' }, '--name must not contain control characters'],
    [{ role: 'owner' }, '--role must be one of viewer, agent, admin'],
    [{ 'base-url': 'nowhere' }, 'Give --base-url'],
  ])('cli members add refuses %j', async (wrong, message) => {
    const values = { account: tenants.mine.account.id, name: 'Bola', role: 'viewer', ...wrong };
    await expect(add(values)).rejects.toThrow(UsageError);
    await expect(add(values)).rejects.toThrow(message);
  });

  it('the last administrator stays, and a member of another account is not found', async () => {
    const account = tenants.mine.account.id;
    const [ada] = await dataOf<Added[]>(list, { account });
    const [foreign] = await dataOf<Added[]>(list, { account: tenants.other.account.id });
    const role = 'viewer';
    for (const run of [remove, changeRole]) {
      const last = run({ account, member: ada?.id, role });
      await expect(last).rejects.toThrow('An account must keep at least one administrator.');
      for (const member of [foreign?.id, 'nonsense'])
        await expect(run({ account, member, role })).rejects.toThrow(CommandFailure);
    }
    await expect(add({ account: '0000000000', name: 'Bola', role })).rejects.toThrow('There is no account 0000000000.');
  });
});
