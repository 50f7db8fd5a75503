/** What the console asks of each line of a file, and what it makes of the answers. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PHONE_NOT_REACHABLE } from '#lib/domain/follow-up/follow-up.ts';
import { check, create, forEach } from '#lib/web/console/app/import.ts';
import { type Session, session, speak, words } from '#lib/web/console/app/state.ts';
import type { ImportRow } from '#lib/web/console/import-rows.ts';
import { answerWith } from '#test/support/console-service.ts';

const REFUSED = { status: 400, code: 'validation_failed', message: 'The request is not valid' };

beforeAll(async () => {
  await speak('en');
  session.value = { account: { country: 'NG' } } as Session;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
afterAll(() => {
  session.value = 'unknown';
});

const CELLS = {
  reference: 'INV-1',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '0803 123 4567',
  email: 'ada@example.com',
  amount: '45,000',
  currency: 'NGN',
  dueDate: '',
  description: 'Shoes',
};
const aRow = (cells: Partial<ImportRow['cells']> = {}, rest: Partial<ImportRow> = {}): ImportRow => ({
  line: 2,
  isTwice: false,
  ...rest,
  cells: { ...CELLS, ...cells },
});

describe('a line is checked', () => {
  it('by the plan of its reminders: nothing is written, and it can be paid for thirty days', async () => {
    const asked = answerWith({ data: { reasons: [] } });
    expect(await check(aRow())).toEqual({ kind: 'ready' });
    expect(asked).toEqual([
      {
        method: 'POST',
        path: 'public/follow-ups/preview',
        body: expect.objectContaining({
          reference: 'INV-1',
          amount: { value: 45_000, currency: 'NGN' },
          metadata: { description: 'Shoes' },
          expiresIn: 43_200,
        }),
      },
    ]);
  });

  it('with its due day as the country writes it, and then not by minutes', async () => {
    const asked = answerWith({ data: { reasons: [] } });
    await check(aRow({ dueDate: '24/12/2026' }));
    expect(asked[0]?.body).toMatchObject({ dueDate: '2026-12-24' });
    expect(asked[0]?.body).not.toHaveProperty('expiresIn');
  });

  it('and is noted when nothing would reach the phone', async () => {
    answerWith({ data: { reasons: ['expires within 14 days: daily', `${PHONE_NOT_REACHABLE} by sms`] } });
    expect(await check(aRow())).toEqual({ kind: 'ready', note: words.value.typedPhone.unreachable });
  });

  it('without a question where the file itself is wrong', async () => {
    const { importing, typedAmount } = words.value;
    answerWith();
    const faultsOf = async (row: ImportRow) => {
      const outcome = await check(row);
      return outcome.kind === 'faulty' ? outcome.faults : outcome;
    };
    expect(await faultsOf(aRow({}, { fault: 'quote', isTwice: true }))).toEqual({ '': importing.lineFaults.quote });
    expect(await faultsOf(aRow({}, { isTwice: true }))).toEqual({ reference: importing.twice });
    expect(await faultsOf(aRow({ amount: '12.500' }))).toEqual({ amount: importing.twoAmounts });
    expect(await faultsOf(aRow({ amount: 'much' }))).toEqual({ amount: typedAmount.unclear });
  });

  it('and what the service refuses stands at its column, or before the line where it names none', async () => {
    answerWith({ ...REFUSED, errors: [{ path: 'contact.email', message: 'must be an email address' }] }, REFUSED);
    expect(await check(aRow())).toEqual({
      kind: 'faulty',
      faults: { 'contact.email': expect.stringContaining('email') },
    });
    expect(await check(aRow())).toEqual({ kind: 'faulty', faults: { '': REFUSED.message } });
  });
});

describe('a line is created', () => {
  it('and has the id of its collection, or of the one that has its reference', async () => {
    const asked = answerWith(
      { status: 201, data: { id: 'pay_1' } },
      { status: 409, code: 'duplicate_reference', existing: { id: 'pay_0' } },
    );
    expect(await create(aRow(), 'key-1')).toEqual({ kind: 'created', id: 'pay_1' });
    expect(asked[0]).toMatchObject({ path: 'public/collections', key: 'key-1' });
    expect(await create(aRow(), 'key-1')).toEqual({ kind: 'exists', id: 'pay_0' });
  });

  it('again, by the same key, while there is no answer, five times in all', async () => {
    vi.useFakeTimers();
    const asked = answerWith('offline', { status: 503 }, { status: 201, data: { id: 'pay_1' } });
    const created = create(aRow(), 'key-1');
    await vi.runAllTimersAsync();
    expect(await created).toEqual({ kind: 'created', id: 'pay_1' });
    expect(asked.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1']);
    const offline = answerWith(...Array.from({ length: 5 }, () => 'offline' as const));
    const lost = create(aRow(), 'key-1');
    await vi.runAllTimersAsync();
    expect(await lost).toEqual({ kind: 'unanswered' });
    expect(offline).toHaveLength(5);
  });
});

it('four lines are worked on at a time, each once, and each outcome is told as it comes', async () => {
  const rows = Array.from({ length: 9 }, (_, index) => aRow({ reference: `INV-${index}` }));
  const told: string[] = [];
  let [busy, most] = [0, 0];
  const work = async ({ cells }: ImportRow) => {
    busy += 1;
    most = Math.max(most, busy);
    await new Promise((resolve) => setImmediate(resolve));
    busy -= 1;
    return { kind: 'created', id: cells.reference } as const;
  };
  await forEach(rows, work, ({ cells }, outcome) => told.push(`${cells.reference} ${'id' in outcome && outcome.id}`));
  expect([most, told.toSorted()]).toEqual([4, rows.map(({ cells }) => `${cells.reference} ${cells.reference}`)]);
});
