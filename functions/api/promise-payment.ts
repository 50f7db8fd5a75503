/** POST /public/collections/{id}/promise: the customer will pay by an instant; no follow-up until then; safe to repeat. */

import { channels } from '#lib/channels/channels.ts';
import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import { promisePayment as promise } from '#lib/domain/promise-payment.ts';
import type { Revisable } from '#lib/domain/revise-plan.ts';
import { defineEndpoint, endpoint } from '#lib/http/endpoint.ts';
import { logCounted } from '#lib/log.ts';
import { site } from '#lib/site.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { saveRevision, saveStatus } from '#lib/store/collection/state.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { findNamed, reviseCollection } from '#lib/use-cases/revise-collection.ts';

const { configuredChannels } = channels;

const live = {
  site,
  configuredChannels,
  ...storeOf(table, { getHistory, getAccount, findReach, saveRevision, saveStatus }),
};

export const promisePayment = (deps: typeof live) =>
  defineEndpoint({
    success: { status: 200, message: 'Promise recorded successfully' },
    body: async () => (await import('#lib/contract/change-follow-ups.ts')).readPromisePayment,
    load: ({ id, account }) => findNamed(deps, id, account),
    run: async ({ account, by, body: { payBy }, now, requestId }, named) => {
      const change = { account, by, now, decide: (of: Revisable) => promise(of, payBy, now) };
      const { collection, changed } = await reviseCollection(deps, named, change);
      if (changed) logCounted('INFO', 'promise_made', { requestId, account, collection: collection.id });
      return { data: toCollectionResponse(collection, deps.site.baseUrl) };
    },
  });

export const handler = endpoint(promisePayment(live), guardedCallers(table));
