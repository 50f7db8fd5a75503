/** What the strategy chooses, row by row of its table. */

import { describe, expect, it } from 'vitest';
import type { GivenFollowUp } from '#lib/domain/follow-up/follow-up.ts';
import { strategyReasons } from '#lib/domain/follow-up/reasons.ts';
import { completeFollowUp, type StrategyContext, strictestCountry } from '#lib/domain/follow-up/strategy.ts';
import { parsePhone } from '#lib/domain/phone.ts';

const aContext = (changes: Partial<StrategyContext> = {}): StrategyContext => ({
  amount: { minor: 4_500_000, currency: 'NGN' },
  expiresInMinutes: 1440,
  reachableByPhone: true,
  phoneCountry: 'NG',
  hasEmail: true,
  ...changes,
});
const LOW = { minor: 999_999, currency: 'NGN' };
const HIGH = { minor: 50_000_000, currency: 'NGN' };

const chosen = (given: GivenFollowUp | undefined, changes: Partial<StrategyContext> = {}) => {
  const followUp = completeFollowUp(given, aContext(changes));
  if (!followUp.enabled) throw new Error('off');
  return followUp;
};
const reasonsFor = (given: GivenFollowUp | undefined, changes: Partial<StrategyContext> = {}) => {
  const context = aContext(changes);
  return strategyReasons(completeFollowUp(given, context), context);
};
const isOff = (given: GivenFollowUp | undefined, changes: Partial<StrategyContext> = {}) =>
  !completeFollowUp(given, aContext(changes)).enabled;

describe('without a followUp object, the time to expiry decides', () => {
  it.each([
    { expiresInMinutes: 20, startAfterMinutes: 10, cadence: 'every_15m', maxAttempts: 1, tone: 'professional' },
    { expiresInMinutes: 21, startAfterMinutes: 10, cadence: 'every_15m', maxAttempts: 1, tone: 'gentle' },
    { expiresInMinutes: 60, startAfterMinutes: 30, cadence: 'every_15m', maxAttempts: 1, tone: 'professional' },
    { expiresInMinutes: 61, startAfterMinutes: 30, cadence: 'every_1h', maxAttempts: 2, tone: 'gentle' },
    { expiresInMinutes: 240, startAfterMinutes: 30, cadence: 'every_1h', maxAttempts: 2, tone: 'gentle' },
    { expiresInMinutes: 241, startAfterMinutes: 60, cadence: 'every_2h', maxAttempts: 3, tone: 'gentle' },
    { expiresInMinutes: 720, startAfterMinutes: 60, cadence: 'every_2h', maxAttempts: 3, tone: 'gentle' },
    { expiresInMinutes: 721, startAfterMinutes: 60, cadence: 'every_6h', maxAttempts: 3, tone: 'gentle' },
    { expiresInMinutes: 1440, startAfterMinutes: 60, cadence: 'every_6h', maxAttempts: 3, tone: 'gentle' },
    { expiresInMinutes: 2880, startAfterMinutes: 60, cadence: 'every_6h', maxAttempts: 3, tone: 'gentle' },
    { expiresInMinutes: 2881, startAfterMinutes: 240, cadence: 'daily', maxAttempts: 2, tone: 'gentle' },
    { expiresInMinutes: 10_080, startAfterMinutes: 240, cadence: 'daily', maxAttempts: 7, tone: 'gentle' },
    { expiresInMinutes: 20_160, startAfterMinutes: 240, cadence: 'daily', maxAttempts: 7, tone: 'gentle' },
  ])(
    'a collection of $expiresInMinutes minutes starts after $startAfterMinutes, with $cadence and $maxAttempts reminders',
    ({ expiresInMinutes, ...rest }) => {
      expect(chosen(undefined, { expiresInMinutes })).toMatchObject({ given: [], strategyVersion: 2, ...rest });
    },
  );

  it('a collection of 1 to 19 minutes gets no reminders, and the reason says why', () => {
    expect(isOff(undefined, { expiresInMinutes: 1 })).toBe(true);
    const context = { expiresInMinutes: 19 };
    expect(completeFollowUp(undefined, aContext(context))).toEqual({ enabled: false, strategyVersion: 2 });
    expect(reasonsFor(undefined, context)).toEqual(['expires within 20 minutes: no room for a useful reminder']);
  });

  it('a followUp object that is empty, or says only enabled, is completed like no object', () => {
    expect(chosen({})).toEqual(chosen(undefined));
    expect(chosen({ enabled: true })).toEqual(chosen(undefined));
  });
});

describe('the amount', () => {
  it.each([
    ['NGN', 999_999, 2],
    ['NGN', 1_000_000, 3],
    ['NGN', 49_999_999, 3],
    ['NGN', 50_000_000, 4],
    ['GHS', 9_999, 2],
    ['GHS', 10_000, 3],
    ['GHS', 500_000, 4],
    ['USD', 999, 2],
    ['USD', 1_000, 3],
    ['USD', 50_000, 4],
    ['EUR', 1, 3],
    ['EUR', 10 ** 14, 3],
  ])('an amount of %s %i minor units gets %i reminders', (currency, minor, maxAttempts) => {
    expect(chosen(undefined, { amount: { minor, currency } }).maxAttempts).toBe(maxAttempts);
  });

  it('a low amount gets no sms, and in the shortest window with a reminder it gets none', () => {
    expect(chosen(undefined, { amount: LOW }).channels).toEqual(['whatsapp', 'email']);
    expect(isOff(undefined, { amount: LOW, expiresInMinutes: 60 })).toBe(true);
    expect(chosen(undefined, { amount: LOW, expiresInMinutes: 61 }).maxAttempts).toBe(1);
  });

  it('a high amount makes the first reminder professional; no amount adds a reminder under 20 minutes', () => {
    expect(chosen(undefined, { amount: HIGH }).tone).toBe('professional');
    expect(isOff(undefined, { amount: HIGH, expiresInMinutes: 19 })).toBe(true);
  });
});

describe('the channels', () => {
  it.each(['NG', 'GH', 'KE', 'ZA', 'FR', undefined])(
    'the channels start with whatsapp for a phone in %s',
    (phoneCountry) => {
      expect(chosen(undefined, { phoneCountry }).channels).toEqual(['whatsapp', 'sms', 'email']);
    },
  );

  it.each(['US', 'CA'])('the channels start with email for a phone in %s', (phoneCountry) => {
    expect(chosen(undefined, { phoneCountry }).channels).toEqual(['email', 'sms', 'whatsapp']);
    expect(chosen(undefined, { phoneCountry, amount: LOW }).channels).toEqual(['email', 'whatsapp']);
  });

  it('of a number that several countries share the stricter one counts', () => {
    expect(strictestCountry(parsePhone('+15005550006', undefined))).toBe('US');
    expect(strictestCountry({ country: 'NG' })).toBe('NG');
    for (const where of [{ sharedBy: ['GB', 'GG'] }, {}]) expect(strictestCountry(where)).toBeUndefined();
  });

  it('a channel without an address is left out, and nothing is sent if no channel is left', () => {
    expect(chosen(undefined, { reachableByPhone: false, phoneCountry: undefined }).channels).toEqual(['email']);
    expect(chosen(undefined, { hasEmail: false }).channels).toEqual(['whatsapp', 'sms']);
    expect(isOff(undefined, { hasEmail: false, reachableByPhone: false })).toBe(true);
  });

  it('given channels keep their content and order, even if low, unreachable or abroad', () => {
    const given = { channels: ['sms', 'whatsapp'] } as const;
    const followUp = chosen(given, { amount: LOW, reachableByPhone: false, phoneCountry: 'US' });
    expect(followUp).toMatchObject({ channels: ['sms', 'whatsapp'], given: ['channels'] });
  });
});

describe("the caller's own timing", () => {
  it('a given cadence is kept, and then the table does not limit the number', () => {
    const followUp = chosen({ cadence: 'every_5m' });
    expect(followUp).toMatchObject({ startAfterMinutes: 60, cadence: 'every_5m', given: ['cadence'] });
    expect(followUp).not.toHaveProperty('maxAttempts');
  });

  it('a given start is kept, and cadence and number are filled in', () => {
    expect(chosen({ startAfter: 0 })).toMatchObject({ startAfterMinutes: 0, cadence: 'every_6h', maxAttempts: 3 });
  });

  it('a given start at or after the expiry is kept, although it leads to no reminder', () => {
    expect(chosen({ startAfter: 1440 }).startAfterMinutes).toBe(1440);
    expect(chosen({ startAfter: 525_600 }).startAfterMinutes).toBe(525_600);
  });

  it('a given start or cadence makes time for a reminder where the table has none', () => {
    expect(chosen({ startAfter: 5 }, { expiresInMinutes: 19 })).toMatchObject({ startAfterMinutes: 5, maxAttempts: 1 });
    expect(chosen({ startAfter: 5 }, { expiresInMinutes: 60, amount: LOW }).maxAttempts).toBe(1);
    const every = chosen({ cadence: 'every_5m' }, { expiresInMinutes: 19 });
    expect(every).toMatchObject({ startAfterMinutes: 9, cadence: 'every_5m' });
    expect(every).not.toHaveProperty('maxAttempts');
    expect(chosen({ cadence: 'every_5m' }, { expiresInMinutes: 1 }).startAfterMinutes).toBe(0);
  });

  it('enabled, channels or tone alone do not add a reminder under 20 minutes', () => {
    const given = { enabled: true, channels: ['sms'], tone: 'urgent' } as const;
    expect(isOff(given, { expiresInMinutes: 19 })).toBe(true);
  });
});

describe('the tone', () => {
  it('a given tone is kept, whatever the amount and the time', () => {
    expect(chosen({ tone: 'urgent' }, { amount: LOW })).toMatchObject({ tone: 'urgent', given: ['tone'] });
    expect(chosen({ tone: 'gentle' }, { amount: HIGH }).tone).toBe('gentle');
  });

  it('the first reminder is urgent only when it is late and the only one', () => {
    expect(chosen({ startAfter: 1380 }).tone).toBe('urgent');
    expect(chosen({ startAfter: 1380, cadence: 'every_5m' }).tone).toBe('professional');
    expect(chosen({ startAfter: 1380, cadence: 'every_1h' }).tone, 'a second one would be due at expiry').toBe(
      'urgent',
    );
    expect(chosen({ startAfter: 1380 }, { amount: LOW }).tone).toBe('professional');
  });
});

describe('turned off', () => {
  it('follow-ups that are turned off stay off, whatever else was given', () => {
    const given = { enabled: false, startAfter: 5, cadence: 'daily', channels: ['sms'], tone: 'gentle' } as const;
    const followUp = completeFollowUp(given, aContext());
    expect(followUp).toEqual({ enabled: false, strategyVersion: 2 });
    expect(reasonsFor(given)).toEqual(['turned off by the caller']);
  });
});

describe('the reasons', () => {
  it('the reasons name each choice of the strategy and each part that was given', () => {
    expect(reasonsFor(undefined, { amount: HIGH, phoneCountry: 'US' })).toEqual([
      'expires within 2 days: first reminder after 60 minutes',
      'expires within 2 days: every_6h',
      'expires within 2 days: at most 3',
      'high amount: one reminder more',
      'phone in US: email first',
      'first reminder after 60 of 1440 minutes, high amount: professional',
    ]);
    expect(reasonsFor({ startAfter: 1, cadence: 'daily', channels: ['sms'], tone: 'gentle' })).toEqual([
      'startAfter given',
      'cadence given: as many as the caps allow',
      'channels given',
      'tone given',
    ]);
  });

  it('the reasons name a start that makes time where the table has none', () => {
    expect(reasonsFor({ startAfter: 5 }, { expiresInMinutes: 60, amount: LOW })).toEqual([
      'startAfter given',
      'expires within 1 hour: at most 1',
      'whatsapp first: most read',
      'low amount: no sms',
      'first reminder after 5 of 60 minutes, low amount: gentle',
    ]);
  });

  it('the reasons say why nothing is sent: the amount is too low for one reminder, or there is no address', () => {
    expect(reasonsFor(undefined, { expiresInMinutes: 60, amount: LOW })).toEqual([
      'expires within 1 hour: at most 1',
      'low amount: one reminder fewer',
    ]);
    expect(reasonsFor(undefined, { reachableByPhone: false, hasEmail: false })).toEqual([
      'phone not reachable: email only',
    ]);
  });
});
