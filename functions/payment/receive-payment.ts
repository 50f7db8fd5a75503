/** POST /webhooks/{providerId}: a payment provider says it was paid. Believed only with its signature, and once it confirms it. */
import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { clock } from '#lib/clock.ts';
import { type Account, providerById } from '#lib/domain/account.ts';
import { invalidSignature, malformedJson, providerNotFound, serviceUnavailable } from '#lib/domain/errors.ts';
import { parseProviderId } from '#lib/domain/ids.ts';
import { kindOf, type Target } from '#lib/domain/provider-kind.ts';
import { errorEnvelope } from '#lib/http/error-envelope.ts';
import { headersOf, rawBody } from '#lib/http/raw-body.ts';
import { type HttpEvent, requestIdOf } from '#lib/http/request.ts';
import { respond } from '#lib/http/responses.ts';
import { logCounted } from '#lib/log.ts';
import { findPayments, readWebhookEvent } from '#lib/payment/gateway.ts';
import { logAppliedPayments } from '#lib/payment/log-applied-payments.ts';
import { random } from '#lib/random.ts';
import { getAccount } from '#lib/store/accounts.ts';
import { getLedger, keepForLater, recordPayment } from '#lib/store/payments.ts';
import { receivePayment as receive } from '#lib/use-cases/receive-payment.ts';

const live = {
  getAccount,
  readWebhookEvent,
  findPayments,
  getLedger,
  recordPayment,
  keepForLater,
  now: (): Date => clock.now(),
  sleep: (milliseconds: number): Promise<void> => clock.sleep(milliseconds),
  fraction: (): number => random.fraction(),
};

export const receivePayment =
  (deps: typeof live) =>
  async (event: HttpEvent): Promise<APIGatewayProxyResult> => {
    const id = event.pathParameters?.['providerId'] ?? '';
    const { account, target } = await findProvider(deps, id);
    const webhookEvent = await deps.readWebhookEvent(
      target,
      { body: rawBody(event), headers: headersOf(event) },
      deps.now(),
    );
    const headers = { 'x-request-id': requestIdOf(event) };
    switch (webhookEvent.kind) {
      case 'no_credentials':
        throw providerNotFound();
      case 'unsigned':
        logCounted('WARN', 'webhook_unsigned', { account: account.id, provider: id });
        throw invalidSignature();
      case 'malformed':
        throw malformedJson();
      case 'other':
        return respond(200, IGNORED, headers);
      case 'payment': {
        const message = await applyPayment(deps, { account, target, lookup: webhookEvent.lookup });
        return respond(200, message, headers);
      }
    }
  };

const IGNORED = { status: 'success', message: 'Webhook ignored' };
const RECEIVED = { status: 'success', message: 'Webhook received' };

async function findProvider(deps: typeof live, id: string): Promise<{ account: Account; target: Target }> {
  const ref = parseProviderId(id);
  const account = ref && (await deps.getAccount(ref.account));
  const provider = providerById(account, id);
  const kind = provider && kindOf(provider);
  if (account === undefined || kind === undefined) throw providerNotFound();
  return { account, target: { kind, id } };
}

async function applyPayment(deps: typeof live, notified: Parameters<typeof receive>[1]): Promise<typeof RECEIVED> {
  const received = await receive(deps, notified);
  if (received.kind === 'settled') {
    logAppliedPayments(received.collection, received.appliedPayments);
    return RECEIVED;
  }
  const about = { account: notified.account.id, provider: notified.target.id };
  if (received.kind === 'unconfirmed') {
    logCounted('WARN', 'payment_unconfirmed', { ...about, reason: received.reason });
    throw serviceUnavailable();
  }
  if (received.kind === 'early') {
    logCounted('INFO', 'payment_early', about);
    return RECEIVED;
  }
  if (received.kind === 'misdirected') logCounted('WARN', 'payment_misdirected', about);
  return IGNORED;
}

export const handler = middy<HttpEvent, APIGatewayProxyResult>().use(errorEnvelope()).handler(receivePayment(live));
