/** Monnify's times become ISO instants. */
import { describe, expect, it } from 'vitest';
import { readLagosTime, toLagosTime } from '#lib/payment/monnify/lagos-time.ts';

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
