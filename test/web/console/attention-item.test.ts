/** What a person reads and is offered first for something that needs one. */
import { describe, expect, it } from 'vitest';
import type { AttentionResponse as Item } from '#lib/contract/attention.ts';
import { type Action, actionOf, textOf } from '#lib/web/console/attention-item.ts';
import { consoleWords } from '#lib/words/en/console.ts';

type Reason = Item['reason'];
type Suggestion = NonNullable<Item['suggestion']>;
type Status = Item['collection']['status'];

const item = (reason: Reason, suggestion?: Suggestion, status: Status = 'pending') => ({
  reason,
  collection: { status } as Item['collection'],
  ...(suggestion && { suggestion }),
});

it.each<[Action, ReturnType<typeof item>]>([
  ['promise', item('replied', { kind: 'promise', quote: 'Friday' })],
  ['payment', item('replied', { kind: 'claim', quote: 'paid' })],
  ['decide', item('claimed_paid', { kind: 'claim', claim: 'clm_1' })],
  ['decide', item('disputed', { kind: 'dispute', dispute: 'dsp_1' })],
  ['reopen', item('expired_unpaid', { kind: 'reopen' }, 'expired')],
  ['reopen', item('never_reached', undefined, 'expired')],
  ['remind', item('never_reached')],
  ['remind', item('promise_broken', undefined, 'overdue')],
  ['write', item('replied')],
  ['write', item('disputed', undefined, 'completed')],
  ['write', item('overpaid', undefined, 'completed')],
  ['write', item('over_limit')],
])('offers first to %s, of %j', (action, of) => expect(actionOf(of)).toBe(action));

describe('the text', () => {
  it.each<[Reason, string, string]>([
    ['disputed', 'not_mine', 'does not know this request'],
    ['disputed', 'other: wrong_amount', 'something else: wrong_amount'],
    ['disputed', 'disputed_at_bank: KES 3.00', 'disputed at the bank: KES 3.00'],
    ['claimed_paid', '2026-11-27 · KES 3.00 · bank_transfer', '2026-11-27 · KES 3.00 · bank transfer'],
    ['claimed_paid', '2026-11-27 · KES 3.00 · cash · a · b', '2026-11-27 · KES 3.00 · cash · a · b'],
    ['replied', 'not_mine', 'not_mine'],
  ])('of %s, %s, reads: %s', (reason, text, words) =>
    expect(textOf({ reason, text }, consoleWords.timeline)).toBe(words),
  );
});
