/** GET and POST /u/{token}: the way out that messages carry. GET asks, POST opts the contact out of every channel. */
import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { clock } from '#lib/clock.ts';
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { addressesOf } from '#lib/domain/follow-up/plan-of.ts';
import { isOurLink, parseLinkToken } from '#lib/domain/link-token.ts';
import { languageFor } from '#lib/domain/message/languages.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { answerPage, pageErrors } from '#lib/http/html-page.ts';
import { type HttpEvent, requestIdOf } from '#lib/http/request.ts';
import { logCounted } from '#lib/log.ts';
import { optOutPage, PAGE_STYLE } from '#lib/pages/opt-out-page.ts';
import { getAccount } from '#lib/store/accounts.ts';
import { getCollection, recordEvent } from '#lib/store/collections.ts';
import { optOut } from '#lib/store/opt-outs.ts';

const live = { getAccount, getCollection, optOut, recordEvent };

type Subject = { account: Account; collection: Collection };

/** What a token leads to, if it is ours. */
async function find(deps: typeof live, token: string): Promise<Subject | undefined> {
  const parsed = parseLinkToken(token);
  if (parsed === undefined) return undefined;
  const { ref } = parsed;
  const [account, collection] = await Promise.all([deps.getAccount(ref.account), deps.getCollection(ref)]);
  return account && collection && isOurLink(parsed, 'optout', account.salt) ? { account, collection } : undefined;
}

async function stop(deps: typeof live, { account, collection }: Subject): Promise<void> {
  const now = clock.now();
  await Promise.all(addressesOf(collection.contact, account).map((address) => deps.optOut(address, now)));
  await deps.recordEvent(collection.ref, 'contact.opted_out', now);
  logCounted('INFO', 'contact_opted_out', { account: account.id, collection: collection.id });
}

export const unsubscribe =
  (deps: typeof live) =>
  async (event: HttpEvent): Promise<APIGatewayProxyResult> => {
    const requestId = requestIdOf(event);
    const subject = await find(deps, event.pathParameters?.['token'] ?? '');
    if (subject === undefined) {
      return answerPage(404, { html: optOutPage({ kind: 'unknown' }, 'en'), style: PAGE_STYLE }, requestId);
    }
    const posted = event.httpMethod === 'POST';
    if (posted) await stop(deps, subject);
    const { account, collection } = subject;
    const language = languageFor(parsePhone(collection.contact.phone, account.country).country);
    const html = optOutPage({ kind: posted ? 'done' : 'ask', merchant: account.name }, language);
    return answerPage(200, { html, style: PAGE_STYLE }, requestId);
  };

export const handler = middy<HttpEvent, APIGatewayProxyResult>().use(pageErrors()).handler(unsubscribe(live));
