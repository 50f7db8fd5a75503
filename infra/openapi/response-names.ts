/** The names and texts of plans, payments, providers and refusals in responses. */
import * as envelope from '#lib/contract/envelope.ts';
import * as plan from '#lib/contract/follow-up-plan.ts';
import { PaymentResponse } from '#lib/contract/payment.ts';
import { ProviderResponse } from '#lib/contract/provider.ts';
import { ReminderPreviewResponse } from '#lib/contract/reminder-preview.ts';
import { ERROR_CODES, meaningOf } from './error-codes.ts';
import { INSTANT, response } from './named.ts';
import { listed, REMOVAL_REASONS, SKIP_REASONS } from './slot-reasons.ts';

response('Slot', plan.SlotResponse, {
  description: 'One reminder of a plan, past or to come.',
  fields: {
    slot: 'Its number in the plan, from 1.',
    dueAt: `When it is due, ${INSTANT}.`,
    channel: 'The channel that sends it.',
    tone: 'The tone of its text.',
    text: 'The exact text that is sent or was sent.',
    reason: 'Why it is due then, in words.',
    status: '`planned` is still to come; `unknown` may have been sent and is not sent again.',
    sentAt: `When a channel accepted it, ${INSTANT}; absent before that.`,
    sentBy: '`test` for the message of a test account, which goes to nobody; else absent.',
    channelsTried: 'The channels that were asked to send it, in order.',
    retryAt: `When it is offered to a channel again, ${INSTANT}; absent unless it waits for that.`,
    deferredUntil: `When the rules for people let it go, ${INSTANT}; absent unless they hold it back.`,
    skipReason: `Why it was skipped; absent unless it was. The status that ended the collection, or:\n\n${listed(SKIP_REASONS)}`,
  },
});
response('RemovedSlot', plan.RemovalResponse, {
  description: 'A reminder that a rule removed from the plan.',
  fields: {
    dueAt: `When it would have been due, ${INSTANT}.`,
    reason: `Which rule. More may come.\n\n${listed(REMOVAL_REASONS)}`,
  },
});
response('Pause', plan.PauseResponse, {
  description: 'A pause of the follow-ups.',
  fields: {
    since: `When it began, ${INSTANT}.`,
    until: `When it ends, ${INSTANT}; absent while only a resume ends it.`,
    reason: 'Who or what paused them: you, a reply of the customer, or a promise.',
  },
});
response('PaymentPromise', plan.PromiseResponse, {
  description: 'A promise of the customer to pay.',
  fields: {
    payBy: `Until when, ${INSTANT}.`,
    madeAt: `When it was recorded, ${INSTANT}.`,
    brokenAt: `When it turned out to be broken, ${INSTANT}; absent before that.`,
  },
});
response('FollowUpPlan', plan.FollowUpPlanResponse, {
  description: 'All reminders of a collection, past and to come, with the reasons for them.',
  fields: {
    enabled: 'Whether reminders are sent.',
    strategyVersion: 'The version of the strategy that chose what the request left out.',
    reasons: 'Why the plan is as it is, in words.',
    removed: 'The reminders that rules removed.',
    paused: 'Absent unless the follow-ups are paused now.',
    promise: 'The last promise of the customer; absent if there was none.',
    slots: 'The reminders, in the order of their numbers.',
  },
});

response('ReminderPreview', ReminderPreviewResponse, {
  description: 'A reminder as it would be sent now.',
  fields: {
    channel: 'The channel that is asked first to send it.',
    tone: 'The tone of its text.',
    to: 'Whom it reaches: a phone in E.164 form, or an email address.',
    text: 'The exact text.',
    dueAt: `When it is due, ${INSTANT}: the next whole minute, or when the one that waits already is due.`,
  },
});

response('Payment', PaymentResponse, {
  description: 'An entry of the ledger of a collection. Entries are only ever added.',
  fields: {
    id: '`pmt_` and 25 characters.',
    kind: 'What happened. `dispute` and `rejected` move no money.',
    amount: 'What it adds to the balance; negative for money that was taken or given back.',
    counts: 'Whether the balance includes it: it is in the currency of the collection.',
    standing:
      'How all that was received compares with the amount after it; `late` is enough, but after the expiry. Null for what is no payment, or does not count.',
    method: 'How it was paid, such as `card` or `cash`; null if the provider does not say.',
    provider: 'The slug of the provider; null if you recorded it.',
    transaction: 'The id of the transaction; null if there is none.',
    fee: 'What the provider kept; absent if it does not say.',
    paidAt: `When the money moved, ${INSTANT}.`,
    recordedAt: `When the service learned of it, ${INSTANT}.`,
    recordedBy: 'Who reported it.',
    note: 'Your remark; absent if there is none.',
  },
});

response('Provider', ProviderResponse, {
  description: 'A payment provider of the account.',
  fields: {
    id: '`prv_` and 35 characters.',
    name: 'The name to show.',
    slug: 'Identifies it in `provider` of a create. It never changes.',
    enabled: 'Whether collections can name it.',
    createdAt: `When it was created, ${INSTANT}.`,
    updatedAt: `When it last changed, ${INSTANT}.`,
  },
});

response('ListPageMeta', envelope.ListPageMeta, {
  description: 'Where a page stands in its list.',
  fields: {
    count: 'How many there are on all pages; exact. Null with a filter.',
    next: 'The number of the next page; null on the last one, and with a filter.',
    prev: 'The number of the page before; null on the first one, and with a filter.',
    nextCursor:
      'With a filter: what to send as `cursor` for the next page; null on the last one. Absent without a filter.',
  },
});

const CODE_LIST = ERROR_CODES.map((code) => `- \`${code}\`: ${meaningOf(code)}`);

response('ErrorCode', envelope.ErrorCodeResponse, {
  description: ['The codes of refusals; a code never changes its meaning. More may come.', '', ...CODE_LIST].join('\n'),
  also: { 'x-extensible-enum': ERROR_CODES, examples: ['validation_failed'] },
});
response('Fault', envelope.FaultResponse, {
  description: 'One fault of a request.',
  fields: {
    path: 'The dotted path of the field, such as `metadata.0.description`; empty for the whole body.',
    message: 'What is wrong, to be read after the path.',
    reason: 'Of `not_now`: why, as a stable code; else absent.',
    firstAt: `Of \`not_now\`: when a reminder can be sent, ${INSTANT}; absent if never.`,
  },
});
response('ExistingCollection', envelope.ExistingResponse, {
  description: 'The collection that has the reference already.',
  fields: { id: '`pay_` and 35 characters.' },
});
response('ApiError', envelope.ErrorEnvelope, {
  description: 'A refusal.',
  fields: {
    status: 'Always `error`.',
    message: 'What went wrong, in English, for people.',
    code: 'What went wrong, for programs.',
    errors: 'Of `validation_failed`: every fault; of `not_now`: one. Else absent.',
    existing: 'Of `duplicate_reference`; else absent.',
  },
});
