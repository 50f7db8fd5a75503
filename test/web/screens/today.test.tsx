/** The work of today: what is shown of an item, what is done about it, and how the list is worked off by keys. */
import { fireEvent } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Item, waiting } from '#lib/web/console/app/attention.ts';
import { said, undo, words } from '#lib/web/console/app/state.ts';
import { TodayScreen } from '#lib/web/console/app/today-screen.tsx';
import { serve, writesOf } from '#test/support/console-service.ts';
import {
  button,
  buttons,
  field,
  NOW,
  ngn,
  press,
  show,
  signIn,
  text,
  textOf,
  type,
  until,
  useScreen,
} from './screen.ts';

useScreen();
beforeEach(() => {
  waiting.value = undefined;
});

const anItem = (id: string, given: object = {}): Item =>
  ({
    id,
    reason: 'replied',
    since: new Date(NOW - 60_000).toISOString(),
    text: `Hello from ${id}`,
    collection: { id: `pay_${id}`, reference: `INV-${id}`, status: 'pending', outstanding: ngn(60) },
    customer: { id: `contact_${id}`, firstName: 'Ada', lastName: id },
    ...given,
  }) as never as Item;
const COLLECTION = {
  ...{ id: 'pay_a', status: 'pending', amount: ngn(100), events: [], contact: { firstName: 'Ada' } },
  balance: { received: ngn(40), outstanding: ngn(60) },
};

/** What is done goes off the list, as the service does it. */
function open(items: Item[], query = '', collection: object = {}) {
  const done = new Set<string>();
  const asked = serve({
    'GET public/attention': () => ({ data: items.filter(({ id }) => !done.has(id)) }),
    'GET public/collections/': { data: { ...COLLECTION, ...collection } },
    'PATCH public/attention/': ({ path, body }) => {
      const id = path.split('/').at(-1) ?? '';
      const isDone = (body as { done?: boolean }).done;
      if (isDone === true) done.add(id);
      if (isDone === false) done.delete(id);
      return { data: {} };
    },
    'POST public/collections/': { data: {} },
  });
  show(<TodayScreen query={new URLSearchParams(query)} />);
  return asked;
}

const lines = () => [...document.querySelectorAll<HTMLElement>('.item-line')];
const names = () => lines().map((line) => /INV-([a-z])/.exec(line.textContent ?? '')?.[1]);
async function opened(item: Item, collection: object = {}) {
  const asked = open([item], '', collection);
  await until(() => expect(names()).toHaveLength(1));
  lines()[0]?.click();
  await until(() => expect(document.querySelector('.item-body')).not.toBeNull());
  return asked;
}

describe('the list', () => {
  it('has the sum of what is still owed, who has taken it, and nothing to press for a viewer', async () => {
    const paid = { collection: { id: 'pay_b', reference: 'INV-b', status: 'completed', outstanding: ngn(0) } };
    open([anItem('a', { assignee: 'Bola' }), anItem('b', paid)]);
    await until(() => expect(names()).toEqual(['a', 'b']));
    const [first, second] = lines().map(textOf);
    expect(first).toContain('NGN 60.00');
    expect(first).toContain(words.value.today.takenBy('Bola'));
    expect(second).not.toContain('NGN');
    signIn('viewer');
    lines()[0]?.click();
    await until(() => expect(text()).toContain('Hello from a'));
    expect(buttons().filter((name) => name === words.value.today.done)).toEqual([]);
    expect(text()).not.toContain(words.value.today.keys);
  });

  it('is narrowed by what the address asks, and offers the reasons that there are', async () => {
    waiting.value = [anItem('a'), anItem('b'), anItem('c', { reason: 'overpaid' })];
    const asked = open([anItem('a')], 'reason=replied&nonsense=1');
    await until(() => expect(names()).toEqual(['a']));
    expect(asked[0]?.path).toBe('public/attention?reason=replied&limit=25');
    const chips = [...document.querySelectorAll<HTMLElement>('.chips a')];
    const { mine } = words.value.today;
    const [replied, overpaid] = ['replied', 'overpaid'].map((reason) => words.value.today.reasons[reason]);
    expect(chips.map((chip) => chip.textContent)).toEqual([
      words.value.views.all,
      mine,
      `${replied} (2)`,
      `${overpaid} (1)`,
    ]);
    expect(chips.filter((chip) => chip.getAttribute('aria-current')).map((chip) => chip.textContent)).toEqual([
      `${replied} (2)`,
    ]);
    expect(chips[1]?.getAttribute('href')).toBe('#/today?assignee=Ada');
  });

  it('says when it is empty, and shows a reason that is asked for though none is left', async () => {
    waiting.value = [];
    open([], 'reason=overpaid');
    await until(() => expect(text()).toContain(words.value.today.emptyText));
    expect(text()).toContain(`${words.value.today.reasons['overpaid']} (0)`);
  });

  it('counts again when it has what was not counted', async () => {
    waiting.value = [];
    open([anItem('a')]);
    await until(() => expect(waiting.value?.map(({ id }) => id)).toEqual(['a']));
  });
});

describe('by keys', () => {
  const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
  const at = () =>
    /INV-([a-z])/.exec(document.activeElement?.textContent ?? '')?.[1] ?? document.activeElement?.tagName;

  it('J and K go down and up and stay within it, E is done, and Z takes that back', async () => {
    const asked = open([anItem('a'), anItem('b'), anItem('c')]);
    await until(() => expect(names()).toEqual(['a', 'b', 'c']));
    lines()[0]?.focus();
    const places = ['k', 'j', 'j', 'j', 'k'].map((name) => {
      key(name);
      return at();
    });
    expect(places).toEqual(['a', 'b', 'c', 'c', 'b']);
    key('e');
    await until(() => expect([names(), at(), said.value]).toEqual([['a', 'c'], 'c', words.value.today.isDone]));
    expect(waiting.value?.map(({ id }) => id)).toEqual(['a', 'c']);
    key('z');
    await until(() => expect([names(), at(), said.value]).toEqual([['a', 'b', 'c'], 'b', words.value.today.undone]));
    expect(writesOf(asked).map(({ path, body }) => [path, body])).toEqual([
      ['public/attention/b', { done: true }],
      ['public/attention/b', { done: false }],
    ]);
    expect(undo.value).toBeUndefined();
  });

  it('the last one leads to the heading, and keys of a viewer, or with Ctrl, do nothing', async () => {
    const asked = open([anItem('a')]);
    await until(() => expect(names()).toEqual(['a']));
    lines()[0]?.focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'e', ctrlKey: true });
    signIn('viewer');
    key('e');
    signIn('agent');
    expect(writesOf(asked)).toEqual([]);
    key('e');
    await until(() => expect([names(), at()]).toEqual([[], 'H1']));
  });
});

describe('an item', () => {
  it('is taken, given back, noted and put off', async () => {
    const asked = await opened(anItem('a', { note: 'called' }));
    const { today, noteDialog } = words.value;
    expect(text()).toContain('called');
    await press(today.take);
    await until(() => expect(said.value).toBe(today.taken));
    await press(noteDialog.action);
    await until(() => expect(field(noteDialog.text).value).toBe('called'));
    type(noteDialog.text, ' called twice ');
    await press(noteDialog.submit);
    await until(() => expect(said.value).toBe(noteDialog.done));
    await press(today.snoozes.tomorrow);
    await until(() => expect(said.value).toBe(today.snoozed));
    expect(writesOf(asked).map(({ body }) => body)).toEqual([
      { assignee: 'Ada' },
      { note: 'called twice' },
      { snoozedUntil: new Date(2026, 2, 3, 9).toISOString() },
    ]);
  });

  it('of oneself is given back, and that of another one is not taken', async () => {
    const asked = await opened(anItem('a', { assignee: 'Ada' }));
    const { today } = words.value;
    expect(buttons()).not.toContain(today.take);
    await press(today.giveBack);
    await until(() => expect(said.value).toBe(today.givenBack));
    expect(writesOf(asked)[0]?.body).toEqual({ assignee: '' });
    show(null);
    await opened(anItem('a', { assignee: 'Bola' }));
    expect(buttons().filter((name) => name === today.take || name === today.giveBack)).toEqual([]);
  });

  it('offers first what the customer asks for, with its day, and opens that of the collection as it is now', async () => {
    const payBy = new Date(2026, 2, 6, 23, 59, 59).toISOString();
    await opened(anItem('a', { suggestion: { kind: 'promise', payBy, quote: 'on Friday' } }));
    expect(text()).toContain(words.value.today.suggested('on Friday'));
    const promise = document.querySelector<HTMLElement>('.actions .main');
    expect(promise?.textContent).toContain('6');
    promise?.click();
    await until(() => expect(field(words.value.promise.day).value).toBe('2026-03-06'));
  });

  it.each([
    ['payment', { suggestion: { kind: 'claim' } }, () => words.value.payment.title],
    ['reopen', { reason: 'expired_unpaid', suggestion: { kind: 'reopen' } }, () => words.value.reopen.title],
    ['write', {}, () => words.value.write.title('Ada')],
  ] as const)('leads to %s', async (name, given, title) => {
    await opened(anItem('a', given));
    await press(words.value[name].action);
    await until(() => expect(document.querySelector('dialog h2')?.textContent).toBe(title()));
    expect(buttons().filter((each) => each === words.value.write.action)).toHaveLength(0);
  });

  it('that waits for a decision is decided at once', async () => {
    const claim = {
      ...{ id: 'clm_1', status: 'open', method: 'cash' },
      amount: ngn(60),
      paidOn: '2026-03-01',
      madeAt: anItem('a').since,
    };
    const text = '2026-03-01 · NGN 60.00 · cash';
    const item = anItem('a', { reason: 'claimed_paid', text, suggestion: { kind: 'claim', claim: 'clm_1' } });
    await opened(item, { claims: [claim] });
    await until(() => button(words.value.answers.accepted.action));
    await press(words.value.write.action);
    await until(() => expect(document.querySelector('dialog')).not.toBeNull());
    await press(words.value.dialog.back);
    await until(() => button(words.value.answers.accepted.action));
  });
});
