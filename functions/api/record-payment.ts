/** POST /public/collections/{id}/payments: records money that reached the merchant elsewhere; safe to repeat. */
import { toPaymentResponse } from '#lib/contract/show-payment.ts';
import { ownedCollection } from '#lib/domain/collection.ts';
import { hashJson } from '#lib/domain/creation-record.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { refuseMalformed } from '#lib/domain/payment/record-payment.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { logBookings } from '#lib/payment/log-payments.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { getLedger, recordEntry } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { recordPayment as record } from '#lib/use-cases/record-payment.ts';

const needs = { ...service, ...storeOf(table, { ...guardedCallers, getLedger, recordEntry }) };

export const recordPayment = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 201, message: 'Payment recorded successfully' },
    body: async () => (await import('#lib/contract/payment.ts')).readRecordPayment,
    load: async ({ id }) => {
      const ref = parseCollectionId(id);
      return ref && deps.getLedger(ref);
    },
    run: async ({ account, by, body: given, idempotencyKey: requestKey, now }, ledger) => {
      const recording = { requestKey, bodyHash: hashJson(given), by };
      refuseMalformed(given, recording, now);
      const collection = ownedCollection(ledger?.collection, account);
      const { entry, booking } = await record(deps, { collection, entries: ledger?.entries ?? [], given, recording });
      if (booking) logBookings(deps.log, collection.id, [booking]);
      const data = toPaymentResponse(collection.id, entry, new Map());
      return { data, ...(!booking && { headers: { 'idempotent-replayed': 'true' } }) };
    },
  });

export const handler = recordPayment(needs);
