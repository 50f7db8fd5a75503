/** Sundays and zones where a rule holds for some contacts and not for others. */
import { expect, it } from 'vitest';
import { explainPlan } from '#lib/domain/follow-up/explain.ts';
import { channelsAt, openingHoursIn, openSpanFrom } from '#lib/domain/follow-up/quiet-hours.ts';
import { anAttempt } from '#test/support/an-attempt.ts';
import { aPlanInput, settingOf } from './a-plan-input.ts';

const at = (text: string) => Date.parse(text);
const SATURDAY = at('2026-02-28T23:00:00Z');

it('a Sunday is closed where sms is the only channel and may not be sent on Sundays, and open elsewhere', () => {
  const opensIn = (country: string, channels: readonly ('sms' | 'email')[]) => {
    const hours = openingHoursIn({ country }, channels);
    return new Date(openSpanFrom(hours, SATURDAY).opensAt).toISOString();
  };
  expect(opensIn('NG', ['sms'])).toBe('2026-03-01T07:00:00.000Z');
  expect(opensIn('GH', ['sms', 'email'])).toBe('2026-03-01T08:00:00.000Z');
  expect(opensIn('GH', ['sms'])).toBe('2026-03-02T08:00:00.000Z');
});

it('sms is silent as soon as it is Sunday in one of the zones of a contact', () => {
  const hours = { ...openingHoursIn({ country: 'GH' }, ['sms']), zones: ['Africa/Accra', 'Pacific/Auckland'] };
  expect(channelsAt(hours, ['sms', 'email'], SATURDAY)).toEqual(['email']);
  expect(channelsAt({ ...hours, zones: ['Africa/Accra'] }, ['sms', 'email'], SATURDAY)).toEqual(['sms', 'email']);
});

it('a slot of a Sunday that was skipped names no sms, before and after its plan is revised', () => {
  const createdAt = '2026-03-01T09:00:00.000Z';
  const followUp = { startAfter: 60, cadence: 'every_1h', channels: ['sms', 'email'] } as const;
  const input = aPlanInput({ createdAt, phoneCountry: 'GH', followUp });
  const skipped = { status: 'skipped', dueAt: '2026-03-01T10:00:00.000Z', at: { skipped: createdAt } } as const;
  const setting = { ...settingOf(input), attempts: [anAttempt(1, skipped)] };
  const revised = { ...input.collection, plan: { from: '2026-03-01T10:30:00.000Z', firstSlot: 2 } };
  for (const collection of [input.collection, revised])
    expect(explainPlan(collection, setting).slots[0]).toMatchObject({ dueAt: skipped.dueAt, channel: 'email' });
});

it('the channel of a reminder that was asked for opens no Sunday for the slots after it once it cannot be reached', () => {
  const createdAt = '2026-02-28T12:00:00.000Z';
  const followUp = { startAfter: 60, cadence: 'every_12h', channels: ['sms'] } as const;
  const input = aPlanInput({ createdAt, expiresInMinutes: 5 * 1440, phoneCountry: 'GH', followUp });
  const asked = { at: createdAt, channels: ['whatsapp'], tone: 'gentle' } as const;
  const collection = { ...input.collection, plan: { from: createdAt, firstSlot: 1, asked } };
  const until = '2026-03-10T00:00:00.000Z';
  const dueWith = (setting: object) =>
    explainPlan(collection, { ...settingOf(input), ...setting }).slots.map(({ dueAt }) => dueAt.slice(0, 10));
  expect(dueWith({})).toContain('2026-03-01');
  for (const closed of [
    { optedOut: ['whatsapp'] },
    { unreachable: [{ channel: 'whatsapp', reason: 'blocked', until }] },
  ]) {
    expect(dueWith(closed)).not.toContain('2026-03-01');
    expect(dueWith(closed)).toContain('2026-03-02');
  }
});
