/**
 * What an account can ask of its providers, and what the recorded collection contains.
 * How a second create with the same reference is judged.
 * The provider of a new collection, and the sessions that are reserved there with its record.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildCollection,
  type CollectionRequest,
  collectionRefOf,
  impossibilities,
  refuseImpossible,
} from '#lib/domain/build-collection.ts';
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import { followUpUnder } from '#lib/domain/choose-follow-up.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { type CreationRecord, hashJson, idempotencyOf, judgeRepeat } from '#lib/domain/creation-record.ts';
import { DomainError, type Fault } from '#lib/domain/errors.ts';
import { exactJson } from '#lib/domain/exact-json.ts';
import { deriveHash } from '#lib/domain/ids.ts';
import type { PaymentMethod } from '#lib/domain/payment/payment-methods.ts';
import { NEW_PERSON, type Person } from '#lib/domain/person/person.ts';
import { aContact, anAccount, anAccountWith, CREATED_AT, minutesLater } from '#test/support/a-collection.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const aRequest = (given: Partial<CollectionRequest> = {}): CollectionRequest => ({
  reference: 'PSK_txn_8a7f34',
  amount: { minor: 4_500_000, currency: 'NGN' },
  expiresIn: 1440,
  payable: { enabled: false, methods: [] },
  ...given,
});
const paidBy = (...methods: PaymentMethod[]) => ({ payable: { enabled: true, methods } });

function faultsOf(request: CollectionRequest, account = anAccount()): readonly Fault[] {
  try {
    refuseImpossible(request, account, CREATED_AT);
  } catch (error) {
    if (error instanceof DomainError) return error.details.errors ?? [];
    throw error;
  }
  return [];
}

describe('what an account cannot do', () => {
  it.each(['unknown', '', 'constructor'])(
    'a create that names a provider the account does not have is refused: %j',
    (provider) => {
      expect(faultsOf(aRequest({ provider }))).toEqual([
        { path: 'provider', message: 'is not a provider of this account' },
      ]);
    },
  );

  it('a create that names a disabled provider is refused', () => {
    const account = anAccountWith([{ slug: 'paystack', enabled: false }]);
    expect(faultsOf(aRequest({ provider: 'paystack' }), account)).toEqual([
      { path: 'provider', message: 'is disabled' },
    ]);
  });

  it('a create with a method that its provider cannot take in the currency is refused', () => {
    const account = anAccountWith([{ slug: 'paystack' }]);
    const request = aRequest({ provider: 'paystack', ...paidBy('payment_link', 'card', 'mobile_money') });
    expect(faultsOf(request, account)).toEqual([
      { path: 'payable.methods', message: 'mobile_money cannot be offered by provider paystack in NGN' },
    ]);
  });

  it('a create without a provider, or with a disabled default, can offer only a payment link', () => {
    const message = 'card cannot be offered by an account without a payment provider';
    const disabled = anAccountWith([{ slug: 'stripe', enabled: false }], { defaultProvider: 'stripe' });
    for (const account of [anAccount(), disabled]) {
      expect(faultsOf(aRequest(paidBy('payment_link', 'card')), account)).toEqual([
        { path: 'payable.methods', message },
      ]);
    }
  });
});

describe('what an account can do', () => {
  it('a create that offers only a payment link needs no provider', () => {
    expect(faultsOf(aRequest(paidBy('payment_link')))).toEqual([]);
  });

  it('a create may offer what its default provider takes', () => {
    const account = anAccountWith([{ slug: 'stripe' }], { defaultProvider: 'stripe' });
    expect(faultsOf(aRequest(paidBy('card')), account)).toEqual([]);
  });

  it('a create may name methods that no provider takes while payable is disabled', () => {
    expect(faultsOf(aRequest({ payable: { enabled: false, methods: ['card'] } }))).toEqual([]);
  });
});

const around = (contact = aContact(), account = anAccount(), availableChannels: readonly Channel[] = CHANNELS) => ({
  account,
  contact,
  phone: phoneOf(contact, account),
  availableChannels,
});

describe('what was paid before', () => {
  const account = anAccountWith([{ slug: 'paystack' }], { defaultProvider: 'paystack' });
  const built = (minor: number) => {
    const contact = aContact();
    const paidBefore = { amount: { minor, currency: 'NGN' }, at: CREATED_AT.toISOString() };
    const around = { account, contact, phone: phoneOf(contact, account), availableChannels: CHANNELS };
    return buildCollection(aRequest({ ...paidBy('bank_transfer'), paidBefore }), around, CREATED_AT);
  };

  it('a part leaves the rest to be paid', () => {
    expect(built(4_499_999)).toMatchObject({
      status: 'pending',
      received: 4_499_999,
      sessions: [{ method: 'bank_transfer' }],
    });
  });

  it('all of it completes the collection, and reserves nothing at a provider', () => {
    const made = built(4_500_000);
    expect(made).toMatchObject({ status: 'completed', received: 4_500_000, sessions: [], completedAt: made.createdAt });
    expect(made).not.toHaveProperty('nextRunAt');
  });

  it('may be this very instant, and not later', () => {
    const at = (ms: number) => new Date(CREATED_AT.getTime() + ms).toISOString();
    const faults = (ms: number) =>
      faultsOf(aRequest({ paidBefore: { amount: { minor: 1, currency: 'NGN' }, at: at(ms) } }));
    expect([faults(0), faults(1).map(({ path }) => path)]).toEqual([[], ['paidBefore.at']]);
  });
});

describe('a recorded collection', () => {
  const record = (given: Partial<CollectionRequest> = {}, contact = aContact(), account = anAccount()) =>
    buildCollection(aRequest(given), around(contact, account), CREATED_AT);

  it('a recorded collection has the ref that its reference gives', () => {
    expect(record().ref).toEqual(collectionRefOf(anAccount(), 'PSK_txn_8a7f34'));
    expect(record({ reference: 'psk_txn_8a7f34' }).ref).not.toEqual(record().ref);
  });

  it('a recorded collection keeps its metadata as the text that responses show', () => {
    const metadata = exactJson('{"description":"d","n":12345678901234567890}') as object;
    expect(record({ metadata }).metadata).toBe('{"description":"d","n":12345678901234567890}');
    expect(record()).not.toHaveProperty('metadata');
  });

  it('the reference names a transaction of the provider that the create names, or of the account’s default at that time', () => {
    const account = anAccountWith([{ slug: 'paystack' }, { slug: 'stripe' }, { slug: 'cash-desk' }]);
    const withDefault = { ...account, defaultProvider: 'stripe' };
    expect(record({ provider: 'paystack' }, aContact(), withDefault)).toMatchObject({ referenceProvider: 'paystack' });
    expect(record({}, aContact(), withDefault)).toMatchObject({ referenceProvider: 'stripe' });
    expect(record({}, aContact(), account)).not.toHaveProperty('referenceProvider');
  });

  it('the reference names no transaction that can be asked about if the provider is of no known kind', () => {
    const account = anAccountWith([{ slug: 'cash-desk' }]);
    expect(record({ provider: 'cash-desk' }, aContact(), account)).not.toHaveProperty('referenceProvider');
  });

  it('is spread from the very instant on of which its account is', () => {
    const spreadOf = (spreadFrom: string) => record({}, aContact(), { ...anAccount(), spreadFrom }).spread;
    expect(spreadOf(CREATED_AT.toISOString())).toBe(true);
    expect(spreadOf(new Date(CREATED_AT.getTime() + 1).toISOString())).toBeUndefined();
    expect(record({})).not.toHaveProperty('spread');
  });

  it('a recorded collection has received nothing', () => {
    expect(record()).toMatchObject({ entryCount: 0, received: 0 });
  });

  it('follow-ups are planned for the phone of the contact that was found, not for the phone in the request', () => {
    expect(record().followUp).toMatchObject({ channels: ['whatsapp', 'sms', 'email'] });
    expect(record({}, aContact({ phone: '+14155550123' })).followUp).toMatchObject({
      channels: ['email', 'sms', 'whatsapp'],
    });
    expect(record({}, aContact({ phone: '12345' })).followUp).toMatchObject({ channels: ['email'] });
  });

  it('a national number is read with the country of the account', () => {
    const followUp = record({}, aContact({ phone: '0803 123 4567' }), anAccount({ country: 'NG' })).followUp;
    expect(followUp).toMatchObject({ channels: ['whatsapp', 'sms', 'email'] });
  });

  const followUpOf = (past: Partial<Person>, contact = aContact()) =>
    buildCollection(aRequest(), { ...around(contact), person: { ...NEW_PERSON, ...past } }, CREATED_AT).followUp;

  it('the hours at which a person pays are those of the first zone of the phone', () => {
    const payments = ['10', '11', '12'].map((day) => ({
      at: `2026-02-${day}T15:30:00.000Z`,
      minutesToPay: 60,
      reminded: true,
    }));
    expect(followUpOf({ payments }, aContact({ phone: '+14155550123' }))).toMatchObject({
      startAfterMinutes: 240,
      learned: ['3 of the last 3 payments between 08:00 and 11:00: first reminder 180 minutes later'],
    });
  });

  it('messages left unread are a past, without any payment', () => {
    expect(followUpOf({ unread: { count: 3, at: minutesLater(-60).toISOString() } })).toMatchObject({
      channels: ['sms', 'email', 'whatsapp'],
      learned: ['the last 3 whatsapp messages were delivered and not read: sms first'],
    });
  });

  it('of a person who has neither paid nor left a message unread nothing is learned', () => {
    expect(followUpOf({})).toEqual(record().followUp);
  });

  it('a recorded collection stores no reasons, because they follow from what it stores', () => {
    expect(record().followUp).not.toHaveProperty('reasons');
  });

  it('the first run of a collection is its first follow-up, or its expiry if it has none', () => {
    expect(record()).toMatchObject({ nextRunAt: '2026-03-01T10:00:00.000Z', runNumber: 1, nextSlot: 1 });
    expect(record({ followUp: { enabled: false } }).nextRunAt).toBe(minutesLater(1440).toISOString());
  });

  it('a collection without a channel that can send has its first run at its expiry', () => {
    const noChannels = around(aContact(), anAccount(), []);
    expect(buildCollection(aRequest(), noChannels, CREATED_AT).nextRunAt).toBe(minutesLater(1440).toISOString());
  });
});

const BODY = { reference: 'a', amount: { value: 1, currency: 'NGN' } };
const creation = (nonce: string, key?: string, body: object = BODY): CreationRecord => ({
  nonce,
  startSegment: 3,
  ...(key !== undefined && { idempotency: idempotencyOf(key, body) }),
});

describe('a second create of a reference', () => {
  it.each([
    ['the same invocation, sent twice', creation('n1'), creation('n1'), 'same_invocation'],
    ['the same invocation, with a key', creation('n1', 'k'), creation('n1', 'k'), 'same_invocation'],
    ['neither with a key', creation('n2'), creation('n1'), 'duplicate'],
    ['only the first with a key', creation('n2'), creation('n1', 'k'), 'duplicate'],
    ['only the second with a key', creation('n2', 'k'), creation('n1'), 'duplicate'],
    ['another key', creation('n2', 'k2'), creation('n1', 'k1'), 'duplicate'],
    ['the same key and body', creation('n2', 'k'), creation('n1', 'k'), 'replay'],
    [
      'the same key, another body',
      creation('n2', 'k', { ...BODY, reference: 'b' }),
      creation('n1', 'k'),
      'key_conflict',
    ],
  ])('a second create is judged by its invocation, key and body: %s', (_case, mine, stored, verdict) => {
    expect(judgeRepeat(mine, stored)).toBe(verdict);
  });
});

describe('the hash of a body', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, child]) => [key, shuffled(child)]),
    );
  };

  it('the hash of a body does not depend on the order of keys, at any level', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
        expect(hashJson(shuffled(value))).toBe(hashJson(value));
      }),
    );
  });

  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: '1' }, { a: 1 }],
    [{ a: {} }, { a: [] }],
    [{ a: null }, {}],
  ])('the bodies %j and %j have different hashes', (one, other) => {
    expect(hashJson(one)).not.toBe(hashJson(other));
  });

  it('bodies have different hashes if their numbers differ in digits that a double loses', () => {
    expect(hashJson(exactJson('{"a":12345678901234567890}'))).not.toBe(
      hashJson(exactJson('{"a":12345678901234567891}')),
    );
  });
});

it('the hash of a body is that of its JSON with sorted keys, for hashes that are stored have to stay the same', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(hashJson({ c: [{ z: 1, y: null }], B: 'x', a: { b: 2, a: true } })).toBe(
    sha256('{"B":"x","a":{"a":true,"b":2},"c":[{"y":null,"z":1}]}'),
  );
  expect(hashJson(exactJson('{"n":12345678901234567890}'))).toBe(sha256('{"n":12345678901234567890}'));
});

const account = anAccountWith([{ slug: 'paystack' }, { slug: 'stripe' }], { defaultProvider: 'stripe' });
const contact = aContact();

function request(methods: readonly PaymentMethod[], given: Partial<CollectionRequest> = {}): CollectionRequest {
  const amount = { minor: 4_500_000, currency: 'NGN' };
  return { reference: 'INV-1', amount, expiresIn: 1440, payable: { enabled: true, methods }, ...given };
}

const build = (asked: CollectionRequest, by = account) =>
  buildCollection(
    asked,
    { account: by, contact, phone: phoneOf(contact, by), availableChannels: CHANNELS },
    CREATED_AT,
  );

it('a new collection has a session for each method that a provider opens at once, in their order, and none for its own page', () => {
  const { sessions } = build(
    request(['virtual_account', 'card', 'payment_link', 'bank_transfer'], { provider: 'paystack' }),
  );
  expect(sessions).toEqual([
    { method: 'virtual_account', provider: 'paystack' },
    { method: 'bank_transfer', provider: 'paystack' },
  ]);
});

it('a new collection that names no provider has its sessions at the default one', () => {
  expect(build(request(['bank_transfer'])).sessions).toEqual([{ method: 'bank_transfer', provider: 'stripe' }]);
});

it('a new collection has no session where paying is off, where only its own page is asked for, or without a provider', () => {
  expect(build(request([], { payable: { enabled: false, methods: ['card'] } })).sessions).toEqual([]);
  expect(build(request(['payment_link'])).sessions).toEqual([]);
  expect(build(request(['card']), anAccount()).sessions).toEqual([]);
});

it('a new collection keeps whose transaction its reference names: the named provider’s, or the default one’s', () => {
  expect(build(request([], { provider: 'paystack' })).referenceProvider).toBe('paystack');
  expect(build(request([])).referenceProvider).toBe('stripe');
  expect(build(request([]), anAccount())).not.toHaveProperty('referenceProvider');
});

it('a new collection keeps the provider that its create named, and none that it did not name', () => {
  expect(build(request(['card'], { provider: 'paystack' })).provider).toBe('paystack');
  expect(build(request(['card']))).not.toHaveProperty('provider');
});

it('all methods that cannot be offered are named', () => {
  expect(impossibilities(request(['card', 'payment_link', 'mobile_money']), anAccount(), CREATED_AT)).toEqual([
    {
      path: 'payable.methods',
      message: 'card, mobile_money cannot be offered by an account without a payment provider',
    },
  ]);
});

it('methods are not looked at where paying is off, even with a provider', () => {
  const off = request([], { payable: { enabled: false, methods: ['mobile_money'] }, provider: 'paystack' });
  expect(impossibilities(off, account, CREATED_AT)).toEqual([]);
});

it('the id of a collection is derived from its reference under the salt of its account', () => {
  expect(collectionRefOf(account, 'INV-1')).toEqual({
    account: account.id,
    hash: deriveHash(account.salt, 'collection', 'INV-1'),
  });
});

it('a new collection that cannot be paid has no session, even if its request lists methods', () => {
  const asked = request([], { payable: { enabled: false, methods: ['virtual_account', 'bank_transfer'] } });
  expect(build(asked).sessions).toEqual([]);
});

describe('in an experiment with other rules', () => {
  const policy = (rules: object[]) => JSON.stringify({ rules, version: 1, changedAt: CREATED_AT.toISOString() });
  const DAILY = { name: 'Daily', when: {}, followUp: { cadence: 'daily', tone: 'urgent' } };
  const NOBODY = { name: 'By a person', when: {}, followUp: { enabled: false } };
  const HOURLY = { name: 'Hourly', when: {}, followUp: { cadence: 'every_1h', startAfter: 5 } };

  /** A collection of somebody in each arm. */
  function inEachArm(rules: object[], others: object[]) {
    const experiment = {
      holdOut: 0.2,
      variant: { share: 0.5, rules: JSON.stringify(others) },
      since: CREATED_AT.toISOString(),
      isDrawnAnew: true as const,
    };
    const account = anAccount({ experiment, ...(rules.length > 0 && { followUpPolicy: policy(rules) }) });
    const built = Array.from({ length: 60 }, (_, index) => {
      const contact = aContact({ phone: `+23480312300${String(index).padStart(2, '0')}` });
      const around = { account, contact, phone: phoneOf(contact, account), availableChannels: CHANNELS };
      return buildCollection(aRequest({ expiresIn: 20_000 }), around, CREATED_AT);
    });
    return (arm: string) => built.find((each) => each.arm === arm);
  }

  it('the arm of the other rules has them, the others those in force', () => {
    const of = inEachArm([DAILY], [HOURLY]);
    expect(of('variant')?.followUp).toMatchObject({ cadence: 'every_1h', rule: { name: 'Hourly' } });
    expect(of('reminded')?.followUp).toMatchObject({ cadence: 'daily', tone: 'urgent', rule: { name: 'Daily' } });
    expect(of('held_out')?.followUp).toMatchObject({ rule: { name: 'Daily' } });
    const without = inEachArm([], [HOURLY]);
    expect([without('variant')?.followUp.rule?.name, without('reminded')?.followUp.rule]).toEqual([
      'Hourly',
      undefined,
    ]);
    expect(inEachArm([DAILY], [])('variant')?.followUp.rule).toBeUndefined();
  });

  it('rules that are tried take the place of those in force, and of no arm that has others', () => {
    const account = anAccount();
    const of = inEachArm([DAILY], [HOURLY]);
    const under = (arm: string) => {
      const collection = of(arm) as Collection;
      const phone = phoneOf(collection.contact, account);
      return followUpUnder(collection, { rules: [NOBODY] as never, phone, account, isReturning: false, tags: [] });
    };
    expect(under('variant')).toBe(of('variant')?.followUp);
    expect(under('reminded')).toMatchObject({ enabled: false, rule: { name: 'By a person' } });
  });

  it('each arm is counted from the first reminder by the rules in force, or not at all where these send none', () => {
    const of = inEachArm([DAILY], [HOURLY]);
    const starts = ['reminded', 'held_out', 'variant'].map((arm) => of(arm)?.inExperiment?.reminderAt);
    expect(new Set(starts).size).toBe(1);
    expect(starts[0]).toBeDefined();
    const silent = inEachArm([DAILY], [NOBODY])('variant');
    expect([silent?.followUp.enabled, silent?.inExperiment?.reminderAt]).toEqual([false, starts[0]]);
    const nobody = inEachArm([NOBODY], [HOURLY]);
    expect([nobody('reminded')?.inExperiment, nobody('variant')?.inExperiment]).toEqual([undefined, undefined]);
    expect(nobody('variant')?.followUp.enabled).toBe(true);
  });
});
