/** The types of all store functions as `storeOf` binds them; a use case names what it needs: `Pick<Store, 'getCollection'>`. */
import type { Bound } from './table/store-of.ts';
import type { Table } from './table/table.ts';

type StoreFunctions<Module> = {
  [Name in keyof Module as TakesTable<Module[Name]> extends true ? Name : never]: Bound<Module[Name]>;
};

type TakesTable<F> = F extends (table: infer First, ...rest: never[]) => unknown
  ? [First, Table] extends [Table, First]
    ? true
    : false
  : false;

export type Store = StoreFunctions<typeof import('./account/account-directory.ts')> &
  StoreFunctions<typeof import('./account/accounts.ts')> &
  StoreFunctions<typeof import('./account/credentials.ts')> &
  StoreFunctions<typeof import('./account/providers.ts')> &
  StoreFunctions<typeof import('./attempt/attempt-results.ts')> &
  StoreFunctions<typeof import('./attempt/claim-slots.ts')> &
  StoreFunctions<typeof import('./attempt/erase-attempt.ts')> &
  StoreFunctions<typeof import('./attempt/receipts.ts')> &
  StoreFunctions<typeof import('./attempt/retries.ts')> &
  StoreFunctions<typeof import('./collection/collection-state.ts')> &
  StoreFunctions<typeof import('./collection/collections.ts')> &
  StoreFunctions<typeof import('./collection/due-runs.ts')> &
  StoreFunctions<typeof import('./collection/erase-collection.ts')> &
  StoreFunctions<typeof import('./collection/erasures.ts')> &
  StoreFunctions<typeof import('./collection/find-by-index.ts')> &
  StoreFunctions<typeof import('./collection/overdue.ts')> &
  StoreFunctions<typeof import('./collection/revisions.ts')> &
  StoreFunctions<typeof import('./contact/contacts.ts')> &
  StoreFunctions<typeof import('./event/erase-told.ts')> &
  StoreFunctions<typeof import('./event/feed.ts')> &
  StoreFunctions<typeof import('./event/told-bodies.ts')> &
  StoreFunctions<typeof import('./event/told-events.ts')> &
  StoreFunctions<typeof import('./ledger/end-sessions.ts')> &
  StoreFunctions<typeof import('./ledger/held-rows.ts')> &
  StoreFunctions<typeof import('./ledger/ledger.ts')> &
  StoreFunctions<typeof import('./ledger/sessions.ts')> &
  StoreFunctions<typeof import('./list/list-log.ts')> &
  StoreFunctions<typeof import('./list/list-pages.ts')> &
  StoreFunctions<typeof import('./list/list-search.ts')> &
  StoreFunctions<typeof import('./member/audit.ts')> &
  StoreFunctions<typeof import('./member/change-members.ts')> &
  StoreFunctions<typeof import('./member/list-members.ts')> &
  StoreFunctions<typeof import('./member/members.ts')> &
  StoreFunctions<typeof import('./opt-out/hide-opt-outs.ts')> &
  StoreFunctions<typeof import('./opt-out/opt-out-secret.ts')> &
  StoreFunctions<typeof import('./opt-out/opt-outs.ts')> &
  StoreFunctions<typeof import('./person/forget-person.ts')> &
  StoreFunctions<typeof import('./person/people.ts')> &
  StoreFunctions<typeof import('./reply/replies.ts')> &
  StoreFunctions<typeof import('./webhook/deliveries.ts')> &
  StoreFunctions<typeof import('./webhook/find-deliveries.ts')> &
  StoreFunctions<typeof import('./webhook/webhook-endpoints.ts')> &
  StoreFunctions<typeof import('./webhook/webhook-health.ts')>;
