/** The envelope of every answer under `/public`. */
import * as z from 'zod/mini';
import { MAX_FAULTS } from '#lib/domain/errors.ts';
import { type DescribedSchema, describeResponse, INSTANT } from './described.ts';
import { instant } from './fields.ts';

/** The first three are null in an answer to a filter, which has `nextCursor` instead. */
const ListPageMeta = z.strictObject({
  count: z.nullable(z.int().check(z.gte(0))),
  next: z.nullable(z.int().check(z.gte(2))),
  prev: z.nullable(z.int().check(z.gte(1))),
  nextCursor: z.optional(z.nullable(z.string())),
});

export const successEnvelope = <D extends z.ZodMiniType>(data: D) =>
  z.strictObject({ status: z.literal('success'), message: z.string(), data });

export const listPageEnvelope = <D extends z.ZodMiniType>(data: D) =>
  z.strictObject({ status: z.literal('success'), message: z.string(), data, meta: ListPageMeta });

export const ErrorCodeResponse = z.string();

const FaultResponse = z.strictObject({
  path: z.string(),
  message: z.string(),
  reason: z.optional(z.string()),
  firstAt: z.optional(instant()),
});

const ExistingResponse = z.strictObject({ id: z.string() });

export const ErrorEnvelope = z.strictObject({
  status: z.literal('error'),
  message: z.string(),
  code: ErrorCodeResponse,
  errors: z.optional(z.array(FaultResponse).check(z.maxLength(MAX_FAULTS))),
  existing: z.optional(ExistingResponse),
});

/** The texts of these schemas, for the API's description. */
export const envelopeTexts = (): DescribedSchema[] => [
  describeResponse('ListPageMeta', ListPageMeta, {
    description: 'Where a page stands in its list.',
    fields: {
      count: 'How many there are on all pages; exact. Null with a filter.',
      next: 'The number of the next page; null on the last one, and with a filter.',
      prev: 'The number of the page before; null on the first one, and with a filter.',
      nextCursor:
        'With a filter: what to send as `cursor` for the next page; null on the last one. Absent without a filter.',
    },
  }),
  describeResponse('Fault', FaultResponse, {
    description: 'One fault of a request.',
    fields: {
      path: 'The dotted path of the field, such as `metadata.0.description`; empty for the whole body.',
      message: 'What is wrong, to be read after the path.',
      reason: 'Of `not_now`: why, as a stable code; else absent.',
      firstAt: `Of \`not_now\`: when a reminder can be sent, ${INSTANT}; absent if never.`,
    },
  }),
  describeResponse('ExistingCollection', ExistingResponse, {
    description: 'The collection that has the reference already.',
    fields: { id: '`pay_` and 35 characters.' },
  }),
  describeResponse('ApiError', ErrorEnvelope, {
    description: 'A refusal.',
    fields: {
      status: 'Always `error`.',
      message: 'What went wrong, in English, for people.',
      code: 'What went wrong, for programs.',
      errors: `Of \`validation_failed\`: every fault, the first ${MAX_FAULTS} of more; of \`not_now\`: one. Else absent.`,
      existing: 'Of `duplicate_reference`; else absent.',
    },
  }),
];
