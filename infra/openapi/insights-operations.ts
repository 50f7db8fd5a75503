/** What the operations on insights take and answer. */
import { BookQuery, FlowQuery, RecoveryQuery, SetExperimentRequest } from '#lib/contract/insights.ts';
import { bookQueryTexts, flowQueryTexts, recoveryQueryTexts } from '#lib/contract/insights-texts.ts';
import type { Operation } from '#lib/contract/routes.ts';
import { ofBook, ofExperiment, ofFlow, ofRecovery } from './answers.ts';
import { insightsExamples } from './insights-examples.ts';
import type { OperationContract } from './operation-contract.ts';

const success = (message: string, data: object) => ({ status: 'success', message, data });

export const INSIGHTS_OPERATIONS = {
  'get-book': {
    tag: 'Insights',
    summary: 'See what is owed',
    description:
      'By currency: outstanding, by how many collections and customers, by age, and what of it is promised, disputed or expired.',
    query: BookQuery,
    queryTexts: bookQueryTexts(),
    success: { status: 200, schema: ofBook, example: success('Book retrieved successfully', insightsExamples.book) },
    errors: {},
  },
  'get-flow': {
    tag: 'Insights',
    summary: 'See how money came and went',
    description:
      'By currency and day, week or month: asked, received, returned, written off, and what is owed at the end. At most 366 days.',
    query: FlowQuery,
    queryTexts: flowQueryTexts(),
    success: { status: 200, schema: ofFlow, example: success('Flow retrieved successfully', insightsExamples.flow) },
    errors: {},
  },
  'get-recovery': {
    tag: 'Insights',
    summary: 'See what followed your reminders',
    description:
      'Messages and what became of them, and how many of their collections were paid soon after. It does not say that they caused it: the experiment does.',
    query: RecoveryQuery,
    queryTexts: recoveryQueryTexts(),
    success: {
      status: 200,
      schema: ofRecovery,
      example: success('Recovery retrieved successfully', insightsExamples.recovery),
    },
    errors: {},
  },
  'get-experiment': {
    tag: 'Insights',
    summary: 'See what reminders bring',
    description:
      'Compares customers who get reminders with those who are held out, by the first collection of each since the experiment began.',
    success: {
      status: 200,
      schema: ofExperiment,
      example: success('Experiment retrieved successfully', insightsExamples.experiment),
    },
    errors: {},
  },
  'set-experiment': {
    tag: 'Insights',
    summary: 'Hold out a share of the customers',
    description:
      'They get no automatic reminder of the collections that are created from now on. A reminder that a person asks for is sent. 0 ends it: collections created after that get reminders.',
    body: SetExperimentRequest,
    example: { holdOut: 0.1 },
    success: {
      status: 200,
      schema: ofExperiment,
      example: success('Experiment updated successfully', insightsExamples.experiment),
    },
    errors: {},
  },
} as const satisfies Partial<Record<Operation, OperationContract>>;
