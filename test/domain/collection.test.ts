/**
 * A new collection, and a collection as it is seen at an instant.
 * What a collection has received, and what is left to pay.
 */
import { describe, expect, it } from 'vitest';
import { newCollection } from '#lib/domain/build-collection.ts';
import { asSeenAt, ownedCollection } from '#lib/domain/collection.ts';
import { DomainError } from '#lib/domain/errors.ts';
import { outstandingOf, receivedOf } from '#lib/domain/money.ts';
import { aCollection, anAccount, CREATED_AT, minutesLater } from '#test/support/a-collection.ts';

const AT = CREATED_AT.toISOString();
const EXPIRES_AT = minutesLater(1440).toISOString();

describe('a new collection', () => {
  it('a new collection is pending, with one event, and all its instants are its creation', () => {
    const { ref, ...terms } = aCollection();
    const { status, updatedAt, createdAt, completedAt, expiresAt, events } = newCollection(ref, terms, CREATED_AT);
    expect({ status, updatedAt, createdAt, completedAt, expiresAt, events }).toEqual({
      status: 'pending',
      createdAt: AT,
      updatedAt: AT,
      completedAt: null,
      expiresAt: EXPIRES_AT,
      events: [{ type: 'collection.created', timestamp: AT }],
    });
  });

  it('a collection expires expiresIn minutes of 60 seconds after its creation, up to a year', () => {
    expect(aCollection({ expiresInMinutes: 525_600 }).expiresAt).toBe('2027-03-01T09:00:00.000Z');
    expect(aCollection({ expiresInMinutes: 1 }).expiresAt).toBe('2026-03-01T09:01:00.000Z');
  });
});

describe('a collection as it is seen', () => {
  it.each(['pending', 'overdue'] as const)(
    'a %s collection is shown as expired from its expiry on, and not before',
    (status) => {
      const collection = aCollection({ status });
      expect(asSeenAt(collection, new Date(new Date(EXPIRES_AT).getTime() - 1))).toBe(collection);
      expect(asSeenAt(collection, new Date(EXPIRES_AT))).toEqual({
        ...collection,
        status: 'expired',
        updatedAt: EXPIRES_AT,
      });
    },
  );

  it.each(['completed', 'cancelled', 'expired'] as const)('a %s collection is shown as it is at any time', (status) => {
    const collection = aCollection({ status });
    expect(asSeenAt(collection, minutesLater(1_000_000))).toBe(collection);
  });

  it('a collection that is shown as expired keeps an updatedAt later than its expiry', () => {
    const updatedAt = minutesLater(1441).toISOString();
    expect(asSeenAt(aCollection({ updatedAt }), minutesLater(1500)).updatedAt).toBe(updatedAt);
  });

  it('an expiry that is not stored yet shows no event', () => {
    expect(asSeenAt(aCollection(), minutesLater(1500)).events).toHaveLength(1);
  });
});

describe('reading a collection of an account', () => {
  const refusalOf = (ask: () => unknown): string => {
    try {
      ask();
    } catch (error) {
      if (error instanceof DomainError) return `${error.code}: ${error.message}`;
    }
    return 'none';
  };

  it('an account gets its own collection', () => {
    const collection = aCollection();
    expect(ownedCollection(collection, anAccount().id)).toBe(collection);
  });

  it('an account gets not found for a collection that does not exist, and forbidden for one of another account', () => {
    expect(refusalOf(() => ownedCollection(undefined, 'mine000000'))).toBe(
      'collection_not_found: Collection not found',
    );
    expect(refusalOf(() => ownedCollection(aCollection(), 'mine000000'))).toBe(
      'collection_forbidden: Collection belongs to different account',
    );
  });
});

it.each([
  [0, 4_500_000],
  [4_000_000, 500_000],
  [4_500_000, 0],
  [5_000_000, 0],
  [-100, 4_500_100],
])('after %i received, what is outstanding of the default amount is %i', (received, outstanding) => {
  const collection = aCollection({ received });
  expect(receivedOf(collection)).toEqual({ minor: received, currency: 'NGN' });
  expect(outstandingOf(collection)).toEqual({ minor: outstanding, currency: 'NGN' });
});
