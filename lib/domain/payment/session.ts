/** Sessions at payment providers: each is opened under a reference of ours that is used for no other. */
import { type CollectionRef, collectionId, parseCollectionId } from '#lib/domain/ids.ts';
import type { OpenedBy } from './payment-option.ts';

/** A reserved session; its number, from 1, is its place among the collection's. */
export type Session = {
  method: keyof OpenedBy;
  /** The provider's slug. */
  provider: string;
  /** The provider's own name for it, where its payments cannot be found by our reference. */
  key?: string;
};

/** The sessions of a collection with their numbers. */
export const numbered = (sessions: readonly Session[]): (Session & { number: number })[] =>
  sessions.map((session, index) => ({ ...session, number: index + 1 }));

/**
 * Ours, at the provider: the collection's id, the method and the session's number. No underscore, which Paystack
 * refuses (its charset is alphanumerics, `-`, `.` and `=`).
 */
export const providerReference = (ref: CollectionRef, method: keyof OpenedBy, number: number): string =>
  `${collectionId(ref)}-${method}-${number}`.replaceAll('_', '-');

const REFERENCE = /^pay-([0-9a-z]{35})-[a-z-]{1,32}-(\d{1,6})$/;

/** What a reference names, or undefined when it is none of ours. */
export function parseProviderReference(reference: string): { ref: CollectionRef; number: number } | undefined {
  const [, owned, number] = REFERENCE.exec(reference) ?? [];
  const ref = owned === undefined ? undefined : parseCollectionId(`pay_${owned}`);
  return ref && { ref, number: Number(number) };
}
