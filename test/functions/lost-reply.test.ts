/** Lost replies below the SDK's retry code: a request that succeeded is never answered as refused. */
import { describe, expect, it } from 'vitest';
import { breakWire, FAULTS, type Fault } from '#test/support/broken-wire.ts';
import { type Answer, aRequest, type Business, openBusiness } from '#test/support/business.ts';
import { useTable } from '#test/support/dynamodb.ts';

useTable();

type Prepared = { business: Business; collection: string; provider: string };

async function prepare(): Promise<Prepared> {
  const business = await openBusiness('NG');
  const { body } = await business.create({ ...aRequest('EARLIER'), followUp: { enabled: true } });
  const { body: added } = await business.createProvider('paystack');
  return { business, collection: body.data.id, provider: added.data.id };
}

type Case = {
  /** The number of requests to DynamoDB without faults. */
  requests: number;
  status: number;
  ask: (prepared: Prepared) => Promise<Answer>;
  check: (prepared: Prepared, answer: Answer) => Promise<void> | void;
};

const expectList = async ({ business }: Prepared, references: string[]) => {
  const { body } = await business.list();
  expect(body.data.map(({ reference }: { reference: string }) => reference)).toEqual(references);
  expect(body.meta.count).toBe(references.length);
  return body.data;
};

const expectCreated = async (prepared: Prepared, { body, headers }: Answer) => {
  expect(headers['idempotent-replayed']).toBeUndefined();
  const [newest] = await expectList(prepared, ['INV-1', 'EARLIER']);
  expect(newest).toEqual(body.data);
};

const expectEvents =
  (types: string[]) =>
  async ({ business, collection }: Prepared, answer: Answer) => {
    const { body } = await business.get(collection);
    expect(body.data).toEqual(answer.body.data);
    expect(body.data.events.map(({ type }: { type: string }) => type)).toEqual(['collection.created', ...types]);
  };

const CASES: Record<string, Case> = {
  'a create for a new contact': {
    requests: 9,
    status: 201,
    ask: ({ business }) => business.create(aRequest('INV-1', 2)),
    check: async (prepared, answer) => {
      await expectCreated(prepared, answer);
      const again = await prepared.business.create(aRequest('INV-2', 2));
      expect(again.body.data.contact).toEqual(answer.body.data.contact);
    },
  },
  'a create for a known contact': {
    requests: 8,
    status: 201,
    ask: ({ business }) => business.create(aRequest('INV-1')),
    check: expectCreated,
  },
  'a create with an Idempotency-Key': {
    requests: 8,
    status: 201,
    ask: ({ business }) => business.create(aRequest('INV-1'), 'key-1'),
    check: expectCreated,
  },
  'a get': {
    requests: 2,
    status: 200,
    ask: ({ business, collection }) => business.get(collection),
    check: expectEvents([]),
  },
  'a list': {
    requests: 3,
    status: 200,
    ask: ({ business }) => business.list(),
    check: async (prepared, { body }) => expect(await expectList(prepared, ['EARLIER'])).toEqual(body.data),
  },
  'a completion': {
    requests: 3,
    status: 200,
    ask: ({ business, collection }) => business.setStatus(collection, 'completed'),
    check: expectEvents(['collection.completed', 'followup.stopped']),
  },
  'a mark as overdue': {
    requests: 3,
    status: 200,
    ask: ({ business, collection }) => business.setStatus(collection, 'overdue'),
    check: expectEvents(['collection.overdue']),
  },
  'a new provider': {
    requests: 3,
    status: 201,
    ask: ({ business }) => business.createProvider('stripe'),
    check: async ({ business }, { body }) => {
      const listed = (await business.listProviders()).body.data;
      expect(listed).toHaveLength(2);
      expect(listed).toContainEqual(body.data);
    },
  },
  'a change of a provider': {
    requests: 3,
    status: 200,
    ask: ({ business, provider }) => business.updateProvider(provider, { name: 'Renamed' }),
    check: async ({ business }, { body }) => expect((await business.listProviders()).body.data).toEqual([body.data]),
  },
};

const FAULT_NAMES = Object.keys(FAULTS) as Fault[];

/** Each request has one of the faults, in turn. */
const isNow = (fault: Fault, number: number): boolean => FAULT_NAMES[number % FAULT_NAMES.length] === fault;

describe.each(Object.entries(CASES))('%s', (name, { requests, status, ask, check }) => {
  const numbers = Array.from({ length: requests }, (_, index) => index + 1);
  const sweep = FAULT_NAMES.flatMap((fault) =>
    numbers.filter((number) => isNow(fault, number)).map((number) => ({ fault, number })),
  );

  it(`${name} makes exactly the requests to DynamoDB that these tests break`, async () => {
    const prepared = await prepare();
    const made = breakWire('which never arrives', () => false);
    expect((await ask(prepared)).status).toBe(status);
    expect(made.requests).toBe(requests);
  });

  it.each(sweep)(`${name} succeeds once when request $number is one $fault`, async ({ fault, number }) => {
    const prepared = await prepare();
    breakWire(fault, (request) => request === number);
    const answer = await ask(prepared);
    expect(answer.status).toBe(status);
    await check(prepared, answer);
  });

  it.each(FAULT_NAMES)(`${name} succeeds once when every other request is one %s`, async (fault) => {
    const prepared = await prepare();
    // No request is broken three times, however the repeats of parallel reads come in between: after three the SDK gives up.
    const made = breakWire(fault, (request) => request <= requests && request % 2 === 1);
    const answer = await ask(prepared);
    expect(made.requests).toBeGreaterThan(requests);
    expect(answer.status).toBe(status);
    await check(prepared, answer);
  });
});
