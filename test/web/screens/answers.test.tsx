/** What a customer says of a collection, and what a member decides on it: claims to have paid, and disputes. */
import { describe, expect, it, vi } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { AnswersPanel } from '#lib/web/console/app/answers-panel.tsx';
import { type Role, said, words } from '#lib/web/console/app/state.ts';
import { answerWith } from '#test/support/console-service.ts';
import {
  button,
  buttons,
  choose,
  field,
  NOW,
  ngn,
  press,
  show,
  signIn,
  text,
  tick,
  type,
  until,
  useScreen,
} from './screen.ts';

useScreen();

const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();
const CLAIM = {
  id: 'clm_1',
  status: 'open',
  amount: ngn(60),
  method: 'cash',
  paidOn: '2026-03-01',
  madeAt: hoursAgo(1),
};
const DISPUTE = { id: 'dsp_1', status: 'open', reason: 'wrong_amount', text: 'Too much', openedAt: hoursAgo(1) };

function open(given: object, role: Role = 'agent') {
  signIn(role);
  const collection = {
    ...{ id: 'pay_1', status: 'pending', amount: ngn(100), contact: { firstName: 'Ada' } },
    balance: { received: ngn(40), outstanding: ngn(60) },
    ...given,
  } as never as CollectionResponse;
  const reload = vi.fn(async () => {});
  show(<AnswersPanel collection={collection} reload={reload} />);
  return reload;
}

describe('what is shown', () => {
  it('is what nobody has decided on', () => {
    open({ claims: [{ ...CLAIM, status: 'rejected' }], disputes: [{ ...DISPUTE, status: 'resolved' }] });
    expect(text()).toBe('');
    open({ claims: [CLAIM], disputes: [{ ...DISPUTE, status: 'resolved' }] });
    expect(document.querySelectorAll('li')).toHaveLength(1);
    open({ claims: [CLAIM], disputes: [DISPUTE] });
    expect(document.querySelectorAll('li')).toHaveLength(2);
  });

  it('of what is paid is what is wrong with it, and no claim any more', () => {
    open({ status: 'completed', claims: [CLAIM], disputes: [DISPUTE] });
    expect(document.querySelectorAll('li')).toHaveLength(1);
    expect(text()).toContain('Too much');
  });

  it('says until when reminders wait for the oldest claim, and that they went on', () => {
    open({ claims: [CLAIM] });
    expect(text()).toContain(words.value.answers.claimHint);
    open({
      claims: [
        { ...CLAIM, madeAt: hoursAgo(1) },
        { ...CLAIM, id: 'clm_2', madeAt: hoursAgo(24 * 8) },
      ],
    });
    expect(text()).not.toContain(words.value.answers.claimHint);
  });

  it('is decided by who may', () => {
    open({ claims: [CLAIM], disputes: [DISPUTE] }, 'viewer');
    expect(buttons()).toEqual([]);
    open({ claims: [CLAIM], disputes: [DISPUTE] }, 'agent');
    const { accepted, rejected, upheld, dismissed } = words.value.answers;
    expect(buttons()).toEqual([accepted, rejected, upheld, dismissed].map(({ action }) => action));
  });
});

describe('a decision', () => {
  it.each<['rejected' | 'upheld' | 'dismissed', string, object]>([
    ['rejected', 'public/collections/pay_1/claims/clm_1', { decision: 'rejected' }],
    ['upheld', 'public/collections/pay_1/disputes/dsp_1', { resolution: 'upheld', note: 'as we agreed' }],
    ['dismissed', 'public/collections/pay_1/disputes/dsp_1', { resolution: 'dismissed', note: 'as we agreed' }],
  ])('%s is sent, and said', async (name, path, body) => {
    const reload = open({ claims: [CLAIM], disputes: [DISPUTE] });
    const { action, done } = words.value.answers[name];
    await press(action);
    await until(() => expect(document.querySelector('dialog')).not.toBeNull());
    if (name !== 'rejected') type(words.value.payment.note, ' as we agreed ');
    const asked = answerWith({ data: {} });
    await press(action);
    await until(() => expect(reload).toHaveBeenCalled());
    expect(asked).toEqual([{ method: 'POST', path, body }]);
    expect(said.value).toBe(done);
  });
});

const PAYMENT = {
  ...{ id: 'pmt_1', kind: 'payment', counts: true, method: 'cash', provider: null, transaction: null },
  ...{ amount: ngn(60), paidAt: '2026-03-01T11:00:00.000Z', recordedAt: '2026-03-01T11:00:00.000Z' },
};

async function accept(given: object, payments: object[]) {
  const reload = open(given);
  const asked = answerWith({ data: payments }, { data: {} });
  const { action } = words.value.answers.accepted;
  await press(action);
  await until(() => expect(button(action).disabled).toBe(false));
  return { reload, decisions: () => asked.slice(1).map(({ body }) => body), submit: () => press(action) };
}

describe('a claim is accepted', () => {
  it('as a new payment of what is claimed', async () => {
    const { reload, decisions, submit } = await accept({ claims: [CLAIM] }, []);
    expect(field(words.value.payment.amount('NGN')).value).toBe('60');
    await submit();
    await until(() => expect(reload).toHaveBeenCalled());
    expect(decisions()).toEqual([{ decision: 'accepted' }]);
    expect(said.value).toBe(words.value.answers.accepted.done);
  });

  it('as a new payment of what is left, where more is claimed', async () => {
    const { reload, decisions, submit } = await accept({ claims: [{ ...CLAIM, amount: ngn(100) }] }, []);
    await submit();
    await until(() => expect(reload).toHaveBeenCalled());
    expect(decisions()).toEqual([{ decision: 'accepted', payment: { amount: ngn(60) } }]);
  });

  it('as more than is left only when that is meant', async () => {
    const { decisions, submit, reload } = await accept({ claims: [CLAIM] }, []);
    type(words.value.payment.amount('NGN'), '75.5');
    await until(() => expect(button(words.value.answers.accepted.action).disabled).toBe(true));
    tick(words.value.payment.tooMuchAnyway('NGN 75.50'));
    await until(() => expect(button(words.value.answers.accepted.action).disabled).toBe(false));
    type(words.value.payment.amount('NGN'), '80');
    await until(() => expect(button(words.value.answers.accepted.action).disabled).toBe(true));
    type(words.value.payment.amount('NGN'), '75.5');
    await until(() => expect(text()).toContain(words.value.payment.tooMuchAnyway('NGN 75.50')));
    tick(words.value.payment.tooMuchAnyway('NGN 75.50'));
    await submit();
    await until(() => expect(reload).toHaveBeenCalled());
    expect(decisions()).toEqual([{ decision: 'accepted', payment: { amount: ngn(75.5) } }]);
  });

  it('as a payment that is recorded already, or as another one', async () => {
    const first = await accept({ claims: [CLAIM] }, [PAYMENT]);
    const { which, isRecorded } = words.value.answers.accepted;
    expect(field(which).value).toBe('pmt_1');
    await first.submit();
    await until(() => expect(first.reload).toHaveBeenCalled());
    expect(first.decisions()).toEqual([{ decision: 'accepted', paymentId: 'pmt_1' }]);
    expect(said.value).toBe(isRecorded);
    show(null);
    const second = await accept({ claims: [CLAIM] }, [PAYMENT]);
    choose(which, 'new');
    await second.submit();
    await until(() => expect(second.reload).toHaveBeenCalled());
    expect(second.decisions()).toEqual([{ decision: 'accepted' }]);
  });
});
