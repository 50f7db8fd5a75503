/** Concurrent creates through the real handler and a real DynamoDB. */
import { describe, expect, it, vi } from 'vitest';
import { allowQueues } from '#test/store/allow-queues.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { sized } from '#test/support/repetitions.ts';
import { aRequest, everyCollection, openBusiness, tally } from './business.ts';

useTable();
allowQueues();
vi.setConfig({ testTimeout: 120_000 });

const CROWD = sized(60, 200);
/** More than one page of the largest limit, in several segments of the list. */
const MANY = sized(130, 300);

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe('many creates of one reference at once', () => {
  it(`of ${CROWD} concurrent creates with one reference, one answers 201 and the others 409 with its id`, async () => {
    const business = await openBusiness();
    const answers = await Promise.all(times(CROWD, (n) => business.create(aRequest('INV-1', n % 5))));
    expect(tally(answers)).toEqual({ 201: 1, 409: CROWD - 1 });
    const created = answers.find(({ status }) => status === 201)?.body.data;
    for (const { status, body } of answers) {
      if (status === 201) continue;
      expect(body).toMatchObject({ code: 'duplicate_reference', existing: { id: created.id } });
      expect(body.message).toContain(created.id);
    }
    const { body } = await business.list();
    expect(body.meta).toEqual({ count: 1, next: null, prev: null });
    expect(body.data).toEqual([created]);
  });
});

describe('many creates of one new customer at once', () => {
  it(`${CROWD} concurrent creates of one new customer with different references answer 201, with one contact`, async () => {
    const business = await openBusiness();
    const answers = await Promise.all(times(CROWD, (n) => business.create(aRequest(`INV-${n}`, 1))));
    expect(tally(answers)).toEqual({ 201: CROWD });
    expect(new Set(answers.map(({ body }) => body.data.contact.id)).size).toBe(1);
    expect((await business.list()).body.meta.count).toBe(CROWD);
  });

  it(`of ${CROWD} concurrent creates of one new customer with one reference, one answers 201 and the others 409`, async () => {
    const business = await openBusiness();
    const answers = await Promise.all(times(CROWD, () => business.create(aRequest('INV-1', 1))));
    expect(tally(answers)).toEqual({ 201: 1, 409: CROWD - 1 });
  });
});

describe('many creates over 20 people at once', () => {
  it(`${MANY} concurrent creates for 20 people make 20 contacts, and pages that are exact at every limit`, async () => {
    const business = await openBusiness();
    const answers = await Promise.all(times(MANY, (n) => business.create(aRequest(`INV-${n}`, n % 20))));
    expect(tally(answers)).toEqual({ 201: MANY });
    const people = new Map<string, Set<string>>();
    for (const { body } of answers) {
      const { phone, id } = body.data.contact;
      people.set(phone, (people.get(phone) ?? new Set()).add(id));
    }
    expect(people.size).toBe(20);
    expect([...people.values()].every((ids) => ids.size === 1)).toBe(true);

    const created = new Set(answers.map(({ body }) => body.data.id));
    for (const limit of [7, 50, 100]) {
      const listed = (await everyCollection(business, limit)).map(({ id }) => id);
      expect(listed).toHaveLength(MANY);
      expect(new Set(listed)).toEqual(created);
    }
    const last = Math.ceil(MANY / 100);
    expect((await business.list(last, 100)).body.meta).toEqual({ count: MANY, next: null, prev: last - 1 });
    const after = { data: [], meta: { count: MANY, next: null, prev: last } };
    expect((await business.list(last + 1, 100)).body).toMatchObject(after);
  });

  it('concurrent creates that share phones and emails crosswise find the same contacts when they are repeated', async () => {
    const business = await openBusiness();
    const crossed = (n: number) => {
      const request = aRequest(`INV-${n}`, n % 6);
      return { ...request, contact: { ...request.contact, email: `shared.${n % 4}@example.com` } };
    };
    expect(tally(await Promise.all(times(60, (n) => business.create(crossed(n)))))).toEqual({ 201: 60 });
    const again = await Promise.all(times(60, (n) => business.create({ ...crossed(n), reference: `AGAIN-${n}` })));
    const found = new Map(again.map(({ body }, n) => [`${n % 6}/${n % 4}`, body.data.contact.id]));
    const once = await Promise.all(times(12, (n) => business.create({ ...crossed(n), reference: `ONCE-${n}` })));
    for (const [n, { body }] of once.entries()) expect(found.get(`${n % 6}/${n % 4}`)).toBe(body.data.contact.id);
  });
});

describe('50 requests with one Idempotency-Key at once', () => {
  it('50 concurrent creates with one key and one body are one create and 49 replays', async () => {
    const business = await openBusiness();
    const answers = await Promise.all(times(50, () => business.create(aRequest('INV-1'), 'key-1')));
    expect(tally(answers)).toEqual({ 201: 50 });
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(49);
    expect((await business.list()).body.meta.count).toBe(1);
  });

  it('50 concurrent creates with one key and two bodies are one create, its 24 replays, and 25 conflicts', async () => {
    const business = await openBusiness();
    const bodies = [aRequest('INV-1', 1), aRequest('INV-1', 2)];
    const answers = await Promise.all(times(50, (n) => business.create(bodies[n % 2] as object, 'key-1')));
    expect(tally(answers)).toEqual({ 201: 25, 409: 25 });
    const conflicts = answers.filter(({ status }) => status === 409);
    expect(conflicts.every(({ body }) => body.code === 'idempotency_conflict')).toBe(true);
    expect((await business.list()).body.meta.count).toBe(1);
  });
});

describe('two businesses', () => {
  it('concurrent creates of two businesses with the same references and people never mix', async () => {
    const businesses = [await openBusiness(), await openBusiness()];
    const work = businesses.flatMap((b) => times(60, (n) => b.create(aRequest(`INV-${n}`, n % 3))));
    expect(tally(await Promise.all(work))).toEqual({ 201: 120 });
    const [mine, yours] = await Promise.all(businesses.map((business) => everyCollection(business)));
    expect([mine?.length, yours?.length]).toEqual([60, 60]);
    const shared = mine?.filter(({ id }) => yours?.some((other) => other.id === id));
    expect(shared).toEqual([]);
  });
});
