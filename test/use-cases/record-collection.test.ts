/** What a create records: one collection for each reference, and nothing that its account cannot do. */

import { describe, expect, it } from 'vitest';
import { type CollectionRequest, collectionRefOf } from '#lib/domain/build-collection.ts';
import { type CreationRecord, idempotencyOf } from '#lib/domain/creation-record.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { NEW_PERSON } from '#lib/domain/person/person.ts';
import {
  type FindPorts,
  findForCreate,
  type RecordPorts,
  recordOnce,
  refuseImpossible,
} from '#lib/use-cases/create-collection.ts';
import { aCollection, anAccount, CREATED_AT } from '#test/support/a-collection.ts';

const account = anAccount();
const collection = aCollection();
const mine: CreationRecord = { nonce: 'mine', startSegment: 7, idempotency: idempotencyOf('key', { a: 1 }) };
const earlier = (given: Partial<CreationRecord> = {}): CreationRecord => ({
  nonce: 'theirs',
  startSegment: 4,
  idempotency: idempotencyOf('key', { a: 1 }),
  ...given,
});

describe('recordOnce', () => {
  const theirs = aCollection({ amount: { minor: 1, currency: 'NGN' } });

  async function record(taken?: CreationRecord) {
    const listed: object[] = [];
    const ports: RecordPorts = {
      createCollection: async () => taken && { collection: theirs, creation: taken },
      getRecorded: async () => undefined,
      appendToList: async (listing) => {
        listed.push(listing);
        return 'appended';
      },
    };
    const recorded = await recordOnce(ports, collection, mine).catch((error: unknown) => error);
    return { recorded, listed };
  }

  it('a create whose reference is free is recorded and listed from its own segment on', async () => {
    const { recorded, listed } = await record();
    expect(recorded).toEqual({ collection, replayed: false });
    expect(listed).toEqual([{ ...collection.ref, startSegment: 7 }]);
  });

  it('a create that meets its own write, sent twice, is no replay', async () => {
    const { recorded } = await record(earlier({ nonce: 'mine' }));
    expect(recorded).toEqual({ collection, replayed: false });
  });

  it('a replay answers the collection of the first create, and lists it again from the segment of that create', async () => {
    const { recorded, listed } = await record(earlier());
    expect(recorded).toEqual({ collection: theirs, replayed: true });
    expect(listed).toEqual([{ ...collection.ref, startSegment: 4 }]);
  });

  it('a create with the idempotency key of another request is refused', async () => {
    const { recorded } = await record(earlier({ idempotency: idempotencyOf('key', { a: 2 }) }));
    expect(recorded).toMatchObject({ code: 'idempotency_conflict' });
  });

  it('a create without the idempotency key of the first one is refused with the id of the collection that is there', async () => {
    const { recorded } = await record(earlier({ idempotency: idempotencyOf('another key', { a: 1 }) }));
    expect(recorded).toMatchObject({ code: 'duplicate_reference', details: { existing: { id: collection.id } } });
  });
});

describe('refuseImpossible', () => {
  const possible: CollectionRequest = {
    reference: 'INV-1',
    amount: { minor: 4_500_000, currency: 'NGN' },
    expiresIn: 1440,
    payable: { enabled: false, methods: [] },
  };
  const impossible = { ...possible, provider: 'gone' };

  async function refuse(request: CollectionRequest, creation: CreationRecord, there?: CreationRecord) {
    const read: CollectionRef[] = [];
    const getRecorded = async (ref: CollectionRef) => {
      read.push(ref);
      return there && { collection, creation: there };
    };
    const refusal = await refuseImpossible({ getRecorded }, request, { account, creation, now: CREATED_AT }).catch(
      (error: unknown) => error,
    );
    return { refusal, read };
  }
  const refused = {
    code: 'validation_failed',
    details: { errors: [{ path: 'provider', message: 'is not a provider of this account' }] },
  };

  it('a create that its account can do is not refused, and costs no read', async () => {
    expect(await refuse(possible, mine)).toEqual({ refusal: undefined, read: [] });
  });

  it('a create that its account cannot do is refused with what is wrong; without an idempotency key it costs no read', async () => {
    const { refusal, read } = await refuse(impossible, { nonce: 'mine', startSegment: 7 }, earlier());
    expect(refusal).toMatchObject(refused);
    expect(read).toEqual([]);
  });

  it('a create that its account cannot do is refused where its reference is free', async () => {
    const { refusal, read } = await refuse(impossible, mine);
    expect(refusal).toMatchObject(refused);
    expect(read).toEqual([collectionRefOf(account, 'INV-1')]);
  });

  it('a replay of a create that was possible at the time is not refused', async () => {
    expect((await refuse(impossible, mine, earlier())).refusal).toBeUndefined();
  });

  it('a create that its account cannot do is refused where the collection of its reference comes from another request', async () => {
    const other = earlier({ idempotency: idempotencyOf('key', { a: 2 }) });
    expect((await refuse(impossible, mine, other)).refusal).toMatchObject(refused);
  });
});

describe('findForCreate', () => {
  const given = { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' };

  it('a number with a country code is looked for before the account has been read', async () => {
    const reading = Promise.withResolvers<typeof account>();
    const order: string[] = [];
    const ports: FindPorts = {
      getAccount: () => reading.promise,
      rememberedCountry: () => undefined,
      newestSegment: async () => 3,
      getPersonAndAnnouncement: async () => ({ person: NEW_PERSON, isAnnounced: false }),
      findContactId: async () => {
        order.push('contact looked for');
        return undefined;
      },
    };
    const found = findForCreate(ports, account.id, { contact: given, reference: 'INV-1' });
    await new Promise((resolve) => setImmediate(resolve));
    order.push('account read');
    reading.resolve(account);
    await found;
    expect(order).toEqual(['contact looked for', 'account read']);
  });

  it('an error says that the account of a create does not exist', async () => {
    const ports: FindPorts = {
      getAccount: async () => undefined,
      rememberedCountry: () => undefined,
      newestSegment: async () => 3,
      getPersonAndAnnouncement: async () => ({ person: NEW_PERSON, isAnnounced: false }),
      findContactId: async () => undefined,
    };
    await expect(findForCreate(ports, account.id, { contact: given, reference: 'INV-1' })).rejects.toThrow(
      'an account that does not exist',
    );
  });
});
