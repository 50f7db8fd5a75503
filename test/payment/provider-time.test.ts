/** The providers' time formats become ISO instants. */
import { describe, expect, it } from 'vitest';
import {
  earliest,
  endOf,
  readEpochSeconds,
  readInstant,
  readLagosTime,
  toLagosTime,
} from '#lib/payment/provider-time.ts';
import { NOW } from './an-order.ts';

describe('on the clocks of Lagos', () => {
  it.each([
    ['29/06/2023 01:20:18 PM', '2023-06-29T12:20:18.000Z'],
    ['26/02/2020 09:38:13 AM', '2020-02-26T08:38:13.000Z'],
    ['17/11/2021 3:48:10 PM', '2021-11-17T14:48:10.000Z'],
    ['01/01/2024 12:30:00 AM', '2023-12-31T23:30:00.000Z'],
    ['01/01/2024 12:30:00 PM', '2024-01-01T11:30:00.000Z'],
    ['2024-07-01 11:33:48.0', '2024-07-01T10:33:48.000Z'],
    ['2026-03-09 11:00:00', '2026-03-09T10:00:00.000Z'],
    ['2019-08-09T18:52:45.000+0000', '2019-08-09T18:52:45.000Z'],
  ])('the Lagos time %s is the instant %s', (text, instant) => {
    expect(readLagosTime(text)).toBe(instant);
  });

  it('an instant that is written in Lagos time is read back unchanged', () => {
    expect(toLagosTime('2023-12-31T23:30:00.000Z')).toBe('2024-01-01 00:30:00');
    expect(readLagosTime(toLagosTime('2026-06-30T23:59:59.000Z'))).toBe('2026-06-30T23:59:59.000Z');
  });

  it.each(['29/13/2023 01:20:18 PM', '29/06/2023 13:20:18 PM', '29/06/2023 00:20:18 AM', '29/06/2023', '', null, 5])(
    '%j is no Lagos time',
    (value) => {
      expect(() => readLagosTime(value)).toThrow('malformed_answer');
    },
  );
});

it('readInstant accepts ISO times with a zone only', () => {
  expect(readInstant('2026-03-02T11:42:07Z')).toBe('2026-03-02T11:42:07.000Z');
  expect(readInstant('2026-03-02T11:42:07.123+01:00')).toBe('2026-03-02T10:42:07.123Z');
  for (const value of ['2026-03-02T11:42:07', '2026-03-02', 'yesterday', '2026-13-02T11:42:07Z', 5, undefined]) {
    expect(() => readInstant(value)).toThrow('malformed_answer');
  }
});

it('readEpochSeconds accepts whole seconds since 1970 only', () => {
  expect(readEpochSeconds(1_772_448_000)).toBe('2026-03-02T10:40:00.000Z');
  for (const value of ['1772448000', 1.5, 1e15, null])
    expect(() => readEpochSeconds(value)).toThrow('malformed_answer');
});

it('a session ends at the earliest of its ends, and is refused when that has passed', () => {
  const expiresAt = '2026-03-09T10:00:00.000Z';
  expect(earliest(expiresAt, '2026-03-03T10:00:00.000Z', '2026-03-04T10:00:00.000Z')).toBe('2026-03-03T10:00:00.000Z');
  expect(endOf({ expiresAt, now: NOW }, '2026-04-01T00:00:00.000Z')).toBe(expiresAt);
  expect(() => endOf({ expiresAt, now: NOW }, NOW.toISOString())).toThrow('malformed_answer');
});
