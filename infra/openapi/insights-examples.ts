/** Answers of the insights, as the description shows them. */
import type { BookResponse, ExperimentResponse, FlowResponse, RecoveryResponse } from '#lib/contract/insights.ts';
import { AGES } from '#lib/domain/insights/age.ts';

const NGN = (value: number) => ({ value, currency: 'NGN' });
const AT = '2026-03-02T12:00:00.000Z';
const NOTHING_OWED = { amount: NGN(0), count: 0 };
const WITHIN_30_DAYS = {
  arms: [
    { arm: 'reminded' as const, customers: 2_160, asked: 1_980, paid: 1_386, share: 0.7 },
    { arm: 'held_out' as const, customers: 240, asked: 220, paid: 132, share: 0.6 },
  ],
  lift: { points: 10, low: 3.6, high: 16.8 },
  enough: true,
};

export const insightsExamples = {
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
            returned: NGN(0),
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
      },
    ],
  } satisfies RecoveryResponse,
  experiment: { holdOut: 0.1, asOf: AT, ...WITHIN_30_DAYS, within30Days: WITHIN_30_DAYS } satisfies ExperimentResponse,
};
