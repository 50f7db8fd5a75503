/** Who of the merchant's people made a change: named by its event, and by nothing else. */
import { describe, expect, it } from 'vitest';
import { type Attempt, attemptEvents } from '#lib/domain/attempt.ts';
import { buildCollection } from '#lib/domain/build-collection.ts';
import { decideStatus } from '#lib/domain/change-status.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { claimOf, retryClaimOf } from '#lib/domain/follow-up/claim.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { bookMovement } from '#lib/domain/payment/book-movement.ts';
import { paymentEvent } from '#lib/domain/payment/ledger-entry.ts';
import { reportOffline } from '#lib/domain/payment/record-payment.ts';
import { askReminder } from '#lib/domain/revisions/ask-reminder.ts';
import { promisePayment } from '#lib/domain/revisions/promise-payment.ts';
import { pauseFollowUps, resumeFollowUps } from '#lib/domain/revisions/revise-plan.ts';
import { updateCollection } from '#lib/domain/revisions/update-collection.ts';
import { aCollection, anAccount, minutesLater } from '#test/support/a-collection.ts';
import { ngn } from '#test/support/a-payment.ts';
import { aRevisable, withSetting } from './a-revisable.ts';

const NOW = minutesLater(70);
const GRACE = { id: 'mbr_1', name: 'Grace Eze' };
const BY_GRACE = { actor: 'merchant', member: GRACE };

/** `change`, once by a member and once by a key. */
const lastEvents = (change: (by: typeof GRACE | undefined) => { events: readonly object[] } | undefined) =>
  [GRACE, undefined].map((by) => change(by)?.events.at(-1) as { data?: object });

describe('the event of a change by a member', () => {
  it('the event of a create names the member, and by a key it has no data', () => {
    const { contact } = aCollection();
    const account = anAccount();
    const around = { account, contact, phone: phoneOf(contact, account), availableChannels: CHANNELS };
    const asked = { reference: 'r', ...ngn(100), expiresIn: 60, payable: { enabled: false, methods: [] } };
    const [byMember, byKey] = lastEvents((by) => buildCollection(asked, { ...around, by }, NOW));
    expect(byMember?.data).toEqual(BY_GRACE);
    expect(byKey).toStrictEqual({ type: 'collection.created', timestamp: NOW.toISOString() });
    expect(buildCollection(asked, { ...around, by: GRACE }, NOW)).not.toHaveProperty('by');
  });

  it.each(['completed', 'cancelled', 'overdue', 'expired'] as const)(
    'the event of a status that is set to %s names the member, that of its follow-ups does not, and by a key nobody',
    (to) => {
      const [byMember, byKey] = [GRACE, undefined].map((member) => {
        const decision = decideStatus(aCollection(), { to, by: 'caller', member }, NOW);
        return decision.kind === 'change' ? decision.change.events : [];
      });
      expect(byMember?.[0]).toMatchObject({ type: `collection.${to}`, data: BY_GRACE });
      const others = [...(byMember?.slice(1) ?? []), ...(byKey ?? [])];
      for (const { data = {} } of others)
        expect(Object.keys(data)).toEqual(data.messagesSent === 0 ? ['messagesSent'] : []);
    },
  );

  it('an expiry that was due when a member came too late names nobody', () => {
    const decision = decideStatus(aCollection(), { to: 'cancelled', by: 'caller', member: GRACE }, minutesLater(9999));
    expect(decision).toMatchObject({ kind: 'refused', expiry: { events: [{ type: 'collection.expired' }] } });
    expect(JSON.stringify(decision)).not.toContain(GRACE.name);
  });

  it('the event of a revision names the member beside what it says, and by a key it is the same without', () => {
    const paused = pauseFollowUps(aRevisable(), { reason: 'merchant' }, NOW);
    if (paused === undefined) throw new Error('nothing changed');
    const payBy = minutesLater(900).toISOString();
    const changes = [
      (by: typeof GRACE | undefined) => updateCollection({ ...aRevisable(), by }, { expiresIn: 3000 }, NOW),
      (by: typeof GRACE | undefined) => pauseFollowUps({ ...aRevisable(), by }, { reason: 'merchant' }, NOW),
      (by: typeof GRACE | undefined) => resumeFollowUps({ ...withSetting(paused), by }, NOW),
      (by: typeof GRACE | undefined) => promisePayment({ ...aRevisable(), by }, payBy, NOW),
    ];
    for (const change of changes) {
      const [byMember, byKey] = lastEvents(change);
      expect(byKey?.data).toMatchObject({ actor: 'merchant' });
      expect(byKey?.data).not.toHaveProperty('member');
      expect(byMember).toStrictEqual({ ...byKey, data: { ...byKey?.data, member: GRACE } });
    }
  });

  it('the event of money that a member recorded names the member; the completion by it names nobody', () => {
    const [byMember, byKey] = [GRACE, undefined].map((by) => {
      const recording = { requestKey: 'k', bodyHash: 'h', by };
      const given = { ...aCollection(), kind: 'payment', method: 'cash' } as const;
      const reported = reportOffline(aCollection(), [], { given, recording, now: NOW });
      const booking = bookMovement(aCollection(), [], reported, NOW);
      if (booking === undefined) throw new Error('nothing was booked');
      return booking;
    });
    if (byMember === undefined || byKey === undefined) throw new Error('nothing was booked');
    const { data } = paymentEvent('pay_1', byKey.entry);
    expect(paymentEvent('pay_1', byMember.entry).data).toStrictEqual({ ...data, member: GRACE });
    expect(byMember.entry).toStrictEqual({ ...byKey.entry, by: GRACE });
    expect(byMember.completion).toStrictEqual(byKey.completion);
  });
});

describe('the events of a reminder that a member asked for', () => {
  const DUE = { kind: 'send', slot: 1, late: [], channels: ['sms'] } as const;

  function claimed(by: typeof GRACE | undefined): Attempt {
    const asked = askReminder({ ...aRevisable(), by }, {}, NOW);
    if (asked === undefined) throw new Error('nothing changed');
    const { collection, setting } = withSetting(asked);
    return claimOf(collection, planFollowUps(collection, setting), DUE, { token: 't', now: NOW }).attempts[0];
  }

  it('a reminder keeps who asked for it, and of one that was asked for by a key nothing more', () => {
    const [byMember, byKey] = [GRACE, undefined].map(
      (by) => askReminder({ ...aRevisable(), by }, {}, NOW)?.plan?.asked,
    );
    expect(byMember).toStrictEqual({ ...byKey, by: GRACE });
    expect(byKey).not.toHaveProperty('by');
  });

  it('the claim of a reminder keeps who asked for it, and of one that was asked for by a key nothing more', () => {
    expect(claimed(GRACE)).toStrictEqual({ ...claimed(undefined), by: GRACE });
    expect(claimed(undefined)).not.toHaveProperty('by');
  });

  it('the events of both messages of a reminder that went to a second channel name who asked for it', () => {
    const at = NOW.toISOString();
    const failed: Attempt = {
      ...claimed(GRACE),
      ...{ status: 'deferred', channel: 'sms', messageId: 'm-1', reason: 'bounced', own: { version: 2 } },
      cost: { value: 4, currency: 'NGN' },
      at: { sent: at, failed: at },
    };
    const again = {
      channels: ['email'],
      nextRunAt: undefined,
      token: 't-2',
      now: NOW,
      textOf: () => ({ text: '' }),
    } as const;
    const [retried] = retryClaimOf(aCollection(), failed, again).attempts;
    // The second channel has words of its own, or ours.
    expect(retried).not.toHaveProperty('own');
    // What the first has cost is kept with it.
    expect([retried.cost, retried.earlier?.cost]).toEqual([undefined, { value: 4, currency: 'NGN' }]);
    const sent: Attempt = { ...retried, status: 'sent', channel: 'email', messageId: 'm-2', at: { sent: at } };
    expect(attemptEvents('pay_1', sent, NOW).map(({ type, data }) => [type, data])).toEqual([
      ['followup.sent', { slot: 1, channel: 'sms', ...BY_GRACE }],
      ['followup.failed', { slot: 1, channel: 'sms', reason: 'bounced', ...BY_GRACE }],
      ['followup.sent', { slot: 1, channel: 'email', ...BY_GRACE }],
    ]);
  });
});
