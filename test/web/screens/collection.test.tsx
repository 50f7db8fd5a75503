/** The screen of one collection: its sums, when it ends, its customer, and that it is read again. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CollectionScreen } from '#lib/web/console/app/collection-screen.tsx';
import { words } from '#lib/web/console/app/state.ts';
import { serve } from '#test/support/console-service.ts';
import { buttons, NOW, ngn, press, show, signIn, text, textOf, until, useScreen } from './screen.ts';

useScreen();
beforeEach(() => {
  sessionStorage.clear();
  location.hash = '#/collections/pay_1';
});

const COLLECTION = {
  ...{
    id: 'pay_1',
    reference: 'INV-1',
    status: 'pending',
    amount: ngn(100),
    expiresIn: 1440,
    events: [],
    updatedAt: 'x',
  },
  contact: { id: 'contact_1', firstName: 'Ada', lastName: 'Obi', phone: '+234', email: 'a@b.co' },
  balance: { received: ngn(40), outstanding: ngn(60) },
  ...{ createdAt: new Date(NOW).toISOString(), metadata: { description: 'Shoes' } },
  payable: { options: [{ method: 'payment_link', link: 'https://pay.example/pay/1' }] },
};

function open(given: object = {}, plan: object = {}, answers: Parameters<typeof serve>[0] = {}) {
  show(null);
  const asked = serve({
    'GET public/collections/pay_1/payments': { data: [] },
    'GET public/collections/pay_1/follow-ups': {
      data: { enabled: true, slots: [], removed: [], reasons: [], ...plan },
    },
    'GET public/collections/pay_1': { data: { ...COLLECTION, ...given } },
    ...answers,
  });
  show(<CollectionScreen id="pay_1" />);
  return asked;
}
const sums = () =>
  Object.fromEntries([...document.querySelectorAll('.sums > div')].map((each) => [...each.children].map(textOf)));
const shown = () => until(() => expect(document.querySelector('h1')?.textContent).toBe('Ada Obi'));

describe('the sums', () => {
  it('are what is left, what came and what was asked, and when it ends', async () => {
    open();
    await shown();
    const { one } = words.value;
    expect(sums()).toEqual({ [one.left]: 'NGN 60.00', [one.received]: 'NGN 40.00', [one.asked]: 'NGN 100.00' });
    expect(text()).toContain(one.expires('3 March 2026 at 12:00'));
    expect(document.querySelector('.notice')).toBeNull();
    open({ status: 'expired' });
    await shown();
    expect(text()).not.toContain(one.expires('3 March 2026 at 12:00'));
  });

  it('of what was marked as paid say what was not received, and of too much how much', async () => {
    const { one, kinds } = words.value;
    open({ status: 'completed' });
    await shown();
    expect(sums()).toMatchObject({ [one.notReceived]: 'NGN 60.00' });
    open({ status: 'completed', balance: { received: ngn(100), outstanding: ngn(0) } });
    await shown();
    expect([Object.keys(sums()), document.querySelector('.notice')]).toEqual([
      [one.left, one.received, one.asked],
      null,
    ]);
    open({ balance: { received: ngn(80), credited: ngn(30.5), outstanding: ngn(0) } });
    await shown();
    expect(sums()).toMatchObject({ [kinds['credit'] ?? '']: 'NGN 30.50' });
    expect(text()).toContain(one.tooMuch('NGN 10.50'));
  });
});

describe('the next message', () => {
  it('is the planned one with its reason, or why there is none, with the way to the customer who is paused', async () => {
    const slot = {
      slot: 1,
      dueAt: new Date(NOW + 7_200_000).toISOString(),
      channel: 'sms',
      tone: 'gentle',
      text: 'Hi',
      reason: 'x',
      status: 'planned',
    };
    open({}, { slots: [slot] });
    await shown();
    const { one, customers } = words.value;
    expect(document.querySelector('.next')?.textContent).toContain('SMS');
    expect(document.querySelector('.next')?.textContent).toContain('in 2 hours');
    open({}, { paused: { of: 'customer' } });
    await shown();
    expect(text()).toContain(one.noNext.customerPaused);
    expect(document.querySelector('.next a')?.textContent).toBe(customers.open);
    open({}, { paused: { of: 'collection' } });
    await shown();
    expect([text().includes(one.noNext.paused), document.querySelector('.next a')]).toEqual([true, null]);
  });

  it('waits for a promise, or the promise was broken', async () => {
    const payBy = new Date(2026, 2, 5, 23, 59, 59).toISOString();
    open({}, { promise: { payBy } });
    await shown();
    expect(document.querySelector('.promise')?.textContent).toBe(words.value.one.promised('Thu 5 Mar'));
    open({}, { promise: { payBy, brokenAt: payBy } });
    await shown();
    expect(document.querySelector('.promise.broken')?.textContent).toBe(words.value.one.promiseBroken('Thu 5 Mar'));
  });
});

it('has the customer, what it is for and the page to pay, and nothing to press for a viewer', async () => {
  open();
  await shown();
  expect(document.querySelector('a[href="https://pay.example/pay/1"]')).not.toBeNull();
  expect(document.querySelector('a[href="#/customers/contact_1"]')).not.toBeNull();
  expect([...document.querySelectorAll('.facts dd')].map((each) => each.textContent).slice(0, 3)).toEqual([
    '+234',
    'a@b.co',
    'Shoes',
  ]);
  signIn('viewer');
  open();
  await shown();
  expect(buttons()).not.toContain(words.value.payment.action);
});

it('is read again while it is looked at, but not under a dialog', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const asked = open();
  await shown();
  const reads = () => asked.filter(({ path }) => path === 'public/collections/pay_1').length;
  vi.advanceTimersByTime(15_000);
  await until(() => expect(reads()).toBe(2));
  await press(words.value.payment.action);
  await until(() => expect(document.querySelector('dialog')).not.toBeNull());
  vi.advanceTimersByTime(60_000);
  expect(reads()).toBe(2);
  show(null);
  vi.advanceTimersByTime(60_000);
  expect(reads()).toBe(2);
});

it('leads back to the list as it was filtered', async () => {
  sessionStorage.setItem('list', '#/collections?status=expired');
  open();
  await shown();
  document.querySelector<HTMLElement>('a.back')?.click();
  expect(location.hash).toBe('#/collections?status=expired');
});

it('that is not there says so', async () => {
  open({}, {}, { 'GET public/collections/pay_1': { status: 404, code: 'collection_not_found' } });
  await until(() => expect(text()).toContain(words.value.missing));
});
