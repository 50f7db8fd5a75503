/** POST /public/collections/{id}/payments/{paymentId}/move: moves money to another debt of the customer; safe to repeat with an Idempotency-Key. */
import { slugsOf } from '#lib/domain/account.ts';
import { hashJson } from '#lib/domain/creation-record.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { showRecorded } from '#lib/endpoints/recorded-entry.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { getLedger, recordEntry } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { movePayment as move } from '#lib/use-cases/record-payment.ts';

const needs = { ...service, ...storeOf(table, { ...guardedCallers, getAccount, getLedger, recordEntry }) };

export const movePayment = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 201, message: 'Payment moved successfully' },
    body: async () => (await import('#lib/contract/payment.ts')).readMovePayment,
    load: ({ id, account, body: { to } }) => {
      const ledgers = [id, to].map(async (each) => {
        const ref = parseCollectionId(each);
        return ref && deps.getLedger(ref);
      });
      return Promise.all([deps.getAccount(account), ...ledgers]);
    },
    run: async ({ id, account, by, partId: payment, body, idempotencyKey: requestKey }, [owner, from, to]) => {
      const recording = { requestKey, bodyHash: hashJson({ payment, ...body }), by };
      const asked = { account, from, to, move: { payment, amount: body.amount }, recording };
      return showRecorded(deps.log, id, await move(deps, asked), slugsOf(owner));
    },
  });

export const handler = movePayment(needs);
