/** POST /public/collections/{id}/claims/{claimId}: accepts or rejects what the customer says was paid; safe to repeat. */
import { toHistoryResponse } from '#lib/contract/show-collection.ts';
import { type DecisionNeeds, decisionEndpoint, decisionNeeds } from '#lib/endpoints/decision-endpoint.ts';
import { logBookings } from '#lib/payment/log-payments.ts';
import { getLedger, recordEntry } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { decideClaim as decide } from '#lib/use-cases/decide-claim.ts';

const needs = { ...decisionNeeds, ...storeOf(table, { getLedger, recordEntry }) };

export const decideClaim = (deps: DecisionNeeds & typeof needs) =>
  decisionEndpoint(deps, {
    success: { status: 200, message: 'Claim decided successfully' },
    body: async () => (await import('#lib/contract/answers.ts')).readDecideClaim,
    what: 'claim_decided',
    detail: ({ decision }) => decision,
    decide: async (named, { part: claim, body, ...change }) => {
      const { changed, booking } = await decide(deps, named, { ...change, claim, ...body });
      if (booking) logBookings(deps.log, booking.collection, [booking.booking]);
      return changed;
    },
    show: toHistoryResponse,
  });

export const handler = decideClaim(needs);
