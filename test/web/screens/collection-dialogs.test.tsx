/** What the dialogs of a collection send, and what they ask about first. */
import type { FunctionComponent } from 'preact';
import { describe, expect, it, vi } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { PHONE_NOT_REACHABLE } from '#lib/domain/follow-up/follow-up.ts';
import type { ActionProps } from '#lib/web/console/app/detail.ts';
import { CreditDialog, WriteOffDialog } from '#lib/web/console/app/less-dialogs.tsx';
import { PaymentDialog } from '#lib/web/console/app/payment-dialog.tsx';
import { RemindDialog } from '#lib/web/console/app/remind-dialog.tsx';
import { words } from '#lib/web/console/app/state.ts';
import { AmountDialog, DueDialog, ReopenDialog } from '#lib/web/console/app/terms-dialogs.tsx';
import { ContactDialog, ExtendDialog, PauseDialog, PromiseDialog } from '#lib/web/console/app/until-dialogs.tsx';
import { WriteDialog } from '#lib/web/console/app/write-dialog.tsx';
import { answerWith } from '#test/support/console-service.ts';
import { button, choose, field, NOW, ngn, press, show, text, tick, type, until, useScreen } from './screen.ts';

useScreen();

const iso = (...date: [number, number, number, number?, number?, number?]) => new Date(...date).toISOString();
const COLLECTION = {
  id: 'pay_1',
  status: 'pending',
  amount: ngn(100),
  balance: { received: ngn(40), outstanding: ngn(60) },
  contact: { id: 'contact_1', firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' },
  createdAt: iso(2026, 2, 1, 12),
  expiresIn: 2 * 1440,
  events: [],
} as unknown as CollectionResponse;

function open(Dialog: FunctionComponent<ActionProps>, given: object = {}, more: object = {}) {
  const [done, reload, onClose] = [vi.fn(async () => {}), vi.fn(), vi.fn()];
  show(<Dialog {...{ collection: { ...COLLECTION, ...given }, done, reload, onClose }} {...more} />);
  return { done, reload, onClose };
}

const ONE = 'public/collections/pay_1';

/** A correction is a PATCH of the collection, or of its status; all else is a POST. */
type Sent = { path: string; body: unknown };

/** Of the dialog, once it has closed. */
async function sent(Dialog: FunctionComponent<ActionProps>, { given, act, submit }: Deed): Promise<Sent | undefined> {
  const { done, onClose } = open(Dialog, given);
  const asked = answerWith({ status: 200, data: {} });
  act?.();
  await press(submit());
  await until(() => expect(onClose).toHaveBeenCalledOnce());
  expect(done).toHaveBeenCalledOnce();
  const [call] = asked;
  expect(call?.method).toBe([ONE, `${ONE}/status`].includes(call?.path ?? '') ? 'PATCH' : 'POST');
  return call && { path: call.path, body: call.body };
}

type Deed = { given?: object; act?: () => void; submit: () => string };

describe('what is sent', () => {
  it.each<[string, FunctionComponent<ActionProps>, Deed, Sent]>([
    [
      'a reason and a note of what is let go',
      WriteOffDialog,
      {
        act: () => {
          choose(words.value.less.reason, 'goodwill');
          type(words.value.less.note, ' an old friend ');
        },
        submit: () => words.value.writeOff.submit,
      },
      { path: `${ONE}/status`, body: { status: 'cancelled', reason: 'goodwill', note: 'an old friend' } },
    ],
    [
      'no note where there is none',
      WriteOffDialog,
      { act: () => type(words.value.less.note, ' '), submit: () => words.value.writeOff.submit },
      { path: `${ONE}/status`, body: { status: 'cancelled', reason: 'bad_debt' } },
    ],
    [
      'a credit with its reason and note',
      CreditDialog,
      {
        act: () => {
          type(words.value.credit.label('NGN'), '12.5');
          choose(words.value.less.reason, 'returned_goods');
          type(words.value.less.note, 'one shoe');
        },
        submit: () => words.value.credit.submit,
      },
      { path: `${ONE}/credits`, body: { amount: ngn(12.5), reason: 'returned_goods', note: 'one shoe' } },
    ],
    [
      'another amount',
      AmountDialog,
      {
        act: () => type(words.value.amount.label('NGN'), '120,50'),
        submit: () => words.value.amount.submit,
      },
      { path: ONE, body: { amount: ngn(120.5) } },
    ],
    [
      'a first due day, a week from now',
      DueDialog,
      { submit: () => words.value.due.submit },
      { path: ONE, body: { dueDate: '2026-03-09' } },
    ],
    [
      'another due day',
      DueDialog,
      {
        given: { dueDate: '2026-03-20' },
        act: () => type(words.value.due.label, '2026-03-21'),
        submit: () => words.value.due.submit,
      },
      { path: ONE, body: { dueDate: '2026-03-21' } },
    ],
    [
      'more time, by the minutes since its creation',
      ExtendDialog,
      { act: () => type(words.value.extend.until, '2026-03-04'), submit: () => words.value.extend.submit },
      { path: ONE, body: { expiresIn: 3 * 1440 + 720 } },
    ],
    [
      'a week more, if no day is chosen',
      ExtendDialog,
      { submit: () => words.value.extend.submit },
      { path: ONE, body: { expiresIn: 9 * 1440 + 720 } },
    ],
    [
      'opened again for a week, by the minutes from now',
      ReopenDialog,
      { given: { status: 'expired', dueDate: '2026-02-01' }, submit: () => words.value.reopen.submit },
      { path: `${ONE}/reopen`, body: { extendBy: 7 * 1440 + 720 } },
    ],
    [
      'opened again until its due day, if that is later',
      ReopenDialog,
      { given: { status: 'expired', dueDate: '2026-03-10' }, submit: () => words.value.reopen.submit },
      { path: `${ONE}/reopen`, body: { extendBy: 8 * 1440 + 720 } },
    ],
    [
      'a pause until this time tomorrow',
      PauseDialog,
      { submit: () => words.value.pause.submit },
      { path: `${ONE}/follow-ups/pause`, body: { until: iso(2026, 2, 3, 12) } },
    ],
    [
      'a pause without an end',
      PauseDialog,
      { act: () => tick(words.value.pause.open), submit: () => words.value.pause.submit },
      { path: `${ONE}/follow-ups/pause`, body: {} },
    ],
    [
      'a promise for tomorrow, to the end of the day',
      PromiseDialog,
      { submit: () => words.value.promise.submit },
      { path: `${ONE}/promise`, body: { payBy: iso(2026, 2, 3, 23, 59, 59) } },
    ],
    [
      'a promise for Friday',
      PromiseDialog,
      { act: () => press('Friday'), submit: () => words.value.promise.submit },
      { path: `${ONE}/promise`, body: { payBy: iso(2026, 2, 6, 23, 59, 59) } },
    ],
    [
      'a message by the channel by which the customer wrote last',
      WriteDialog,
      {
        given: {
          events: ['email', 'whatsapp'].map((channel) => ({
            type: 'contact.replied',
            data: { channel, text: 'Hello?' },
          })),
        },
        act: () => type(words.value.write.text, 'On Friday.'),
        submit: () => words.value.write.submit,
      },
      { path: `${ONE}/messages`, body: { channel: 'whatsapp', text: 'On Friday.' } },
    ],
    [
      'what of the contact has changed, and nothing else',
      ContactDialog,
      {
        act: () => {
          type(words.value.contact.firstName, 'Adaeze');
          type(words.value.contact.lastName, 'Obi ');
        },
        submit: () => words.value.contact.submit,
      },
      { path: ONE, body: { contact: { firstName: 'Adaeze' } } },
    ],
  ])('is %s', async (_what, Dialog, deed, expected) => {
    expect(await sent(Dialog, deed)).toEqual(expected);
  });

  it('is a promise for the day that the customer named, where there is one', () => {
    open(PromiseDialog as FunctionComponent<ActionProps>, {}, { payBy: iso(2026, 2, 18, 23) });
    expect(field(words.value.promise.day).value).toBe('2026-03-18');
  });
});

describe('there is nothing to send', () => {
  it.each<[string, FunctionComponent<ActionProps>, object, () => void, () => string]>([
    ['before the amount is another one', AmountDialog, {}, () => {}, () => words.value.amount.submit],
    ['while the due day is the same', DueDialog, { dueDate: '2026-03-20' }, () => {}, () => words.value.due.submit],
    [
      'while the last day is not later',
      ExtendDialog,
      {},
      () => type(words.value.extend.until, '2026-03-03'),
      () => words.value.extend.submit,
    ],
    [
      'while nothing is written',
      WriteDialog,
      {},
      () => type(words.value.write.text, ' '),
      () => words.value.write.submit,
    ],
    ['while the contact is as it was', ContactDialog, {}, () => {}, () => words.value.contact.submit],
    ['without a day', PauseDialog, {}, () => type(words.value.pause.until, ''), () => words.value.pause.submit],
    ['without a day', PromiseDialog, {}, () => type(words.value.promise.day, ''), () => words.value.promise.submit],
  ])('%s', async (_when, Dialog, given, act, submit) => {
    open(Dialog, given);
    act();
    await until(() => expect(button(submit()).disabled).toBe(true));
  });
});

describe('a payment', () => {
  const submit = () => press(words.value.payment.submit);
  const amount = () => words.value.payment.amount('NGN');

  it('of what is left is proposed, in cash and of today', async () => {
    const { done, onClose } = open(PaymentDialog);
    const asked = answerWith({ data: COLLECTION }, { status: 201, data: {} });
    expect(field(amount()).value).toBe('60');
    await submit();
    await until(() => expect(onClose).toHaveBeenCalled());
    expect(asked[1]).toEqual({
      method: 'POST',
      path: `${ONE}/payments`,
      body: { amount: ngn(60), method: 'cash' },
      key: expect.any(String),
    });
    expect(done).toHaveBeenCalledWith(expect.stringContaining('60.00'));
  });

  it('of an earlier day came at noon, in its way and with its note', async () => {
    const { onClose } = open(PaymentDialog);
    const asked = answerWith({ data: COLLECTION }, { status: 201, data: {} });
    type(amount(), '20');
    choose(words.value.payment.method, 'cheque');
    type(words.value.payment.day, '2026-02-27');
    type(words.value.payment.note, ' no. 7 ');
    await submit();
    await until(() => expect(onClose).toHaveBeenCalled());
    const body = { amount: ngn(20), method: 'cheque', paidAt: iso(2026, 1, 27, 12), note: 'no. 7' };
    expect(asked[1]?.body).toEqual(body);
  });

  it('of more than is left is asked about, again for each other sum', async () => {
    open(PaymentDialog);
    const isReady = () => !button(words.value.payment.submit).disabled;
    type(amount(), '70');
    await until(() => expect(isReady()).toBe(false));
    expect(text()).toContain(words.value.payment.tooMuch('NGN 10.00'));
    tick(words.value.payment.tooMuchAnyway('NGN 70.00'));
    await until(() => expect(isReady()).toBe(true));
    type(amount(), '71');
    await until(() => expect(isReady()).toBe(false));
  });

  it('that somebody else has recorded meanwhile is shown before another one is sent', async () => {
    const received = (id: string) => ({
      id,
      type: 'payment.received',
      timestamp: new Date(NOW - 60_000).toISOString(),
      data: { actor: 'merchant', amount: ngn(20), member: { name: 'Bola' } },
    });
    const { onClose } = open(PaymentDialog, { events: [received('evt_1')] });
    expect(text()).toContain('Bola');
    const fresh = { data: { ...COLLECTION, events: [received('evt_1'), received('evt_2')] } };
    const asked = answerWith(fresh, fresh, { status: 201, data: {} });
    await submit();
    await until(() => expect(text()).toContain(words.value.payment.meanwhile));
    expect([asked.length, onClose.mock.calls.length]).toEqual([1, 0]);
    await submit();
    await until(() => expect(onClose).toHaveBeenCalled());
  });

  it('is sent once, however often the form is sent before there is an answer', async () => {
    const { onClose } = open(PaymentDialog);
    const asked = answerWith({ data: COLLECTION }, { status: 201, data: {} });
    const form = document.querySelector('form');
    form?.requestSubmit();
    form?.requestSubmit();
    await until(() => expect(onClose).toHaveBeenCalled());
    expect(asked).toHaveLength(2);
  });

  it('that is no sum is said to be none, beside what the service says', async () => {
    open(PaymentDialog);
    const errors = [{ path: 'amount.value', message: 'must be greater than 0' }];
    answerWith({ data: COLLECTION }, { status: 400, code: 'validation_failed', errors });
    type(amount(), 'ten');
    await submit();
    await until(() => expect(text()).toContain(words.value.typedAmount.unclear));
  });

  it('that has no answer is tried again as the same one, and what is refused stands at its field', async () => {
    const { onClose, reload } = open(PaymentDialog);
    const errors = [{ path: 'amount.value', message: 'must be greater than 0' }];
    const asked = answerWith(
      { data: COLLECTION },
      'offline',
      { data: COLLECTION },
      { status: 400, code: 'validation_failed', errors },
      { data: COLLECTION },
      { status: 409, code: 'invalid_transition' },
    );
    await submit();
    await until(() => button(words.value.dialog.again));
    await press(words.value.dialog.again);
    await until(() => expect(field(amount()).getAttribute('aria-invalid')).toBe('true'));
    expect(reload).not.toHaveBeenCalled();
    await submit();
    await until(() => expect(reload).toHaveBeenCalledOnce());
    expect(onClose).not.toHaveBeenCalled();
    const keys = asked.flatMap(({ key }) => key ?? []);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  });
});

it('a phone that nothing reaches is asked about before it is saved, and saved when that is confirmed', async () => {
  const { onClose } = open(ContactDialog);
  type(words.value.contact.phone, '0800');
  const asked = answerWith({ data: { reasons: [PHONE_NOT_REACHABLE] } }, { data: {} });
  await press(words.value.contact.submit);
  await until(() => expect(text()).toContain(words.value.typedPhone.unreachable));
  expect(asked).toHaveLength(1);
  await press(words.value.typedPhone.anyway);
  await until(() => expect(onClose).toHaveBeenCalled());
  expect(asked[1]).toMatchObject({ path: ONE, body: { contact: { phone: '0800' } } });
});

describe('a reminder', () => {
  const preview = (channel: string, shown: string) => ({ data: { channel, to: '+234', tone: 'gentle', text: shown } });

  it('is shown first, by the channel that is chosen, and what was shown is sent', async () => {
    const asked = answerWith(preview('whatsapp', 'Hello Ada'), preview('sms', 'Hi Ada'), { status: 202, data: {} });
    const { onClose } = open(RemindDialog);
    await until(() => expect(text()).toContain('Hello Ada'));
    choose(words.value.remind.channel, 'sms');
    await until(() => expect(text()).toContain('Hi Ada'));
    await press(words.value.remind.submit);
    await until(() => expect(onClose).toHaveBeenCalled());
    const bodies = [{}, { channel: 'sms' }, { channel: 'sms', tone: 'gentle' }];
    expect(asked.map(({ body }) => body)).toEqual(bodies);
    expect(asked.map(({ path }) => path)).toEqual([
      `${ONE}/follow-ups/send/preview`,
      `${ONE}/follow-ups/send/preview`,
      `${ONE}/follow-ups/send`,
    ]);
  });

  it('that cannot be sent has no button; one channel that cannot leaves the others', async () => {
    answerWith({ status: 409, code: 'contact_opted_out', message: 'No.' });
    open(RemindDialog);
    await until(() => expect(text()).not.toContain(words.value.remind.intro));
    expect(() => button(words.value.remind.submit)).toThrow();
    show(null);
    answerWith(preview('whatsapp', 'Hello Ada'), { status: 409, code: 'contact_opted_out', message: 'No.' });
    open(RemindDialog);
    await until(() => expect(text()).toContain('Hello Ada'));
    choose(words.value.remind.channel, 'sms');
    await until(() => expect(text()).not.toContain('Hello Ada'));
    expect(button(words.value.remind.submit).disabled).toBe(true);
    expect(field(words.value.remind.channel).value).toBe('sms');
  });
});
