/** POST /public/collections/{id}/credits: asks for less than before; safe to repeat with an Idempotency-Key. */
import { ownedCollection } from '#lib/domain/collection.ts';
import { hashJson } from '#lib/domain/creation-record.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { showRecorded } from '#lib/endpoints/recorded-entry.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { getLedger, recordEntry } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { giveCredit } from '#lib/use-cases/record-payment.ts';

const needs = { ...service, ...storeOf(table, { ...guardedCallers, getLedger, recordEntry }) };

export const creditCollection = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 201, message: 'Credit recorded successfully' },
    body: async () => (await import('#lib/contract/payment.ts')).readCreditCollection,
    load: async ({ id }) => {
      const ref = parseCollectionId(id);
      return ref && deps.getLedger(ref);
    },
    run: async ({ account, by, body: given, idempotencyKey: requestKey }, ledger) => {
      const collection = ownedCollection(ledger?.collection, account);
      const recording = { requestKey, bodyHash: hashJson(given), by };
      const asked = { collection, entries: ledger?.entries ?? [], given, recording };
      return showRecorded(deps.log, collection.id, await giveCredit(deps, asked));
    },
  });

export const handler = creditCollection(needs);
