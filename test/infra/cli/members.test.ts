/**
 * `cli members`: the first administrator is made here, and what the commands refuse.
 * `cli opt-outs`: what it refuses, and its pages.
 */
import { describe, expect, it } from 'vitest';
import { CommandFailure, type Run, UsageError, type Values } from '#infra/cli/command.ts';
import { add, changeRole, list, makeLink, remove } from '#infra/cli/commands/members.ts';
import { addOptOut, listOptOuts, removeOptOut } from '#infra/cli/commands/opt-outs.ts';
import { phoneAddresses } from '#lib/domain/contact.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
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

const pageOf = async (values: Record<string, string>) =>
  (await listOptOuts(values)).data as {
    optOuts: { channel: string; address: string; by: string }[];
    next: string | null;
  };

it('an opt-out that an operator adds holds for every spelling of the phone, is listed page by page, and can be removed', async () => {
  await addOptOut({ phone: '+52 1 55 1234 5678' });
  await addOptOut({ email: 'Ada@Example.com' });
  expect((await findReach(table, phoneAddresses('+525512345678'), new Date())).optedOut).toEqual(['whatsapp', 'sms']);
  const first = await pageOf({ limit: '2' });
  const rest = await pageOf({ limit: '2', after: String(first.next) });
  expect([...first.optOuts, ...rest.optOuts].map(({ channel, address, by }) => [channel, address, by])).toEqual([
    ['email', 'ada@example.com', 'operator'],
    ['sms', '+525512345678', 'operator'],
    ['whatsapp', '+525512345678', 'operator'],
  ]);
  expect(rest.next).toBeNull();
  await removeOptOut({ phone: '+5215512345678' });
  expect((await pageOf({})).optOuts).toHaveLength(1);
});

describe('cli opt-outs', () => {
  it.each([
    [{}, 'Give --phone or --email'],
    [{ phone: '+2348031234567', email: 'ada@example.com' }, 'Give --phone or --email'],
    [{ phone: '0803' }, '--phone must be an international number'],
    [{ email: 'ada' }, '--email must be an email address'],
  ])('cli opt-outs add and remove refuse %j', async (values, message) => {
    for (const run of [addOptOut, removeOptOut]) {
      await expect(run(values)).rejects.toThrow(UsageError);
      await expect(run(values)).rejects.toThrow(message);
    }
  });

  it.each([{ limit: '0' }, { limit: '1001' }, { limit: 'x' }, { after: 'sms' }, { after: 'fax#+1' }])(
    'cli opt-outs list refuses %j',
    async (values) => {
      await expect(listOptOuts(values as never)).rejects.toThrow(UsageError);
    },
  );
});
