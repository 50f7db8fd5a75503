/** How the tone becomes firmer towards the expiry. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TONES } from '#lib/domain/follow-up/follow-up.ts';
import { toneAt } from '#lib/domain/follow-up/rhythm.ts';

const toneOf = (dueInMinutes: number, expiresInMinutes: number, isLast = true) =>
  toneAt({ dueInMinutes, expiresInMinutes, isLast }, 'middle');

describe('the tone ladder', () => {
  it.each([
    [0, 200, 'gentle'],
    [99, 200, 'gentle'],
    [100, 200, 'professional'],
    [170, 200, 'professional'],
    [171, 200, 'urgent'],
    [1, 1, 'urgent'],
    [121, 240, 'professional'],
    [121, 241, 'professional'],
    [122, 241, 'urgent'],
    [1224, 1440, 'professional'],
    [1225, 1440, 'urgent'],
    [300, 421, 'professional'],
    [302, 421, 'urgent'],
  ])('a last slot at minute %i of %i has the tone %s', (due, expires, tone) => {
    expect(toneOf(due, expires)).toBe(tone);
  });

  it('only the last slot is urgent, and never for a low amount', () => {
    expect(toneOf(1400, 1440, false)).toBe('professional');
    expect(toneAt({ dueInMinutes: 1400, expiresInMinutes: 1440, isLast: true }, 'low')).toBe('professional');
  });

  it('a slot for a high amount is never gentle', () => {
    expect(toneAt({ dueInMinutes: 0, expiresInMinutes: 1440, isLast: false }, 'high')).toBe('professional');
  });

  it('the tone never gets milder as time passes', () => {
    const tier = fc.constantFrom('low', 'middle', 'high' as const);
    const window = fc.integer({ min: 1, max: 3_000 });
    fc.assert(
      fc.property(
        tier,
        window,
        fc.nat(4_000),
        fc.nat(4_000),
        fc.boolean(),
        (amount, expiresInMinutes, a, b, isLast) => {
          const [earlier, later] = a < b ? [a, b] : [b, a];
          const first = toneAt({ dueInMinutes: earlier, expiresInMinutes, isLast: false }, amount);
          const second = toneAt({ dueInMinutes: later, expiresInMinutes, isLast }, amount);
          expect(TONES.indexOf(second)).toBeGreaterThanOrEqual(TONES.indexOf(first));
        },
      ),
    );
  });
});
