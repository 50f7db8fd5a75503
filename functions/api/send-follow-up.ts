/** POST /public/collections/{id}/follow-ups/send: one reminder more, now; the run of the collection sends it. */

import { channels } from '#lib/channels/channels.ts';
import { toRevisedPlanResponse } from '#lib/contract/show-follow-up-plan.ts';
import { askReminder } from '#lib/domain/ask-reminder.ts';
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

const { configuredChannels, isOneWay } = channels;

const reads = { configuredChannels, ...storeOf(table, { getHistory, getAccount, findReach }) };
const live = { site, isOneWay, ...storeOf(table, { saveRevision, saveStatus }), ...reads };

export const sendFollowUp = (deps: typeof live) =>
  defineEndpoint({
    success: { status: 202, message: 'Follow-up will be sent' },
    body: async () => (await import('#lib/contract/change-follow-ups.ts')).readSendFollowUp,
    load: ({ id, account }) => findNamed(deps, id, account),
    run: async ({ account, by, body, now, requestId }, named) => {
      const change = { account, by, now, decide: (of: Revisable) => askReminder(of, body, now) };
      const revised = await reviseCollection(deps, named, change);
      const { id: collection } = revised.collection;
      if (revised.changed) logCounted('INFO', 'followup_asked', { requestId, account, collection });
      return {
        data: toRevisedPlanResponse(revised, { baseUrl: deps.site.baseUrl, isOneWay: deps.isOneWay, now }),
      };
    },
  });

export const handler = endpoint(sendFollowUp(live), guardedCallers(table));
