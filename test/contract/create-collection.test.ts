/** The valid bodies of a create, and every fault for which a body is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCreateCollection } from '#lib/contract/create-collection.ts';
import { exactJson } from '#lib/domain/exact-json.ts';
import { aContactBody, aCreateBody, aFullCreateBody } from '#test/support/a-create-body.ts';
import { faultLines, faultsOf } from '#test/support/faults.ts';
import { setIn } from '#test/support/set-in.ts';
import { BAD_CREATE_BODIES } from './bad-create-bodies.ts';

/** Reads a body as it comes over the network. */
const read = (body: unknown) => readCreateCollection(exactJson(JSON.stringify(body)));

const faultsIn = (body: unknown, text = JSON.stringify(body)) => faultsOf(() => readCreateCollection(exactJson(text)));

const pathsOf = (body: unknown): string[] => faultsIn(body).map(({ path }) => path);

describe('a create is refused', () => {
  const rows = BAD_CREATE_BODIES.map(([change, to, message, at = change]) => ({
    change,
    to,
    message,
    at,
    shown: `${JSON.stringify(to)}`.slice(0, 60),
  }));

  it.each(rows)('a create with $change as $shown is refused: $at $message', ({ change, to, message, at }) => {
    const faults = faultsIn(setIn(aFullCreateBody(), change, to));
    expect(faults.filter(({ path }) => !path.startsWith(`${at}.`))).toEqual([{ path: at, message }]);
  });

  it('a create can be refused for at least eighty different reasons', () => {
    expect(new Set(rows.map(({ at, message }) => `${at} ${message}`)).size).toBeGreaterThanOrEqual(80);
  });

  it('a refused create lists all its faults at once', () => {
    const body = {
      reference: '',
      amount: { value: -1, currency: 'ngn', minor: 5 },
      contact: { firstName: '', lastName: 5, phone: 'x', email: 'x', id: 'x' },
      metadata: [{}, { description: 'd' }, 5],
      expiresIn: 0.5,
      payable: { enabled: 1, methods: ['cash'] },
      provider: 1,
      followUp: { enabled: 1, startAfter: -1, cadence: 'x', channels: ['x'], tone: 'x', x: 1 },
      status: 'completed',
    };
    expect(
      faultsIn(body)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([
      ...['amount.currency', 'amount.minor', 'amount.value'],
      ...['contact.email', 'contact.firstName', 'contact.id', 'contact.lastName', 'contact.phone'],
      'expiresIn',
      ...['followUp.cadence', 'followUp.channels.0', 'followUp.enabled', 'followUp.startAfter', 'followUp.tone'],
      ...['followUp.x', 'metadata.0.description', 'metadata.2', 'payable.enabled', 'payable.methods.0'],
      ...['provider', 'reference', 'status'],
    ]);
  });

  it('a create whose metadata has no description and a forbidden key is refused for both', () => {
    expect(faultsIn(setIn(aCreateBody(), 'metadata', { prototype: 1 }))).toEqual([
      { path: 'metadata.prototype', message: 'is not allowed as a key' },
      { path: 'metadata.description', message: 'is required' },
    ]);
  });

  it('a create with a null anywhere is refused, because null is not a value', () => {
    const full = aFullCreateBody({ provider: 'paystack' });
    const inner = ['amount', 'contact', 'payable', 'followUp'].flatMap((field) =>
      Object.keys(full[field] as object).map((name) => `${field}.${name}`),
    );
    const refs = [...Object.keys(full), ...inner];
    expect(refs).toHaveLength(22);
    for (const ref of refs) {
      expect(pathsOf(setIn(full, ref, null)), ref).toEqual([ref]);
    }
  });

  it.each(['1e400', '12345678901234567890.5', '0.00000000000000000000001', '45000.00000000000000000001', '-1e999'])(
    'a create with the amount %s, which no double holds, is refused',
    (number) => {
      const text = JSON.stringify(aCreateBody()).replace('45000', number);
      expect(faultsIn(undefined, text).map(({ path }) => path)).toEqual(['amount.value']);
    },
  );

  it('a create with numbers of too many digits where other values belong is refused', () => {
    const text = '{"metadata":[1e400],"expiresIn":1440.00000000000000000001}';
    const faults = faultsIn(undefined, text);
    expect(faults).toContainEqual({ path: 'metadata.0', message: 'must be an object' });
    expect(faults).toContainEqual({ path: 'expiresIn', message: 'has more digits than this number can have' });
  });
});

describe('a create is accepted', () => {
  it('a create with only the required fields is accepted, with defaults for the others', () => {
    expect(read(aCreateBody())).toEqual({
      type: 'integrated',
      reference: 'PSK_txn_8a7f34',
      amount: { minor: 4_500_000, currency: 'NGN' },
      contact: aContactBody(),
      expiresIn: 1440,
      payable: { enabled: false, methods: [] },
    });
  });

  it('a create with everything that the interface document shows is accepted as it is', () => {
    expect(read(aFullCreateBody())).toEqual({ ...aFullCreateBody(), amount: { minor: 4_500_000, currency: 'NGN' } });
  });

  it.each([
    ['reference', 'x'.repeat(255)],
    ['reference', '😀'.repeat(255)],
    ['reference', ' '],
    ['reference', '__proto__'],
    ['expiresIn', 1],
    ['expiresIn', 525_600],
    ['followUp.startAfter', 0],
    ['followUp.startAfter', 525_600],
    ['followUp', {}],
    ['followUp', { enabled: false }],
    ['contact.firstName', 'x'.repeat(100)],
    ['contact.lastName', '😀'.repeat(100)],
    ['contact.phone', '12345'],
    ['contact.phone', '1'.repeat(20)],
    ['contact.phone', `12345${'-'.repeat(35)}`],
    ['contact.email', 'A.B+c@sub.Example.COM'],
    ['payable', { enabled: false, methods: ['card'] }],
    ['metadata', { description: 'd', x: 'x'.repeat(16 * 1024 - 27) }],
    ['metadata', { description: 'd', constructors: 1, proto: null, list: [] }],
    ['metadata', [{ description: 'd' }, { description: 'e', n: null }]],
  ])('a create with %s as %j is accepted', (path, value) => {
    const field = path.split('.');
    const got = field.reduce<unknown>(
      (part, name) => (part as Record<string, unknown>)[name],
      read(setIn(aCreateBody(), path, value)),
    );
    expect(got).toEqual(value);
  });

  it('a create with metadata of exactly 16 KB or 20 levels is accepted, and with one more of either refused', () => {
    const ofBytes = (bytes: number) => ({ description: 'x'.repeat(bytes - 18) });
    expect(JSON.stringify(ofBytes(16_384))).toHaveLength(16_384);
    expect(faultsIn(aCreateBody({ metadata: ofBytes(16_384) }))).toEqual([]);
    expect(faultsIn(aCreateBody({ metadata: ofBytes(16_385) }))).toHaveLength(1);
    const ofLevels = (levels: number): object => (levels === 0 ? [] : { description: 'd', in: ofLevels(levels - 1) });
    expect(faultsIn(aCreateBody({ metadata: ofLevels(19) }))).toEqual([]);
    expect(faultsIn(aCreateBody({ metadata: ofLevels(20) }))).toHaveLength(1);
  });

  it.each([
    ['JPY', 1, 1],
    ['JPY', 1e14, 1e14],
    ['NGN', 0.01, 1],
    ['NGN', 1e12, 1e14],
    ['HUF', 0.5, 50],
    ['KWD', 1.005, 1005],
    ['KWD', 1e11, 1e14],
    ['CLF', 0.0001, 1],
    ['CLF', 9_999_999_999.9999, 99_999_999_999_999],
  ])('a create with an amount in %s of %d is accepted', (currency, value, minor) => {
    expect(read(aCreateBody({ amount: { value, currency } })).amount).toEqual({ minor, currency });
  });

  it('a create loses the white space around names and phone', () => {
    const contact = aContactBody({ firstName: ' Ada ', lastName: '\tObi\n', phone: ' +2348031234567 ' });
    expect(read(aCreateBody({ contact })).contact).toEqual(aContactBody());
  });

  it('a create with payable enabled and no methods gets the payment link', () => {
    expect(read(aCreateBody({ payable: { enabled: true } })).payable).toEqual({
      enabled: true,
      methods: ['payment_link'],
    });
    expect(read(aCreateBody({ payable: { methods: ['card'] } })).payable).toEqual({
      enabled: false,
      methods: ['card'],
    });
  });

  it('a create’s metadata comes back as it was written, whatever its numbers', () => {
    const metadata =
      '{"description":"d","n":[1e400,12345678901234567890,0.1234567890123456789,-1E-400,123456789.123456785]}';
    const text = JSON.stringify(aCreateBody({ metadata: 0 })).replace('"metadata":0', `"metadata":${metadata}`);
    expect(JSON.stringify(readCreateCollection(exactJson(text)).metadata)).toBe(metadata);
  });
});

it('a create with any JSON is read, or refused with the paths of its faults', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(faultsIn(value).length).toBeGreaterThan(0);
    }),
    { numRuns: 100 },
  );
});

describe('a due date and days from it', () => {
  const DATED = { ...aCreateBody(), dueDate: '2026-12-31' };
  const faultsWith = (schedule: unknown, more: object = {}) =>
    faultLines(() => read({ ...DATED, followUp: { schedule, ...more } }));

  it.each([
    [[], 'followUp.schedule must have at least 1 item'],
    [Array.from({ length: 13 }, (_, day) => day), 'followUp.schedule must have at most 12 items'],
    [[-91], 'followUp.schedule.0 must be at least -90'],
    [[366], 'followUp.schedule.0 must be at most 365'],
    [[0.5], 'followUp.schedule.0 must be a whole number'],
    [[1, 1], 'followUp.schedule must rise from day to day'],
    [[3, 1], 'followUp.schedule must rise from day to day'],
  ])('a schedule of %j is refused: %s', (schedule, fault) => {
    expect(faultsWith(schedule)).toEqual([fault]);
  });

  it('a schedule is refused beside a start or a cadence, and without a due date', () => {
    const beside = ['followUp.schedule must not be with startAfter or cadence'];
    expect(faultsWith([0], { cadence: 'daily' })).toEqual(beside);
    expect(faultsWith([0], { startAfter: 0 })).toEqual(beside);
    const { dueDate: _none, ...body } = DATED;
    expect(faultsIn({ ...body, followUp: { schedule: [0] } })).toEqual([
      { path: 'followUp.schedule', message: 'is only possible with a dueDate' },
    ]);
  });

  it('a life is a day where neither it nor a due date is given, and left to the due date where that is', () => {
    expect(read(aCreateBody({ expiresIn: undefined })).expiresIn).toBe(1440);
    expect(read(DATED)).not.toHaveProperty('expiresIn', 1440);
    expect(read({ ...DATED, followUp: { schedule: [-90, 0, 365] } }).followUp?.schedule).toEqual([-90, 0, 365]);
  });
});
