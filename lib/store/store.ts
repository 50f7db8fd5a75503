/** The types of all store functions as `storeOf` binds them; a use case names what it needs: `Pick<Store, 'getCollection'>`. */
import type { Bound, Table } from './table/table.ts';

type StoreFunctions<Module> = {
  [Name in keyof Module as TakesTable<Module[Name]> extends true ? Name : never]: Bound<Module[Name]>;
};

type TakesTable<F> = F extends (table: infer First, ...rest: never[]) => unknown
  ? [First, Table] extends [Table, First]
    ? true
    : false
  : false;

export type Store = StoreFunctions<typeof import('./account/accounts.ts')> &
  StoreFunctions<typeof import('./account/api-keys.ts')> &
  StoreFunctions<typeof import('./account/logo.ts')> &
  StoreFunctions<typeof import('./account/providers.ts')> &
  StoreFunctions<typeof import('./account/rehearsal.ts')> &
  StoreFunctions<typeof import('./account/settings.ts')> &
  StoreFunctions<typeof import('./customer/tags.ts')> &
  StoreFunctions<typeof import('./account/texts.ts')> &
  StoreFunctions<typeof import('./account/forecasts.ts')> &
  StoreFunctions<typeof import('./attempt/attempts.ts')> &
  StoreFunctions<typeof import('./attempt/receipts.ts')> &
  StoreFunctions<typeof import('./attempt/retries.ts')> &
  StoreFunctions<typeof import('./insights/statistics.ts')> &
  StoreFunctions<typeof import('./insights/rebuild.ts')> &
  StoreFunctions<typeof import('./insights/journal.ts')> &
  StoreFunctions<typeof import('./insights/news.ts')> &
  StoreFunctions<typeof import('./collection/attention.ts')> &
  StoreFunctions<typeof import('./collection/collections.ts')> &
  StoreFunctions<typeof import('./collection/erase.ts')> &
  StoreFunctions<typeof import('./collection/find.ts')> &
  StoreFunctions<typeof import('./collection/open-by-address.ts')> &
  StoreFunctions<typeof import('./collection/revisions.ts')> &
  StoreFunctions<typeof import('./collection/runs.ts')> &
  StoreFunctions<typeof import('./collection/state.ts')> &
  StoreFunctions<typeof import('./customer/customers.ts')> &
  StoreFunctions<typeof import('./customer/find-debts.ts')> &
  StoreFunctions<typeof import('./customer/list.ts')> &
  StoreFunctions<typeof import('./customer/words.ts')> &
  StoreFunctions<typeof import('./event/feed.ts')> &
  StoreFunctions<typeof import('./event/told.ts')> &
  StoreFunctions<typeof import('./ledger/ledger.ts')> &
  StoreFunctions<typeof import('./ledger/sessions.ts')> &
  StoreFunctions<typeof import('./ledger/unread.ts')> &
  StoreFunctions<typeof import('./list/log.ts')> &
  StoreFunctions<typeof import('./list/read.ts')> &
  StoreFunctions<typeof import('./member/audit.ts')> &
  StoreFunctions<typeof import('./member/members.ts')> &
  StoreFunctions<typeof import('./member/summaries.ts')> &
  StoreFunctions<typeof import('./message/messages.ts')> &
  StoreFunctions<typeof import('./message/turns.ts')> &
  StoreFunctions<typeof import('./opt-out/opt-outs.ts')> &
  StoreFunctions<typeof import('./opt-out/secret.ts')> &
  StoreFunctions<typeof import('./opt-out/unreachable.ts')> &
  StoreFunctions<typeof import('./person/contacts.ts')> &
  StoreFunctions<typeof import('./person/erasures.ts')> &
  StoreFunctions<typeof import('./person/people.ts')> &
  StoreFunctions<typeof import('./webhook/deliveries.ts')> &
  StoreFunctions<typeof import('./webhook/endpoints.ts')> &
  StoreFunctions<typeof import('./webhook/health.ts')> &
  StoreFunctions<typeof import('./webhook/notify-addresses.ts')>;
