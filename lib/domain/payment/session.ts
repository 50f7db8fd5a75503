/** Sessions at payment providers. Each has a reference of its own. */
import { type CollectionRef, collectionId, parseCollectionId } from '#lib/domain/ids.ts';
import type { OpenedBy } from './payment-option.ts';

/** A reserved session. Its number is its position among the collection's sessions, from 1. */
export type Session = {
  method: keyof OpenedBy;
  /** The provider's slug. */
  provider: string;
  /** The provider's own key, if it cannot find payments by our reference. */
  key?: string;
  /** No more money will come by it: it was paid, has run out or is closed. */
  ended?: boolean;
};

/** Those with a number up to `upTo`, since an instant; so many `checks` were made of whether they have ended. */
export type StaleSessions = { upTo: number; since: string; checks: number };

export const staleSessions = ({
  sessions,
  staleSessions,
}: {
  sessions: readonly Session[];
  staleSessions?: StaleSessions | undefined;
}) => openSessions(sessions).filter(({ number }) => number <= (staleSessions?.upTo ?? 0));

export const numbered = (sessions: readonly Session[]): (Session & { number: number })[] =>
  sessions.map((session, index) => ({ ...session, number: index + 1 }));

/** By these, money may still come. */
export const openSessions = (sessions: readonly Session[]): (Session & { number: number })[] =>
  numbered(sessions).filter(({ ended }) => ended !== true);

/** Our reference at the provider. Without underscores: Paystack allows only alphanumerics, `-`, `.` and `=`. */
export const providerReference = (ref: CollectionRef, method: keyof OpenedBy, number: number): string =>
  `${collectionId(ref)}-${method}-${number}`.replaceAll('_', '-');

const REFERENCE = /^pay-([0-9a-z]{35})-[a-z-]{1,32}-(\d{1,6})$/;

export function parseProviderReference(reference: string): { ref: CollectionRef; number: number } | undefined {
  const [, owned, number] = REFERENCE.exec(reference) ?? [];
  const ref = owned === undefined ? undefined : parseCollectionId(`pay_${owned}`);
  return ref && { ref, number: Number(number) };
}
