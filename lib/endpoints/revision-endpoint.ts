/** The endpoints that change the terms or the plan of one collection: each says what it decides, what is logged, and what it shows. */

import type { Channel } from '#lib/domain/channels/channels.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import type { Collection, KeyedRequest } from '#lib/domain/collection.ts';
import { hashJson } from '#lib/domain/creation-record.ts';
import type { Revisable } from '#lib/domain/revisions/revise-plan.ts';
import { type Endpoint, endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { getVoicedAccount } from '#lib/store/account/voiced.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { saveRevision } from '#lib/store/collection/revisions.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import {
  findHistoryAndOwner,
  ownHistory,
  type RevisionResult,
  reviseCollection,
} from '#lib/use-cases/revise-collection.ts';

export const revisionNeeds = {
  ...service,
  ...configuredChannelsFrom(service.settings),
  ...storeOf(table, {
    ...guardedCallers,
    getHistory,
    getAccount: getVoicedAccount,
    findReach,
    saveRevision,
    saveStatus,
  }),
};

export type RevisionNeeds = typeof revisionNeeds;

type Revision<Body> = Pick<Endpoint<Body, undefined, unknown>, 'success' | 'body'> & {
  /** In the log, if the collection has changed. */
  event: string;
  /** Whether it is about collections, too, that can no longer be paid. */
  mayHaveEnded?: true;
  /** Whether a request with an Idempotency-Key has been answered before. @throws idempotency_conflict */
  isRepeated?: (collection: Collection, request: KeyedRequest) => boolean;
  /** Undefined if nothing changes. `request`: if it has an Idempotency-Key, and may be repeated. */
  decide: (read: Revisable, body: Body, now: Date, request?: KeyedRequest) => Collection | undefined;
  show: (
    revised: RevisionResult,
    setting: { baseUrl: string; isOneWay: (channel: Channel) => boolean; now: Date },
  ) => unknown;
};

export const revisionEndpoint = <Body = undefined>(
  deps: RevisionNeeds,
  { event, mayHaveEnded, isRepeated, decide, show, ...reading }: Revision<Body>,
) =>
  endpoint(deps, {
    ...reading,
    load: ({ id, account }) => findHistoryAndOwner(deps, id, account),
    run: async ({ account, by, body, now, requestId, idempotencyKey: key }, named) => {
      const request = isRepeated && key !== undefined ? { key: hashJson(key), bodyHash: hashJson(body) } : undefined;
      const { collection } = ownHistory(named, account).history;
      const isReplay = request !== undefined && isRepeated?.(collection, request) === true;
      const change = {
        ...{ account, by, now },
        // What was answered before is answered again, whatever has become of it.
        mayHaveEnded: isReplay ? (true as const) : mayHaveEnded,
        decide: (read: Revisable) => decide(read, body, now, request),
      };
      const revised = await reviseCollection(deps, named, change);
      if (revised.changed) deps.log.count('INFO', event, { requestId, account, collection: revised.collection.id });
      const { baseUrl } = deps.settings;
      const data = show(revised, { baseUrl, isOneWay: deps.isOneWay, now });
      return { data, ...(isReplay && { headers: { 'idempotent-replayed': 'true' } }) };
    },
  });
