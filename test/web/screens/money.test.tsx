/** The money of some days, and the papers of a customer: the statement and the receipt of one payment. */
import { fireEvent } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { takesBack } from '#lib/domain/payment/receipt.ts';
import type { Detail } from '#lib/web/console/app/detail.ts';
import { ReceiptScreen, StatementScreen } from '#lib/web/console/app/paper-screens.tsx';
import { Payments } from '#lib/web/console/app/payments.tsx';
import { PaymentsScreen } from '#lib/web/console/app/payments-screen.tsx';
import { words } from '#lib/web/console/app/state.ts';
import { serve, writesOf } from '#test/support/console-service.ts';
import {
  button,
  buttons,
  lastSaid,
  ngn,
  press,
  savedFiles,
  show,
  signIn,
  text,
  textOf,
  textsOf,
  type,
  until,
  useScreen,
} from './screen.ts';

useScreen();
beforeEach(() => {
  location.hash = '';
});

describe('the money of some days', () => {
  const step = (online: number, byHand: number, returned: number) => ({
    received: { online: ngn(online), byHand: ngn(byHand) },
    ...{ returned: ngn(returned), restored: ngn(0) },
  });
  const FLOW = { data: { asOf: '', currencies: [{ currency: 'NGN', steps: [step(100, 40, 30)] }] } };
  const entry = (id: string, given: object = {}) => ({
    ...{ id, day: '2026-03-01', effectiveAt: '', kind: 'received', amount: ngn(-20), collection: 'pay_1' },
    ...{ reference: 'INV-1', customer: 'contact_1', firstName: 'Ada', lastName: 'Obi', provider: 'prv_1' },
    ...given,
  });
  const open = (query: string, answers: Parameters<typeof serve>[0]) => {
    const asked = serve({ 'GET public/insights/flow': FLOW, ...answers });
    show(<PaymentsScreen query={new URLSearchParams(query)} />);
    return asked;
  };
  const rows = () => textsOf('tbody tr');

  it('is of this month, with its sums, and each entry with its way and who recorded it', async () => {
    const byHand = { provider: 'merchant', method: 'cash', by: { name: 'Bola' }, kind: 'returned', amount: ngn(5) };
    const erased = { firstName: undefined, lastName: undefined, transaction: 't-1', provider: 'merchant' };
    const asked = open('', { 'GET public/payments?': { data: [entry('a'), entry('b', byHand), entry('c', erased)] } });
    await until(() => expect(rows()).toHaveLength(3));
    const { money, statement } = words.value;
    expect(text()).toContain(`${money.received('NGN 140.00')} · ${money.returned('NGN 30.00')}`);
    expect(rows()[0]).toBe(`Ada ObiINV-1 ${money.ways.online}NGN 20.001 Mar 2026`);
    expect(rows()[1]).toContain(`${statement.kinds.returned} cash · Bola-NGN 5.00`);
    expect(rows()[2]).toContain(`${money.erased}INV-1 ${money.ways.hand}t-1`);
    expect(asked.find(({ path }) => path.startsWith('public/payments'))?.path).toBe(
      'public/payments?from=2026-03-01&to=2026-03-02&limit=25',
    );
  });

  it('of one way is read by the hundred until there is a page of it, and what went back is of no way', async () => {
    const hand = { provider: 'merchant' };
    const pages = [
      { data: [entry('a'), entry('b', hand)], nextCursor: 'x' },
      { data: [entry('c', hand)], nextCursor: 'y' },
      { data: [entry('d')] },
    ];
    const asked = open('by=hand', { 'GET public/payments?': () => pages.shift() ?? 'offline' });
    await until(() => expect(rows()).toHaveLength(2));
    expect(text()).toContain(words.value.money.received('NGN 40.00'));
    expect(text()).not.toContain('NGN 30.00');
    expect(asked.filter(({ path }) => path.includes('limit=100'))).toHaveLength(3);
    expect(asked.filter(({ path }) => path.includes('cursor=y'))).toHaveLength(1);
  });

  it('of other days and another currency is in the address', async () => {
    const two = {
      data: {
        asOf: '',
        currencies: [
          { currency: 'NGN', steps: [] },
          { currency: 'GHS', steps: [] },
        ],
      },
    };
    open('currency=GHS&from=2026-02-01&to=2026-02-28', {
      'GET public/insights/flow': two,
      'GET public/payments?': { data: [] },
    });
    await until(() => expect(document.querySelectorAll('.chips')).toHaveLength(2));
    const chips = [...document.querySelectorAll('.chips')].at(-1)?.querySelectorAll('a') ?? [];
    expect([...chips].map((chip) => [chip.textContent, chip.getAttribute('aria-current')])).toEqual([
      [words.value.money.ways.all, null],
      ['NGN', null],
      ['GHS', 'true'],
    ]);
    await until(() => expect(text()).toContain(words.value.money.empty));
    const [from] = document.querySelectorAll('input[type=date]');
    if (from) fireEvent.change(from, { target: { value: '2026-02-10' } });
    expect(location.hash).toBe('#/payments?from=2026-02-10&to=2026-02-28&currency=GHS');
  });

  it('as a file has all pages', async () => {
    const saved = savedFiles();
    const pages = [{ data: [entry('a')] }, { data: [entry('a')], nextCursor: 'x' }, { data: [entry('b')] }];
    open('', { 'GET public/payments?': () => pages.shift() ?? 'offline' });
    await press(words.value.list.csv);
    await until(() => expect(text()).toContain(words.value.money.csvDone(2)));
    expect((await saved())[0]).toHaveLength(3);
  });
});

const PAYMENT = {
  ...{ id: 'pmt_1234567890', kind: 'payment', counts: true, method: 'card', provider: 'paystack', transaction: 't-1' },
  ...{
    amount: ngn(60),
    paidAt: '2026-03-01T11:00:00.000Z',
    recordedAt: '2026-03-01T11:00:00.000Z',
    recordedBy: 'provider',
  },
};
const COLLECTION = {
  ...{ id: 'pay_1', reference: 'INV-1', status: 'pending', amount: ngn(100), metadata: { description: 'Shoes' } },
  contact: { firstName: 'Ada', lastName: 'Obi' },
};

describe('the ledger of a collection', () => {
  const open = (payments: object[], status = 'pending') => {
    const asked = serve({ 'POST public/collections/pay_1/payments': { status: 201, data: {} } });
    const detail = { collection: { ...COLLECTION, status }, payments, plan: {} } as never as Detail;
    const reload = vi.fn(async () => {});
    show(<Payments detail={detail} reload={reload} />);
    return { asked, reload };
  };
  const rows = () => [...document.querySelectorAll('.ledger > li')].map(textOf);

  it('says of each entry what it was, what was left, and which way money was moved', () => {
    open([
      PAYMENT,
      { ...PAYMENT, id: 'pmt_2', kind: 'moved', amount: ngn(-20) },
      { ...PAYMENT, id: 'pmt_3', kind: 'moved', amount: ngn(5) },
      { ...PAYMENT, id: 'pmt_4', counts: false, amount: { value: 9, currency: 'USD' } },
    ]);
    const { kinds, one } = words.value;
    expect(rows()[0]).toContain(`${kinds['payment']}NGN 60.00`);
    expect(rows()[0]).toContain(one.balance('NGN 40.00'));
    expect(rows()[0]).toContain('card · paystack · t-1');
    expect(rows()[1]).toContain(`${kinds['moved_out']}-NGN 20.00`);
    expect(rows()[1]).toContain(one.balance('NGN 60.00'));
    expect(rows()[2]).toContain(`${kinds['moved_in']}NGN 5.00`);
    expect(rows()[3]).toContain(one.notCounted);
    expect(document.querySelectorAll('a[href^="#/receipt/pay_1"]')).toHaveLength(1);
  });

  it('what was recorded by hand is taken back once, with a reason', async () => {
    const cash = { ...PAYMENT, method: 'cash', provider: null, transaction: null, recordedBy: 'merchant' };
    const { asked, reload } = open([cash], 'completed');
    const { takeBack } = words.value;
    await press(`${takeBack.action} NGN 60.00`);
    await until(() => expect(button(takeBack.submit).disabled).toBe(true));
    expect(text()).toContain(takeBack.stays);
    type(takeBack.reason, ' twice ');
    await press(takeBack.submit);
    await until(() => expect(reload).toHaveBeenCalled());
    expect(lastSaid()).toBe(takeBack.done('NGN 60.00'));
    expect(writesOf(asked)[0]?.body).toEqual({
      ...{ kind: 'refund', amount: ngn(60), method: 'cash', transaction: takesBack(PAYMENT.id), note: 'twice' },
    });
    show(null);
    open([cash, { ...cash, id: 'pmt_2', kind: 'refund', amount: ngn(-60), transaction: takesBack(PAYMENT.id) }]);
    expect([rows()[0]?.includes(words.value.one.wasTakenBack), buttons()]).toEqual([true, []]);
    expect(rows()[1]).toContain(words.value.one.takenBack);
    show(null);
    signIn('viewer');
    open([cash]);
    expect(buttons()).toEqual([]);
  });
});

describe('the statement', () => {
  const entry = (day: string, kind: string, value: number) => ({
    entry: { day, kind, reference: 'INV-1', collection: 'pay_1', amount: ngn(value) },
    balance: ngn(value + 10),
  });
  const STATEMENT = {
    ...{ firstName: 'Ada', lastName: 'Obi', from: '2025-12-03', to: '2026-03-02' },
    currencies: [
      {
        currency: 'NGN',
        opening: ngn(10),
        entries: [entry('2026-02-27', 'asked', 90)],
        closing: ngn(100),
        credit: ngn(7),
      },
    ],
  };

  it('is of ninety days, from one sum to the other, with what is too much', async () => {
    const asked = serve({ 'GET public/customers/contact_1/statement?': { data: STATEMENT } });
    show(<StatementScreen id="contact_1" query={new URLSearchParams()} />);
    await until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(3));
    expect(asked[0]?.path).toBe('public/customers/contact_1/statement?from=2025-12-03&to=2026-03-02');
    const { statement } = words.value;
    expect([...document.querySelectorAll('tbody tr')].map(textOf)).toEqual([
      `${statement.opening}NGN 10.00`,
      `27 Feb 2026${statement.kinds.asked}INV-1NGN 90.00NGN 100.00`,
      `${statement.closing}NGN 100.00`,
    ]);
    expect(text()).toContain(`${statement.credit}: NGN 7.00`);
    expect(text()).toContain('Shop · ');
  });

  it('of days without anything says so', async () => {
    serve({ 'GET public/customers/contact_1/statement?': { data: { ...STATEMENT, currencies: [] } } });
    show(<StatementScreen id="contact_1" query={new URLSearchParams('from=2026-01-01&to=2026-01-31')} />);
    await until(() => expect(text()).toContain(words.value.statement.nothing));
  });
});

describe('a receipt', () => {
  const facts = () =>
    Object.fromEntries([...document.querySelectorAll('.facts > div')].map((each) => [...each.children].map(textOf)));
  const open = async (payments: object[], payment = PAYMENT.id) => {
    show(null);
    serve({
      'GET public/collections/pay_1/payments': { data: payments },
      'GET public/collections/pay_1': { data: COLLECTION },
    });
    show(<ReceiptScreen id="pay_1" query={new URLSearchParams({ payment })} />);
    await until(() => expect(document.querySelector('.loading')).toBeNull());
  };
  const { id } = PAYMENT;

  it('says of one payment whose it was, for what, and what went back of it', async () => {
    const refund = { ...PAYMENT, id: 'pmt_2', kind: 'refund', amount: ngn(-5.1) };
    const failed = { ...refund, id: 'pmt_3', kind: 'refund_failed', amount: ngn(1) };
    await open([
      PAYMENT,
      refund,
      failed,
      { ...refund, id: 'pmt_4', transaction: 'other' },
      { ...refund, id: 'pmt_5', counts: false },
    ]);
    const { statement, money, one } = words.value;
    expect(textOf(document.querySelector('.paper-sum'))).toBe('NGN 60.00');
    expect(facts()).toMatchObject({
      [money.paidTo]: 'Shop',
      [money.how]: 'card',
      [money.transaction]: 't-1',
      [one.about]: 'Shoes',
      [one.asked]: 'NGN 100.00',
      [statement.wentBack]: 'NGN 4.10',
    });
    expect(Object.keys(facts())).not.toContain(words.value.kinds['moved_out']);
  });

  it('says of money that was moved that it was moved, and not that it went back', async () => {
    await open([PAYMENT, { ...PAYMENT, id: 'pmt_2', kind: 'moved', amount: ngn(-20) }]);
    expect(facts()).toMatchObject({ [words.value.kinds['moved_out'] ?? '']: 'NGN 20.00' });
    expect(Object.keys(facts())).not.toContain(words.value.statement.wentBack);
  });

  it('of what was taken back by hand says so, and has no transaction that its payer knows', async () => {
    const cash = { ...PAYMENT, transaction: 'till-7', recordedBy: 'merchant' };
    await open([cash, { ...cash, id: 'pmt_2', kind: 'refund', transaction: takesBack(id), amount: ngn(-60) }]);
    expect(facts()).toMatchObject({ [words.value.statement.wentBack]: 'NGN 60.00' });
    expect(Object.keys(facts())).not.toContain(words.value.money.transaction);
  });

  it('of what has no transaction says nothing of what else has none', async () => {
    const cash = { ...PAYMENT, transaction: null };
    await open([cash, { ...cash, id: 'pmt_2', kind: 'refund', amount: ngn(-5) }]);
    expect(Object.keys(facts())).not.toContain(words.value.statement.wentBack);
  });

  it('is of money that came, and of nothing else', async () => {
    await open([{ ...PAYMENT, kind: 'refund' }]);
    expect(text()).toContain(words.value.missing);
  });
});
