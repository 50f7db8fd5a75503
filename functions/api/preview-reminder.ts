/** POST /public/collections/{id}/follow-ups/send/preview: the reminder that would be sent now. It writes nothing. */
import { toReminderPreview } from '#lib/contract/show-follow-up-plan.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import { askReminder } from '#lib/domain/revisions/ask-reminder.ts';
import type { Revisable } from '#lib/domain/revisions/revise-plan.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { callers } from '#lib/store/account/callers.ts';
import { getVoicedAccount } from '#lib/store/account/voiced.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { findHistoryAndOwner, previewRevision } from '#lib/use-cases/revise-collection.ts';

const needs = {
  ...service,
  ...configuredChannelsFrom(service.settings),
  ...storeOf(table, { ...callers, getHistory, getAccount: getVoicedAccount, findReach }),
};

export const previewReminder = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Reminder previewed' },
    body: async () => (await import('#lib/contract/change-follow-ups.ts')).readSendFollowUp,
    load: ({ id, account }) => findHistoryAndOwner(deps, id, account),
    run: async ({ account, body, now }, named) => {
      const change = { account, now, decide: (of: Revisable) => askReminder(of, body, now) };
      const revised = await previewRevision(deps, named, change);
      const shown = { baseUrl: deps.settings.baseUrl, isOneWay: deps.isOneWay, now };
      return { data: toReminderPreview(revised, shown) };
    },
  });

export const handler = previewReminder(needs);
