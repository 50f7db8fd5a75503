/** Builds the response of a collection. Apart from its schema, which the functions do not need. */
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { fromFields } from '#lib/domain/every-field.ts';
import { exactJson } from '#lib/domain/exact-json.ts';
import type { FollowUp } from '#lib/domain/follow-up/follow-up.ts';
import { outstandingOf, receivedOf, toAmount } from '#lib/domain/money.ts';
import { paymentOptions } from '#lib/domain/payment/payable.ts';
import type { PaymentOption } from '#lib/domain/payment/payment-option.ts';
import type { CollectionResponse } from './collection-response.ts';
import { type History, type HistoryEvent, toHistoryEvents, toOwnEvents } from './show-events.ts';

/** With its whole history: its own events, and those of its follow-ups and payments. */
export const toHistoryResponse = (history: History, now: Date, baseUrl: string): CollectionResponse =>
  toCollectionResponse(asSeenAt(history.collection, now), baseUrl, toHistoryEvents(history, now));

/** Expects a collection as it is at the instant of the answer (`asSeenAt`). */
export function toCollectionResponse(seen: Collection, baseUrl: string, history?: HistoryEvent[]): CollectionResponse {
  const { id, contact, reference, amount, payable, metadata } = seen;
  const options = paymentOptions(seen, baseUrl);
  return fromFields<CollectionResponse>({
    id,
    type: 'integrated',
    contact,
    reference,
    amount: toAmount(amount),
    balance: { received: toAmount(receivedOf(seen)), outstanding: toAmount(outstandingOf(seen)) },
    status: seen.status,
    expiresIn: seen.expiresInMinutes,
    payable: { enabled: payable.enabled, methods: [...payable.methods], options: options.map(toOptionResponse) },
    followUp: toFollowUpResponse(seen.followUp),
    metadata: metadata === undefined ? undefined : (exactJson(metadata) as CollectionResponse['metadata']),
    events: history ?? toOwnEvents(seen),
    createdAt: seen.createdAt,
    updatedAt: seen.updatedAt,
    completedAt: seen.completedAt,
  });
}

/** What was asked of the provider, and what its page still needs, is for our own page only. */
function toOptionResponse(option: PaymentOption): CollectionResponse['payable']['options'][number] {
  if (option.method === 'payment_link' || option.method === 'card') return option;
  const { asked: _amount, ...shown } = option;
  if (shown.method === 'mobile_money') {
    const { needsCode: _code, ...rest } = shown;
    return rest;
  }
  const { amount, ...rest } = shown;
  return amount === undefined ? rest : { ...rest, amount: toAmount(amount) };
}

function toFollowUpResponse(followUp: FollowUp): CollectionResponse['followUp'] {
  if (!followUp.enabled) return { enabled: false };
  const { startAfterMinutes: startAfter, cadence, channels, tone } = followUp;
  return { enabled: true, startAfter, cadence, channels: [...channels], tone };
}
