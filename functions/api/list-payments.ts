/** GET /public/collections/{id}/payments: the ledger of a collection, oldest first. */

import { toPaymentResponse } from '#lib/contract/show-payment.ts';
import { slugsOf } from '#lib/domain/account.ts';
import { ownedCollection } from '#lib/domain/collection.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { byRecording } from '#lib/domain/payment/entry-order.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { callers } from '#lib/store/account/callers.ts';
import { getLedger } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...service, ...storeOf(table, { ...callers, getAccount, getLedger }) };

export const listPayments = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Payments retrieved successfully' },
    load: async ({ id, account }) => {
      const ref = parseCollectionId(id);
      return ref && Promise.all([deps.getLedger(ref), deps.getAccount(account)]);
    },
    run: ({ account }, loaded) => {
      const [ledger, owner] = loaded ?? [];
      const { id } = ownedCollection(ledger?.collection, account);
      const slugs = slugsOf(owner);
      const entries = (ledger?.entries ?? []).toSorted(byRecording);
      return { data: entries.map((entry) => toPaymentResponse(id, entry, slugs)) };
    },
  });

export const handler = listPayments(needs);
