/** A plan whose channels cannot be reached for a while: it has no slots, and begins again when the first of them can. */
import { describe, expect, it } from 'vitest';
import { decide, nextRun } from '#lib/domain/follow-up/decide.ts';
import { explainPlan } from '#lib/domain/follow-up/explain.ts';
import { type PlanSetting, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { anAttempt } from '#test/support/an-attempt.ts';
import { aPlanInput, settingOf } from './a-plan-input.ts';

const FOLLOW_UP = { channels: ['sms', 'email'], startAfter: 30, cadence: 'every_1h' } as const;
const input = aPlanInput({ followUp: FOLLOW_UP });
const { collection } = input;
const setting = settingOf(input);
const SOON = '2026-03-02T12:00:00.000Z';
const LATER = '2026-03-02T15:00:00.000Z';

type Block = NonNullable<PlanSetting['unreachable']>[number];
const sms = (until: string): Block => ({ channel: 'sms', reason: 'blocked', until });
const email = (until: string): Block => ({ channel: 'email', reason: 'mailbox_full', until });
const planWith = (...unreachable: Block[]) => planFollowUps(collection, { ...setting, unreachable });
const runAfter = (plan: ReturnType<typeof planWith>) =>
  nextRun({ plan, status: 'pending', nextSlot: 1, expiresAt: collection.expiresAt }).nextRunAt;

describe('a plan without a channel that can be reached', () => {
  it('a plan without a reachable channel has no slots, and changes when the first channel can be tried again', () => {
    const plan = planWith(email(LATER), sms(SOON));
    expect([plan.slots, plan.changesAt]).toEqual([[], Date.parse(SOON)]);
  });

  it('a collection whose plan has no reachable channel is run when the first can be tried again', () => {
    expect(runAfter(planWith(email(LATER), sms(SOON)))).toBe(SOON);
  });

  it('the plan begins again with the channel that can be reached again', () => {
    const plan = planWith(email(LATER));
    expect(plan.slots.length).toBeGreaterThan(0);
    expect([plan.channels, plan.changesAt]).toEqual([['sms'], undefined]);
  });

  it('a channel that can be tried again only at the expiry changes nothing', () => {
    const { expiresAt } = collection;
    const plan = planWith(sms(expiresAt), email(expiresAt));
    expect([plan.changesAt, runAfter(plan)]).toEqual([undefined, expiresAt]);
  });

  it('a collection whose reminders have run out, because no channel is left, is overdue one cadence after the last of them', () => {
    const attempts = [anAttempt(1, { dueAt: '2026-03-02T09:30:00.000Z' }), anAttempt(2, { dueAt: SOON })];
    const unreachable = [sms(collection.expiresAt), email(collection.expiresAt)];
    const plan = planFollowUps(collection, { ...setting, attempts, unreachable });
    expect([plan.slots, plan.overdueAt]).toEqual([[], Date.parse('2026-03-02T13:00:00.000Z')]);
    const state = { plan, status: 'pending', nextSlot: 3, expiresAt: collection.expiresAt } as const;
    expect(nextRun(state).nextRunAt).toBe('2026-03-02T13:00:00.000Z');
    expect(decide(state, new Date('2026-03-02T13:00:00.000Z')).kind).toBe('mark_overdue');
    const off = { ...collection, followUp: { ...collection.followUp, enabled: false as const } };
    expect(planFollowUps(off, { ...setting, attempts, unreachable }).overdueAt).toBeUndefined();
  });

  it('a channel that the collection does not use changes nothing', () => {
    const unreachable = [{ ...sms(SOON), channel: 'whatsapp' as const }];
    const plan = planFollowUps(collection, { ...setting, optedOut: ['sms', 'email'], unreachable });
    expect(plan.changesAt).toBeUndefined();
  });

  it('a collection without follow-ups never begins again', () => {
    const off = aPlanInput({ followUp: { enabled: false } }).collection;
    expect(planFollowUps(off, { ...setting, unreachable: [sms(SOON)] }).changesAt).toBeUndefined();
  });

  it('a plan says why a channel is left out, by the failure of that channel', () => {
    const { reasons } = explainPlan(collection, { ...setting, unreachable: [sms(LATER), email(LATER)] });
    expect(reasons).toEqual(expect.arrayContaining(['sms left out: blocked', 'email left out: mailbox full']));
  });
});
