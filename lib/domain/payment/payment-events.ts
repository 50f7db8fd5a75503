/** The events of a collection's ledger: one for each entry. Of a payment that grew, it tells only what was added. */
import { eventId } from '#lib/domain/ids.ts';
import { toAmount } from '#lib/domain/money.ts';
import { type LedgerEntry, MERCHANT } from './ledger-entry.ts';

export function paymentEvent(collectionId: string, entry: LedgerEntry) {
  const { key, event, recordedAt, kind, credited, transaction, method, reason, provider, by } = entry;
  const amount = kind === 'payment' ? { ...entry.amount, minor: credited } : entry.amount;
  return {
    id: eventId(`${collectionId}#${key}`, event),
    type: event,
    timestamp: recordedAt,
    data: {
      amount: toAmount(amount),
      ...(transaction !== '' && { transaction }),
      ...(method !== undefined && { method }),
      ...(reason !== undefined && { reason }),
      actor: provider === MERCHANT ? MERCHANT : 'provider',
      ...(by && { member: by }),
    },
  };
}
