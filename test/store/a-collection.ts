/** Builders for what the store keeps: sensible defaults, only what matters to a test is spelled out. */
import { randomBytes } from 'node:crypto';
import { type Account, newAccount } from '#lib/domain/account.ts';
import { newCollection } from '#lib/domain/build-collection.ts';
import type { Collection, CollectionState } from '#lib/domain/collection.ts';
import type { Contact } from '#lib/domain/contact.ts';
import { deriveHash } from '#lib/domain/ids.ts';

export const CREATED_AT = new Date('2026-03-01T09:00:00.000Z');

/** An account with an id no other test has. */
export const anAccount = (given: { name?: string; country?: string } = {}, now = CREATED_AT): Account =>
  newAccount({ name: 'Shop', mode: 'test', ...given }, randomBytes, now);

/** A collection's hash, as it would follow from this reference. */
export const hashOf = (reference: string): string => deriveHash('salt', 'collection', reference);

export const aContact = (given: Partial<Contact> = {}): Contact => ({
  id: 'contact_ada',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '+2348031234567',
  email: 'Ada@Example.com',
  ...given,
});

type Given = Partial<CollectionState> & { account?: string; reference?: string };

export function aCollection({ account = anAccount().id, reference = 'INV-1', ...state }: Given = {}): Collection {
  const terms = {
    contact: aContact(),
    reference,
    amount: { minor: 4_500_000, currency: 'NGN' },
    expiresInMinutes: 60,
    payable: { enabled: false, methods: [] },
    followUp: { strategyVersion: 1, enabled: false },
    metadata: '{"description":"School fees","note":"€"}',
  } as const;
  return { ...newCollection({ account, hash: hashOf(reference) }, terms as never, CREATED_AT), ...state };
}
