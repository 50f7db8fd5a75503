/** Loads the modules that the service loads at first use: loading takes real time, but a world runs in simulated time. */

/** All of them, which a test checks: without one of them a world would differ by what ran before it in the same process. */
export const LOADED_LATE = {
  '#lib/contract/answers.ts': () => import('#lib/contract/answers.ts'),
  '#lib/contract/attention.ts': () => import('#lib/contract/attention.ts'),
  '#lib/contract/create-collection.ts': () => import('#lib/contract/create-collection.ts'),
  '#lib/contract/insights.ts': () => import('#lib/contract/insights.ts'),
  '#lib/contract/member.ts': () => import('#lib/contract/member.ts'),
  '#lib/contract/payment.ts': () => import('#lib/contract/payment.ts'),
  '#lib/contract/change-follow-ups.ts': () => import('#lib/contract/change-follow-ups.ts'),
  '#lib/contract/reopen-collection.ts': () => import('#lib/contract/reopen-collection.ts'),
  '#lib/contract/preview-follow-ups.ts': () => import('#lib/contract/preview-follow-ups.ts'),
  '#lib/contract/provider.ts': () => import('#lib/contract/provider.ts'),
  '#lib/contract/routes.ts': () => import('#lib/contract/routes.ts'),
  '#lib/contract/update-collection.ts': () => import('#lib/contract/update-collection.ts'),
  '#lib/contract/webhook-delivery.ts': () => import('#lib/contract/webhook-delivery.ts'),
  '#lib/contract/webhook-endpoint.ts': () => import('#lib/contract/webhook-endpoint.ts'),
  '#lib/endpoints/debts-page.ts': () => import('#lib/endpoints/debts-page.ts'),
  '#lib/channels/adapters.ts': () => import('#lib/channels/adapters.ts'),
  '#lib/channels/email/html-text.ts': () => import('#lib/channels/email/html-text.ts'),
  '#lib/channels/email/replies.ts': () => import('#lib/channels/email/replies.ts'),
  '#lib/channels/email/send.ts': () => import('#lib/channels/email/send.ts'),
  '#lib/channels/send.ts': () => import('#lib/channels/send.ts'),
  '#lib/channels/sms/send.ts': () => import('#lib/channels/sms/send.ts'),
  '#lib/channels/whatsapp/send.ts': () => import('#lib/channels/whatsapp/send.ts'),
  '#lib/http/identify-member.ts': () => import('#lib/http/identify-member.ts'),
  '#lib/payment/gateway.ts': () => import('#lib/payment/gateway.ts'),
  '#lib/payment/flutterwave/adapter.ts': () => import('#lib/payment/flutterwave/adapter.ts'),
  '#lib/payment/monnify/adapter.ts': () => import('#lib/payment/monnify/adapter.ts'),
  '#lib/payment/paystack/adapter.ts': () => import('#lib/payment/paystack/adapter.ts'),
  '#lib/payment/sandbox/adapter.ts': () => import('#lib/payment/sandbox/adapter.ts'),
  '#lib/payment/stripe/adapter.ts': () => import('#lib/payment/stripe/adapter.ts'),
  '#lib/use-cases/erase-ended.ts': () => import('#lib/use-cases/erase-ended.ts'),
  '#lib/store/member/audit.ts': () => import('#lib/store/member/audit.ts'),
  '#lib/store/member/members.ts': () => import('#lib/store/member/members.ts'),
};

export const loadEverything = (): Promise<unknown> => Promise.all(Object.values(LOADED_LATE).map((load) => load()));
