/** What a member is offered for a collection, by its status, its plan and the member's role; and what is done at once. */
import { describe, expect, it, vi } from 'vitest';
import { Actions } from '#lib/web/console/app/actions.tsx';
import type { Detail } from '#lib/web/console/app/detail.ts';
import { type Role, said, words } from '#lib/web/console/app/state.ts';
import { answerWith } from '#test/support/console-service.ts';
import { buttons, ngn, press, show, signIn, text, until, useScreen } from './screen.ts';

useScreen();

function aDetail(collection: object = {}, plan: object = {}): Detail {
  return {
    collection: {
      ...{ id: 'pay_1', status: 'pending', amount: ngn(100), events: [] },
      balance: { received: ngn(40), outstanding: ngn(60) },
      contact: { firstName: 'Ada' },
      ...collection,
    },
    plan: { enabled: true, slots: [], ...plan },
    payments: [],
  } as never as Detail;
}

function open(detail: Detail, role: Role = 'agent') {
  signIn(role);
  const reload = vi.fn(async () => {});
  show(<Actions detail={detail} reload={reload} />);
  return reload;
}

type Name = 'remind' | 'payment' | 'promise' | 'pause' | 'write' | 'reopen' | 'withdraw' | 'resume';
type More = 'contact' | 'amount' | 'due' | 'extend' | 'complete' | 'credit' | 'writeOff' | 'cancel';
const textsOf = (names: readonly (Name | More)[]) => names.map((name) => words.value[name].action);

describe('what is offered', () => {
  it.each<[string, Detail, Role, Name[], More[]]>([
    [
      'of what is open to an agent',
      aDetail(),
      'agent',
      ['remind', 'payment', 'write', 'promise', 'pause'],
      ['contact', 'amount', 'due', 'extend', 'complete'],
    ],
    [
      'of what is overdue to an admin',
      aDetail({ status: 'overdue' }),
      'admin',
      ['remind', 'payment', 'write', 'promise', 'pause'],
      ['contact', 'amount', 'due', 'extend', 'complete', 'credit', 'writeOff', 'cancel'],
    ],
    ['of what is expired to an agent', aDetail({ status: 'expired' }), 'agent', ['reopen', 'payment', 'write'], []],
    [
      'of what is expired to an admin',
      aDetail({ status: 'expired' }),
      'admin',
      ['reopen', 'payment', 'write'],
      ['credit', 'writeOff'],
    ],
    ['of what is cancelled to an admin', aDetail({ status: 'cancelled' }), 'admin', ['reopen', 'payment', 'write'], []],
    ['of what is paid to an admin', aDetail({ status: 'completed' }), 'admin', ['payment', 'write'], ['credit']],
    [
      'of what is not followed up',
      aDetail({}, { enabled: false }),
      'agent',
      ['payment', 'write', 'promise'],
      ['contact', 'amount', 'due', 'extend', 'complete'],
    ],
    [
      'of what is paused',
      aDetail({}, { paused: { of: 'collection' } }),
      'agent',
      ['remind', 'payment', 'write', 'promise', 'resume'],
      ['contact', 'amount', 'due', 'extend', 'complete'],
    ],
    [
      'of what is paused with its customer',
      aDetail({}, { paused: { of: 'customer' } }),
      'agent',
      ['remind', 'payment', 'write', 'promise'],
      ['contact', 'amount', 'due', 'extend', 'complete'],
    ],
    [
      'of what is promised',
      aDetail({}, { promise: { payBy: '2026-03-05T22:59:59.000Z' } }),
      'agent',
      ['remind', 'payment', 'write', 'promise', 'withdraw', 'pause'],
      ['contact', 'amount', 'due', 'extend', 'complete'],
    ],
    [
      'after a broken promise',
      aDetail({}, { promise: { payBy: '2026-03-01T22:59:59.000Z', brokenAt: '2026-03-01T23:00:00.000Z' } }),
      'agent',
      ['remind', 'payment', 'write', 'promise', 'pause'],
      ['contact', 'amount', 'due', 'extend', 'complete'],
    ],
  ])('%s', (_of, detail, role, first, more) => {
    open(detail, role);
    expect(buttons()).toEqual([...textsOf(first), ...textsOf(more)]);
  });

  it('has a decision of the customer before a reminder', () => {
    const look = () => document.querySelector('button.main')?.textContent;
    open(aDetail());
    expect(look()).toBe(words.value.remind.action);
    show(null);
    open(aDetail({ claims: [{ status: 'rejected' }], disputes: [{ status: 'open' }] }));
    expect(look()).toBeUndefined();
  });
});

describe('what needs no question', () => {
  it('a promise is withdrawn, and the collection is read again', async () => {
    const reload = open(aDetail({}, { promise: { payBy: '2026-03-05T22:59:59.000Z' } }));
    const asked = answerWith({ data: {} });
    await press(words.value.withdraw.action);
    await until(() => expect(reload).toHaveBeenCalled());
    expect(asked).toEqual([{ method: 'DELETE', path: 'public/collections/pay_1/promise' }]);
    expect(said.value).toBe(words.value.withdraw.done);
  });

  it('reminders go on again, or it is said why they do not', async () => {
    const reload = open(aDetail({}, { paused: { of: 'collection' } }));
    const asked = answerWith('offline', { data: {} });
    await press(words.value.resume.action);
    await until(() => expect(text()).toContain(words.value.dialog.unreachable));
    expect(reload).not.toHaveBeenCalled();
    await press(words.value.resume.action);
    await until(() => expect(reload).toHaveBeenCalled());
    expect(asked[1]?.path).toBe('public/collections/pay_1/follow-ups/resume');
  });
});

describe('the end of a collection', () => {
  it('as paid says what was not received, where a part was', async () => {
    open(aDetail());
    await press(words.value.complete.action);
    await until(() => expect(text()).toContain(words.value.complete.notReceived('NGN 60.00')));
    const asked = answerWith({ data: {} });
    await press(words.value.complete.submit);
    await until(() => expect(said.value).toBe(words.value.complete.done));
    expect(asked[0]).toMatchObject({ path: 'public/collections/pay_1/status', body: { status: 'completed' } });
  });

  it('as cancelled does not speak of that, nor where nothing was received', async () => {
    const nothing = { balance: { received: ngn(0), outstanding: ngn(100) } };
    open(aDetail(nothing), 'admin');
    await press(words.value.complete.action);
    await until(() => expect(text()).toContain(words.value.complete.intro));
    expect(document.querySelector('.notice')).toBeNull();
    await press(words.value.dialog.back);
    await press(words.value.cancel.action);
    await until(() => expect(text()).toContain(words.value.cancel.intro));
    expect(document.querySelector('.notice')).toBeNull();
    const asked = answerWith({ data: {} });
    await press(words.value.cancel.submit);
    await until(() => expect(said.value).toBe(words.value.cancel.done));
    expect(asked[0]?.body).toEqual({ status: 'cancelled' });
  });
});
