/** What needs a person, by the history of a collection. */
import { describe, expect, it } from 'vitest';
import { causesOf } from '#lib/domain/attention/attention.ts';
import {
  ATTENTION_REASONS,
  type AttentionReason,
  attentionId,
  isPossible,
  parseAttentionId,
} from '#lib/domain/attention/attention-item.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { anAttempt } from '#test/support/an-attempt.ts';

type History = Parameters<typeof causesOf>[0];

const at = (minutes: number): string => minutesLater(minutes).toISOString();
const NOW = minutesLater(600);

const causes = (given: Partial<Collection>, beside: Partial<History> = {}, done?: string, now = NOW) =>
  causesOf(
    { collection: aCollection(given), attempts: [], entries: [], events: [], replies: [], ...beside },
    () => done,
    now,
  );
const reasons = (...given: Parameters<typeof causes>): AttentionReason[] =>
  causes(...given).map(({ reason }) => reason);

const reply = (minutes: number, text = 'Hello') => ({
  channel: 'sms' as const,
  messageId: `m${minutes}`,
  text,
  at: at(minutes),
});
const event = (type: string, minutes: number) => ({ type, timestamp: at(minutes) });
const own = (type: string, minutes: number) => ({ type, timestamp: at(minutes) }) as Collection['events'][number];
const claim = { id: 'clm_1', madeAt: at(10), paidOn: '2026-02-28', amount: { minor: 2_000_000, currency: 'NGN' } };
const CLAIMED = { claims: [{ ...claim, method: 'cash' as const, transaction: '4411' }] };
const PAID = { status: 'completed' as const, events: [own('collection.completed', 20)] };

it.each<[Collection['status'], string]>([
  ['pending', 'link_requested expired_unpaid'],
  ['overdue', 'link_requested expired_unpaid'],
  ['expired', ''],
  ['completed', 'claimed_paid link_requested promise_broken never_reached expired_unpaid over_limit charged_back'],
  ['cancelled', 'claimed_paid link_requested promise_broken never_reached expired_unpaid over_limit charged_back'],
])('what is %s needs nobody for: %s', (status, without) => {
  expect(ATTENTION_REASONS.filter((reason) => !isPossible(reason, status)).join(' ')).toBe(without);
});

describe('a reply', () => {
  it('waits since the first that nobody answered, with all texts, and suggests what the latest of them does', () => {
    const replies = [
      reply(1, 'Who are you?'),
      reply(5, 'I pay on Friday'),
      reply(9, 'Already paid'),
      reply(10, 'Thanks'),
    ];
    expect(causes({}, { replies, events: [event('message.sent', 3)] })).toEqual([
      {
        reason: 'replied',
        since: at(5),
        text: 'I pay on Friday\nAlready paid\nThanks',
        suggestion: { kind: 'claim', quote: 'Already paid' },
      },
    ]);
  });

  it('has a line for each of the latest, up to a thousand characters', () => {
    const textOf = (...texts: string[]) =>
      causes({}, { replies: texts.map((text, at) => reply(at + 1, text)) })[0]?.text;
    const [long, half] = ['x'.repeat(1_000), 'y'.repeat(499)];
    expect(textOf('a', '', 'b')).toBe('a\nb');
    expect(textOf('')).toBe('');
    expect(textOf('a', long)).toBe(long);
    expect(textOf('a', 'bc', half, half)).toBe(`${half}\n${half}`);
    expect(textOf(long, 'a')).toBe('a');
  });

  it.each<[string, Parameters<typeof causes>, AttentionReason[]]>([
    [
      'that something else followed waits',
      [{}, { replies: [reply(5)], events: [event('promise.made', 6)] }],
      ['replied'],
    ],
    ['that was answered waits no more', [{}, { replies: [reply(5)], events: [event('message.sent', 6)] }], []],
    [
      'whose answer did not arrive waits again',
      [
        {},
        {
          replies: [reply(5)],
          events: [
            { ...event('message.sent', 6), about: 'a' },
            { ...event('message.failed', 7), about: 'a' },
          ],
        },
      ],
      ['replied'],
    ],
    [
      'that was answered once more after that waits no more',
      [
        {},
        {
          replies: [reply(5)],
          events: [
            { ...event('message.sent', 6), about: 'a' },
            { ...event('message.failed', 7), about: 'a' },
            { ...event('message.sent', 8), about: 'b' },
          ],
        },
      ],
      [],
    ],
    ['that somebody has done waits no more', [{}, { replies: [reply(5)] }, at(5)], []],
    ['that came after that waits', [{}, { replies: [reply(5), reply(7)] }, at(5)], ['replied']],
    ['of what was paid since waits no more', [PAID, { replies: [reply(5)] }], []],
    ['that came after the payment waits', [PAID, { replies: [reply(21)] }], ['replied']],
  ])('%s', (_name, given, expected) => expect(reasons(...given)).toEqual(expected));

  it('to what is paid suggests nothing: another payment would be one too many', () => {
    expect(causes(PAID, { replies: [reply(21, 'Already paid')] })).toEqual([
      { reason: 'replied', since: at(21), text: 'Already paid' },
    ]);
  });
});

const failed = (status: 'failed' | 'sent' | 'skipped', reason?: string) => ({
  attempts: [anAttempt(1, { status, ...(reason && { reason }), at: { [status]: at(50) } })],
});
const unused = (minutes: number) => ({
  attempts: [anAttempt(1, { status: 'sent', own: { version: 1, isUnused: true }, at: { sent: at(minutes) } })],
});
const entry = (minutes: number, credited: number) =>
  ({ credited, counts: true, recordedAt: at(minutes) }) as History['entries'][number];
const chargeback = { ...entry(40, 0), movement: 'dispute' as const, amount: { minor: 500, currency: 'NGN' } };
const EXPIRED = { status: 'expired' as const, events: [own('collection.expired', 550)] };
const broken = { payBy: at(30), madeAt: at(1), brokenAt: at(31) };

it.each<[string, Parameters<typeof causes>, AttentionReason[]]>([
  ['an open claim', [CLAIMED], ['claimed_paid']],
  ['a claim that is decided', [{ claims: CLAIMED.claims.map((each) => ({ ...each, decision: 'rejected' })) }], []],
  ['a claim of what is paid', [{ ...CLAIMED, ...PAID }], []],
  ['an open dispute', [{ disputes: [{ id: 'dsp_1', openedAt: at(3), reason: 'other' }] }], ['disputed']],
  ['a chargeback of what is paid', [PAID, { entries: [chargeback] }], ['disputed']],
  ['a chargeback that somebody has seen', [PAID, { entries: [chargeback] }, at(40)], []],
  ['a broken promise', [{ promise: broken }], ['promise_broken']],
  ['a broken promise that somebody has done', [{ promise: broken }, {}, at(31)], []],
  ['a promise in force', [{ promise: { payBy: at(900), madeAt: at(1) } }], []],
  ['reminders that failed', [{}, failed('failed')], ['never_reached']],
  ['reminders to somebody who had opted out', [{}, failed('skipped', 'opted_out')], ['never_reached']],
  ['reminders that the rules left out', [{}, failed('skipped', 'contact_cap')], []],
  ['a reminder that arrived', [{}, failed('sent')], []],
  ['words of the merchant that could not be used', [{}, unused(40)], ['text_unused']],
  ['words that somebody has looked after since', [{}, unused(40), at(40)], []],
  [
    'words that were used',
    [{}, { attempts: [anAttempt(1, { status: 'sent', own: { version: 1 }, at: { sent: at(40) } })] }],
    [],
  ],
  ['an expiry without a message', [EXPIRED], ['never_reached', 'expired_unpaid']],
  ['an expiry after a message', [EXPIRED, failed('sent')], ['expired_unpaid']],
  ['an expiry that is not stored', [{}, failed('sent'), undefined, minutesLater(1440)], ['expired_unpaid']],
  ['an expiry where nobody was to be reminded', [{ ...EXPIRED, arm: 'held_out' }], ['expired_unpaid']],
  ['an expiry of what is erased', [{ ...EXPIRED, erasedAt: at(599) }], []],
  [
    'a new link',
    [EXPIRED, { ...failed('sent'), events: [event('link.requested', 560)] }],
    ['link_requested', 'expired_unpaid'],
  ],
  [
    'another event after the expiry',
    [EXPIRED, { ...failed('sent'), events: [event('claim.made', 560)] }],
    ['expired_unpaid'],
  ],
  ['a new link that was given', [{}, { events: [event('link.requested', 560)] }], []],
  ['too much money', [{ ...PAID, received: 4_500_001 }, { entries: [entry(30, 4_500_001)] }], ['overpaid']],
  [
    'money for what was cancelled',
    [{ ...PAID, status: 'cancelled' }, { entries: [{ ...entry(30, 5), reason: 'cancelled' }] }],
    ['overpaid'],
  ],
  ['the daily limit', [{}, { events: [event('contact.over_limit', 5)] }], ['over_limit']],
  ['nothing', [{}], []],
])('what needs a person: %s', (_name, given, expected) => expect(reasons(...given)).toEqual(expected));

const rejected = { ...CLAIMED.claims[0], id: 'clm_0', decision: 'rejected' };
const later = { ...CLAIMED.claims[0], id: 'clm_2', madeAt: at(12) };
const requests = [event('link.requested', 560), event('link.requested', 590)];

/** Of each reason: since when, what is shown, and what is offered; and what is left once somebody has done what came until then. */
it.each<[AttentionReason, Partial<Collection>, Partial<History>, object, string, object | undefined]>([
  [
    'claimed_paid',
    { claims: [rejected, CLAIMED.claims[0], later] as never },
    {},
    { since: at(10), text: '2026-02-28 · NGN 20,000.00 · cash · 4411', suggestion: { kind: 'claim', claim: 'clm_1' } },
    at(10),
    { since: at(12), suggestion: { kind: 'claim', claim: 'clm_2' } },
  ],
  [
    'disputed',
    {
      disputes: [
        { id: 'dsp_1', openedAt: at(3), reason: 'wrong_amount', text: 'Half of it' },
        { id: 'dsp_2', openedAt: at(4), reason: 'other' },
      ],
    },
    {},
    { since: at(3), text: 'wrong_amount: Half of it', suggestion: { kind: 'dispute', dispute: 'dsp_1' } },
    at(3),
    { since: at(4), text: 'other', suggestion: { kind: 'dispute', dispute: 'dsp_2' } },
  ],
  [
    'link_requested',
    EXPIRED,
    { events: requests },
    { since: at(560), suggestion: { kind: 'reopen' } },
    at(560),
    { since: at(590) },
  ],
  [
    'link_requested',
    { ...EXPIRED, reopenedAt: at(570) },
    { events: requests },
    { since: at(590), suggestion: { kind: 'reopen' } },
    at(590),
    undefined,
  ],
  ['promise_broken', { promise: broken }, {}, { since: at(31) }, at(31), undefined],
  ['expired_unpaid', EXPIRED, {}, { since: at(550), suggestion: { kind: 'reopen' } }, at(550), undefined],
  [
    'expired_unpaid',
    { expiresAt: at(500) },
    {},
    { since: at(500), suggestion: { kind: 'reopen' } },
    at(499),
    { since: at(500) },
  ],
  [
    'never_reached',
    {},
    { attempts: [...failed('failed').attempts, anAttempt(2, { status: 'failed', at: { failed: at(70) } })] },
    { since: at(70) },
    at(70),
    undefined,
  ],
  ['never_reached', { ...EXPIRED, expiresAt: at(540) }, {}, { since: at(540) }, at(540), undefined],
  [
    'overpaid',
    { ...PAID, received: 4_500_001 },
    { entries: [entry(30, 4_000_000), entry(45, 500_001), entry(50, -5)] },
    { since: at(45), text: 'NGN 0.01' },
    at(45),
    undefined,
  ],
  [
    'over_limit',
    {},
    { events: [event('contact.over_limit', 7), event('contact.over_limit', 5), event('message.sent', 1)] },
    { since: at(5) },
    at(5),
    { since: at(7) },
  ],
])('%s with %j', (reason, given, beside, cause, done, left) => {
  const found = (until?: string) => causes(given, beside, until).find((each) => each.reason === reason);
  expect(found()).toEqual({ reason, ...cause });
  if (left === undefined) expect(found(done)).toBeUndefined();
  else expect(found(done)).toMatchObject(left);
});

it.each<[string, Partial<Collection>, AttentionReason[]]>([
  ['of which nothing is left to pay', { ...EXPIRED, received: 4_500_000 }, ['never_reached']],
  ['without reminders', { ...EXPIRED, followUp: { enabled: false } as never }, ['expired_unpaid']],
])('an expiry %s needs nobody for more', (_name, given, expected) => expect(reasons(given)).toEqual(expected));

it.each<[string, Partial<Collection>, Partial<History>]>([
  [
    'what is cancelled',
    { status: 'cancelled', events: [own('collection.cancelled', 20)], ...CLAIMED },
    { replies: [reply(20)] },
  ],
  ['what was paid in full and no more', { ...PAID, received: 4_500_000 }, { entries: [entry(30, 4_500_000)] }],
])('%s needs nobody', (_name, given, beside) => expect(reasons(given, beside)).toEqual([]));

it('an id names its collection and reason, and nothing else is one', () => {
  const { ref } = aCollection();
  expect(parseAttentionId(attentionId(ref, 'overpaid'))).toEqual({ ref, reason: 'overpaid' });
  for (const id of ['', 'att_', `${attentionId(ref, 'replied')}0`, attentionId(ref, 'replied').replace(/0$/, 'z')])
    expect(parseAttentionId(id)).toBeUndefined();
});
