/** The real functions as deployed, with the limits of the stack. */
import { handler as createCollection } from '#functions/api/create-collection.ts';
import { handler as createProvider } from '#functions/api/create-provider.ts';
import { handler as createWebhookEndpoint } from '#functions/api/create-webhook-endpoint.ts';
import { handler as deleteWebhookEndpoint } from '#functions/api/delete-webhook-endpoint.ts';
import { handler as getCollection } from '#functions/api/get-collection.ts';
import { handler as getFollowUps } from '#functions/api/get-follow-ups.ts';
import { handler as getProvider } from '#functions/api/get-provider.ts';
import { handler as getWebhookEndpoint } from '#functions/api/get-webhook-endpoint.ts';
import { handler as listCollections } from '#functions/api/list-collections.ts';
import { handler as listDeliveries } from '#functions/api/list-deliveries.ts';
import { handler as listEvents } from '#functions/api/list-events.ts';
import { handler as listPayments } from '#functions/api/list-payments.ts';
import { handler as listProviders } from '#functions/api/list-providers.ts';
import { handler as listWebhookEndpoints } from '#functions/api/list-webhook-endpoints.ts';
import { handler as pauseFollowUps } from '#functions/api/pause-follow-ups.ts';
import { handler as pingWebhookEndpoint } from '#functions/api/ping-webhook-endpoint.ts';
import { handler as previewFollowUps } from '#functions/api/preview-follow-ups.ts';
import { handler as previewReminder } from '#functions/api/preview-reminder.ts';
import { handler as promisePayment } from '#functions/api/promise-payment.ts';
import { handler as recordPayment } from '#functions/api/record-payment.ts';
import { handler as replayDeliveries } from '#functions/api/replay-deliveries.ts';
import { handler as resumeFollowUps } from '#functions/api/resume-follow-ups.ts';
import { handler as rotateWebhookSecret } from '#functions/api/rotate-webhook-secret.ts';
import { handler as sendFollowUp } from '#functions/api/send-follow-up.ts';
import { handler as updateCollection } from '#functions/api/update-collection.ts';
import { handler as updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { handler as updateProvider } from '#functions/api/update-provider.ts';
import { handler as updateWebhookEndpoint } from '#functions/api/update-webhook-endpoint.ts';
import { handler as receiveReply } from '#functions/messaging/receive-reply.ts';
import { handler as recordReceipt } from '#functions/messaging/record-receipt.ts';
import { handler as unsubscribe } from '#functions/messaging/unsubscribe.ts';
import { handler as paymentPage } from '#functions/payment/payment-page.ts';
import { handler as receivePayment } from '#functions/payment/receive-payment.ts';
import { handler as followUp } from '#functions/scheduled/follow-up.ts';
import { handler as reconcileProvider } from '#functions/scheduled/reconcile-provider.ts';
import { handler as sweep } from '#functions/scheduled/sweep.ts';
import { handler as publishEvents } from '#functions/stream/publish-events.ts';
import { handler as relay } from '#functions/stream/relay.ts';
import { handler as deliver } from '#functions/webhooks/deliver.ts';
import { handler as sweepWebhooks } from '#functions/webhooks/sweep-webhooks.ts';

export const REAL_FUNCTIONS = {
  'create-collection': createCollection,
  'get-collection': getCollection,
  'list-collections': listCollections,
  'update-collection': updateCollection,
  'update-collection-status': updateCollectionStatus,
  'list-payments': listPayments,
  'record-payment': recordPayment,
  'get-follow-ups': getFollowUps,
  'pause-follow-ups': pauseFollowUps,
  'resume-follow-ups': resumeFollowUps,
  'send-follow-up': sendFollowUp,
  'promise-payment': promisePayment,
  'preview-follow-ups': previewFollowUps,
  'preview-reminder': previewReminder,
  'create-provider': createProvider,
  'get-provider': getProvider,
  'list-providers': listProviders,
  'update-provider': updateProvider,
  'payment-page': paymentPage,
  'receive-payment': receivePayment,
  unsubscribe,
  'receive-reply': receiveReply,
  'record-receipt': recordReceipt,
  'follow-up': followUp,
  'reconcile-provider': reconcileProvider,
  sweep,
  relay,
  'publish-events': publishEvents,
  'list-events': listEvents,
  'list-deliveries': listDeliveries,
  'create-webhook-endpoint': createWebhookEndpoint,
  'get-webhook-endpoint': getWebhookEndpoint,
  'delete-webhook-endpoint': deleteWebhookEndpoint,
  'rotate-webhook-secret': rotateWebhookSecret,
  'list-webhook-endpoints': listWebhookEndpoints,
  'update-webhook-endpoint': updateWebhookEndpoint,
  'ping-webhook-endpoint': pingWebhookEndpoint,
  'replay-deliveries': replayDeliveries,
  deliver,
  'sweep-webhooks': sweepWebhooks,
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
  relay: 60_000,
  'publish-events': 60_000,
  'ping-webhook-endpoint': 20_000,
  deliver: 30_000,
  'sweep-webhooks': 60_000,
};

export const timeLimitOf = (name: keyof Functions): number => LIMITS_MS[name] ?? API_LIMIT_MS;
