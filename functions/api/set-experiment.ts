/** PUT /public/insights/experiment: which share of the customers gets no automatic reminder, and which other rules; safe to repeat. */
import { isDeepStrictEqual } from 'node:util';
import type { readSetExperiment } from '#lib/contract/insights.ts';
import { type Account, changedExperiment } from '#lib/domain/account.ts';
import { validationFailed } from '#lib/domain/errors.ts';
import { policyIn } from '#lib/domain/follow-up/follow-up-policy.ts';
import { type InsightsNeeds, insightsNeeds, loadInsights, showExperiment } from '#lib/endpoints/insights-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { setExperiment as save } from '#lib/store/account/accounts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...insightsNeeds, ...storeOf(table, { setExperiment: save }) };

export const setExperiment = (deps: InsightsNeeds & typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Experiment updated successfully' },
    body: async () => (await import('#lib/contract/insights.ts')).readSetExperiment,
    load: (request) => loadInsights(deps, request),
    run: async ({ account: id, body, now, requestId }, insights) => {
      const experiment = changedExperiment(insights.account, given(body, insights.account), now);
      if (experiment === undefined) return { data: await showExperiment(deps, insights) };
      await deps.setExperiment(id, experiment);
      deps.log.count('INFO', 'experiment_changed', { requestId, account: id });
      return { data: await showExperiment(deps, { ...insights, account: { ...insights.account, experiment } }) };
    },
  });

/** @throws validation_failed for the rules in force */
function given({ variant, ...others }: ReturnType<typeof readSetExperiment>, account: Account) {
  if (variant === undefined) return others;
  if (isDeepStrictEqual(variant.rules, policyIn(account)?.rules ?? []))
    throw validationFailed([{ path: 'variant.rules', message: 'are the rules in force: there is nothing to compare' }]);
  return { ...others, variant: { share: variant.share, rules: JSON.stringify(variant.rules) } };
}

export const handler = setExperiment(needs);
