/** The endpoints by which a person of the merchant decides on what a customer said, or answers it: each says what it does; a member who does is in the audit log. */
import { API_KEY, type AuditEntry, newAuditEntry } from '#lib/domain/audit.ts';
import { collectionNotFound } from '#lib/domain/errors.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { type Endpoint, endpoint } from '#lib/http/endpoint.ts';
import type { Request } from '#lib/http/request.ts';
import { type CollectionHistory, getHistory } from '#lib/store/collection/collections.ts';
import { recordAudit } from '#lib/store/member/audit.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import type { HistoryAndOwner } from '#lib/use-cases/revise-collection.ts';
import { revisionNeeds } from './revision-endpoint.ts';

export const decisionNeeds = { ...revisionNeeds, ...storeOf(table, { getHistory, recordAudit }) };

export type DecisionNeeds = typeof decisionNeeds;

/** `part` is the id of the claim or the dispute. */
type DecisionRequest<Body> = Pick<Request<Body, undefined>, 'account' | 'by' | 'body' | 'now'> & { part: string };

type DecisionEndpoint<Body> = Pick<Endpoint<Body, undefined, unknown>, 'success' | 'body'> & {
  /** In the log and the audit log, with the id of the part and this detail. */
  what: AuditEntry['what'];
  detail: (body: Body) => string;
  /** Answers whether anything has changed. */
  decide: (named: HistoryAndOwner<CollectionHistory>, asked: DecisionRequest<Body>) => Promise<boolean>;
  show: (history: CollectionHistory, now: Date, baseUrl: string) => unknown;
};

export const decisionEndpoint = <Body>(
  deps: DecisionNeeds,
  { what, detail, decide, show, ...reading }: DecisionEndpoint<Body>,
) =>
  endpoint(deps, {
    ...reading,
    load: async ({ id, account }): Promise<HistoryAndOwner<CollectionHistory>> => {
      const ref = parseCollectionId(id);
      const [history, owner] = await Promise.all([ref && deps.getHistory(ref), deps.getAccount(account)]);
      return { history, owner };
    },
    run: async ({ id: collection, partId: part, account, by, body, now, requestId }, named) => {
      const changed = await decide(named, { account, by, body, now, part });
      if (changed) deps.log.count('INFO', what, { requestId, account, collection, detail: detail(body) });
      if (changed) {
        const entry = newAuditEntry(
          what,
          { member: by ?? API_KEY, detail: [part, detail(body)].join(' ').trim() },
          now,
        );
        await deps.recordAudit(account, entry);
      }
      const history = named.history && (await deps.getHistory(named.history.collection.ref));
      if (history === undefined) throw collectionNotFound();
      return { data: show(history, now, deps.settings.baseUrl) };
    },
  });
