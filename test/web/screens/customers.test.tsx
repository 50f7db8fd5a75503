/** Customers: their list, and one of them with sums, one conversation, and what is done for all collections at once. */
import { beforeEach, describe, expect, it } from 'vitest';
import { CustomerScreen } from '#lib/web/console/app/customer-screen.tsx';
import { CustomersScreen } from '#lib/web/console/app/customers-screen.tsx';
import { said, words } from '#lib/web/console/app/state.ts';
import { serve, writesOf } from '#test/support/console-service.ts';
import {
  button,
  buttons,
  choose,
  field,
  lastSaid,
  NOW,
  ngn,
  press,
  show,
  signIn,
  text,
  textsOf,
  type,
  until,
  useScreen,
} from './screen.ts';

useScreen();
beforeEach(() => {
  location.hash = '';
});

const ghs = (value: number) => ({ value, currency: 'GHS' });
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();
const CUSTOMER = {
  ...{
    id: 'contact_1',
    firstName: 'Ada',
    lastName: 'Obi',
    phone: '+2348031234567',
    email: 'ada@example.com',
    tags: ['vip'],
  },
  open: [
    { currency: 'NGN', oldestDueDate: '2026-02-20' },
    { currency: 'GHS', oldestDueDate: '2026-02-10' },
  ],
  owed: [
    { amount: ngn(150), count: 2, expired: { count: 1, amount: ngn(50) } },
    { amount: ghs(7), count: 1, expired: { count: 0, amount: ghs(0) } },
  ],
  ...{ nextMessageAt: null, lastHeardAt: null, lastMessageAt: hoursAgo(5), optedOut: {}, unreachable: [] },
};
const COLLECTION = {
  ...{ id: 'pay_1', reference: 'INV-1', status: 'pending', amount: ngn(100), expiresIn: 2880, events: [] },
  ...{ contact: CUSTOMER, createdAt: hoursAgo(9), updatedAt: hoursAgo(9), completedAt: null },
  balance: { received: ngn(0), outstanding: ngn(100) },
};
const PLAN = { enabled: true, slots: [], removed: [], reasons: [] };

describe('the list', () => {
  const rows = () => textsOf('tbody tr');
  const open = (query: string, customers: object[]) => {
    const asked = serve({
      'GET public/insights/book': {
        data: { asOf: hoursAgo(1), currencies: [{ currency: 'NGN' }, { currency: 'GHS' }] },
      },
      'GET public/customers?': { data: customers },
    });
    show(<CustomersScreen query={new URLSearchParams(query)} />);
    return asked;
  };

  it('has a sum for each currency, what of it has expired, and the oldest due day of all', async () => {
    const nothing = { ...CUSTOMER, id: 'contact_2', phone: '', open: [], owed: [], lastHeardAt: hoursAgo(2) };
    open('', [CUSTOMER, nothing]);
    await until(() => expect(rows()).toHaveLength(2));
    expect(rows()[0]).toContain(
      `NGN 150.00${words.value.home.collections(2)}${words.value.customers.expired('NGN 50.00')}GHS 7.00`,
    );
    expect(rows()[0]).toMatch(/10 Feb 2026$/);
    expect(rows()[0]).toContain('+2348031234567–');
    expect(rows()[1]).toContain('ada@example.com');
    expect(rows()[1]).toContain(`${words.value.customers.nothing}–`);
  });

  it('has an order for each currency, and keeps it in the search', async () => {
    const asked = open('order=outstanding&currency=GHS', []);
    await until(() => expect(text()).toContain(words.value.customers.owesMost('NGN')));
    expect(asked.find(({ path }) => path.includes('customers'))?.path).toBe(
      'public/customers?order=outstanding&currency=GHS&limit=25',
    );
    const chips = [...document.querySelectorAll<HTMLElement>('.chips a')];
    expect(chips.filter((chip) => chip.getAttribute('aria-current')).map((chip) => chip.textContent)).toEqual([
      words.value.customers.owesMost('GHS'),
    ]);
    expect(chips.map((chip) => chip.getAttribute('href'))).toEqual([
      '#/customers',
      '#/customers?order=name',
      '#/customers?order=outstanding&currency=NGN',
      '#/customers?order=outstanding&currency=GHS',
    ]);
    expect(text()).toContain(words.value.customers.empty);
    type(words.value.customers.search, 'ada');
    document.querySelector('form')?.requestSubmit();
    await until(() => expect(location.hash).toBe('#/customers?q=ada&order=outstanding&currency=GHS'));
    show(null);
    open('q=ada', []);
    await until(() => expect(text()).toContain(words.value.list.none));
  });
});

describe('one', () => {
  const open = (
    given: object = {},
    collections: object[] = [COLLECTION],
    answers: Parameters<typeof serve>[0] = {},
  ) => {
    const asked = serve({
      'GET public/customers/contact_1': { data: { ...CUSTOMER, ...given } },
      'GET public/collections?': { data: collections },
      'GET public/follow-ups?': { data: [] },
      'GET public/collections/pay_': ({ path }) =>
        path.endsWith('/follow-ups')
          ? { data: PLAN }
          : { data: collections.find((each) => path.endsWith((each as { id: string }).id)) },
      'POST public/': { data: {} },
      'PATCH public/': { data: {} },
      ...answers,
    });
    show(<CustomerScreen id="contact_1" />);
    return asked;
  };
  const shown = () => until(() => expect(document.querySelector('.customer-name')?.textContent).toBe('Ada Obi'));
  const sums = () => textsOf('.sums > div');

  it('has one sum for each currency with its oldest due day, and what of it has expired', async () => {
    open();
    await shown();
    expect(sums()).toEqual([
      `${words.value.home.owed}NGN 150.00${words.value.home.collections(2)}, ${words.value.customers.oldestDue('20 Feb 2026')}${words.value.customers.expired('NGN 50.00')}`,
      `${words.value.home.owed}GHS 7.00${words.value.home.collections(1)}, ${words.value.customers.oldestDue('10 Feb 2026')}`,
    ]);
    expect(text()).toContain('vip');
    expect(text()).toContain(words.value.customers.noNext);
    expect(document.querySelector('a[href="#/statement/contact_1"]')).not.toBeNull();
    show(null);
    open({ owed: [], open: [], pausedSince: hoursAgo(3), nextMessageAt: new Date(NOW + 3_600_000).toISOString() });
    await shown();
    expect(sums()).toEqual([`${words.value.home.owed}${words.value.customers.nothing}`]);
    expect(text()).toContain(words.value.customers.pausedSince);
    expect(text()).not.toContain(words.value.customers.noNext);
  });

  it('says how it can be reached, and how not any more', async () => {
    const until_ = new Date(NOW + 86_400_000).toISOString();
    open({
      optedOut: { sms: hoursAgo(1) },
      unreachable: [{ channel: 'whatsapp', reason: 'not_on_whatsapp', until: until_ }],
    });
    await shown();
    expect(document.querySelector('.notice.bad')?.textContent).toBe(words.value.customers.optedOut('SMS'));
    expect(document.querySelector('.notice.wait')?.textContent).toContain(words.value.customers.until);
    expect(document.querySelectorAll('.notice')).toHaveLength(2);
    expect(document.querySelector('a[href="tel:+2348031234567"]')).not.toBeNull();
    expect([...document.querySelectorAll('.facts dd')][2]?.textContent).toBe(words.value.customers.never);
    expect([...document.querySelectorAll('.facts dd')][3]?.textContent).not.toBe(words.value.customers.never);
  });

  it('lists five collections first, what is open before the rest, and tells ten', async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      ...{ ...COLLECTION, id: `pay_${index}`, reference: `INV-${index}`, createdAt: hoursAgo(index) },
      status: index === 11 ? 'pending' : 'completed',
    }));
    const asked = open({}, many);
    await shown();
    const listed = () => [...document.querySelectorAll('tbody .reference')].map((each) => each.textContent);
    expect(listed()).toEqual(['INV-11', 'INV-0', 'INV-1', 'INV-2', 'INV-3']);
    const told = () => asked.filter(({ path }) => path.endsWith('/follow-ups')).length;
    await until(() => expect(told()).toBe(10));
    expect(text()).toContain(words.value.customers.collections(12, true));
    await press(words.value.customers.older(7));
    await until(() => expect(listed()).toHaveLength(12));
    await press(words.value.customers.older(2));
    await until(() => expect(told()).toBe(22));
    expect(buttons().filter((each) => each.startsWith('Show'))).toEqual([]);
  });

  it('says that there are more than it lists', async () => {
    open({}, [], { 'GET public/collections?': { data: [COLLECTION], nextCursor: 'x' } });
    await until(() => expect(text()).toContain(words.value.customers.collections(1, false)));
  });

  it('is stopped and resumed for all, after a question', async () => {
    const asked = open();
    await shown();
    expect(buttons().slice(0, 4)).toEqual([
      words.value.payment.title,
      words.value.customers.pause.action,
      words.value.customers.contact.action,
      words.value.customers.tags.action,
    ]);
    await press(words.value.customers.pause.action);
    await until(() => expect(text()).toContain(words.value.customers.pause.intro));
    await press(words.value.customers.pause.action);
    await until(() => expect(said.value).toBe(words.value.customers.pause.done));
    show(null);
    const resumed = open({ pausedSince: hoursAgo(1), owed: [] });
    await shown();
    expect(buttons()[0]).toBe(words.value.customers.resume.action);
    await press(words.value.customers.resume.action);
    await press(words.value.customers.resume.action);
    await until(() => expect(said.value).toBe(words.value.customers.resume.done));
    const path = (what: string) => `public/customers/contact_1/follow-ups/${what}`;
    expect([...writesOf(asked), ...writesOf(resumed)].map((call) => call.path)).toEqual([
      path('pause'),
      path('resume'),
    ]);
    show(null);
    signIn('viewer');
    open();
    await shown();
    expect(buttons()).not.toContain(words.value.customers.pause.action);
  });

  it('gets tags, with commas or semicolons between, and is corrected', async () => {
    const asked = open();
    await shown();
    await press(words.value.customers.tags.action);
    await until(() => expect(field(words.value.customers.tags.action).value).toBe('vip'));
    type(words.value.customers.tags.action, 'vip, wholesale; , north ');
    await press(words.value.contact.submit);
    await until(() => expect(said.value).toBe(words.value.customers.tags.done));
    await press(words.value.customers.contact.action);
    type(words.value.contact.email, 'ada@obi.example');
    await press(words.value.contact.submit);
    await until(() => expect(said.value).toBe(words.value.contact.done));
    expect(writesOf(asked).map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PATCH', 'public/customers/contact_1', { tags: ['vip', 'wholesale', 'north'] }],
      ['PATCH', 'public/customers/contact_1', { email: 'ada@obi.example' }],
    ]);
  });
});

describe('one payment for several debts', () => {
  const debt = (id: string, dueDate: string, outstanding: object) => ({
    ...{ ...COLLECTION, id: `pay_${id}`, reference: `INV-${id}`, dueDate },
    ...{ amount: outstanding, balance: { received: ngn(0), outstanding } },
  });
  const open = (fail: (path: string) => boolean = () => false) => {
    const collections = [
      debt('new', '2026-03-09', ngn(50)),
      debt('old', '2026-02-09', ngn(100)),
      debt('cedi', '2026-02-01', ghs(7)),
    ];
    const asked = serve({
      'GET public/customers/contact_1': { data: CUSTOMER },
      'GET public/collections?': { data: collections },
      'GET public/follow-ups?': { data: [] },
      'GET public/collections/pay_': ({ path }) => ({ data: path.endsWith('/follow-ups') ? PLAN : collections[0] }),
      'POST public/collections/': ({ path }) => (fail(path) ? 'offline' : { status: 201, data: {} }),
    });
    show(<CustomerScreen id="contact_1" />);
    return asked;
  };
  const ready = () => !button(words.value.payment.submit).disabled;
  const begin = async () => {
    await press(words.value.payment.title);
    await until(() => expect(ready()).toBe(false));
  };

  it('pays the oldest first, and nothing beyond what is owed', async () => {
    const asked = open();
    await begin();
    type(words.value.payment.amount('NGN'), '200');
    await until(() => expect(text()).toContain(words.value.share.tooMuch('NGN 50.00')));
    expect(ready()).toBe(false);
    type(words.value.payment.amount('NGN'), '120.5');
    await until(() => expect(text()).toContain('INV-old: NGN 100.00 of NGN 100.00INV-new: NGN 20.50 of NGN 50.00'));
    choose(words.value.payment.method, 'cheque');
    await press(words.value.payment.submit);
    await until(() => expect(lastSaid()).toBe(words.value.payment.done('NGN 120.50')));
    expect(writesOf(asked).map(({ path, body }) => [path, body])).toEqual([
      ['public/collections/pay_old/payments', { amount: ngn(100), method: 'cheque' }],
      ['public/collections/pay_new/payments', { amount: ngn(20.5), method: 'cheque' }],
    ]);
  });

  it('is recorded once, though it has to be tried again: what is typed meanwhile changes nothing', async () => {
    let isThere = false;
    const asked = open((path) => path.includes('pay_new') && !isThere);
    await begin();
    type(words.value.payment.amount('NGN'), '150');
    await press(words.value.payment.submit);
    await until(() => button(words.value.dialog.again));
    type(words.value.payment.amount('NGN'), '10');
    choose(words.value.create.currency, 'GHS');
    isThere = true;
    await press(words.value.dialog.again);
    await until(() => expect(document.querySelector('dialog')).toBeNull());
    const posts = asked.filter(({ method }) => method === 'POST');
    expect(
      posts.map(({ path, body }) => [path.split('/')[2], (body as { amount: { value: number } }).amount.value]),
    ).toEqual([
      ['pay_old', 100],
      ['pay_new', 50],
      ['pay_old', 100],
      ['pay_new', 50],
    ]);
    expect(new Set(posts.map(({ key }) => key)).size).toBe(2);
    expect(lastSaid()).toBe(words.value.payment.done('NGN 150.00'));
  });

  it('shows what came of it when it is left half recorded, and asks nothing when nothing was sent', async () => {
    const asked = open((path) => path.includes('pay_new'));
    const looks = () => asked.filter(({ path }) => path === 'public/customers/contact_1').length;
    const leave = async () => {
      await press(words.value.dialog.back);
      await until(() => expect(document.querySelector('dialog')).toBeNull());
    };
    await begin();
    await leave();
    expect(looks()).toBe(1);
    await begin();
    type(words.value.payment.amount('NGN'), '150');
    await press(words.value.payment.submit);
    await until(() => button(words.value.dialog.again));
    await leave();
    await until(() => expect(looks()).toBe(2));
  });

  it('is of one currency', async () => {
    const asked = open();
    await begin();
    choose(words.value.create.currency, 'GHS');
    await until(() => field(words.value.payment.amount('GHS')));
    type(words.value.payment.amount('GHS'), '7');
    await press(words.value.payment.submit);
    await until(() => expect(writesOf(asked)).toHaveLength(1));
    expect(writesOf(asked)[0]?.path).toBe('public/collections/pay_cedi/payments');
  });
});
