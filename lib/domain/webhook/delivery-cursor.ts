/** Cursors of the log of deliveries: the last delivery shown, with a proof that we made it for this endpoint and filter. */
import { timingSafeEqual } from 'node:crypto';
import { validationFailed } from '#lib/domain/errors.ts';
import { deriveHash } from '#lib/domain/ids.ts';

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
