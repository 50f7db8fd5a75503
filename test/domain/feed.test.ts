/** The range of the feed that a request reads, and the cursors that say where a reader is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCursor, daysOf, feedCursor, feedRange, feedStart, placeOf } from '#lib/domain/feed.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const NOW = new Date('2026-03-31T12:00:00.000Z');
const SALT = 'salt';
const POSITION = `2026-03-30T10:00:00.000Z#000007#evt_${'a'.repeat(25)}`;

const anyPosition = fc
  .tuple(fc.date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }), fc.boolean())
  .map(([at, isWhole]) => (isWhole ? `${at.toISOString()}#000001#evt_${'z'.repeat(25)}` : at.toISOString()));
const anyType = fc.constantFrom(undefined, 'collection.created', 'payment.received');

function codeOf(cursor: string): string | undefined {
  try {
    checkCursor(cursor, undefined, SALT);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

describe('feedRange', () => {
  it('a reader goes on after its position, and the feed ends thirty seconds before now', () => {
    expect(feedRange(POSITION, NOW)).toEqual({ after: POSITION, until: '2026-03-31T11:59:30.000Z' });
  });

  it('a reader whose position is more than thirty days old begins thirty days ago', () => {
    expect(feedRange('2025-01-01T00:00:00.000Z', NOW).after).toBe('2026-03-01T12:00:00.000Z');
  });

  it('a feed starts a day before its account was created, because clocks differ', () => {
    expect(feedStart({ createdAt: '2026-03-30T23:00:00.000Z' })).toBe('2026-03-29T23:00:00.000Z');
  });
});

describe('daysOf', () => {
  it('the days of a range include the first and the last, across months', () => {
    const range = { after: '2026-02-27T23:59:59.999Z', until: '2026-03-02T00:00:00.000Z' };
    expect(daysOf(range)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  });

  it('a reader that is at the end, or ahead of this machine’s clock, has no day to read', () => {
    const until = '2026-03-02T00:00:00.000Z';
    expect(daysOf({ after: until, until })).toEqual([]);
    expect(daysOf({ after: POSITION, until })).toEqual([]);
  });
});

describe('a cursor', () => {
  it('every place of the feed comes back from its cursor, and the cursor passes its check', () => {
    fc.assert(
      fc.property(anyPosition, anyType, (position, type) => {
        const cursor = feedCursor({ position, type }, SALT);
        expect(placeOf(cursor)).toEqual({ position, ...(type && { type }) });
        expect(() => checkCursor(cursor, type, SALT)).not.toThrow();
      }),
    );
  });

  it('a cursor of another account, of another filter, or that was changed is refused as `after`', () => {
    const cursor = feedCursor({ position: POSITION }, SALT);
    const moved = Buffer.from(cursor, 'base64url').toString().replace('10:00', '11:00');
    const faults = { errors: [expect.objectContaining({ path: 'after' })] };
    const refusal = expect.objectContaining({ code: 'validation_failed', details: faults });
    expect(() => checkCursor(cursor, undefined, 'another')).toThrow(refusal);
    expect(() => checkCursor(cursor, 'collection.created', SALT)).toThrow(refusal);
    expect(() => checkCursor(Buffer.from(moved).toString('base64url'), undefined, SALT)).toThrow(refusal);
    expect(() => checkCursor(`${cursor}=`, undefined, SALT)).toThrow(refusal);
  });

  it('whatever a caller sends as a cursor is read or refused, and nothing else is thrown', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: anyCharacter })), (cursor) => {
        expect(codeOf(cursor)).toBe('validation_failed');
      }),
    );
  });

  it('a position with a date that does not exist is refused', () => {
    const cursor = Buffer.from(`${'0'.repeat(25)} 2026-13-45T99:99:99.999Z`).toString('base64url');
    expect(() => placeOf(cursor)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});
