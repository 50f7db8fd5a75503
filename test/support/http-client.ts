/** An HTTP client of the service that checks every answer against the contract. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import openapi from '#docs/openapi.json' with { type: 'json' };
import { AccountResponse } from '#lib/contract/account.ts';
import { AttentionList, AttentionResponse } from '#lib/contract/attention.ts';
import { BookResponse } from '#lib/contract/book.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { CustomerResponse, CustomersPage } from '#lib/contract/customer.ts';
import { ErrorEnvelope, listPageEnvelope, successEnvelope } from '#lib/contract/envelope.ts';
import { EventFeed } from '#lib/contract/event.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { FollowUpPolicyResponse } from '#lib/contract/follow-up-policy.ts';
import { AgendaResponse, RehearsalResponse } from '#lib/contract/forecast.ts';
import { ExperimentResponse, FlowResponse, RecoveryResponse } from '#lib/contract/insights.ts';
import { JournalPage } from '#lib/contract/journal.ts';
import { PaymentResponse } from '#lib/contract/payment.ts';
import { ProviderResponse } from '#lib/contract/provider.ts';
import { ReminderPreviewResponse } from '#lib/contract/reminder-preview.ts';
import { RemindersResponse } from '#lib/contract/reminders.ts';
import { type Operation, ROUTES } from '#lib/contract/routes.ts';
import { StatementResponse } from '#lib/contract/statement.ts';
import { TextPreviewResponse, TextResponse, TextsResponse } from '#lib/contract/text.ts';
import { DeliveryLog, PingResponse, ReplayResponse } from '#lib/contract/webhook-delivery.ts';
import { WebhookEndpointResponse, WebhookEndpointWithSecret } from '#lib/contract/webhook-endpoint.ts';
import { type ApiDocument, judgeAnswers } from './api-document.ts';

/** The served document; `openapi.test.ts` checks that it equals this file. */
const faultsOf = judgeAnswers(openapi as unknown as ApiDocument);

const collection = successEnvelope(CollectionResponse);
const plan = successEnvelope(FollowUpPlanResponse);
const payment = successEnvelope(PaymentResponse);
const provider = successEnvelope(ProviderResponse);
const webhook = successEnvelope(WebhookEndpointResponse);
const secret = successEnvelope(WebhookEndpointWithSecret);

/** The success of each operation, repeated here because a changed message is a changed contract. */
const SUCCESS: Record<Exclude<Operation, 'get-openapi'>, [status: number, message: string, schema: z.ZodMiniType]> = {
  'create-collection': [201, 'Collection created successfully', collection],
  'get-collection': [200, 'Collection retrieved successfully', collection],
  'update-collection-status': [200, 'Collection status updated successfully', collection],
  'list-collections': [200, 'Collections retrieved successfully', listPageEnvelope(z.array(CollectionResponse))],
  'list-payments': [200, 'Payments retrieved successfully', successEnvelope(z.array(PaymentResponse))],
  'record-payment': [201, 'Payment recorded successfully', payment],
  'credit-collection': [201, 'Credit recorded successfully', payment],
  'move-payment': [201, 'Payment moved successfully', payment],
  'get-follow-ups': [200, 'Follow-up plan retrieved successfully', plan],
  'update-collection': [200, 'Collection updated successfully', collection],
  'pause-follow-ups': [200, 'Follow-ups paused successfully', plan],
  'resume-follow-ups': [200, 'Follow-ups resumed successfully', plan],
  'send-follow-up': [202, 'Follow-up will be sent', plan],
  'preview-reminder': [200, 'Reminder previewed', successEnvelope(ReminderPreviewResponse)],
  'reopen-collection': [200, 'Collection reopened successfully', collection],
  'promise-payment': [200, 'Promise recorded successfully', collection],
  'withdraw-promise': [200, 'Promise withdrawn successfully', collection],
  'list-attention': [200, 'Attention retrieved successfully', AttentionList],
  'update-attention': [200, 'Attention updated successfully', successEnvelope(AttentionResponse)],
  'send-message': [201, 'Message sent successfully', collection],
  'decide-claim': [200, 'Claim decided successfully', collection],
  'resolve-dispute': [200, 'Dispute resolved successfully', collection],
  'preview-follow-ups': [200, 'Follow-up plan previewed successfully', plan],
  'create-provider': [201, 'Provider created successfully', provider],
  'get-provider': [200, 'Provider retrieved successfully', provider],
  'update-provider': [200, 'Provider updated successfully', provider],
  'get-account': [200, 'Account retrieved successfully', successEnvelope(AccountResponse)],
  'update-account': [200, 'Account updated successfully', successEnvelope(AccountResponse)],
  'get-follow-up-policy': [200, 'Follow-up policy retrieved successfully', successEnvelope(FollowUpPolicyResponse)],
  'rehearse-policy': [200, 'Rehearsal started successfully', successEnvelope(RehearsalResponse)],
  'get-rehearsal': [200, 'Rehearsal retrieved successfully', successEnvelope(RehearsalResponse)],
  'list-reminders': [200, 'Reminders retrieved successfully', successEnvelope(z.array(RemindersResponse))],
  'get-agenda': [200, 'Agenda retrieved successfully', successEnvelope(AgendaResponse)],
  'list-texts': [200, 'Texts retrieved successfully', successEnvelope(TextsResponse)],
  'get-text': [200, 'Text retrieved successfully', successEnvelope(TextResponse)],
  'set-text': [200, 'Text updated successfully', successEnvelope(TextResponse)],
  'set-logo': [200, 'Logo updated successfully', successEnvelope(AccountResponse)],
  'delete-text': [200, 'Text taken back successfully', successEnvelope(TextResponse)],
  'preview-text': [200, 'Text previewed successfully', successEnvelope(TextPreviewResponse)],
  'set-follow-up-policy': [200, 'Follow-up policy updated successfully', successEnvelope(FollowUpPolicyResponse)],
  'list-events': [200, 'Events retrieved successfully', EventFeed],
  'list-providers': [200, 'Providers retrieved successfully', successEnvelope(z.array(ProviderResponse))],
  'create-webhook-endpoint': [201, 'Webhook endpoint created successfully', secret],
  'list-webhook-endpoints': [
    200,
    'Webhook endpoints retrieved successfully',
    successEnvelope(z.array(WebhookEndpointResponse)),
  ],
  'get-webhook-endpoint': [200, 'Webhook endpoint retrieved successfully', webhook],
  'update-webhook-endpoint': [200, 'Webhook endpoint updated successfully', webhook],
  'delete-webhook-endpoint': [200, 'Webhook endpoint deleted successfully', webhook],
  'rotate-webhook-secret': [200, 'Webhook secret rotated successfully', secret],
  'ping-webhook-endpoint': [200, 'Webhook endpoint pinged', successEnvelope(PingResponse)],
  'replay-deliveries': [202, 'Deliveries will be sent again', successEnvelope(ReplayResponse)],
  'get-book': [200, 'Book retrieved successfully', successEnvelope(BookResponse)],
  'list-journal': [200, 'Journal retrieved successfully', JournalPage],
  'list-account-payments': [200, 'Payments retrieved successfully', JournalPage],
  'get-statement': [200, 'Statement retrieved successfully', successEnvelope(StatementResponse)],
  'get-flow': [200, 'Flow retrieved successfully', successEnvelope(FlowResponse)],
  'get-recovery': [200, 'Recovery retrieved successfully', successEnvelope(RecoveryResponse)],
  'get-experiment': [200, 'Experiment retrieved successfully', successEnvelope(ExperimentResponse)],
  'set-experiment': [200, 'Experiment updated successfully', successEnvelope(ExperimentResponse)],
  'list-customers': [200, 'Customers retrieved successfully', CustomersPage],
  'update-customer': [200, 'Customer updated successfully', successEnvelope(CustomerResponse)],
  'pause-customer': [200, 'Follow-ups paused successfully', successEnvelope(CustomerResponse)],
  'resume-customer': [200, 'Follow-ups resumed successfully', successEnvelope(CustomerResponse)],
  'get-customer': [200, 'Customer retrieved successfully', successEnvelope(CustomerResponse)],
  'list-deliveries': [200, 'Deliveries retrieved successfully', DeliveryLog],
};

const STATUS_OF: Readonly<Record<string, number>> = {
  validation_failed: 400,
  malformed_json: 400,
  invalid_api_key: 401,
  collection_forbidden: 403,
  provider_forbidden: 403,
  webhook_endpoint_forbidden: 403,
  route_not_found: 404,
  collection_not_found: 404,
  customer_not_found: 404,
  provider_not_found: 404,
  webhook_endpoint_not_found: 404,
  attention_forbidden: 403,
  attention_not_found: 404,
  already_taken: 409,
  claim_not_found: 404,
  dispute_not_found: 404,
  already_decided: 409,
  method_not_allowed: 405,
  duplicate_reference: 409,
  invalid_transition: 409,
  not_now: 409,
  change_limit: 409,
  idempotency_conflict: 409,
  duplicate_transaction: 409,
  refund_exceeds_received: 409,
  provider_slug_taken: 409,
  provider_limit: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
};

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  data?: unknown;
  meta?: unknown;
  error?: Refusal;
};
type Refusal = z.output<typeof ErrorEnvelope>;
/** `json` is sent as JSON; `body` is sent unchanged with the given headers. */
export type Sent = { json?: unknown; body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> };
export type Client = { send(method: string, path: string, sent?: Sent): Promise<Answer> };

/** Attempts at a service that answers 503, which a slow machine may do under concurrent requests. */
const PATIENCE = 15;

export const createClient = (baseUrl: string, apiKey?: string): Client => ({
  send: async (method, path, { json, body, headers = {} } = {}) => {
    const content = json === undefined ? body : JSON.stringify(json);
    const request = {
      method,
      headers: {
        ...(apiKey !== undefined && { 'x-api-key': apiKey }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    };
    let response = await fetch(`${baseUrl}${path}`, request);
    for (let tried = 1; response.status === 503 && tried < PATIENCE; tried++) {
      // Random and growing delays, because simultaneous retries would keep a slow machine busy.
      await sleep(Number(response.headers.get('retry-after')) * 1000 * Math.min(tried, 8) * (0.5 + Math.random()));
      response = await fetch(`${baseUrl}${path}`, request);
    }
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    return { ...answer, ...checkAnswer(method, path, answer) };
  },
});

/** Fails unless the contract allows the answer to this request; returns the parts of its envelope. */
export function checkAnswer(method: string, path: string, { status, headers, text }: Answer): Partial<Answer> {
  const where = `${method} ${path.slice(0, 200)} → ${status} ${text.slice(0, 500)}`;
  expect(status, where).toBeLessThan(500);
  expect(headers.get('x-request-id'), where).toMatch(/\S/);
  if (method === 'HEAD' || status === 204) {
    expect(text, where).toBe('');
    return {};
  }
  expect(headers.get('content-type'), where).toMatch(/^application\/json(; ?charset=utf-8)?$/i);
  expect(faultsOf(method, path, { status, headers, text }), where).toEqual([]);
  const body = JSON.parse(text);
  if (status >= 400) return { error: checkError(body, status, where) };
  if (!path.startsWith('/public')) return { data: body };
  const [expected, message, schema] = successOf(method, path, where);
  expect(z.safeParse(schema, body).error?.issues, where).toBeUndefined();
  expect([status, body.message], where).toEqual([expected, message]);
  return { data: body.data, meta: body.meta };
}

/** The codes whose refusal says more in `errors`: what is wrong with the request, and why no reminder can go now. */
const CODES_WITH_ERRORS: readonly string[] = ['validation_failed', 'not_now'];

function checkError(body: unknown, status: number, where: string): Refusal {
  const { data, error } = z.safeParse(ErrorEnvelope, body);
  expect(error?.issues, where).toBeUndefined();
  const refusal = data as Refusal;
  expect(STATUS_OF[refusal.code], where).toBe(status);
  expect(refusal.errors !== undefined, where).toBe(CODES_WITH_ERRORS.includes(refusal.code));
  expect(refusal.existing !== undefined, where).toBe(refusal.code === 'duplicate_reference');
  return refusal;
}

function successOf(method: string, path: string, where: string) {
  const segments = path.replace(/\/?([?#].*)?$/, '').split('/');
  const fits = (wanted: string, at: number) => wanted.startsWith('{') || wanted === segments[at];
  const route = ROUTES.find(({ method: takes, path: resource }) => {
    const wanted = resource.split('/');
    return takes === method && wanted.length === segments.length && wanted.every(fits);
  });
  if (!route || route.operation === 'get-openapi') throw new Error(`no route may answer with success: ${where}`);
  return SUCCESS[route.operation];
}
