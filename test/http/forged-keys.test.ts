/**
 * What callers without a valid key cost: a forged key no read, a repeated one no second read, a broken loop few.
 * What one process remembers of keys that were refused: for five seconds, and of the last thousand.
 */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { listCollections } from '#functions/api/list-collections.ts';
import { clock } from '#lib/clock.ts';
import { type ApiKey, hashToken, newApiKey } from '#lib/domain/checked-token.ts';
import { callerGuard } from '#lib/http/caller-guard.ts';
import { service } from '#lib/service.ts';
import { anAccount } from '#test/support/a-collection.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { newKey } from '#test/support/accounts.ts';
import { invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { memoryStore } from '#test/support/memory-store.ts';
import { expectRefusal, INVALID_KEY } from '#test/support/refusal.ts';

const logs = captureLogs();
const TOO_MANY = { status: 429, code: 'too_many_requests', message: 'Too many requests' };
const START = Date.parse('2026-03-02T09:00:00.000Z');

const real = { now: clock.now };
let accounts = 0;
let now = START;
let store: ReturnType<typeof memoryStore>;
let reads: string[];
/** The settings of the test, and the memory of callers that goes with them. */
let limited: Partial<Pick<typeof service, 'settings' | 'callerGuard'>>;

const ticking = { clock: { ...clock, now: () => new Date(now) } };

function withLimit(accountRequests: { perSecond: number; burst: number }) {
  const settings = { ...service.settings, accountRequests };
  return { settings, callerGuard: callerGuard({ log: service.log, settings }) };
}

beforeEach(() => {
  now = START;
  clock.now = () => new Date(now);
  accounts += 1;
  store = memoryStore(anAccount({ id: `forged${String(accounts).padStart(4, '0')}` }));
  reads = [];
  limited = {};
});

afterEach(() => {
  clock.now = real.now;
});

const getApiKey = async (account: string, hash: string): Promise<ApiKey | undefined> => {
  reads.push(hash);
  return store.deps.getApiKey(account, hash);
};

const turnsIn = (headers: Readonly<Record<string, string | undefined>>) =>
  ['limit', 'remaining', 'reset'].map((name) => headers[`ratelimit-${name}`]);

/** Records every call to the store, the one for the key included. */
function list(key: string) {
  const readListPage: typeof store.deps.readListPage = (...asked) => {
    reads.push('list');
    return store.deps.readListPage(...asked);
  };
  return invoke(listCollections({ ...store.deps, readListPage, getApiKey, ...limited, ...ticking }), { key });
}

describe('a forged key', () => {
  it('a key with a checksum that is not ours is refused without a read', async () => {
    for (const forged of [
      newApiKey(store.account, 'a guess', randomBytes),
      `${store.key.slice(0, -6)}000000`,
      store.key.replace('_test_', '_live_'),
    ]) {
      expectRefusal(await list(forged), INVALID_KEY);
    }
    expect(reads).toEqual([]);
  });

  it('a key that is not stored is read once in five seconds, and nothing is read beside it again', async () => {
    const unknown = newKey(store.account);
    for (let n = 0; n < 20; n += 1) expectRefusal(await list(unknown), INVALID_KEY);
    expect(reads).toHaveLength(2);
    now += 5_000;
    expectRefusal(await list(unknown), INVALID_KEY);
    expect(reads).toHaveLength(4);
  });

  it('a key that was tried before it was stored works five seconds later at the latest', async () => {
    const stored: ApiKey[] = [];
    const handler = listCollections({ ...store.deps, getApiKey: async () => stored[0], ...ticking });
    const key = newKey(store.account);
    const refused = await invoke(handler, { key });
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      'ApiKey realm="Collections", header="x-api-key"',
    ]);
    stored.push({ hash: hashToken(key), mode: 'test', hint: 'abcd', createdAt: clock.now().toISOString() });
    now += 5_000;
    expect((await invoke(handler, { key })).status).toBe(200);
  });

  it('of many refused keys the process remembers the last thousand', async () => {
    const first = newKey(store.account);
    expectRefusal(await list(first), INVALID_KEY);
    for (let n = 0; n < 1_000; n += 1) await list(newKey(store.account));
    const before = reads.length;
    expectRefusal(await list(first), INVALID_KEY);
    expect(reads.length).toBe(before + 2);
  });

  it('a service without checksum keys accepts no key, because its deployment is at fault', async () => {
    limited = { settings: { ...service.settings, checksumKeys: [] } };
    const answer = await list(store.key);
    expect([answer.status, answer.body.code]).toEqual([500, 'internal_error']);
    expect(reads).toEqual([]);
  });
});

/** A bucket outlives its test. */
let others = 0;

describe('the token bucket of an account', () => {
  beforeEach(() => {
    limited = withLimit({ perSecond: 2, burst: 3 });
  });

  it('an account that asks too often gets 429 with Retry-After, without a read, and goes on a moment later', async () => {
    for (const left of ['2', '1', '0']) {
      const { status, headers } = await list(store.key);
      expect([status, turnsIn(headers)]).toEqual([200, ['3', left, left === '2' ? '1' : left === '1' ? '1' : '2']]);
    }
    const before = reads.length;
    const refused = await list(store.key);
    expectRefusal(refused, TOO_MANY);
    expect([refused.headers['retry-after'], turnsIn(refused.headers)]).toEqual(['1', ['3', '0', '2']]);
    expect(reads.length).toBe(before);
    expect(logs.events()).toContain('account_throttled');
    // At 700 ms there is one token and a part of the next, which lets nobody in yet.
    now += 700;
    const next = await list(store.key);
    expect([next.status, turnsIn(next.headers)]).toEqual([200, ['3', '0', '2']]);
    expect((await list(store.key)).status).toBe(429);
    now += 60_000;
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push((await list(store.key)).status);
    expect(answers).toEqual([200, 200, 200, 429]);
  });

  it('a refusal says how many requests are left, too; an answer to nobody, and one without a limit, does not', async () => {
    const call = (query: Record<string, string>, key?: string) =>
      invoke(listCollections({ ...store.deps, getApiKey, ...limited, ...ticking }), { ...(key && { key }), query });
    const refused = await call({ limit: 'x' }, store.key);
    expect([refused.status, turnsIn(refused.headers)]).toEqual([400, ['3', '2', '1']]);
    const nobody = await call({});
    expect([nobody.status, turnsIn(nobody.headers)]).toEqual([401, [undefined, undefined, undefined]]);
    limited = {};
    expect(turnsIn((await call({}, store.key)).headers)).toEqual([undefined, undefined, undefined]);
  });

  it('one account cannot use up the requests of another', async () => {
    others += 1;
    const other = memoryStore({ ...store.account, id: `other${String(others).padStart(5, '0')}` });
    const handler = listCollections({ ...other.deps, ...limited, ...ticking });
    for (let n = 0; n < 10; n += 1) await list(store.key);
    expect((await list(store.key)).status).toBe(429);
    expect((await invoke(handler, { key: other.key })).status).toBe(200);
  });

  it('a create that is refused with 429 has written nothing', async () => {
    for (let n = 0; n < 3; n += 1) await list(store.key);
    const create = createCollection({ ...store.deps, getApiKey, ...limited, ...ticking });
    expectRefusal(await invoke(create, { key: store.key, body: aCreateBody() }), TOO_MANY);
    expect(store.listed).toEqual([]);
  });

  it('keys that are refused do not use up the requests of the account that they name', async () => {
    const forged = newApiKey(store.account, 'a guess', randomBytes);
    for (let n = 0; n < 50; n += 1) await list(forged);
    expect((await list(store.key)).status).toBe(200);
  });

  it('without its settings there is no limit', async () => {
    limited = {};
    for (let n = 0; n < 50; n += 1) expect((await list(store.key)).status).toBe(200);
  });
});

describe('a key whose role is too low', () => {
  /** What a create reads first. */
  const getAccount: typeof store.deps.getAccount = (...asked) => {
    reads.push('account');
    return store.deps.getAccount(...asked);
  };

  it('is refused when its own item has been read and nothing else, whatever the body is; a revoked one is no key at all', async () => {
    const key = newKey({ ...store.account, role: 'viewer' });
    const stored: ApiKey = {
      hash: hashToken(key),
      mode: 'test',
      hint: 'abcd',
      role: 'viewer',
      createdAt: '2026-03-01T09:00:00.000Z',
    };
    const create = (item: ApiKey, body: unknown) => {
      const handler = createCollection({ ...store.deps, getApiKey: async () => item, getAccount, ...ticking });
      return invoke(handler, { method: 'POST', resource: '/public/collections', key, body });
    };
    for (const body of [aCreateBody(), '{']) {
      expectRefusal(await create(stored, body), {
        status: 403,
        code: 'forbidden',
        message: 'Your role does not allow this',
      });
    }
    expectRefusal(await create({ ...stored, revokedAt: stored.createdAt }, '{'), INVALID_KEY);
    expect(reads).toEqual([]);
  });
});

const NOW = new Date('2026-03-01T09:00:00.000Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);
const aGuard = () =>
  callerGuard({ log: {} as never, settings: { accountRequests: { perSecond: 1, burst: 1 } } } as Parameters<
    typeof callerGuard
  >[0]);

it('a key that was refused is refused for less than five seconds, and no longer by a clock that went back', () => {
  const guard = aGuard();
  guard.rememberRefused('key', NOW);
  const refused = [0, 4_999, 5_000, -4_999, -5_000].map((ms) => guard.isRefused('key', after(ms)));
  expect(refused).toEqual([true, true, false, true, false]);
  expect(guard.isRefused('other', NOW)).toBe(false);
});

it('one failed call in a second is kept, of each account', () => {
  const guard = aGuard();
  const kept = [0, 0, 999, 1_000, 1_999, 2_000].map((ms) => guard.keepsFailed('mine', after(ms)));
  expect(kept).toEqual([true, false, false, true, false, true]);
  expect(guard.keepsFailed('other', after(2_000))).toBe(true);
});

it('of more than a thousand the one that was refused longest ago is forgotten', () => {
  const guard = aGuard();
  for (let n = 1; n <= 1_000; n += 1) guard.rememberRefused(`key-${n}`, NOW);
  expect(guard.isRefused('key-1', NOW)).toBe(true);
  guard.rememberRefused('key-1', NOW);
  guard.rememberRefused('key-1001', NOW);
  expect(['key-1', 'key-2', 'key-3', 'key-1001'].map((key) => guard.isRefused(key, NOW))).toEqual([
    ...[true, false, true, true],
  ]);
});
