/** GET and POST /u/{token}: the opt-out link in messages. GET asks, POST opts the contact out of every channel. */
import type { CollectionContext } from '#lib/domain/collection.ts';
import { type Address, addressesOf, dailyOptOutEvent, optedOutFrom } from '#lib/domain/contact.ts';
import type { CollectionRef, LinkToken } from '#lib/domain/ids.ts';
import { mayBeSent, optedOutBy } from '#lib/domain/links.ts';
import { isWrittenEmail } from '#lib/domain/written-message.ts';
import { htmlResponse } from '#lib/http/html-page.ts';
import { pageEndpoint } from '#lib/http/open-endpoint.ts';
import { pageReader } from '#lib/http/page-reader.ts';
import { requestIdOf } from '#lib/http/request.ts';
import { optOutPage, PAGE_STYLE } from '#lib/pages/short-pages.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { getCollections, getHistory, recordEvent } from '#lib/store/collection/collections.ts';
import { findOpen, findOpenOf } from '#lib/store/collection/open-by-address.ts';
import { optOut } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { emailsBeside } from '#lib/use-cases/emails-beside.ts';
import { findByLink } from '#lib/use-cases/find-collection.ts';
import { tellOptOut } from '#lib/use-cases/tell-opt-out.ts';
import { DEFAULT_LANGUAGE, pageLanguage } from '#lib/words/languages.ts';

const needs = {
  ...service,
  ...storeOf(table, { getAccount, getHistory, getCollections, findOpen, findOpenOf, optOut, recordEvent }),
};

type LinkContext = CollectionContext & { link: LinkToken; beside?: readonly string[] };

/** Once the contact is erased, nobody knows whom the link was sent to: no address is left that it could belong to. */
async function find(deps: typeof needs, token: string): Promise<LinkContext | undefined> {
  const read = async (ref: CollectionRef) => {
    const { collection, attempts = [], events = [] } = (await deps.getHistory(ref)) ?? {};
    return { collection, attempts, events };
  };
  const named = await findByLink({ getAccount: deps.getAccount, read }, token, () => true);
  if (named === undefined || !(mayBeSent(named.link, named.attempts) || named.events.some(isWrittenEmail)))
    return undefined;
  if (optedOutBy(named.link, named).length > 0) return named;
  const found = { ...named, beside: await emailsBeside(deps, named) };
  return optedOutBy(found.link, found).length > 0 ? found : undefined;
}

/** An address that was replaced is opted out by itself: whom the collection is addressed to now has not asked for it. */
async function stop(deps: typeof needs, { link, ...subject }: LinkContext): Promise<void> {
  const { account, collection } = subject;
  const at = deps.clock.now();
  const addresses = optedOutBy(link, subject);
  await deps.optOut(optedOutFrom(account, addresses), 'link', at);
  const own = isCurrent(addresses, subject) ? collection.ref : undefined;
  const within = account.mode === 'test' ? account.id : undefined;
  await tellOptOut(deps, { addresses, own, within }, dailyOptOutEvent({ by: 'link', at }));
  deps.log.count('INFO', 'contact_opted_out', { account: account.id, collection: collection.id });
}

const isCurrent = ([first]: readonly Address[], { collection, phone }: CollectionContext): boolean =>
  addressesOf(collection.contact, phone).some(({ address }) => address === first?.address);

export const unsubscribe = (deps: typeof needs) =>
  pageEndpoint(deps.log, async (event) => {
    const show = (status: number, html: string) =>
      htmlResponse(status, { html, style: PAGE_STYLE }, requestIdOf(event));
    const subject = await find(deps, event.pathParameters?.['token'] ?? '');
    if (subject === undefined) return show(404, optOutPage({ kind: 'unknown' }, DEFAULT_LANGUAGE));
    const posted = event.httpMethod === 'POST';
    if (posted) await stop(deps, subject);
    const { account, phone } = subject;
    const language = pageLanguage(pageReader(event), phone.country);
    return show(200, optOutPage({ kind: posted ? 'done' : 'ask', merchant: account.name }, language));
  });

export const handler = unsubscribe(needs);
