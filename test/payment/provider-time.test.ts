/** The providers' time formats become ISO instants. */
import { expect, it } from 'vitest';
import { earliest, endOf, readEpochSeconds, readInstant } from '#lib/payment/provider-time.ts';
import { NOW } from './conformance/an-order.ts';

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
