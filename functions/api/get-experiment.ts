/** GET /public/insights/experiment: how many customers paid with reminders, and how many without. */
import { type InsightsNeeds, insightsNeeds, loadInsights, showExperiment } from '#lib/endpoints/insights-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const getExperiment = (deps: InsightsNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Experiment retrieved successfully' },
    load: (request) => loadInsights(deps, request),
    run: async (_request, insights) => ({ data: await showExperiment(deps, insights) }),
  });

export const handler = getExperiment(insightsNeeds);
