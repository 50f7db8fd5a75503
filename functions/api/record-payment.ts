/** POST /public/collections/{id}/payments: records money that reached the merchant elsewhere; safe to repeat. */
import { ownedCollection } from '#lib/domain/collection.ts';
import { hashJson } from '#lib/domain/creation-record.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { refuseMalformed } from '#lib/domain/payment/record-payment.ts';
import { showRecorded } from '#lib/endpoints/recorded-entry.ts';
import { endpoint } from '#lib/http/endpoint.ts';
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
      const asked = { collection, entries: ledger?.entries ?? [], given, recording };
      return showRecorded(deps.log, collection.id, await record(deps, asked));
    },
  });

export const handler = recordPayment(needs);
