/** Invariant 7 for attempts: their status never falls, and each receipt is kept once. */
import type { Attempt, AttemptStatus } from '#lib/domain/attempt.ts';
import type { DeliveryReceipt } from '#lib/store/attempt-results.ts';
import { ATTEMPT_PREFIX } from '#lib/store/keys.ts';
import type { Invariant } from './invariant.ts';

const LATER: Record<AttemptStatus, readonly AttemptStatus[]> = {
  sending: ['sent', 'unknown', 'failed', 'delivered', 'read'],
  unknown: ['delivered', 'read', 'failed'],
  sent: ['delivered', 'read', 'failed'],
  delivered: ['read'],
  read: [],
  failed: [],
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
