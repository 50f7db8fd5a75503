/** The list of collections: what a row says, pages, what is done with several at once, saved filters, and the file. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { CollectionsScreen } from '#lib/web/console/app/collections-screen.tsx';
import { said, session, words } from '#lib/web/console/app/state.ts';
import { type Answer, serve, writesOf } from '#test/support/console-service.ts';
import {
  button,
  buttons,
  field,
  NOW,
  ngn,
  press,
  savedFiles,
  show,
  signIn,
  text,
  textsOf,
  tick,
  type,
  until,
  useScreen,
} from './screen.ts';

useScreen();
beforeEach(() => {
  sessionStorage.clear();
  location.hash = '';
  Object.assign(window, { scrollTo: () => {} });
});

const aCollection = (id: string, given: object = {}): CollectionResponse =>
  ({
    id,
    reference: `INV-${id}`,
    status: 'pending',
    amount: ngn(100),
    balance: { received: ngn(0), outstanding: ngn(100) },
    contact: { id: 'contact_1', firstName: 'Ada', lastName: id, phone: '+234', email: 'a@b.co' },
    createdAt: new Date(NOW - 60_000).toISOString(),
    updatedAt: new Date(NOW - 60_000).toISOString(),
    expiresIn: 1440,
    completedAt: null,
    ...given,
  }) as never as CollectionResponse;

const BOOK = {
  asOf: new Date(NOW - 60_000).toISOString(),
  currencies: [
    { currency: 'NGN', count: 3, outstanding: ngn(250), expiredUnpaid: { count: 1, amount: ngn(50) } },
    { currency: 'GHS', count: 2, outstanding: { value: 7, currency: 'GHS' } },
  ],
};

function open(answers: Parameters<typeof serve>[0], query = '') {
  const asked = serve({
    'GET public/insights/book': { data: BOOK },
    'GET public/follow-ups?': { data: [] },
    'PATCH public/collections/': { data: {} },
    ...answers,
  });
  show(<CollectionsScreen query={new URLSearchParams(query)} />);
  return asked;
}
const listed = (...collections: CollectionResponse[]) => ({ 'GET public/collections?': { data: collections } });
const rows = () => textsOf('tbody tr');

describe('a row', () => {
  const rowOf = async (given: object, reminders: object[] = []) => {
    show(null);
    open({ ...listed(aCollection('a', given)), 'GET public/follow-ups?': { data: reminders } });
    await until(() => expect(rows()).toHaveLength(1));
    return rows()[0] ?? '';
  };
  const balance = (received: number, outstanding: number) => ({
    received: ngn(received),
    outstanding: ngn(outstanding),
  });

  it('has what is left, of how much, and since when it is late', async () => {
    expect(await rowOf({})).toContain('NGN 100.00');
    expect(await rowOf({ balance: balance(40, 60) })).toContain('NGN 60.00of NGN 100.00');
    const late = await rowOf({ status: 'overdue', dueDate: '2026-02-27' });
    expect(late).toContain(words.value.due.late(3, '27 Feb 2026'));
    expect(await rowOf({ status: 'overdue', dueDate: '2026-03-01' })).toContain(words.value.due.late(1, '1 Mar 2026'));
    expect(await rowOf({ dueDate: '2026-03-02' })).toContain(words.value.due.on('2 Mar 2026'));
    expect(await rowOf({ dueDate: '2026-03-05' })).toContain(words.value.due.on('5 Mar 2026'));
    expect(await rowOf({ status: 'completed', dueDate: '2026-02-27', balance: balance(100, 0) })).not.toContain('Feb');
  });

  it('of what is paid leaves nothing, and says what came where that is another sum', async () => {
    const exact = await rowOf({ status: 'completed', balance: balance(100, 0) });
    expect(exact).toContain('NGN 0.00of NGN 100.00');
    const credited = { ...balance(70, 0), credited: ngn(30) };
    expect(await rowOf({ status: 'completed', balance: credited })).not.toContain('70.00');
    expect(await rowOf({ status: 'completed', balance: balance(40, 60) })).toContain('NGN 0.00NGN 40.00');
  });

  it('tells the last reminder, whether it failed, and the next one', async () => {
    const last = { at: new Date(NOW - 86_400_000).toISOString(), channel: 'sms', status: 'failed' };
    const told = { collection: 'a', last, nextAt: new Date(NOW + 86_400_000).toISOString() };
    await rowOf({}, [told]);
    await until(() => expect(rows()[0]).toContain(`SMS · ${words.value.timeline.fates['failed']}`));
    expect(document.querySelectorAll('.reminder-cell time')).toHaveLength(2);
  });
});

describe('pages', () => {
  it('follow each other, each collection once, with the sum of what is left by currency', async () => {
    const cedis = { value: 7, currency: 'GHS' };
    const cancelled = Array.from({ length: 23 }, (_, index) => aCollection(`x${index}`, { status: 'cancelled' }));
    const first = [...cancelled, aCollection('a'), aCollection('b', { status: 'cancelled' })];
    const second = [
      aCollection('b'),
      aCollection('c', { amount: cedis, balance: { received: cedis, outstanding: cedis } }),
    ];
    const pages = [{ data: first, nextCursor: 'x' }, { data: second }];
    const asked = serve({
      'GET public/insights/book': { data: BOOK },
      'GET public/follow-ups?': { data: [] },
      'GET public/collections?': () => pages.shift() ?? 'offline',
    });
    show(<CollectionsScreen query={new URLSearchParams('status=expired')} />);
    await until(() => button(words.value.list.more));
    expect(text()).toContain(words.value.several.left('NGN 100.00'));
    expect(text()).toContain(words.value.list.shown(25, false));
    await press(words.value.list.more);
    await until(() => expect(rows()).toHaveLength(26));
    expect(text()).toContain(words.value.several.left('NGN 100.00, GHS 7.00'));
    expect(text()).toContain(words.value.list.shown(26, true));
    const lists = asked.filter(({ path }) => path.startsWith('public/collections?'));
    expect(lists.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('limit'))).toEqual(['25', '25']);
  });

  it('leave the place where the reader was, and what does not answer is asked again', async () => {
    sessionStorage.setItem('place', JSON.stringify({ list: JSON.stringify(FILTER), count: 60, y: 900 }));
    const pages: (Answer | 'offline')[] = ['offline', { data: [aCollection('a')] }];
    const asked = serve({
      'GET public/insights/book': { data: BOOK },
      'GET public/follow-ups?': { data: [] },
      'GET public/collections?': () => pages.shift() ?? 'offline',
    });
    show(<CollectionsScreen query={new URLSearchParams('status=expired')} />);
    await until(() => expect(text()).toContain(words.value.unreachable));
    await press(words.value.retry);
    await until(() => expect(rows()).toHaveLength(1));
    const lists = asked.filter(({ path }) => path.startsWith('public/collections?'));
    expect(new Set(lists.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('limit')))).toEqual(
      new Set(['60']),
    );
  });

  it.each([
    ['', 'agent', () => [words.value.list.empty, words.value.list.emptyText]],
    ['', 'viewer', () => [words.value.list.empty, words.value.list.emptyViewer]],
    ['status=expired', 'agent', () => [words.value.list.none]],
    ['q=ada', 'agent', () => [words.value.list.none, words.value.list.noneText]],
  ] as const)('that have nothing for "%s" say so to an %s', async (query, role, texts) => {
    signIn(role);
    open(listed(), query);
    await until(() => expect(text()).toContain(texts()[0]));
    for (const each of texts()) expect(text()).toContain(each);
  });
});

const FILTER = { status: 'expired', from: '', to: '', q: '', currency: '', age: '', order: '' };

describe('the filters', () => {
  it('say how many there are of what is counted, and lead to what was searched in whichever state', async () => {
    open(listed(), 'status=expired');
    const chip = (name: 'unpaid' | 'expired' | 'completed') =>
      [...document.querySelectorAll<HTMLElement>('.chips a')].find(
        (each) => each.textContent === words.value.views[name],
      );
    await until(() => expect(chip('unpaid')?.dataset['count']).toBe('5'));
    expect([chip('expired')?.dataset['count'], chip('completed')?.dataset['count']]).toEqual(['1', undefined]);
    expect(chip('expired')?.getAttribute('aria-current')).toBe('true');
    const search = document.querySelector<HTMLInputElement>('input[type=search]');
    type(words.value.list.search, ' ada ');
    search?.form?.requestSubmit();
    await until(() => expect(location.hash).toBe('#/collections?q=ada'));
  });

  it('of all that is unpaid say what is owed, and when that was counted', async () => {
    open(listed(), 'status=unpaid');
    await until(() => expect(text()).toContain(words.value.several.left('NGN 250.00, GHS 7.00')));
    show(null);
    open(listed(), 'status=unpaid&age=late');
    await until(() => expect(text()).toContain(words.value.home.lateFilter));
    expect(text()).not.toContain('250.00');
  });

  it('are saved by name for one account, marked where they are shown, and forgotten alone', async () => {
    open(listed(), 'status=expired');
    await press(words.value.list.save);
    type(words.value.list.savedName, ' Old ones ');
    await press(words.value.list.save);
    const saved = () => [...document.querySelectorAll(`[aria-label="${words.value.list.saved}"] a`)];
    await until(() => expect(saved().map((each) => each.textContent)).toEqual(['Old ones']));
    show(null);
    open(listed(), 'status=cancelled');
    await press(words.value.list.save);
    type(words.value.list.savedName, 'Gone');
    await press(words.value.list.save);
    await until(() => expect(saved().map((each) => each.getAttribute('aria-current'))).toEqual([null, 'true']));
    expect(saved().map((each) => each.getAttribute('href'))).toEqual([
      '#/collections?status=expired',
      '#/collections?status=cancelled',
    ]);
    await press(words.value.list.forget('Gone'));
    await until(() => expect(saved().map((each) => each.textContent)).toEqual(['Old ones']));
    show(null);
    if (typeof session.value !== 'string')
      session.value = { ...session.value, account: { ...session.value.account, id: 'acc_2' } };
    open(listed(), 'status=expired');
    await until(() => button(words.value.list.save));
    expect(saved()).toEqual([]);
  });
});

describe('several at once', () => {
  const { a, b, c } = { a: aCollection('a'), b: aCollection('b'), c: aCollection('c') };
  const ticked = () => text().includes(words.value.several.ticked(2));
  const tickBoth = async () => {
    await until(() => expect(rows()).toHaveLength(3));
    tick(words.value.several.tick('Ada a, INV-a'));
    await until(() => expect(text()).toContain(words.value.several.ticked(1)));
    tick(words.value.several.tick('Ada c, INV-c'));
    await until(() => expect(ticked()).toBe(true));
  };

  it('are moved to another day one after the other, and all are ticked or none', async () => {
    const asked = open(listed(a, b, c));
    await until(() => expect(rows()).toHaveLength(3));
    tick(words.value.several.tickAll);
    await until(() => expect(text()).toContain(words.value.several.ticked(3)));
    await press(words.value.several.clear);
    await tickBoth();
    await press(words.value.several.due.action);
    await until(() => expect(field(words.value.create.dueDate).value).toBe('2026-03-09'));
    type(words.value.create.dueDate, '2026-03-20');
    await press(words.value.several.due.action);
    await until(() => expect(said.value).toBe(words.value.several.done(2)));
    expect(writesOf(asked)).toEqual(
      ['a', 'c'].map((id) => ({ method: 'PATCH', path: `public/collections/${id}`, body: { dueDate: '2026-03-20' } })),
    );
    expect(ticked()).toBe(false);
    await until(() => expect(asked.filter(({ path }) => path.startsWith('public/collections?'))).toHaveLength(2));
  });

  it('of which one is refused leave it ticked, and say why', async () => {
    const refused = { status: 409, code: 'followups_disabled', message: 'No reminders' };
    const asked = open({
      ...listed(a, b, c),
      'POST public/collections/a/': refused,
      'POST public/collections/c/': { data: {} },
    });
    await tickBoth();
    await press(words.value.several.remind.action);
    await press(words.value.several.remind.action);
    await until(() => expect(text()).toContain(words.value.several.refused(1)));
    expect(said.value).toBe(words.value.several.done(1));
    expect(document.querySelector('dialog li')?.textContent).toMatch(/^Ada a, INV-a: ./);
    await press(words.value.dialog.back);
    expect(text()).toContain(words.value.several.ticked(1));
    const sent = asked.filter(({ method }) => method === 'POST');
    expect(sent.map(({ path }) => path)).toEqual(['a', 'c'].map((id) => `public/collections/${id}/follow-ups/send`));
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });

  it('stop where the service does not answer, and go on by the same key', async () => {
    let isThere = false;
    const asked = open({
      ...listed(a, b, c),
      'POST public/collections/': () => (isThere ? { data: {} } : 'offline'),
    });
    await tickBoth();
    await press(words.value.several.pause.action);
    await press(words.value.several.pause.action);
    await until(() => expect(text()).toContain(words.value.dialog.unreachable));
    expect(writesOf(asked)).toHaveLength(1);
    isThere = true;
    await press(words.value.dialog.again);
    await until(() => expect(said.value).toBe(words.value.several.done(2)));
    expect(writesOf(asked).map(({ path }) => path)).toEqual(
      ['a', 'a', 'c'].map((id) => `public/collections/${id}/follow-ups/pause`),
    );
  });

  it('are for who may change them', async () => {
    signIn('viewer');
    open(listed(a, b, c));
    await until(() => expect(rows()).toHaveLength(3));
    expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(0);
    expect(text()).not.toContain(words.value.list.add);
  });
});

describe('the file', () => {
  it('has all that the filter finds, and is not given once the reader stops', async () => {
    const saved = savedFiles();
    open(listed(aCollection('a'), aCollection('b')), 'status=expired');
    await press(words.value.list.csv);
    await until(() => expect(text()).toContain(words.value.list.csvDone(2)));
    const [lines] = await saved();
    expect(lines?.map((line) => line.split(',')[1])).toEqual(['reference', 'INV-a', 'INV-b']);
  });

  it('is stopped', async () => {
    const saved = savedFiles();
    const hundred = Array.from({ length: 100 }, (_, index) => aCollection(String(index)));
    let go = () => {};
    const waits = new Promise<void>((resolve) => {
      go = resolve;
    });
    open(listed(...hundred), 'status=expired');
    await until(() => button(words.value.list.csv));
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      await waits;
      return fetch(...call);
    });
    await press(words.value.list.csv);
    await press(words.value.list.stop);
    go();
    await until(() => button(words.value.list.csv));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([(await saved()).length, buttons().includes(words.value.list.stop)]).toEqual([0, false]);
  });
});
