/** The whole service in one process, from which the function of every operation can be made: for the local run, tests and the simulator. */
import { channelsFrom } from '#lib/channels/channels.ts';
import { readMail } from '#lib/channels/stored-mail.ts';
import { directoryProtocol } from '#lib/endpoints/directory-protocol.ts';
import { passkeyJudge } from '#lib/endpoints/passkey-judge.ts';
import { payments } from '#lib/live-payments.ts';
import { queuesFrom } from '#lib/schedule/queues.ts';
import { schedulesFrom } from '#lib/schedule/schedules.ts';
import type { Service } from '#lib/service.ts';
import * as accounts from '#lib/store/account/accounts.ts';
import * as apiKeys from '#lib/store/account/api-keys.ts';
import { callers } from '#lib/store/account/callers.ts';
import * as forecasts from '#lib/store/account/forecasts.ts';
import * as logo from '#lib/store/account/logo.ts';
import * as providers from '#lib/store/account/providers.ts';
import * as rehearsals from '#lib/store/account/rehearsal.ts';
import * as accountSettings from '#lib/store/account/settings.ts';
import * as texts from '#lib/store/account/texts.ts';
import { getVoicedAccount } from '#lib/store/account/voiced.ts';
import * as attempts from '#lib/store/attempt/attempts.ts';
import * as receipts from '#lib/store/attempt/receipts.ts';
import * as retries from '#lib/store/attempt/retries.ts';
import * as attention from '#lib/store/collection/attention.ts';
import * as collections from '#lib/store/collection/collections.ts';
import * as erase from '#lib/store/collection/erase.ts';
import * as find from '#lib/store/collection/find.ts';
import * as openByAddress from '#lib/store/collection/open-by-address.ts';
import * as revisions from '#lib/store/collection/revisions.ts';
import * as runs from '#lib/store/collection/runs.ts';
import * as state from '#lib/store/collection/state.ts';
import * as customers from '#lib/store/customer/customers.ts';
import * as customerDebts from '#lib/store/customer/find-debts.ts';
import * as customerList from '#lib/store/customer/list.ts';
import * as customerTags from '#lib/store/customer/tags.ts';
import * as customerWords from '#lib/store/customer/words.ts';
import * as feed from '#lib/store/event/feed.ts';
import * as told from '#lib/store/event/told.ts';
import * as insightsJournal from '#lib/store/insights/journal.ts';
import * as news from '#lib/store/insights/news.ts';
import * as rebuild from '#lib/store/insights/rebuild.ts';
import * as statistics from '#lib/store/insights/statistics.ts';
import * as ledger from '#lib/store/ledger/ledger.ts';
import * as sessions from '#lib/store/ledger/sessions.ts';
import * as unread from '#lib/store/ledger/unread.ts';
import * as log from '#lib/store/list/log.ts';
import * as read from '#lib/store/list/read.ts';
import * as audit from '#lib/store/member/audit.ts';
import * as members from '#lib/store/member/members.ts';
import * as summaries from '#lib/store/member/summaries.ts';
import * as messages from '#lib/store/message/messages.ts';
import * as turns from '#lib/store/message/turns.ts';
import * as optOuts from '#lib/store/opt-out/opt-outs.ts';
import * as secret from '#lib/store/opt-out/secret.ts';
import * as unreachable from '#lib/store/opt-out/unreachable.ts';
import * as contacts from '#lib/store/person/contacts.ts';
import * as erasures from '#lib/store/person/erasures.ts';
import * as people from '#lib/store/person/people.ts';
import type { Store } from '#lib/store/store.ts';
import { storeOf, type Table } from '#lib/store/table/table.ts';
import * as deliveries from '#lib/store/webhook/deliveries.ts';
import * as endpoints from '#lib/store/webhook/endpoints.ts';
import * as health from '#lib/store/webhook/health.ts';
import * as notifyAddresses from '#lib/store/webhook/notify-addresses.ts';
import { readConsoleAssets } from '#lib/web/console/assets.ts';
import { postWebhook } from '#lib/webhook/post.ts';
import { checkUrl, receiversFrom } from '#lib/webhook/public-address.ts';
import { type WebhookSecrets, webhookSecretsFrom, webhookSenderFrom } from '#lib/webhook/send.ts';

const STORE = {
  ...accounts,
  ...apiKeys,
  ...logo,
  ...texts,
  ...forecasts,
  // As the functions have it that write messages.
  getAccount: getVoicedAccount,
  ...providers,
  ...attempts,
  ...receipts,
  ...retries,
  ...attention,
  ...collections,
  ...erase,
  ...find,
  ...openByAddress,
  ...runs,
  ...revisions,
  ...state,
  ...customers,
  ...customerDebts,
  ...customerList,
  ...customerWords,
  ...customerTags,
  ...feed,
  ...told,
  ...statistics,
  ...insightsJournal,
  ...rebuild,
  ...news,
  ...ledger,
  ...unread,
  ...rehearsals,
  ...accountSettings,
  ...sessions,
  ...log,
  ...read,
  ...audit,
  ...summaries,
  ...members,
  ...messages,
  ...turns,
  ...optOuts,
  ...secret,
  ...unreachable,
  ...contacts,
  ...erasures,
  ...people,
  ...deliveries,
  ...endpoints,
  ...health,
  ...notifyAddresses,
  getMember: callers.getMember,
};

/** Modules of the store export more than its functions; what is no function of the table is not used. */
const wholeStore = (table: Table): Store => storeOf(table, STORE as never) as unknown as Store;

/** Parts of the world that are not AWS's or the internet's own. */
export type ServiceReplacements = {
  queues?: Parameters<typeof queuesFrom>[1];
  scheduler?: Parameters<typeof schedulesFrom>[1];
  readWebhookKey?: Parameters<typeof webhookSecretsFrom>[1];
  secrets?: WebhookSecrets;
  receivers?: Partial<ReturnType<typeof receiversFrom>>;
  outbound?: Parameters<typeof webhookSenderFrom>[1];
};

export function wholeService(service: Service, table: Table, others: ServiceReplacements = {}) {
  const receivers = { ...receiversFrom(service.settings), ...others.receivers };
  const secrets = others.secrets ?? webhookSecretsFrom(service, others.readWebhookKey);
  const outbound = {
    post: (webhook: Parameters<typeof postWebhook>[1]) => postWebhook(receivers, webhook),
    ...others.outbound,
  };
  return {
    ...service,
    ...wholeStore(table),
    ...channelsFrom(service.settings, service),
    readMail,
    ...payments,
    ...queuesFrom(service, others.queues),
    ...schedulesFrom(service, others.scheduler),
    checkUrl: (text: string) => checkUrl(receivers, text),
    ...secrets,
    ...webhookSenderFrom({ ...service, ...secrets }, outbound),
    readConsoleAssets,
    passkeyJudge,
    directoryProtocol,
  };
}

export type WholeService = ReturnType<typeof wholeService>;

/** A function's module exports its maker under the name of its file: `create-collection.ts` exports `createCollection`. */
export function makeFunction<Handler>(file: string, module: Record<string, unknown>, service: WholeService): Handler {
  const name = file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const make = module[name] as ((service: WholeService) => Handler) | undefined;
  if (make === undefined) throw new Error(`${file}.ts does not export ${name}`);
  return make(service);
}
