/** POST /webhooks/{providerId}: a provider reports a payment. It counts only if the provider signed and confirms it. */
import { invalidSignature, malformedJson, providerNotFound, serviceUnavailable } from '#lib/domain/errors.ts';
import { rawBody } from '#lib/http/body.ts';
import { openEndpoint } from '#lib/http/open-endpoint.ts';
import { headersOf, requestIdOf } from '#lib/http/request.ts';
import { refuse, respond } from '#lib/http/responses.ts';
import { payments } from '#lib/live-payments.ts';
import type { Outcome } from '#lib/log.ts';
import { logBookings } from '#lib/payment/log-payments.ts';
import { service } from '#lib/service.ts';
import { getBusyAccount } from '#lib/store/account/accounts.ts';
import { announcePayment, getLedger, keepForLater, recordEntry, rememberReturn } from '#lib/store/ledger/ledger.ts';
import { changePerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { findProvider } from '#lib/use-cases/find-collection.ts';
import { type ReceiveOutcome, receivePayment as receive } from '#lib/use-cases/receive-payment.ts';
import '#lib/payment/gateway.ts';

// Each event needs it, so it is loaded with the function.

const ledger = { getAccount: getBusyAccount, getLedger, recordEntry, keepForLater, changePerson };
const kept = { rememberReturn, announcePayment };
const needs = { ...service, ...payments, ...storeOf(table, { ...ledger, ...kept }) };

export const receivePayment = (deps: typeof needs) =>
  openEndpoint(deps.log, async (event) => {
    const providerId = event.pathParameters?.['providerId'] ?? '';
    const [found] = await Promise.all([findProvider(deps, providerId), deps.prepareCredentials(providerId)]);
    if (found === undefined) throw providerNotFound();
    const { account, target } = found;
    const webhook = { body: rawBody(event), headers: headersOf(event) };
    const webhookEvent = await deps.readWebhookEvent(target, webhook, deps.clock.now());
    const headers = { 'x-request-id': requestIdOf(event) };
    switch (webhookEvent.kind) {
      case 'no_credentials':
        throw providerNotFound();
      case 'unsigned':
        deps.log.count('WARN', 'webhook_unsigned', { account: account.id, provider: target.id });
        deps.log.judge('bad');
        throw invalidSignature();
      case 'malformed':
        throw malformedJson();
      case 'other':
        return respond(200, IGNORED, headers);
      case 'movement': {
        const booked = await book(deps, { account, target, ...webhookEvent });
        // It is sent again, and is no failure of ours: thrown, it would count as one.
        return booked === undefined ? refuse(serviceUnavailable(), headers) : respond(200, booked, headers);
      }
    }
  });

const IGNORED = { status: 'success', message: 'Webhook ignored' };
const RECEIVED = { status: 'success', message: 'Webhook received' };

/** Of one that failed nothing was to be taken. */
const OUTCOMES: Readonly<Partial<Record<ReceiveOutcome['kind'], Outcome>>> = {
  ...{ booked: 'good', early: 'good', pending: 'good' },
  ...{ unconfirmed: 'bad', misdirected: 'bad', not_ours: 'bad' },
};

/** Undefined for a payment that the provider does not confirm. */
async function book(deps: typeof needs, notified: Parameters<typeof receive>[1]): Promise<typeof RECEIVED | undefined> {
  const received = await receive(deps, notified);
  const outcome = OUTCOMES[received.kind];
  if (outcome !== undefined) deps.log.judge(outcome);
  const about = { account: notified.account.id, provider: notified.target.id };
  switch (received.kind) {
    case 'booked':
      logBookings(deps.log, received.collection, received.bookings);
      return RECEIVED;
    case 'early':
      deps.log.count('INFO', 'payment_early', about);
      return RECEIVED;
    case 'pending':
      deps.log.count('INFO', 'payment_pending', about);
      return RECEIVED;
    case 'unconfirmed':
      deps.log.count('WARN', 'payment_unconfirmed', { ...about, reason: received.reason });
      return undefined;
    case 'misdirected':
      deps.log.count('WARN', 'payment_misdirected', about);
      return IGNORED;
    default:
      return IGNORED;
  }
}

export const handler = receivePayment(needs);
