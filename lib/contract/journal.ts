/** The schemas of the journal of an account: what changed what is owed, and the money among it. */
import * as z from 'zod/mini';
import { collectionId, journalEntryId } from '#lib/domain/ids.ts';
import type { BookedEntry } from '#lib/domain/insights/counted.ts';
import { JOURNAL_KINDS, MONEY_KINDS } from '#lib/domain/journal/journal.ts';
import { toAmount } from '#lib/domain/money.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import { localDay } from '#lib/domain/time/local-time.ts';
import { TaxResponse } from './collection-response.ts';
import {
  CURRENCY_TEXT,
  type DescribedSchema,
  describeResponse,
  INSTANT,
  type ParameterTexts,
  someDaysTexts,
} from './described.ts';
import { MemberResponse } from './event-response.ts';
import { AmountResponse, calendarDay, currencyCode, exactText, instant, limitOf, reader } from './fields.ts';
import { someDays } from './insights.ts';

const asked = {
  ...someDays,
  currency: z.optional(currencyCode()),
  customer: z.optional(exactText(64)),
};
const page = { limit: limitOf(50), cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(512))) };

export const JournalQuery = z.strictObject({ ...asked, kind: z.optional(z.enum(JOURNAL_KINDS)), ...page });
export const readJournalQuery = reader(JournalQuery);

export const PaymentsQuery = z.strictObject({ ...asked, kind: z.optional(z.enum(MONEY_KINDS)), ...page });
export const readPaymentsQuery = reader(PaymentsQuery);

export const JournalEntryResponse = z.strictObject({
  id: z.string(),
  at: instant(),
  day: calendarDay(),
  effectiveAt: instant(),
  kind: z.enum(JOURNAL_KINDS),
  amount: AmountResponse,
  collection: z.string(),
  reference: z.string(),
  number: z.optional(z.string()),
  customer: z.string(),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  method: z.optional(z.string()),
  provider: z.optional(z.string()),
  transaction: z.optional(z.string()),
  fee: z.optional(AmountResponse),
  tax: z.optional(z.array(TaxResponse)),
  reason: z.optional(z.string()),
  by: z.optional(MemberResponse),
});
export type JournalEntryResponse = z.output<typeof JournalEntryResponse>;

const JournalPageMeta = z.strictObject({ asOf: instant(), nextCursor: z.nullable(z.string()) });

export const JournalPage = z.strictObject({
  status: z.literal('success'),
  message: z.string(),
  data: z.array(JournalEntryResponse),
  meta: JournalPageMeta,
});

type Name = { firstName: string; lastName: string };

/** `zone`: where the days of the account begin. `names`: of the customers who are known, by their ids. */
export function toJournalEntry(
  entry: BookedEntry,
  { account, zone, names }: { account: string; zone: string; names?: ReadonlyMap<string, Name> },
): JournalEntryResponse {
  const { at, kind, minor, effectiveAt = at, currency, reference, contact, fee } = entry;
  const { method, provider, transaction, reason, invoice, tax, by } = entry;
  const ref = { account, hash: entry.collection };
  return {
    id: journalEntryId(ref, entry.number),
    at: new Date(at).toISOString(),
    day: dateOf(localDay(zone, at)),
    effectiveAt: new Date(effectiveAt).toISOString(),
    kind,
    amount: toAmount({ minor, currency }),
    collection: collectionId(ref),
    reference,
    ...(invoice !== undefined && { number: invoice }),
    customer: contact,
    ...nameOf(names?.get(contact)),
    ...(method !== undefined && { method }),
    ...(provider !== undefined && { provider }),
    ...(transaction !== undefined && { transaction }),
    ...(fee !== undefined && { fee: toAmount({ minor: fee, currency }) }),
    ...(tax && { tax: tax.map((each) => ({ ...each, amount: toAmount(each.amount) })) }),
    ...(reason !== undefined && { reason }),
    ...(by !== undefined && { by }),
  };
}

const nameOf = (name: Name | undefined) => name && { firstName: name.firstName, lastName: name.lastName };

const askedTexts = {
  ...someDaysTexts,
  currency: CURRENCY_TEXT,
  customer: { description: 'Only of this customer, by id.', example: 'contact_2ymmgz02kgdzbicdrpe52sdh6' },
};

const pageTexts = {
  limit: { description: 'How many entries a page has, 1 to 100. Default 50.', example: 50 },
  cursor: {
    description: 'The `nextCursor` of the page before. Only with the same parameters, while `limit` may differ.',
    example: 'THE_CURSOR',
  },
};

export const journalQueryTexts = (): ParameterTexts<typeof JournalQuery> => ({
  ...askedTexts,
  kind: { description: 'Only entries of this kind.', example: 'written_off' },
  ...pageTexts,
});

export const paymentsQueryTexts = (): ParameterTexts<typeof PaymentsQuery> => ({
  ...askedTexts,
  kind: { description: 'Only entries of this kind.', example: 'received' },
  ...pageTexts,
});

export const journalTexts = (): DescribedSchema[] => [
  describeResponse('JournalEntry', JournalEntryResponse, {
    description: 'One thing that changed what is owed. An entry never changes; what happens later is another one.',
    fields: {
      id: '`jnl_` and 25 characters.',
      at: `When the books changed, ${INSTANT}.`,
      day: 'The day of that where the account is.',
      effectiveAt: `When the money moved, ${INSTANT}; of what is no money, the same as \`at\`.`,
      kind: '`asked`, `corrected`; of money `received`, `returned` (a refund, or a dispute that took it), `restored` (a refund that failed, or a dispute that was won); `moved` from or to another collection; and `credited`, `written_off`, `reinstated` (asked for again), `overpaid` (what came above it, and is owed to the customer).',
      amount: 'By how much what is owed grew; negative where it fell.',
      collection: 'Its id.',
      reference: "The collection's reference.",
      number: 'Your number of the invoice; absent if the collection has none.',
      customer: 'The id of the customer.',
      firstName: 'Of the customer, as it is now; absent in a statement, and of who was erased.',
      lastName: 'Like `firstName`.',
      method: 'How it was paid, as far as it is known.',
      provider: 'The id of the provider that reports the money, or `merchant`.',
      transaction: 'The name of the transaction there.',
      fee: 'What the provider kept for itself, where it says so.',
      tax: 'The taxes in it, where they were given with the collection: of `asked`, and of money and credits their share, with the sign of `amount`.',
      reason: 'Why, where that is known, such as `marked_as_paid`, `refund` or `chargeback`.',
      by: 'The member of the account who did it.',
    },
  }),
  describeResponse('JournalPageMeta', JournalPageMeta, {
    description: 'Where the page ends.',
    fields: {
      asOf: `Up to when nothing is missing, ${INSTANT}; at most ten minutes ago.`,
      nextCursor: 'What to send as `cursor` for the next page; null on the last one.',
    },
  }),
];
