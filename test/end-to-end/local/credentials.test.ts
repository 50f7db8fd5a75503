/** When KMS does not decrypt the credentials of a provider: callers, payers and providers are told to come again, and nothing is lost. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { aCollection, createCollection, getCollection } from '#test/end-to-end/requests.ts';
import { type Client, createClient } from '#test/support/http-client.ts';
import { sized } from '#test/support/repetitions.ts';
import { openLocalAccount, useOwnService } from '#test/support/service.ts';

const service = useOwnService();
/** More than the retries of any request use up. */
const MANY = 1_000;

let owner: Client;

beforeEach(async () => {
  owner = createClient(service.baseUrl, await openLocalAccount(service.baseUrl));
});

const local = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${service.baseUrl}/_local${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
};
/** From now on KMS fails, and what functions have in memory is too old. */
async function setFault(kind: string): Promise<void> {
  await local('POST', '/faults', { service: 'kms', kind, times: MANY });
  await local('POST', '/clock', { advanceMinutes: 6 });
}
const heal = () => local('DELETE', '/faults');
/** With the transaction of an earlier payment, its webhook is sent again. */
const pay = (collectionId: string, transaction?: string) =>
  local('POST', '/sandbox/payments', { collectionId, amount: { value: 45_000, currency: 'NGN' }, transaction });

afterEach(() => heal());

const withMethods = (methods: string[]) =>
  createCollection(owner, aCollection({ payable: { enabled: true, methods }, followUp: { enabled: false } }));
const typesOf = ({ events }: CollectionResponse) => events.map(({ type }) => type);
const FAULTS = ['reject', 'throttle', 'error'];
/** Each fault once; in `npm run test:long` every fault in every test. */
const faulty = (...kinds: string[]) => sized(kinds, FAULTS);

describe('while KMS fails', () => {
  it.each(faulty('throttle'))('a create is recorded without the options of its provider (%s)', async (kind) => {
    await setFault(kind);
    const created = await withMethods(['payment_link', 'virtual_account']);
    expect(created.payable.options.map(({ method }) => method)).toEqual(['payment_link']);
    expect(typesOf(await getCollection(owner, created.id))).toContain('payment_option.failed');
    expect(JSON.stringify(created)).not.toMatch(/kms|ciphertext|sk_sandbox/i);
  });

  it.each(faulty('reject'))('a payer is told to try again, and can pay when KMS works again (%s)', async (kind) => {
    const { payable } = await withMethods(['payment_link']);
    const link = payable.options.flatMap((option) => ('link' in option ? [option.link] : []))[0] ?? '';
    const click = () => fetch(link, { method: 'POST', redirect: 'manual' });
    await setFault(kind);
    const down = await click();
    expect([down.status, await down.text()]).toEqual([200, expect.stringContaining('try again')]);
    await heal();
    expect((await click()).status).toBe(303);
  });

  it.each(faulty('error'))(
    'a webhook of the provider is answered 503 with Retry-After, and its payment counts when it comes again (%s)',
    async (kind) => {
      const { id } = await withMethods(['payment_link']);
      await setFault(kind);
      const first = await pay(id);
      expect(first).toMatchObject({ delivered: false, status: 503 });
      const { id: provider } = ((await owner.send('GET', '/public/providers')).data as { id: string }[])[0] ?? {
        id: '',
      };
      const answer = await fetch(`${service.baseUrl}/webhooks/${provider}`, { method: 'POST', body: '{}' });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await answer.json()).toMatchObject({ status: 'error', code: 'service_unavailable' });
      expect((await getCollection(owner, id)).status).toBe('pending');
      await heal();
      expect(await pay(id, String(first['transaction']))).toMatchObject({ delivered: true, status: 200 });
      expect((await getCollection(owner, id)).status).toBe('completed');
      expect(typesOf(await getCollection(owner, id)).filter((type) => type === 'payment.received')).toHaveLength(1);
    },
  );
});

it('one failed request of KMS is noticed by nobody', async () => {
  await local('POST', '/clock', { advanceMinutes: 6 });
  await local('POST', '/faults', { service: 'kms', kind: 'throttle', times: 1 });
  const { payable } = await withMethods(['virtual_account']);
  expect(payable.options.map(({ method }) => method)).toEqual(['virtual_account']);
});
