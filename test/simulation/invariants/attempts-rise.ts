/** Invariant 7 for attempts: their status never falls, and each receipt is kept once. */
import type { Attempt, AttemptStatus } from '#lib/domain/attempt.ts';
import type { DeliveryReceipt } from '#lib/domain/message/receipt.ts';
import { ATTEMPT_PREFIX } from '#lib/store/collection/keys.ts';
import type { Invariant } from './invariant.ts';

const LATER: Record<AttemptStatus, readonly AttemptStatus[]> = {
  // Throttled: nothing was sent. What was sent and failed for good is deferred too, and WhatsApp may deliver it after all.
  deferred: ['sending', 'delivered', 'read'],
  sending: ['deferred', 'sent', 'unknown', 'failed', 'delivered', 'read', 'skipped'],
  unknown: ['delivered', 'read', 'failed', 'deferred'],
  sent: ['delivered', 'read', 'failed', 'deferred'],
  delivered: ['read', 'failed', 'deferred'],
  read: [],
  failed: ['delivered', 'read'],
  skipped: [],
};

type Row = Attempt & { receipts?: DeliveryReceipt[] };

export const attemptsRise: Invariant = {
  number: 7,
  name: 'the status of an attempt never falls, and each receipt is kept once',
  watch: (_world, violate) => ({
    changed({ key: { pk, sk }, before, after }) {
      if (!sk.startsWith(ATTEMPT_PREFIX) || before === undefined || after === undefined) return;
      const [was, is] = [before as unknown as Row, after as unknown as Row];
      if (is.status !== was.status && !LATER[was.status].includes(is.status))
        violate(`${pk} ${sk}: from ${was.status} to ${is.status}`);
      const ids = is.receipts?.map(({ id }) => id) ?? [];
      if (new Set(ids).size < ids.length) violate(`${pk} ${sk}: a receipt twice`);
    },
  }),
};
