/** GET and POST /notify/{token}: the link in the email to an address for notices. GET asks, POST confirms or refuses. */
import type { Account } from '#lib/domain/account.ts';
import { emailAddresses } from '#lib/domain/contact.ts';
import { type NotifyRef, parseNotifyToken } from '#lib/domain/ids.ts';
import { type NotifyAddress, withConfirmation } from '#lib/domain/webhook/notify-address.ts';
import { formOf, htmlResponse } from '#lib/http/html-page.ts';
import { pageEndpoint } from '#lib/http/open-endpoint.ts';
import { requestIdOf } from '#lib/http/request.ts';
import { pageStyle } from '#lib/pages/payment/page-style.ts';
import { type NotifyPage, notifyPage } from '#lib/pages/short-pages.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { findReach, optOut } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { confirmNotifyAddress, getNotifyAddress, withdrawNotifyAddress } from '#lib/store/webhook/notify-addresses.ts';
import { DEFAULT_LANGUAGE, languageFor } from '#lib/words/languages.ts';

const addresses = { getNotifyAddress, confirmNotifyAddress, withdrawNotifyAddress };

const needs = {
  ...service,
  ...storeOf(table, { getAccount, changeWebhookEndpoints, findReach, optOut, ...addresses }),
};

type NotifyContext = { ref: NotifyRef; account: Account; asked: NotifyAddress };

async function find(deps: typeof needs, token: string): Promise<NotifyContext | undefined> {
  const ref = parseNotifyToken(token);
  if (ref === undefined) return undefined;
  const [account, asked] = await Promise.all([deps.getAccount(ref.account), deps.getNotifyAddress(ref)]);
  return account && asked && { ref, account, asked };
}

/** Who refused, or has opted out of email before, gets nothing by confirming: the page says so. */
async function decide(deps: typeof needs, subject: NotifyContext, answer: string | null): Promise<NotifyPage> {
  const { ref, account, asked } = subject;
  const now = deps.clock.now();
  const refuses = answer !== 'confirm';
  const { optedOut } = refuses ? { optedOut: [] } : await deps.findReach(emailAddresses(asked.address), now);
  const kind = refuses || optedOut.length > 0 ? 'refused' : 'confirmed';
  if (refuses) await deps.optOut(emailAddresses(asked.address), 'link', now);
  if (kind === 'refused') await deps.withdrawNotifyAddress(ref);
  else await deps.confirmNotifyAddress(ref, now);
  const confirmedAt = kind === 'refused' ? undefined : (asked.confirmedAt ?? now.toISOString());
  await deps.changeWebhookEndpoints(account.id, withConfirmation(account, ref, confirmedAt));
  deps.log.count('INFO', `notify_email_${kind}`, { account: account.id });
  return { kind };
}

export const notifyAddress = (deps: typeof needs) =>
  pageEndpoint(deps.log, async (event) => {
    const show = (status: number, html: string) =>
      htmlResponse(status, { html, style: pageStyle() }, requestIdOf(event));
    const subject = await find(deps, event.pathParameters?.['token'] ?? '');
    if (subject === undefined) return show(404, notifyPage({ kind: 'unknown' }, DEFAULT_LANGUAGE));
    const { name: merchant, country, language } = subject.account;
    const answer = event.httpMethod === 'POST' ? formOf(event).get('answer') : undefined;
    const page: NotifyPage = answer === undefined ? { kind: 'ask', merchant } : await decide(deps, subject, answer);
    return show(200, notifyPage(page, languageFor(country, language)));
  });

export const handler = notifyAddress(needs);
