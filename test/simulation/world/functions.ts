/** The real functions as deployed, with the limits of the stack. */
import { createCollection } from '#functions/api/create-collection.ts';
import { createProvider } from '#functions/api/create-provider.ts';
import { createWebhookEndpoint } from '#functions/api/create-webhook-endpoint.ts';
import { creditCollection } from '#functions/api/credit-collection.ts';
import { deleteWebhookEndpoint } from '#functions/api/delete-webhook-endpoint.ts';
import { getCollection } from '#functions/api/get-collection.ts';
import { getFollowUps } from '#functions/api/get-follow-ups.ts';
import { getProvider } from '#functions/api/get-provider.ts';
import { getWebhookEndpoint } from '#functions/api/get-webhook-endpoint.ts';
import { listCollections } from '#functions/api/list-collections.ts';
import { listDeliveries } from '#functions/api/list-deliveries.ts';
import { listEvents } from '#functions/api/list-events.ts';
import { listPayments } from '#functions/api/list-payments.ts';
import { listProviders } from '#functions/api/list-providers.ts';
import { listWebhookEndpoints } from '#functions/api/list-webhook-endpoints.ts';
import { movePayment } from '#functions/api/move-payment.ts';
import { pauseFollowUps } from '#functions/api/pause-follow-ups.ts';
import { pingWebhookEndpoint } from '#functions/api/ping-webhook-endpoint.ts';
import { previewFollowUps } from '#functions/api/preview-follow-ups.ts';
import { previewReminder } from '#functions/api/preview-reminder.ts';
import { promisePayment } from '#functions/api/promise-payment.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { reopenCollection } from '#functions/api/reopen-collection.ts';
import { replayDeliveries } from '#functions/api/replay-deliveries.ts';
import { resumeFollowUps } from '#functions/api/resume-follow-ups.ts';
import { rotateWebhookSecret } from '#functions/api/rotate-webhook-secret.ts';
import { sendFollowUp } from '#functions/api/send-follow-up.ts';
import { updateCollection } from '#functions/api/update-collection.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { updateProvider } from '#functions/api/update-provider.ts';
import { updateWebhookEndpoint } from '#functions/api/update-webhook-endpoint.ts';
import { withdrawPromise } from '#functions/api/withdraw-promise.ts';
import { receiveReply } from '#functions/messaging/receive-reply.ts';
import { recordReceipt } from '#functions/messaging/record-receipt.ts';
import { unsubscribe } from '#functions/messaging/unsubscribe.ts';
import { paymentPage } from '#functions/payment/payment-page.ts';
import { receivePayment } from '#functions/payment/receive-payment.ts';
import { countInsights } from '#functions/scheduled/count-insights.ts';
import { followUp } from '#functions/scheduled/follow-up.ts';
import { mailSummaries } from '#functions/scheduled/mail-summaries.ts';
import { reconcileProvider } from '#functions/scheduled/reconcile-provider.ts';
import { sweep } from '#functions/scheduled/sweep.ts';
import { publishEvents } from '#functions/stream/publish-events.ts';
import { relay } from '#functions/stream/relay.ts';
import { deliver } from '#functions/webhooks/deliver.ts';
import { sweepWebhooks } from '#functions/webhooks/sweep-webhooks.ts';
import { service } from './simulated.ts';

export const REAL_FUNCTIONS = {
  'create-collection': createCollection(service),
  'get-collection': getCollection(service),
  'list-collections': listCollections(service),
  'update-collection': updateCollection(service),
  'update-collection-status': updateCollectionStatus(service),
  'list-payments': listPayments(service),
  'record-payment': recordPayment(service),
  'credit-collection': creditCollection(service),
  'move-payment': movePayment(service),
  'get-follow-ups': getFollowUps(service),
  'pause-follow-ups': pauseFollowUps(service),
  'resume-follow-ups': resumeFollowUps(service),
  'send-follow-up': sendFollowUp(service),
  'promise-payment': promisePayment(service),
  'withdraw-promise': withdrawPromise(service),
  'reopen-collection': reopenCollection(service),
  'preview-follow-ups': previewFollowUps(service),
  'preview-reminder': previewReminder(service),
  'create-provider': createProvider(service),
  'get-provider': getProvider(service),
  'list-providers': listProviders(service),
  'update-provider': updateProvider(service),
  'payment-page': paymentPage(service),
  'receive-payment': receivePayment(service),
  unsubscribe: unsubscribe(service),
  'receive-reply': receiveReply(service),
  'record-receipt': recordReceipt(service),
  'follow-up': followUp(service),
  'reconcile-provider': reconcileProvider(service),
  sweep: sweep(service),
  'count-insights': countInsights(service),
  'mail-summaries': mailSummaries(service),
  relay: relay(service),
  'publish-events': publishEvents(service),
  'list-events': listEvents(service),
  'list-deliveries': listDeliveries(service),
  'create-webhook-endpoint': createWebhookEndpoint(service),
  'get-webhook-endpoint': getWebhookEndpoint(service),
  'delete-webhook-endpoint': deleteWebhookEndpoint(service),
  'rotate-webhook-secret': rotateWebhookSecret(service),
  'list-webhook-endpoints': listWebhookEndpoints(service),
  'update-webhook-endpoint': updateWebhookEndpoint(service),
  'ping-webhook-endpoint': pingWebhookEndpoint(service),
  'replay-deliveries': replayDeliveries(service),
  deliver: deliver(service),
  'sweep-webhooks': sweepWebhooks(service),
};

/** Inputs and results differ by function, and the simulator does not read them. */
export type Functions = Record<keyof typeof REAL_FUNCTIONS, unknown>;

const API_LIMIT_MS = 10_000;

const LIMITS_MS: Partial<Record<keyof Functions, number>> = {
  'create-collection': 20_000,
  'payment-page': 20_000,
  'receive-payment': 20_000,
  'receive-reply': 30_000,
  'record-receipt': 30_000,
  'follow-up': 60_000,
  'reconcile-provider': 300_000,
  sweep: 60_000,
  'count-insights': 900_000,
  'mail-summaries': 300_000,
  relay: 60_000,
  'publish-events': 60_000,
  'ping-webhook-endpoint': 20_000,
  deliver: 30_000,
  'sweep-webhooks': 60_000,
};

export const timeLimitOf = (name: keyof Functions): number => LIMITS_MS[name] ?? API_LIMIT_MS;
