/** What the developers' screen of the console has of calls that were refused to API keys. */
import { describe, expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { getCollection } from '#functions/api/get-collection.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { consoleAudit } from '#functions/console/console-audit.ts';
import { consoleKeys } from '#functions/console/console-keys.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import type { FailedCall } from '#lib/domain/failed-call.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { aStoredKey, aTenant, newKey, type Tenant } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { type Handler, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aSignedIn, type SignedIn } from '#test/support/members.ts';

useTable();
const logs = captureLogs();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const create = createCollection(service);
const audit = consoleAudit(service);
const CREATE = { method: 'POST', resource: '/public/collections' } as const;

const post = (key: string, body: unknown, handler: Handler = create) => invoke(handler, { ...CREATE, key, body });
const read = async ({ headers }: SignedIn, query: Record<string, string>) =>
  (await invoke(audit, { resource: '/console/audit', headers, query })).body.data;
const failedOf = async (ada: SignedIn) => (await read(ada, { list: 'failed_calls' })) as FailedCall[];
const aShop = async (): Promise<Tenant & { ada: SignedIn }> => {
  const tenant = await aTenant();
  return { ...tenant, ada: await aSignedIn(tenant.account.id, 'admin', 'Ada') };
};
const later = (milliseconds: number) => clock.advance(milliseconds / 60_000);

describe('a call that was refused to a key', () => {
  it('is found by the request id of its answer, with what was wrong and nothing of what was sent', async () => {
    const { key, ada } = await aShop();
    const { contact, ...body } = aCreateBody();
    const answer = await post(key, {
      ...body,
      reference: 7,
      contact: { ...(contact as object), phone: '0803 secret' },
    });
    const faults = answer.body.errors;
    expect(faults).toHaveLength(2);
    expect(await failedOf(ada)).toEqual([
      {
        at: clock.now.toISOString(),
        requestId: answer.headers['x-request-id'],
        call: 'POST /public/collections',
        status: 400,
        code: 'validation_failed',
        message: answer.body.message,
        faults,
      },
    ]);
    expect(JSON.stringify(await failedOf(ada))).not.toContain('secret');
  });

  it('has its first five faults', async () => {
    const { key, ada } = await aShop();
    await post(key, Object.fromEntries(Array.from({ length: 9 }, (_each, n) => [`unknown${n}`, n])));
    expect((await failedOf(ada))[0]?.faults).toHaveLength(5);
  });

  it('is named by its route, not by what it asked for; the last 50 are there, newest first, apart from the audit log', async () => {
    const { key, ada } = await aShop();
    const pay = recordPayment(service);
    for (let n = 0; n < 51; n += 1) {
      later(1000);
      await invoke(pay, {
        method: 'POST',
        resource: '/public/collections/{id}/payments',
        key,
        id: `pay_${n}`,
        body: {},
      });
    }
    later(1000);
    expect((await post(key, '{', create)).status).toBe(400);
    const failed = await failedOf(ada);
    expect(failed).toHaveLength(50);
    expect(failed[0]).toMatchObject({ code: 'malformed_json', at: clock.now.toISOString() });
    expect(failed[1]).toMatchObject({ call: 'POST /public/collections/{id}/payments', status: 400 });
    expect(JSON.stringify(await read(ada, {}))).not.toContain('malformed_json');
    expect(JSON.stringify(await failedOf((await aShop()).ada))).toBe('[]');
  });

  it('is kept once in a second', async () => {
    const { key, ada } = await aShop();
    for (const wait of [0, 0, 999, 1, 0]) {
      later(wait);
      await post(key, {});
    }
    expect(await failedOf(ada)).toHaveLength(2);
  });

  it('is kept for a key whose role is too low', async () => {
    const { account, ada } = await aShop();
    const viewer = await aStoredKey(account, { role: 'viewer' });
    expect((await post(viewer, aCreateBody())).status).toBe(403);
    expect(await failedOf(ada)).toMatchObject([{ status: 403, code: 'forbidden', call: 'POST /public/collections' }]);
  });

  it('is answered all the same where it cannot be kept, and that is an error of ours', async () => {
    const { key } = await aShop();
    const refusing = createCollection({ ...service, recordFailed: () => Promise.reject(new Error('no table')) });
    expect((await post(key, {}, refusing)).status).toBe(400);
    expect(logs.events()).toContain('failed_call_not_kept');
  });
});

const failing = (error: Error): Handler => createCollection({ ...service, getAccount: () => Promise.reject(error) });

it.each<[string, (shop: Awaited<ReturnType<typeof aShop>>) => Promise<number>, number]>([
  ['a call with a key that is not stored', async ({ account }) => (await post(newKey(account), {})).status, 401],
  [
    'a call with a key that is revoked',
    async ({ account }) => (await post(await aStoredKey(account, { revokedAt: clock.now.toISOString() }), {})).status,
    401,
  ],
  [
    'a create of what is there',
    async ({ key }) => {
      await post(key, aCreateBody());
      return (await post(key, aCreateBody())).status;
    },
    409,
  ],
  ['a call without a fault', async ({ key }) => (await post(key, aCreateBody())).status, 201],
  ['a fault of ours', async ({ key }) => (await post(key, aCreateBody(), failing(new Error('no table')))).status, 500],
  [
    'a call that comes when we are busy',
    async ({ key }) => (await post(key, aCreateBody(), failing(serviceUnavailable()))).status,
    503,
  ],
  [
    'a call that only reads',
    async ({ key }) =>
      (await invoke(getCollection(service), { resource: '/public/collections/{id}', key, id: 'none' })).status,
    404,
  ],
  [
    'a call of the console',
    async ({ ada: { headers } }) =>
      (await invoke(consoleKeys(service), { method: 'POST', resource: '/console/keys', headers, body: {} })).status,
    400,
  ],
])('%s is not among the failed calls', async (_what, call, status) => {
  const shop = await aShop();
  expect(await call(shop)).toBe(status);
  expect(await failedOf(shop.ada)).toEqual([]);
});
