/** The first screen: its sums lead to what they add up, its figures say no more than is known, and it is of one currency. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ActivityScreen } from '#lib/web/console/app/activity-screen.tsx';
import { type Item, waiting } from '#lib/web/console/app/attention.ts';
import { HomeScreen } from '#lib/web/console/app/home-screen.tsx';
import { said, words } from '#lib/web/console/app/state.ts';
import { serve, writesOf } from '#test/support/console-service.ts';
import { buttons, NOW, ngn, press, savedFiles, show, signIn, text, textOf, until, useScreen } from './screen.ts';

useScreen();
beforeEach(() => {
  waiting.value = undefined;
});

const step = (given: object = {}) => ({
  ...{ from: '2026-02-23', to: '2026-03-01', asked: ngn(300), returned: ngn(30), restored: ngn(10) },
  received: { online: ngn(100), byHand: ngn(40) },
  closing: { amount: ngn(500), count: 3 },
  ...given,
});
const flow = (...steps: object[]) => ({ data: { asOf: '', currencies: [{ currency: 'NGN', steps }] } });
const closing = (value: number) => step({ closing: { amount: ngn(value), count: 1 } });
const BOOK = {
  asOf: new Date(NOW - 60_000).toISOString(),
  currencies: [
    {
      ...{ currency: 'NGN', count: 3, customers: 2, outstanding: ngn(500) },
      byAge: [
        { age: 'not_due', amount: ngn(300), count: 1 },
        { age: '1-7', amount: ngn(200), count: 2 },
      ],
      promised: { amount: ngn(50), count: 1 },
      expiredUnpaid: { amount: ngn(60), count: 1 },
    },
    { currency: 'GHS', count: 1, customers: 1, outstanding: { value: 7, currency: 'GHS' }, byAge: [] },
  ],
};
const row = (key: string, given: object = {}) => ({
  ...{ key, sent: 1, delivered: 2, read: 3, failed: 4, unknown: 5, collections: 9, medianDays: 1 },
  paidWithin: { days3: 0.25 },
  ...given,
});
const recovery = (...rows: object[]) => ({ data: { from: '2026-02-01', to: '2026-02-26', rows } });
const EXPERIMENT = {
  holdOut: 0,
  arms: [],
  within30Days: { arms: [], lift: null },
  lift: null,
  plannedFor: 90,
  detectablePoints: null,
};
const CUSTOMER = {
  ...{ id: 'contact_1', firstName: 'Ada', lastName: 'Obi' },
  owed: [{ amount: ngn(450), count: 2 }],
  open: [
    { currency: 'GHS', oldestDueDate: '2026-01-10' },
    { currency: 'NGN', oldestDueDate: '2026-02-20' },
  ],
};

function open(answers: Parameters<typeof serve>[0] = {}, query = '') {
  const asked = serve({
    'GET public/insights/book': { data: BOOK },
    'GET public/insights/flow?from=2026-02-23': flow(closing(400), closing(500)),
    'GET public/insights/flow?from=2026-03-01': flow(step()),
    'GET public/insights/flow?from=2026-02-01': flow(step({ received: { online: ngn(70), byHand: ngn(7) } })),
    'GET public/insights/flow': flow(step(), step({ from: '2026-03-02', to: '2026-03-02' })),
    'GET public/insights/recovery': ({ path }) =>
      path.includes('weekdayHour')
        ? recovery(row('monday-09'))
        : path.includes('attempt')
          ? recovery(row('1', { medianDays: 2 }))
          : recovery(row('sms')),
    'GET public/insights/experiment': { data: EXPERIMENT },
    'GET public/customers?': { data: [CUSTOMER] },
    ...answers,
  });
  show(<HomeScreen query={new URLSearchParams(query)} />);
  return asked;
}
const tiles = () => [...document.querySelectorAll('.tile')].map(textOf);
const table = (title: string) =>
  [...document.querySelectorAll('.panel')].find((each) => each.querySelector('h2')?.textContent === title);
const rowsOf = (title: string) => [...(table(title)?.querySelectorAll('table.numbers tbody tr') ?? [])];
const ready = () => until(() => expect(tiles()).toHaveLength(4));

describe('the sums', () => {
  it('say what is owed, what of it is late, what came, and who owes most, each beside what it was', async () => {
    open();
    await ready();
    const { home, customers } = words.value;
    await until(() => expect(tiles()[3]).toBe(`${customers.whoOwes}NGN 450.00Ada Obi`));
    expect(tiles().slice(0, 3)).toEqual([
      `${home.owed}NGN 500.00${home.ofCollections(3, 2)}${home.more('NGN 100.00')}`,
      `${home.late}NGN 200.00${home.collections(2)}${home.lateShare('40%')}`,
      `${home.receivedMonth}NGN 140.00${home.online('NGN 100.00')}${home.byHand('NGN 40.00')}${home.monthBefore('NGN 77.00')}`,
    ]);
    expect([...document.querySelectorAll('.tile a')].map((each) => each.getAttribute('href'))).toEqual([
      '#/collections?status=unpaid&currency=NGN',
      '#/collections?status=unpaid&currency=NGN&age=late',
      '#/payments?currency=NGN&from=2026-03-01&to=2026-03-02',
      '#/payments?currency=NGN&from=2026-03-01&to=2026-03-02&by=online',
      '#/payments?currency=NGN&from=2026-03-01&to=2026-03-02&by=hand',
      '#/customers/contact_1',
    ]);
  });

  it('that are less than a week ago, and nothing late, are told as such', async () => {
    const [first] = BOOK.currencies;
    const book = { ...BOOK, currencies: [{ ...first, byAge: first?.byAge.slice(0, 1) }] };
    open({
      'GET public/insights/book': { data: book },
      'GET public/insights/flow?from=2026-02-23': flow(closing(640.5), closing(500)),
      'GET public/customers?': { data: [] },
    });
    await ready();
    expect(tiles()[0]).toContain(words.value.home.less('NGN 140.50'));
    expect(tiles()[1]).toContain(words.value.home.lateShare('0%'));
    expect(document.querySelector('.tile.bad')).toBeNull();
    await until(() => expect(tiles()[3]).toBe(`${words.value.customers.whoOwes}–${words.value.home.nothingOwed}`));
  });

  it('are of the currency that is chosen', async () => {
    open({}, 'currency=GHS');
    await ready();
    expect(tiles()[0]).toContain('GHS 7.00');
    const chips = [...document.querySelectorAll('.chips a')];
    expect(chips.map((chip) => [chip.textContent, chip.getAttribute('aria-current')])).toEqual([
      ['NGN', null],
      ['GHS', 'true'],
    ]);
    expect(rowsOf(words.value.home.byAge)).toEqual([]);
  });

  it('of an account without anything lead to the first collection', async () => {
    const none = { data: { asOf: BOOK.asOf, currencies: [] } };
    const nothing = { 'GET public/insights/book': none, 'GET public/insights/flow': none };
    const answers = { ...nothing, 'GET public/insights/flow?from=2026-02-23': none };
    open(answers);
    await until(() => expect(text()).toContain(words.value.list.empty));
    expect(document.querySelector('a[href="#/collections/new"]')).not.toBeNull();
    show(null);
    signIn('viewer');
    open(answers);
    await until(() => expect(text()).toContain(words.value.list.emptyViewer));
  });

  it('come after the work of today, by reason', async () => {
    waiting.value = ['replied', 'overpaid', 'replied'].map(
      (reason, id) => ({ id: String(id), reason }) as never as Item,
    );
    open();
    await ready();
    const { today } = words.value;
    expect(text()).toContain(today.work('3'));
    expect(text()).toContain(`${today.reasons['replied']} (2)${today.reasons['overpaid']} (1)`);
  });
});

describe('the figures', () => {
  it('of ages and of what is promised lead to those', async () => {
    open();
    await ready();
    const { home } = words.value;
    expect(rowsOf(home.byAge).map(textOf)).toEqual([
      `${home.ages.not_due}NGN 300.001`,
      `${home.ages['1-7']}NGN 200.002`,
    ]);
    const links = [...(table(home.byAge)?.querySelectorAll('a') ?? [])].map((each) => each.getAttribute('href'));
    expect(links).toEqual([
      '#/collections?status=unpaid&currency=NGN&age=not_due',
      '#/collections?status=unpaid&currency=NGN&age=1-7',
      '#/activity?type=promise.made&currency=NGN',
      '#/activity?type=payment.disputed&currency=NGN',
      '#/collections?status=expired&currency=NGN',
    ]);
    expect(textOf(table(home.byAge)?.querySelector('.of-it'))).toBe(
      `${home.ofIt} ${home.promised} NGN 50.00 (1)${home.disputed} NGN 0.00 (0)${home.expired} NGN 60.00 (1)`,
    );
  });

  it('of who owes most have the oldest due day of that currency', async () => {
    open();
    await ready();
    const { customers } = words.value;
    await until(() => expect(rowsOf(customers.whoOwes).map(textOf)).toEqual(['Ada ObiNGN 450.00220 Feb 2026']));
  });

  it('of weeks have what went back without what came again, as the money behind it has', async () => {
    open();
    await ready();
    const [week] = rowsOf(words.value.home.byWeek);
    expect(textOf(week)).toBe('23 FebNGN 300.00NGN 100.00NGN 40.00NGN 20.00NGN 500.00');
    expect([...(week?.querySelectorAll('a') ?? [])].map((each) => each.getAttribute('href'))).toEqual([
      '#/collections?currency=NGN&from=2026-02-23&to=2026-03-01',
      '#/payments?currency=NGN&by=online&from=2026-02-23&to=2026-03-01',
      '#/payments?currency=NGN&by=hand&from=2026-02-23&to=2026-03-01',
      '#/payments?currency=NGN&from=2026-02-23&to=2026-03-01',
    ]);
  });

  it('of channels and hours have all that was sent, and a share where it is known', async () => {
    open();
    await ready();
    const { home } = words.value;
    const [channel] = rowsOf(home.byChannel);
    expect(textOf(channel)).toBe('SMS153425%');
    expect(channel?.querySelector('[title]')?.getAttribute('title')).toBe(home.ofFirst(9));
    expect(textOf(table(home.byChannel))).toContain(`${home.median}: ${home.days(2)}`);
    expect(textOf(table(home.byHour)?.querySelector('td[class=depth-5]'))).toBe('15');
    expect(rowsOf(home.byHour).map(textOf)).toEqual([`09:00${home.messages(15, '25%')}`]);
    expect([...(channel?.querySelectorAll('a') ?? [])][0]?.getAttribute('href')).toBe(
      '#/activity?type=followup.sent&channel=sms&from=2026-02-01&to=2026-02-26',
    );
  });

  it('of messages are of those that have had their time, and of all while there are no others', async () => {
    const asked = open({
      'GET public/insights/recovery': ({ path }) =>
        path.includes('to=2026-02-26') ? recovery() : recovery(row('sms', { paidWithin: { days3: null } })),
    });
    await ready();
    const { home } = words.value;
    expect(textOf(rowsOf(home.byChannel)[0])).toBe('SMS1534–');
    expect(asked.filter(({ path }) => path.includes('recovery')).map(({ path }) => path.split('?')[1])).toEqual([
      'from=2026-02-01&to=2026-02-26&by=channel',
      'from=2026-02-01&to=2026-02-26&by=weekdayHour',
      'from=2025-12-03&to=2026-03-02&by=attempt',
      'from=2026-02-01&to=2026-03-02&by=channel',
      'from=2026-02-01&to=2026-03-02&by=weekdayHour',
    ]);
  });

  it('are saved as a file with their numbers', async () => {
    const saved = savedFiles();
    open();
    await ready();
    const { home } = words.value;
    await press(`${home.csv} ${home.byAge}`);
    const [lines] = await saved();
    expect(lines).toEqual([`${home.age},${home.owed},${home.count}`, 'not_due,300,1', '1-7,200,2']);
  });
});

describe('what reminders bring', () => {
  const arm = (name: string, paid: number) => ({ arm: name, customers: 200, asked: 200, paid, share: paid / 200 });
  const measured = (low: number, high: number, given: object = {}) => ({
    ...{ ...EXPERIMENT, holdOut: 0.1, arms: [arm('reminded', 100), arm('held_out', 60)] },
    ...{ lift: { points: 20, low, high }, within30Days: { arms: [arm('reminded', 120)], lift: null } },
    ...given,
  });
  const panel = () => textOf(table(words.value.home.experiment));

  it('is measured by an admin, after it was said what that costs', async () => {
    const asked = open({ 'PUT public/insights/experiment': { data: {} } });
    await ready();
    const { measure, home } = words.value;
    expect(panel()).toContain(home.noExperiment);
    await press(measure.action);
    await until(() => expect(text()).toContain(measure.few(90)));
    await press(measure.submit ?? measure.action);
    await until(() => expect(said.value).toBe(measure.done));
    expect(writesOf(asked)[0]?.body).toEqual({ holdOut: 0.1 });
    show(null);
    signIn('agent');
    open();
    await ready();
    expect(buttons()).not.toContain(measure.action);
  });

  it('is told with its range, and as nothing where it may be nothing; too few say nothing', async () => {
    open({ 'GET public/insights/experiment': { data: measured(5, 35) } });
    await ready();
    const { home, endMeasuring } = words.value;
    expect(panel()).toContain(home.lift(14, '+20', '+5', '+35'));
    expect(panel()).toContain(home.tooFew(30));
    expect(panel()).not.toContain(home.maybeNothing);
    expect(panel()).toContain(home.experimentHint('10%'));
    expect(rowsOf(home.experiment).map(textOf)).toEqual([
      `${home.arms.reminded}${home.within(14)}20010050%`,
      `${home.arms.held_out}${home.within(14)}2006030%`,
      `${home.arms.reminded}${home.within(30)}20012060%`,
    ]);
    expect(buttons()).toContain(endMeasuring.action);
    for (const [low, high] of [
      [-5, 35],
      [0, 35],
      [-35, 0],
    ] as const) {
      show(null);
      open({ 'GET public/insights/experiment': { data: measured(low, high) } });
      await ready();
      expect(panel()).toContain(home.maybeNothing);
    }
    show(null);
    open({ 'GET public/insights/experiment': { data: measured(-35, -5) } });
    await ready();
    expect(panel()).not.toContain(home.maybeNothing);
  });

  it('of other rules alone speaks of those alone, and is ended', async () => {
    const variant = { share: 0.5, rulesChangedAt: '2026-03-01T00:00:00.000Z' };
    const given = { holdOut: 0, variant, lift: null, variantLift: { points: -1.25, low: -3, high: 1 } };
    const asked = open({
      'GET public/insights/experiment': { data: measured(0, 0, given) },
      'PUT public/insights/experiment': { data: {} },
    });
    await ready();
    const { home, endMeasuring } = words.value;
    expect(panel()).toContain(home.variantLift(14, '-1.3', '-3', '+1'));
    expect(panel()).toContain(home.variantHint('50%'));
    expect(panel()).toContain(home.rulesChanged);
    expect(panel()).not.toContain(home.experimentHint('0%'));
    expect(panel()).not.toContain(home.tooFew(14));
    await press(endMeasuring.action);
    await press(endMeasuring.submit ?? endMeasuring.action);
    await until(() => expect(said.value).toBe(endMeasuring.done));
    expect(writesOf(asked)[0]?.body).toEqual({ holdOut: 0 });
  });
});

describe('the events behind a number', () => {
  const event = (id: string, channel: string) => ({
    ...{ id, type: 'followup.sent', timestamp: '2026-03-01T12:00:00.000Z' },
    data: { collection: { id: 'pay_1', reference: `INV-${id}`, amount: ngn(100) }, event: { data: { channel } } },
  });

  it('are those of its channel and days, read on until there is a page of them', async () => {
    const pages = [
      { data: [event('a', 'sms'), event('b', 'email')], meta: { nextCursor: 'x', hasMore: true } },
      { data: [event('c', 'sms')], meta: { nextCursor: 'y', hasMore: false } },
    ];
    const asked = serve({ 'GET public/events?': () => pages.shift() ?? 'offline' });
    show(
      <ActivityScreen query={new URLSearchParams('type=followup.sent&channel=sms&from=2026-02-01&to=2026-03-02')} />,
    );
    await until(() => expect(document.querySelectorAll('li.row')).toHaveLength(2));
    expect([...document.querySelectorAll('li.row a')].map(textOf)).toEqual(['INV-a', 'INV-c']);
    expect(text()).toContain('1 Feb – 2 Mar · SMS.');
    expect(text()).toContain(words.value.activity.count(2, true));
    expect(asked.map(({ path }) => path)).toEqual([
      'public/events?type=followup.sent&limit=100',
      'public/events?type=followup.sent&limit=100&after=x',
    ]);
  });
});
