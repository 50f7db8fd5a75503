/** PUT /public/follow-up-policy: puts the rules for follow-ups in place of those before; safe to repeat. */
import { toPolicyResponse } from '#lib/contract/show-account.ts';
import { API_KEY, newAuditEntry } from '#lib/domain/audit.ts';
import { concurrentChange } from '#lib/domain/errors.ts';
import { changedPolicy, policyIn } from '#lib/domain/follow-up/follow-up-policy.ts';
import { type ChangeNeeds, changeNeeds, loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { saveFollowUpPolicy } from '#lib/store/account/settings.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...changeNeeds, ...storeOf(table, { saveFollowUpPolicy }) };

export const setFollowUpPolicy = (deps: ChangeNeeds & typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Follow-up policy updated successfully' },
    body: async () => (await import('#lib/contract/follow-up-policy.ts')).readSetFollowUpPolicy,
    load: (request) => loadAccount(deps, request),
    run: async ({ account: id, body, by, now, requestId }, account) => {
      const before = policyIn(account);
      const policy = changedPolicy(before, body, { by, now });
      if (policy === undefined) return { data: toPolicyResponse(before) };
      const texts = { before: account.followUpPolicy, after: JSON.stringify(policy) };
      if (!(await deps.saveFollowUpPolicy(id, texts))) throw concurrentChange();
      const detail = `followUpPolicy ${policy.version}`;
      await deps.recordAudit(id, newAuditEntry('settings_changed', { member: by ?? API_KEY, detail }, now));
      deps.log.count('INFO', 'follow_up_policy_changed', { requestId, account: id, rules: policy.rules.length });
      return { data: toPolicyResponse(policy) };
    },
  });

export const handler = setFollowUpPolicy(needs);
