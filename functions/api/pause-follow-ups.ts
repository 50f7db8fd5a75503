/** POST /public/collections/{id}/follow-ups/pause: no follow-up until an instant, or until resumed; safe to repeat. */

import { channels } from '#lib/channels/channels.ts';
import { toRevisedPlanResponse } from '#lib/contract/show-follow-up-plan.ts';
import { pauseFollowUps as pause, type Revisable } from '#lib/domain/revise-plan.ts';
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

const { configuredChannels, isOneWay } = channels;

const reads = { configuredChannels, ...storeOf(table, { getHistory, getAccount, findReach }) };
const live = { site, isOneWay, ...storeOf(table, { saveRevision, saveStatus }), ...reads };

export const pauseFollowUps = (deps: typeof live) =>
  defineEndpoint({
    success: { status: 200, message: 'Follow-ups paused successfully' },
    body: async () => (await import('#lib/contract/change-follow-ups.ts')).readPauseFollowUps,
    load: ({ id, account }) => findNamed(deps, id, account),
    run: async ({ account, by, body, now, requestId }, named) => {
      const change = { account, by, now, decide: (of: Revisable) => pause(of, { ...body, reason: 'merchant' }, now) };
      const revised = await reviseCollection(deps, named, change);
      const { id: collection } = revised.collection;
      if (revised.changed) logCounted('INFO', 'followups_paused', { requestId, account, collection });
      return {
        data: toRevisedPlanResponse(revised, { baseUrl: deps.site.baseUrl, isOneWay: deps.isOneWay, now }),
      };
    },
  });

export const handler = endpoint(pauseFollowUps(live), guardedCallers(table));
