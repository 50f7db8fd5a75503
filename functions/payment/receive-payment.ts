/** POST /webhooks/{providerId}: a provider reports a payment. It counts only if the provider signed and confirms it. */

import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { clock } from '#lib/clock.ts';
import { invalidSignature, malformedJson, providerNotFound, serviceUnavailable } from '#lib/domain/errors.ts';
import { errorEnvelope } from '#lib/http/error-envelope.ts';
import { type HttpEvent, headersOf, rawBody, requestIdOf } from '#lib/http/request.ts';
import { respond } from '#lib/http/responses.ts';
import { payments } from '#lib/live-payments.ts';
import { logCounted } from '#lib/log.ts';
// Each event needs it, so it is loaded with the function.
import '#lib/payment/gateway.ts';
import { logBookings } from '#lib/payment/log-bookings.ts';
import { random } from '#lib/random.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { getLedger, keepForLater, recordEntry } from '#lib/store/ledger/ledger.ts';
import { changePerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { findProvider } from '#lib/use-cases/find-provider.ts';
import { receivePayment as receive } from '#lib/use-cases/receive-payment.ts';

const { findMovements, prepareCredentials, readWebhookEvent } = payments;

const ledger = storeOf(table, { getLedger, recordEntry, keepForLater, changePerson });
const live = {
  clock,
  random,
  ...storeOf(table, { getAccount }),
  prepareCredentials,
  readWebhookEvent,
  findMovements,
  ...ledger,
};

export const receivePayment =
  (deps: typeof live) =>
  async (event: HttpEvent): Promise<APIGatewayProxyResult> => {
    const providerId = event.pathParameters?.['providerId'] ?? '';
    const [found] = await Promise.all([findProvider(deps, providerId), deps.prepareCredentials(providerId)]);
    if (found === undefined) throw providerNotFound();
    const { account, target } = found;
    const webhook = { body: rawBody(event), headers: headersOf(event) };
    const webhookEvent = await deps.readWebhookEvent(target, webhook, deps.clock.now());
    const answer = (body: object) => respond(200, body, { 'x-request-id': requestIdOf(event) });
    switch (webhookEvent.kind) {
      case 'no_credentials':
        throw providerNotFound();
      case 'unsigned':
        logCounted('WARN', 'webhook_unsigned', { account: account.id, provider: target.id });
        throw invalidSignature();
      case 'malformed':
        throw malformedJson();
      case 'other':
        return answer(IGNORED);
      case 'movement':
        return answer(await book(deps, { account, target, lookup: webhookEvent.lookup }));
    }
  };

const IGNORED = { status: 'success', message: 'Webhook ignored' };
const RECEIVED = { status: 'success', message: 'Webhook received' };

async function book(deps: typeof live, notified: Parameters<typeof receive>[1]): Promise<typeof RECEIVED> {
  const received = await receive(deps, notified);
  const about = { account: notified.account.id, provider: notified.target.id };
  switch (received.kind) {
    case 'booked':
      logBookings(received.collection, received.bookings);
      return RECEIVED;
    case 'early':
      logCounted('INFO', 'payment_early', about);
      return RECEIVED;
    case 'unconfirmed':
      logCounted('WARN', 'payment_unconfirmed', { ...about, reason: received.reason });
      throw serviceUnavailable();
    case 'misdirected':
      logCounted('WARN', 'payment_misdirected', about);
      return IGNORED;
    default:
      return IGNORED;
  }
}

export const handler = middy<HttpEvent, APIGatewayProxyResult>().use(errorEnvelope()).handler(receivePayment(live));
