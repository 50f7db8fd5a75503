/** Cursors of a filtered list: where the next page begins, with a proof that we made them for this account and filter. */
import { timingSafeEqual } from 'node:crypto';
import type { CollectionFilter } from './collection-filter.ts';
import { validationFailed } from './errors.ts';
import { deriveHash } from './ids.ts';

type Log = { endpoint: string; status?: string | undefined };

const proofOf = (salt: string, { endpoint, status = '' }: Log, id: string): string =>
  deriveHash(salt, 'deliveries', `${endpoint}#${status}#${id}`);

export const deliveryCursor = (salt: string, log: Log, id: string): string => `${id}${proofOf(salt, log, id)}`;

const FORM = /^(dlv_[0-9a-z]{34})([0-9a-z]{25})$/;

/** The id of the last delivery shown. @throws validation_failed when the cursor is not ours, or of another log or filter */
export function readDeliveryCursor(salt: string, log: Log, cursor: string): string {
  const [, id, proof = ''] = FORM.exec(cursor) ?? [];
  if (id !== undefined && timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(salt, log, id)))) return id;
  throw validationFailed([{ path: 'cursor', message: 'is not a cursor of this list with this filter' }]);
}

const PROOF_LENGTH = 25;

/** The salt is the account's, so the cursor is too. */
export function cursorFor(salt: string, filter: CollectionFilter, position: string): string {
  const { reference, contactId, status, createdFrom, createdTo } = filter;
  const asked = [reference, contactId, status, createdFrom, createdTo].map((each) => each ?? null);
  const proof = deriveHash(salt, 'cursor', JSON.stringify([asked, position]));
  return `${proof}${Buffer.from(position).toString('base64url')}`;
}

/** The position; undefined if the cursor is not ours, or belongs to another filter. Compares in constant time. */
export function positionOf(salt: string, filter: CollectionFilter, cursor: string): string | undefined {
  const position = Buffer.from(cursor.slice(PROOF_LENGTH), 'base64url').toString();
  const [given, ours] = [Buffer.from(cursor), Buffer.from(cursorFor(salt, filter, position))];
  return given.length === ours.length && timingSafeEqual(given, ours) ? position : undefined;
}
