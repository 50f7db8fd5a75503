/** Emails to the address of an endpoint: one link that confirms it, and after that at most one notice a day. */
import type { Account } from '#lib/domain/account.ts';
import type { EmailMessage } from '#lib/domain/channels/email/render.ts';
import { addressesOf } from '#lib/domain/contact.ts';
import type { EndpointRef } from '#lib/domain/ids.ts';
import type { SendOutcome } from '#lib/domain/message/outgoing.ts';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { confirmationEmail, dayOf, notifyRefOf, withConfirmation } from '#lib/domain/webhook/notify-address.ts';
import { languageFor } from '#lib/words/languages.ts';
import type { WebhookPorts } from './webhook-ports.ts';

export type ConfirmOutcome = 'known' | 'asked' | 'not_asked';

/**
 * Asks once for each account and address: a second endpoint with an address that was confirmed has it confirmed, too. Harmless
 * when repeated. @throws when the email was not accepted, but may be later
 */
export async function confirmNotifyEmail(ports: WebhookPorts, ref: EndpointRef): Promise<ConfirmOutcome> {
  const [{ endpoint }, account] = await Promise.all([ports.loadEndpoint(ref), ports.getAccount(ref.account)]);
  if (account === undefined || endpoint?.notifyEmail === undefined) return 'known';
  return askOnce(ports, account, endpoint.notifyEmail);
}

async function askOnce(ports: WebhookPorts, account: Account, address: string): Promise<ConfirmOutcome> {
  const ref = notifyRefOf(account, address);
  const known = await ports.getNotifyAddress(ref);
  if (known?.confirmedAt !== undefined)
    await ports.changeWebhookEndpoints(account.id, withConfirmation(account, ref, known.confirmedAt));
  if (known?.confirmedAt !== undefined || known?.mailedAt !== undefined) return 'known';
  const now = ports.clock.now();
  if (!(await mayMail(ports, account, address))) return 'not_asked';
  if (!(await ports.countAsking(account.id, dayOf(now)))) return 'not_asked';
  if (!(await ports.claimAsking(ref, address, now))) return 'known';
  const message = confirmationEmail(ref, ports.settings.baseUrl, languageFor(account.country, account.language));
  const { kind } = await send(ports, address, message);
  if (kind === 'throttled') throw new Error('the email is to be sent later');
  if (kind === 'refused') return 'not_asked';
  await ports.setAsked(ref, now);
  return 'asked';
}

/** Test accounts write to nobody; who has opted out of email, or complained, gets none. */
async function mayMail(ports: WebhookPorts, account: Account, email: string): Promise<boolean> {
  if (account.mode === 'test' && !ports.settings.testAccountsSend) return false;
  const addresses = addressesOf({ email }, { reachable: false, lookup: '' }, account);
  const { optedOut, unreachable = [] } = await ports.findReach(addresses, ports.clock.now());
  return optedOut.length + unreachable.length === 0;
}

/** An endpoint of before addresses were confirmed is asked now. One message, once: whether it arrived is not followed. */
export async function mailNotice(
  ports: WebhookPorts,
  { account: id }: EndpointRef,
  { id: endpoint, notifyEmail: address, notifyConfirmedAt }: WebhookEndpoint,
  message: EmailMessage,
): Promise<void> {
  const account = address === undefined ? undefined : await ports.getAccount(id);
  if (account === undefined || address === undefined) return;
  if (notifyConfirmedAt === undefined) {
    await askOnce(ports, account, address);
    return;
  }
  if (!(await mayMail(ports, account, address))) return;
  if (!(await ports.claimNotice(notifyRefOf(account, address), dayOf(ports.clock.now())))) return;
  const { kind: outcome } = await send(ports, address, message);
  if (outcome !== 'accepted') ports.log.count('ERROR', 'webhook_notice_not_sent', { endpoint, outcome });
}

const SENDER_NAME = 'Collections';
const EMAIL_TTL_SECONDS = 86_400;

const send = (ports: WebhookPorts, to: string, message: EmailMessage): Promise<SendOutcome> =>
  ports.sendNotice({ to, message, timeToLiveSeconds: EMAIL_TTL_SECONDS, fromName: SENDER_NAME });
