/** Sundays and zones where a rule holds for some contacts and not for others. */
import { expect, it } from 'vitest';
import { channelsAt, openingHoursIn, openSpanFrom } from '#lib/domain/follow-up/quiet-hours.ts';

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
