/** What every client must be able to do with the service: the same steps for each, through its own functions. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert';

/** A collection as the client shows it, with instants as text or as dates. */
export type Shown = {
  id: string;
  status: string;
  metadata?: unknown;
  amount: { value: number };
  completedAt?: unknown;
  payable: { options: { method: string; link?: string }[] };
};

export type Refused = {
  status: number;
  body: { code: string; errors?: { path: string }[]; existing?: { id: string } };
};

export type Client = {
  /** Takes the body as the API's description says; throws what `refusalOf` reads. */
  create(body: Record<string, unknown>): Promise<Shown>;
  get(id: string): Promise<Shown>;
  list(page: number): Promise<{ ids: string[]; count: number | null; next?: number | null }>;
  refusalOf(error: unknown): Promise<Refused>;
};

/** One item, a list, and values of every type at every level. */
const METADATA: unknown[] = [
  { description: 'Two pairs of shoes' },
  { description: 'Shoes', colour: 'red', sizes: [41, 42.5], gift: false, note: null },
  { description: 'Shoes', parts: { left: { laces: ['a', { b: [[]] }] }, right: {} } },
  [
    { description: 'Shoes', quantity: 2 },
    { description: 'Socks', tags: ['wool', { warm: true }] },
  ],
  undefined,
];

/** The first two are not what a number of 32 bits can hold. */
const AMOUNTS = [20_000_001.5, 147_480.18, 19.99];

/** @throws what is not right */
export async function roundTrip(name: string, client: Client): Promise<void> {
  const made: string[] = [];
  for (const [at, metadata] of METADATA.entries()) {
    const value = AMOUNTS[at % AMOUNTS.length] ?? 0;
    const created = await client.create(order(`${name}-${at}`, metadata, value));
    strictEqual(created.status, 'pending');
    ok(created.completedAt === null || created.completedAt === undefined, 'completedAt is null');
    const read = await client.get(created.id);
    deepStrictEqual(plain(read.metadata ?? null), metadata ?? null);
    strictEqual(read.amount.value, value);
    deepStrictEqual(
      read.payable.options.map(({ method }) => method),
      ['payment_link'],
    );
    ok(read.payable.options[0]?.link?.startsWith('http'), 'the payment link has its link');
    made.push(created.id);
  }
  const duplicate = await refusal(client, () => client.create(order(`${name}-0`, METADATA[0])));
  deepStrictEqual([duplicate.status, duplicate.body.code], [409, 'duplicate_reference']);
  strictEqual(duplicate.body.existing?.id, made[0]);
  const nameless = { ...order(`${name}-x`, METADATA[0]), contact: { ...CONTACT, firstName: ' ' } };
  const invalid = await refusal(client, () => client.create(nameless));
  deepStrictEqual([invalid.status, invalid.body.code], [400, 'validation_failed']);
  strictEqual(invalid.body.errors?.[0]?.path, 'contact.firstName');
  const missing = await refusal(client, () => client.get('pay_unknown'));
  deepStrictEqual([missing.status, missing.body.code], [404, 'collection_not_found']);
  await expectListed(client, made);
}

const CONTACT = { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' };

const order = (reference: string, metadata: unknown, value = 19.99) => ({
  reference,
  ...(metadata !== undefined && { metadata }),
  amount: { value, currency: 'USD' },
  contact: CONTACT,
  payable: { enabled: true, methods: ['payment_link'] },
});

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

async function refusal(client: Client, call: () => Promise<unknown>): Promise<Refused> {
  let given: unknown;
  try {
    given = await call();
  } catch (error) {
    return await client.refusalOf(error);
  }
  throw new Error(`not refused: ${JSON.stringify(given)}`);
}

async function expectListed(client: Client, made: readonly string[]): Promise<void> {
  const ids: string[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const shown: Awaited<ReturnType<Client['list']>> = await client.list(page);
    ids.push(...shown.ids);
    page = shown.next ?? null;
    if (page === null) strictEqual(ids.length, shown.count);
  }
  for (const id of made) strictEqual(ids.filter((each) => each === id).length, 1);
}

/** Where the service is, and a key for it. */
export const SERVICE = { baseUrl: process.env['BASE_URL'] ?? '', apiKey: process.env['API_KEY'] ?? '' };

export function main(name: string, client: Client): Promise<void> {
  return roundTrip(name, client).then(
    () => console.log(`${name}: the round trip is right`),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
