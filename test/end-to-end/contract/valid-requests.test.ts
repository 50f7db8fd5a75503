/** Requests that the served document allows are accepted, answered as documented, and can be read back. */

import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json, Operation } from '#test/support/api-document.ts';
import { times } from '#test/support/repetitions.ts';
import { type Asked, faultPaths, seeded, type Told, useOutsider } from './outsider.ts';
import { valuesOf } from './value-of.ts';

const outsider = useOutsider();
const AT_ONCE = 8;

/** Fields with rules that only their description can state, such as the decimals of a currency or a size in bytes. */
const SAID_IN_WORDS = /^(amount\.value|metadata(\..*)?|payable\.methods|reference)$/;

type Made = Told & { operation: Operation; sent: Record<string, Json> };
const made: Record<string, string[]> = {};

const bodyOf = ({ requestBody }: Operation): Arbitrary<Json | undefined> =>
  requestBody
    ? valuesOf(outsider.document, { provider: ['sandbox'] })(requestBody.content['application/json'].schema)
    : fc.constant(undefined);

/** Documented queries and headers, and the ids of resources that earlier requests created. */
function requestOf(operation: Operation): Arbitrary<Asked> {
  const { parameters = [], path } = operation;
  const valueFor = valuesOf(outsider.document);
  const ids = made[path.split('/{')[0] ?? ''] ?? [];
  const given = (where: string) =>
    fc.record(
      Object.fromEntries(
        parameters.filter((each) => each.in === where).map(({ name, schema }) => [name, valueFor(schema)]),
      ),
      { requiredKeys: [] },
    );
  const visible = (headers: Record<string, Json | undefined>) =>
    Object.values(headers).every((value) => /^[!-~]+$/.test(String(value)));
  return fc
    .record({
      body: bodyOf(operation),
      query: given('query'),
      headers: given('header').filter(visible),
      id: fc.constantFrom(...ids, ''),
    })
    .map(({ body, query, headers, id }) => ({
      ...(body !== undefined && { body }),
      query: `?${new URLSearchParams(query as Record<string, string>)}`.replace(/^\?$/, ''),
      headers: headers as Record<string, string>,
      ...(path.includes('{') && { id: id || (ids[0] ?? 'none') }),
    }));
}

const successOf = ({ responses }: Operation) => Number(Object.keys(responses).find((status) => status.startsWith('2')));

async function expectAccepted(operation: Operation, asked: Asked): Promise<Told> {
  const told = await outsider.ask(operation, asked);
  const { status } = told;
  if (status === 400) {
    for (const path of faultPaths(told)) expect(path, JSON.stringify([asked.body, told.body])).toMatch(SAID_IN_WORDS);
  } else {
    expect([successOf(operation), 409], JSON.stringify([asked.body, told.body])).toContain(status);
  }
  return told;
}

const creates = () => outsider.operations.filter(({ responses }) => '201' in responses);
const others = () => outsider.operations.filter(({ responses }) => !('201' in responses));

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
      // An account can have only fifty providers.
      const few = operation.requestBody?.content['application/json'].schema.required?.includes('slug');
      await fc.assert(property, seeded(few ? outsider.many(4) : outsider.many(16)));
      expect(seen.length, operation.operationId).toBeGreaterThan(few ? 0 : outsider.many(80));
      await Promise.all(seen.filter((_, at) => at % 4 === 0).map(expectThere));
      made[operation.path]?.push(...seen.map(({ body }) => (body['data'] as { id: string }).id));
    }
  });

  async function expectThere({ operation, headers, body, sent }: Made): Promise<void> {
    const data = body['data'] as Record<string, Json>;
    const get = outsider.operation('GET', `${operation.path}/{id}`);
    const location = headers.get('location') ?? '';
    expect(location).toBe(`${outsider.baseUrl}${operation.path}/${data['id']}`);
    const { body: read } = await outsider.ask(get, { id: String(data['id']) });
    expect(read['data']).toMatchObject({ id: data['id'], createdAt: data['createdAt'] });
    for (const name of ['reference', 'amount', 'metadata', 'slug', 'expiresIn', 'enabled']) {
      if (name in sent) expect((read['data'] as Record<string, Json>)[name], name).toEqual(fromText(sent[name]));
    }
  }
});

/** JSON has no `-0`: a caller that sends it reads `0`. */
const fromText = (value: Json | undefined): unknown => JSON.parse(JSON.stringify(value)) as unknown;

describe('the example of each body', () => {
  it('the example body of every operation in the document is accepted unchanged', async () => {
    for (const operation of outsider.operations.filter(({ requestBody }) => requestBody !== undefined)) {
      const body = operation.requestBody?.content['application/json'].example;
      expect(body, operation.operationId).toBeTypeOf('object');
      const ids = made[operation.path.split('/{')[0] ?? ''] ?? [];
      const asked = { body: body as Json, ...(operation.path.includes('{') && { id: ids.at(-1) ?? 'none' }) };
      await expectAccepted(operation, asked);
    }
  });
});

describe('any other request that the document allows', () => {
  it('every other request that the document allows is answered as documented', async () => {
    for (const operation of others()) {
      const reached = new Set<number>();
      await fc.assert(
        inBatches(operation, (_, { status }) => void reached.add(status)),
        seeded(times(outsider.many(8))),
      );
      expect([...reached], operation.operationId).toContain(200);
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
    const asked = made[operation.path] ?? [];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(asked));
  });
});
