/** A retention period: ended collections are found and erased when it is over, and not before. */
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { listCollections as makeListCollections } from '#functions/api/list-collections.ts';
import { recordPayment as makeRecordPayment } from '#functions/api/record-payment.ts';
import { updateCollection as makeUpdateCollection } from '#functions/api/update-collection.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { followUp as makeFollowUp } from '#functions/scheduled/follow-up.ts';
import { sweep } from '#functions/scheduled/sweep.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import type { Run } from '#lib/schedule/queues.ts';
import { getCollection as readCollection } from '#lib/store/collection/collections.ts';
import { findDueErasures, findOverdueRuns } from '#lib/store/collection/runs.ts';
import { readCustomer } from '#lib/store/customer/customers.ts';
import { findWords } from '#lib/store/customer/words.ts';
import { findContactIdBy } from '#lib/store/person/contacts.ts';
import { getPerson } from '#lib/store/person/people.ts';
import { runOf } from '#lib/store/stream.ts';
import { table } from '#lib/store/table/live-table.ts';
import { interceptSend } from '#test/store/intercept-send.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aCreatedCollection, aNewPerson } from './created.ts';
import { customerKept } from './replies.ts';

const getCollection = makeGetCollection(service);
const listCollections = makeListCollections(service);
const recordPayment = makeRecordPayment(service);
const updateCollection = makeUpdateCollection(service);
const updateStatus = updateCollectionStatus(service);
const followUp = makeFollowUp(service);

useTable();
const logs = captureLogs();
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const DAY = 24 * 60;

function keepFor(days: number): void {
  process.env['RETENTION_DAYS'] = String(days);
  onTestFinished(() => {
    delete process.env['RETENTION_DAYS'];
  });
}

const mine = () => ({ key: tenants.mine.key });
const get = async (id: string) => dataOf(await invoke(getCollection, { ...mine(), id }), CollectionResponse);
const firstNameOf = async (id: string) => (await get(id)).contact.firstName;
const end = (id: string, status: string) => invoke(updateStatus, { method: 'PATCH', ...mine(), id, body: { status } });
const aCollection = (given: object = {}) => aCreatedCollection(tenants.mine, given);
const refOf = (id: string) => parseCollectionId(id) ?? { account: '', hash: '' };

/** What one sweep queues is run at once. */
async function sweepAndRun(): Promise<Run[]> {
  const queued: Run[] = [];
  const queueRuns = async (runs: readonly Run[]) => {
    queued.push(...runs.filter(({ erases }) => erases));
    return 0;
  };
  await sweep({ ...service, waitingRuns: async () => 0, queueRuns })();
  const Records = queued.map((run, index) => ({ messageId: String(index), body: JSON.stringify(run) }));
  expect(await followUp({ Records: Records as never })).toEqual({ batchItemFailures: [] });
  return queued;
}

describe('a retention period', () => {
  it.each(['completed', 'cancelled', 'expired'])(
    'a collection that is %s is erased when its period is over, with its contact, and not a minute before',
    async (status) => {
      keepFor(30);
      const person = aNewPerson() as { phone: string; firstName: string };
      const { id, contact } = await aCollection({ contact: person, metadata: { description: 'a hoodie' } });
      await customerKept(id);
      await end(id, status);
      clock.advance(30 * DAY - 1);
      expect(await sweepAndRun()).toEqual([]);
      expect(await firstNameOf(id)).toBe(person.firstName);
      clock.advance(2);
      expect(await sweepAndRun()).toEqual([{ collection: id, erases: true }]);
      expect(await get(id)).toMatchObject({ status, contact: { firstName: 'Erased' } });
      expect(await findContactIdBy(table, tenants.mine.account.id, { phone: person.phone })).toBeUndefined();
      const none = { customer: undefined, sums: [], debts: [] };
      expect(await readCustomer(table, tenants.mine.account.id, contact.id)).toEqual(none);
      const named = { start: person.firstName.toLowerCase(), limit: 100, isSpread: false };
      const found = await findWords(table, tenants.mine.account.id, 'CUSTOMER', named);
      expect(found.map(({ contact: each }) => each)).not.toContain(contact.id);
      expect(await sweepAndRun()).toEqual([]);
    },
  );

  it('a collection that expires by itself is erased after its last run', async () => {
    keepFor(10);
    const { id } = await aCollection({ expiresIn: 60, followUp: { enabled: false } });
    clock.advance(61);
    await runCollection({ collection: id });
    expect((await get(id)).status).toBe('expired');
    clock.advance(10 * DAY);
    expect(await sweepAndRun()).toHaveLength(1);
    expect(await firstNameOf(id)).toBe('Erased');
  });

  it('a contact with a younger or an open collection stays, and goes with the last one', async () => {
    keepFor(30);
    const person = aNewPerson() as { phone: string };
    const [first, second, open] = [
      await aCollection({ contact: person }),
      await aCollection({ contact: person }),
      await aCollection({ contact: person, expiresIn: 100 * DAY }),
    ];
    const contact = () => findContactIdBy(table, tenants.mine.account.id, { phone: person.phone });
    await end(first.id, 'completed');
    clock.advance(10 * DAY);
    await end(second.id, 'cancelled');
    clock.advance(20 * DAY + 1);
    await sweepAndRun();
    expect([await firstNameOf(first.id), await firstNameOf(second.id)]).toEqual(['Erased', second.contact.firstName]);
    clock.advance(10 * DAY);
    await sweepAndRun();
    expect([await firstNameOf(second.id), await contact()]).toEqual(['Erased', open.contact.id]);
    const found = await invoke(listCollections, { ...mine(), query: { contact: person.phone } });
    expect(dataOf(found, z.array(CollectionResponse)).map(({ id }) => id)).toEqual([open.id]);
    await end(open.id, 'completed');
    clock.advance(30 * DAY + 1);
    await sweepAndRun();
    expect(await contact()).toBeUndefined();
  });

  it('money that comes late begins the period anew', async () => {
    keepFor(30);
    const { id } = await aCollection();
    await end(id, 'expired');
    clock.advance(29 * DAY);
    const body = { amount: { value: 45_000, currency: 'NGN' }, method: 'cash', transaction: `late-${id}` };
    await invoke(recordPayment, { method: 'POST', ...mine(), id, body });
    clock.advance(2 * DAY);
    expect(await sweepAndRun()).toEqual([]);
    clock.advance(29 * DAY);
    await sweepAndRun();
    expect(await get(id)).toMatchObject({ status: 'completed', contact: { firstName: 'Erased' } });
  });

  it('money that comes while a collection is erased leaves its terms until the new period is over', async () => {
    keepFor(30);
    const { id, contact } = await aCollection();
    await end(id, 'expired');
    clock.advance(31 * DAY);
    const left = [{ amount: { value: 45_000, currency: 'NGN' }, method: 'cash', transaction: `meanwhile-${id}` }];
    interceptSend(async (command, send) => {
      const isErasing = JSON.stringify(command.input).includes('erasedAt');
      const body = isErasing ? left.pop() : undefined;
      if (body !== undefined) await invoke(recordPayment, { method: 'POST', ...mine(), id, body });
      return send();
    });
    await sweepAndRun();
    expect(await get(id)).toMatchObject({ status: 'completed', contact: { firstName: contact.firstName } });
    clock.advance(31 * DAY);
    await sweepAndRun();
    expect(await firstNameOf(id)).toBe('Erased');
  });

  it('an erasure that fails at a row leaves what leads to that row, and the next one finishes it', async () => {
    keepFor(30);
    const { id, contact } = await aCollection();
    const given = {
      amount: { value: 45_000, currency: 'NGN' },
      method: 'cash',
      note: 'For Ada',
      transaction: `row-${id}`,
    };
    await invoke(recordPayment, { method: 'POST', ...mine(), id, body: given });
    clock.advance(31 * DAY);
    const failures = [new Error('no answer')];
    interceptSend(async (command, send) => {
      const failure =
        command.constructor.name === 'UpdateCommand' && JSON.stringify(command.input).includes('"PAYMENT#');
      const error = failure ? failures.pop() : undefined;
      if (error !== undefined) throw error;
      return send();
    });
    await sweepAndRun().catch(() => {});
    expect([failures.length, await firstNameOf(id)]).toEqual([0, contact.firstName]);
    await sweepAndRun();
    expect(await firstNameOf(id)).toBe('Erased');
  });

  it('the remark on a write-off goes, and its reason stays', async () => {
    keepFor(30);
    const { id } = await aCollection();
    const body = { status: 'cancelled', reason: 'goodwill', note: 'a friend of Ada' };
    await invoke(updateStatus, { method: 'PATCH', ...mine(), id, body });
    clock.advance(31 * DAY);
    await sweepAndRun();
    const stored = await readCollection(table, refOf(id));
    expect(stored?.events.find(({ type }) => type === 'collection.cancelled')?.data).toEqual({ reason: 'goodwill' });
  });

  it('a period that became longer postpones, and one that is not set any more erases nothing', async () => {
    keepFor(30);
    const { id, contact } = await aCollection();
    await end(id, 'completed');
    clock.advance(31 * DAY);
    process.env['RETENTION_DAYS'] = '60';
    expect(await sweepAndRun()).toHaveLength(1);
    expect(await sweepAndRun()).toEqual([]);
    delete process.env['RETENTION_DAYS'];
    clock.advance(40 * DAY);
    expect(await sweepAndRun()).toEqual([]);
    await followUp({ Records: [{ messageId: 'm', body: JSON.stringify({ collection: id, erases: true }) }] as never });
    expect(await firstNameOf(id)).toBe(contact.firstName);
    process.env['RETENTION_DAYS'] = '60';
    await sweepAndRun();
    expect(await firstNameOf(id)).toBe('Erased');
  });

  it('the wait for an erasure is no run: the sweeper does not count it as missed, no schedule is made, and the plan shows none', async () => {
    keepFor(1);
    const { id } = await aCollection();
    await end(id, 'completed');
    expect((await readCollection(table, refOf(id)))?.nextRunAt).toBeUndefined();
    clock.advance(2 * DAY);
    expect((await findOverdueRuns(table, clock.now)).ids).not.toContain(id);
    const image = {
      pk: { S: `ACCOUNT#a#COLLECTION#${'0'.repeat(25)}` },
      sk: { S: 'COLLECTION' },
      due: { S: 'DUEERASURE#1' },
      nextRunAt: { S: '2026-03-03T09:00:00.000Z' },
      runNumber: { N: '3' },
    };
    expect(runOf({ NewImage: image, OldImage: { ...image, runNumber: { N: '2' } } })).toBeUndefined();
  });

  it('without a period a collection that has ended waits for nothing', async () => {
    const { id } = await aCollection();
    await end(id, 'completed');
    clock.advance(4000 * DAY);
    expect((await findDueErasures(table, clock.now, 100)).ids).not.toContain(id);
  });

  it('what is remembered of the person goes with the last collection, and the logs name nobody', async () => {
    keepFor(30);
    const person = aNewPerson() as { phone: string };
    const { id } = await aCollection({ contact: person, followUp: { channels: ['sms'], startAfter: 0 } });
    await runCollection({ collection: id });
    const ref = { account: tenants.mine.account.id, matchKey: person.phone };
    expect((await getPerson(table, ref)).version).toBe(1);
    await end(id, 'cancelled');
    clock.advance(30 * DAY + 1);
    await sweepAndRun();
    expect((await getPerson(table, ref)).version).toBe(0);
    expect(logs.events()).toContain('retention_erased');
    expect(logs.lines.join('\n')).not.toContain(person.phone);
  });

  describe('several people under one phone that cannot be reached', () => {
    const one = { ...aNewPerson(), phone: '12345' } as { phone: string; email: string };
    const other = { ...one, email: `other-${one.email}` };
    const personBy = (email: string) => getPerson(table, { account: tenants.mine.account.id, matchKey: email });
    const remindedOnce = async (contact: object) => {
      const { id } = await aCollection({ contact, followUp: { channels: ['email'], startAfter: 0 } });
      await runCollection({ collection: id });
      return id;
    };

    it('each is forgotten with his or her own last collection, and not with that of the others', async () => {
      keepFor(30);
      const [first, second] = [await remindedOnce(one), await remindedOnce(other)];
      expect([(await personBy(one.email)).version, (await personBy(other.email)).version]).toEqual([1, 1]);
      await end(first, 'cancelled');
      clock.advance(DAY);
      await end(second, 'cancelled');
      clock.advance(29 * DAY + 1);
      await sweepAndRun();
      expect([(await personBy(one.email)).version, (await personBy(other.email)).version]).toEqual([0, 1]);
      clock.advance(DAY);
      await sweepAndRun();
      expect((await personBy(other.email)).version).toBe(0);
    });
  });

  it('collections of one contact that ended together leave no contact behind', async () => {
    keepFor(30);
    const person = aNewPerson() as { phone: string; email: string };
    const made = [await aCollection({ contact: person }), await aCollection({ contact: person })];
    for (const { id } of made) await end(id, 'completed');
    clock.advance(30 * DAY + 1);
    const Records = made.map(({ id }) => ({ messageId: id, body: JSON.stringify({ collection: id, erases: true }) }));
    await Promise.all(Records.map((record) => followUp({ Records: [record] as never })));
    const account = tenants.mine.account.id;
    expect(await findContactIdBy(table, account, { phone: person.phone })).toBeUndefined();
    expect(await findContactIdBy(table, account, { email: person.email })).toBeUndefined();
  });

  it('what is remembered of a person stays while another contact with the same email counts its messages', async () => {
    keepFor(30);
    const [phoneless, elsewhere] = [aNewPerson(), aNewPerson()] as { email: string }[];
    const person = { ...phoneless, phone: '11111' };
    const { id: leaving } = await aCollection({ contact: person });
    await aCollection({ contact: { ...elsewhere, phone: '22222' } });
    const same = { ...person, phone: '22222' };
    const { id: staying } = await aCollection({
      contact: same,
      expiresIn: 100 * DAY,
      followUp: { channels: ['email'], startAfter: 0 },
    });
    expect((await get(staying)).contact.id).not.toBe((await get(leaving)).contact.id);
    await runCollection({ collection: staying });
    await end(leaving, 'cancelled');
    clock.advance(30 * DAY + 1);
    await sweepAndRun();
    expect(await firstNameOf(leaving)).toBe('Erased');
    const remembered = await getPerson(table, { account: tenants.mine.account.id, matchKey: person.email ?? '' });
    expect(remembered.version).toBeGreaterThan(0);
  });

  it.each(['', '123456'])(
    'the contact and the person before a correction are forgotten, too (phone %s)',
    async (phone) => {
      keepFor(30);
      const [right, other] = [aNewPerson(), aNewPerson()] as { phone: string; email: string }[];
      const wrong = { ...other, ...(phone !== '' && { phone }) } as { phone: string; email: string };
      const { id } = await aCollection({ contact: wrong, followUp: { channels: ['sms'], startAfter: 0 } });
      await runCollection({ collection: id });
      const corrected = await invoke(updateCollection, { method: 'PATCH', ...mine(), id, body: { contact: right } });
      expect(corrected.status).toBe(200);
      await end(id, 'cancelled');
      clock.advance(30 * DAY + 1);
      await sweepAndRun();
      const account = tenants.mine.account.id;
      expect((await getPerson(table, { account, matchKey: wrong?.phone ?? '' })).version).toBe(0);
      for (const { phone, email } of [wrong, right] as { phone: string; email: string }[]) {
        expect(await findContactIdBy(table, account, { phone })).toBeUndefined();
        expect(await findContactIdBy(table, account, { email })).toBeUndefined();
      }
    },
  );

  it('an erasure that died between the two items of a contact is finished by the next', async () => {
    keepFor(30);
    const person = aNewPerson() as { phone: string; email: string };
    await end((await aCollection({ contact: person })).id, 'cancelled');
    clock.advance(DAY);
    // Found by the email: only the contact knows the other phone.
    const { id } = await aCollection({ contact: { ...aNewPerson(), email: person.email } });
    await end(id, 'cancelled');
    clock.advance(29 * DAY + 1);
    await sweepAndRun();
    clock.advance(DAY);
    let failed = false;
    interceptSend((command, send) => {
      const isPhone = command.constructor.name === 'DeleteCommand' && command.input.Key.pk.endsWith(person.phone);
      if (!isPhone || failed) return send();
      failed = true;
      return Promise.reject(new Error('died'));
    });
    await expect(sweepAndRun()).rejects.toThrow();
    await sweepAndRun();
    expect(failed).toBe(true);
    const account = tenants.mine.account.id;
    expect(await findContactIdBy(table, account, { phone: person.phone })).toBeUndefined();
    expect(await findContactIdBy(table, account, { email: person.email })).toBeUndefined();
  });
});
