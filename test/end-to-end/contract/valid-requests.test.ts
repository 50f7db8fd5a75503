/** Requests that the served document allows are accepted, answered as documented, and can be read back. */

import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, type Operation, resolve, type Schema } from '#test/support/api-document.ts';
import { sized } from '#test/support/repetitions.ts';
import { type Asked, faultPaths, seeded, type Told, useOutsider } from './outsider.ts';
import { valuesOf } from './value-of.ts';

const outsider = useOutsider();
const AT_ONCE = 8;

/** Fields with rules that only their description can state, such as the decimals of a currency or an instant that is or is not in the future. */
const SAID_IN_WORDS =
  /^(amount\.value|metadata(\..*)?|payable\.methods|reference|paidAt|transaction|expiresIn|until|payBy|url|events)$/;

/** Random instants would hardly ever lie in the year to come. */
const fromNow = (...minutes: number[]) => minutes.map((each) => new Date(Date.now() + each * 60_000).toISOString());
/** Nobody listens there; only a local run accepts it. */
const RECEIVER = 'http://127.0.0.1:9/';
const KNOWN = {
  provider: ['sandbox'],
  since: fromNow(-3_000, -1),
  until: fromNow(-1, 60, 3_000),
  payBy: fromNow(-1, 60, 3_000, 600_000),
  url: [RECEIVER],
};
/** Of filters, which the document describes in words only. */
const KNOWN_IN_QUERIES = {
  contact: ['+14155550132', 'ada@example.com', `contact_${'0'.repeat(25)}`],
  createdFrom: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00.000+01:00'],
  createdTo: ['2026-02-01T00:00:00Z', '9998-12-31T00:00:00-09:30'],
};
const ENDPOINTS = '/public/webhook-endpoints';
/** Random requests delete endpoints, too. */
const mayBeGone = ({ path }: Operation) => path.startsWith(`${ENDPOINTS}/{id}`);

type Made = Told & { operation: Operation; sent: Record<string, Json> };
type Resource = { id: string; amount?: { currency: string } };
/** What was created, by the path of its create. */
const made: Record<string, Resource[]> = {};
const madeFor = ({ path }: Operation) => made[path.split('/{')[0] ?? ''] ?? [];
const dataOf = ({ body }: Told) => body['data'] as Resource & Record<string, Json>;

const bodyOf = ({ requestBody }: Operation): Arbitrary<Json | undefined> =>
  requestBody
    ? valuesOf(outsider.document, KNOWN)(requestBody.content['application/json'].schema)
    : fc.constant(undefined);

/** What HTTP allows in the value of a header. */
const VISIBLE = '^[!-~]+$';

/** Documented queries and headers, and the ids of resources that earlier requests created. */
function requestOf(operation: Operation): Arbitrary<Asked> {
  const { parameters = [], path, operationId } = operation;
  const valueFor = valuesOf(outsider.document, KNOWN_IN_QUERIES);
  const valueIn = (where: string, schema: Schema, name: string) =>
    valueFor(where === 'header' ? { pattern: VISIBLE, ...schema } : schema, name);
  const resources = madeFor(operation);
  const given = (where: string) =>
    fc.record(
      Object.fromEntries(
        parameters.filter((each) => each.in === where).map(({ name, schema }) => [name, valueIn(where, schema, name)]),
      ),
      { requiredKeys: [] },
    );
  return fc
    .record({
      body: bodyOf(operation),
      query: given('query'),
      headers: given('header'),
      resource: fc.constantFrom(...resources, resources[0]),
    })
    .map(({ body, query, headers, resource }) => ({
      ...(body !== undefined && { body: operationId === 'recordPayment' ? inCurrencyOf(resource, body) : body }),
      query: `?${new URLSearchParams(sendable(query as Record<string, string>))}`.replace(/^\?$/, ''),
      headers: headers as Record<string, string>,
      ...(path.includes('{') && { id: resource?.id ?? 'none' }),
    }));
}

/** The description says that a payment has the currency of its collection. */
function inCurrencyOf(resource: Resource | undefined, body: Json): Json {
  const { amount, ...others } = body as { amount: Record<string, Json> };
  return { ...others, amount: { ...amount, currency: resource?.amount?.currency ?? '' } };
}

/** A cursor comes from an answer only, and pages are of a list without filters. */
function sendable({ cursor: _cursor, after: _after, page, ...query }: Record<string, string>): Record<string, string> {
  const isFiltered = Object.keys(query).some((name) => name !== 'limit');
  return isFiltered || page === undefined ? query : { ...query, page };
}

const successOf = ({ responses }: Operation) => Number(Object.keys(responses).find((status) => status.startsWith('2')));

async function expectAccepted(operation: Operation, asked: Asked): Promise<Told> {
  const told = await outsider.ask(operation, asked);
  const { status } = told;
  if (status === 400) {
    for (const path of faultPaths(told)) expect(path, JSON.stringify([asked.body, told.body])).toMatch(SAID_IN_WORDS);
  } else {
    const expected = [successOf(operation), 409, ...(mayBeGone(operation) ? [404] : [])];
    expect(expected, JSON.stringify([asked.body, told.body])).toContain(status);
  }
  return told;
}

const creates = () => outsider.operations.filter(({ responses }) => 'location' in (responses[201]?.headers ?? {}));
/** Most operations are refused once it ran. */
const isFinal = ({ method, operationId }: Operation) => method === 'DELETE' || operationId === 'updateCollectionStatus';
const others = () =>
  outsider.operations
    .filter(({ responses }) => !('201' in responses))
    .toSorted((one, other) => Number(isFinal(one)) - Number(isFinal(other)));

beforeAll(async () => {
  for (const { path } of creates()) made[path] = [];
});

/** Sends eight requests at a time; fast-check shrinks a batch that fails. */
const inBatches = (operation: Operation, judge: (asked: Asked, told: Told) => void | Promise<void>) =>
  fc.asyncProperty(fc.array(requestOf(operation), { minLength: AT_ONCE, maxLength: AT_ONCE }), async (batch) => {
    await Promise.all(batch.map(async (asked) => judge(asked, await expectAccepted(operation, asked))));
  });

describe('a create that the document allows', () => {
  it('every create that the document allows returns what was sent and can be read at its Location', async () => {
    for (const operation of creates()) {
      const seen: Made[] = [];
      const property = inBatches(operation, (asked, told) => {
        if (told.status === 201) seen.push({ ...told, operation, sent: asked.body as Record<string, Json> });
      });
      // An account can have only fifty providers, and ten webhook endpoints.
      const body = operation.requestBody?.content['application/json'].schema ?? {};
      const few = resolve(outsider.document, body).required?.some((name) => ['slug', 'url'].includes(name));
      await fc.assert(property, seeded(outsider.many(few ? 4 : sized(4, 16))));
      // The document cannot say that each item of a list of metadata has a description: such lists are refused.
      expect(seen.length, operation.operationId).toBeGreaterThan(few ? 0 : outsider.many(sized(8, 40)));
      await Promise.all(seen.filter((_, at) => at % 4 === 0).map(expectThere));
      made[operation.path]?.push(...seen.map(dataOf));
    }
  });

  async function expectThere({ operation, headers, body, sent }: Made): Promise<void> {
    const data = body['data'] as Record<string, Json>;
    const get = outsider.operation('GET', `${operation.path}/{id}`);
    const location = headers.get('location') ?? '';
    expect(location).toBe(`${outsider.baseUrl}${operation.path}/${data['id']}`);
    const { body: read } = await outsider.ask(get, { id: String(data['id']) });
    expect(read['data']).toMatchObject({ id: data['id'], createdAt: data['createdAt'] });
    for (const name of ['reference', 'amount', 'metadata', 'slug', 'expiresIn', 'enabled', 'url', 'events']) {
      if (name in sent) expect((read['data'] as Record<string, Json>)[name], name).toEqual(fromText(sent[name]));
    }
  }
});

describe('a payment that the document allows', () => {
  it('every payment that the document allows is recorded as it was sent and listed once', async () => {
    const operation = outsider.operation('POST', '/public/collections/{id}/payments');
    const recorded: Record<string, string[]> = {};
    let count = 0;
    const property = inBatches(operation, ({ id = '', body }, told) => {
      if (told.status !== 201) return;
      expect(dataOf(told), JSON.stringify(body)).toMatchObject(asRecorded(body as Record<string, Json>));
      recorded[id] = [...(recorded[id] ?? []), dataOf(told).id];
      count += 1;
    });
    await fc.assert(property, seeded(outsider.many(sized(5, 32))));
    expect(count).toBeGreaterThan(outsider.many(sized(1, 10)));
    for (const [id, ids] of Object.entries(recorded)) {
      const list = await outsider.ask(outsider.operation('GET', operation.path), { id });
      const listed = (list.body['data'] as Resource[]).map((payment) => payment.id);
      expect(listed.toSorted()).toEqual([...new Set(ids)].toSorted());
    }
  });

  /** What is given back is negative. */
  function asRecorded({ kind = 'payment', amount, method, transaction = null, note, paidAt }: Record<string, Json>) {
    const { value, currency } = amount as { value: number; currency: string };
    return {
      kind,
      amount: { value: kind === 'refund' ? -value : value, currency },
      method,
      transaction,
      recordedBy: 'merchant',
      ...(note !== undefined && { note: String(note).trim() }),
      ...(paidAt !== undefined && { paidAt: new Date(String(paidAt)).toISOString() }),
    };
  }
});

/** JSON has no `-0`: a caller that sends it reads `0`. */
const fromText = (value: Json | undefined): unknown => JSON.parse(JSON.stringify(value)) as unknown;

describe('the example of each body', () => {
  it('the example body of every operation in the document is accepted unchanged', async () => {
    for (const operation of outsider.operations.filter(({ requestBody }) => requestBody !== undefined)) {
      const given = operation.requestBody?.content['application/json'].example;
      expect(given, operation.operationId).toBeTypeOf('object');
      // The host of the example does not exist.
      const body = operation.path === ENDPOINTS ? { ...(given as object), url: RECEIVER } : given;
      const resources = madeFor(operation);
      const asked = { body: body as Json, ...(operation.path.includes('{') && { id: resources.at(-1)?.id ?? 'none' }) };
      const told = await expectAccepted(operation, asked);
      expect(told.status, operation.operationId).not.toBe(400);
      // The examples after it are about the example's own resource; a service that has it already names it.
      const { amount } = body as Record<string, Json>;
      const { id } = (told.body['data'] ?? told.body['existing'] ?? {}) as Partial<Resource>;
      if (!operation.path.includes('{') && id !== undefined)
        resources.push({ id, ...(amount && { amount }) } as Resource);
    }
  });
});

describe('any other request that the document allows', () => {
  it('every other request that the document allows is answered as documented', async () => {
    for (const operation of others()) {
      const reached = new Set<number>();
      // A read of the feed from its beginning asks for each of thirty days.
      await fc.assert(
        inBatches(operation, (_, { status }) => void reached.add(status)),
        seeded(outsider.many(sized(operation.operationId === 'listEvents' ? 1 : 2, 40))),
      );
      // At night every reminder is refused.
      if (['sendFollowUp', 'previewReminder'].includes(operation.operationId)) expect(reached.size).toBeGreaterThan(0);
      else expect([...reached], operation.operationId).toContain(successOf(operation));
    }
  });

  it('every collection that was created from the document is listed exactly once', async () => {
    const operation = outsider.operation('GET', '/public/collections');
    const ids: string[] = [];
    for (let page: number | null = 1; page !== null; ) {
      const { body }: Told = await outsider.ask(operation, { query: `?page=${page}&limit=100` });
      ids.push(...(body['data'] as { id: string }[]).map(({ id }) => id));
      page = (body['meta'] as { next: number | null }).next;
    }
    const asked = madeFor(operation).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(asked));
  });
});
