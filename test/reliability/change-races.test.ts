/** Concurrent changes of one collection, and of the providers of one account. */
import { describe, expect, it } from 'vitest';
import { allowQueues } from '#test/store/allow-queues.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aRequest, openBusiness, tally } from './business.ts';

useTable();
allowQueues();

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

async function withCollection() {
  const business = await openBusiness();
  const { body } = await business.create({ ...aRequest('INV-1'), followUp: { enabled: true } });
  const typesNow = async (): Promise<string[]> =>
    (await business.get(body.data.id)).body.data.events.map(({ type }: { type: string }) => type);
  return { business, id: body.data.id as string, typesNow };
}

describe('one collection', () => {
  it.each(['completed', 'cancelled', 'overdue', 'expired'])(
    'a collection that is set to %s 40 times at once changes once',
    async (status) => {
      const { business, id, typesNow } = await withCollection();
      const answers = await Promise.all(times(40, () => business.setStatus(id, status)));
      expect(tally(answers)).toEqual({ 200: 40 });
      expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
      expect((await typesNow()).filter((type) => type === `collection.${status}`)).toHaveLength(1);
    },
  );

  it('concurrent changes to four statuses leave one final status, and every answer agrees with it', async () => {
    const { business, id, typesNow } = await withCollection();
    const targets = times(60, (n) => ['overdue', 'completed', 'cancelled', 'expired'][n % 4] as string);
    const answers = await Promise.all(targets.map((status) => business.setStatus(id, status)));

    const final = (await business.get(id)).body.data;
    const types = await typesNow();
    expect(new Set(types).size).toBe(types.length);
    const ends = types.filter((type) => /completed|cancelled|expired/.test(type));
    // An expired collection may still be completed, and nothing else.
    const isPaidLate = final.status === 'completed' && ends.includes('collection.expired');
    expect(ends).toEqual([...(isPaidLate ? ['collection.expired'] : []), `collection.${final.status}`]);
    expect(types.filter((type) => type === 'followup.stopped')).toHaveLength(1);
    expect(final.completedAt === null).toBe(final.status !== 'completed');

    for (const [n, { status, body }] of answers.entries()) {
      if (status === 200) expect(body.data.status).toBe(targets[n]);
      else expect(body).toMatchObject({ status: 'error', code: 'invalid_transition' });
      const happened = types.includes(`collection.${targets[n]}`);
      // `overdue` ends with any other status, and an expiry with the completion.
      const isPassing = targets[n] === 'overdue' || (isPaidLate && targets[n] === 'expired');
      if (!isPassing) expect(status).toBe(happened ? 200 : 409);
    }
    expect(tally(answers)[500]).toBeUndefined();
  });
});

describe("one account's providers", () => {
  it('of 40 concurrent creates of a provider with one slug, one succeeds', async () => {
    const business = await openBusiness();
    const answers = await Promise.all(times(40, (n) => business.createProvider('paystack', `Name ${n}`)));
    expect(tally(answers)).toEqual({ 201: 1, 409: 39 });
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.every(({ body }) => body.code === 'provider_slug_taken')).toBe(true);
    const created = answers.find(({ status }) => status === 201)?.body.data;
    expect((await business.listProviders()).body.data).toEqual([created]);
  });

  it('of 70 concurrent creates of providers, exactly 50 succeed', async () => {
    const business = await openBusiness();
    const answers = await Promise.all(times(70, (n) => business.createProvider(`p-${n}`)));
    expect(tally(answers)).toEqual({ 201: 50, 409: 20 });
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.every(({ body }) => body.code === 'provider_limit')).toBe(true);
    const created = answers.flatMap(({ status, body }) => (status === 201 ? [body.data.id] : []));
    const listed = (await business.listProviders()).body.data.map(({ id }: { id: string }) => id);
    expect(listed.toSorted()).toEqual(created.toSorted());
  });

  it('concurrent changes of the name and the switch of a provider are all kept', async () => {
    const business = await openBusiness();
    const { id } = (await business.createProvider('paystack')).body.data;
    const changes = times(20, (n) => (n % 2 ? { name: 'Renamed' } : { enabled: false }));
    expect(tally(await Promise.all(changes.map((change) => business.updateProvider(id, change))))).toEqual({ 200: 20 });
    expect((await business.listProviders()).body.data).toMatchObject([{ id, name: 'Renamed', enabled: false }]);
  });
});
