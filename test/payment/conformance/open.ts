/** The rules for `open` of every adapter, tested with a server that answers as its provider does. */
import { beforeAll, expect, it } from 'vitest';
import { callProvider } from '#lib/payment/call-provider.ts';
import { ProviderFailure } from '#lib/payment/port.ts';
import { closedPort } from '#test/channels/stub-aws.ts';
import { type Received, startStubProvider } from '#test/payment/stub-provider.ts';
import type { Reply } from '#test/support/stub-server.ts';
import { anOrder } from './an-order.ts';
import { answersInMemory, damagesOf } from './ask-adapter.ts';
import type { Opening, ProviderScript } from './provider-script.ts';

const LIMIT_MS = 5_000;
const SHORT_MS = 200;

export const opensSessions = (script: ProviderScript): void => {
  let stub: Awaited<ReturnType<typeof startStubProvider>>;

  beforeAll(async () => {
    stub = await startStubProvider();
  });

  const { adapter, credentials, openings, replies } = script;
  const named = openings.map((opening) => ({
    ...opening,
    name: `${opening.method} in ${opening.order.amount.currency}`,
  }));

  const connectionTo = (url: string, limitMs: number) => ({
    credentials,
    call: callProvider(limitMs),
    hosts: { live: url, test: url },
  });

  type Answer = (request: Received) => Reply;

  const wellFor =
    ({ order }: Opening): Answer =>
    (request) => {
      const body = script.answer(request, order);
      return body === undefined ? replies.unknown : { status: 200, body };
    };

  /** Answers the request that opens the session with `reply`, and the requests before it as the provider does. */
  const failing =
    (opening: Opening, reply: Reply): Answer =>
    (request) =>
      script.isPreliminary?.(request) ? wellFor(opening)(request) : reply;

  async function open(opening: Opening, answer: Answer, limitMs = LIMIT_MS) {
    stub.received.length = 0;
    script.forget?.();
    stub.answer = answer;
    return await adapter.open(opening.method, opening.order, connectionTo(stub.url, limitMs));
  }

  const reasonOf = (opened: Promise<unknown>): Promise<unknown> =>
    opened.then(
      (value) => value,
      (error) => (error instanceof ProviderFailure ? error.reason : error),
    );

  it.each(named)(
    `the ${script.name} adapter opens $name with the documented requests, and returns what the provider answers`,
    async (opening) => {
      const { option, key, requests } = opening;
      expect(await open(opening, wellFor(opening))).toEqual({ kind: 'opened', option, ...(key && { key }) });
      expect(stub.received.map(({ method, path }) => ({ method, path }))).toEqual(
        requests.map(({ method, path }) => ({ method, path })),
      );
      requests.forEach((request, index) => {
        expect(stub.received[index]?.fields).toEqual(request.fields ?? {});
        expect(stub.received[index]?.headers).toMatchObject(request.headers ?? {});
      });
    },
  );

  it.each(named)(`the ${script.name} adapter sends only the customer details that $name needs`, async (opening) => {
    await open(opening, wellFor(opening));
    const sent = stub.received.map(({ path, raw }) => decodeURIComponent(`${path} ${raw}`)).join('\n');
    const needsPhone = opening.method === 'mobile_money';
    if (!needsPhone) expect(sent).not.toMatch(/8012345678/);
    if (script.needsNames !== true) expect(sent).not.toMatch(/\b(?:Ada|Obi)\b/);
  });

  it.each(named)(`the ${script.name} adapter shortens a long description of $name`, async (opening) => {
    const description = `${'Spring term, '.repeat(150)}the end`;
    const wordy = { ...opening, order: { ...opening.order, description } };
    expect(await open(wordy, wellFor(wordy))).toMatchObject({ kind: 'opened' });
    for (const { raw } of stub.received) expect(raw.length).toBeLessThan(1_500);
  });

  it.each(named)(
    `the ${script.name} adapter never returns $name with a later expiry than that of the collection`,
    async (opening) => {
      const expiresAt = '2026-03-02T10:05:00.000Z';
      const early = { ...opening, order: { ...opening.order, expiresAt } };
      const opened = await open(early, wellFor(early));
      expect(opened).toMatchObject({ kind: 'opened', option: { expiresAt } });
    },
  );

  it.each(named)(
    `the ${script.name} adapter reports the reference of $name as taken when the provider knows it`,
    async (opening) => {
      expect(await open(opening, failing(opening, replies.duplicate)).catch(String)).toEqual({ kind: 'taken' });
    },
  );

  it.each(named)(`the ${script.name} adapter fails $name with a code when the provider declines`, async (opening) => {
    expect(await reasonOf(open(opening, failing(opening, replies.declined)))).toBe(script.declined);
  });

  it.each([
    ['unauthorized', replies.unauthorized],
    ['unauthorized', { status: 403, text: '<html>Forbidden</html>' }],
    ['busy', { status: 429, body: {} }],
    ['provider_error', { status: 500, body: { status: true } }],
    ['provider_error', { status: 503, text: '' }],
    ['malformed_answer', { status: 200, text: '' }],
    ['malformed_answer', { status: 200, text: '{"status": tru' }],
    ['malformed_answer', { status: 200, text: `{"status": "${'x'.repeat(1_000_001)}"}` }],
    ['malformed_answer', { status: 302, text: '', headers: { location: 'https://elsewhere.example' } }],
    ['unreachable', 'drop'],
  ] as [string, Reply][])(
    `the ${script.name} adapter fails every method with %s on the answer %o`,
    async (reason, reply) => {
      for (const opening of openings) {
        expect(await reasonOf(open(opening, failing(opening, reply)))).toBe(reason);
        expect(await reasonOf(open(opening, () => reply))).toBe(reason);
      }
    },
  );

  it.each(['silence', 'half an answer'] as const)(`the ${script.name} adapter times out on %s`, async (reply) => {
    const [opening] = openings as [Opening];
    const started = performance.now();
    expect(await reasonOf(open(opening, failing(opening, reply), SHORT_MS))).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(5 * SHORT_MS);
  });

  it(`the ${script.name} adapter fails with unreachable when the provider accepts no connection`, async () => {
    const nowhere = await closedPort();
    for (const opening of openings) {
      const opened = open(opening, wellFor(opening));
      await opened.catch(() => {});
      script.forget?.();
      const again = adapter.open(opening.method, opening.order, connectionTo(nowhere, LIMIT_MS));
      expect(await reasonOf(again)).toBe('unreachable');
    }
  });

  it.each(named)(`the ${script.name} adapter refuses an answer of another shape for $name`, async (opening) => {
    const odd = [null, [], 'yes', 42, true, {}, { status: true }, { status: 'success' }, { requestSuccessful: true }];
    for (const body of odd) {
      const reason = await reasonOf(open(opening, failing(opening, { status: 200, body })));
      expect(['malformed_answer', 'refused']).toContain(reason);
    }
  });

  it.each(named)(
    `the ${script.name} adapter returns $name complete or fails when any part of the answer is missing or wrong`,
    async (opening) => {
      let failures = 0;
      for (const [path, body] of answersTo(opening, script)) {
        for (const { what, body: damaged } of damagesOf(body)) {
          const by = answersInMemory(script, { [path]: damaged }, opening.order);
          const opened = await reasonOf(adapter.open(opening.method, opening.order, by));
          if (typeof opened === 'string' && /^[a-z_]+$/.test(opened)) {
            failures += 1;
            continue;
          }
          expect(opened, `${path} ${what}`).toEqual({
            kind: 'opened',
            option: shapeOf(opening.option),
            ...(opening.key && { key: expect.stringMatching(/\S/) }),
          });
        }
      }
      expect(failures).toBeGreaterThan(0);
    },
  );

  it(`the ${script.name} adapter refuses the methods that the provider does not have`, async () => {
    for (const method of script.unsupported) {
      const opened = adapter.open(method, anOrder(method), connectionTo(stub.url, LIMIT_MS));
      expect(await reasonOf(opened)).toBe('unsupported_method');
    }
  });
};

/** The provider's answers to the requests of an opening, by path. */
function answersTo({ requests, order }: Opening, { answer }: ProviderScript): [path: string, body: unknown][] {
  return requests.flatMap(({ method, path, fields = {} }) => {
    const body = answer({ method, path, headers: {}, raw: '', fields: { ...fields } }, order);
    return body === undefined ? [] : [[path, body]];
  });
}

/** All fields must be text that is not empty; links must use https, and expiries must be times. */
const shapeOf = (option: object): object =>
  Object.fromEntries(
    Object.keys(option).map((name) => [
      name,
      expect.stringMatching(name === 'link' ? /^https:/ : name === 'expiresAt' ? /^2026-03-\d\dT/ : /\S/),
    ]),
  );
