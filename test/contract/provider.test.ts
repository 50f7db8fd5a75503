/** The valid bodies of a provider and of a status change. */
import { describe, expect, it } from 'vitest';
import { readCreateProvider, readUpdateProvider } from '#lib/contract/provider.ts';
import { toProviderResponse } from '#lib/contract/show-provider.ts';
import { readUpdateCollectionStatus } from '#lib/contract/update-collection.ts';
import { aProvider } from '#test/support/a-collection.ts';
import { faultLines } from '#test/support/faults.ts';

const SLUG = 'slug must be 1 to 63 of a-z, 0-9, _ and -, starting with a letter or a digit';

describe('a new provider', () => {
  it.each<[object | null | string, string[]]>([
    [{}, ['name is required', 'slug is required']],
    [{ name: ' ', slug: 'paystack' }, ['name must have 1 to 100 characters']],
    [{ name: 'x'.repeat(101), slug: 'paystack' }, ['name must have 1 to 100 characters']],
    [{ name: 'a\u0007', slug: 'paystack' }, ['name must not contain control characters']],
    [{ name: null, slug: null }, ['name must be a string, not null', 'slug must be a string, not null']],
    [{ name: 'P', slug: '' }, [SLUG]],
    [{ name: 'P', slug: 'Paystack' }, [SLUG]],
    [{ name: 'P', slug: '-paystack' }, [SLUG]],
    [{ name: 'P', slug: 'pay stack' }, [SLUG]],
    [{ name: 'P', slug: 'paystack\n' }, [SLUG]],
    [{ name: 'P', slug: 'x'.repeat(64) }, [SLUG]],
    [{ name: 'P', slug: 'paystack', enabled: 'yes' }, ['enabled must be a boolean']],
    [{ name: 'P', slug: 'paystack', enabled: null }, ['enabled must be a boolean, not null']],
    [{ name: 'P', slug: 'paystack', id: 'prv_1' }, ['id is not a known field']],
    [JSON.parse('{"name":"P","slug":"p","__proto__":{"enabled":false}}'), ['__proto__ is not a known field']],
    [null, [' must be an object, not null']],
    ['paystack', [' must be an object']],
  ])('a new provider of %j is refused: %j', (body, lines) => {
    expect(faultLines(() => readCreateProvider(body))).toEqual(lines);
  });

  it('a new provider is enabled by default, and its name is trimmed', () => {
    expect(readCreateProvider({ name: ' Paystack ', slug: 'paystack' })).toEqual({
      name: 'Paystack',
      slug: 'paystack',
      enabled: true,
    });
  });

  it.each(['p', '0', 'x'.repeat(63), 'a_b-c9', 'constructor'])('a new provider may have the slug %s', (slug) => {
    expect(readCreateProvider({ name: 'x'.repeat(100), slug, enabled: false }).slug).toBe(slug);
  });
});

describe('a change to a provider', () => {
  it.each<[unknown, string[]]>([
    [{}, [' must have at least one of name, enabled']],
    [{ slug: 'other' }, ['slug is not a known field', ' must have at least one of name, enabled']],
    [{ name: 'P', slug: 'other' }, ['slug is not a known field']],
    [{ enabled: null }, ['enabled must be a boolean, not null']],
    [{ name: '' }, ['name must have 1 to 100 characters']],
    [[], [' must be an object']],
  ])('a provider change of %j is refused: %j', (body, lines) => {
    expect(faultLines(() => readUpdateProvider(body))).toEqual(lines);
  });

  it.each([{ name: 'P' }, { enabled: false }, { name: 'P', enabled: true }])(
    'a provider change of %j is accepted',
    (body) => {
      expect(readUpdateProvider(body)).toEqual(body);
    },
  );
});

describe('a change of status', () => {
  const STATUS = 'status must be one of pending, completed, expired, overdue, cancelled';

  it.each<[unknown, string[]]>([
    [{}, ['status is required']],
    [{ status: null }, [STATUS]],
    [{ status: 'paid' }, [STATUS]],
    [{ status: 'Completed' }, [STATUS]],
    [{ status: ['completed'] }, [STATUS]],
    [{ status: 'completed', completedAt: '2026-03-01T09:00:00.000Z' }, ['completedAt is not a known field']],
    ['completed', [' must be an object']],
  ])('a status change of %j is refused: %j', (body, lines) => {
    expect(faultLines(() => readUpdateCollectionStatus(body))).toEqual(lines);
  });

  it.each(['pending', 'completed', 'expired', 'overdue', 'cancelled'])('a status change may ask for %s', (status) => {
    expect(readUpdateCollectionStatus({ status })).toEqual({ status });
  });
});

it('a provider response shows no other stored field', () => {
  const stored = { ...aProvider(), nonce: 'secret', credentials: 'secret' };
  expect(Object.keys(toProviderResponse(stored))).toEqual(['id', 'name', 'slug', 'enabled', 'createdAt', 'updatedAt']);
});
