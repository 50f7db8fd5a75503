/** What the operations on insights take and answer. */
import type * as z from 'zod/mini';
import { BookQuery, type BookResponse, bookQueryTexts } from '#lib/contract/book.ts';
import {
  type ExperimentResponse,
  FlowQuery,
  type FlowResponse,
  RecoveryQuery,
  type RecoveryResponse,
  SetExperimentRequest,
} from '#lib/contract/insights.ts';
import { flowQueryTexts, recoveryQueryTexts } from '#lib/contract/insights-texts.ts';
import {
  type JournalPage,
  JournalQuery,
  journalQueryTexts,
  PaymentsQuery,
  paymentsQueryTexts,
} from '#lib/contract/journal.ts';
import type { Operation } from '#lib/contract/routes.ts';
import { AGES } from '#lib/domain/insights/age.ts';
import { ofBook, ofExperiment, ofFlow, ofJournal, ofRecovery } from './answers.ts';
import type { OperationContract } from './operation-contract.ts';

const NGN = (value: number) => ({ value, currency: 'NGN' });
const AT = '2026-03-02T12:00:00.000Z';
const NOTHING_OWED = { amount: NGN(0), count: 0 };
const WITHIN_30_DAYS = {
  arms: [
    { arm: 'reminded' as const, customers: 2_160, asked: 1_980, paid: 1_386, share: 0.7, costs: [NGN(29_400)] },
    { arm: 'held_out' as const, customers: 240, asked: 220, paid: 132, share: 0.6, costs: [] },
  ],
  lift: { points: 10, low: 1.2, high: 18.8 },
  enough: true,
  atPlannedEnd: { points: 10, low: 3.6, high: 16.8 },
};

const insightsExamples = {
  book: {
    asOf: AT,
    currencies: [
      {
        currency: 'NGN',
        outstanding: NGN(75_000),
        count: 2,
        customers: 1,
        byAge: AGES.map(({ age }) => ({
          age,
          ...(age === 'not_due'
            ? { amount: NGN(45_000), count: 1 }
            : age === '1-7'
              ? { amount: NGN(30_000), count: 1 }
              : NOTHING_OWED),
        })),
        promised: NOTHING_OWED,
        disputed: NOTHING_OWED,
        expiredUnpaid: { amount: NGN(30_000), count: 1 },
      },
    ],
  } satisfies BookResponse,
  flow: {
    asOf: AT,
    currencies: [
      {
        currency: 'NGN',
        steps: [
          {
            from: '2026-03-01',
            to: '2026-03-02',
            asked: NGN(45_000),
            received: { online: NGN(20_000), byHand: NGN(5_000) },
            corrected: NGN(0),
            returned: NGN(0),
            restored: NGN(0),
            credited: NGN(0),
            reinstated: NGN(0),
            writtenOff: NGN(0),
            overpaid: NGN(0),
            opened: 1,
            closed: 0,
            closing: { amount: NGN(75_000), count: 2 },
          },
        ],
      },
    ],
  } satisfies FlowResponse,
  recovery: {
    asOf: AT,
    from: '2026-02-01',
    to: '2026-03-02',
    by: 'channel',
    costs: [{ amount: NGN(820), received: NGN(900_000), perThousand: 0.91 }],
    unpricedMessages: 0,
    rows: [
      {
        key: 'whatsapp',
        sent: 3,
        delivered: 10,
        read: 27,
        failed: 1,
        unknown: 0,
        replies: 4,
        optOuts: 1,
        collections: 30,
        amounts: [NGN(1_350_000)],
        paidWithin: { days1: 0.2, days3: 0.3, days7: null, days14: null, days30: null },
        medianDays: 2,
        costs: [NGN(820)],
        unpricedMessages: 0,
      },
    ],
  } satisfies RecoveryResponse,
  experiment: {
    ...{ holdOut: 0.1, asOf: AT, since: '2025-12-01T08:00:00.000Z', plannedFor: 60, plannedUntil: '2026-01-30' },
    ...{ detectablePoints: 9.5, isMismatched: false },
    ...WITHIN_30_DAYS,
    within30Days: WITHIN_30_DAYS,
  } satisfies ExperimentResponse,
};

const success = (message: string, data: object) => ({ status: 'success', message, data });

const JOURNAL_EXAMPLE = {
  status: 'success' as const,
  message: 'Journal retrieved successfully',
  data: [
    {
      id: 'jnl_0a1b2c3d4e5f6g7h8i9j0k1l2',
      at: '2026-03-02T11:02:10.000Z',
      day: '2026-03-02',
      effectiveAt: '2026-03-02T11:02:07.000Z',
      kind: 'received' as const,
      amount: NGN(-45_000),
      collection: 'pay_7k2m9x4q1zd2v8m0c7l3k6t1r9b5x4n2q8w0',
      reference: 'PSK_txn_8a7f34',
      customer: 'contact_2ymmgz02kgdzbicdrpe52sdh6',
      method: 'card',
      provider: 'prv_7k2m9x4q1zd2v8m0c7l3k6t1r9b5x4n2q8w0',
      transaction: 'T685312322670591',
    },
  ],
  meta: { asOf: AT, nextCursor: null },
} satisfies z.output<typeof JournalPage>;

export const INSIGHTS_OPERATIONS = {
  'list-journal': {
    tag: 'Insights',
    summary: 'Read the journal',
    description:
      'Everything that changed what is owed, of all collections, by the day on which the books changed: of each day and currency, what was owed before it and the entries come to what was owed at its end. An entry never changes.',
    query: JournalQuery,
    queryTexts: journalQueryTexts(),
    success: { status: 200, schema: ofJournal, example: JOURNAL_EXAMPLE },
    errors: {},
  },
  'list-account-payments': {
    tag: 'Payments',
    summary: 'List the payments of all collections',
    description: 'The entries of the journal that moved money, by the day on which the books changed.',
    query: PaymentsQuery,
    queryTexts: paymentsQueryTexts(),
    success: {
      status: 200,
      schema: ofJournal,
      example: { ...JOURNAL_EXAMPLE, message: 'Payments retrieved successfully' },
    },
    errors: {},
  },
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
