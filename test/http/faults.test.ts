/** What a failure of the service looks like to the caller. */
import { describe, expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { createProvider } from '#functions/api/create-provider.ts';
import { getCollection } from '#functions/api/get-collection.ts';
import { getFollowUps } from '#functions/api/get-follow-ups.ts';
import { getProvider } from '#functions/api/get-provider.ts';
import { listCollections } from '#functions/api/list-collections.ts';
import { listEvents } from '#functions/api/list-events.ts';
import { listProviders } from '#functions/api/list-providers.ts';
import { pauseFollowUps } from '#functions/api/pause-follow-ups.ts';
import { previewFollowUps } from '#functions/api/preview-follow-ups.ts';
import { previewReminder } from '#functions/api/preview-reminder.ts';
import { promisePayment } from '#functions/api/promise-payment.ts';
import { reopenCollection } from '#functions/api/reopen-collection.ts';
import { sendFollowUp } from '#functions/api/send-follow-up.ts';
import { updateCollection } from '#functions/api/update-collection.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { updateProvider } from '#functions/api/update-provider.ts';
import { withdrawPromise } from '#functions/api/withdraw-promise.ts';
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import { MAX_TRIES, serviceUnavailable } from '#lib/domain/errors.ts';
import { collectionId } from '#lib/domain/ids.ts';
import { anAccountWith, aProvider } from '#test/support/a-collection.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import type { Call } from '#test/support/api-event.ts';
import { type Handler, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { memoryStore } from '#test/support/memory-store.ts';
import { expectRefusal } from '#test/support/refusal.ts';

const logs = captureLogs();
type Store = ReturnType<typeof memoryStore>;
type Dep = keyof Store['deps'];

const ACCOUNT = anAccountWith([{ slug: 'paystack' }]);
const collection = collectionId(collectionRefOf(ACCOUNT, String(aCreateBody()['reference'])));
const provider = aProvider({ slug: 'paystack' }).id;

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

/** Every endpoint with its calls to the store, and a request that makes all of them. */
const ENDPOINTS: Record<string, { on: (store: Store) => Handler; deps: Dep[]; call: Call }> = {
  'create-collection': {
    on: ({ deps }) => createCollection(deps),
    deps: [
      'getAccount',
      'newestSegment',
      'findContactId',
      'getPersonAndAnnouncement',
      'createContact',
      'createCollection',
      'appendToList',
    ],
    call: { method: 'POST', body: aCreateBody({ reference: 'another' }) },
  },
  'create-collection with ways to pay': {
    on: ({ deps }) => createCollection(deps),
    deps: ['saveOptions'],
    call: {
      method: 'POST',
      body: aCreateBody({
        reference: 'another',
        provider: 'paystack',
        payable: { enabled: true, methods: ['bank_transfer'] },
      }),
    },
  },
  'get-collection': {
    on: ({ deps }) => getCollection(deps),
    deps: ['getHistory'],
    call: { id: collection },
  },
  'list-collections': {
    on: ({ deps }) => listCollections(deps),
    deps: ['readListPage', 'getCollections'],
    call: {},
  },
  'update-collection-status': {
    on: ({ deps }) => updateCollectionStatus(deps),
    deps: ['getCollection', 'saveStatus'],
    call: { method: 'PATCH', id: collection, body: { status: 'completed' } },
  },
  'get-follow-ups': {
    on: ({ deps }) => getFollowUps(deps),
    deps: ['getHistory', 'getAccount', 'findReach'],
    call: { id: collection },
  },
  'update-collection': {
    on: ({ deps }) => updateCollection(deps),
    deps: ['getHistory', 'getAccount', 'findReach', 'saveRevision'],
    call: { method: 'PATCH', id: collection, body: { expiresIn: 3000 } },
  },
  'pause-follow-ups': {
    on: ({ deps }) => pauseFollowUps(deps),
    deps: ['getHistory', 'getAccount', 'findReach', 'saveRevision'],
    call: { method: 'POST', id: collection, body: {} },
  },
  'send-follow-up': {
    on: ({ deps }) => sendFollowUp(deps),
    deps: ['getHistory', 'getAccount', 'findReach'],
    call: { method: 'POST', id: collection, body: {} },
  },
  'preview-reminder': {
    on: ({ deps }) => previewReminder(deps),
    deps: ['getHistory', 'getAccount', 'findReach'],
    call: { method: 'POST', id: collection, body: {} },
  },
  'promise-payment': {
    on: ({ deps }) => promisePayment(deps),
    deps: ['getHistory', 'getAccount', 'findReach', 'saveRevision'],
    call: { method: 'POST', id: collection, body: { payBy: TOMORROW } },
  },
  'withdraw-promise': {
    on: ({ deps }) => withdrawPromise(deps),
    deps: ['getHistory', 'getAccount', 'findReach'],
    call: { method: 'DELETE', id: collection },
  },
  'reopen-collection': {
    on: ({ deps }) => reopenCollection(deps),
    deps: ['getHistory', 'getAccount', 'findReach'],
    call: { method: 'POST', id: collection, body: {} },
  },
  'preview-follow-ups': {
    on: ({ deps }) => previewFollowUps(deps),
    deps: ['getAccount', 'findReach'],
    call: { method: 'POST', body: aCreateBody() },
  },
  'create-provider': {
    on: ({ deps }) => createProvider(deps),
    deps: ['getAccount', 'createProvider'],
    call: { method: 'POST', body: { name: 'P', slug: 'p' } },
  },
  'get-provider': {
    on: ({ deps }) => getProvider(deps),
    deps: ['getAccount'],
    call: { id: provider },
  },
  'list-events': {
    on: ({ deps }) => listEvents(deps),
    deps: ['getAccount', 'readFeed'],
    call: {},
  },
  'list-providers': {
    on: ({ deps }) => listProviders(deps),
    deps: ['getAccount'],
    call: {},
  },
  'update-provider': {
    on: ({ deps }) => updateProvider(deps),
    deps: ['getAccount', 'saveProvider'],
    call: { method: 'PATCH', id: provider, body: { name: 'New' } },
  },
};

const CASES = Object.entries(ENDPOINTS).flatMap(([name, { on, deps, call }]) =>
  deps.map((dep) => ({ name, dep, on, call })),
);

/** A store with a collection. Its contact has another phone and email, so that a create makes a new contact. */
async function aStore(): Promise<Store> {
  const store = memoryStore(ACCOUNT);
  const contact = { firstName: 'Eve', lastName: 'Obi', phone: '+2348030000000', email: 'eve@example.com' };
  const body = aCreateBody({ contact });
  const handler = createCollection(store.deps);
  expect((await invoke(handler, { method: 'POST', key: store.key, body })).status).toBe(201);
  return store;
}

const failing = (store: Store, dep: Dep, error: unknown): Store => ({
  ...store,
  deps: { ...store.deps, [dep]: () => Promise.reject(error) },
});

const SECRET = 'ada@example.com table-of-secrets pk=ACCOUNT#abc';

describe('500', () => {
  it.each(CASES)(
    'a failure of $dep in $name answers 500 that shows nothing of the inside, and the log has the request’s id',
    async ({ dep, on, call }) => {
      const store = await aStore();
      const error = Object.assign(new Error(SECRET), {
        name: 'ResourceNotFoundException',
        $metadata: { requestId: SECRET },
      });
      logs.lines.length = 0;
      const answer = await invoke(on(failing(store, dep, error)), { ...call, key: store.key, requestId: 'r-500' });
      expectRefusal(answer, { status: 500, code: 'internal_error', message: 'Internal server error' });
      expect(Object.keys(answer.body)).toEqual(['status', 'message', 'code']);
      expect(answer.headers['x-request-id']).toBe('r-500');
      expect(JSON.parse(logs.lines[0] ?? '{}')).toMatchObject({
        ...{ level: 'ERROR', event: 'request_failed', requestId: 'r-500', error: 'ResourceNotFoundException' },
      });
      expect(logs.lines.join()).not.toContain('table-of-secrets');
    },
  );

  it('a key that cannot be read answers 500 and writes nothing', async () => {
    const store = await aStore();
    for (const { on, call } of Object.values(ENDPOINTS)) {
      const unread = failing(store, 'getApiKey', new Error(SECRET));
      const answer = await invoke(on(unread), { ...call, key: store.key });
      expectRefusal(answer, { status: 500, code: 'internal_error' });
    }
    expect(store.listed).toHaveLength(1);
  });

  it('a request with an invalid key answers 401 even when the store fails', async () => {
    const store = await aStore();
    for (const { on, call, deps } of Object.values(ENDPOINTS)) {
      const failed = failing(store, deps[0] as Dep, new Error(SECRET));
      const broken = { ...failed, deps: { ...failed.deps, getApiKey: async () => undefined } };
      expectRefusal(await invoke(on(broken), { ...call, key: store.key }), { status: 401, code: 'invalid_api_key' });
    }
  });

  it.each([undefined, null, 'text', 5, {}])(
    'a failure that throws %j instead of an error still answers an envelope',
    async (thrown) => {
      const store = await aStore();
      const handler = ENDPOINTS['get-collection']?.on(failing(store, 'getHistory', thrown)) as Handler;
      expectRefusal(await invoke(handler, { key: store.key, id: collection }), { status: 500, code: 'internal_error' });
    },
  );
});

describe('503', () => {
  it.each(CASES)('a busy $dep in $name answers 503 with the time to retry after', async ({ dep, on, call }) => {
    const store = await aStore();
    const answer = await invoke(on(failing(store, dep, serviceUnavailable())), { ...call, key: store.key });
    expectRefusal(answer, { status: 503, code: 'service_unavailable' });
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });
});

describe('a status change that always loses the race', () => {
  it('a status change that always loses the race is a conflict after a bounded number of tries, not a fault of the service', async () => {
    const store = await aStore();
    let tries = 0;
    const stored = await store.deps.getCollection(collectionRefOf(ACCOUNT, 'PSK_txn_8a7f34'));
    const saveStatus = async () => {
      tries += 1;
      return { saved: false, stored: stored as NonNullable<typeof stored> };
    };
    const handler = updateCollectionStatus({ ...store.deps, saveStatus });
    const call = { method: 'PATCH', key: store.key, id: collection, body: { status: 'completed' } };
    expectRefusal(await invoke(handler, call), { status: 409, code: 'concurrent_change' });
    expect(tries).toBe(MAX_TRIES);
  });
});
