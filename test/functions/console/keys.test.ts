/** API keys in the console: made by administrators, shown once, listed without the key, and revoked from the next request on. */
import { describe, expect, it } from 'vitest';
import { listProviders } from '#functions/api/list-providers.ts';
import { consoleAudit } from '#functions/console/console-audit.ts';
import { consoleKeys } from '#functions/console/console-keys.ts';
import { hashToken } from '#lib/domain/checked-token.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { type Answer, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aSignedIn, type SignedIn } from '#test/support/members.ts';
import { expectRefusal, INVALID_KEY } from '#test/support/refusal.ts';

const handler = consoleKeys(service);
const providers = listProviders(service);

useTable();
const logs = captureLogs();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

type Key = { id: string; name?: string; role: string; state: string; expiresAt?: string; revokedAt?: string };
type Made = { apiKey: string; key: Key };

const anAdmin = async () => aSignedIn((await aTenant()).account.id, 'admin', 'Ada');
const make = ({ headers }: SignedIn, body: object): Promise<Answer> =>
  invoke(handler, { method: 'POST', resource: '/console/keys', headers, body });
const made = async (by: SignedIn, body: object): Promise<Made> => (await make(by, body)).body.data as Made;
/** Without the one that every tenant of the tests has. */
const listed = async ({ headers }: SignedIn): Promise<Key[]> =>
  ((await invoke(handler, { resource: '/console/keys', headers })).body.data as Key[]).filter(({ name }) => name);
const revoke = ({ headers }: SignedIn, id: string): Promise<Answer> =>
  invoke(handler, { method: 'DELETE', resource: '/console/keys/{id}', id, headers });
const use = async (key: string): Promise<number> => (await invoke(providers, { key })).status;

describe('an API key in the console', () => {
  it('works at once, with its role, and is shown once; the list and the log never have it', async () => {
    const ada = await anAdmin();
    const answer = await make(ada, { name: ' Shop server ', role: 'agent', expiresInDays: 30 });
    expect(answer.status).toBe(201);
    const { apiKey, key } = answer.body.data as Made;
    expect(apiKey).toMatch(/^ck_(test|live)_agent_/);
    expect(key).toMatchObject({
      name: 'Shop server',
      role: 'agent',
      state: 'live',
      createdAt: clock.now.toISOString(),
    });
    expect(key.expiresAt).toBe('2026-04-01T09:00:00.000Z');
    expect(hashToken(apiKey).startsWith(key.id)).toBe(true);
    expect(await use(apiKey)).toBe(200);
    const seen = JSON.stringify([await listed(ada), logs.lines]);
    expect(seen).toContain(key.id);
    expect(seen).not.toContain(apiKey);
    expect(seen).not.toContain(hashToken(apiKey));
  });

  it('says that it has expired, from that instant on', async () => {
    const { id } = (await aTenant()).account;
    const { apiKey, key } = await made(await aSignedIn(id, 'admin', 'Ada'), {
      name: 'Short',
      role: 'viewer',
      expiresInDays: 1,
    });
    clock.now = new Date(String(key.expiresAt));
    expect(await listed(await aSignedIn(id, 'admin', 'Ada'))).toMatchObject([{ id: key.id, state: 'expired' }]);
    expectRefusal(await invoke(providers, { key: apiKey }), INVALID_KEY);
  });

  it('of an administrator says nothing of its role, and holds until it is revoked', async () => {
    const { apiKey, key } = await made(await anAdmin(), { name: 'All', role: 'admin' });
    expect(apiKey).toMatch(/^ck_(test|live)_[0-9a-z]{10}/);
    expect(key).not.toHaveProperty('expiresAt');
    expect(key.role).toBe('admin');
  });

  it('is revoked from the next request on, which is safe to repeat; the newest is listed first', async () => {
    const ada = await anAdmin();
    const first = await made(ada, { name: 'First', role: 'viewer' });
    clock.advance(1);
    const second = await made(ada, { name: 'Second', role: 'viewer' });
    clock.advance(1);
    expect((await revoke(ada, first.key.id)).body.data).toMatchObject({ id: first.key.id, state: 'revoked' });
    expectRefusal(await invoke(providers, { key: first.apiKey }), INVALID_KEY);
    expect(await use(second.apiKey)).toBe(200);
    const at = clock.now.toISOString();
    clock.advance(1);
    expect((await revoke(ada, first.key.id)).body.data).toMatchObject({ revokedAt: at });
    expect((await listed(ada)).map(({ name, state }) => [name, state])).toEqual([
      ['Second', 'live'],
      ['First', 'revoked'],
    ]);
    const { headers } = ada;
    const audit = await invoke(consoleAudit(service), { resource: '/console/audit', headers });
    const entries = (audit.body.data as { what: string; detail?: string }[]).map(({ what, detail }) => [what, detail]);
    expect(entries.filter(([what]) => what?.startsWith('api_key'))).toEqual([
      ['api_key_revoked', first.key.id],
      ['api_key_made', `${second.key.id} viewer`],
      ['api_key_made', `${first.key.id} viewer`],
    ]);
  });

  it('of another account, or one that there is not, is not found', async () => {
    const [ada, bola] = [await anAdmin(), await anAdmin()];
    const { key } = await made(ada, { name: 'Hers', role: 'viewer' });
    for (const id of [key.id, 'nothing', key.id.slice(0, 6)])
      expectRefusal(await revoke(bola, id), { status: 404, code: 'api_key_not_found' });
    expect((await listed(ada))[0]).toMatchObject({ state: 'live' });
  });

  it.each<[object, string[]]>([
    [{}, ['name', 'role']],
    [{ name: '', role: 'viewer' }, ['name']],
    [{ name: 'A', role: 'owner' }, ['role']],
    [{ name: 'A', role: 'admin', expiresInDays: 0 }, ['expiresInDays']],
    [{ name: 'A', role: 'admin', expiresInDays: 3651 }, ['expiresInDays']],
    [{ name: 'A', role: 'admin', hash: 'a' }, ['hash']],
  ])('%j answers 400 and makes none', async (body, paths) => {
    const ada = await anAdmin();
    expectRefusal(await make(ada, body), { status: 400, code: 'validation_failed', paths });
    expect(await listed(ada)).toEqual([]);
  });

  it('is made by no key, and by no member below administrator', async () => {
    const body = { name: 'A', role: 'viewer' };
    const { account, key } = tenants.mine;
    const byKey = await invoke(handler, { method: 'POST', resource: '/console/keys', key, body });
    expectRefusal(byKey, { status: 401, code: 'invalid_session' });
    const agent = await aSignedIn(account.id, 'agent', 'Bola');
    expectRefusal(await make(agent, body), { status: 403, code: 'forbidden' });
  });
});
