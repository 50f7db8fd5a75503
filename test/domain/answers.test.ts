/** What a customer answers: what it holds back, how often it is heard, and what a person of the merchant decides. */
import { describe, expect, it } from 'vitest';
import {
  type Claim,
  type ClaimedPayment,
  claimOf,
  type Dispute,
  erasedAnswers,
  hasSaidEnough,
  heldAt,
  holdsOf,
  isRejectionUntold,
  lastPromiseDay,
  mayPromise,
  openClaims,
  openDisputes,
  rejectedClaim,
} from '#lib/domain/answers.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { CollectionEvent } from '#lib/domain/collection-event.ts';
import { decideClaim, makeClaim, openDispute, resolveDispute } from '#lib/domain/revisions/revise-answers.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { minutesLater } from '#test/support/a-collection.ts';
import { anAttempt } from '#test/support/an-attempt.ts';
import { aRevisable, refusalOf } from './a-revisable.ts';

const DAY = 1440;
const NOW = minutesLater(60);
const at = (minutes: number): string => minutesLater(minutes).toISOString();

const PAYMENT: ClaimedPayment = { paidOn: '2026-02-28', amount: { minor: 2_000_000, currency: 'NGN' }, method: 'cash' };
const claim = (given: Partial<Claim> = {}): Claim => ({ id: 'clm_1', madeAt: at(10), ...PAYMENT, ...given });
const dispute = (given: Partial<Dispute> = {}): Dispute => ({
  id: 'dsp_1',
  openedAt: at(20),
  reason: 'other',
  ...given,
});
const DECIDED = claim({ id: 'clm_0', decision: 'accepted' });
const RESOLVED = dispute({ id: 'dsp_0', resolution: 'dismissed' });

describe('what holds reminders back', () => {
  const answered = { claims: [DECIDED, claim()], disputes: [RESOLVED, dispute()] };

  it('is what nobody has decided: a dispute for good, a claim for three days', () => {
    expect([openClaims(answered), openDisputes(answered)]).toEqual([[claim()], [dispute()]]);
    expect(holdsOf(answered)).toEqual([
      { since: Date.parse(at(20)), until: Number.POSITIVE_INFINITY, reason: 'disputed' },
      { since: Date.parse(at(10)), until: Date.parse(at(10 + 3 * DAY)), reason: 'claimed' },
    ]);
    expect(holdsOf({})).toEqual([]);
  });

  it.each([
    [{ claims: [claim()] }, 10, 'claimed'],
    [{ claims: [claim()] }, 10 + 3 * DAY - 1, 'claimed'],
    [{ claims: [claim()] }, 10 + 3 * DAY, undefined],
    [{ claims: [claim()] }, 9, undefined],
    // However often it is claimed while nobody decides; a decision makes room for the next.
    [{ claims: [claim(), claim({ id: 'clm_2', madeAt: at(10 + 3 * DAY - 1) })] }, 10 + 3 * DAY, undefined],
    [{ claims: [claim(), claim({ id: 'clm_2', madeAt: at(10 + 9 * DAY) })] }, 10 + 9 * DAY, undefined],
    [{ claims: [DECIDED, claim({ id: 'clm_2', madeAt: at(10 + 9 * DAY) })] }, 10 + 9 * DAY, 'claimed'],
    [{ claims: [claim()], disputes: [dispute()] }, 20, 'disputed'],
    [{ claims: [DECIDED], disputes: [RESOLVED] }, 30, undefined],
  ])('of %j, %i minutes after the creation, is %s', (given, minutes, reason) => {
    expect(heldAt(given, minutesLater(minutes))).toBe(reason);
  });
});

const said = (type: string, minutes: number, actor = 'customer') =>
  ({ type, timestamp: at(minutes), data: { actor } }) as CollectionEvent;

describe('a customer', () => {
  const five = [said('claim.made', 0), said('dispute.opened', 1), said('promise.made', 2), said('claim.made', 3)];

  it.each<[string, CollectionEvent[], number, boolean]>([
    ['has said enough with five answers', [...five, said('claim.made', 4)], DAY - 1, true],
    ['may say more with four', five, 5, false],
    ['may say more a day after the first of five', [...five, said('claim.made', 4)], DAY, false],
    ['does not say what the merchant writes down', [...five, said('promise.made', 4, 'merchant')], 5, false],
    ['says nothing by what only happens', [...five, said('promise.broken', 4)], 5, false],
  ])('%s', (_name, events, minutes, expected) => {
    expect(hasSaidEnough({ events }, minutesLater(minutes))).toBe(expected);
  });

  it('may promise until the second promise is broken', () => {
    const [made, broken] = [said('promise.made', 0), said('promise.broken', 1)];
    const histories = [[], [made, broken, made], [made, broken, made, broken]];
    expect(histories.map((events) => mayPromise({ events }))).toEqual([true, true, false]);
  });

  it.each<[string, Collection['promise'], object, string]>([
    ['two weeks from today', undefined, {}, '2026-03-24'],
    ['for as many days as the account takes', undefined, { promiseDays: 30 }, '2026-04-09'],
    [
      'counted from the first day of a promise in force',
      { payBy: at(9 * DAY), madeAt: at(5 * DAY), since: at(0) },
      {},
      '2026-03-15',
    ],
    [
      'counted anew after a broken one',
      { payBy: at(DAY), madeAt: at(0), since: at(0), brokenAt: at(DAY) },
      {},
      '2026-03-24',
    ],
    ['by the day of the country', undefined, { country: 'US' }, '2026-03-23'],
  ])('may promise %s', (_name, promise, account, day) => {
    const now = new Date('2026-03-10T05:00:00.000Z');
    expect(lastPromiseDay({ ...(promise && { promise }) }, account, now)).toBe(dayOf(day));
  });
});

describe('a claim that was rejected', () => {
  const rejected = claim({ decision: 'rejected', decidedAt: at(30) });
  const sent = (minutes: number, given = {}) =>
    anAttempt(1, { status: 'sent', claimedAt: at(minutes), at: { sent: at(minutes) }, ...given });

  it('is the last one only', () => {
    expect(rejectedClaim({ claims: [claim(), rejected] })).toBe(rejected);
    for (const claims of [[], [rejected, claim()], [DECIDED]]) expect(rejectedClaim({ claims })).toBeUndefined();
    expect(rejectedClaim({})).toBeUndefined();
  });

  it.each([
    ['without a message', [], true],
    ['with a message before the decision', [sent(29)], true],
    ['with a message since', [sent(31)], false],
    ['with a message that failed', [sent(31, { status: 'skipped', at: { skipped: at(31) } })], true],
  ])('%s is untold: %s', (_name, attempts, expected) => {
    expect(isRejectionUntold({ claims: [rejected] }, attempts)).toBe(expected);
    expect(isRejectionUntold({ claims: [claim()] }, attempts)).toBe(false);
  });
});

describe('a claim', () => {
  it('is kept with its event, and runs are set anew', () => {
    const of = aRevisable();
    const made = makeClaim(of, { ...PAYMENT, transaction: '4411' }, NOW) as Collection;
    const [{ id = '' } = {}] = made.claims ?? [];
    expect(id).toMatch(/^clm_[0-9a-z]{25}$/);
    expect(made.claims).toEqual([{ id, madeAt: NOW.toISOString(), ...PAYMENT, transaction: '4411' }]);
    expect(made.runNumber).toBe(of.collection.runNumber + 1);
    expect(made.events.at(-1)).toMatchObject({
      type: 'claim.made',
      data: { claim: id, amount: PAYMENT.amount, method: 'cash', paidOn: '2026-02-28', actor: 'customer' },
    });
    expect(JSON.stringify(made.events)).not.toContain('4411');
  });

  it.each<[string, Partial<ClaimedPayment>, boolean]>([
    ['the same payment', {}, false],
    ['another day', { paidOn: '2026-02-27' }, true],
    ['another sum', { amount: { minor: 1, currency: 'NGN' } }, true],
    ['another method', { method: 'cheque' }, true],
    ['another transaction', { transaction: '1' }, true],
  ])('of %s, beside an open one, is new: %s', (_name, given, isNew) => {
    const made = makeClaim(aRevisable({ claims: [claim()] }), { ...PAYMENT, ...given }, NOW);
    expect(made !== undefined).toBe(isNew);
  });

  it('of the same payment is new once the first was decided', () => {
    const made = makeClaim(aRevisable({ claims: [claim({ decision: 'rejected' })] }), PAYMENT, NOW) as Collection;
    expect(made.claims).toHaveLength(2);
  });

  it('is found by its id', () => {
    expect(claimOf({ claims: [DECIDED, claim()] }, 'clm_1')).toEqual(claim());
    expect(refusalOf(() => claimOf({}, 'clm_1')).code).toBe('claim_not_found');
  });

  it('is decided once, by whom it says; the same decision changes nothing', () => {
    const of = { ...aRevisable({ claims: [DECIDED, claim()] }), by: { id: 'mbr_1', name: 'Ada' } };
    const decided = decideClaim(of, 'clm_1', { decision: 'rejected' }, NOW) as Collection;
    expect(decided.claims).toEqual([
      DECIDED,
      claim({ decision: 'rejected', decidedAt: NOW.toISOString(), by: { id: 'mbr_1', name: 'Ada' } }),
    ]);
    expect(decided.events.at(-1)).toMatchObject({
      type: 'claim.rejected',
      data: { claim: 'clm_1', actor: 'merchant', member: { id: 'mbr_1' } },
    });
    expect(decideClaim(of, 'clm_0', { decision: 'accepted' }, NOW)).toBeUndefined();
    expect(refusalOf(() => decideClaim(of, 'clm_0', { decision: 'rejected' }, NOW))).toMatchObject({
      code: 'already_decided',
      message: 'This claim was accepted already',
    });
    expect(refusalOf(() => decideClaim(of, 'clm_9', { decision: 'rejected' }, NOW)).code).toBe('claim_not_found');
  });
});

describe('a dispute', () => {
  it('is kept with its event, which tells none of its words', () => {
    const made = openDispute(aRevisable(), { reason: 'wrong_amount', text: 'We said 20,000' }, NOW) as Collection;
    const [{ id = '' } = {}] = made.disputes ?? [];
    expect(id).toMatch(/^dsp_[0-9a-z]{25}$/);
    expect(made.disputes).toEqual([
      { id, openedAt: NOW.toISOString(), reason: 'wrong_amount', text: 'We said 20,000' },
    ]);
    expect(made.events.at(-1)).toMatchObject({
      type: 'dispute.opened',
      data: { dispute: id, reason: 'wrong_amount', actor: 'customer' },
    });
    expect(JSON.stringify(made.events)).not.toContain('20,000');
  });

  it.each([
    [{ reason: 'other' as const }, false],
    [{ reason: 'other' as const, text: 'more' }, true],
    [{ reason: 'not_mine' as const }, true],
  ])('%j beside an open one is new: %s', (complaint, isNew) => {
    const made = openDispute(aRevisable({ disputes: [dispute()] }), complaint, NOW);
    expect(made !== undefined).toBe(isNew);
  });

  it('is resolved once, with a note; the same resolution changes nothing', () => {
    const by = { id: 'mbr_1', name: 'Ada' };
    const of = { ...aRevisable({ disputes: [RESOLVED, dispute({ text: 'No' })] }), by };
    const resolved = resolveDispute(of, 'dsp_1', { resolution: 'upheld', note: 'Our mistake' }, NOW) as Collection;
    expect(resolved.disputes).toEqual([
      RESOLVED,
      dispute({ text: 'No', resolution: 'upheld', resolvedAt: NOW.toISOString(), note: 'Our mistake', by }),
    ]);
    expect(resolved.events.at(-1)).toMatchObject({
      type: 'dispute.resolved',
      data: { dispute: 'dsp_1', resolution: 'upheld', actor: 'merchant' },
    });
    expect(JSON.stringify(resolved.events)).not.toContain('mistake');
    expect(resolveDispute(of, 'dsp_0', { resolution: 'dismissed', note: 'Again' }, NOW)).toBeUndefined();
    expect(refusalOf(() => resolveDispute(of, 'dsp_0', { resolution: 'upheld' }, NOW))).toMatchObject({
      code: 'already_decided',
      message: 'This dispute was dismissed already',
    });
    expect(refusalOf(() => resolveDispute(of, 'dsp_9', { resolution: 'upheld' }, NOW)).code).toBe('dispute_not_found');
  });
});

describe('a collection that keeps twenty answers', () => {
  const twenty = <T>(make: (n: number) => T) => Array.from({ length: 20 }, (_, n) => make(n));

  it('takes no more while none is decided', () => {
    const claims = twenty((n) => claim({ id: `clm_${n}`, paidOn: `2026-02-0${n % 9}`, transaction: `${n}` }));
    const disputes = twenty((n) => dispute({ id: `dsp_${n}`, text: `${n}` }));
    expect(makeClaim(aRevisable({ claims }), PAYMENT, NOW)).toBe('full');
    expect(openDispute(aRevisable({ disputes }), { reason: 'other' }, NOW)).toBe('full');
    expect(makeClaim(aRevisable({ claims: claims.slice(1) }), PAYMENT, NOW)).not.toBe('full');
  });

  it('forgets the oldest that is decided for a new one', () => {
    const claims = twenty((n) =>
      claim({ id: `clm_${n}`, transaction: `${n}`, ...(n > 3 && { decision: 'rejected' }) }),
    );
    const disputes = twenty((n) => dispute({ id: `dsp_${n}`, text: `${n}`, resolution: 'upheld' }));
    const made = makeClaim(aRevisable({ claims }), PAYMENT, NOW) as Collection;
    const opened = openDispute(aRevisable({ disputes }), { reason: 'other' }, NOW) as Collection;
    expect(made.claims?.slice(0, -1)).toEqual(claims.toSpliced(4, 1));
    expect(opened.disputes?.slice(0, -1)).toEqual(disputes.slice(1));
  });
});

it('what is erased says neither what names the payment nor what anybody wrote', () => {
  const by = { id: 'mbr_1', name: 'Ada' };
  const claims = [claim({ transaction: '4411', by })];
  const disputes = [dispute({ text: 'Not me', note: 'It was', resolution: 'upheld' })];
  expect(erasedAnswers({ claims, disputes })).toEqual({
    claims: [claim({ by })],
    disputes: [dispute({ resolution: 'upheld' })],
  });
  expect(erasedAnswers({})).toEqual({});
});
