/** PATCH /public/attention/{id}: somebody takes an item, remarks on it, puts it off, or has done it; safe to repeat. */
import { toAttentionResponse } from '#lib/contract/show-attention.ts';
import { parseAttentionId } from '#lib/domain/attention/attention-item.ts';
import { newAuditEntry } from '#lib/domain/audit.ts';
import { alreadyTaken, attentionForbidden, attentionNotFound } from '#lib/domain/errors.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { careForAttention, getAttention } from '#lib/store/collection/attention.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { recordAudit } from '#lib/store/member/audit.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = {
  ...service,
  ...storeOf(table, { ...guardedCallers, careForAttention, getAttention, getCollection, recordAudit }),
};

export const updateAttention = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Attention updated successfully' },
    body: async () => (await import('#lib/contract/attention.ts')).readUpdateAttention,
    load: async ({ id }) => {
      const named = parseAttentionId(id);
      const item = named && (await deps.getAttention(named.ref, named.reason));
      return { named, item };
    },
    run: async ({ id, account, by, body, now, requestId }, { named, item }) => {
      if (named === undefined || item === undefined) throw attentionNotFound();
      const { ref, reason } = named;
      if (ref.account !== account) throw attentionForbidden();
      const isTaken = await deps.careForAttention(ref, reason, { ...body, now });
      const [after, collection] = await Promise.all([deps.getAttention(ref, reason), deps.getCollection(ref)]);
      if (after === undefined || collection === undefined) throw attentionNotFound();
      if (!isTaken) {
        const { assignee } = after;
        if (body.assignee && assignee !== undefined && assignee !== body.assignee) throw alreadyTaken(assignee);
        // What is done is done: the same again changes nothing.
        if (!(body.done && !after.isListed)) throw attentionNotFound();
      }
      if (isTaken) {
        const names = Object.keys(body).join(', ');
        deps.log.count('INFO', 'attention_changed', { requestId, account, collection: collection.id, reason });
        if (by)
          await deps.recordAudit(
            account,
            newAuditEntry('attention_changed', { member: by, detail: `${id} ${names}` }, now),
          );
      }
      return { data: toAttentionResponse(after, collection, now) };
    },
  });

export const handler = updateAttention(needs);
