/** How the client sends a call: what it refuses to send, how long it waits, and what ends it. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Collections, type CollectionsError, type Options } from '#lib/client/client.ts';

afterEach(() => vi.useRealTimers());

type Reply = { status: number; headers?: Record<string, string>; body?: unknown } | Error;

/** The last reply is that of all attempts that follow. */
function against(replies: Reply[], options: Partial<Options> = {}) {
  const sent: RequestInit[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const reply = replies[Math.min(sent.length, replies.length - 1)] as Reply;
    sent.push(init ?? {});
    if (reply instanceof Error) throw reply;
    return Response.json(reply.body ?? { data: {} }, reply);
  };
  const client = new Collections({ apiKey: 'key', baseUrl: 'https://pay.example', fetch, ...options });
  return { client, sent };
}

const thrownBy = (work: Promise<unknown>): Promise<CollectionsError> =>
  work.then(
    () => expect.unreachable(),
    (error) => error,
  );

/** With time that passes as fast as it can. */
async function settled<T>(work: Promise<T>): Promise<[outcome: T | CollectionsError, ms: number]> {
  const from = Date.now();
  const outcome = work.catch((error) => error);
  await vi.runAllTimersAsync();
  return [await outcome, Date.now() - from];
}

describe('what is not sent', () => {
  it.each([
    [{ apiKey: undefined }, /apiKey.* is missing/],
    [{ apiKey: '' }, /apiKey.* is missing/],
    [{ baseUrl: undefined }, /baseUrl.* is missing or no address/],
    [{ baseUrl: 'pay.example' }, /baseUrl.* is missing or no address/],
    [{ baseUrl: 'https://' }, /baseUrl.* is missing or no address/],
  ])('a client with %j says what is missing', (options, sentence) => {
    expect(() => against([{ status: 200 }], options)).toThrow(sentence);
  });

  it.each([undefined, ''])('a call without the id that its route names: %j', async (id) => {
    const { client, sent } = against([{ status: 200 }]);
    expect((await thrownBy(client.collections.get(id as never))).message).toBe(
      'GET /public/collections/{id} needs `path: { id }`, which is missing',
    );
    expect(sent).toEqual([]);
  });
});

describe('a refusal', () => {
  it.each([
    [400, 'ValidationError'],
    [401, 'AuthenticationError'],
    [403, 'ForbiddenError'],
    [404, 'NotFoundError'],
    [409, 'CollectionsError'],
    [429, 'RateLimitError'],
    [499, 'CollectionsError'],
    [500, 'ServerError'],
    [503, 'ServerError'],
  ])('of %i is thrown as %s, also without a body of ours', async (status, name) => {
    const { client } = against([{ status, body: {} }], { maxRetries: 0 });
    expect(await thrownBy(client.collections.get('pay_1'))).toMatchObject({
      ...{ name, status, code: 'unknown', message: `The service answered ${status}`, errors: [], attempts: 1 },
    });
  });

  it.each([
    ['duplicate_reference', 'DuplicateReferenceError', { existingId: '' }],
    ['not_now', 'NotNowError', { reason: undefined, firstAt: undefined }],
  ])('with the code %s is thrown as %s', async (code, name, more) => {
    const { client } = against([{ status: 409, body: { code, message: 'no' } }], { maxRetries: 0 });
    expect(await thrownBy(client.collections.get('pay_1'))).toMatchObject({ name, message: 'no', ...more });
  });

  it('of a create that is ensured is thrown, unless the reference is there', async () => {
    const { client, sent } = against([{ status: 400, body: {} }], { maxRetries: 0 });
    expect((await thrownBy(client.collections.ensure({} as never))).name).toBe('ValidationError');
    expect(sent).toHaveLength(1);
  });
});

describe('a delete', () => {
  const gone = { status: 404, body: { code: 'not_found', message: 'There is none' } };

  it.each([{ status: 503 }, new Error('reset')])(
    'that was done before its answer was lost is a success: %j',
    async (lost) => {
      vi.useFakeTimers();
      const { client, sent } = against([lost, gone]);
      expect((await settled(client.webhookEndpoints.delete('we_1')))[0]).toBeUndefined();
      expect(sent).toHaveLength(2);
    },
  );

  it('of what is not there is refused', async () => {
    const { client } = against([gone]);
    expect(await thrownBy(client.webhookEndpoints.delete('we_1'))).toMatchObject({
      name: 'NotFoundError',
      attempts: 1,
    });
  });
});

describe('a wait', () => {
  const busy = (after: string) => ({ status: 429, headers: { 'retry-after': after } });

  it.each([1, 60])('that is asked for is kept, and up to a quarter longer: %i seconds', async (seconds) => {
    vi.useFakeTimers();
    const { client, sent } = against([busy(`${seconds}`), { status: 200 }]);
    const [, ms] = await settled(client.collections.get('pay_1'));
    expect(sent).toHaveLength(2);
    expect(ms).toBeGreaterThanOrEqual(seconds * 1000);
    expect(ms).toBeLessThanOrEqual(seconds * 1250);
  });

  it('may be asked for as a moment', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') });
    const { client } = against([busy('Mon, 02 Mar 2026 09:00:30 GMT'), { status: 200 }]);
    const [, ms] = await settled(client.collections.get('pay_1'));
    expect(ms).toBeGreaterThanOrEqual(30_000);
    expect(ms).toBeLessThanOrEqual(37_500);
  });

  it.each(['61', '3600'])('of more than a minute is told at once: %s seconds', async (after) => {
    const { client, sent } = against([busy(after)]);
    const error = await thrownBy(client.collections.get('pay_1'));
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: Number(after), attempts: 1 });
    expect(sent).toHaveLength(1);
  });

  it('does not outlast the deadline of the call', async () => {
    vi.useFakeTimers();
    const { client, sent } = against([busy('10')], { deadlineMs: 25_000, maxRetries: 9 });
    const [error, ms] = await settled(client.collections.get('pay_1'));
    expect(error).toMatchObject({ name: 'RateLimitError', attempts: sent.length });
    expect(ms).toBeLessThanOrEqual(25_000);
    expect(sent.length).toBeGreaterThanOrEqual(2);
    expect(sent.length).toBeLessThanOrEqual(3);
  });
});

describe('a signal', () => {
  it('ends a wait, with its reason, and nothing more is sent', async () => {
    const own = new AbortController();
    const { client, sent } = against([{ status: 429, headers: { 'retry-after': '50' } }]);
    const thrown = thrownBy(client.with({ signal: own.signal }).collections.get('pay_1'));
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    own.abort(new Error('the user left'));
    expect((await thrown).message).toBe('the user left');
    expect(sent).toHaveLength(1);
  });

  it('that has ended sends nothing, and leaves the first client as it is', async () => {
    const { client, sent } = against([{ status: 200 }]);
    const ended = client.with({ signal: AbortSignal.abort(new Error('left')) });
    expect((await thrownBy(ended.collections.get('pay_1'))).message).toBe('left');
    expect(sent).toEqual([]);
    await client.collections.get('pay_1');
    expect(sent).toHaveLength(1);
  });

  it('ends an attempt that is on its way, and it is not repeated', async () => {
    const own = new AbortController();
    const asked: unknown[] = [];
    const fetch: typeof globalThis.fetch = (_, init) => {
      asked.push(init);
      return new Promise((__, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    };
    const { client } = against([], { fetch, signal: own.signal });
    const thrown = thrownBy(client.collections.get('pay_1'));
    own.abort(new Error('left'));
    expect((await thrown).message).toBe('left');
    expect(asked).toHaveLength(1);
  });
});
